"""A turn made by clicks and keys: wrong clicks, steps back and forth, typed moves, and turns chosen ahead."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.own_turn import OwnTurn
from client_qt.settings.preferences import Preferences
from client_qt.table.local import LocalTable
from client_qt.table.model import TableModel
from client_qt.text.rules_text import translate
from devtools.harness.window.clicks import LEFT, press, settle, type_text
from devtools.harness.window.play import at_table
from devtools.screenshots.staged_tables import NAMES, Staged
from netgame.game import IllegalMove
from netgame.games import GAMES
from netgame.match.commands import AnswerOffer, MakeOffer, Play
from netgame.text import Text
from tests.client.staging import click_cell, sent, sit_down, turn_at
from tests.client.widget_tools import emitted

STONES = "2 .../a..b/..c../..../... 0-0 - -"
FIELD = "1 ......121...../............../1111........../1111a....b..../1111........../1111........../1111.........."
ONE_DWARF = "T dE9,dA6,TG8,RH8"
TWO_DWARFS = "T dE8,dE9,dA6,TG8,RH8"
BESIDE = QPoint(1, 1)
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def begin(window: MainWindow, key: str, position: str, **options: Any) -> LocalTable:
    at_table(window, table := LocalTable.new(GAMES[key], options, ("Ann", "Bob"), position=position))
    return table


def pick(window: MainWindow, *names: str) -> None:
    for name in names:
        click_cell(window.table.board, cell(window, name))


def cell(window: MainWindow, name: str) -> int:
    return window.table.board.board.cell(name)


def picked(window: MainWindow) -> list[str]:
    name = window.table.board.board.name
    return [pick if isinstance(pick, str) else name(pick) for pick in window.table.builder.picks.picked]


def reason(table: TableModel, typed: str) -> str:
    game, state = table.match.game, table.match.state
    with pytest.raises(IllegalMove) as refused:
        game.check(state, game.parse(state, typed))
    return translate(refused.value.text)


def moves(table: LocalTable) -> list[str]:
    return [step.notation for step in table.steps()[1:]]


@pytest.mark.parametrize(
    ("key", "options", "position", "staged", "wrong", "typed"),
    [
        ("blooms", {"side": 3}, STONES, ["a1"], "c3", "1a1,2c3"),
        ("conquid", {"rows": 7, "columns": 14, "base": 1}, FIELD, ["k1", "l1"], "g1", "A k1 l1 g1"),
        ("thud", {}, ONE_DWARF, ["G8"], "J9", "TG8-J9"),
        ("thud", {}, ONE_DWARF, ["G8"], "E8", "TG8-E8"),
        ("thud", {}, "d dF1,dG1,TG7,RH8", ["F1"], "G3", "dF1-G3"),
        ("thud", {}, TWO_DWARFS, ["G8", "F8", "E9"], "A6", "TG8-F8xE9xA6"),
        ("koom", {}, "T dF5,dG6,dA9,TF4,RH8", ["F4"], "F9", "TF4-F9"),
        ("koom", {}, "T dF5,dG6,dA9,TF4,RH8", ["F4", "F6"], "J6", "TF4-F6-J6xF5"),
        ("koom", {}, "d dG8,TA7,RH8", ["H8"], "H10", "RH8-H10"),
    ],
)
def test_a_wrong_pick_keeps_the_turn_and_is_told_what_a_typed_move_is_told(
    key: str, options: Any, position: str, staged: list[str], wrong: str, typed: str
) -> None:
    table = LocalTable.new(GAMES[key], options, ("Ann", "Bob"), position=position)
    turn, board = turn_at(table), table.match.game.board
    for name in staged:
        turn.pick(board.cell(name))
    before, refused = turn.builder.picks.picked, emitted(turn.refused)
    assert before

    turn.pick(board.cell(wrong))

    assert turn.builder.picks.picked == before
    assert [translate(why) for why in refused] == [reason(table, typed)]


def test_a_piece_without_a_move_says_so_and_a_click_beside_the_board_lets_one_go(window: MainWindow) -> None:
    begin(window, "thud", "d dA6,dA7,dB6,dB5,dB7,dB8,dA8,TG8,RH8")
    hint = window.table.hint.words
    pick(window, "A6" if cell(window, "A6") not in window.table.builder.picks.next else "A7")
    assert picked(window) == []
    assert window.table.hint.words != hint

    for key, position, more, stays in (("thud", ONE_DWARF, {}, []), ("blooms", STONES, {"side": 3}, ["a1", "a2"])):
        begin(window, key, position, **more)
        pick(window, *(stays or ["G8"]))
        QTest.mouseClick(window.table.board, LEFT, pos=BESIDE)
        assert picked(window) == stays


def test_a_typed_move_is_played_and_a_wrong_one_explained(window: MainWindow) -> None:
    table = begin(window, "thud", ONE_DWARF)
    box = window.table.hint.findChild(QLineEdit)
    type_text(box, "TG8-J9")
    QTest.keyClick(box, Qt.Key.Key_Return)
    settle()
    assert moves(table) == []
    assert window.table.hint.words == reason(table, "TG8-J9")

    box.clear()
    type_text(box, "tg8-f9xe9")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert moves(table) == ["TG8-F9xE9"]


def test_redo_brings_back_the_steps_of_a_turn_and_a_new_step_ends_it(window: MainWindow) -> None:
    begin(window, "blooms", STONES, side=3)
    redo = window.action("redo")
    pick(window, "a1", "a2")
    assert not redo.isEnabled()

    for modifiers, expected in ((CTRL, (["a1"], True)), (CTRL | SHIFT, (["a1", "a2"], False))):
        QTest.keyClick(window, Qt.Key.Key_Z, modifiers)
        settle()
        assert (picked(window), redo.isEnabled()) == expected

    press(window.table.hint, "Cancel")
    settle()
    redo.trigger()
    assert picked(window) == ["a1"]
    pick(window, "b1")
    assert not redo.isEnabled()


OWN = 1  # the player of the window
BATTLE = "d dF1,dG1,dO5,dN7,dA9,TG7,TO9,RH8"


def at_server(key: str = "thud", position: str = BATTLE) -> Staged:
    """A match at a server in which the first side is to move."""
    return Staged(key, clock="none", more={"position": position} if position else {}).start()


@pytest.fixture
def waiting(window: MainWindow) -> Staged:
    """A battle in which Mareike has the trolls, in her window."""
    sit_down(window, staged := at_server(), NAMES[OWN])
    return staged


def reply(staged: Staged, move: str) -> None:
    staged.do(Play(staged.story.match.position, move), staged.mover())
    settle()


def planned(window: MainWindow) -> set[str]:
    """The cells that are marked as a premove."""
    board = window.table.board
    return {board.board.name(c) for c in range(board.cell_count) if "ahead" in board.cell_state(c).marks}


def sent_moves(staged: Staged) -> list[str]:
    return [fields["move"] for name, fields in sent(staged) if name == "SendMove"]


def choose_ahead(staged: Staged, *names: str) -> OwnTurn:
    turn = turn_at(staged.seen_by(NAMES[OWN]))
    for name in names:
        turn.pick(staged.story.match.game.board.cell(name))
    assert turn.builder.is_ahead
    return turn


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("key", "position", "picks", "other", "moved"),
    [
        ("thud", BATTLE, "G7 G6", "dG1-G5", "TG7-G6xG5"),  # it takes the only dwarf beside it
        ("thud", BATTLE, "G7 G6", "dG1-G6", ""),  # illegal now
        ("thud", "d dF8,dO5,TG7,RH8", "G7 F8", "dF8-F2", "TG7-F8"),  # the other side only then makes room
        ("koom", "d dF4,dA10,TF3,TK2,RH8", "F3 F4", "dF4-F8", "TF3-F4"),
        ("koom", "", "F2 G2", "dH9-J9", "TF2-G2"),
        ("conquid", "", "k5 l5 m5", "A c4 d4 d5", "A m5 l5 k5"),
    ],
)
def test_a_premove_is_sent_after_the_move_of_the_other_side_if_the_rules_allow_it_then(
    key: str, position: str, picks: str, other: str, moved: str
) -> None:
    staged = at_server(key, position)
    turn = choose_ahead(staged, *picks.split())
    refused = emitted(turn.refused)

    staged.do(Play(staged.story.match.position, other), staged.mover())
    turn.update()
    settle()

    game, state = staged.story.match.game, staged.story.match.state
    assert sent_moves(staged) == ([game.format(state, game.parse(state, moved))] if moved else [])
    assert len(refused) == (0 if moved else 1)
    if not moved:
        assert turn.builder.picks.picked == ()


@pytest.mark.usefixtures("qapp")
def test_a_premove_with_a_choice_of_captures_waits_for_confirm_and_some_games_have_none() -> None:
    staged = at_server()
    turn = choose_ahead(staged, "O9", "O8")

    staged.do(Play(staged.story.match.position, "dO5-O7"), staged.mover())
    turn.update()
    settle()
    assert sent_moves(staged) == []
    assert turn.builder.captures == 0
    turn.confirm()

    assert sent_moves(staged) == ["TO9-O8"]
    for game in ("blooms", "clod"):  # turns of two stones, and of dice
        assert not turn_at(at_server(game, "").seen_by(NAMES[OWN])).builder.takes_picks


def test_a_premove_is_marked_and_sent_although_others_are_refused(window: MainWindow, waiting: Staged) -> None:
    board = window.table.board
    waiting.do(MakeOffer("pause"), waiting.mover())
    (offer,) = waiting.tables[0].open_offers(mine=False)
    pick(window, "G7", "G6")
    assert planned(window) == {"G7", "G6"}
    assert board.cell_state(cell(window, "G7")).piece is not None
    assert not any(board.cell_state(one).legal for one in range(board.cell_count)), "no cell is marked as possible"
    waiting.tables[0].write("table", "Hurry up")
    assert [name for name, _fields in waiting.sent] == ["Say"]

    waiting.do(Play(waiting.story.match.position, "dF1-F2"), waiting.mover())
    waiting.tables[0].answer(offer.number, accept=False)
    waiting.commands[0].refuse(Text("Please write more slowly."))
    settle()
    waiting.commands[1].refuse(Text("That offer is not open any more."))
    settle()

    assert sent_moves(waiting) == ["TG7-G6"]


def test_a_refused_message_keeps_the_turn_and_a_refused_move_is_made_again(window: MainWindow, waiting: Staged) -> None:
    reply(waiting, "dF1-F2")
    pick(window, "G7")
    waiting.tables[0].write("table", "Hello")
    waiting.tables[0].write("table", "Hello?")
    waiting.commands[1].refuse(Text("Please write more slowly."))
    settle()
    assert picked(window) == ["G7"]

    pick(window, "G6")
    waiting.commands[-1].refuse(Text("The server is busy."))
    settle()
    assert sent_moves(waiting) == ["TG7-G6"]
    pick(window, "G7", "G6")
    assert sent_moves(waiting) == ["TG7-G6"]


def test_a_turn_is_sent_after_a_lost_connection_and_not_after_a_take_back(window: MainWindow, waiting: Staged) -> None:
    reply(waiting, "dF1-F2")
    reply(waiting, "TO9-O8xN7")
    pick(window, "G7", "G6")
    waiting.do(MakeOffer("take_back", waiting.story.match.number), OWN)
    waiting.do(AnswerOffer(waiting.story.match.number, True), 1 - OWN)
    settle()
    assert waiting.mover() == OWN
    assert sent_moves(waiting) == []
    assert picked(window) == []

    table = waiting.tables[0]
    table.set_status("failed", "")
    settle()
    pick(window, "G7", "G6")
    assert sent_moves(waiting) == []

    table.set_status("waiting", "")
    settle()
    lost = window.table.hint.words
    pick(window, "G7", "G6")
    assert window.table.board.cell_state(cell(window, "G6")).piece is not None
    assert window.table.hint.words != lost, "it says that the move is not sent"
    pick(window, "O9", "O8")
    table.set_status("online", "")
    settle()
    assert sent_moves(waiting) == ["TG7-G6"]


def test_premoves_are_dragged_replaced_removed_and_switched_off(window: MainWindow, waiting: Staged) -> None:
    board = window.table.board
    for before in (["G7"], ["G7", "G6"]):
        pick(window, *before, "O9", "O8")
        assert planned(window) == {"O9", "O8"}
        QTest.mouseClick(board, LEFT, pos=BESIDE)

    start, end = (board.cell_rect(cell(window, name)).center().toPoint() for name in ("G7", "G6"))
    QTest.mousePress(board, LEFT, pos=start)
    QTest.mouseMove(board, start + QPoint(6, 0))
    QTest.mouseMove(board, end)
    QTest.mouseRelease(board, LEFT, pos=end)
    assert planned(window) == {"G7", "G6"}
    QTest.mouseClick(board, LEFT, pos=BESIDE)

    for remove in (
        lambda: QTest.mouseClick(board, Qt.MouseButton.RightButton, pos=QPoint(200, 200)),
        lambda: QTest.keyClick(board, Qt.Key.Key_Escape),
        lambda: pick(window, "K3"),
        lambda: QTest.mouseClick(board, LEFT, pos=BESIDE),
    ):
        pick(window, "G7", "G6")
        assert planned(window) == {"G7", "G6"}
        remove()
        assert planned(window) == set()
    window.show_preferences(Preferences(premoves=False))
    settle()
    pick(window, "O9", "O8")
    assert planned(window) == set()
    assert not window.table.builder.takes_picks
    window.show_preferences(Preferences())
    reply(waiting, "dF1-F2")
    assert sent_moves(waiting) == []


def test_a_premove_lives_for_one_move(window: MainWindow, waiting: Staged) -> None:
    pick(window, "G7", "G6")
    reply(waiting, "dG1-G6")  # the rules do not allow it now
    assert sent_moves(waiting) == []
    for _ in range(2):
        waiting.play(1)
        settle()
        assert sent_moves(waiting) == [], "it is not kept for a later move"
