"""A window that was built with text of one size and has another one now is as if it had been built with that."""

from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from client_qt.app.main_window import MainWindow
from client_qt.pages.navigation import PageName
from client_qt.theme import Theme, label
from netgame.games import GAMES
from tests.client.clicks import settle
from tests.screenshots.pictures import Scenario

SLACK, OF_MANY = 2, 6  # pixels: half of one at the first size is nearly one at the other; it adds up in a column
QT_SPACE = 6  # pixels: a space that nobody set
BOARDS = ("_start", "_middle", "_end", "_turn", "_offer", "_between")  # a later scene has one with all round it
SHOWN_LATER = ("board_", "session_", *(f"rules_{key}" for key in list(GAMES)[:-1]))  # on the same page

Measure = tuple[str, tuple[int, ...]]


def built(theme: Theme) -> MainWindow:
    """A window that has gone through all pages and dialogs; the dialogs are open still."""
    window = MainWindow(theme)
    window.resize(1280, 800)
    window.show()
    for name, prepare in Scenario(window).shots():
        if not name.endswith(BOARDS) and not name.startswith(SHOWN_LATER):
            prepare()
            QApplication.processEvents()
    settle()
    return window


def measured(window: MainWindow) -> dict[str, tuple[int, ...]]:
    """What it measures; how much room something asks for only while it is seen, else it was not asked lately."""
    found: dict[str, tuple[int, ...]] = {}
    for name in get_args(PageName):
        window.show_page(name)
        settle()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # type: ignore[call-overload]
        found |= dict(measures(window, ""))
    return found


def close(window: MainWindow) -> None:
    for dialog in window.findChildren(QDialog):
        dialog.close()
    window.may_close = True
    window.close()
    window.deleteLater()
    settle()


def measures(one: QObject, path: str) -> Iterator[Measure]:
    """What everything in it is laid out by; what it consists of is named by kind and number."""
    counts: Counter[str] = Counter()
    for child in one.children():
        if isinstance(child, QWidget | QLayout) and not child.objectName().startswith("qt_"):  # Qt's own parts
            kind = type(child).__name__ + (f"#{child.objectName()}" if child.objectName() else "")
            counts[kind] += 1
            here = f"{path}/{kind}{counts[kind]}"
            if isinstance(child, QLayout):
                yield from _of_layout(child, here)
            else:
                yield from _of_widget(child, here)
                yield from measures(child, here)


def _of_layout(one: QLayout, path: str) -> Iterator[Measure]:
    edges = one.contentsMargins()
    right = 0 if "QScrollArea" in path else edges.right()  # that leaves room for a bar where one is
    yield f"{path} margins", (edges.left(), edges.top(), right, edges.bottom())
    if isinstance(one, QGridLayout):
        yield f"{path} space", (one.horizontalSpacing(), one.verticalSpacing())
    elif isinstance(one, QBoxLayout):
        yield f"{path} space", (one.spacing(),)


def _of_widget(one: QWidget, path: str) -> Iterator[Measure]:
    wraps = one.hasHeightForWidth()  # it asks for what its width leaves it, and that may be of long ago
    scrolls = one.findChildren(QScrollArea) or ("QScrollArea" in path and one.layout())
    if not one.isWindow():
        yield f"{path} font", (one.font().pixelSize(),)
        yield f"{path} most", one.maximumSize().toTuple()  # type: ignore[misc]
        if not wraps:
            yield f"{path} least", one.minimumSize().toTuple()  # type: ignore[misc]
    if one.isVisible() and not wraps and not scrolls and not isinstance(one, QScrollArea):
        yield f"{path} hint", one.sizeHint().toTuple()  # type: ignore[misc]
    if isinstance(one, QAbstractButton):
        yield f"{path} icon", one.iconSize().toTuple()  # type: ignore[misc]


def differ(name: str, changed: tuple[int, ...], values: tuple[int, ...]) -> bool:
    if name.endswith(" space") and QT_SPACE in values:
        return False
    slack = OF_MANY if name.endswith(" hint") else SLACK
    return any(abs(one - other) > slack for one, other in zip(changed, values, strict=True))


@pytest.mark.slow
def test_pages_and_dialogs_that_were_built_with_smaller_text_are_as_if_built_with_this(theme: Theme) -> None:
    window = built(theme)
    theme.choose(zoom=1.5)
    changed = measured(window)
    close(window)

    window = built(theme)
    wanted = measured(window)
    close(window)

    assert [f"{name}: {changed[name]} and not {values}" for name, values in wanted.items()
            if differ(name, changed[name], values)] == []  # fmt: skip


def page(theme: Theme) -> QWidget:
    """A widget with everything that is measured once."""
    whole, field, words = QWidget(), QLineEdit(), label("words")
    box = QVBoxLayout(whole)
    box.setSpacing(theme.px(0.3))
    box.setContentsMargins(theme.px(1), theme.px(0.7), 0, theme.px(0.14))
    inner = QHBoxLayout()
    box.addLayout(inner)
    inner.addSpacing(theme.px(0.43))
    inner.addWidget(field)
    inner.addStretch(1)
    field.setTextMargins(theme.px(2.05), 0, 0, 0)
    field.setFixedWidth(theme.px(7.86))
    box.addWidget(words)
    words.setContentsMargins(theme.px(0.14), 0, 0, 0)
    words.setStyleSheet(f"padding: 0 {theme.px(0.3)}px;")
    whole.setMaximumWidth(theme.px(60))
    return whole


def test_going_through_all_sizes_ends_where_it_began(theme: Theme) -> None:
    whole = page(theme)
    around = QStackedWidget()
    around.addWidget(whole)
    around.show()
    for zoom in (1.25, 1.0):  # a layout that has not been asked anew since its parts got their sheet knows less
        theme.choose(zoom=zoom)
        settle()
    before = dict(measures(around, ""))
    sheet = whole.findChild(QLabel).styleSheet()

    for zoom in (0.75, 2.0, 1.25, 3.0, 1.1, 1.0):
        theme.choose(zoom=zoom)
        settle()

    assert dict(measures(around, "")) == before
    assert whole.findChild(QLabel).styleSheet() == sheet
    around.deleteLater()


def test_a_size_that_is_chosen_while_another_one_is_followed_counts_from_the_one_before(theme: Theme) -> None:
    around = QStackedWidget()
    pages = [page(theme) for _ in range(60)]
    for one in pages:
        around.addWidget(one)
    around.show()
    settle()

    theme.choose(zoom=2.0)
    assert theme.is_dressing
    theme.choose(zoom=1.5)
    settle()

    assert {one.layout().spacing() for one in pages} == {round(4 * 1.5)}
    assert {one.findChild(QLineEdit).maximumWidth() for one in pages} == {round(110 * 1.5)}
    around.deleteLater()
