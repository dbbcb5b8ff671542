"""The drawn board: a kept background, and the cells on it, of which only those that changed are painted again."""

import math
import time
from collections.abc import Collection, Iterable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QRegion, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.look import Theme
from client_qt.look.tokens import BoardColours
from client_qt.views.backdrop import MANY_CELLS, Backdrop
from client_qt.views.boardlines import BoardLines
from client_qt.views.boardmotion import BoardMotion, changes
from client_qt.views.crosshair import Crosshair, CrosshairChoice
from client_qt.views.facepainter import FacePainter
from client_qt.views.geometry import Geometry
from client_qt.views.marks import around
from client_qt.views.outline import slab_size
from client_qt.views.regions import rects
from client_qt.views.shown import Face, Last, Pointing, Position, faces, pointed, shown_marks, too_many_dots
from client_qt.views.slab import paint_part
from client_qt.views.viewport import ROOM, Viewport
from netgame.boards import Board, Cell
from netgame.game import Mark, Picks, Piece, Seat

SMALLEST_CELL, USUAL_CELL = 1.0, 2.4  # em
SMALLEST_BOARD = 30.0  # em across: a board of more cells gives way and has smaller ones
BUDGET_S = 0.005  # for painting what is out of date, each time
CELLS_AT_ONCE = 1000  # of a board of very many, when all of it changes
FEW_CELLS = 60  # more of them are painted sooner together than one by one


class BoardCanvas(QWidget):
    """Any board at any size, with what stands on it and what is marked. `board_changed`: it is another board now."""

    board_changed = Signal(object)  # Board

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._board: Board | None = None
        self._position = Position()
        self._picks: Picks | None = None
        self._seat: Seat | None = None
        self._own: frozenset[Seat] = frozenset()
        self._over: frozenset[Cell] = frozenset()
        self._show_legal = True
        self._show_threats = True
        self._pointing = Pointing()
        self._held: tuple[Piece, QPointF] | None = None  # a piece under the pointer
        self._dropped: Cell | None = None  # the hand has just put a piece there itself
        self._base: dict[Cell, Face] = {}  # what the rules show, without mouse and keyboard
        self._faces: dict[Cell, Face] = {}
        self._geometry: Geometry | None = None
        self._viewport = Viewport(theme)
        self._backdrop = Backdrop(theme)
        self._waiting = QRegion()  # what is to be painted again in the next turns of the loop
        self._slices = QTimer(self)
        self._slices.setSingleShot(True)
        self._slices.timeout.connect(self._paint_slice)
        self._crosshair = Crosshair()
        self._motion = BoardMotion(self)
        self._motion.moved.connect(self._update_area)
        self._lines = BoardLines(self)
        self._lines.changed.connect(self._update_cells)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._look_changed)

    # ---- what is shown
    def set_position(
        self, board: Board, pieces: Mapping[Cell, Piece], marks: tuple[Mark, ...] = (), last: Last | None = None
    ) -> None:
        """Show this position; what changed since the last one moves."""
        known = board is self._board
        self._position = Position(dict(pieces), tuple(marks), last or Last())
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

    @property
    def cell_count(self) -> int:
        """How many cells the board has; none before there is one."""
        return len(self._board.cells) if self._board else 0

    # ---- where things are
    def cell_rect(self, cell: Cell) -> QRectF:
        """Where a cell is drawn."""
        assert self._geometry is not None, "no board is shown yet"
        return self._geometry.rect(cell)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell at a point of the widget."""
        return self._geometry.at(point) if self._geometry else None

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

    def _update_area(self, area: QRectF) -> None:
        self.update(area.toAlignedRect())

    def _update_all(self) -> None:
        if self.cell_count > MANY_CELLS:
            self._waiting = QRegion(self.rect())
            self._slices.start()
        else:
            self.update()

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

    # ---- painting
    def paintEvent(self, event: QPaintEvent) -> None:
        geometry = self._geometry
        if geometry is None:
            return
        painter, region = QPainter(self), event.region()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRegion(region)
        self._backdrop.lay(geometry, self.size(), self._colours)
        if not self._is_for_screen(painter):
            self._backdrop.work(math.inf, region)
        self._backdrop.draw(painter, region)
        painter.setClipRegion(region)
        self._paint_faces(painter, geometry, region if self.cell_count <= MANY_CELLS else self._backdrop.ready(region))
        self._paint_moving(painter, geometry)
        painter.end()
        if not self._backdrop.done:
            self._slices.start()

    def _paint_slice(self) -> None:
        """Some more of what there was no time for."""
        if not self._backdrop.done:
            self.update(self._backdrop.work(time.perf_counter() + BUDGET_S))
        elif not self._waiting.isEmpty():
            bounds = self._waiting.boundingRect()
            bounds.setHeight(max(1, self.height() * CELLS_AT_ONCE // self.cell_count))
            self.update(self._waiting & bounds)
            self._waiting -= bounds
        if not (self._backdrop.done and self._waiting.isEmpty()):
            self._slices.start()

    @property
    def painted_whole(self) -> bool:
        """Whether all that is seen is painted as it is now."""
        return self._backdrop.done and self._waiting.isEmpty()

    def _picture_of_whole(self, geometry: Geometry) -> QPixmap:
        """The board as it lies there with all that stands on it, but for what moves; if there are very many, empty."""
        self._backdrop.lay(geometry, self.size(), self._colours)
        picture = self._backdrop.picture().copy()
        if self.cell_count <= MANY_CELLS:
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_faces(painter, geometry, QRegion(self.rect()))
            painter.end()
        return picture

    def _is_for_screen(self, painter: QPainter) -> bool:
        """Whether that paints the window; a picture of it has to be whole at once."""
        store = self.window().backingStore()
        return store is not None and painter.paintEngine().paintDevice() is store.paintDevice()

    def _paint_part(self, painter: QPainter, region: QRegion) -> None:
        """Part of the board, with its ground."""
        assert self._geometry is not None
        for rect in rects(region):
            paint_part(painter, self._theme, self._geometry, self._colours, QRectF(rect))
        self._paint_faces(painter, self._geometry, region)

    def _paint_faces(self, painter: QPainter, geometry: Geometry, region: QRegion) -> None:
        self._crosshair.paint(painter, self._theme, geometry, self._colours, QRectF(region.boundingRect()))
        cells = FacePainter(self._theme, painter, geometry, self._colours)
        reach = partial(self._reaches, region.boundingRect())
        cells.paint(self._faces, self._lines.outlines(geometry, reach), self._motion.cells, self._touched(region))
        self._lines.paint_paths(cells, self._faces, reach)

    def _paint_moving(self, painter: QPainter, geometry: Geometry) -> None:
        """What goes from cell to cell, by itself or with the pointer."""
        cells = FacePainter(self._theme, painter, geometry, self._colours)
        self._motion.paint(cells)
        if self._held is not None:
            cells.piece(self._held[0], self._held[1])

    @property
    def _colours(self) -> BoardColours:
        return self._theme.board_with(self._board.shape) if self._board else self._theme.board

    def _touched(self, region: QRegion) -> dict[Cell, Face]:
        """The cells that reach into a region, in the order of the board."""
        assert self._geometry is not None
        geometry = self._geometry
        if (QRegion(geometry.slab().boundingRect().toAlignedRect() & self.rect()) - region).isEmpty():
            return self._faces
        near: set[Cell] = set()
        for rect in rects(region):
            near.update(geometry.touching(around(QRectF(rect), geometry.cell)))
        return {cell: self._faces[cell] for cell in sorted(near) if cell in self._faces}

    def _reaches(self, bounds: QRect, cells: Iterable[Cell]) -> bool:
        assert self._geometry is not None
        geometry = self._geometry
        return any(bounds.intersects(around(geometry.rect(cell), geometry.cell).toAlignedRect()) for cell in cells)

    def _hold(self, piece: Piece | None, at: QPointF) -> None:
        """Show a piece under the pointer instead of on its cell."""
        if self._geometry is None:
            return
        reach = self._geometry.cell
        for _, point in filter(None, (self._held, (piece, at))):
            self._update_area(QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach))
        self._held = (piece, at) if piece is not None else None


def _pieces(shown: Mapping[Cell, Face], cells: Iterable[Cell]) -> dict[Cell, Piece]:
    """What stands on those of some cells that are not empty."""
    return {cell: face.piece for cell in cells if (face := shown.get(cell)) is not None and face.piece is not None}


def _differ(one: Face | None, other: Face | None) -> bool:
    """Most faces are the same objects as before."""
    return one is not other and one != other
