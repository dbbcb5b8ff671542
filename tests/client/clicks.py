"""Hands for tests: real mouse and key events on widgets."""

import os
import threading
import time
from contextlib import suppress

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from client_qt.board.widget import BoardView
from client_qt.widgets.list_view import ListView
from netgame.boards.geometry import Cell
from netgame.game import Pick

LEFT = Qt.MouseButton.LeftButton
GUARD_MS = 60_000  # against hanging: what is waited for comes, however slow the machine is


def settle() -> None:
    """Process all posted events."""
    for _ in range(3):
        QApplication.processEvents()


def click(widget: QWidget) -> None:
    """Press and release in the middle of something that is there to be clicked."""
    assert widget.isVisible(), f"{widget.objectName() or widget} cannot be seen"
    assert widget.isEnabled(), f"{widget.objectName() or widget} cannot be used"
    QTest.mouseClick(widget, LEFT, Qt.KeyboardModifier.NoModifier, widget.rect().center())


def button(parent: QWidget, name: str) -> QAbstractButton:
    """The visible button of that object name, or with those words."""
    for found in parent.findChildren(QAbstractButton):
        if found.isVisible() and name in (found.objectName(), found.text()):
            return found
    seen = [found.objectName() or found.text() for found in parent.findChildren(QAbstractButton) if found.isVisible()]
    raise AssertionError(f"no button {name} to be seen, but {seen}")


def list_part(parent: QWidget, name: str) -> tuple[QWidget, QPoint] | None:
    """Where the row with that key, or the button `action_key` of a row, is: the viewport and a place in it."""
    for view in [parent] if isinstance(parent, ListView) else parent.findChildren(ListView):
        for number, row in enumerate(view.rows):
            for action in ("", *(action.name for action in row.actions)):
                names = (row.key, row.key.split("/")[-1]) if not action else (f"{action}_{row.key}",)
                if name in names and view.isVisible() and not view.action_rect(row.key, action).isEmpty():
                    view.scrollTo(view.model().index(number, 0))
                    return view.viewport(), view.action_rect(row.key, action).center()
    return None


def list_texts(parent: QWidget) -> list[str]:
    """The texts of all rows, or of empty lists."""
    views = [view for view in parent.findChildren(ListView) if view.isVisible()]
    return [text for view in views for text in (view.accessibleDescription(), *(r.accessible_text for r in view.rows))]


def click_row(parent: QWidget, name: str) -> None:
    """Click a row of a list or a button of a row, as `list_part` finds it."""
    settle()
    found = list_part(parent, name)
    assert found is not None, f"no row or button {name} in a list"
    QTest.mouseClick(found[0], LEFT, Qt.KeyboardModifier.NoModifier, found[1])


def row_action(parent: QWidget, name: str) -> QAction | None:
    """The entry `action_key` of the context menu of a row."""
    for view in [parent] if isinstance(parent, ListView) else parent.findChildren(ListView):
        for row in view.rows:
            if any(f"{action.name}_{row.key}" == name for action in row.actions):
                return view.menu_for(row).findChild(QAction, name)
    return None


def choose_in_menu(parent: QWidget, name: str) -> None:
    """Choose the entry `action_key` of the context menu of a row."""
    action = row_action(parent, name)
    assert action is not None, f"no {name} in the menu of a row"
    action.trigger()


def press(parent: QWidget, name: str) -> None:
    """Press a button, of a page or of a row in a list."""
    settle()
    if list_part(parent, name) is not None:
        click_row(parent, name)
    else:
        click(button(parent, name))


def click_cell(board: BoardView, cell: Cell) -> None:
    """Click in the middle of a cell."""
    QTest.mouseClick(board, LEFT, Qt.KeyboardModifier.NoModifier, board.cell_rect(cell).center().toPoint())


def click_picks(board: BoardView, picks: tuple[Pick, ...]) -> None:
    for pick in picks:
        assert isinstance(pick, int), "this game has buttons as well"
        click_cell(board, pick)


def type_text(widget: QWidget, text: str) -> None:
    """Type into a field, as after a click into it."""
    widget.setFocus()
    QTest.keyClicks(widget, text)


class Watchdog:
    """Measures how long the loop is held at a stretch: the time between two of its turns.

    The time that the thread waited for a processor is taken off. A call that blocks counts.
    """

    def __init__(self) -> None:
        self._delays: int | None = None
        with suppress(OSError):  # only Linux says how long a thread waited for a processor
            self._delays = os.open(f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY)
        self._longest_s = 0.0
        self._last = self._now()
        self._timer = QTimer()
        self._timer.timeout.connect(self._tick)
        self._timer.start(0)

    def _now(self) -> float:
        waited = int(os.pread(self._delays, 64, 0).split()[1]) / 1e9 if self._delays is not None else 0.0
        return time.perf_counter() - waited

    def _tick(self) -> None:
        now = self._now()
        self._longest_s = max(self._longest_s, now - self._last)
        self._last = now

    def stop(self) -> float:
        """The longest stretch in ms."""
        self._tick()
        self._timer.stop()
        if self._delays is not None:
            os.close(self._delays)
        return self._longest_s * 1000
