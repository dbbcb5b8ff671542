"""The analysis at the table: a curve, swings, lines and comments, from a scripted engine and from the real one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QTabWidget, QWidget
from shiboken6 import delete

from client_qt.app.main_window import MainWindow
from client_qt.computer.engines import Engines
from client_qt.computer.match_analysis import Analysis
from client_qt.pages.table.controllers.analysis_controller import THINKING_MS, AnalysisController
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.pages.table.panel.analysis_tab import ValueCurve
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.variation import VariationTable
from devtools.harness.window.clicks import LEFT, press, settle
from devtools.harness.window.play import at_table, moves_of, played, try_moves
from devtools.harness.window.program import until
from devtools.screenshots.staged_tables import BATTLES, DICE, Staged
from netgame.game import ToRoll
from netgame.match.commands import Resign
from netgame.records.variations import paths_of, texts_of
from netgame.text import Text
from protocol.engine import EngineError
from tests.client.computer.analyst import ScriptedAnalyst

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]

MOVES = 8
VALUES = (0.0, 0.1, 0.0, -0.6, -0.6, -0.6, 0.5, 0.1, 0.1)  # moves 3, 6 and 7 lose most: 0.6, 1.1 and 0.4
WORST = (5, 2, 6)


def record(moves: int = MOVES, game: str = BATTLES) -> ReviewTable:
    table = played(game, moves)
    return ReviewTable(table.log, table.match, "file")


def other_move(table: ReviewTable, step: int) -> str:
    game, before, ply = table.match.game, table.steps()[step - 1], table.steps()[step]
    moves = (game.format(before.state, move) for move in game.moves(before.state))
    return next(text for text in moves if text != ply.notation)


@asynccontextmanager
async def analysing(window: MainWindow, table: TableModel, open_engine: Any) -> AsyncIterator[VariationController]:
    """Show a table in a window with an analysis by that engine."""
    async with trio.open_nursery() as nursery:
        variation = VariationController(window, window.table)
        analysis = Analysis(open_engine, nursery, window)
        controller = AnalysisController(window, window.table, analysis, variation.open_line)
        controller.setParent(variation)
        window.action("analysis").triggered.connect(controller.open)
        window.action("variation").triggered.connect(variation.toggle)
        variation.setParent(window)
        at_table(window, table)
        window.table.body.open_tab("analysis")
        settle()
        yield variation
        window.table.set_model(None)
        analysis.stop()
        window.table.panel.show_analysis(False)
        delete(variation)  # the window goes on without it


async def run_through(window: MainWindow, positions: int = MOVES + 1) -> None:
    press(window, "analysis_start")
    await finished(window, positions)


def part(window: MainWindow, name: str) -> Any:
    return window.table.panel.analysis.findChild(QWidget, name)


def curve(window: MainWindow) -> ValueCurve:
    return part(window, "analysis_curve")


def values(window: MainWindow) -> list[float]:
    return [value for value in curve(window).chart.values if value is not None]


def offered(window: MainWindow) -> bool:
    tabs = window.table.panel.findChild(QTabWidget, "table_tabs")
    return tabs.isTabVisible(tabs.indexOf(window.table.panel.analysis))


def swings(window: MainWindow) -> list[QAbstractButton]:
    rows = [part(window, f"analysis_swing_{number}") for number in range(3)]
    return [row for row in rows if row.isVisible()]


async def finished(window: MainWindow, count: int) -> None:
    await until(lambda: len(values(window)) == count)
    settle()


async def test_a_click_judges_every_position_and_draws_a_curve_that_keys_and_clicks_walk(window: MainWindow) -> None:
    table, history = record(), window.table.history
    moves, better = moves_of(table), other_move(table, moves_of(table)[5])
    analyst = ScriptedAnalyst(VALUES, {5: (better,)})
    async with analysing(window, table, analyst.open) as variation:
        history.go(moves[4])
        await run_through(window)
        shown = curve(window)
        assert shown.chart.values == VALUES
        assert analyst.asked[:3] == [5, 4, 0], "the shown position is judged first"
        assert sorted(analyst.asked) == list(range(MOVES + 1))
        assert not part(window, "analysis_start").isEnabled()

        swung = []
        for row in swings(window):
            press(window, row.objectName())
            swung.append(history.step)
        assert swung == [moves[number] for number in WORST]

        shown.setFocus()
        QTest.keyClick(shown, Qt.Key.Key_Home)
        QTest.keyClick(shown, Qt.Key.Key_Right)
        assert history.step == moves[0]
        QTest.mouseClick(shown, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(shown.width() - 2, 5))
        assert history.at is None

        history.go(moves[5])
        assert "75 %" in shown.accessibleName()
        listed = shown.accessibleDescription().split("; ")
        assert len(listed) == MOVES + 1
        assert table.steps()[moves[5]].notation in listed[6]
        assert better in part(window, "analysis_better").text()
        press(window, "analysis_better")
        assert variation.table.path == (better,), "the better move opens on a board"
        variation.leave()


async def test_an_engine_may_give_no_values_and_half_a_turn_gets_half_the_time(window: MainWindow) -> None:
    table = record()
    analyst = ScriptedAnalyst(lines={step: (other_move(table, step + 1),) for step in range(MOVES)})
    analyst.gives_values = False
    async with analysing(window, table, analyst.open):
        press(window, "analysis_start")
        await until(lambda: not part(window, "analysis_start").isEnabled())
        assert not curve(window).isVisible()
        assert part(window, "analysis_progress").text().split() == [str(MOVES), "of", str(MOVES)]
        assert part(window, "analysis_move").text()
        assert part(window, "analysis_better").isVisible()

    table, analyst = record(3, DICE), ScriptedAnalyst()
    turn = table.match.game.turn
    analyst.refused = [step for step, ply in enumerate(table.steps()) if isinstance(turn(ply.state), ToRoll)]
    async with analysing(window, table, analyst.open):
        press(window, "analysis_start")
        await until(lambda: not part(window, "analysis_start").isEnabled())
        assert len(set(analyst.asked)) == len(table.steps())
        assert {limit.ms for limit in analyst.limits} == {THINKING_MS["normal"] // 2}
        assert not part(window, "analysis_trouble").isVisible()


async def test_the_menu_starts_it_and_its_end_is_announced_once(window: MainWindow, announced: list[str]) -> None:
    async with analysing(window, record(), ScriptedAnalyst(VALUES).open):
        window.resize(800, 560)
        settle()
        window.table.panel.show_tab("rules")
        before = len(announced)
        window.action("analysis").trigger()
        await finished(window, MOVES + 1)
        assert window.table.panel.tab == "analysis"
        assert curve(window).isVisible()
        right = curve(window).mapTo(window.table.panel, curve(window).rect().bottomRight()).x()
        assert right <= window.table.panel.width()

        for is_open in (False, True):
            press(window, "rail_analysis")
            assert curve(window).isVisible() == is_open
        window.table.history.first()
        assert len(announced) == before + 1


async def test_results_appear_while_it_runs_until_it_is_stopped_or_its_engine_fails(window: MainWindow) -> None:
    table = record()
    best = table.steps()[moves_of(table)[0]].notation
    analyst = ScriptedAnalyst(VALUES, {0: (best,)})
    async with analysing(window, table, analyst.open):
        start, trouble = part(window, "analysis_start"), part(window, "analysis_trouble")
        window.table.history.first()
        for analyst.limit in (0, 3):
            analyst.asked.clear()
            press(window, "analysis_start")
            await until(lambda: len(analyst.asked) == analyst.limit + 1)
            settle()
            assert best in part(window, "analysis_best").text()
            assert ("8" in part(window, "analysis_progress").text()) == (analyst.limit > 0)
            press(window, "analysis_start")
            await until(lambda: analyst.closed == analyst.opened)
            assert len(values(window)) == analyst.limit
            assert len(analyst.asked) == analyst.limit + 1
            assert start.isEnabled()

        analyst.limit, analyst.trouble = None, EngineError(Text("It is tired"))
        press(window, "analysis_start")
        await until(lambda: trouble.isVisible())
        assert trouble.text().startswith("It is tired")
        assert start.isEnabled()
        analyst.trouble = None
        await run_through(window)
        assert not trouble.isVisible()


@pytest.mark.parametrize("to_another_table", [False, True])
async def test_leaving_page_or_table_stops_it_and_the_results_stay(window: MainWindow, to_another_table: bool) -> None:
    analyst, table = ScriptedAnalyst(VALUES), record()
    analyst.limit = 3
    async with analysing(window, table, analyst.open):
        await run_through(window, 3)
        if to_another_table:
            at_table(window, record(4))
        else:
            window.show_page("home")
        await until(lambda: analyst.closed)
        assert to_another_table == (values(window) == [])
        at_table(window, table)

        assert len(values(window)) == 3


async def test_small_values_have_a_larger_scale_and_a_deeper_level_judges_again_for_longer(window: MainWindow) -> None:
    analyst = ScriptedAnalyst([value / 10 for value in VALUES])
    async with analysing(window, record(), analyst.open):
        await run_through(window)
        assert curve(window).chart.high == 0.2
        assert len(swings(window)) == 3

        level = part(window, "analysis_level")
        QTest.keyClick(level, Qt.Key.Key_End)
        await until(lambda: len(analyst.asked) == 2 * (MOVES + 1))
        assert {limit.ms for limit in analyst.limits[: MOVES + 1]} == {THINKING_MS["normal"]}
        assert {limit.ms for limit in analyst.limits[MOVES + 1 :]} == {THINKING_MS["deep"]}
        QTest.keyClick(level, Qt.Key.Key_Home)
        assert not part(window, "analysis_start").isEnabled()
        level.setCurrentIndex(1)


async def test_swings_become_comments_with_better_moves_if_wanted(window: MainWindow) -> None:
    table = record()
    step = moves_of(table)[WORST[0]]
    number, better = table.steps()[step].event.number, other_move(table, step)
    async with analysing(window, table, ScriptedAnalyst(VALUES, {WORST[0]: (better,)}).open):
        await run_through(window)
        press(window, "analysis_keep")
        without = dict(table.comments)
        part(window, "analysis_with_lines").click()
        press(window, "analysis_keep")
        press(window, "analysis_keep")
        part(window, "analysis_with_lines").click()

        assert sorted(without) == sorted(table.steps()[moves_of(table)[n]].event.number for n in WORST)
        assert len(texts_of(table.comments[number])) == 1
        assert better in texts_of(table.comments[number])[0]
        assert paths_of(table.comments[table.steps()[step - 1].event.number]) == ((better,),)
        assert without[number] == table.comments[number]


async def test_a_match_is_analysed_while_moves_are_tried_and_a_rated_one_at_its_end(window: MainWindow) -> None:
    async with analysing(window, played(BATTLES, 4), ScriptedAnalyst().open) as variation:
        assert (offered(window), window.action("analysis").isEnabled()) == (False, False)
        variation.start()
        assert (offered(window), window.action("analysis").isEnabled()) == (True, True)
        variation.leave()
        assert not offered(window)

    staged = Staged(DICE, more={"rated": True}).start().play(4)
    async with analysing(window, staged.seen_by("Mareike"), ScriptedAnalyst().open) as variation:
        variation.start()
        assert isinstance(window.table.model, VariationTable)
        assert not offered(window)
        variation.leave()
        staged.do(Resign(), 0)
        settle()
        assert offered(window)

    analyst = ScriptedAnalyst((*VALUES, 0.3))
    async with analysing(window, record(), analyst.open) as variation:
        await run_through(window)
        variation.start()
        try_moves(variation.table, 1)
        await until(lambda: (MOVES + 1) in analyst.asked)
        await finished(window, MOVES + 2)
        assert values(window)[-1] == 0.3
        assert analyst.opened == 1
        variation.leave()
        assert len(values(window)) == MOVES + 1


async def test_the_engine_of_the_program_analyses_a_record(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(THINKING_MS, "quick", 20)
    table = record(3, DICE)
    async with analysing(window, table, Engines().open_adviser):
        window.table.panel.analysis.show_level("quick")
        await run_through(window, len(moves_of(table)) + 1)
        assert part(window, "analysis_best").text()
        texts = []
        for step in moves_of(table):
            window.table.history.go(step)
            texts.append(part(window, "analysis_move").text())
        assert any("Dice: " in text for text in texts), texts
        assert window.table.panel.analysis.level == "quick"


async def test_an_analysis_that_ends_because_a_rematch_begins_says_so(window: MainWindow) -> None:
    staged = Staged().start().play(MOVES).do(Resign(match=True), 0)
    async with analysing(window, staged.seen_by("Mareike"), ScriptedAnalyst(VALUES).open):
        await run_through(window)
        assert not window.banner.shown

        at_table(window, Staged().start().seen_by("Mareike"))

        assert window.banner.shown
