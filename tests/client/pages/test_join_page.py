"""The list of tables, by real clicks."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.net.table_list import Place, TableEntry
from client_qt.pages.join.page import ServerEntry
from tests.client.clicks import button, choose_in_menu, click_row, list_part, press, settle, type_text

HERE = Place("network", "aa" * 32, "ann-laptop", (), 3.0, "0.1.0")
OLD = Place("recent", "bb" * 32, "bruno", (), None, "0.0.2", problem="bruno has the older version 0.0.2.")
FREE = TableEntry(HERE, "t1", "Ann's table", "thud", {"battles": 1}, ("Ann",))
FULL = TableEntry(HERE, "t2", "The long war", "thud", {}, ("Mika", "Jo"))
WRONG = TableEntry(OLD, "t3", "Cellar", "koom", {}, ("Bruno",), problem=OLD.problem)


def test_a_row_is_chosen_and_its_free_seat_taken_by_two_clicks(window: MainWindow) -> None:
    taken: list[TableEntry] = []
    window.join.take.connect(lambda opening, _code: taken.append(opening))
    window.show_page("join")
    window.join.show_tables([FREE, FULL, WRONG])
    settle()

    click_row(window.join, "t1")
    press(window.join, "take_seat")

    assert taken == [FREE]


def test_a_seat_is_asked_for_once_until_the_answer_comes(window: MainWindow) -> None:
    taken: list[TableEntry] = []
    window.join.take.connect(lambda opening, _code: taken.append(opening))
    window.show_page("join")
    window.join.show_tables([FREE, FULL, WRONG])
    settle()
    click_row(window.join, "t1")
    press(window.join, "take_seat")

    window.join.show_tables([replace(FREE, title="News of the table"), FULL])
    choose_in_menu(window.join.tables, "take_" + "/".join(FREE.key))
    assert not window.join.details.button.isEnabled()
    assert not window.join.details.watch_button.isEnabled()
    window.join.answer("Somebody was faster.")

    assert taken == [FREE]
    assert window.join.details.button.isEnabled()


def test_a_question_survives_a_minimised_window_but_not_another_page(
    window: MainWindow,
) -> None:
    window.show_page("join")
    window.join.ask("This is Ann's server. It is new here.")
    settle()

    window.showMinimized()
    settle()
    window.showNormal()
    settle()
    assert button(window.join, "accept_server").isVisible()
    window.show_page("home")
    window.show_page("join")

    assert not window.join.findChild(QWidget, "accept_server").isVisible()


def test_a_full_table_and_a_wrong_version_cannot_be_joined(window: MainWindow) -> None:
    window.show_page("join")
    window.join.show_tables([FREE, FULL, WRONG])
    settle()

    click_row(window.join, "t2")
    assert not window.join.details.button.isEnabled()
    click_row(window.join, "t3")

    assert not window.join.details.button.isEnabled()
    assert window.join.tables.selected is not None
    assert window.join.tables.selected.problem == OLD.problem


def test_a_table_with_a_code_asks_for_it(window: MainWindow) -> None:
    taken: list[tuple[TableEntry, str]] = []
    window.join.take.connect(lambda opening, code: taken.append((opening, code)))
    locked = replace(FREE, access="code", clock="fischer 300+5")
    window.show_page("join")
    window.join.show_tables([locked])
    settle()
    click_row(window.join, "t1")

    press(window.join, "take_seat")
    assert taken == []
    assert window.join.details.code.hasFocus()
    QTest.keyClicks(window.join.details.code, "moon 7")
    press(window.join, "take_seat")

    assert taken == [(locked, "moon 7")]


def test_a_game_of_others_can_be_watched(window: MainWindow) -> None:
    watched: list[TableEntry] = []
    window.join.watch.connect(lambda opening, _code: watched.append(opening))
    window.show_page("join")
    window.join.show_tables([FULL, replace(FREE, may_watch=False)])
    settle()

    click_row(window.join, "t2")
    press(window.join, "watch_table")
    assert watched == [FULL]
    click_row(window.join, "t1")
    assert not window.join.details.watch_button.isVisible()


def test_a_table_that_disappears_is_deselected(window: MainWindow) -> None:
    window.show_page("join")
    window.join.show_tables([FREE])
    settle()
    click_row(window.join, "t1")

    window.join.show_tables([])

    assert not window.join.details.button.isVisible()


def test_connect_emits_the_typed_address(window: MainWindow) -> None:
    typed: list[str] = []
    window.join.dial.connect(typed.append)
    window.show_page("join")
    settle()

    type_text(window.join.address, "192.168.1.5")
    press(window.join, "connect")

    assert typed == ["192.168.1.5"]


def test_a_table_is_joined_by_the_keyboard_alone(window: MainWindow) -> None:
    taken: list[TableEntry] = []
    window.join.take.connect(lambda opening, _code: taken.append(opening))
    place = Place("network", "a", "ann", (), 1.0, "0.1")
    window.join.show_tables([TableEntry(place, "t", "Ann's table", "clod", {}, ("Ann",))])
    window.show_page("join")
    settle()

    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)

    assert [opening.table for opening in taken] == ["t"]


def test_a_server_that_took_the_place_of_another_is_asked_about_twice(window: MainWindow) -> None:
    asked: list[str] = []
    window.show_page("join")

    def answered() -> None:
        asked.append("yes")
        if len(asked) == 1:
            window.join.ask("Is it this one: pond hawk lemon waltz?")

    window.join.accepted.connect(answered)
    window.join.ask("Another server is there.", forget=True)
    press(window.join, "accept_server")
    press(window.join, "accept_server")

    assert len(asked) == 2
    assert not window.join.findChild(QWidget, "accept_server").isVisible()


def test_the_details_name_the_free_side(window: MainWindow) -> None:
    window.show_page("join")
    window.join.show_tables([replace(FREE, free=0), FULL])

    def values() -> list[str]:
        settle()
        return [words.text() for words in window.join.details.findChildren(QLabel) if words.isVisible()]

    click_row(window.join, "t1")
    assert "Dwarfs" in values()
    click_row(window.join, "t2")
    assert "Dwarfs" not in values()


def test_a_known_server_is_forgotten_after_a_question(window: MainWindow) -> None:
    gone: list[str] = []
    window.join.forgotten.connect(gone.append)
    window.show_page("join")
    window.join.show_servers([ServerEntry(replace(HERE, fingerprint="ab"), known=True)])

    assert list_part(window.join, "lobby_ab") is None
    press(window.join, "forget_ab")
    press(window, "cancel")
    assert not gone
    press(window.join, "forget_ab")
    press(window, "forget_server")

    assert gone == ["ab"]


def test_after_a_while_without_tables_the_page_offers_to_find_out_why(window: MainWindow) -> None:
    asked: list[str] = []
    window.join.find_out.connect(asked.append)
    window.show_page("join")
    window.join.show_tables([])
    window.join.give_up_waiting()
    settle()
    type_text(window.join.address, "192.168.1.20")

    press(window.join, "find_out_now")

    assert asked == ["192.168.1.20"]
