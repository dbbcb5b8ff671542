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
from server.app import Serving
from tests.client.clicks import list_part, press
from tests.client.program import client, play_here, until
from tests.client.together import mover, play_one
from tests.client.visiting import face, meet
from tests.server.serving import known, running_on_loopback
from tests.window.opponent import opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


def files(app: Application) -> list[Path]:
    return sorted((app.settings.path.parents[1] / "data/played").glob("*.netgame"))


async def listed(app: Application) -> Path:
    """Return the path of the only recent record."""
    (row,) = await until(app.recent_records.rows)
    return Path(row.path)


def comment_on_the_end(table: LocalTable) -> int:
    """Comment the last move; return the number of its event."""
    last = next(step.event.number for step in reversed(table.steps()) if isinstance(step.event, Moved))
    table.comment(last, ("So close.",))
    return last


async def test_a_match_at_this_screen_is_listed_with_later_comments_and_replayed(ann: Application) -> None:
    table = play_here(ann, "clod", 60)
    assert table.match.ended is not None
    path = await listed(ann)
    last = comment_on_the_end(table)
    await until(lambda: read_match(path).comments == {last: ("So close.",)})
    assert read_match(path).match == table.match

    ann.window.action("home").trigger()
    await until(lambda: list_part(ann.window.home, f"replay_{path}"))
    press(ann.window.home, f"replay_{path}")
    await until(lambda: isinstance(ann.window.table.model, ReviewTable))
    assert ann.window.table.model.match == table.match
    assert ann.unfinished_games.rows() == []


async def test_a_match_that_is_saved_too_has_one_row(ann: Application, tmp_path: Path) -> None:
    table = play_here(ann, "clod", 60)
    kept = await listed(ann)
    own = tmp_path / "our game.netgame"

    ann.window.action("save_record").trigger()
    dialog = await until(lambda: ann.window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(str(own))
    dialog.close()
    await until(lambda: [row.path for row in ann.recent_records.rows()] == [str(own)])

    comment_on_the_end(table)
    await until(lambda: [row.path for row in ann.recent_records.rows()] == [str(kept)])
    ann.records_controller.open_path(str(own))
    await until(lambda: [row.path for row in ann.recent_records.rows()] == [str(own)])


async def test_an_aborted_table_without_a_move_is_not_kept(ann: Application) -> None:
    before = files(ann)
    play_here(ann, "clod", 0).offer("abort")

    assert (ann.recent_records.rows(), files(ann)) == ([], before)


async def test_a_match_at_a_server_is_listed_by_both_players(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await meet(serving, ann, bob)
    for _ in range(2):
        await play_one(await mover(ann, bob))
    model = ann.window.table.model
    model.comment(model.steps()[0].event.number, ("Kept here alone.",))
    model.resign(match=True)
    first, second = [read_match(await listed(app)) for app in (ann, bob)]

    assert first.match == second.match
    assert first.match.ended is not None
    assert list(first.comments.values()) == [("Kept here alone.",)]
    assert second.comments == {}, "comments stay on the computer of their author"


async def test_two_windows_of_one_home_keep_one_record_with_the_comments_of_both(
    ann: Application, theme: Theme, serving: Serving
) -> None:
    before = files(ann)
    async with client(theme, ann.settings.path.parents[1], "Bob", number=2) as bob:
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

    (file,) = set(files(ann)) - set(before)
    (lines,) = read_match(file).comments.values()
    assert sorted(lines) == ["Ann's.", "Bob's."]


async def test_after_the_next_start_games_at_servers_go_on_or_are_listed_if_they_ended(
    theme: Theme, tmp_path: Path
) -> None:
    async with running_on_loopback(tmp_path / "s", plain=False) as serving, opponent(known(serving), "Ann") as ann:
        async with client(theme, tmp_path / "b", "Bob") as bob:
            ended = await face(bob, serving, ann)
            await ended.move()
            await play_one(bob)
            bob.window.show_page("home")
            going_on = await face(bob, serving, ann)
            await going_on.move()
        await until(lambda: serving.connections == 1)
        await ended.order(SendResign, match=True)

        async with client(theme, tmp_path / "b", "Bob") as bob:
            await until(lambda: [game.table.table for game in bob.waiting_games.games] == [going_on.table])
            assert (bob.window.page, serving.connections) == ("home", 2)
            assert bob.window.windowTitle().startswith(bob.waiting_games.games[0].text)
            path = await listed(bob)
            assert read_match(path).match.ended is not None
            assert not any(isinstance(table, LocalTable) for table in bob.local_controller.games.tables)
