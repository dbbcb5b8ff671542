"""The drawn board: what stands on it, what is marked, and which cells are to be painted again when that changes."""

from collections.abc import Collection, Iterable, Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QRegion, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.board.animation import changes
from client_qt.board.cell_state import (
    CellState,
    LastMove,
    Pointing,
    Position,
    faces,
    pointed,
    shown_marks,
    too_many_dots,
)
from client_qt.board.crosshair import CrosshairChoice
from client_qt.board.painted import PaintedBoard
from client_qt.board.painting.marks import around
from client_qt.board.painting.outline import slab_size
from client_qt.board.viewport import ROOM, Viewport
from client_qt.theme import Theme
from netgame.boards.geometry import Board, Cell
from netgame.game import Mark, Picks, Piece, Seat

SMALLEST_CELL, USUAL_CELL = 1.0, 2.4  # em
SMALLEST_BOARD = 30.0  # em across: a board of more cells gives way and has smaller ones
FEW_CELLS = 60  # more of them are painted sooner together than one by one


class BoardCanvas(PaintedBoard):
    """Any board at any size, with what stands on it and what is marked. `board_changed`: it is another board now."""

    board_changed = Signal(object)  # Board

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._position = Position()
        self._picks: Picks | None = None
        self._seat: Seat | None = None
        self._own: frozenset[Seat] = frozenset()
        self._over: frozenset[Cell] = frozenset()
        self._show_legal = True
        self._show_threats = True
        self._pointing = Pointing()
        self._dropped: Cell | None = None  # the hand has just put a piece there itself
        self._base: dict[Cell, CellState] = {}  # what the rules show, without mouse and keyboard
        self._viewport = Viewport(theme)
        self._lines.changed.connect(self._update_cells)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._look_changed)

    # ---- what is shown
    def set_position(
        self, board: Board, pieces: Mapping[Cell, Piece], marks: tuple[Mark, ...] = (), last: LastMove | None = None
    ) -> None:
        """Show this position; what changed since the last one moves."""
        known = board is self._board
        self._position = Position(dict(pieces), tuple(marks), last or LastMove())
        if not known:
            self._board = board
            self._base, self._faces, self._pointing = {}, {}, Pointing()
            self._lines.clear()
            self._crosshair.cell = None
            self._viewport.fit()
            self._lay_out()
            self.updateGeometry()
            self.board_changed.emit(board)
        self.refresh(animate=known)

    def set_over(self, cells: frozenset[Cell]) -> None:
        """Outline the cells that decided the game, or draw the path that they are."""
        self._over = frozenset(cells)
        self.refresh()

    def set_own(self, seats: frozenset[Seat]) -> None:
        """Whose largest region is always outlined."""
        self._own = frozenset(seats)
        self.refresh()

    def set_legal_shown(self, shown: bool) -> None:
        """Whether the cells that may be picked have their dots."""
        self._show_legal = shown
        self.refresh()

    def set_threats_shown(self, shown: bool) -> None:
        """Whether pieces that can be taken in one turn are marked while a turn is made."""
        self._show_threats = shown
        self.refresh()

    def set_coordinates_shown(self, shown: bool) -> None:
        """Whether the rim names rows and columns; without them the cells have the room."""
        self._viewport.rim = shown
        self._lay_out()

    def set_air(self, ems: float) -> None:
        """Leave so much more room round the slab: all of its shadow is seen there."""
        self._viewport.air = ems
        self._lay_out()

    def set_crosshair(self, choice: CrosshairChoice) -> None:
        """On which boards the row and the column of the cell that is pointed at are tinted."""
        self._crosshair.choice = choice
        self._crosshair.cell = None
        self._follow_crosshair()
        self._update_all()

    @property
    def flipped(self) -> bool:
        """Whether the board is turned by half a turn."""
        return self._viewport.sixths == 3

    def set_flipped(self, flipped: bool) -> None:
        """Turn the board."""
        self.set_turned(3 if flipped else 0)

    @property
    def turned(self) -> int:
        """How many times 60 degrees the board is turned clockwise."""
        return self._viewport.sixths

    def set_turned(self, sixths: int) -> None:
        """Turn the board by that many times 60 degrees; one of squares by half a turn or not at all."""
        sixths %= 6
        if self._board is not None and self._board.shape == "square":
            sixths = 3 if sixths else 0
        if sixths != self._viewport.sixths:
            self._viewport.sixths = sixths
            self._lay_out()

    @property
    def aspect(self) -> float:
        """How many times as wide as high the board is."""
        width, height = slab_size(self._board) if self._board else (1.0, 1.0)
        return width / height

    # ---- its size
    def sizeHint(self) -> QSize:
        return self._size_of(USUAL_CELL)

    def minimumSizeHint(self) -> QSize:
        return self._size_of(SMALLEST_CELL)

    def _size_of(self, cell: float) -> QSize:
        width, height = slab_size(self._board) if self._board else (8.0, 8.0)
        cell = min(cell, SMALLEST_BOARD / max(width, height)) if cell == SMALLEST_CELL else cell
        return QSize(self._theme.px(width * cell + 2 * ROOM), self._theme.px(height * cell + 2 * ROOM))

    # ---- what changed
    def refresh(self, animate: bool = False) -> None:
        """Work out anew what every cell shows, and paint those that show something else."""
        if self._board is None:
            return
        before = self._faces
        dots = self._show_legal and not too_many_dots(self._board, self._picks)
        self._base = faces(self._position, self._picks, self._seat, dots, self._show_threats)
        self._faces = {**self._base, **pointed(self._base, self._pointing)}
        changed = [cell for cell in before.keys() | self._faces if _differ(before.get(cell), self._faces.get(cell))]
        self._update_cells(changed)
        self._refresh_lines()
        if animate:
            self._animate(_pieces(before, changed), _pieces(self._faces, changed))

    def point(self, pointing: Pointing) -> None:
        """Mouse or keyboard are somewhere else: only the cells that they left and came to are looked at."""
        cells = self._pointing.cells | pointing.cells
        self._pointing = pointing
        if self._board is None:
            return
        here = pointed(self._base, pointing)
        for cell in cells:
            before, now = self._faces.pop(cell, None), here.get(cell, self._base.get(cell))
            if now is not None:
                self._faces[cell] = now
            if _differ(before, now):
                self._update_cells((cell,))
        self._refresh_lines()
        self._follow_crosshair()

    def _follow_crosshair(self) -> None:
        if self._board is None or self._geometry is None:
            return
        before = self._crosshair.areas(self._theme, self._geometry)
        if self._crosshair.follow(self._board, self._pointing):
            for area in before + self._crosshair.areas(self._theme, self._geometry):
                self._update_area(area)

    def _refresh_lines(self) -> None:
        assert self._board is not None
        # two people at one screen: the region of who moves; both at once would run into each other
        own = self._own if len(self._own) == 1 else self._own & {self._seat}
        marks, step_ms = shown_marks(self._position, self._picks), self._theme.motion.win_path_step
        self._lines.show(self._board, marks, own, self._pointing, self._over, step_ms)

    def _animate(self, before: Mapping[Cell, Piece], after: Mapping[Cell, Piece]) -> None:
        """A new turn ends all motion. A piece that the hand put down is there already."""
        if self._geometry is None or self._held is not None:
            return
        found = changes(before, after)
        if self._dropped is not None:
            found = tuple(change for change in found if change.end != self._dropped)
            self._dropped = None
        if found:
            motion = self._theme.motion
            self._motion.start(found, self._geometry, motion.move if any(c.start for c in found) else motion.place)

    def _update_cells(self, cells: Collection[Cell]) -> None:
        if self._geometry is None:
            return
        if len(cells) > FEW_CELLS:
            self._update_all()
            return
        for cell in cells:
            self._update_area(around(self._geometry.rect(cell), self._geometry.cell))

    def _lay_out(self) -> None:
        """Fit the board into the widget. The background is painted when it is next needed."""
        self._motion.stop()
        if self._board is None:
            return
        self._waiting = QRegion()
        geometry = self._viewport.lay(self._board, QRectF(self.rect()), self.devicePixelRatioF())
        if not geometry.same_as(self._geometry):
            self._geometry = geometry
            self._lines.laid_out()
        self.update()

    def _look_changed(self) -> None:
        self._backdrop.forget()
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._lay_out()
        super().changeEvent(event)

    def _hold(self, piece: Piece | None, at: QPointF) -> None:
        """Show a piece under the pointer instead of on its cell."""
        if self._geometry is None:
            return
        reach = self._geometry.cell
        for _, point in filter(None, (self._held, (piece, at))):
            self._update_area(QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach))
        self._held = (piece, at) if piece is not None else None


def _pieces(shown: Mapping[Cell, CellState], cells: Iterable[Cell]) -> dict[Cell, Piece]:
    """What stands on those of some cells that are not empty."""
    return {cell: face.piece for cell in cells if (face := shown.get(cell)) is not None and face.piece is not None}


def _differ(one: CellState | None, other: CellState | None) -> bool:
    """Most faces are the same objects as before."""
    return one is not other and one != other
