"""Finished matches are saved as records with their comments and listed."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from client_qt.app.application import Application
from client_qt.records.files import read_match
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable
from client_qt.theme import Theme
from netgame.match.events import Moved
from protocol.messages import SendResign
from tests.client.clicks import list_part, press
from tests.client.program import client, play_here, until
from tests.client.together import mover, play_one
from tests.client.visiting import face, meet
from tests.server.serving import known, running
from tests.window.opponent import opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


def files(home: Path) -> list[Path]:
    return sorted((home / "data" / "played").glob("*.netgame"))


async def listed(app: Application) -> Path:
    """Return the path of the only recent record."""
    (row,) = await until(app.recent_records.rows)
    return Path(row.path)


async def test_a_match_at_this_screen_is_listed_when_it_is_over(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        table = play_here(app, "clod", 60)
        assert table.match.ended is not None
        path = await listed(app)

    assert read_match(path).match == table.match

    async with client(theme, tmp_path, "Ann") as app:
        await until(lambda: list_part(app.window.home, f"replay_{path}"))
        press(app.window.home, f"replay_{path}")
        await until(lambda: isinstance(app.window.table.model, ReviewTable))
        assert app.window.table.model.match == table.match
        assert app.unfinished_games.rows() == []


async def test_a_comment_after_the_end_goes_into_the_kept_record(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        table = play_here(app, "clod", 60)
        await listed(app)
        last = next(step.event.number for step in reversed(table.steps()) if isinstance(step.event, Moved))
        table.comment(last, ("So close.",))

    (file,) = files(tmp_path)
    assert read_match(file).comments == {last: ("So close.",)}


async def test_a_match_that_is_saved_too_has_one_row(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        table = play_here(app, "clod", 60)
        await listed(app)
        own = tmp_path / "our game.netgame"

        app.window.action("save_record").trigger()
        dialog = await until(lambda: app.window.findChild(QFileDialog, "files"))
        dialog.fileSelected.emit(str(own))
        dialog.close()
        await until(lambda: [row.path for row in app.recent_records.rows()] == [str(own)])

        last = next(step.event.number for step in reversed(table.steps()) if isinstance(step.event, Moved))
        table.comment(last, ("So close.",))
        (kept,) = files(tmp_path / "a")
        await until(lambda: [row.path for row in app.recent_records.rows()] == [str(kept)])
        app.records_controller.open_path(str(own))
        await until(lambda: [row.path for row in app.recent_records.rows()] == [str(own)])


async def test_an_aborted_table_without_a_move_is_not_kept(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        table = play_here(app, "clod", 0)
        table.offer("abort")
        assert app.recent_records.rows() == []

    assert files(tmp_path) == []


async def test_a_match_at_a_server_is_listed_by_both_players(theme: Theme, tmp_path: Path) -> None:
    async with (
        running(tmp_path / "s", plain=False) as serving,
        client(theme, tmp_path / "a", "Ann") as ann,
        client(theme, tmp_path / "b", "Bob") as bob,
    ):
        await meet(serving, ann, bob)
        for _ in range(2):
            await play_one(await mover(ann, bob))
        model = ann.window.table.model
        model.comment(model.steps()[0].event.number, ("Kept here alone.",))
        model.resign(match=True)
        paths = [await listed(app) for app in (ann, bob)]

    first, second = (read_match(path) for path in paths)
    assert first.match == second.match
    assert first.match.ended is not None
    assert list(first.comments.values()) == [("Kept here alone.",)]
    assert second.comments == {}, "comments stay on the computer of their author"


async def test_two_windows_of_one_home_keep_one_record_with_the_comments_of_both(theme: Theme, tmp_path: Path) -> None:
    async with (
        running(tmp_path / "s", plain=False) as serving,
        client(theme, tmp_path, "Ann") as ann,
        client(theme, tmp_path, "Bob", number=2) as bob,
    ):
        await meet(serving, ann, bob)
        for _ in range(2):
            await play_one(await mover(ann, bob))
        models = [app.window.table.model for app in (ann, bob)]
        await until(lambda: all(model is not None and len(model.steps()) >= 3 for model in models))
        first, second = (model for model in models if model is not None)
        number = first.steps()[0].event.number
        first.comment(number, ("Ann's.",))
        second.comment(number, ("Bob's.",))
        first.resign(match=True)
        for app in (ann, bob):
            await listed(app)

    (file,) = files(tmp_path)
    (lines,) = read_match(file).comments.values()
    assert sorted(lines) == ["Ann's.", "Bob's."]


async def test_a_match_that_ended_while_one_was_away_is_listed_later(theme: Theme, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False) as serving, opponent(known(serving), "Ann") as ann:
        async with client(theme, tmp_path / "b", "Bob") as bob:
            made = await face(bob, serving, ann)
            await made.move()
            await play_one(bob)
        await made.order(SendResign, match=True)

        async with client(theme, tmp_path / "b", "Bob") as bob:
            bob.servers.session_to(serving.fingerprint)
            path = await listed(bob)
            assert read_match(path).match.ended is not None
            assert not any(isinstance(table, LocalTable) for table in bob.local_controller.games.tables)
