"""The table by keys, and what a screen reader hears."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.panel.move_table import MoveTable
from client_qt.pages.table.view.announcements import captures_words, event_words
from client_qt.settings.preferences import Preferences
from client_qt.settings.shortcuts import latin_sequence
from client_qt.table.local import LocalTable
from client_qt.table.status import view
from client_qt.text.offer_words import asked_words, ended_words
from client_qt.theme import ComboBox
from client_qt.widgets.list_view import ListRow, ListView
from client_qt.widgets.text_table import TextTable
from devtools.harness.window.clicks import button, click, press, settle
from devtools.harness.window.play import at_table, played, seeded_table
from devtools.screenshots.staged_tables import Staged
from netgame.games import GAMES
from netgame.match.commands import AnswerOffer, MakeOffer, Resign
from netgame.match.events import Ended
from protocol.messages import ChatLine
from tests.client.staging import ANN, ME, answer, click_cell, next_cell, own_turn, sent, sit_down
from tests.client.widget_tools import emitted


def at_board(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    window.activateWindow()
    window.table.board.setFocus()
    settle()


def press_key(key: str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(focus_widget(), getattr(Qt.Key, f"Key_{key}"), modifier)
    settle()


def focus_widget() -> QWidget:
    return QApplication.focusWidget()


def is_on_board(window: MainWindow) -> bool:
    settle()
    return window.focusWidget() is window.table.board


def test_buttons_questions_and_answers_leave_the_focus_on_the_board(window: MainWindow, staged: Staged) -> None:
    table = window.table
    table.builder.policy = "always"
    at_board(window, own_turn(game="clod"))
    for name in ("Cancel", "Confirm"):
        click_cell(table.board, next_cell(window))
        click(button(table.hint, name))
        assert is_on_board(window)
    table.builder.policy = "compound"

    at_board(window, staged)
    for size, take_back in (((800, 560), table.rail.take_back_button), ((1280, 800), table.panel.take_back_button)):
        window.resize(*size)
        settle()
        click(take_back)
        assert is_on_board(window)
    move = table.model.steps()[-1].event
    staged.do(MakeOffer("take_back", move.number), move.player)
    assert is_on_board(window)

    click(table.panel.resign_button)
    answer(window, "cancel")
    assert is_on_board(window)
    staged.do(MakeOffer("pause"), ANN)
    press(table.banner, "Play on")
    assert is_on_board(window)
    table.panel.show_tab("people")
    for name in ("mute_Ann", "report_Ann", "mute_Ann"):  # muted no longer: the window is shared with the next test
        settle()
        press(table.panel.people, name)
        assert is_on_board(window)
    table.panel.resign_button.setFocus()
    staged.do(Resign(match=True), ANN)
    assert is_on_board(window)


def test_arrows_on_the_board_move_its_cursor_and_in_the_list_after_tab_walk_the_moves(window: MainWindow) -> None:
    at_board(window, Staged(clock="none").start().play(4))
    history = window.table.history
    press_key("Home")
    assert history.at is not None, "at the first move"
    press_key("Left", Qt.KeyboardModifier.AltModifier)
    press_key("End")
    assert history.at is None
    press_key("Left")
    assert history.at is None
    assert window.table.board.cursor_cell is not None
    for _ in range(40):
        press_key("Tab")
        assert window.isAncestorOf(focus_widget())
        if focus_widget().accessibleName() == "Moves":
            break
    press_key("Left")
    assert history.at is not None
    press_key("Escape")
    assert is_on_board(window)


def test_a_key_announces_the_state_and_an_offer_the_keys_that_answer(window: MainWindow, announced: list[str]) -> None:
    staged = Staged(clock="fischer 300+5").start().play(2)
    at_board(window, staged)
    heard(announced)
    press_key("F7")
    (words,) = announced
    assert "Ann, " in words
    assert words.count(" left.") == 2
    assert window.table.hint.words in words

    staged.do(MakeOffer("pause"), ANN)
    settle()
    offer = next(iter(staged.story.match.offers.values()))
    assert asked_words(staged.story.match, offer, "Ann") in announced[-1]
    assert "F6" in announced[-1]
    for key in ("F6", "Tab", "Enter"):
        press_key(key)
    assert [name for name, _ in sent(staged)] == ["SendAnswer"]
    staged.do(AnswerOffer(offer.number, accept=False), ME)
    settle()
    assert focus_widget() is window.table.board


def test_keys_turn_the_board_go_to_the_move_box_and_ask_for_a_take_back(window: MainWindow) -> None:
    staged = own_turn(2, clock="none")
    at_board(window, staged)
    turned, field = window.table.board.turned, window.table.panel.chat.findChild(QWidget, "chat_field")
    press_key("F")
    assert window.table.board.turned != turned
    press_key("Slash")
    assert focus_widget().accessibleName() == "Move, in the notation of the game"
    press_key("Escape")
    assert is_on_board(window)
    field.setFocus()
    QTest.keyClicks(field, "/Hello U F")
    press_key("Home")
    assert field.text() == "/Hello U F"
    assert window.table.history.at is None, "Home is the beginning of the line"

    staged.play(1)
    sent(staged)
    window.table.board.setFocus()
    press_key("Backspace", Qt.KeyboardModifier.ControlModifier)
    assert [name for name, _ in sent(staged)] == ["SendOffer"]


def heard(announced: list[str]) -> str:
    settle()
    words = " | ".join(announced)
    announced.clear()
    return words


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_event_of_every_game_is_a_sentence(key: str) -> None:
    table = played(key, 6)
    for event in table.log[3:]:  # those before are the creation and the seats
        words = event_words(table, table.match, event)
        assert words.endswith("."), event
        assert "{" not in words


def test_a_move_is_announced_before_the_own_turn(window: MainWindow, announced: list[str]) -> None:
    staged = own_turn(clock="none").play(1)
    match = sit_down(window, staged).match
    assert "your turn" not in heard(announced)
    staged.play(1)
    before, step = staged.story.match.history[-2:]
    sentence = str(match.game.describe(before.state, step.move))
    words = heard(announced)
    assert words.lower().startswith(sentence.lower())
    assert words.index("It is your turn.") > len(sentence)


def test_a_pick_is_announced_with_its_captures_or_the_reason(window: MainWindow, announced: list[str]) -> None:
    table = seeded_table("thud")
    at_table(window, table)
    heard(announced)
    board = window.table.board
    start = min(window.table.builder.picks.next)
    click_cell(board, start)
    words = heard(announced)

    assert words.startswith(table.match.game.board.name(start))
    assert "chosen" in words
    assert window.table.hint.words in words
    click_cell(board, start)
    words = heard(announced)
    assert board.describe_cell(start) not in words
    assert words.endswith(window.table.hint.words)
    assert words != window.table.hint.words
    click_cell(board, next(cell for cell in range(50, 100) if cell not in window.table.builder.picks.next))
    assert heard(announced) == window.table.hint.words, "without a reason of the rules the hint is repeated"

    at_table(window, LocalTable.new(GAMES["thud"], {}, ("Ann", "Bob"), position="T dE9,dA6,TG8,RH8"))
    for name in ("G8", "F9"):
        click_cell(board, board.board.cell(name))
    assert captures_words(1) in heard(announced)

    at_table(window, table := played("clod", 1))
    heard(announced)
    taken = min(window.table.builder.picks.pieces)
    click_cell(board, taken)
    words = heard(announced)
    assert table.match.game.board.name(taken) in words
    assert window.table.hint.words == words
    click_cell(board, next_cell(window))
    assert window.table.hint.words != words


def test_chat_connection_and_the_end_of_the_match_are_announced(window: MainWindow, announced: list[str]) -> None:
    staged = own_turn(clock="none")
    model = sit_down(window, staged)
    model.server = "Club"
    heard(announced)
    model.add_messages("table", [ChatLine(number=1, at=0, account="Ann", name="Ann", text="hello")])
    assert heard(announced) == "Ann says: hello"
    model.set_status("connecting", "Mareike")
    assert "Club" in heard(announced)
    model.set_status("online", "Mareike")
    assert heard(announced).startswith("The connection is back. It is your turn.")

    staged.do(Resign(match=True), ANN)
    assert ended_words(staged.story.match, staged.story.match.ended, ("Ann", "Mareike")) in heard(announced)


def test_low_time_is_announced_once_for_each_limit(window: MainWindow, announced: list[str]) -> None:
    staged = own_turn(2)  # free first moves are over
    sit_down(window, staged)
    left, words = 305_000, list[str]()
    for until in (61_000, 59_000, 40_000, 19_000, 15_000, 9_000, 4_000):
        staged.wait(left - until)
        left = until
        window.table.clock_ticker.tick()
        words += [line for line in heard(announced).split(" | ") if "less than" in line]
    assert words == [f"You have less than {seconds} seconds." for seconds in (60, 20, 10, 5)]


def test_every_early_end_has_a_text_another_for_the_own_end_and_no_spots_of_the_dice() -> None:
    match, end = seeded_table("clod").match, Ended(number=9, at=0, reason="left", winner=0, totals=(1, -1))
    for reason in ("flag", "left", "resigned", "absent"):
        over = replace(end, reason=reason, player=1)
        words, own = (ended_words(match, over, ("Ann", "Bob"), mine) for mine in (frozenset(), frozenset({1})))
        assert ("Bob" in words, "Bob" in own, own != "") == (True, False, True)
    assert ended_words(match, replace(end, reason="legs"), ("Ann", "Bob")) == ""
    table = seeded_table("clod")
    for has_spots in (True, False):
        assert any(mark.kind == "spot" for mark in view(table.match, -1, live=True).marks) == has_spots
        table.resign(match=True)


PLAIN = Qt.KeyboardModifier.NoModifier
CYRILLIC = dict(zip("qwertyuiopasdfghjklzxcvbnm/", "йцукенгшщзфывапролдячсмить.", strict=True))
GREEK = dict(zip("ertyuiopasdfghjklzxcvbnm", "ερτυθιοπασδφγηξκλζχψωβνμ", strict=True))
HEBREW = dict(zip("ertyuiopasdfghjkzxcvbnm/", "קראטוןםפשדגכעיחלזסבהנמצ.", strict=True))


def type_letter(letter: str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key as the window system reports it: its code is that of the capital letter."""
    for kind in (QTest.KeyAction.Press, QTest.KeyAction.Release):
        QTest.sendKeyEvent(kind, focus_widget(), Qt.Key(ord(letter.upper())), letter, modifier)
    settle()


@pytest.mark.parametrize("layout", [CYRILLIC, GREEK, HEBREW], ids=["Cyrillic", "Greek", "Hebrew"])
def test_keys_work_on_keyboards_without_latin_letters(window: MainWindow, layout: dict[str, str]) -> None:
    single = {name: key.lower() for name, key in window.table.keys.items() if len(key) == 1 and "." not in name}
    at_board(window, own_turn(game="thud"))
    pressed: list[str] = []
    for name, key in single.items():
        if key in layout:
            action = window.action(name)
            action.blockSignals(True)
            assert QKeySequence(layout[key].upper()) in action.shortcuts(), name
            action.blockSignals(False)
            pressed.append(name)
    assert pressed

    if "/" in layout:
        type_letter(layout["/"])
        assert focus_widget().objectName() == window.table.hint.findChild(QLineEdit).objectName()


def by_place(kind: QEvent.Type, written: str, place: str = "F", modifier: Qt.KeyboardModifier = PLAIN) -> QKeyEvent:
    """Return the event of a key at the place of that Latin letter."""
    code = {"A": 30, "D": 32, "F": 33}[place] + (0 if sys.platform == "win32" else 8)
    return QKeyEvent(kind, ord(written.upper()), modifier, code, 0, 0, written)


def press_at_place(written: str, place: str = "F") -> None:
    """Press a key as the window system does: first Qt looks for a shortcut, which `sendEvent` would do again."""
    override = by_place(QEvent.Type.ShortcutOverride, written, place)
    override.ignore()
    QApplication.sendEvent(focus_widget(), override)
    assert override.isAccepted(), "else Qt looks for shortcuts, and may find two"
    press, taker = by_place(QEvent.Type.KeyPress, written, place), focus_widget()
    taker.keyPressEvent(press)
    while not press.isAccepted() and not taker.isWindow():
        press.accept()
        taker = taker.parentWidget()
        taker.keyPressEvent(press)


@pytest.mark.parametrize("written", ["\u0430", "\u043e", "\u0444"], ids=["Russian", "Bulgarian", "Serbian"])
def test_a_key_does_what_its_place_says_once_whatever_it_writes(window: MainWindow, written: str) -> None:
    at_board(window, own_turn(game="thud"))
    before = window.table.players
    press_at_place(written)
    assert window.table.players != before
    press_at_place(written)
    assert window.table.players == before
    with_ctrl = by_place(QEvent.Type.KeyPress, written, modifier=Qt.KeyboardModifier.ControlModifier)
    assert latin_sequence(with_ctrl) == QKeySequence("Ctrl+F")


@pytest.fixture
def own_keys(window: MainWindow) -> Iterator[Callable[[dict[str, str]], None]]:
    """Gives actions other keys; the window is shared with the next test."""
    yield lambda keys: window.show_preferences(Preferences(shortcuts=keys))
    window.show_preferences(Preferences())


@pytest.mark.parametrize(("written", "place"), [("\u0430", "F"), ("\u0444", "A"), ("\u00e9", "F")])
def test_a_key_of_ones_own_is_stronger_than_its_place(
    window: MainWindow, own_keys: Callable[[dict[str, str]], None], written: str, place: str
) -> None:
    own_keys({"records": written.upper()})
    at_board(window, own_turn(game="conquid"))  # A is a button of this game
    before, fired = window.table.players, emitted(window.action("records").triggered)
    press_at_place(written, place)

    assert len(fired) == 1
    assert (window.table.players, window.table.builder.staging) == (before, False)


def test_a_button_of_a_game_has_a_key_of_ones_own_in_any_script(
    window: MainWindow, own_keys: Callable[[dict[str, str]], None]
) -> None:
    game = GAMES["conquid"]
    own_keys({"conquid.C": "\u0410", "blooms.pass": "\u0424"})
    at_table(window, LocalTable.new(game, {}, ("Ann", "Bob"), position=game().example))
    window.activateWindow()
    window.table.board.setFocus()
    settle()
    before = window.table.players
    press_at_place("\u0430")
    assert (window.table.players, window.table.builder.staging) == (before, True)
    press_at_place("\u0444")
    assert window.table.players != before, "a key of another game's button is none here"


def key_takers(window: MainWindow) -> dict[str, QWidget]:
    """Widgets that look for a row by the letters that they get."""
    table = TextTable(window.theme, "", "")
    table.show_rows(["Name"], [["\u0430"]])
    rows = ListView(window.theme, "", "")
    rows.show_rows([ListRow("first", "\u0430"), ListRow("second", "\u0431")])
    box = ComboBox()
    box.addItems(["\u0431", "\u0430", "\u0432"])
    for widget in (table, rows, box):
        widget.setParent(window.table)
        widget.show()
    return {"table": table, "list": rows, "box": box, "moves": window.table.panel.moves.findChild(MoveTable)}


@pytest.mark.parametrize("taker", ["table", "list", "box", "moves"])
def test_a_key_does_what_its_place_says_in_lists_and_boxes(window: MainWindow, taker: str) -> None:
    at_board(window, own_turn(4, game="thud"))
    widgets = key_takers(window)
    widgets[taker].setFocus()
    before = window.table.players
    press_at_place("\u0430")
    assert window.table.players != before

    box = widgets["box"]
    assert isinstance(box, ComboBox)
    assert box.currentIndex() == 0
    box.setFocus()
    press_at_place("\u0432", "D")  # the key of no action
    assert box.currentIndex() == 2
    for name in ("table", "list", "box"):
        widgets[name].deleteLater()
