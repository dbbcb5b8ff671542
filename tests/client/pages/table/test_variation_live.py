"""What if beside a match that goes on: nothing of the match is lost or hidden meanwhile."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from client_qt.app.main_window import MainWindow
from client_qt.board.sample_positions import random_move
from client_qt.pages.table.variation_controller import VariationController
from client_qt.table.remote import RemoteTable
from client_qt.theme import Theme
from client_qt.widgets.labels import LiveChip
from netgame.match.state import Match
from protocol.messages import ChatLine
from tests.client.clicks import click_cell, settle, type_text
from tests.screenshots.staged import NAMES
from tests.screenshots.staged_tables import ME, Staged


@pytest.fixture
def desk(window: MainWindow, theme: Theme) -> VariationController:
    controller = VariationController(window, window.table)
    controller.setParent(window)  # deleted after the test
    return controller


def own_turn(window: MainWindow, more: dict[str, object] | None = None) -> tuple[Staged, RemoteTable]:
    """A match at a server in which this window is to move."""
    staged = Staged(more=more or {}).start().play(6)
    if staged.mover() != ME:
        staged.play(1)
    table = staged.seen_by(NAMES[ME])
    window.table.set_model(table)
    window.show_page("table")
    settle()
    return staged, table


def begin_a_turn(window: MainWindow) -> tuple[object, ...]:
    """Pick a first cell; what is picked then."""
    composer = window.table.builder
    assert composer.picks is not None
    click_cell(window.table.board, min(pick for pick in composer.picks.next if isinstance(pick, int)))
    assert composer.staging
    return picked(window)


def picked(window: MainWindow) -> tuple[object, ...]:
    picks = window.table.builder.picks
    return picks.picked if picks is not None else ()


def say_to_all(table: RemoteTable, number: int, text: str = "Your move!") -> None:
    table.said("table", [ChatLine(number=number, at=0, account=NAMES[0], name=NAMES[0], text=text)])
    settle()


def try_one(desk: VariationController) -> None:
    table = desk.table
    assert table is not None
    match: Match | None = table.match
    assert match is not None
    table.play(random_move(match.game, match.state, random.Random(1)))


# ---- a turn that was begun


def test_a_turn_that_was_begun_is_there_again_after_other_moves_were_tried(
    window: MainWindow, desk: VariationController
) -> None:
    own_turn(window)
    begun = begin_a_turn(window)

    desk.toggle()
    assert picked(window) == (), "what is tried begins with nothing chosen"
    try_one(desk)
    begin_a_turn(window)
    desk.toggle()

    assert picked(window) == begun
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not window.table.builder.staging, "its steps can be taken back as before"


def test_it_is_there_as_well_where_one_looked_back_before(window: MainWindow, desk: VariationController) -> None:
    own_turn(window)
    begun = begin_a_turn(window)
    window.table.walk_back()
    desk.toggle()
    desk.start(0)  # from another move, without going back to the match
    desk.toggle()

    window.table.walk_live()

    assert picked(window) == begun


def test_it_is_gone_when_the_match_moved_on_meanwhile(window: MainWindow, desk: VariationController) -> None:
    staged, table = own_turn(window)
    begin_a_turn(window)
    desk.toggle()

    staged.play(2)  # the same account at another computer, and the answer
    desk.toggle()

    assert table.can_move
    assert picked(window) == ()


def test_it_does_not_come_back_at_another_table(window: MainWindow, desk: VariationController) -> None:
    own_turn(window)
    begin_a_turn(window)
    desk.toggle()

    own_turn(window)

    assert picked(window) == ()


# ---- what the other side does meanwhile


def test_what_is_said_meanwhile_is_counted_and_can_be_read_and_answered(
    window: MainWindow, desk: VariationController
) -> None:
    staged, table = own_turn(window)
    panel = window.table.panel
    panel.show_tab("people")
    desk.toggle()

    say_to_all(table, 1)

    assert panel.tabs.tabText(panel.tabs.indexOf(panel.chat)).endswith("(1)")
    panel.show_tab("chat")
    settle()
    assert window.table.chat.unread == 0
    field = panel.chat.findChild(QLineEdit, "chat_field")
    assert field is not None
    type_text(field, "A moment.")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert staged.sent[-1][1]["text"] == "A moment."


def test_what_was_not_read_yet_stays_news_over_what_is_tried(window: MainWindow, desk: VariationController) -> None:
    _staged, table = own_turn(window)
    window.table.panel.show_tab("people")
    say_to_all(table, 1)

    desk.toggle()
    assert window.table.chat.unread == 1
    say_to_all(table, 2)
    desk.toggle()

    assert window.table.chat.unread == 2


def test_what_is_said_meanwhile_is_heard(window: MainWindow, desk: VariationController) -> None:
    _staged, table = own_turn(window)
    desk.toggle()
    heard: list[object] = []
    window.table.chat.heard_line.connect(heard.append)

    say_to_all(table, 1)

    assert len(heard) == 1


def test_in_a_small_window_clocks_news_and_the_turn_are_in_sight(window: MainWindow, desk: VariationController) -> None:
    window.resize(800, 560)
    staged = Staged().start().play(6)
    if staged.mover() == ME:
        staged.play(1)
    table = staged.seen_by(NAMES[ME])
    window.table.set_model(table)
    window.show_page("table")
    settle()
    desk.toggle()
    chat = window.table.rail.chat_button

    say_to_all(table, 1)
    assert chat.isVisible()
    assert "(1)" in chat.accessibleName()
    assert all(strip.clock.isVisible() for strip in window.table.body.strips)

    staged.play(1)
    settle()
    assert window.table.variation_bar.turn.isVisible()
    assert window.table.variation_bar.turn.text() == "Your turn"


def test_back_at_the_match_the_list_says_live_at_once(window: MainWindow, desk: VariationController) -> None:
    own_turn(window)
    moves = window.table.panel.moves
    desk.toggle()
    assert not moves.findChild(LiveChip).isVisible()
    try_one(desk)

    desk.toggle()

    assert moves.findChild(LiveChip).isVisible()
    window.table.walk_back()
    assert not moves.findChild(LiveChip).isVisible()
