"""Small things that annoyed in an evening of play: empty menus, words without a reason, tabs that jump, lost texts."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from client_qt.app.main_window import MainWindow
from client_qt.net.table_list import ListedServer, ListedTable
from client_qt.pages.home.page import stored_game
from client_qt.pages.rules.first_game import FirstGame
from client_qt.settings.schema import LastTable, Settings
from client_qt.table.elsewhere import Compared, missing_words
from client_qt.table.model import ReviewTable
from client_qt.text.rulebook import aim_words, book_of
from client_qt.widgets.labels import IconLabel
from devtools.harness.window.clicks import button, press, settle
from devtools.harness.window.input_devices import activate
from devtools.harness.window.play import at_table, played
from netgame.games import GAMES
from protocol.address import Address
from tests.client.widget_tools import emitted


def open_menus(window: MainWindow) -> set[str]:
    """The menus that can be opened, with whether they have entries."""
    return {
        menu.text().replace("&", "")
        for menu in window.menus.actions()
        if menu.isVisible() and not any(entry.isVisible() for entry in menu.menu().actions())
    }


def test_no_menu_is_empty_on_any_page(window: MainWindow) -> None:
    menus = len([menu for menu in window.menus.actions() if menu.isVisible()])
    assert open_menus(window) == set()
    at_table(window, played("clod", 2))
    assert open_menus(window) == set()
    assert len([menu for menu in window.menus.actions() if menu.isVisible()]) > menus


def test_an_empty_name_says_what_is_missing(window: MainWindow) -> None:
    window.home.name_field.setText("Ann")
    window.home.name_field.clear()
    settle()
    error = window.home.findChild(QLabel, "name_error")
    assert error.isVisible()
    assert error.text()


def test_the_panel_returns_to_its_tab_after_an_analysis(window: MainWindow) -> None:
    table = played("thud", 3)
    at_table(window, ReviewTable(table.log, table.match, "a.netgame"))
    panel = window.table.panel
    panel.show_analysis(True)
    panel.show_tab("people")
    panel.show_tab("analysis")

    panel.show_analysis(False)

    assert panel.tab == "people"


def test_the_choices_of_sides_are_beside_the_button_that_they_belong_to(window: MainWindow) -> None:
    table = played("clod", 3)
    at_table(window, table)
    table.resign(match=True)
    settle()
    strip = window.table.result
    again, choices = button(strip, "again"), button(strip, "again_choices")
    others = [each.x() for each in strip.findChildren(QPushButton) if each.isVisible() and each.x() > again.x()]
    assert min(others) == choices.x()


def test_nobody_has_signed_none_of_the_moves() -> None:
    words = missing_words(Compared((3, 0), (0, 0), (0, 0)))
    assert not any("0" in sentence for sentence in words)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_host_form_says_what_the_game_is(window: MainWindow, key: str) -> None:
    window.show_page("host")
    window.host.choose(key)
    settle()
    about = window.host.findChild(QLabel, "about_game")
    assert about.text() == aim_words(key)
    assert 10 < len(about.text()) < 200


def test_the_first_game_leads_to_a_whole_game(window: MainWindow) -> None:
    dialog = FirstGame(window.theme, "clod", window)
    wanted = emitted(dialog.play)
    dialog.open()
    for number, step in enumerate(book_of("clod").steps):
        dialog.show_step(number)
        dialog.builder.type_move(step.wanted[0])
    settle()

    press(dialog, "first_game_play")

    assert wanted == ["clod"]


def test_what_is_typed_at_the_list_of_tables_is_an_address(window: MainWindow) -> None:
    server = ListedServer("network", "ab" * 32, "Home", (Address("192.168.1.5", 7763),))
    window.show_page("join")
    window.join.show_tables([ListedTable(server, "t1", "A table", "clod", {}, ("Ann",))])
    activate(window)
    window.join.take_focus()
    settle()
    assert window.join.tables.hasFocus()

    QTest.keyClicks(window.join.tables, "10.0.0.7")

    assert window.join.address.text() == "10.0.0.7"
    assert window.join.address.hasFocus()


@pytest.mark.parametrize(("tone", "is_alarm"), [("turn", False), ("done", False), ("danger", True)])
def test_only_a_danger_has_a_warning_triangle(window: MainWindow, tone: str, is_alarm: bool) -> None:
    window.banner.show_text("News", tone)
    settle()
    icon = window.banner.findChild(IconLabel)
    shown = icon.pixmap().toImage()
    icon.set_icon("warning")
    assert (shown == icon.pixmap().toImage()) == is_alarm


@pytest.mark.parametrize("made", [0, 1_700_000_000_000])
def test_an_unfinished_game_is_described_in_the_language_of_today(made: int) -> None:
    stored = LastTable("ab" * 32, "t1", "clod", "Ann", "of an earlier language", made)
    row = stored_game(stored, Settings())
    assert (row.state == stored.note) == (not made)
    assert row.state
