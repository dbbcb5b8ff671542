"""Another look, or text of another size, for a window that is in use."""

from typing import Any, get_args

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSpinBox

from client_qt.app.main_window import MainWindow
from client_qt.pages.navigation import PageName
from client_qt.theme import Theme
from tests.client.clicks import settle

pytestmark = pytest.mark.slow


@pytest.fixture
def used(window: MainWindow) -> MainWindow:
    """Every page was looked at, and the preferences are in front."""
    for name in (*get_args(PageName), "preferences"):
        window.show_page(name)
        settle()
    return window


def turn_until(condition: Any) -> None:
    while not condition():
        QApplication.processEvents()


def test_all_of_a_window_that_was_changed_has_the_new_fonts_and_colours(used: MainWindow, theme: Theme) -> None:
    found = [one for kind in (QLabel, QPushButton) for one in used.findChildren(kind)]
    texts = [one for one in found if not used.table.isAncestorOf(one)]  # whose parts are smaller in a narrow window
    before = [one.font().pixelSize() for one in texts]
    muted = [one for one in used.findChildren(QLabel) if one.property("tone") == "muted" and one.isEnabled()]
    assert muted

    theme.choose(ui="dark", zoom=2.0)
    settle()

    pairs = [(one, one.font().pixelSize(), px) for one, px in zip(texts, before, strict=True)]
    assert not [(one.text(), now, px) for one, now, px in pairs if abs(now - 2 * px) > 1]
    assert {one.palette().windowText().color().name() for one in muted} == {theme.ui.ink_muted.name()}
    assert used.updatesEnabled()


def test_what_is_in_sight_has_the_new_look_before_what_is_not_and_a_page_that_is_opened_has_it_at_once(
    used: MainWindow, theme: Theme
) -> None:
    shown = next(one for one in used.preferences.findChildren(QLabel) if one.isVisible())
    hidden = next(one for one in used.account.findChildren(QLabel) if not one.isHidden())
    theme.choose(ui="dark")
    assert not used.updatesEnabled()  # the old picture stays

    turn_until(used.updatesEnabled)

    assert theme.is_dressing
    assert shown.palette().windowText().color() == theme.ui.ink
    assert hidden.palette().windowText().color() != theme.ui.ink
    used.show_page("account")
    assert hidden.palette().windowText().color() == theme.ui.ink


def test_a_choice_while_another_one_is_followed_is_what_holds_in_the_end(used: MainWindow, theme: Theme) -> None:
    title = used.preferences.findChild(QLabel)
    size = title.font().pixelSize()
    theme.choose(ui="dark", zoom=2.0)
    QApplication.processEvents()
    theme.choose(ui="light")
    QApplication.processEvents()
    spare = QSpinBox(used.rules)  # comes and goes in between
    theme.choose(zoom=1.0)
    spare.deleteLater()
    settle()

    assert title.font().pixelSize() == size
    assert title.palette().windowText().color() == theme.ui.ink
    assert used.updatesEnabled()


def test_a_look_that_is_chosen_by_what_follows_the_look_holds_as_well(used: MainWindow, theme: Theme) -> None:
    def once() -> None:
        theme.changed.disconnect(once)
        theme.choose(ui="contrast")

    theme.changed.connect(once)
    theme.choose(ui="dark")
    settle()

    title = used.preferences.findChild(QLabel)
    assert title.palette().windowText().color() == theme.ui.ink == theme.tokens.ui["contrast"].ink
    assert used.updatesEnabled()
