"""The what-if board during a match: nothing of the match is lost or hidden."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.variation_controller import VariationController
from client_qt.table.remote import RemoteTable
from client_qt.widgets.labels import LiveChip
from protocol.messages import ChatLine
from tests.client.clicks import click_cell, settle, type_text
from tests.client.play import try_moves
from tests.client.staging import own_turn, sit_down
from tests.screenshots.staged import NAMES
from tests.screenshots.staged_tables import ME, Staged


def begin_a_turn(window: MainWindow) -> tuple[object, ...]:
    """Pick a first cell; what is picked then."""
    builder = window.table.builder
    click_cell(window.table.board, min(pick for pick in builder.picks.next if isinstance(pick, int)))
    assert builder.staging
    return picked(window)


def picked(window: MainWindow) -> tuple[object, ...]:
    picks = window.table.builder.picks
    return picks.picked if picks is not None else ()


def say_to_all(table: RemoteTable, number: int) -> None:
    table.said("table", [ChatLine(number=number, at=0, account=NAMES[0], name=NAMES[0], text="Your move!")])
    settle()


def test_a_begun_turn_is_restored_after_a_variation(window: MainWindow, controller: VariationController) -> None:
    sit_down(window, own_turn(6))
    begun = begin_a_turn(window)

    controller.toggle()
    assert picked(window) == (), "what is tried begins with nothing chosen"
    try_moves(controller.table, 1)
    begin_a_turn(window)
    controller.toggle()

    assert picked(window) == begun
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not window.table.builder.staging, "its steps can be taken back as before"


def test_a_begun_turn_survives_a_look_back_and_a_variation(window: MainWindow, controller: VariationController) -> None:
    sit_down(window, own_turn(6))
    begun = begin_a_turn(window)
    window.table.walk.back()
    controller.toggle()
    controller.start(0)  # from another move, without going back to the match
    controller.toggle()

    window.table.walk.live()

    assert picked(window) == begun


def test_a_begun_turn_is_dropped_if_the_match_moved_on(window: MainWindow, controller: VariationController) -> None:
    staged = own_turn(6)
    table = sit_down(window, staged)
    begin_a_turn(window)
    controller.toggle()

    staged.play(2)  # the same account at another computer, and the answer
    controller.toggle()

    assert table.can_move
    assert picked(window) == ()


def test_a_begun_turn_is_not_restored_at_another_table(window: MainWindow, controller: VariationController) -> None:
    sit_down(window, own_turn(6))
    begin_a_turn(window)
    controller.toggle()

    sit_down(window, own_turn(6))

    assert picked(window) == ()


def test_chat_works_during_a_variation(window: MainWindow, controller: VariationController) -> None:
    staged = own_turn(6)
    table = sit_down(window, staged)
    panel = window.table.panel
    panel.show_tab("people")
    say_to_all(table, 1)
    controller.toggle()
    heard: list[object] = []
    window.table.chat.heard_line.connect(heard.append)

    say_to_all(table, 2)
    assert len(heard) == 1

    assert panel.tabs.tabText(panel.tabs.indexOf(panel.chat)).endswith("(2)"), "the first is still unread"
    panel.show_tab("chat")
    settle()
    assert window.table.chat.unread == 0
    field = panel.chat.findChild(QLineEdit, "chat_field")
    type_text(field, "A moment.")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert staged.sent[-1][1]["text"] == "A moment."


def test_a_small_window_shows_clocks_chat_and_turn(window: MainWindow, controller: VariationController) -> None:
    staged = Staged().start().play(6)
    if staged.mover() == ME:
        staged.play(1)
    table = sit_down(window, staged)
    window.resize(800, 560)
    controller.toggle()
    chat = window.table.rail.chat_button

    say_to_all(table, 1)
    assert chat.isVisible()
    assert "(1)" in chat.accessibleName()
    assert all(strip.clock.isVisible() for strip in window.table.body.strips)

    staged.play(1)
    settle()
    assert window.table.variation_bar.turn.isVisible()
    assert window.table.variation_bar.turn.text() == "Your turn"


def test_the_list_is_live_after_the_variation(window: MainWindow, controller: VariationController) -> None:
    sit_down(window, own_turn(6))
    moves = window.table.panel.moves
    controller.toggle()
    assert not moves.findChild(LiveChip).isVisible()
    try_moves(controller.table, 1)

    controller.toggle()

    assert moves.findChild(LiveChip).isVisible()
    window.table.walk.back()
    assert not moves.findChild(LiveChip).isVisible()
