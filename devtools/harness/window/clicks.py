"""Mouse and key events on widgets, for tests."""

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
GUARD_MS = 60_000  # ends a test that hangs


def settle() -> None:
    """Process all posted events."""
    for _ in range(3):
        QApplication.processEvents()


def click(widget: QWidget) -> None:
    """Click in the middle of a visible and enabled widget."""
    assert widget.isVisible(), f"{widget.objectName() or widget} is not visible"
    assert widget.isEnabled(), f"{widget.objectName() or widget} is disabled"
    QTest.mouseClick(widget, LEFT, Qt.KeyboardModifier.NoModifier, widget.rect().center())


def button(parent: QWidget, name: str) -> QAbstractButton:
    """Return the visible button with this object name or text."""
    visible = [found for found in parent.findChildren(QAbstractButton) if found.isVisible()]
    for found in visible:
        if name in (found.objectName(), found.text()):
            return found
    raise AssertionError(f"no visible button {name} in {[found.objectName() or found.text() for found in visible]}")


def list_part(parent: QWidget, name: str) -> tuple[QWidget, QPoint] | None:
    """Return the viewport and the position of the row with this key, or of the button `action_key` of a row."""
    for view in [parent] if isinstance(parent, ListView) else parent.findChildren(ListView):
        for number, row in enumerate(view.rows):
            for action in ("", *(action.name for action in row.actions)):
                names = (row.key, row.key.split("/")[-1]) if not action else (f"{action}_{row.key}",)
                if name in names and view.isVisible() and not view.action_rect(row.key, action).isEmpty():
                    view.scrollTo(view.model().index(number, 0))
                    return view.viewport(), view.action_rect(row.key, action).center()
    return None


def list_texts(parent: QWidget) -> list[str]:
    """Return the texts of all rows, and of empty lists."""
    views = [view for view in parent.findChildren(ListView) if view.isVisible()]
    return [text for view in views for text in (view.accessibleDescription(), *(r.accessible_text for r in view.rows))]


def click_row(parent: QWidget, name: str) -> None:
    """Click a row of a list or a button of a row, as `list_part` finds it."""
    settle()
    found = list_part(parent, name)
    assert found is not None, f"no row or button {name} in a list"
    QTest.mouseClick(found[0], LEFT, Qt.KeyboardModifier.NoModifier, found[1])


def row_action(parent: QWidget, name: str) -> QAction | None:
    """Return the entry `action_key` of the context menu of a row."""
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
    """Measures the longest time between two turns of the event loop, without the time waited for a processor."""

    def __init__(self) -> None:
        self.delays: int | None = None
        with suppress(OSError):  # only Linux measures how long a thread waited for a processor
            self.delays = os.open(f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY)
        self.longest_s = 0.0
        self.last = self.now()
        self.timer = QTimer()
        self.timer.timeout.connect(self.tick)
        self.timer.start(0)

    def now(self) -> float:
        waited = int(os.pread(self.delays, 64, 0).split()[1]) / 1e9 if self.delays is not None else 0.0
        return time.perf_counter() - waited

    def tick(self) -> None:
        now = self.now()
        self.longest_s = max(self.longest_s, now - self.last)
        self.last = now

    def stop(self) -> float:
        """Return the longest time in ms."""
        self.tick()
        self.timer.stop()
        if self.delays is not None:
            os.close(self.delays)
        return self.longest_s * 1000
