"""A mouse and a keyboard: what they do goes to the window, as from the system, and Qt finds out who gets it."""

from collections import deque
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QWheelEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QScrollArea, QSpinBox, QStyle, QWidget
from PySide6.QtWidgets import QStyleOptionSpinBox as SpinOption

from client_qt.board.geometry import Direction
from client_qt.board.widget import BoardView
from netgame.boards.geometry import Cell
from tests.client.clicks import settle

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
ARROWS: dict[Direction, Qt.Key] = {
    "left": Qt.Key.Key_Left,
    "right": Qt.Key.Key_Right,
    "up": Qt.Key.Key_Up,
    "down": Qt.Key.Key_Down,
}
NOTCH = 120  # of a wheel
MOST_STOPS = 120  # of the Tab key on one page


def within(root: QWidget, name: str) -> QWidget:
    """The part of that object name that can be seen and used."""
    found = [part for part in root.findChildren(QWidget, name) if part.isVisible() and part.isEnabled()]
    assert found, f"nothing called {name} to be seen and used"
    return found[0]


def come_back(window: QWidget) -> None:
    """The window manager gives the keyboard to that window; without a screen there is none that would."""
    window.activateWindow()
    settle()


class Mouse:
    """Points, clicks and turns the wheel; never a key."""

    def click(self, part: QWidget, at: QPoint | None = None) -> None:
        """Click in the middle of a part, or at that place in it, scrolling there first where it must be."""
        settle()
        assert part.isVisible(), f"{part.objectName() or part} cannot be seen"
        assert part.isEnabled(), f"{part.objectName() or part} cannot be used"
        self._scroll_to(part)
        window = part.window()
        place = part.mapTo(window, at or part.rect().center())
        hit = window.childAt(place)
        assert hit is part or (hit is not None and part.isAncestorOf(hit)), (
            f"{hit} lies over {part.objectName() or part}"
        )
        QTest.mouseMove(_handle(window), place)
        QTest.mouseClick(_handle(window), LEFT, NONE, place)
        settle()

    def click_cell(self, board: BoardView, cell: Cell) -> None:
        self.click(board, board.cell_rect(cell).center().toPoint())

    def choose(self, box: QComboBox, index: int) -> None:
        """Open a box and click one of its lines."""
        self.click(box)
        lines = box.view()
        self.click(lines.viewport(), lines.visualRect(box.model().index(index, box.modelColumn())).center())

    def step(self, box: QSpinBox, times: int) -> None:
        """Click on the arrow up or down of a box of numbers."""
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
                self._turn_wheel(area, -NOTCH if place.y() > 0 else NOTCH)

    def _turn_wheel(self, area: QScrollArea, angle: int) -> None:
        window = area.window()
        at = QPointF(area.viewport().mapTo(window, QPoint(4, 4)))
        event = QWheelEvent(
            at, QPointF(window.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, angle),
            Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(_handle(window), event)
        settle()


class Keys:
    """Presses keys; never moves the mouse."""

    def press(self, *keys: Qt.Key, mods: Qt.KeyboardModifier = NONE) -> None:
        """Press one key after the other, wherever the keyboard is."""
        for key in keys:
            QTest.keyClick(_focused(), key, mods)
        settle()

    def combine(self, text: str) -> None:
        """Press a key with others held, as in "Ctrl+J"."""
        both = QKeySequence.fromString(text)[0]  # type: ignore[index]  # which the stubs do not know
        QTest.keyClick(_focused(), both.key(), both.keyboardModifiers())
        settle()

    def write(self, text: str) -> None:
        """Write into what has the keyboard, in place of what stands there."""
        field = QApplication.focusWidget()
        assert isinstance(field, QLineEdit | QSpinBox | QPlainTextEdit), f"{field} takes no letters"
        self.combine("Ctrl+A")
        for letter in text:
            QTest.keyClick(_focused(), letter)  # type: ignore[call-overload]  # a character too
        settle()

    def tab_to(self, part: QWidget, back: bool = False) -> None:
        """Go on with Tab until that part has the keyboard."""
        part = _proxied(part)
        seen = []
        for _ in range(MOST_STOPS):
            now = QApplication.focusWidget()
            if now is part:
                return
            seen.append(now.objectName() or type(now).__name__ if now is not None else "nothing")
            self.press(Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not come to {part.objectName() or part}, only to {seen}")

    def choose(self, box: QComboBox, index: int) -> None:
        """Go through the lines of a box with the arrows."""
        self.tab_to(box)
        self.press(Qt.Key.Key_Home)
        self.press(*[Qt.Key.Key_Down] * index)
        assert box.currentIndex() == index

    def go_to(self, board: BoardView, cell: Cell) -> None:
        """Move the cursor of the board to a cell, by the arrows alone."""
        if not board.has_cursor:
            self.press(Qt.Key.Key_Up)  # which shows it first
        self.press(*(ARROWS[direction] for direction in way(board, frozenset((cell,)))[1]))
        assert board.has_cursor
        assert board.cursor_cell == cell, f"the arrows do not come to {board.describe_cell(cell)}"


def way(board: BoardView, wanted: frozenset[Cell]) -> tuple[Cell, list[Direction]]:
    """The wanted cell that the arrows come to soonest from where the cursor is shown, and a shortest way there."""
    geometry, start = board._geometry, board.cursor_cell
    assert geometry is not None
    assert start is not None
    ways: dict[tuple[Cell, float | None], list[Direction]] = {(start, board._column): []}
    edge = deque(ways)
    while edge:
        at, column = edge.popleft()
        if at in wanted:
            return at, ways[at, column]
        for direction in ARROWS:
            kept = geometry.column(at) if column is None else column
            reached = geometry.towards(at, direction, kept), kept if direction in ("up", "down") else None
            if reached not in ways:
                ways[reached] = [*ways[at, column], direction]
                edge.append(reached)
    raise AssertionError(f"no way for arrows to {[board.describe_cell(cell) for cell in wanted]}")


def _handle(window: QWidget) -> QWindow:
    handle = window.windowHandle()
    assert handle is not None, f"{window} is no window yet"
    return handle


def _focused() -> QWindow:
    window = QGuiApplication.focusWindow()
    assert window is not None, "no window has the keyboard"
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
