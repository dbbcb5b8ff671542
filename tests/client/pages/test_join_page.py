"""The list of tables, by real clicks."""

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.net.table_list import Place, ServerRow, TableEntry
from client_qt.pages.join.rows import TableEntryGroup
from tests.client.clicks import button, click, press, settle, type_text
from tests.screenshots.staged_drawn import openings

HERE = Place("network", "aa" * 32, "ann-laptop", (), 3.0, "0.1.0")
OLD = Place("recent", "bb" * 32, "bruno", (), None, "0.0.2", problem="bruno has the older version 0.0.2.")
FREE = TableEntry(HERE, "t1", "Ann's table", "thud", {"battles": 1}, ("Ann",))
FULL = TableEntry(HERE, "t2", "The long war", "thud", {}, ("Mika", "Jo"))
WRONG = TableEntry(OLD, "t3", "Cellar", "koom", {}, ("Bruno",), problem=OLD.problem)


def row_named(window: MainWindow, table: str) -> QWidget:
    found = window.join.findChild(QWidget, f"opening_{table}")
    assert isinstance(found, QWidget)
    return found


def test_a_row_is_chosen_and_its_free_seat_taken_by_two_clicks(window: MainWindow) -> None:
    taken: list[TableEntry] = []
    window.join.take.connect(lambda opening, _code: taken.append(opening))
    window.show_page("join")
    window.join.show_openings([FREE, FULL, WRONG])
    settle()

    click(row_named(window, "t1"))
    press(window.join, "take_seat")

    assert taken == [FREE]


def test_a_seat_is_asked_for_once_until_the_answer_comes(window: MainWindow) -> None:
    taken: list[TableEntry] = []
    window.join.take.connect(lambda opening, _code: taken.append(opening))
    window.show_page("join")
    window.join.show_openings([FREE, FULL, WRONG])
    settle()
    click(row_named(window, "t1"))
    press(window.join, "take_seat")

    window.join.show_openings([replace(FREE, title="News of the table"), FULL])
    QTest.mouseDClick(row_named(window, "t1"), Qt.MouseButton.LeftButton)
    assert not window.join.details.button.isEnabled()
    assert not window.join.details.watch_button.isEnabled()
    window.join.answer("Somebody was faster.")

    assert taken == [FREE]
    assert window.join.details.button.isEnabled()


def test_a_question_is_still_there_when_the_window_was_minimised_and_not_when_one_comes_back_to_the_page(
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
    window.join.show_openings([FREE, FULL, WRONG])
    settle()

    click(row_named(window, "t2"))
    assert not window.join.details.button.isEnabled()
    click(row_named(window, "t3"))

    assert not window.join.details.button.isEnabled()
    assert "older version" in window.join.details._players.text()


def test_a_table_by_code_asks_for_it_and_hands_it_on(window: MainWindow) -> None:
    taken: list[tuple[TableEntry, str]] = []
    window.join.take.connect(lambda opening, code: taken.append((opening, code)))
    locked = replace(FREE, access="code", clock="fischer 300+5")
    window.show_page("join")
    window.join.show_openings([locked])
    settle()
    click(row_named(window, "t1"))

    press(window.join, "take_seat")
    assert taken == []
    assert "asks for a code" in window.join.details._error.text()
    QTest.keyClicks(window.join.details.code, "moon 7")
    press(window.join, "take_seat")

    assert taken == [(locked, "moon 7")]
    assert "5 min" in locked.what
    assert "by code" in locked.what


def test_one_looks_on_where_others_play(window: MainWindow) -> None:
    watched: list[TableEntry] = []
    window.join.watch.connect(lambda opening, _code: watched.append(opening))
    window.show_page("join")
    window.join.show_openings([FULL, replace(FREE, may_watch=False)])
    settle()

    click(row_named(window, "t2"))
    press(window.join, "watch_table")
    assert watched == [FULL]
    click(row_named(window, "t1"))
    assert not window.join.details.watch_button.isVisible()


def test_rows_stay_where_they_are_when_the_list_grows(window: MainWindow) -> None:
    window.show_page("join")
    window.join.show_openings([FREE])
    settle()
    row = row_named(window, "t1")
    click(row)

    window.join.show_openings([FREE, FULL])

    assert row_named(window, "t1") is row
    assert window.join.details.button.isEnabled()


def test_a_chosen_table_that_goes_away_is_chosen_no_more(window: MainWindow) -> None:
    window.show_page("join")
    window.join.show_openings([FREE])
    settle()
    click(row_named(window, "t1"))

    window.join.show_openings([])

    assert not window.join.details.button.isVisible()


def test_an_address_is_handed_on_as_it_was_typed(window: MainWindow) -> None:
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
    window.join.show_openings([TableEntry(place, "t", "Ann's table", "clod", {}, ("Ann",))])
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
    press(window.join, "Forget the old server")
    press(window.join, "Yes, show its tables")

    assert len(asked) == 2
    assert not window.join._question_card.isVisible()


def test_the_side_that_is_free_is_said(window: MainWindow) -> None:
    window.show_page("join")
    window.join.show_openings([replace(FREE, free=0), FULL])
    settle()
    click(row_named(window, "t1"))
    settle()

    def said() -> str:
        return " | ".join(words.text() for words in window.join.details.findChildren(QLabel) if words.isVisible())

    assert "Your side | Dwarfs" in said()
    click(row_named(window, "t2"))
    settle()
    assert "Your side" not in said()


def test_a_server_of_before_is_forgotten_after_a_question(window: MainWindow) -> None:
    gone: list[str] = []
    window.join.servers.forgotten.connect(gone.append)
    window.show_page("join")
    window.join.servers.show_rows([ServerRow("ab" * 32, "The club", "does not answer now", here=False, known=True)])
    settle()

    press(window.join, "forget_abababab")
    press(window, "cancel")
    assert not gone
    press(window.join, "forget_abababab")
    press(window, "forget_server")

    assert gone == ["ab" * 32]


def test_after_a_while_without_a_table_the_page_says_what_to_try_and_offers_the_doctor(window: MainWindow) -> None:
    asked: list[str] = []
    window.join.find_out.connect(asked.append)
    window.show_page("join")
    window.join.show_openings([])
    window.join.give_up_waiting()
    settle()
    type_text(window.join.address, "192.168.1.20")

    press(window.join, "find_out_now")

    assert asked == ["192.168.1.20"]


def test_a_caption_stands_over_its_column(window: MainWindow) -> None:
    window.resize(1280, 800)
    window.join.show_openings(openings())
    window.show_page("join")
    settle()

    for group in window.join.findChildren(TableEntryGroup):
        row = group.first_row()
        if row is not None and row.isVisible():
            captions = [caption.mapTo(window, QPoint()).x() for caption in group._captions]
            columns = [part.mapTo(window, QPoint()).x() for part in (row._players, row._ping, row._version)]
            assert captions == columns
