"""Two players at this computer: names, a turning board, undo, and games that are kept on the disk."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import pytest
import trio
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QToolBar

from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.pages.setup.page import SetupPage
from client_qt.records.local_games import LocalGames
from client_qt.records.recent import match_id
from client_qt.table.local import LocalTable
from client_qt.theme import Theme
from devtools.harness.systems import WINE
from devtools.harness.window.clicks import press, settle, type_text
from devtools.harness.window.play import at_table, play_on, played, seeded_table
from devtools.harness.window.program import client, play_here, show_here, until
from devtools.harness.window.program import press as press_when_there
from netgame.games import GAMES
from netgame.match.events import Moved, Rolled
from netgame.match.state import Match
from netgame.records.reader import load_record
from tests.client.widget_tools import emitted
from tests.project.sources import ROOT

pytestmark = pytest.mark.qt_trio
KEYS = list(GAMES)
HOLD = """import pathlib, sys, client_qt.settings.file_lock as locks
hold = locks.take(pathlib.Path(sys.argv[1]), "the other")
print(flush=True)
sys.stdin.read()
"""


def notations(table: LocalTable) -> list[str]:
    return [step.notation for step in table.steps() if isinstance(step.event, Moved)]


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.netgame"))


@pytest.mark.parametrize("name", ["here", "host"])
def test_arrow_keys_choose_a_game_and_enter_starts_it(window: MainWindow, name: Literal["here", "host"]) -> None:
    page: SetupPage = getattr(window, name)
    started = emitted(page.go)
    page.begin()
    page.choose(KEYS[0])
    window.show_page(name)
    settle()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(window.focusWidget(), key)
    assert page.choice().game == KEYS[1]
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Down)
    chosen = page.choice().game
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)

    assert chosen not in KEYS[:2]
    assert [choice.game for choice in started] == [chosen]


def test_both_names_may_be_given_or_left_out_and_their_fields_name_the_sides(window: MainWindow) -> None:
    here = window.here
    window.show_page("here")
    assert here.choice().names == ("", "")
    fields = [here.findChild(QLineEdit, f"name_{seat}") for seat in (0, 1)]

    for field, text in zip(fields, ("  Ann   Lee ", "Bob"), strict=True):
        type_text(field, text)

    assert here.choice().names == ("Ann Lee", "Bob")
    assert not window.host.players.isVisible()
    for key, game in GAMES.items():
        here.choose(key)
        assert all(side in field.accessibleName() for side, field in zip(game.seats, fields, strict=True))


@pytest.mark.parametrize("key", ["royalclod", "conquid"])  # with dice, and with buttons
def test_any_number_of_moves_goes_back_and_forth_and_dice_stay(window: MainWindow, key: str) -> None:
    def first_dice() -> object:
        return next((step.event.dice for step in table.steps() if isinstance(step.event, Rolled)), None)

    table = played(key, 3)
    at_table(window, table)
    assert window.action("redo") in window.findChild(QToolBar, "tools").actions()
    moves, dice = notations(table), first_dice()

    for action, expected in (("undo", []), ("redo", moves)):
        for _ in moves:
            window.action(action).trigger()
            settle()
        assert (notations(table), first_dice()) == (expected, dice)
    assert not window.action("redo").isEnabled()

    window.action("undo").trigger()
    settle()
    play_on(table, 1, seed=2)
    settle()
    assert not window.action("redo").isEnabled(), "another move was made"


def test_the_board_turns_to_the_player_to_move_and_a_flipped_one_until_the_next_turn(window: MainWindow) -> None:
    table, board = seeded_table("thud"), window.table.board
    at_table(window, table)

    def turned() -> bool:
        play_on(table, 1)
        settle()
        return bool(board.turned)

    window.action("turning").trigger()
    settle()
    assert not board.turned
    assert turned()
    assert window.table.players[1] == 1, "the player to move is below the board"
    assert not turned()

    window.action("flip").trigger()
    settle()
    assert board.turned
    assert [turned(), turned()] == [True, False]
    window.action("turning").trigger()


@pytest.mark.parametrize("end", ["board", "resigned"])
async def test_the_end_can_be_undone_dice_stay_and_the_match_is_listed_once(ann: Application, end: str) -> None:
    folder, redo = ann.settings.path.parents[1] / "data/played", ann.window.action("redo")
    before = set(files(folder))
    table = play_here(ann, "clod", 60 if end == "board" else 5)
    if end == "resigned":
        table.resign(match=True)
    moves, dice = notations(table), table.match.last_roll
    await until(lambda: len(ann.recent_records.rows()) == 1)

    again = await undone(ann)
    assert notations(again) == (moves[:-1] if end == "board" else moves)
    assert again.match.last_roll == dice
    assert ann.window.table.builder.active
    assert redo.isEnabled() == (end == "board"), "a resignation is no move"
    if end == "board":
        redo.trigger()
        assert (notations(again), again.match.phase) == (moves, "over")
    else:
        play_on(again, 60, seed=5)
    await until(lambda: [row.match for row in ann.recent_records.rows()] == [match_id(again.match)])
    await until(lambda: again not in ann.local_controller.games.tables)
    assert len(set(files(folder)) - before) == 1


async def undone(app: Application) -> LocalTable:
    settle()
    over = app.window.table.model
    app.window.action("undo").trigger()
    await until(lambda: app.window.table.model is not over)
    return app.window.table.model


@pytest.mark.parametrize(("end", "begun"), [("board", False), ("agreed", False), ("resigned", True)])
async def test_undo_goes_back_over_the_end_of_a_battle(ann: Application, end: str, begun: bool) -> None:
    table, undo = seeded_table("koom", seed=2), ann.window.action("undo")
    play_on(table, 400 if end == "board" else 6, seed=2)
    if end == "resigned":
        table.resign(match=False)
    elif end == "agreed":
        table.offer("count")
    assert table.match.phase == "between"
    show_here(ann, table)
    moves = notations(table)
    if begun:
        press(ann.window.table.result, "ready")
        play_on(table, 1)
        settle()
        undo.trigger()
        assert notations(table) == moves, "the first undo takes back the new battle"

    settle()
    undo.trigger()
    await until(lambda: table.match is not None and table.match.phase == "playing" and table.match.leg == 0)

    assert ann.window.table.model is table
    assert notations(table) == (moves[:-1] if end == "board" else moves)
    await until(lambda: ann.window.table.builder.active)
    play_on(table, 1)
    assert len(ann.local_controller.games.tables) == 1


def test_the_form_offers_every_clock_but_days(window: MainWindow) -> None:
    window.show_page("here")
    page, kinds = window.here, window.here.findChild(QComboBox, "clock_kind")
    assert [kinds.itemData(n) for n in range(kinds.count())] == ["fischer", "bronstein", "sudden", "byoyomi", "move"]
    for unknown in ("days 3", "sundial 5", "fischer 999999999+1"):  # of settings that another program wrote
        page.clock.set_notation(unknown)
        assert page.choice().clock == "none"

    page.clock.set_notation("bronstein 120+3")
    assert page.choice().clock == "bronstein 120+3"
    assert page.clock.custom.isVisible()
    page.clock.custom.minutes.setValue(0)
    assert not page.button.isEnabled(), "the time of a side has at least a second"
    page.clock.set_notation("none")


async def start_on_time(app: Application, clock: str = "fischer 300+5") -> LocalTable:
    app.window.action("home").trigger()
    app.window.action("here").trigger()
    await press_when_there(app.window.here, "game_thud")
    box = app.window.here.findChild(QComboBox, "clock")
    box.setCurrentIndex(box.findData(clock))
    await press_when_there(app.window.here, "go")
    settle()
    return app.window.table.model


async def test_a_game_on_time_pauses_at_other_pages_and_the_next_has_its_clock(ann: Application) -> None:
    table, window, page = await start_on_time(ann), ann.window, ann.window.table
    clocks = [strip.state.clock for strip in page.body.strips]
    assert [(clock.text, clock.running) for clock in clocks] == [("05:00", False), ("05:00", True)]
    play_on(table, 2)
    window.action("variation").trigger()
    settle()
    assert page.model is not table
    assert page.clock_ticker.running, "while moves are tried"
    window.action("variation").trigger()
    window.action("rules").trigger()
    settle()
    assert table.match.paused is None, "while the rules are read"

    await press_when_there(window.rules, "back")
    await press_when_there(page, "pause")
    settle()
    assert table.match.paused is not None
    assert page.result.isVisible()
    assert not page.clock_ticker.running
    await press_when_there(page, "pause")
    assert table.match.paused is None

    window.action("home").trigger()
    await press_when_there(window.home, f"continue_{table.key}")
    settle()
    assert table.match.paused is not None, "until a player goes on"
    await press_when_there(page.result, "resume")
    assert table.match.paused is None
    other = await start_on_time(ann)
    assert table.match.paused is not None, "another game is shown"
    assert other.match.paused is None

    other.resign(match=True)
    again = await undone(ann)
    assert (again.match.paused, again.match.clocks.running) == (None, again.to_move)
    again.resign(match=True)
    await press_when_there(page.result, "again")
    assert page.model.match.created.clock == "fischer 300+5"
    window.action("home").trigger()
    window.action("computer").trigger()
    assert window.here.choice().clock == "fischer 300+5"


@asynccontextmanager
async def local_games(folder: Path, number: int = 1) -> AsyncIterator[LocalGames]:
    """Run the local games of a folder in that window; at the end all of them are on the disk."""
    async with trio.open_nursery() as nursery:
        games = LocalGames(folder, nursery, QApplication.instance(), folder / f"window-{number}")
        yield games
    games.close()


async def kept(folder: Path, table: LocalTable, turns: int) -> None:
    async with local_games(folder) as games:
        games.add(table)
        play_on(table, turns)


async def opened(games: LocalGames, table: LocalTable) -> LocalTable:
    """Open a game of the list, again while another window still writes it, and return the table."""
    got = emitted(games.opened)
    games.played_elsewhere.connect(lambda found, *_where: games.open(found))
    games.open(table)
    return await until(lambda: got and got[0])


async def test_a_game_that_is_over_leaves_no_file_and_disk_errors_are_reported(theme: Theme, tmp_path: Path) -> None:
    await kept(tmp_path, seeded_table("thud"), 0)
    assert files(tmp_path) == []
    table = seeded_table("clod")
    async with local_games(tmp_path) as games:
        over = emitted(games.game_over)
        games.add(table)
        play_on(table, 60)
    assert over == [table]
    assert games.tables == files(tmp_path) == []

    (tmp_path / "games").write_text("a file where the folder should be")
    async with local_games(tmp_path / "games") as games:
        reports, table = emitted(games.refused), seeded_table("thud")
        games.add(table)
        play_on(table, 3)
    assert len(reports) == 1


async def test_closed_games_come_back_with_comments_and_broken_files_are_put_aside(
    theme: Theme, tmp_path: Path
) -> None:
    table, closed = seeded_table("conquid"), tmp_path / "closed"
    async with trio.open_nursery() as nursery:
        games = LocalGames(closed, nursery, QApplication.instance())
        games.add(closing := seeded_table("thud"))
        play_on(closing, 2)
        nursery.cancel_scope.cancel()
    assert on_disk(closed) == closing.match, "no move is lost"

    table.comment(table.steps()[0].event.number, ("Here we go.",))
    await kept(tmp_path, table, 3)
    (tmp_path / "0-broken.netgame").write_text("netgame record 1\nhalf of")

    async with local_games(tmp_path) as games:
        games.reload()
        (again,) = await until(lambda: games.tables)
        assert (tmp_path / "0-broken.broken").exists()
        assert (again.match, again.comments) == (table.match, table.comments)
        await opened(games, again)
        play_on(again, 1, seed=5)

    assert len(on_disk(tmp_path).history) > len(table.steps())


async def begun(first: LocalGames, second: LocalGames, folder: Path) -> LocalTable:
    """Begin a game in the first window, and wait until it is on the disk and in the list of the second."""
    table = seeded_table("thud")
    first.add(table)
    play_on(table, 3)
    await until(lambda: on_disk(folder) == table.match)
    second.reload()
    await until(lambda: second.tables)
    return table


def on_disk(folder: Path) -> Match | None:
    return next((load_record(file.read_bytes(), GAMES).match for file in files(folder)), None)


@pytest.mark.parametrize("is_read_again", [False, True], ids=["", "while the list is read again"])
async def test_a_list_follows_another_window_and_has_its_games_once_it_is_closed(
    theme: Theme, tmp_path: Path, is_read_again: bool
) -> None:
    def open_first() -> None:
        if is_read_again:
            second.reload()
        second.open(second.tables[0])

    async with local_games(tmp_path) as first, local_games(tmp_path, 2) as second:
        over, gone = await begun(first, second, tmp_path), emitted(second.game_deleted)
        over.resign(match=True)
        await until(lambda: not files(tmp_path))
        open_first()
        await until(lambda: gone)
        assert second.tables == []

        table = await begun(first, second, tmp_path)
        taken = emitted(second.played_elsewhere)
        play_on(table, 2, seed=3)
        await until(lambda: on_disk(tmp_path) == table.match)
        open_first()
        await until(lambda: taken)

        seen, path, owner = taken[0]
        assert (seen.match, path, owner) == (table.match, files(tmp_path)[0], str(tmp_path / "window-1"))
        assert (first.at(path), second.at(path)) == (table, None)

        first.close()
        again = await opened(second, second.tables[0])
        assert again.match == table.match
        play_on(again, 2, seed=4)

    assert on_disk(tmp_path) == again.match


@pytest.mark.slow
async def test_a_game_is_free_again_when_the_window_that_played_it_was_killed(theme: Theme, tmp_path: Path) -> None:
    await kept(tmp_path, seeded_table("thud"), 3)
    lock = files(tmp_path)[0].with_suffix(".lock")
    owner = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(lock)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    await trio.to_thread.run_sync(owner.stdout.readline)
    async with local_games(tmp_path) as games:
        taken = emitted(games.played_elsewhere)
        games.reload()
        (table,) = await until(lambda: games.tables)
        games.open(table)
        [(_table, _path, who)] = await until(lambda: taken)
        assert who == "the other"

        owner.kill()
        owner.communicate()
        assert await opened(games, table)


@pytest.mark.skipif(WINE, reason="under Wine a process does not hear itself on a local socket of Qt")
@pytest.mark.slow
async def test_a_second_window_shows_a_game_of_the_first_and_pauses_its_own(ann: Application, theme: Theme) -> None:
    home = ann.settings.path.parents[1]
    folder = home / "data/games"
    await until(lambda: not files(folder))  # those of earlier tests are being deleted
    async with client(theme, home, "Ann", number=2) as second:
        table = seeded_table("thud")
        ann.local_controller.games.add(table)
        ann.table_controller.show(table)
        play_on(table, 3)
        await until(lambda: on_disk(folder) == table.match)
        ann.window.action("home").trigger()
        second.window.action("home").trigger()
        (row,) = await until(second.unfinished_games.rows)
        await press_when_there(second.window.home, f"continue_{row.key}")
        await press_when_there(second.window, "look_at_game")
        model = await until(lambda: second.window.table.model)
        assert model.is_record
        assert model.match == table.match

        second.window.action("home").trigger()
        await press_when_there(second.window.home, f"continue_{row.key}")
        await press_when_there(second.window, "show_there")
        await until(lambda: ann.window.page == "table")
        assert ann.window.table.model is table
        assert second.window.page == "home"

        there = set(files(folder))
        own = await start_on_time(second)
        play_on(own, 3)
        assert own.match.paused is None
    (path,) = set(files(folder)) - there
    assert load_record(path.read_bytes(), GAMES).match == own.match
    assert own.match.paused is not None
