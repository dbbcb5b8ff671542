"""The terms of a table in the Host form, set by clicks."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit

from client_qt.pages.setup.page import SetupPage
from client_qt.table.terms import Terms
from client_qt.theme import Theme


@pytest.fixture(scope="module")
def page(_session_theme: Theme) -> Iterator[SetupPage]:
    """The page alone."""
    page = SetupPage(_session_theme, "host")
    page.resize(1280, 800)
    page.show()
    yield page
    page.deleteLater()


@pytest.fixture
def host(page: SetupPage, theme: Theme) -> SetupPage:
    """The page with the usual terms."""
    page.set_terms(Terms(), may_rate=False)
    page.terms.more.setChecked(False)
    return page


def pick(host: SetupPage, name: str, value: object) -> None:
    box = host.findChild(QComboBox, name)
    box.setCurrentIndex(box.findData(value))


def terms_of(host: SetupPage) -> Terms:
    return host.choice().terms


def test_the_usual_terms_are_chosen_at_first_and_a_usual_clock_is_one_choice(host: SetupPage) -> None:
    assert terms_of(host) == Terms(code=host.terms.code.text())
    assert terms_of(host).agreed()["code"] == ""
    for notation in ("fischer 300+5", "sudden 600", "move 30", "byoyomi 600+5x30", "days 3", "days 3 weekdays"):
        pick(host, "clock", notation)
        assert terms_of(host).clock == notation


def test_rating_and_hints_are_always_visible_and_access_is_among_the_further_options(host: SetupPage) -> None:
    assert not host.terms.rated.isVisible()
    assert not host.terms.access.isVisible()
    QTest.mouseClick(host.terms.more, Qt.MouseButton.LeftButton)
    assert host.terms.access.isVisible()
    assert not host.terms.code.isVisible()

    host.set_terms(Terms(hints=False), may_rate=True)
    host.terms.more.setChecked(False)
    assert host.terms.rated.isVisible()
    assert host.terms.hints.isVisible()
    assert not terms_of(host).hints
    host.terms.hints.setChecked(True)
    assert terms_of(host).hints
    host.terms.rated.setChecked(True)
    assert terms_of(host).rated
    assert not host.terms.hints.isEnabled()


@pytest.mark.parametrize(
    ("kind", "notation"),
    [
        ("fischer", "fischer 420+7"), ("bronstein", "bronstein 420+7"), ("sudden", "sudden 420"),
        ("byoyomi", "byoyomi 420+3x7"), ("move", "move 7"), ("days", "days 7"),
    ],
)  # fmt: skip
def test_a_clock_of_ones_own_is_put_together(host: SetupPage, kind: str, notation: str) -> None:
    pick(host, "clock", "")
    pick(host, "clock_kind", kind)
    field = host.terms.clock.custom
    field.minutes.setValue(7)
    field.periods.setValue(3)
    field.step.setValue(7)
    assert terms_of(host).clock == notation
    assert host.button.isEnabled()


def test_a_clock_of_days_can_rest_at_weekends_and_absence_does_not_matter(host: SetupPage) -> None:
    assert host.terms.absence.isVisible()
    host.set_terms(Terms("days 7 weekdays"), may_rate=False)
    field = host.terms.clock.custom
    assert field.weekdays.isVisible()
    assert not host.terms.absence.isVisible()
    assert (terms_of(host).clock, terms_of(host).absence) == ("days 7 weekdays", "wait")

    field.weekdays.click()
    assert terms_of(host).clock == "days 7"
    field.weekdays.click()
    pick(host, "clock_kind", "move")
    assert not field.weekdays.isVisible()
    assert (terms_of(host).clock, terms_of(host).absence) == ("move 7", Terms().absence)


def test_an_invalid_clock_or_code_is_reported_and_blocks_the_table(host: SetupPage) -> None:
    pick(host, "clock", "")
    pick(host, "clock_kind", "days")
    host.terms.clock.custom.step.setValue(99)
    assert host.terms.terms().problem()
    assert not host.button.isEnabled()
    host.terms.clock.custom.step.setValue(3)
    assert host.button.isEnabled()

    QTest.mouseClick(host.terms.more, Qt.MouseButton.LeftButton)
    pick(host, "access", "code")
    code = host.terms.findChild(QLineEdit, "code")
    assert len(code.text()) >= 4
    code.clear()
    QTest.keyClicks(code, " ")
    assert host.terms.terms().problem()
    assert not host.button.isEnabled()
    QTest.keyClicks(code, "moon")
    assert host.button.isEnabled()
    assert terms_of(host).agreed()["code"] == "moon"


def test_without_spectators_their_options_are_hidden_and_the_sides_can_alternate(host: SetupPage) -> None:
    QTest.mouseClick(host.terms.more, Qt.MouseButton.LeftButton)
    pick(host, "delay", 120)
    host.terms.spectators.setChecked(False)
    assert not host.terms.delay.isVisible()
    assert terms_of(host).agreed()["delay"] == 0
    pick(host, "seat", "alternate")
    assert (host.choice().player, terms_of(host).alternate) == (None, True)


def test_earlier_terms_are_proposed_again_except_the_code(host: SetupPage) -> None:
    terms = Terms("days 7", "wait", access="code", code="old", spectator_chat=True, delay=45)
    host.set_terms(Terms.read(terms.plain()), may_rate=False)
    again = terms_of(host)
    assert (again.clock, again.absence, again.access, again.spectator_chat, again.delay) == (
        "days 7", "wait", "code", True, 45,
    )  # fmt: skip
    assert again.code not in ("", "old")
    assert host.terms.more.isChecked()


@pytest.mark.parametrize(
    "plain",
    [{"clock": "sand"}, {"clock": 5}, {"access": "all"}, {"delay": -1}, {"delay": True}, {"absence": "never"}, {}],
)
def test_invalid_kept_terms_become_the_usual_ones(plain: dict[str, object]) -> None:
    assert Terms.read(plain).problem() is None
    assert Terms.read(plain) == Terms()
