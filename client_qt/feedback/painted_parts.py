"""Painted parts of a widget, such as the cells of a board, as accessible children with roles, states and actions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, cast

from PySide6.QtCore import QObject, QPoint, QRect, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleTableCellInterface,
    QColor,
    QWindow,
)
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken, VoidPtr, getCppPointer, isValid

AccessiblePath = tuple[int, ...]  # the numbers of the children from the widget down to a part; empty for the widget
PRESS = QAccessibleActionInterface.pressAction()
SET_FOCUS = QAccessibleActionInterface.setFocusAction()
SHOW_MENU = QAccessibleActionInterface.showMenuAction()


@dataclass(frozen=True)
class AccessiblePart:
    """A part as a screen reader sees it."""

    role: QAccessible.Role
    name: str
    rect: QRect  # in the widget
    description: str = ""
    states: frozenset[str] = frozenset()  # names of flags of QAccessible.State
    actions: Mapping[str, Callable[[], object]] = field(default_factory=dict)  # by the names of Qt
    children: int = 0
    cell: tuple[int, int] | None = None  # row and column of a cell of a table


class PaintedParts(Protocol):
    """A widget class with these methods has its parts as accessible children."""

    def accessible_part(self, path: AccessiblePath) -> AccessiblePart | None:
        """Return a part, or the widget itself for an empty path; None if there is no such part now."""

    def accessible_path_at(self, point: QPoint) -> AccessiblePath:
        """Return the path of the part at a point of the widget."""

    def accessible_focus(self) -> AccessiblePath:
        """Return the path of the part that has the keyboard."""


def focus_moved(widget: QWidget) -> None:
    """Tell a screen reader which part has the keyboard: later, since Qt reports the widget after `focusInEvent`."""
    if QAccessible.isActive():
        QTimer.singleShot(0, widget, partial(_report_focus, widget))


def names_changed(widget: QWidget) -> None:
    """Tell a screen reader the new names of parts that it has read: it keeps names until then.

    This is done later, once for all changes of a turn of the event loop.
    """
    if QAccessible.isActive():
        for interface in _kept:
            if isValid(interface) and interface.is_of(widget):
                interface.report_names_later()


def _report_focus(widget: QWidget) -> None:
    path = cast(PaintedParts, widget).accessible_focus()
    if widget.hasFocus() and path:
        event = QAccessibleEvent(widget, QAccessible.Event.Focus)
        event.setChild(path[0])
        QAccessible.updateAccessibility(event)


class _PartInterface(QAccessibleInterface):
    """The widget or one of its parts. Children are kept here, because Qt keeps no reference."""

    def __init__(self, widget: QWidget, path: AccessiblePath = (), above: "_PartInterface | None" = None) -> None:
        super().__init__()
        self._widget, self._path, self._above = widget, path, above
        self._source = cast(PaintedParts, widget)
        self._children: dict[int, _PartInterface] = {}
        self._actions, self._cell = _Actions(self), _TableCell(self)
        self._known_name: str | None = None  # that a screen reader was given
        self._reports_names = False  # in this turn of the event loop

    def is_of(self, widget: QWidget) -> bool:
        return self._widget is widget

    def report_names_later(self) -> None:
        if not self._reports_names:
            self._reports_names = True
            QTimer.singleShot(0, self._widget, self._report_names)

    def _report_names(self) -> None:
        self._reports_names = False
        for child in self._children.values():
            part = child._find()
            if part is not None and child._known_name not in (None, part.name):
                child._known_name = part.name
                QAccessible.updateAccessibility(QAccessibleEvent(child, QAccessible.Event.NameChanged))
            child._report_names()

    @property
    def part(self) -> AccessiblePart:
        return self._find() or AccessiblePart(QAccessible.Role.NoRole, "", QRect())

    def _find(self) -> AccessiblePart | None:
        return self._source.accessible_part(self._path) if isValid(self._widget) else None

    def isValid(self) -> bool:
        return self._find() is not None

    def object(self) -> QObject | None:  # type: ignore[override]
        return self._widget if not self._path and isValid(self._widget) else None

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self._widget.window().windowHandle() if isValid(self._widget) else None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        parent = self._widget.parentWidget() if isValid(self._widget) else None
        return self._above or (QAccessible.queryAccessibleInterface(parent) if parent is not None else None)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        if index not in self._children:
            self._children[index] = _PartInterface(self._widget, (*self._path, index), self)
        return self._children[index]

    def childCount(self) -> int:
        return self.part.children

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((number for number, known in self._children.items() if known is child), -1)

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._towards(self._source.accessible_path_at(self._widget.mapFromGlobal(QPoint(x, y))))

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._towards(self._source.accessible_focus()) if self._widget.hasFocus() else None

    def _towards(self, path: AccessiblePath) -> QAccessibleInterface | None:
        """Return the child that a path leads to."""
        depth = len(self._path)
        return self.child(path[depth]) if path[:depth] == self._path and len(path) > depth else None

    def role(self) -> QAccessible.Role:
        return self.part.role

    def rect(self) -> QRect:
        area = self.part.rect
        return QRect(self._widget.mapToGlobal(area.topLeft()), area.size()) if isValid(self._widget) else area

    def text(self, kind: QAccessible.Text) -> str:
        match kind:
            case QAccessible.Text.Name:
                self._known_name = self.part.name
                return self._known_name
            case QAccessible.Text.Description:
                return self.part.description
            case _:
                return ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Ignore: parts cannot be renamed."""

    def state(self) -> QAccessible.State:
        state, part = QAccessible.State(), self._find()
        flags = {"invalid", "invisible"} if part is None else part.states
        for flag in flags if part is None or self._widget.isVisible() else flags | {"invisible"}:
            setattr(state, flag, True)
        return state

    def backgroundColor(self) -> QColor:
        return QColor()

    def interface_cast(self, kind: QAccessible.InterfaceType) -> VoidPtr:  # type: ignore[override]
        found: Shiboken.Object | None = None
        if kind == QAccessible.InterfaceType.ActionInterface and self.part.actions:
            found = self._actions
        elif kind == QAccessible.InterfaceType.TableCellInterface and self.part.cell is not None:
            found = self._cell
        return VoidPtr(getCppPointer(found)[0] if found is not None else 0)  # None would end the process

    def delete_children(self) -> None:
        """Remove the parts from Qt's cache, which would keep pointers to them."""
        for child in self._children.values():
            child.delete_children()
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(child))


class _Actions(QAccessibleActionInterface):
    def __init__(self, owner: _PartInterface) -> None:
        super().__init__()
        self._owner = owner

    def actionNames(self) -> list[str]:
        return list(self._owner.part.actions)

    def doAction(self, actionName: str) -> None:
        if action := self._owner.part.actions.get(actionName):
            action()

    def keyBindingsForAction(self, actionName: str) -> list[str]:
        return []


class _TableCell(QAccessibleTableCellInterface):
    def __init__(self, owner: _PartInterface) -> None:
        super().__init__()
        self._owner = owner

    def isSelected(self) -> bool:
        return "selected" in self._owner.part.states

    def table(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._owner.parent()

    def rowIndex(self) -> int:
        return (self._owner.part.cell or (0, 0))[0]

    def columnIndex(self) -> int:
        return (self._owner.part.cell or (0, 0))[1]

    def rowExtent(self) -> int:
        return 1

    def columnExtent(self) -> int:
        return 1

    def rowHeaderCells(self) -> list[QAccessibleInterface]:
        return []

    def columnHeaderCells(self) -> list[QAccessibleInterface]:
        return []


# Qt deletes the interfaces of a widget with the widget. Until then each needs its Python object. A widget can have
# several: Qt asks again when Qt for Python has given the widget another meta-object, for a new slot.
_kept: list[_PartInterface] = []


def _interface_of(_class: str, of: QObject) -> QAccessibleInterface | None:
    if not (isinstance(of, QWidget) and hasattr(type(of), "accessible_part")):  # `of` may build itself if asked
        return None
    _kept[:] = filter(isValid, _kept)
    _kept.append(_PartInterface(of))
    of.destroyed.connect(_kept[-1].delete_children)
    return _kept[-1]


QAccessible.installFactory(_interface_of)
