"""Variations: moves tried on a copy of the match, with own dice, and the way back; the match goes on."""

import random
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QMenu, QSpinBox, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.board.sample_positions import random_move
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.table.model import ReviewTable
from client_qt.table.remote import RemoteTable
from client_qt.table.variation import VariationTable
from client_qt.widgets.labels import ElidedLabel, LiveChip
from devtools.harness.games.random_moves import random_turn
from devtools.harness.window.clicks import click_picks, press, settle, type_text
from devtools.harness.window.play import at_table, moves_of, played, try_moves
from devtools.screenshots.staged import NAMES
from devtools.screenshots.staged_tables import BATTLES, DICE, ME, Staged
from netgame.game import ToRoll
from netgame.games import GAMES
from netgame.match.commands import MakeOffer
from protocol.messages import ChatLine
from tests.client.staging import click_cell, next_cell, own_turn, sit_down
from tests.client.widget_tools import emitted


def at_match(window: MainWindow, **options: str) -> tuple[Staged, RemoteTable]:
    match = Staged(**options).start().play(6)
    return match, sit_down(window, match)


def test_undo_takes_back_one_move_and_reset_all_an_illegal_one_is_explained_and_the_live_match_stays() -> None:
    staged = Staged().start().play(4)
    source = staged.seen_by(NAMES[ME])
    table = VariationTable(source, len(source.steps()) - 1)
    refused, begun = emitted(table.refused), table.match
    move = random_move(begun.game, begun.state, random.Random(1))
    table.play(move)
    table.play(move)  # the piece is not there any more
    assert str(refused[0])
    assert len(table.match.history) == len(begun.history) + 1
    once = table.match
    try_moves(table, 1)
    table.undo()
    assert table.match is once
    table.reset()
    assert table.match is begun
    assert not table.can_undo

    try_moves(table, 2)
    staged.play(2)
    assert source.match == staged.story.match
    assert staged.sent == []
    assert [step.event for step in source.steps()] == [step.event for step in staged.story.match.history]


def test_a_key_starts_a_variation_and_returns_to_its_step(window: MainWindow, controller: VariationController) -> None:
    def toggle() -> None:
        QTest.keyClick(page.board, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        settle()

    window.show_page("home", "")
    of_home = window.windowTitle()
    _match, table = at_match(window)
    page, live = window.table, window.table.panel.moves.findChild(LiveChip)
    assert live.isVisible()
    page.history.back()
    settle()
    at, title = page.history.at, window.windowTitle()

    toggle()
    assert page.variation_bar.isVisible()
    assert window.windowTitle() != title
    assert controller.table.base == at
    assert page.panel.moves.findChild(ElidedLabel, "where").text(), "the number of the move, as in a record"
    assert not live.isVisible()

    window.show_page("home")
    assert window.windowTitle() == of_home
    window.show_page("table")
    toggle()
    assert not page.variation_bar.isVisible()
    assert page.model is table
    assert (page.history.at, window.windowTitle()) == (at, title)
    page.history.live()
    settle()
    assert live.isVisible()


def test_clicks_move_for_both_sides_and_undo_takes_back(window: MainWindow, controller: VariationController) -> None:
    match, _table = at_match(window)
    page = window.table
    press(page.panel.moves.bar, "walk_what_if")
    chance = random.Random(2)
    for _ in range(2):
        copy = controller.table.match
        click_picks(page.board, random_turn(copy.game, copy.state, chance))
        page.builder.confirm()
        settle()
    steps = len(controller.table.steps())
    assert match.sent == []

    press(page.variation_bar, "what_if_undo")
    assert len(controller.table.steps()) < steps
    press(page.variation_bar, "what_if_reset")
    assert not controller.table.can_undo
    assert not page.variation_bar.undo_button.isEnabled()


def test_the_bar_shows_turn_offers_and_clocks_of_the_match(window: MainWindow, controller: VariationController) -> None:
    match, table = at_match(window)
    page, bar = window.table, window.table.variation_bar
    if table.can_move:
        match.play(1)
    controller.start()
    assert not bar.turn.isVisible()
    clocks = [strip.clock.shown.text for strip in page.body.strips if strip.clock.isVisible()]
    match.wait(70_000)
    page.clock_ticker.tick()
    assert len(clocks) == 2
    assert [strip.clock.shown.text for strip in page.body.strips] != clocks
    assert {name for name, action in page.table_actions.current.items() if action.possible} == {"hint"}
    assert not page.panel.resign_button.isVisible()

    match.play(1)
    settle()

    assert bar.turn.isVisible()
    assert "your turn" in bar.accessibleName()
    assert page.model is controller.table, "what is tried stays"
    match.do(MakeOffer("pause"), 1 - ME)
    assert NAMES[1 - ME] in bar.accessibleName()


@pytest.mark.slow
def test_the_bar_fits_a_small_window_in_every_game(window: MainWindow, controller: VariationController) -> None:
    bar, body = window.table.variation_bar, window.table.body

    def place(part: QWidget) -> QRect:
        return QRect(part.mapTo(window, QPoint(0, 0)), part.size())

    for key in GAMES:
        match, table = at_match(window, game=key)
        window.resize(800, 560)
        controller.start()
        while table.to_move != ME:
            match.play(1)
        match.do(MakeOffer("pause"), 1 - ME)
        settle()
        assert bar.turn.isVisible()
        words = bar.findChild(ElidedLabel)
        assert words.isVisible()
        assert words.width() > 40
        parts = [
            part
            for part in bar.findChildren(QWidget)
            if part.isVisible() and isinstance(part, QAbstractButton | QSpinBox | ElidedLabel)
        ]
        places = sorted((place(part) for part in parts), key=QRect.x)
        assert not [(key, one) for one, other in pairwise(places) if one.x() + one.width() > other.x()]
        assert places[-1].right() < 800
        assert all(p.width() >= p.minimumSizeHint().width() for p in parts if isinstance(p, QAbstractButton))
        above = [place(part) for part in (*body.strips, body.dice, body.place) if part.isVisible()]
        assert not [(key, part) for part in above if part.bottom() >= place(window.table.hint).y()]


def test_dice_are_rolled_or_chosen_in_the_bar(window: MainWindow, controller: VariationController) -> None:
    source, turn = played(DICE, 3), GAMES[DICE]().turn
    at_table(window, source)
    steps = source.steps()
    controller.start(next(at for at in range(3, len(steps) - 1) if isinstance(turn(steps[at].state), ToRoll)))
    settle()
    table, dice = controller.table, window.table.variation_bar.findChildren(QSpinBox)
    wanted, shown = table.to_roll, [die for die in dice if die.isVisible()]
    assert table.fell is not None, "those of the match have been seen"
    assert tuple(die.value() for die in shown) == table.fell, "as they fell in the match, to begin with"

    shown[0].setValue(3)
    press(window.table.variation_bar, "what_if_take")
    assert table.match.last_roll[0] == 3
    table.undo()
    table.roll((wanted.sides,) * wanted.count)
    assert table.match.last_roll == (wanted.sides,) * wanted.count
    table.undo()
    table.roll()
    assert table.match.last_roll is not None


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_records_and_watched_matches_have_variations_too(window: MainWindow, controller: VariationController) -> None:
    source = played(BATTLES, 5)
    review, step = ReviewTable(source.log, source.match, "a.netgame"), moves_of(source)[0]
    at_table(window, review)
    window.table.move_menu.open(step, window.mapToGlobal(window.rect().center()))
    (menu,) = [menu for menu in window.table.findChildren(QMenu) if menu.isVisible()]
    menu.findChild(QAction, "try_from_here").trigger()
    menu.close()
    assert controller.table.base == step
    try_moves(controller.table, 1)
    controller.leave()
    assert window.table.model is review

    at_table(window, Staged().start().play(4).seen_by("Bob"))
    controller.start()
    try_moves(controller.table, 1)
    assert "your turn" not in window.table.variation_bar.accessibleName()
    at_table(window, played(DICE, 400))
    assert controller.table is None
    assert not window.table.variation_bar.isVisible()
    controller.start()
    assert controller.table is None
    assert "over" in window.banner.accessibleName()


def begin_a_turn(window: MainWindow) -> tuple[object, ...]:
    """Pick a first cell; what is picked then."""
    settle()
    click_cell(window.table.board, next_cell(window))
    assert window.table.builder.staging
    return picked(window)


def picked(window: MainWindow) -> tuple[object, ...]:
    picks = window.table.builder.picks
    return picks.picked if picks is not None else ()


def say_to_all(table: RemoteTable, number: int) -> None:
    table.add_messages("table", [ChatLine(number=number, at=0, account=NAMES[0], name=NAMES[0], text="Your move!")])
    settle()


def test_a_begun_turn_is_kept_unless_the_match_moved_on(window: MainWindow, controller: VariationController) -> None:
    staged = own_turn(6)
    table = sit_down(window, staged)
    begun = begin_a_turn(window)
    controller.toggle()
    assert picked(window) == (), "what is tried begins with nothing chosen"
    try_moves(controller.table, 1)
    begin_a_turn(window)
    controller.toggle()
    assert picked(window) == begun

    window.table.history.back()
    controller.toggle()
    controller.start(0)  # from another move, without going back to the match
    controller.toggle()
    window.table.history.live()
    assert picked(window) == begun
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not window.table.builder.staging, "its steps can be taken back as before"

    begin_a_turn(window)
    controller.toggle()
    staged.play(2)  # the same account at another computer, and the answer
    controller.toggle()
    assert table.can_move
    assert picked(window) == ()
    begin_a_turn(window)
    controller.toggle()
    sit_down(window, own_turn(6))
    assert picked(window) == ()


def test_chat_works_during_a_variation(window: MainWindow, controller: VariationController) -> None:
    staged = own_turn(6)
    table, panel = sit_down(window, staged), window.table.panel
    panel.show_tab("people")
    say_to_all(table, 1)
    controller.toggle()
    heard = emitted(window.table.chat.line_received)

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

    panel.show_tab("moves")
    window.resize(800, 560)
    say_to_all(table, 3)
    chat = window.table.rail.chat_button
    assert chat.isVisible()
    assert "(1)" in chat.accessibleName()
    assert all(strip.clock.isVisible() for strip in window.table.body.strips)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_click_in_a_variation_reaches_the_match(
    window: MainWindow, controller: VariationController, key: str
) -> None:
    match, _table = at_match(window, game=key)
    page = window.table
    window.action("variation").trigger()
    settle()
    try_moves(controller.table, 1)
    match.sent.clear()

    for cell in range(page.board.cell_count):
        click_cell(page.board, cell)
        if page.builder.can_confirm:
            page.own_turn.confirm()
    for name in ("undo", "redo", "confirm", "take_back", "pause", "abort", "resign"):
        window.action(name).trigger()
    settle()

    assert match.sent == []
    assert controller.table is not None
