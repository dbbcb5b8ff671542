"""A window built with one text size and changed to another looks as if built with the other."""

from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QGridLayout,
    QLayout,
    QScrollArea,
    QWidget,
)

from client_qt.app.main_window import MainWindow
from client_qt.pages.navigation import PageName
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.screenshots.scenario import Scenario
from netgame.games import GAMES
from tests.client.staging import opened, put_away

SLACK_PX = 2  # half a pixel of rounding at one size is nearly one at the other
HINT_SLACK_PX = 6  # rounding adds up in a column
QT_SPACE_PX = 6  # the default of Qt
REPEATED = ("_start", "_middle", "_end", "_turn", "_offer", "_between")  # scenes that later ones contain
SHOWN_LATER = ("board_", "session_", *(f"rules_{key}" for key in list(GAMES)[:-1]))  # on the same page

Lengths = dict[str, tuple[int, ...]]


def build(theme: Theme) -> MainWindow:
    """Open a window and show all its pages and dialogs; leave the dialogs open."""
    window = opened(theme)
    for name, prepare in Scenario(window).shots():
        if not name.endswith(REPEATED) and not name.startswith(SHOWN_LATER):
            prepare()
            QApplication.processEvents()
    settle()
    return window


def lengths(window: MainWindow) -> Lengths:
    """Measure every page while it is shown, because hidden widgets have old size hints."""
    found: Lengths = {}
    for name in get_args(PageName):
        window.show_page(name)
        settle()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        found |= dict(lengths_of(window, ""))
    return found


def lengths_of(parent: QObject, path: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Measure all descendants; the path of a descendant has its classes and numbers."""
    counts: Counter[str] = Counter()
    for child in parent.children():
        if isinstance(child, QWidget | QLayout) and not child.objectName().startswith("qt_"):  # internal to Qt
            kind = type(child).__name__ + (f"#{child.objectName()}" if child.objectName() else "")
            counts[kind] += 1
            here = f"{path}/{kind}{counts[kind]}"
            if isinstance(child, QLayout):
                yield from of_layout(child, here)
            else:
                yield from of_widget(child, here)
                yield from lengths_of(child, here)


def of_layout(layout: QLayout, path: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    edges = layout.contentsMargins()
    right = 0 if "QScrollArea" in path else edges.right()  # depends on the scroll bar
    yield f"{path} margins", (edges.left(), edges.top(), right, edges.bottom())
    if isinstance(layout, QGridLayout):
        yield f"{path} space", (layout.horizontalSpacing(), layout.verticalSpacing())
    elif isinstance(layout, QBoxLayout):
        yield f"{path} space", (layout.spacing(),)


def of_widget(widget: QWidget, path: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    wraps = widget.hasHeightForWidth()  # the height depends on a width that may be an old one
    scrolls = widget.findChildren(QScrollArea) or ("QScrollArea" in path and widget.layout())
    if not widget.isWindow():
        yield f"{path} font", (widget.font().pixelSize(),)
        yield f"{path} maximum", widget.maximumSize().toTuple()
        if not wraps:
            yield f"{path} minimum", widget.minimumSize().toTuple()
    if widget.isVisible() and not wraps and not scrolls and not isinstance(widget, QScrollArea):
        yield f"{path} hint", widget.sizeHint().toTuple()
    if isinstance(widget, QAbstractButton):
        yield f"{path} icon", widget.iconSize().toTuple()


def differ(name: str, changed: tuple[int, ...], built: tuple[int, ...]) -> bool:
    if name.endswith(" space") and QT_SPACE_PX in built:
        return False
    slack = HINT_SLACK_PX if name.endswith(" hint") else SLACK_PX
    return any(abs(one - other) > slack for one, other in zip(changed, built, strict=True))


@pytest.mark.slow
@pytest.mark.sweep
def test_pages_and_dialogs_built_with_smaller_text_look_as_if_built_with_larger_text(theme: Theme) -> None:
    window = build(theme)
    theme.choose(zoom=1.5)
    changed = lengths(window)
    put_away(window)
    window = build(theme)
    built = lengths(window)
    put_away(window)

    wrong = [name for name, values in built.items() if differ(name, changed[name], values)]
    assert {name: (changed[name], built[name]) for name in wrong} == {}
