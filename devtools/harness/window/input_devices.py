"""A mouse and a keyboard. Their events go to the window, as from the system; Qt finds the widget."""

from collections import deque
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QScrollArea, QSpinBox, QStyle, QWidget
from PySide6.QtWidgets import QStyleOptionSpinBox as SpinOption

from client_qt.board.geometry import Direction
from client_qt.board.widget import BoardView
from devtools.harness.window.clicks import list_part, settle
from netgame.boards.geometry import Cell

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
ARROWS: dict[Direction, Qt.Key] = {
    "left": Qt.Key.Key_Left,
    "right": Qt.Key.Key_Right,
    "up": Qt.Key.Key_Up,
    "down": Qt.Key.Key_Down,
}
WHEEL_NOTCH = 120  # in eighths of a degree
MAX_TABS = 120  # on one page


def within(root: QWidget, name: str) -> QWidget:
    """Return the visible and enabled widget with that object name, after all that is due is shown."""
    settle()
    found = usable(root, name)
    assert found is not None, f"no visible and enabled widget {name}"
    return found


def usable(root: QWidget, name: str) -> QWidget | None:
    parts = root.findChildren(QWidget, name)
    return next((part for part in parts if part.isVisible() and part.isEnabled()), None)


def row_part(root: QWidget, name: str) -> tuple[QWidget, QPoint]:
    """A row of a list or a button of a row, as `list_part` finds it."""
    found = list_part(root, name)
    assert found is not None, f"no row or button {name} in a list"
    return found


def activate(window: QWidget) -> None:
    """Activate the window, as a window manager would; the offscreen platform has none."""
    window.activateWindow()
    settle()


class Mouse:
    """Moves, clicks and turns the wheel; presses no keys."""

    def click(self, part: QWidget, at: QPoint | None = None) -> None:
        """Click the centre of a widget or that place in it, after scrolling to it."""
        settle()
        assert part.isVisible(), f"{part.objectName() or part} is not visible"
        assert part.isEnabled(), f"{part.objectName() or part} is not enabled"
        self._scroll_to(part)
        window = part.window()
        place = part.mapTo(window, at or part.rect().center())
        hit = window.childAt(place)
        assert hit is part or (hit is not None and part.isAncestorOf(hit)), f"{hit} covers {part.objectName() or part}"
        QTest.mouseMove(_handle(window), place)
        QTest.mouseClick(_handle(window), LEFT, NONE, place)
        settle()

    def click_cell(self, board: BoardView, cell: Cell) -> None:
        self.click(board, board.cell_rect(cell).center().toPoint())

    def choose(self, box: QComboBox, index: int) -> None:
        """Open a combo box and click one of its items."""
        self.click(box)
        lines = box.view()
        self.click(lines.viewport(), lines.visualRect(box.model().index(index, box.modelColumn())).center())

    def step(self, box: QSpinBox, times: int) -> None:
        """Click the up or down arrow of a spin box."""
        option = SpinOption()
        box.initStyleOption(option)
        up, down = QStyle.SubControl.SC_SpinBoxUp, QStyle.SubControl.SC_SpinBoxDown
        arrow = (
            box.style()
            .subControlRect(QStyle.ComplexControl.CC_SpinBox, option, up if times > 0 else down, box)
            .center()
        )
        for _ in range(abs(times)):
            self.click(box, arrow)

    def _scroll_to(self, part: QWidget) -> None:
        for area in reversed(list(_areas(part))):
            for _ in range(100):
                view = area.viewport()
                place = part.mapTo(view, part.rect().center())
                if view.rect().contains(place):
                    break
                self._turn_wheel(view, QPoint(4, 4), -WHEEL_NOTCH if place.y() > 0 else WHEEL_NOTCH)

    def turn_wheel(self, part: QWidget, notches: int, mods: Qt.KeyboardModifier = NONE) -> None:
        """Turn the wheel over the centre of a widget, after scrolling to it: down, or up if negative."""
        self._scroll_to(part)
        for _ in range(abs(notches)):
            self._turn_wheel(part, part.rect().center(), -WHEEL_NOTCH if notches > 0 else WHEEL_NOTCH, mods)

    def _turn_wheel(self, part: QWidget, place: QPoint, angle: int, mods: Qt.KeyboardModifier = NONE) -> None:
        window = part.window()
        at = QPointF(part.mapTo(window, place))
        QTest.wheelEvent(_handle(window), at, QPoint(0, angle), QPoint(), mods)
        settle()


class Keys:
    """Presses keys; never moves the mouse."""

    def press(self, *keys: Qt.Key, mods: Qt.KeyboardModifier = NONE) -> None:
        """Press one key after the other in the window that has the focus."""
        for key in keys:
            QTest.keyClick(_focused(), key, mods)
        settle()

    def combine(self, text: str) -> None:
        """Press a key combination such as "Ctrl+J"."""
        both = QKeySequence.fromString(text)[0]  # type: ignore[index]  # missing in the stubs
        QTest.keyClick(_focused(), both.key(), both.keyboardModifiers())
        settle()

    def write(self, text: str) -> None:
        """Replace the text of the widget that has the focus."""
        field = QApplication.focusWidget()
        assert isinstance(field, QLineEdit | QSpinBox | QPlainTextEdit), f"{field} takes no letters"
        self.combine("Ctrl+A")
        for letter in text:
            QTest.keyClick(_focused(), letter)  # type: ignore[call-overload]  # a character too
        settle()

    def tab_to(self, part: QWidget, back: bool = False) -> None:
        """Press Tab until that widget has the focus."""
        part = _proxied(part)
        seen = []
        for _ in range(MAX_TABS):
            now = QApplication.focusWidget()
            if now is part:
                return
            seen.append(now.objectName() or type(now).__name__ if now is not None else "nothing")
            self.press(Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not reach {part.objectName() or part}, only to {seen}")

    def choose(self, box: QComboBox, index: int) -> None:
        """Choose an item of a combo box with the arrow keys."""
        self.tab_to(box)
        self.press(Qt.Key.Key_Home)
        self.press(*[Qt.Key.Key_Down] * index)
        assert box.currentIndex() == index

    def go_to(self, board: BoardView, cell: Cell) -> None:
        """Move the board's cursor to a cell with the arrow keys."""
        if not board.has_cursor:
            self.press(Qt.Key.Key_Up)  # shows the cursor
        self.press(*(ARROWS[direction] for direction in shortest_way(board, frozenset((cell,)))[1]))
        assert board.has_cursor
        assert board.cursor_cell == cell, f"the arrows do not reach {board.describe_cell(cell)}"


def shortest_way(board: BoardView, wanted: frozenset[Cell]) -> tuple[Cell, list[Direction]]:
    """Return the wanted cell that is nearest by arrow keys from the cursor, and a shortest way to it."""
    geometry, start = board.cell_geometry, board.cursor_cell
    assert geometry is not None
    assert start is not None
    ways: dict[tuple[Cell, float | None], list[Direction]] = {(start, board.cursor_column): []}
    edge = deque(ways)
    while edge:
        at, column = edge.popleft()
        if at in wanted:
            return at, ways[at, column]
        for direction in ARROWS:
            kept = geometry.column(at) if column is None else column
            reached = geometry.next_cell(at, direction, kept), kept if direction in ("up", "down") else None
            if reached not in ways:
                ways[reached] = [*ways[at, column], direction]
                edge.append(reached)
    raise AssertionError(f"no way by arrow keys to {[board.describe_cell(cell) for cell in wanted]}")


def _handle(window: QWidget) -> QWindow:
    handle = window.windowHandle()
    assert handle is not None, f"{window} has no native window yet"
    return handle


def _focused() -> QWindow:
    window = QGuiApplication.focusWindow()
    assert window is not None, "no window has the focus"
    return window


def _proxied(part: QWidget) -> QWidget:
    while (proxy := part.focusProxy()) is not None:
        part = proxy
    return part


def _areas(part: QWidget) -> Iterator[QScrollArea]:
    parent = part.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            yield parent
        parent = parent.parentWidget()
