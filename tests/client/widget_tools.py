"""Show, render and search single widgets."""

from typing import Any

from PySide6.QtCore import QPoint, Qt, SignalInstance
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

LONG = "Bartholomew the Exceedingly Verbose, third of his name and keeper of the long table"
LEFT = Qt.MouseButton.LeftButton


def shown(widget: QWidget, qtbot: QtBot, width: int = 700) -> Any:
    qtbot.addWidget(widget)
    widget.resize(width, max(widget.sizeHint().height(), 40))
    widget.show()
    return widget


def image_of(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def colours(widget: QWidget) -> set[str]:
    image = image_of(widget)
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def button(widget: QWidget, text: str) -> QPushButton:
    return next(found for found in widget.findChildren(QPushButton) if found.text() == text)


def label_text(widget: QWidget, name: str) -> str:
    """Return the text of a label, or nothing if it is hidden."""
    label = widget.findChild(QLabel, name)
    return label.text() if label.isVisible() else ""


def texts(widget: QWidget) -> list[str]:
    return [found.text() for found in widget.findChildren(QLabel) if found.isVisible() and found.text()]


def emitted(signal: SignalInstance) -> list[Any]:
    """Return a list that grows by what the signal emits: a value, or a tuple of several."""
    found: list[Any] = []
    signal.connect(lambda *values: found.append(values[0] if len(values) == 1 else values))
    return found


def shows_focus(widget: QWidget) -> bool:
    """Tell whether a widget or what is around it looks different while it has the focus."""
    window = widget.window()
    area = widget.rect().adjusted(-8, -8, 8, 8).translated(widget.mapTo(window, QPoint()))
    widget.clearFocus()
    QApplication.processEvents()
    before = window.grab(area).toImage()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    return window.grab(area).toImage() != before


def name_of(widget: QWidget) -> str:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None, widget
    return found.text(QAccessible.Text.Name).strip()


def is_inner(widget: QWidget) -> bool:
    """Tell whether a widget is a part of a combo box or a spin box, which has the name."""
    parents = [widget.parentWidget()]
    while parents[-1] is not None and len(parents) < 3:
        parents.append(parents[-1].parentWidget())
    in_choice = isinstance(widget, QAbstractItemView) and any(isinstance(p, QComboBox) for p in parents)
    return in_choice or widget.objectName() == "qt_spinbox_lineedit"


def nameless(root: QWidget) -> list[str]:
    """List the widgets that take the focus and have no accessible name."""
    return [
        f"{type(widget).__name__} {widget.objectName()}"
        for widget in (root, *root.findChildren(QWidget))
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.isVisibleTo(root)
        and not is_inner(widget)
        and not name_of(widget)
        and not (isinstance(widget, QLabel) and not widget.text())
    ]
