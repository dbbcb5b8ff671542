"""Banners: one strip, the stack over a board, and the queue of questions over all pages."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.news import News, NewsItem, NewsKey
from client_qt.theme import Theme
from client_qt.widgets.banner import Banner, BannerStack, NewsBanner, Notice
from devtools.harness.window.clicks import GUARD_MS, press, settle
from devtools.screenshots.staged import whole
from tests.client.widget_tools import LEFT


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 400)
    page.show()
    return page


@pytest.fixture
def banner(theme: Theme, page: QWidget) -> NewsBanner:
    return NewsBanner(theme, page, News())


def question(words: str) -> NewsItem:
    return NewsItem(NewsKey("server", "invitation", words), words, (("yes", "Join"),))


def shown_text(banner: Banner) -> str:
    settle()
    return banner.accessibleName() if banner.shown else ""


@pytest.mark.slow
@pytest.mark.parametrize("still", [True, False])
def test_a_banner_slides_in_over_the_page_and_out_again(theme: Theme, page: QWidget, qtbot: QtBot, still: bool) -> None:
    theme.choose(reduced_motion=still)
    banner = Banner(theme, page)
    banner.show_text("lost", "turn", (("Now", banner.hide_text),))
    qtbot.waitUntil(lambda: banner.isVisible() and banner.y() > 0, timeout=GUARD_MS)
    page.resize(400, 300)
    assert banner.geometry().right() <= 400
    QTest.mouseClick(banner.buttons[0], LEFT)

    qtbot.waitUntil(lambda: not banner.isVisible(), timeout=GUARD_MS)


def test_a_shown_banner_changes_in_place_and_keeps_a_pressed_button(theme: Theme, page: QWidget) -> None:
    banner, done = Banner(theme, page), list[int]()
    banner.show_text("52 s left", "turn", (("Try again", lambda: done.append(52)),))
    settle()
    (button,), place = banner.buttons, banner.pos()
    QTest.mousePress(button, LEFT)
    banner.show_text("51 s left", "danger", (("Try again", lambda: done.append(51)),))
    QTest.mouseRelease(button, LEFT)

    assert banner.buttons == [button]
    assert done == [51]
    assert banner.pos() == place
    assert shown_text(banner) == "51 s left"
    assert banner.property("card") == "alarm"


def test_a_double_click_answers_once_also_when_another_question_comes_between(theme: Theme, page: QWidget) -> None:
    banner, done = Banner(theme, page), list[str]()
    banner.show_text("first", "turn", (("Yes", lambda: done.append("first")),))
    settle()
    (button,) = banner.buttons
    QTest.mouseClick(button, LEFT)
    banner.show_text("second", "turn", (("Yes", lambda: done.append("second")),))
    QTest.mouseDClick(button, LEFT)
    QTest.mouseRelease(button, LEFT)
    assert done == ["first"]

    QTest.mouseClick(button, LEFT)
    assert done == ["first", "second"]


def test_a_stack_shows_exactly_the_notices_below_each_other_in_the_free_part(theme: Theme, page: QWidget) -> None:
    stack = BannerStack(theme, page)
    stack.set_free((100, 20, 50))
    stack.show_notices([Notice("a", "first"), Notice("b", "second")])
    stack.show_notices([Notice("c", "third"), Notice("b", "second")])
    settle()

    third, second = sorted(filter(lambda banner: banner.shown, stack.findChildren(Banner)), key=Banner.y)

    assert (third.accessibleName(), second.accessibleName()) == ("third", "second")
    assert third.geometry().bottom() < second.y()
    assert (stack.x(), stack.y(), stack.geometry().right()) == (100, 20, 849)
    stack.hide_text()
    assert not stack.shown


@pytest.mark.parametrize("closed", ["a", "b"])
def test_a_notice_that_closes_leaves_no_place_behind(theme: Theme, page: QWidget, qtbot: QtBot, closed: str) -> None:
    theme.choose(reduced_motion=False)
    stack, notices = BannerStack(theme, page), [Notice("a", "first"), Notice("b", "second")]
    stack.show_notices(notices)
    settle()

    stack.show_notices([notice for notice in notices if notice.key != closed])
    stack.set_free((0, 40, 0))
    page.resize(700, 300)

    qtbot.waitUntil(lambda: len(stack.findChildren(Banner)) == 1, timeout=GUARD_MS)
    assert stack.rows_px == stack.row_px


@pytest.mark.parametrize(("tone", "visible"), [("danger", "the server has ended"), ("turn", "the connection is lost")])
def test_a_danger_takes_the_room_of_one_notice(theme: Theme, page: QWidget, tone: str, visible: str) -> None:
    stack = BannerStack(theme, page)
    stack.set_free((0, 0, 0), end_px=stack.row_px)
    stack.show_notices([Notice("connection", "the connection is lost")])
    stack.show_extra(Notice("", "the server has ended", tone))
    settle()
    assert [banner.accessibleName() for banner in stack.findChildren(Banner) if banner.isVisible()] == [visible]


def test_questions_are_asked_one_after_the_other_unless_they_are_withdrawn(banner: NewsBanner) -> None:
    answers: list[tuple[str, str]] = []
    news = banner.news
    news.acts["invitation"] = lambda item, answer: answers.append((item.key.id, answer))

    for name in ("Ann", "Bob", "Eve", "Zoe"):
        news.tell(question(name))
    for name, button in (("Ann", "Join"), ("Bob", "Close")):
        assert shown_text(banner) == name
        press(banner, button)
    assert answers == [("Ann", "yes"), ("Bob", "no")]

    news.withdraw(question("Zoe").key)
    assert shown_text(banner) == "Eve"
    news.tell(question("Ida"))
    news.withdraw(question("Eve").key)
    assert shown_text(banner) == "Ida"
    news.withdraw(question("Ida").key)
    assert (banner.shown, banner.waiting) == (False, 0)


@pytest.mark.parametrize("question_first", [True, False])
def test_other_news_covers_a_question_until_it_is_closed(banner: NewsBanner, question_first: bool) -> None:
    if question_first:
        banner.news.tell(question("Ann"))
    banner.show_text("saved", "done")
    if not question_first:
        banner.news.tell(question("Ann"))
    assert shown_text(banner) == "saved"
    banner.hide_text()
    assert shown_text(banner) == "Ann"
    banner.hide_text()

    assert not banner.shown
    assert not banner.news.is_open(question("Ann").key)


def test_the_banner_of_a_lost_connection_counts_down_and_can_retry_now(window: MainWindow) -> None:
    story = whole("clod", (), 4)
    table = story.up_to(story.turns()[5]).seen_by(1)
    retries: list[bool] = []
    window.table.banners.retry.connect(lambda: retries.append(True))
    window.table.set_model(table)
    window.show_page("table")
    table.retry_in = lambda: 8.2
    table.set_status("waiting", "")
    settle()
    (banner,) = window.table.banner.findChildren(Banner)

    assert " 8 " in banner.accessibleName()
    QTest.mouseClick(banner.buttons[0], LEFT)
    assert retries
    table.set_status("online", "")
    settle()
    assert not window.table.banner.shown


def test_news_moves_a_page_down_but_never_a_board(window: MainWindow) -> None:
    def top(page: QWidget) -> int:
        settle()
        return page.mapTo(window.stack, QPoint()).y()

    window.show_page("home")
    at_rest = top(window.home)

    window.banner.show_text("hosting", "turn", (("Close", window.banner.hide_text),))
    assert top(window.home) >= window.banner.geometry().bottom()
    window.show_page("table")
    assert top(window.table) == at_rest

    window.show_page("home")
    window.banner.hide_text()
    assert top(window.home) == at_rest
