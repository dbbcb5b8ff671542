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
    QLayout,
    QScrollArea,
    QWidget,
)

from client_qt.app.main_window import MainWindow
from client_qt.pages.navigation import PageName
from client_qt.theme import Theme
from netgame.games import GAMES
from tests.client.clicks import settle
from tests.client.staging import whole_window
from tests.screenshots.pictures import Scenario

SLACK, OF_MANY = 2, 6  # pixels: half of one at the first size is nearly one at the other; it adds up in a column
QT_SPACE = 6  # pixels: a space that nobody set
BOARDS = ("_start", "_middle", "_end", "_turn", "_offer", "_between")  # a later scene has one with all round it
SHOWN_LATER = ("board_", "session_", *(f"rules_{key}" for key in list(GAMES)[:-1]))  # on the same page

Measure = tuple[str, tuple[int, ...]]


def built(theme: Theme) -> MainWindow:
    """A window that has gone through all pages and dialogs; the dialogs are open still."""
    window = whole_window(theme)
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
