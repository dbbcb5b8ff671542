import random
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QTableView

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.records.files import read_match, write_match
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable
from client_qt.table.move_rows import VariationLine
from client_qt.table.variation_rows import NO_BREAK
from devtools.harness.games.random_moves import random_turn
from devtools.harness.window.clicks import click_picks, press, settle
from devtools.harness.window.play import at_table, held, moves_of, played, try_moves
from devtools.screenshots.staged_tables import BATTLES
from netgame.records.variations import paths_of

MENU = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen


def begun(window: MainWindow) -> LocalTable:
    table = played(BATTLES, 5)
    at_table(window, table)
    return table


def save_line(window: MainWindow, controller: VariationController, moves: int = 3, seed: int = 1) -> None:
    """Try some moves after the last one and save them."""
    controller.start()
    try_moves(controller.table, moves, seed)
    press(window.table.variation_bar, "what_if_keep")
    controller.leave()


def lines(window: MainWindow) -> list[VariationLine]:
    return [row.line for row in window.table.panel.moves.rows if row.line is not None]


def shown(window: MainWindow) -> list[str]:
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
    assert shown(window) == expected, "once"
    rows = window.table.panel.moves.rows
    place = next(n for n, row in enumerate(rows) if row.line is not None)
    assert [row.number for row in (rows[place - 1], rows[place + 1])] == [2, 3]
    assert window.table.panel.comment.text.toPlainText() == "", "it is no comment that one writes over"
    window.table.comments.write()
    QTest.keyClicks(window.focusWidget(), "Strong.")
    window.table.comments.keep()
    assert shown(window) == expected
    assert window.table.panel.comment.text.toPlainText() == "Strong."

    write_match(path, held(table))
    kept = read_match(path)
    review = ReviewTable(kept.log, kept.match, path.name)
    review.comments = kept.comments
    window.table.set_model(review)
    assert shown(window) == expected


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
    assert depths == [0, 1, 0], shown(window)
    assert lines(window)[1].branch.path[:2] == lines(window)[0].branch.path[:2]


def test_the_next_move_of_a_line_only_walks_on_and_another_one_starts_a_branch_and_saves_the_old_one(
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
    assert shown(window) == [f"4. ... {first[2]}"], "beside the one that is tried now"


@MENU
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


@MENU
def test_a_line_is_played_up_to_its_first_illegal_move(window: MainWindow, controller: VariationController) -> None:
    table = begun(window)
    table.comment(table.steps()[-1].event.number, ("variation: nonsense; more",))
    settle()
    menu_of_line(window, "open_line")
    assert controller.table.path == ()
    assert "cannot be played" in window.banner.accessibleName()
