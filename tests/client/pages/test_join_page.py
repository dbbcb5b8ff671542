from dataclasses import replace

import pytest
from PySide6.QtCore import QDateTime, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.net.table_list import ListedServer, ListedTable
from client_qt.pages.join.page import JoinPage, ServerEntry
from client_qt.pages.lobby.rows import ago_words
from client_qt.text.clock_words import policy_words
from devtools.harness.window.clicks import button, choose_in_menu, click_row, list_part, press, settle, type_text
from netgame.games import GAMES
from tests.client.widget_tools import emitted, texts

HERE = ListedServer("network", "aa", "ann-laptop", (), 3.0, "0.1.0")
OLD = ListedServer("recent", "bb", "bruno", (), None, "0.0.2", problem="bruno has the older version 0.0.2.")
FREE = ListedTable(HERE, "t1", "Ann's table", "thud", {"battles": 1}, ("Ann",))
FULL = ListedTable(HERE, "t2", "The long war", "thud", {}, ("Mika", "Jo"))
WRONG = ListedTable(OLD, "t3", "Cellar", "koom", {}, ("Bruno",), problem=OLD.problem)


@pytest.fixture
def join(window: MainWindow) -> JoinPage:
    window.show_page("join")
    window.join.show_tables([FREE, FULL, WRONG])
    return window.join


def test_a_free_seat_is_taken_once_by_two_clicks_until_the_answer_comes(join: JoinPage) -> None:
    taken = emitted(join.take)
    click_row(join, "t1")
    press(join, "take_seat")
    join.show_tables([replace(FREE, title="Another title"), FULL])
    choose_in_menu(join, "take_aa/t1")

    assert not join.details.button.isEnabled()
    assert not join.details.watch_button.isEnabled()
    join.details.answer("Somebody was faster.")
    assert join.details.button.isEnabled()
    assert taken == [(FREE, "")]


def test_a_table_is_joined_by_the_keyboard_alone_and_asks_for_its_code(window: MainWindow) -> None:
    taken, locked = emitted(window.join.take), replace(FREE, access="code")
    window.join.show_tables([locked])
    window.show_page("join")
    settle()

    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    assert taken == []
    assert window.join.details.code.hasFocus()
    QTest.keyClicks(window.focusWidget(), "moon 7")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)

    assert taken == [(locked, "moon 7")]


def test_a_full_table_and_a_wrong_version_cannot_be_joined_but_watched_where_spectators_may(join: JoinPage) -> None:
    for table, problem in (("t2", ""), ("t3", OLD.problem)):
        click_row(join, table)
        assert not join.details.button.isEnabled()
        assert join.tables.selected.problem == problem

    watched = emitted(join.watch)
    join.show_tables([FULL, replace(FREE, may_watch=False)])
    click_row(join, "t2")
    press(join, "watch_table")
    assert [entry for entry, _code in watched] == [FULL]
    click_row(join, "t1")
    assert not join.details.watch_button.isVisible()


def test_open_tables_come_first_rows_begin_with_the_game_and_the_details_have_the_terms(join: JoinPage) -> None:
    made = QDateTime.currentSecsSinceEpoch() - 3 * 3600 - 1800
    other = replace(FREE, table="t4", game="koom", made=made)
    join.show_tables([FULL, WRONG, replace(FULL, table="t0", mine=True), other, FREE])
    assert [row.item.table for row in join.tables.rows] == ["t4", "t1", "t0", "t2", "t3"]
    waiting = join.tables.rows[0]
    assert waiting.title == GAMES["koom"].title
    assert all(words in waiting.lines[0] for words in (FREE.title, ago_words(3 * 3_600_000)))
    assert all(name in join.tables.rows[3].lines[0] for name in FULL.names)

    terms = {policy_words("adjourn 300"), "Dwarfs"}
    join.show_tables([replace(FREE, absence="adjourn 300", free=0), replace(FREE, table="t5", absence="x"), FULL])
    for table, expected in (("t1", terms), ("t5", set()), ("t2", set())):
        click_row(join, table)
        settle()
        assert terms & set(texts(join.details)) == expected
    set_up = replace(FREE, table="t6", set_up=True)
    assert ("position" in FREE.terms_line, "from a position" in set_up.terms_line) == (False, True)
    assert ("Start", "a position that was set up") in set_up.details()
    join.show_tables([set_up])
    assert join.tables.selected is None, "that table has gone"
    assert not join.details.button.isVisible()


def test_connect_emits_the_typed_address_and_shows_progress_until_an_answer(join: JoinPage) -> None:
    typed = emitted(join.dial)
    type_text(join.address, "192.168.1.5")
    press(join, "connect")
    assert typed == ["192.168.1.5"]
    join.address.clear()

    join.show_connecting("10.0.0.7", 6)
    assert join.is_connecting
    join.show_address_result("Nobody answers.")
    assert not join.is_connecting
    assert join.findChild(QLabel, "address_error").isVisible()
    assert not join.findChild(QLabel, "connecting").isVisible()


def test_a_question_survives_a_minimised_window_and_is_asked_twice(window: MainWindow, join: JoinPage) -> None:
    join.ask("This is Ann's server. It is new here.")
    settle()
    assert button(join, "accept_server").accessibleDescription() == "This is Ann's server. It is new here."
    window.showMinimized()
    settle()
    window.showNormal()
    settle()
    assert button(join, "accept_server").isVisible()
    window.show_page("home")
    window.show_page("join")
    assert not join.findChild(QWidget, "accept_server").isVisible()

    asked = emitted(join.accepted)
    join.accepted.connect(lambda: len(asked) == 1 and join.ask("Is it this one: pond hawk lemon waltz?"))
    window.activateWindow()
    join.ask("Another server is there.", forget=True)
    press(join, "accept_server")
    settle()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert len(asked) == 2
    assert not join.findChild(QWidget, "accept_server").isVisible()
    assert window.focusWidget() in (join.address, join.tables), "and not at Back"


def test_a_known_server_is_forgotten_after_a_question(window: MainWindow, join: JoinPage) -> None:
    forgotten = emitted(join.forgotten)
    join.show_servers([ServerEntry(HERE, known=True)])

    assert list_part(join, "lobby_aa") is None
    press(join, "forget_aa")
    press(window, "cancel")
    assert not forgotten
    press(join, "forget_aa")
    press(window, "forget_server")

    assert forgotten == ["aa"]


def test_after_a_while_without_tables_the_page_offers_to_find_out_why_and_moves_no_button(window: MainWindow) -> None:
    asked = emitted(window.join.find_out)
    window.show_page("join")
    window.join.show_tables([])
    type_text(window.join.address, "192.168.1.20")
    connect = button(window.join, "connect")
    before = connect.mapTo(window, QPoint(0, 0))

    window.join.findChild(QTimer, "patience").start(0)
    press(window.join, "find_out_now")

    assert asked == ["192.168.1.20"]
    assert connect.mapTo(window, QPoint(0, 0)) == before
