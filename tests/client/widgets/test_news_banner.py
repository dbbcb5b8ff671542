"""A question in the banner stays until it is answered; what comes meanwhile waits, or goes by."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.theme import Theme
from client_qt.widgets.banner import MAX_QUESTIONS, Banner, NewsBanner
from tests.client.clicks import press, settle
from tests.screenshots.staged import whole


@pytest.fixture
def banner(theme: Theme, qtbot: QtBot) -> Iterator[NewsBanner]:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 400)
    page.show()
    yield NewsBanner(theme, page)
    page.close()


def says(banner: NewsBanner) -> str:
    settle()
    return " ".join(label.text() for label in banner.findChildren(QLabel)) if banner.shown else ""


def answer(banner: NewsBanner, taken: list[str], word: str) -> Callable[[], None]:
    def act() -> None:
        taken.append(word)
        banner.hide_text()

    return act


def test_a_second_invitation_waits_until_the_first_is_answered(banner: NewsBanner) -> None:
    taken: list[str] = []
    for name in ("Ann", "Bob"):
        banner.ask(f"{name} would like to play.", "turn", (("Join", answer(banner, taken, name)),))

    assert "Ann" in says(banner)
    press(banner, "Join")
    assert "Bob" in says(banner)
    press(banner, "Join")

    assert not banner.shown
    assert taken == ["Ann", "Bob"]


def test_what_goes_by_itself_covers_a_question_only_for_a_moment(banner: NewsBanner) -> None:
    banner.ask("Ann would like to play.", "turn", (("Not now", banner.hide_text),))
    banner.show_text("Saved.", "done")
    assert "Saved" in says(banner)

    banner.hide_text()
    assert "Ann" in says(banner)
    press(banner, "Not now")

    assert not banner.shown


def test_a_question_that_comes_while_something_is_said_follows_it(banner: NewsBanner) -> None:
    banner.show_text("Hosting in the background.", "turn", (("Close", banner.hide_text),))
    banner.ask("Ann would like to play.", "turn", (("Not now", banner.hide_text),))
    assert "Hosting" in says(banner)

    press(banner, "Close")

    assert "Ann" in says(banner)


def test_the_same_question_is_asked_once_and_a_flood_of_them_ends(banner: NewsBanner) -> None:
    for number in range(3 * MAX_QUESTIONS):
        banner.ask(f"{number} would like to play.", "turn", ())
        banner.ask(f"{number} would like to play.", "turn", ())

    assert banner.waiting == MAX_QUESTIONS


def test_a_question_that_is_out_of_date_is_asked_no_longer(banner: NewsBanner) -> None:
    for name in ("Ann", "Bob", "Eve"):
        banner.ask(f"{name} would like to play.", "turn", (("Not now", banner.hide_text),))

    banner.withdraw("Bob would like to play.")
    banner.withdraw("Ann would like to play.")
    assert "Eve" in says(banner)
    banner.withdraw("Eve would like to play.")

    assert not banner.shown
    assert banner.waiting == 0


def test_a_lost_line_says_when_it_is_tried_again_and_by_what_it_may_be_hurried(window: MainWindow) -> None:
    story = whole("clod", (), 4)
    table = story.up_to(story.turns()[5]).seen_by(1)
    hurried: list[bool] = []
    window.table.retry_now.connect(lambda: hurried.append(True))
    window.table.set_model(table)
    window.show_page("table")
    table.retry_in = lambda: 8.2
    table.online("waiting", "")
    settle()

    banner = window.table.banner
    assert "Connection lost. Reconnecting ... Next try in 8 s." in " ".join(
        w.text() for w in banner.findChildren(QLabel)
    )
    press(banner, "Now")
    assert hurried
    table.online("online", "")
    settle()
    assert not banner.shown


def test_news_push_a_page_down_but_never_a_board(window: MainWindow) -> None:
    window.show_page("home")
    settle()
    at_rest = window.home.mapTo(window.stack, QPoint()).y()

    window.banner.show_text("Hosting in the background.", "turn", (("Close", window.banner.hide_text),))
    settle()
    assert window.home.mapTo(window.stack, QPoint()).y() >= window.banner.geometry().bottom()

    window.show_page("table")
    settle()
    assert window.table.mapTo(window.stack, QPoint()).y() == at_rest

    window.show_page("home")
    window.banner.hide_text()
    settle()
    assert window.home.mapTo(window.stack, QPoint()).y() == at_rest


def test_a_button_whose_words_stay_is_the_same_and_does_what_it_says_now(theme: Theme, qtbot: QtBot) -> None:
    page, done = QWidget(), []
    qtbot.addWidget(page)
    page.resize(700, 400)
    page.show()
    banner = Banner(theme, page)
    banner.show_text("52 s left", "danger", (("Try again", lambda: done.append(52)),))
    settle()
    (button,) = banner.buttons
    QTest.mousePress(button, Qt.MouseButton.LeftButton)

    banner.show_text("51 s left", "danger", (("Try again", lambda: done.append(51)),))
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)

    assert banner.buttons == (button,)
    assert done == [51]
