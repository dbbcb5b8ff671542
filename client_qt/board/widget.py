"""The board that games are played on: it shows what may be picked and says which cell was meant. It has no rules."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from client_qt.board.cell_names import cell_words, place_words
from client_qt.board.cell_state import LastMove, Pointing, foreseen, last_of, shown_marks
from client_qt.board.geometry import Direction
from client_qt.board.input import BoardInput
from client_qt.board.zoom_input import ZoomHand
from client_qt.board.zooming import ZoomedCanvas
from client_qt.feedback.screen_reader import announce
from client_qt.text.rules_text import tr
from client_qt.theme import Theme
from netgame.boards.geometry import Cell
from netgame.game import Picks, Seat

__all__ = ["BoardView", "LastMove", "last_of"]

Preview = Callable[[Cell], Picks | None]  # how the turn would go on from there
_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class BoardView(ZoomedCanvas):
    """Any board, led by `Picks`.

    `picked` says which cell was acted on, by mouse or keyboard; whoever knows the rules sorts out what it means.
    `cancelled` comes from Esc, the right button and a click beside the board, `confirmed` from Enter while confirmable.
    """

    picked = Signal(object)  # Cell
    cancelled = Signal()
    confirmed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._preview: Preview | None = None
        self._confirmable = False
        self._cursor: Cell | None = None
        self._column: float | None = None  # where the cursor set out from, going up and down
        self._input = BoardInput(self)
        self._hand = ZoomHand(self)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", False)
        self.setAccessibleName(tr("Board"))

    # ---- led by picks
    def set_picks(self, picks: Picks | None, seat: Seat | None = None, preview: Preview | None = None) -> None:
        """Show what may be picked now and what is staged; None: the board only shows. `seat` is who picks."""
        self._picks, self._seat, self._preview = picks, seat, preview
        if picks is None:
            self._input.forget()
            self._let_go()
        self._pointing = self._hovering(self._pointing.hover, self._pointing)
        self.refresh(animate=True)

    def set_confirmable(self, confirmable: bool) -> None:
        """Whether Enter confirms what is staged rather than acting on the cell."""
        self._confirmable = confirmable

    def set_title(self, title: str) -> None:
        """What the board is called where it is read aloud."""
        self.setAccessibleName(title)

    def takes(self, cell: Cell) -> bool:
        """Whether that cell may be picked now."""
        return self._picks is not None and cell in self._picks.next

    def may_drag(self, cell: Cell) -> bool:
        """Whether a piece stands there that may be picked up, or was already."""
        face = self._faces.get(cell)
        return face is not None and face.piece is not None and (self.takes(cell) or "selected" in face.marks)

    # ---- the keyboard's cursor
    @property
    def cursor_cell(self) -> Cell | None:
        """Where the cursor of the keyboard is, shown or not."""
        return self._cursor

    @property
    def has_cursor(self) -> bool:
        """Whether that cursor is shown."""
        return self._pointing.cursor is not None

    def set_cursor(self, cell: Cell) -> None:
        """Put the cursor of the keyboard on a cell and say what is there."""
        self._cursor = cell
        self._column = None
        self.reveal(cell)
        self.point(replace(self._pointing, cursor=cell, foreseen=self._foreseen(cell, self._following(cell))))
        self.announce(self.describe_cell(cell))

    def move_cursor(self, direction: Direction) -> None:
        """To the next cell in that direction; the first time only to where the game is."""
        if self._geometry is None:
            return
        shown = self._pointing.cursor is not None
        start = self._first_cursor()
        column = self._geometry.column(start) if self._column is None else self._column
        self.set_cursor(self._geometry.towards(start, direction, column) if shown else start)
        self._column = column if direction in ("up", "down") else None

    def hide_cursor(self) -> None:
        """The hand is at the mouse now."""
        if self._pointing.cursor is not None:
            self.point(self._hovering(self._pointing.hover, replace(self._pointing, cursor=None)))

    def _first_cursor(self) -> Cell:
        if self._cursor is not None:
            return self._cursor
        if self._position.last.targets:
            return min(self._position.last.targets)
        assert self._board is not None
        assert self._geometry is not None
        middle = self._geometry.slab().boundingRect().center()
        distance = {c: (self._geometry.centre(c) - middle).manhattanLength() for c in range(len(self._board.cells))}
        return min(distance, key=lambda cell: distance[cell])

    # ---- what the hand did
    def act(self, cell: Cell) -> None:
        """A click on a cell, or Space on it."""
        if self._picks is not None:
            self._cursor = cell
            self.picked.emit(cell)

    def act_at_cursor(self) -> None:
        if self._pointing.cursor is None:
            self.move_cursor("up")
        else:
            self.act(self._pointing.cursor)

    def enter(self) -> None:
        if self._confirmable:
            self.confirmed.emit()
        else:
            self.act_at_cursor()

    def cancel(self) -> None:
        if self._picks is not None:
            self.cancelled.emit()

    def begin_drag(self, cell: Cell, at: QPointF) -> None:
        """Pick the piece up: the same as clicking it, but that it goes with the pointer if the turn moves it."""
        piece = self._faces[cell].piece
        if "selected" not in self._faces[cell].marks:
            self.picked.emit(cell)
        if self._picks is not None and piece is not None and self._is_chosen(cell):
            self._hold(piece, at)
            self.point(replace(self._pointing, dragged=cell))

    def _is_chosen(self, cell: Cell) -> bool:
        face = self._faces.get(cell)
        return face is not None and bool(face.marks & {"selected", "from"})

    def drag_to(self, at: QPointF) -> None:
        if self._held is not None:
            self._hold(self._held[0], at)

    def end_drag(self, onto: Cell | None) -> None:
        """Put the piece down: on a cell that takes it, back where it was, or nowhere, which cancels."""
        if self._held is None:
            return  # a click with a hand that was not still
        origin = self._pointing.dragged
        if onto is not None and onto != origin and self.takes(onto):
            self._dropped = onto
            self._let_go()
            self.picked.emit(onto)
            self._dropped = None
        else:
            self._let_go()
            if onto != origin:
                self.cancel()

    def _let_go(self) -> None:
        if self._held is not None:
            self._hold(None, self._held[1])
        if self._pointing.dragged is not None:
            self.point(replace(self._pointing, dragged=None))

    def point_at(self, cell: Cell | None) -> None:
        """The pointer is over that cell."""
        if cell != self._pointing.hover:
            self.point(self._hovering(cell, self._pointing))

    def _hovering(self, cell: Cell | None, pointing: Pointing) -> Pointing:
        """A ghost and a hand only where something can be picked: anything else would promise too much."""
        following = self._following(cell)
        inviting = cell is not None and self.takes(cell)
        shape = Qt.CursorShape.PointingHandCursor if inviting else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)
        ghost = following.pieces.get(cell) if following is not None and cell is not None else None
        return replace(pointing, hover=cell, inviting=inviting, ghost=ghost, foreseen=self._foreseen(cell, following))

    def _following(self, cell: Cell | None) -> Picks | None:
        """How the turn would go on with that cell; only this one cell is ever tried."""
        takes = cell is not None and self.takes(cell)
        return self._preview(cell) if takes and self._preview is not None and cell is not None else None

    def _foreseen(self, cell: Cell | None, following: Picks | None) -> frozenset[Cell]:
        if following is None or self._picks is None or cell is None:
            return frozenset()
        return foreseen(self._picks.marks, following.marks, cell)

    # ---- said aloud
    def describe_cell(self, cell: Cell) -> str:
        """A cell in words, with all that is shown in it."""
        if self._board is None:
            return ""
        regions = any(mark.kind == "region" and cell in mark.cells for mark in shown_marks(self._position, self._picks))
        return cell_words(self._board, cell, self._faces.get(cell), regions, cell in self._over)

    def describe_place(self, cell: Cell) -> str:
        """Where a cell is, counted from the top left corner of the board as its rules draw it."""
        return place_words(self._board, cell) if self._board is not None else ""

    def announce(self, text: str, urgent: bool = False) -> None:
        """Have a screen reader say something about this board."""
        self.setAccessibleDescription(text)
        announce(self, text, urgent)

    # ---- events
    def event(self, event: QEvent) -> bool:
        two_fingers = event.type() in (QEvent.Type.NativeGesture, QEvent.Type.Gesture)
        return (two_fingers and self._hand.gesture(event)) or super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.setAccepted(self._hand.wheel(event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._hand.press(event):
            self._input.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._hand.move(event):
            self._input.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._hand.release(event):
            self._input.release(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._hand.key_down(event) and not self._input.key(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not self._hand.key_up(event):
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in _BY_KEYBOARD and self._geometry is not None:
            self.set_cursor(self._first_cursor())
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.hide_cursor()
        self._hand.let_go()
        super().focusOutEvent(event)
