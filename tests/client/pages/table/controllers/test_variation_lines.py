"""Tried lines that are kept: in the record beside the moves, and at the server as conditional moves."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QTableView

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.controllers.conditional_controller import ConditionalController
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.records.files import read_match, write_match
from client_qt.table.conditional import kept_lines, line_of, line_words, takes_lines
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable
from client_qt.table.move_rows import VariationLine
from client_qt.table.remote import RemoteTable
from client_qt.table.variation import VariationTable
from client_qt.table.variation_rows import NO_BREAK
from devtools.harness.games.random_moves import random_turn
from devtools.harness.window.clicks import click_picks, press, settle
from devtools.harness.window.play import at_table, held, moves_of, played, try_moves
from devtools.screenshots.staged import NAMES
from devtools.screenshots.staged_tables import BATTLES, DICE, ME, Staged
from netgame.match.conditional import base_of
from netgame.records.variations import paths_of
from netgame.text import Text
from protocol.messages import ConditionalMoves, GetConditionalMoves, SetConditionalMoves
from tests.client.staging import sit_down


def begun(window: MainWindow) -> LocalTable:
    at_table(window, table := played(BATTLES, 5))
    return table


def save_line(window: MainWindow, controller: VariationController, moves: int = 3, seed: int = 1) -> None:
    controller.start()
    try_moves(controller.table, moves, seed)
    press(window.table.variation_bar, "what_if_keep")
    controller.leave()


def lines(window: MainWindow) -> list[VariationLine]:
    return [row.line for row in window.table.panel.moves.rows if row.line is not None]


def listed(window: MainWindow) -> list[str]:
    return [f"{'.' * line.branch.depth}{line.text}".replace(NO_BREAK, " ") for line in lines(window)]


def click_line(window: MainWindow, number: int = 0) -> None:
    view = window.table.panel.moves
    rows = [place for place, row in enumerate(view.rows) if row.line is not None]
    table = view.findChild(QTableView)
    rect = table.visualRect(table.model().index(rows[number], 1))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect.center())
    settle()


def menu_of_line(window: MainWindow, entry: str) -> None:
    window.table.panel.moves.line_menu.emit(lines(window)[0], window.mapToGlobal(window.rect().center()))
    (menu,) = [menu for menu in window.table.findChildren(QMenu) if menu.isVisible()]
    menu.findChild(QAction, entry).trigger()
    menu.close()
    settle()


def test_a_saved_line_is_listed_under_its_move_beside_its_comment_and_comes_back_with_the_record(
    window: MainWindow, controller: VariationController, tmp_path: Path
) -> None:
    table, path = begun(window), tmp_path / "a.netgame"
    step = moves_of(table)[2]
    controller.start(step)
    try_moves(controller.table, 3)
    moves = [s.notation for s in controller.table.steps()[step + 1 :]]
    for name in ("what_if_keep", "what_if_keep", "what_if_back"):
        press(window.table.variation_bar, name)

    expected = [f"2. ... {moves[0]}  3. {moves[1]}  {moves[2]}"]
    assert listed(window) == expected, "once"
    rows = window.table.panel.moves.rows
    place = next(n for n, row in enumerate(rows) if row.line is not None)
    assert [row.number for row in (rows[place - 1], rows[place + 1])] == [2, 3]
    assert window.table.panel.comment.text.toPlainText() == "", "it is no comment that one writes over"
    window.table.comments.write()
    QTest.keyClicks(window.focusWidget(), "Strong.")
    window.table.comments.keep()
    assert listed(window) == expected
    assert window.table.panel.comment.text.toPlainText() == "Strong."

    write_match(path, held(table))
    kept = read_match(path)
    review = ReviewTable(kept.log, kept.match, path.name)
    review.comments = kept.comments
    window.table.set_model(review)
    assert listed(window) == expected


@pytest.mark.slow
def test_lines_and_branches_are_listed_separately(window: MainWindow, controller: VariationController) -> None:
    begun(window)
    for seed in (1, 2):
        save_line(window, controller, 3, seed)
    click_line(window)
    page, table = window.table, controller.table
    assert page.history.at == table.base + 1, "at its first own move"
    assert len(lines(window)) == 1, "the line on the board is not listed"
    page.history.forward()
    assert page.history.at == table.base + 2
    try_moves(controller.table, 1, 3)
    window.table.history.live()
    try_moves(controller.table, 1, 3)
    press(window.table.variation_bar, "what_if_keep")
    controller.leave()

    depths = [line.branch.depth for line in lines(window)]
    assert depths == [0, 1, 0], listed(window)
    assert lines(window)[1].branch.path[:2] == lines(window)[0].branch.path[:2]


def test_the_next_move_of_a_line_walks_on_and_another_one_saves_it_and_starts_a_branch(
    window: MainWindow, controller: VariationController
) -> None:
    table, history = begun(window), window.table.history
    controller.start()
    try_moves(controller.table, 3)
    first, steps = controller.table.path, controller.table.steps()
    history.back()
    history.back()
    settle()
    window.table.hint.typed.emit(steps[-2].notation)
    settle()
    assert (controller.table.path, history.at, table.comments) == (first, len(steps) - 2, {})

    here, chance = controller.table.viewed_match, random.Random(5)
    picks = random_turn(here.game, here.state, chance)
    while here.game.format(here.state, here.game.picks(here.state, picks).moves[0]) == steps[-1].notation:
        picks = random_turn(here.game, here.state, chance)
    click_picks(window.table.board, picks)
    window.table.builder.confirm()
    settle()

    second = controller.table.path
    assert second[:2] == first[:2]
    assert second != first
    (kept,) = table.comments.values()
    assert paths_of(kept) == (first,), "the line that was left"
    assert window.banner.shown
    assert listed(window) == [f"4. ... {first[2]}"], "beside the one that is tried now"


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen
@pytest.mark.slow
def test_lines_are_removed_by_menu_and_by_the_delete_key(window: MainWindow, controller: VariationController) -> None:
    table = begun(window)
    table.comment(table.steps()[-1].event.number, ("Said.",))
    for seed in (1, 2):
        save_line(window, controller, 2, seed)
    assert len(lines(window)) == 2

    menu_of_line(window, "remove_line")
    assert len(lines(window)) == 1
    row = next(place for place, one in enumerate(window.table.panel.moves.rows) if one.line is not None)
    rows = window.table.panel.moves.findChild(QTableView)
    rows.setCurrentIndex(rows.model().index(row, 1))
    QTest.keyClick(rows, Qt.Key.Key_Delete)
    settle()
    assert lines(window) == []
    assert list(table.comments.values()) == [("Said.",)]

    table.comment(table.steps()[-1].event.number, ("variation: nonsense; more",))
    settle()
    menu_of_line(window, "open_line")
    assert controller.table.path == (), "up to its first illegal move"
    assert "cannot be played" in window.banner.accessibleName()


Answer = tuple[Callable[[ConditionalMoves], object], Callable[[str, Text], object]]


def waiting(clock: str = "days 3", **options: Any) -> Staged:
    staged = Staged(clock=clock, **options).start()
    while staged.mover() == ME:
        staged.play(1)
    return staged


def test_a_line_is_kept_up_to_the_last_answer_at_the_turn_of_the_other_side_with_days_and_without_dice() -> None:
    for staged in (waiting("fischer 300+5"), waiting("none"), waiting().play(1)):
        assert not takes_lines(seen(staged))
    assert takes_lines(seen(waiting()))
    assert not takes_lines(waiting().seen_by(NAMES[ME])), "a server that takes none"

    model = seen(waiting().play(2))
    for back, kept in ((1, [None, 2, 2]), (3, [None] * 3)):  # a line in the past is none
        table = VariationTable(model, len(model.steps()) - back)
        for length in kept:
            try_moves(table, 1)
            assert (line_of(table) and len(line_of(table))) == length
    dice = seen(waiting(game=DICE))
    table = VariationTable(dice, len(dice.steps()) - 1)
    for _ in range(4):
        table.roll() if table.to_roll is not None else try_moves(table, 1)
    assert line_of(table) is None
    assert line_words(("a", "b", "c", "d")) == "if a, then b; if c, then d"
    assert line_words(("b", "c", "d"), begins_with_answer=True) == "then b; if c, then d"


def seen(staged: Staged) -> RemoteTable:
    model = staged.seen_by(NAMES[ME])
    model.set_conditional(0, ())
    return model


class LineServer(QObject):
    """The server of every table, and the requests of the window to it."""

    changed = Signal()
    status = "online"

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[Any, Answer]] = []

    def of(self, _model: object) -> Any:
        return self

    def order(self, message: Any, _kind: type, done: Any, failed: Any) -> None:
        self.sent.append((message, (done, failed)))


def opened(window: MainWindow, staged: Staged) -> tuple[RemoteTable, LineServer]:
    """Try moves at a table without lines of its player."""
    variations, server = VariationController(window, window.table), LineServer()
    for controller in (variations, ConditionalController(window, window.table, server, variations)):
        controller.setParent(window)  # deleted after the test
    model = sit_down(window, staged)
    message, (done, _failed) = server.sent.pop()
    assert message == GetConditionalMoves(table=model.table)
    done(ConditionalMoves(table=model.table, base=0, lines=[]))
    window.table.panel.moves.bar.what_if.emit()
    settle()
    return model, server


def test_a_tried_line_is_sent_with_those_that_are_there(window: MainWindow) -> None:
    staged = waiting()
    model, server = opened(window, staged)
    variation, button = window.table.model, window.table.variation_bar.answers_button
    assert (button.isVisible(), button.isEnabled()) == (True, False)
    try_moves(variation, 2)
    line = line_of(variation)

    press(window.table, "what_if_answers")

    message, (done, _failed) = server.sent.pop()
    assert message == SetConditionalMoves(table=model.table, base=base_of(model.match), lines=[list(line)])
    done(ConditionalMoves(table=model.table, base=message.base, lines=message.lines))
    settle()
    assert kept_lines(model) == (line,)
    assert list(window.table.panel.conditional.lines) == [line_words(line)]

    staged.play(1)
    settle()
    assert not button.isVisible(), "the other side has moved"


def test_a_line_is_deleted_by_its_button_and_requested_again_after_a_lost_connection(window: MainWindow) -> None:
    model, server = opened(window, waiting())
    base, panel = base_of(model.match), window.table.panel.conditional
    model.set_conditional(base, (("x", "y"), ("p", "q")))
    settle()
    assert panel.isVisible()

    press(panel, "remove_conditional_0")
    message, (done, failed) = server.sent.pop()
    assert message == SetConditionalMoves(table=model.table, base=base, lines=[["p", "q"]])
    failed("stale", Text("Too late"))
    assert len(panel.lines) == 2
    done(ConditionalMoves(table=model.table, base=base, lines=[]))
    settle()
    assert not panel.isVisible()

    for server.status in ("lost", "online", "online"):
        server.changed.emit()
    assert [type(message) for message, _answer in server.sent] == [GetConditionalMoves]
