"""A full disk: games that are not saved are a question before the window closes."""

import errno
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from PySide6.QtWidgets import QFileDialog, QPushButton

from client_qt.app.application import Application
from client_qt.dialogs.question import QuestionDialog
from client_qt.records.files import read_match
from client_qt.table.local import LocalTable
from client_qt.theme import Theme
from devtools.harness.window.clicks import click, press, settle
from devtools.harness.window.play import play_on
from devtools.harness.window.program import client, play_here, until
from netgame.match import Match
from netgame.records.reader import Record
from protocol import files

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
open_new = files.open_new


@pytest.fixture
def fill_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Let the disk have no room below a folder."""

    def fill(folder: Path) -> None:
        def full(path: Path, *, private: bool) -> int:
            if folder in path.parents:
                raise OSError(errno.ENOSPC, "No space left on device")
            return open_new(path, private=private)

        monkeypatch.setattr(files, "open_new", full)

    return fill


async def asked(app: Application) -> QuestionDialog:
    """Close the window and return the question about the game."""

    def found() -> QuestionDialog | None:
        shown = (dialog for dialog in app.window.findChildren(QuestionDialog) if dialog.isVisible())
        return next((dialog for dialog in shown if dialog.findChild(QPushButton, "lose_game")), None)

    app.window.close()
    return await until(found)


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_game_on_a_full_disk_is_a_question_before_the_window_closes(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None], is_over: bool
) -> None:
    async with client(theme, tmp_path / "home", "Ann") as app:
        fill_disk(tmp_path / "home")
        table = play_here(app, "thud", 4)
        await until(lambda: app.window.banner.shown)
        if is_over:
            table.resign(match=True)

        press(await asked(app), "cancel")
        settle()
        assert app.window.isVisible()

        press(await asked(app), "save_game")
        dialog = await until(lambda: app.window.findChild(QFileDialog, "files"))
        dialog.fileSelected.emit(str(tmp_path / "elsewhere.netgame"))
        dialog.close()
        await until(lambda: not app.window.isVisible())

    assert read_match(tmp_path / "elsewhere.netgame").match == table.match


async def test_a_game_that_is_stored_again_takes_its_warning_back(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None]
) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        fill_disk(tmp_path)
        table = play_here(app, "thud", 4)
        await until(lambda: app.window.banner.shown)
        fill_disk(tmp_path / "nowhere")

        play_on(table, 1)

        await until(lambda: not app.window.banner.shown)
        assert len(kept(tmp_path, "games")) == 1


async def test_a_game_on_a_full_disk_can_be_given_up(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None]
) -> None:
    async with client(theme, tmp_path / "home", "Ann") as app:
        fill_disk(tmp_path / "home")
        play_here(app, "thud", 4)

        press(await asked(app), "lose_game")
        await until(lambda: not app.window.isVisible())


async def test_a_game_is_saved_at_the_close_if_the_disk_has_room_again(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None]
) -> None:
    async with client(theme, tmp_path / "home", "Ann") as app:
        fill_disk(tmp_path / "home")
        table = play_here(app, "thud", 4)
        await until(lambda: app.window.banner.shown)
        fill_disk(tmp_path / "nowhere")

        app.window.close()
        await until(lambda: not app.window.isVisible())

    (kept,) = (tmp_path / "home").rglob("games/*.netgame")
    assert read_match(kept).match == table.match


async def test_a_window_can_be_closed_again_while_it_asks_and_while_the_program_ends(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None]
) -> None:
    async with client(theme, tmp_path / "home", "Ann") as app:
        fill_disk(tmp_path / "home")
        play_here(app, "thud", 4)

        app.window.close()
        press(await asked(app), "lose_game")
        app.window.close()
        await until(lambda: not app.window.isVisible())

    app.window.quit_wanted.emit()  # from a menu of the system


def kept(home: Path, folder: str) -> list[Path]:
    return sorted(home.rglob(f"{folder}/*.netgame"))


async def ended_without_record(app: Application, home: Path, fill_disk: Callable[[Path], None]) -> LocalTable:
    """Play a game to its end while the folder of the records has no room."""
    fill_disk(home / "data/played")
    table = play_here(app, "thud", 4)
    table.resign(match=True)
    await until(lambda: app.window.banner.shown)
    assert kept(home, "played") == []
    return table


async def is_recorded_once(app: Application, home: Path, match: Match | None) -> None:
    await until(lambda: kept(home, "played") and not kept(home, "games"))
    (record,) = kept(home, "played")
    assert read_match(record).match == match
    assert [row.path for row in app.recent_records.rows()] == [str(record)]


async def test_a_finished_game_without_room_for_its_record_is_recorded_at_the_next_start(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None]
) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        table = await ended_without_record(app, tmp_path, fill_disk)
        app.window.close()
        await until(lambda: not app.window.isVisible())  # without a question: nothing is lost
    fill_disk(tmp_path / "nowhere")

    async with client(theme, tmp_path, "Ann") as app:
        await is_recorded_once(app, tmp_path, table.match)
        assert app.unfinished_games.rows() == []


async def test_the_record_of_a_finished_game_is_written_when_the_player_asks(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None]
) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        table = await ended_without_record(app, tmp_path, fill_disk)
        app.window.action("rules").trigger()
        click(app.window.banner.buttons[-1])
        await until(lambda: app.window.banner.shown)  # it says again why there is none
        fill_disk(tmp_path / "nowhere")

        click(app.window.banner.buttons[-1])

        await is_recorded_once(app, tmp_path, table.match)
        await until(lambda: not app.window.banner.shown)


async def test_a_game_goes_on_from_an_end_without_record_and_is_recorded_once(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None]
) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        over = await ended_without_record(app, tmp_path, fill_disk)
        app.window.action("undo").trigger()
        table = await until(lambda: app.window.table.model if app.window.table.model is not over else None)
        play_on(table, 1)
        fill_disk(tmp_path / "nowhere")
        table.resign(match=True)

        await is_recorded_once(app, tmp_path, table.match)


async def test_a_record_that_was_refused_twice_at_once_is_written_the_next_time(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None]
) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        table = play_here(app, "thud", 4)
        table.resign(match=True)
        (before,) = await until(lambda: kept(tmp_path, "played"))
        record = read_match(before)
        fill_disk(tmp_path / "data/played")
        move = table.steps()[0].event.number
        second = replace(record, comments={move: ("Well played.",)})
        third = replace(record, comments={move: ("Well played, Bob.",)})
        whys = list[str]()

        async def keep(record: Record) -> None:
            whys.append(await app.finished_games.keep(table.key, record))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep, second)
            await trio.lowlevel.checkpoint()
            nursery.start_soon(keep, third)
        assert all(whys)
        fill_disk(tmp_path / "nowhere")
        for again in (second, third):
            await keep(again)
            assert read_match(before).comments == again.comments


async def test_a_program_that_ends_before_it_removes_a_finished_game_records_it_once(
    theme: Theme, tmp_path: Path, fill_disk: Callable[[Path], None]
) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        table = await ended_without_record(app, tmp_path, fill_disk)
        (finished,) = kept(tmp_path, "games")
        data = finished.read_bytes()
        fill_disk(tmp_path / "nowhere")
        app.window.action("home").trigger()  # it tries again
        await is_recorded_once(app, tmp_path, table.match)
        table.comment(table.steps()[0].event.number, ("Well played.",))
        await until(lambda: b"Well played." in kept(tmp_path, "played")[0].read_bytes())
    finished.write_bytes(data)

    async with client(theme, tmp_path, "Ann") as app:
        await is_recorded_once(app, tmp_path, table.match)
    assert b"Well played." in kept(tmp_path, "played")[0].read_bytes()
