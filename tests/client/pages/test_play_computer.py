"""Games against the computer at this screen, hints, and computer players of the user, by clicks."""

import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QLineEdit, QPushButton

from client_qt.app.application import Application
from client_qt.pages.setup.page import SetupChoice
from client_qt.pages.table.page import TablePage
from client_qt.settings.file import SettingsFile
from client_qt.settings.preferences import OwnEngine
from client_qt.table.local import LocalTable
from devtools.harness.window.clicks import button, click, settle, type_text
from devtools.harness.window.engines import FakeEngines
from devtools.harness.window.play import play_on
from devtools.harness.window.program import play_here, press, until
from netgame.match.events import Moved, TakenBack
from netgame.players.kernels import GETTING_FASTER
from protocol.engine import EngineError, command_of, engine_command, join_command, split_command

pytestmark = pytest.mark.qt_trio


def kinds(app: Application) -> tuple[QComboBox, QComboBox]:
    found = [app.window.here.findChild(QComboBox, f"kind_{number}") for number in (0, 1)]
    return found[0], found[1]


LAST_MOVES = "W 31 WBBB../W.BBBW/WWBWW./WW.WBW/BBWW../BWBBBB"  # of a game of Clod


async def start(
    app: Application, key: str, first: str = "", second: str = "level 1", position: str | None = None
) -> LocalTable:
    app.window.action("home").trigger()
    await press(app.window.home, "tile_computer")
    await press(app.window.here, f"game_{key}")
    for box, wanted in zip(kinds(app), (first, second), strict=True):
        box.setCurrentIndex(box.findData(wanted))
    app.window.here.position.set_text(position)
    await press(app.window.here, "go")
    return app.window.table.model


def begin(app: Application, key: str, *computers: str, **options: Any) -> LocalTable:
    app.window.here.go.emit(SetupChoice(key, {}, computers=computers, **options))
    return app.window.table.model


def moves(table: LocalTable, player: int) -> int:
    return sum(isinstance(step.event, Moved) and step.event.player == player for step in table.steps())


async def hinted(page: TablePage) -> None:
    await until(lambda: page.suggestion is not None and page.suggestion.cells)


async def ask_hint(app: Application) -> None:
    settle()
    app.window.action("hint").trigger()
    await hinted(app.window.table)


async def my_turn(table: LocalTable) -> None:
    await until(lambda: table.can_move)


async def answered(table: LocalTable) -> None:
    play_on(table, 1)
    await my_turn(table)


async def test_the_card_offers_a_game_against_a_computer_on_either_side(
    ann: Application, fake: FakeEngines, monkeypatch: pytest.MonkeyPatch
) -> None:
    await press(ann.window.home, "tile_computer")
    here = ann.window.here
    assert ann.window.page == "here"
    assert here.choice().computers == ("", "level 2")
    assert [box.count() for box in kinds(ann)] == [6, 6]
    await press(here, "swap_sides")
    assert here.choice().computers == ("level 2", "")
    await press(here, "random_sides")
    assert here.choice().random

    for side in (0, 1):
        monkeypatch.setattr("secrets.randbelow", lambda _sides, side=side: side)
        table = begin(ann, "clod", "", "level 1", random=True)
        assert {table.name_of(player) for player in table.mine} == {"Ann"}
        assert table.mine == {side}


async def test_the_strip_says_that_the_computer_thinks_until_it_stops(ann: Application, fake: FakeEngines) -> None:
    fake.hold()
    table, page = await start(ann, "thud", "level 3", ""), ann.window.table

    def thinking() -> list[bool]:
        settle()
        return [strip.state.thinking for strip in page.body.strips]

    await until(lambda: fake.limits)
    assert thinking() == [True, False], "from top to bottom"
    assert fake.limits[0].level == 3
    assert not table.can_move
    assert not ann.window.action("hint").isEnabled()

    was_turned = page.board.turned
    ann.window.action("flip").trigger()
    assert page.board.turned != was_turned
    ann.window.action("rules").trigger()
    await press(ann.window.rules, "back")
    assert ann.window.page == "table"
    assert table.thinking, "the rules are a page of the table"

    ann.window.action("home").trigger()
    await until(lambda: not fake.running)
    assert fake.stopped == 1
    assert not table.thinking
    fake.release()
    await press(ann.window.home, f"continue_{table.key}")
    await my_turn(table)
    assert thinking() == [False, False]
    assert moves(table, 0) == 1


async def test_on_time_the_computer_thinks_by_its_clock_and_pauses(ann: Application, fake: FakeEngines) -> None:
    table = begin(ann, "thud", "", "level 1", clock="move 1")
    fake.hold()
    play_on(table, 1)
    assert table.match.clocks.running == 1
    await until(lambda: table.thinking)
    assert fake.limits[-1].ms == 250, "a quarter of the second"
    table.pause()
    await until(lambda: not table.thinking)
    fake.release()
    settle()
    assert moves(table, 1) == 0, "it waits until the person goes on"
    await press(ann.window.table.result, "resume")
    await until(lambda: moves(table, 1) == 1)

    fake.hold()
    words: dict[str, set[str]] = {"": set(), GETTING_FASTER: set()}
    ann.window.table.viewed.connect(lambda view: words[fake.note].add(view.hint.words))
    for note in words:
        fake.note = note
        table = begin(ann, "thud", "level 5", "")
        await until(lambda table=table: table.thinking)
        assert table.getting_faster == bool(note)
        settle()
    assert words[GETTING_FASTER] - words[""]


async def test_an_engine_that_fails_resigns_and_a_missing_one_is_replaced(ann: Application, fake: FakeEngines) -> None:
    for answer, failure in (("dA1-A2", None), ("", EngineError("The computer player has ended"))):
        fake.answer, fake.failure = answer, failure
        table = begin(ann, "thud", "", "level 1")
        play_on(table, 1)
        await until(lambda table=table: table.match.ended)
        settle()
        assert (table.match.ended.reason, table.match.ended.winner, moves(table, 1)) == ("resigned", 0, 0)
        assert ann.window.banner.shown, "the reason"
        await press(ann.window.table.result, "again")
        assert ann.window.table.model is not table

    ann.window.banner.hide_text()
    table = begin(ann, "thud", "", "my player")
    assert table.mine == {0}
    await until(lambda: table.mine == {0, 1})
    assert ann.window.banner.shown
    play_on(table, 2)
    assert moves(table, 1) == 1
    table.offer("count")
    assert table.match.phase == "between"


async def test_the_own_last_move_is_taken_back_at_once_and_after_the_end(ann: Application, fake: FakeEngines) -> None:
    table = begin(ann, "thud", "", "level 1")
    await answered(table)
    assert moves(table, 1) == 1

    await press(ann.window.table, "take_back")
    assert table.can_move
    assert (moves(table, 0), moves(table, 1)) == (0, 0)

    settle()
    ann.window.action("redo").trigger()
    await until(lambda: moves(table, 1) == 1)
    fake.hold()
    play_on(table, 1)
    await until(lambda: table.thinking)
    settle()
    ann.window.action("undo").trigger()
    await until(lambda: fake.stopped)
    assert table.can_move
    assert {event.player for event in table.log if isinstance(event, TakenBack)} == {0}
    fake.release()
    table = begin(ann, "clod", "", "level 1", position=LAST_MOVES)
    while table.match.ended is None:
        play_on(table, 1)
        await until(lambda: table.can_move or table.match.ended)
    fake.hold()
    settle()
    ann.window.action("undo").trigger()
    await until(lambda: ann.window.table.model is not table)
    again = ann.window.table.model
    await my_turn(again)
    assert again.mine == {0}


async def test_the_computer_answers_an_offer_to_end_the_battle(ann: Application, fake: FakeEngines) -> None:
    fake.value = -1.0  # it expects to win the battle
    table = begin(ann, "thud", "", "level 1")
    await answered(table)
    table.offer("count")
    await until(lambda: not table.match.offers)
    assert table.match.phase == "playing", "it declines"

    fake.value = 1.0
    await answered(table)
    await press(ann.window.table, "stop")
    await press(ann.window, "offer_stop")
    await until(lambda: table.match.phase == "between" and 1 in table.match.ready)
    await press(ann.window.table.result, "ready")
    await until(lambda: table.match.leg == 1)
    await my_turn(table)


async def test_two_computer_players_are_watched_paused_and_continued(ann: Application, fake: FakeEngines) -> None:
    fake.hold()
    table, window = await start(ann, "clod", "level 1", "level 2", LAST_MOVES), ann.window
    await until(lambda: table.thinking)
    assert table.is_spectator

    await press(window.table, "stop_watching")
    await until(lambda: not fake.running)
    window.action("home").trigger()
    await press(window.home, f"continue_{table.key}")
    await until(lambda: table.thinking)

    window.action("pause").trigger()
    await until(lambda: not table.thinking)
    fake.release()
    assert table.match.paused is not None
    await press(window.table.result, "resume")
    await until(lambda: table.match.ended and not fake.running)

    assert {limit.level for limit in fake.limits} == {1, 2}
    await until(window.table.result.isVisible)


async def test_play_again_keeps_the_players_or_swaps_their_sides(ann: Application, fake: FakeEngines) -> None:
    page = ann.window.table
    for name, computers in (("again", ("", "level 4")), ("again_swap", ("level 4", ""))):
        table = begin(ann, "koom", "", "level 4")
        table.resign(match=True)
        await until(page.result.isVisible)
        page.result.pressed.emit(name)
        again = page.model
        assert again is not table
        assert (again.computer_of(0), again.computer_of(1)) == computers
        assert {again.name_of(player) for player in again.mine} == {"Ann"}


async def test_a_hint_is_shown_and_gone_with_the_next_move(ann: Application, fake: FakeEngines) -> None:
    table, page = begin(ann, "thud", "", "level 1"), ann.window.table
    settle()
    click(button(page.hint, "hint"))
    await hinted(page)
    settle()
    assert page.hint.words == page.suggestion.words
    cells = range(page.board.cell_count)
    assert {cell for cell in cells if "suggested" in page.board.cell_state(cell).marks} == page.suggestion.cells

    click(button(page.hint, "hint"))
    assert page.suggestion is None, "the button removes it"
    QTest.keyClick(ann.window, Qt.Key.Key_H)
    await hinted(page)
    fake.hold()
    play_on(table, 1)
    settle()
    assert page.suggestion is None
    assert not any("suggested" in page.board.cell_state(cell).marks for cell in cells)


async def test_a_hint_is_for_the_shown_move_and_esc_stops_the_search(ann: Application, fake: FakeEngines) -> None:
    table, page = play_here(ann, "thud", 8), ann.window.table
    fake.hold()
    for asked, go in enumerate((page.history.live, page.history.back), 1):
        go()
        settle()
        ann.window.action("hint").trigger()
        await until(lambda asked=asked: len(fake.limits) == asked)
        assert page.suggestion is not None
        page.board.setFocus()
        QTest.keyClick(page.board, Qt.Key.Key_Escape)
        assert page.suggestion is None
        await until(lambda asked=asked: fake.stopped == asked)

    fake.release()
    page.history.go(3)
    await ask_hint(ann)
    assert page.suggestion.position is table.steps()[page.history.step].state
    page.history.back()
    settle()
    assert page.suggestion is None
    ann.window.action("variation").trigger()
    await ask_hint(ann)
    ann.window.action("variation").trigger()
    assert page.suggestion is None

    assert (fake.running, len(fake.commands)) == (1, 1)
    table.resign(match=True)
    await until(lambda: not fake.running)


async def open_list(app: Application) -> QLineEdit:
    app.window.action("preferences").trigger()
    await press(app.window.preferences, "preferences_engines")
    field: QLineEdit = app.window.preferences.findChild(QLineEdit, "engine_command")
    await until(field.isVisible)
    return field


def engines(app: Application) -> tuple[OwnEngine, ...]:
    return app.settings.value.preferences.engines


async def test_own_computer_players_are_tried_and_used(ann: Application, fake: FakeEngines, tmp_path: Path) -> None:
    window, page = ann.window, ann.window.preferences
    snapper = OwnEngine("Snapper", (str(tmp_path / "my player.py"),))
    robot = OwnEngine("Robot", ("robot", "my file", "--fast"))
    field = await open_list(ann)
    assert not button(page, "engine_add").isEnabled()
    fake.name = "Snapper"
    await press(page, "engine_choose")
    dialog = await until(lambda: window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(*snapper.command)
    dialog.close()
    await until(lambda: engines(ann) == (snapper,))
    assert fake.commands == [command_of(snapper.command)]

    words = [sys.executable, "my file.py", "--level"]
    assert split_command(join_command(words)) == words, "as in a shell"
    assert split_command("") == split_command("'open") == []
    problem, command = page.findChild(QLabel, "engine_problem"), join_command(robot.command)
    failed = EngineError("The computer player does not start")
    for name, failure in (("Robot", failed), ("Snapper", None)):  # the second one has the name of another one
        fake.name, fake.failure = name, failure
        type_text(field, command)
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(problem.isVisible)
        field.clear()
        assert not problem.isVisible()
    assert engines(ann) == (snapper,)
    fake.name = "Robot"
    field.setText(command)
    await press(page, "engine_add")
    await until(lambda: engines(ann) == (snapper, robot))
    assert field.text() == ""
    await press(page, "preferences_defaults")
    assert SettingsFile(ann.settings.path.parent).value.preferences.engines == engines(ann) == (snapper, robot)

    table = await start(ann, "thud", "Snapper", "")
    await my_turn(table)
    assert table.match.moved == (1, 0)
    assert table.match.seats[0].computer == "Snapper"
    assert fake.commands[-1] == command_of(snapper.command)
    await open_list(ann)
    await press(page, "engine_remove_Snapper")
    assert engines(ann) == (robot,)
    window.action("computer").trigger()
    assert [kinds(ann)[0].findData(name) < 0 for name in ("Snapper", "Robot")] == [True, False]


async def test_the_chosen_player_gives_hints_and_analyses(ann: Application, fake: FakeEngines) -> None:
    def choose(value: str) -> None:
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())

    ann.preferences_controller.choose(engines=(OwnEngine("Robot", ("robot", "--fast")),))
    play_here(ann, "thud", 4)
    table = ann.window.table
    for adviser, command in (("Robot", ["robot", "--fast"]), ("", engine_command())):
        await open_list(ann)
        box = ann.window.preferences.findChild(QComboBox, "preference_adviser")
        assert [box.itemData(number) for number in range(box.count())] == ["", "Robot"]
        choose(adviser)
        await press(ann.window.preferences, "back")
        await ask_hint(ann)
        table.set_suggestion(None)
        assert fake.commands[-1] == command

        ann.window.action("variation").trigger()
        ann.window.action("analysis").trigger()
        await until(lambda: not table.panel.analysis.findChild(QPushButton, "analysis_start").isEnabled())
        assert fake.commands[-1] == command
        ann.window.action("variation").trigger()

    await open_list(ann)
    choose("Robot")
    await press(ann.window.preferences, "engine_remove_Robot")
    await press(ann.window.preferences, "back")
    await ask_hint(ann)
    assert fake.commands[-1] == engine_command()
