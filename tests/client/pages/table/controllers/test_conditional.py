"""Conditional moves in the window: a tried line is kept at the server, shown beside the board, and deleted."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.controllers.conditional_controller import ConditionalController
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.table.conditional import kept_lines, line_of, line_words, takes_lines
from client_qt.table.remote import RemoteTable
from client_qt.table.variation import VariationTable
from devtools.harness.window.clicks import press, settle
from devtools.harness.window.play import try_moves
from devtools.screenshots.staged import NAMES
from devtools.screenshots.staged_tables import DICE, ME, Staged
from netgame.match.conditional import base_of
from netgame.text import Text
from protocol.messages import ConditionalMoves, GetConditionalMoves, SetConditionalMoves
from tests.client.staging import sit_down

Answer = tuple[Callable[[ConditionalMoves], object], Callable[[str, Text], object]]


def waiting(clock: str = "days 3", **options: Any) -> Staged:
    """Return a match in which the other side is to move."""
    staged = Staged(clock=clock, **options).start()
    while staged.mover() == ME:
        staged.play(1)
    return staged


def seen(staged: Staged) -> RemoteTable:
    model = staged.seen_by(NAMES[ME])
    model.set_conditional(0, ())
    return model


def tried(model: RemoteTable, moves: int) -> VariationTable:
    table = VariationTable(model, len(model.steps()) - 1)
    try_moves(table, moves)
    return table


def test_a_tried_line_is_kept_up_to_the_last_answer_and_in_words_says_who_answers_what() -> None:
    model = seen(waiting())
    assert line_of(tried(model, 1)) is None
    assert (len(line_of(tried(model, 2))), len(line_of(tried(model, 3)))) == (2, 2)
    assert line_words(("a", "b", "c", "d")) == "if a, then b; if c, then d"
    assert line_words(("b", "c", "d"), begins_with_answer=True) == "then b; if c, then d"


def test_lines_are_for_the_turn_of_the_other_side_with_days_for_each_move_and_without_dice_or_the_past() -> None:
    for staged in (waiting("fischer 300+5"), waiting("none"), waiting().play(1)):
        assert not takes_lines(seen(staged))
    assert takes_lines(seen(waiting()))
    assert not takes_lines(waiting().seen_by(NAMES[ME])), "a server that takes none"

    model = seen(waiting().play(2))
    earlier = VariationTable(model, len(model.steps()) - 3)
    try_moves(earlier, 2)
    assert line_of(earlier) is None
    dice = seen(waiting(game=DICE))
    table = VariationTable(dice, len(dice.steps()) - 1)
    for _ in range(4):
        table.roll() if table.to_roll is not None else try_moves(table, 1)
    assert line_of(table) is None


class Server(QObject):
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


def opened(window: MainWindow, staged: Staged) -> tuple[RemoteTable, Server]:
    """Try moves at a table without lines of its player."""
    variations, server = VariationController(window, window.table), Server()
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


def test_a_line_is_deleted_by_its_button_and_lines_are_requested_again_after_a_lost_connection(
    window: MainWindow,
) -> None:
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
