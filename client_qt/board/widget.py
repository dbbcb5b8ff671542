"""The board that games are played on: it shows a position, marks what may be picked, and reports the picked cells."""

import math
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.board.animation import PathAnimation, PieceAnimation, changes
from client_qt.board.cell_names import cell_words, place_words, row_and_column
from client_qt.board.cell_state import (
    CellState,
    LastMove,
    Outline,
    Path,
    Pointing,
    Position,
    cell_states,
    foreseen_cells,
    outlines_and_paths,
    pointed_states,
    shown_marks,
    too_many_dots,
)
from client_qt.board.coordinates import paint_sticky_coordinates
from client_qt.board.crosshair import crosshair_areas, crosshair_cell, paint_crosshair
from client_qt.board.geometry import Direction, Geometry, board_size, with_reach
from client_qt.board.input import ZOOM_STEP, PointerInput, direction_of, is_plain
from client_qt.board.painting.background import paint_background
from client_qt.board.painting.cache import BoardCache
from client_qt.board.painting.cells import CellPainter
from client_qt.board.viewport import ROOM, Viewport
from client_qt.feedback.painted_parts import (
    PRESS,
    SET_FOCUS,
    AccessiblePart,
    AccessiblePath,
    focus_moved,
    names_changed,
)
from client_qt.feedback.screen_reader import announce
from client_qt.settings.preferences import Crosshair
from client_qt.text.translation import tr
from client_qt.theme import Theme
from netgame.boards.geometry import Board, Cell
from netgame.game import Mark, Picks, Piece, Seat

Preview = Callable[[Cell], Picks | None]  # the turn after picking that cell
SMALLEST_CELL, USUAL_CELL = 1.0, 2.4  # em
SMALLEST_BOARD = 30.0  # em wide; a board of more cells has smaller cells
FEW_CELLS = 60  # more changed cells are repainted together
BUDGET_S = 0.005  # for painting in one turn of the event loop
_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class BoardView(QWidget):
    """Any board at any size and zoom. It has no rules: `set_picks` says which cells may be picked.

    `picked` reports a cell that was clicked, or activated by a key; `cancelled` comes from Esc and the right button;
    `confirmed` from Enter while `set_confirmable`.
    """

    picked = Signal(object)  # Cell
    missed = Signal(object)  # Cell, on which a piece was dropped that cannot go there
    clicked_beside = Signal()  # or a piece was dropped there
    cancelled = Signal()
    confirmed = Signal()
    board_changed = Signal(object)  # Board
    zoom_changed = Signal(bool)  # whether less than the whole board may be seen
    board: Board | None = None  # a screen reader may ask before the widget is complete

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._geometry: Geometry | None = None
        self._viewport = Viewport(theme)
        # what is shown
        self._position = Position()
        self._picks: Picks | None = None
        self._seat: Seat | None = None
        self._preview: Preview | None = None
        self._confirmable = False
        self._own: frozenset[Seat] = frozenset()
        self._deciding: frozenset[Cell] = frozenset()
        self._suggested: frozenset[Cell] = frozenset()
        self._shows_legal = self._shows_threats = True
        self._crosshair_choice: Crosshair = "large"
        self._arrows_walk = False
        # where mouse and keyboard are
        self._pointing = Pointing()
        self.cursor_cell: Cell | None = None  # of the keyboard's cursor, shown or not
        self.cursor_column: float | None = None  # where the cursor started, going up and down
        self._dragged: tuple[Piece, QPointF] | None = None
        self._dropped_on: Cell | None = None  # no animation: the piece is there already
        # what follows from this
        self._base_states: dict[Cell, CellState] = {}  # without mouse and keyboard
        self._states: dict[Cell, CellState] = {}
        self._outlines: tuple[Outline, ...] = ()
        self._paths: tuple[Path, ...] = ()
        self._crosshair: Cell | None = None
        self._picture = BoardCache(self._paint_part)
        self._painting_timer = QTimer(self, singleShot=True)
        self._painting_timer.timeout.connect(self._paint_more)
        self._pieces_animation = PieceAnimation(self)
        self._pieces_animation.moved.connect(self._update_together)
        self._pieces_animation.arrived.connect(self._update_cells)
        self._path_animation = PathAnimation(self)
        self._path_animation.stepped.connect(self._update_cells)
        self._input = PointerInput(self)
        self._input.clicked.connect(self.act)
        self._input.clicked_beside.connect(self._click_beside)
        self._input.cancelled.connect(self.cancel)
        self._input.drag_started.connect(self._start_drag)
        self._input.dragged.connect(self._drag_to)
        self._input.dropped.connect(self._drop)
        self._input.panned.connect(self.pan)
        self._input.zoomed.connect(self.zoom_by)
        self._input.space_tapped.connect(self.act_at_cursor)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self.installEventFilter(self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setProperty("ring", False)
        self.setAccessibleName(tr("Board"))
        theme.changed.connect(self._change_look)

    def set_position(
        self, board: Board, pieces: Mapping[Cell, Piece], marks: tuple[Mark, ...] = (), last: LastMove | None = None
    ) -> None:
        """Show this position, and animate what changed on the same board."""
        same_board = board is self.board
        self._position = Position(dict(pieces), tuple(marks), last or LastMove())
        if not same_board:
            self._forget_cells()
            self.board = board
            self._viewport.zoom = 1.0
            self._lay_out()
            self.updateGeometry()
            self.board_changed.emit(board)
        self._refresh(animate=same_board)

    def _forget_cells(self) -> None:
        """Forget everything that names cells: another board has others."""
        self._picks, self._preview = None, None
        self._deciding = self._suggested = frozenset()
        self._pointing, self.cursor_cell, self.cursor_column = Pointing(), None, None
        self._dragged, self._dropped_on = None, None
        self._input.forget_press()
        self._base_states, self._states = {}, {}
        self._outlines, self._paths, self._crosshair = (), (), None
        self._path_animation.show((), 0)

    def set_picks(self, picks: Picks | None, seat: Seat | None = None, preview: Preview | None = None) -> None:
        """Show what `seat` may pick now and what is staged; without picks the board takes no input."""
        self._picks, self._seat, self._preview = picks, seat, preview
        if picks is None:
            self._input.forget_press()
            self._end_drag()
        self._pointing = self._hovering(self._pointing.hover, self._pointing)
        self._refresh(animate=True)

    def set_confirmable(self, confirmable: bool) -> None:
        """Let Enter confirm the staged turn instead of picking the cell."""
        self._confirmable = confirmable

    def set_deciding_cells(self, cells: frozenset[Cell]) -> None:
        """Outline the cells that decided the game, or draw them as a path."""
        self._deciding = frozenset(cells)
        self._refresh()

    def set_suggested_cells(self, cells: frozenset[Cell]) -> None:
        """Mark the cells of a suggested move."""
        self._suggested = cells
        self._refresh()

    def set_own_seats(self, seats: frozenset[Seat]) -> None:
        """Always outline the largest region of these seats."""
        self._own = frozenset(seats)
        self._refresh()

    def set_legal_shown(self, shown: bool) -> None:
        self._shows_legal = shown
        self._refresh()

    def set_threats_shown(self, shown: bool) -> None:
        self._shows_threats = shown
        self._refresh()

    def set_coordinates_shown(self, shown: bool) -> None:
        """Show a rim with coordinates, or larger cells."""
        self._viewport.rim = shown
        self._lay_out()

    def set_margin(self, ems: float) -> None:
        """Leave more room around the board, so that its whole shadow is seen."""
        self._viewport.margin = ems
        self._lay_out()

    def set_crosshair(self, choice: Crosshair) -> None:
        """Choose on which boards row and column of the pointed cell are tinted."""
        self._crosshair_choice = choice
        self._follow_crosshair()

    def set_arrows_walk(self, wanted: bool) -> None:
        """Leave the arrow keys to the parent, as in a record; with Shift they move the cursor nevertheless."""
        self._arrows_walk = wanted

    @property
    def turned(self) -> int:
        """The clockwise rotation in steps of 60 degrees."""
        return self._viewport.sixths

    def set_turned(self, sixths: int) -> None:
        """Rotate the board clockwise by steps of 60 degrees; boards of squares only by 180 degrees."""
        sixths %= 6
        if self.board is not None and self.board.shape == "square":
            sixths = 3 if sixths else 0
        if sixths != self._viewport.sixths:
            self._viewport.sixths = sixths
            self._lay_out()

    @property
    def cell_geometry(self) -> Geometry | None:
        return self._geometry

    @property
    def cell_count(self) -> int:
        return len(self.board.cells) if self.board else 0

    @property
    def aspect(self) -> float:
        """The width of the board divided by its height."""
        width, height = board_size(self.board) if self.board else (1.0, 1.0)
        return width / height

    def cell_state(self, cell: Cell) -> CellState:
        """Return what a cell shows."""
        return self._states.get(cell, CellState())

    def cell_rect(self, cell: Cell) -> QRectF:
        assert self._geometry is not None, "no board is shown yet"
        return self._geometry.rect(cell)

    def cell_at(self, point: QPointF) -> Cell | None:
        return self._geometry.at(point) if self._geometry else None

    def takes(self, cell: Cell) -> bool:
        """Whether a cell may be picked now."""
        return self._picks is not None and cell in self._picks.next

    def sizeHint(self) -> QSize:
        return self._size_for(USUAL_CELL)

    def minimumSizeHint(self) -> QSize:
        width, height = board_size(self.board) if self.board else (8.0, 8.0)
        return self._size_for(min(SMALLEST_CELL, SMALLEST_BOARD / max(width, height)))

    def _size_for(self, cell_em: float) -> QSize:
        width, height = board_size(self.board) if self.board else (8.0, 8.0)
        return QSize(self._theme.px(width * cell_em + 2 * ROOM), self._theme.px(height * cell_em + 2 * ROOM))

    @property
    def zoomed(self) -> bool:
        """Whether less than the whole board may be seen."""
        return self._viewport.zoomed

    @property
    def zoom(self) -> float:
        """The size of cells relative to that of the whole board."""
        return self._viewport.zoom

    def zoom_in(self) -> None:
        self.zoom_by(ZOOM_STEP)

    def zoom_out(self) -> None:
        self.zoom_by(1 / ZOOM_STEP)

    def zoom_fit(self) -> None:
        """Show the whole board."""
        self.zoom_by(0.0)

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom around a point: by default the keyboard's cursor, or the middle."""
        if self._geometry is None:
            return
        before, area = self.zoomed, QRectF(self.rect())
        if at is None:
            cursor = self._pointing.cursor
            at = self._geometry.centre(cursor) if cursor is not None else QPointF(self.width() / 2, self.height() / 2)
        self._viewport.zoom_by(factor, at, self._geometry, area)
        self._lay_out()
        if self.zoomed != before:
            self.zoom_changed.emit(self.zoomed)

    def pan(self, by: QPointF) -> None:
        """Move a zoomed board by so many pixels."""
        if self._geometry is not None and self.zoomed:
            self._viewport.pan(by, self._geometry, QRectF(self.rect()))
            self._lay_out()

    def _lay_out(self) -> None:
        self._pieces_animation.stop()
        if self.board is not None:
            self._geometry = self._viewport.lay_out(self.board, QRectF(self.rect()), self.devicePixelRatioF())
            self.update()

    @property
    def has_cursor(self) -> bool:
        """Whether the keyboard's cursor is shown."""
        return self._pointing.cursor is not None

    def set_cursor(self, cell: Cell) -> None:
        """Move the keyboard's cursor, and with it the focus of a screen reader, to a cell; scroll it into view."""
        self.cursor_cell = cell
        self.cursor_column = None
        if self._geometry is not None and self.zoomed:
            self._viewport.reveal(self._geometry.rect(cell), self._geometry, QRectF(self.rect()))
            self._lay_out()
        self._point(replace(self._pointing, cursor=cell, foreseen=self._foreseen(cell, self._following(cell))))
        focus_moved(self)

    def move_cursor(self, direction: Direction) -> None:
        """Move the cursor to the next cell; if it was hidden, only show it."""
        if self._geometry is None:
            return
        start = self._first_cursor()
        if not self.has_cursor:
            self.set_cursor(start)
            return
        column = self._geometry.column(start) if self.cursor_column is None else self.cursor_column
        self.set_cursor(self._geometry.next_cell(start, direction, column))
        self.cursor_column = column if direction in ("up", "down") else None

    def hide_cursor(self) -> None:
        """Hide the cursor while the mouse is used."""
        if self.has_cursor:
            self._point(self._hovering(self._pointing.hover, replace(self._pointing, cursor=None)))

    def _first_cursor(self) -> Cell:
        if self.cursor_cell is not None:
            return self.cursor_cell
        if self._position.last.targets:
            return min(self._position.last.targets)
        assert self._geometry is not None
        geometry, middle = self._geometry, self._geometry.edge.boundingRect().center()
        return min(range(self.cell_count), key=lambda cell: (geometry.centre(cell) - middle).manhattanLength())

    def act(self, cell: Cell) -> None:
        """Pick a cell, as a click does."""
        if self._picks is not None:
            self.cursor_cell = cell
            self.picked.emit(cell)

    def act_at_cursor(self) -> None:
        """Pick the cell of the cursor, or show the cursor."""
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

    def _click_beside(self) -> None:
        if self._picks is not None:
            self.clicked_beside.emit()

    def point_at(self, cell: Cell | None) -> None:
        """Show the pointer over a cell."""
        if cell != self._pointing.hover:
            self._point(self._hovering(cell, self._pointing))

    def _may_drag(self, cell: Cell) -> bool:
        state = self.cell_state(cell)
        return state.piece is not None and (self.takes(cell) or "selected" in state.marks)

    def _start_drag(self, cell: Cell, at: QPointF) -> None:
        """Pick the piece, as a click does; it follows the pointer if the turn moves it."""
        piece = self.cell_state(cell).piece
        if "selected" not in self.cell_state(cell).marks:
            self.picked.emit(cell)
        if (
            self._picks is not None
            and piece is not None
            and self.cell_state(cell).marks & {"selected", "from", "ahead"}
        ):
            self._hold(piece, at)
            self._point(replace(self._pointing, dragged=cell))

    def _drag_to(self, at: QPointF) -> None:
        if self._dragged is not None:
            self._hold(self._dragged[0], at)

    def _drop(self, onto: Cell | None) -> None:
        """Put the piece on a cell that takes it, or back where it was."""
        if self._dragged is None:
            return  # a click with an unsteady hand
        origin = self._pointing.dragged
        self._end_drag()
        if onto is not None and onto != origin and self.takes(onto):
            self._dropped_on = onto
            self.picked.emit(onto)
            self._dropped_on = None
        elif onto is None:
            self._click_beside()
        elif onto != origin:
            self.missed.emit(onto)

    def _end_drag(self) -> None:
        if self._dragged is not None:
            self._hold(None, self._dragged[1])
        if self._pointing.dragged is not None:
            self._point(replace(self._pointing, dragged=None))

    def _hold(self, piece: Piece | None, at: QPointF) -> None:
        """Show a piece under the pointer instead of on its cell."""
        assert self._geometry is not None
        before, self._dragged = self._dragged, (piece, at) if piece is not None else None
        reach = self._geometry.cell
        for _, point in filter(None, (before, self._dragged)):
            self.update(QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach).toAlignedRect())

    def describe_cell(self, cell: Cell) -> str:
        """Return everything that a cell shows, in words."""
        if self.board is None:
            return ""
        in_region = any(mark.kind == "region" and cell in mark.cells for mark in self._marks())
        return cell_words(self.board, cell, self.cell_state(cell), in_region, cell in self._deciding)

    def describe_place(self, cell: Cell) -> str:
        """Return row and column of a cell in words."""
        return place_words(self.board, cell) if self.board is not None else ""

    def accessible_part(self, path: AccessiblePath) -> AccessiblePart | None:
        """Describe the board, a table, or one of its cells."""
        states = {"focusable", "focused"} if self.hasFocus() else {"focusable"}
        if not path:
            return AccessiblePart(
                QAccessible.Role.Table, self.accessibleName(), self.rect(), self.accessibleDescription(),
                frozenset(states), children=self.cell_count,
            )  # fmt: skip
        cell = path[0]
        if self.board is None or cell >= self.cell_count:
            return None
        if cell != self.cursor_cell:
            states = {"focusable"}
        states |= {"selectable"} if self.takes(cell) else set()
        states |= {"selected"} if "selected" in self.cell_state(cell).marks else set()
        actions: dict[str, Callable[[], object]] = {SET_FOCUS: partial(self._focus_cell, cell)}
        if self._picks is not None:
            actions = {PRESS: partial(self.act, cell), **actions}
        return AccessiblePart(
            QAccessible.Role.Cell, self.describe_cell(cell), self.cell_rect(cell).toRect(), self.describe_place(cell),
            frozenset(states), actions, cell=row_and_column(self.board, cell),
        )  # fmt: skip

    def accessible_path_at(self, point: QPoint) -> AccessiblePath:
        cell = self.cell_at(point.toPointF())
        return () if cell is None else (cell,)

    def accessible_focus(self) -> AccessiblePath:
        return () if self.cursor_cell is None else (self.cursor_cell,)

    def _focus_cell(self, cell: Cell) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.set_cursor(cell)

    def announce(self, text: str, urgent: bool = False) -> None:
        """Let a screen reader say something about this board."""
        self.setAccessibleDescription(text)
        announce(self, text, urgent)

    def _marks(self) -> tuple[Mark, ...]:
        return shown_marks(self._position, self._picks)

    def _refresh(self, animate: bool = False) -> None:
        """Compute what every cell shows, and repaint the cells that changed."""
        if self.board is None:
            return
        before = self._states
        dots = self._shows_legal and not too_many_dots(self.board, self._picks)
        self._base_states = cell_states(
            self._position, self._picks, self._seat, dots, self._shows_threats, self._suggested
        )
        self._states = {**self._base_states, **pointed_states(self._base_states, self._pointing)}
        changed = [cell for cell in before.keys() | self._states if _differ(before.get(cell), self._states.get(cell))]
        self._update_cells(changed)
        self._refresh_lines()
        names_changed(self)
        if animate and self._dragged is None:
            moves = changes(_pieces(before, changed), _pieces(self._states, changed))
            found = tuple(move for move in moves or () if move.end is None or move.end != self._dropped_on)
            self._dropped_on = None
            if moves is None:
                self._pieces_animation.stop()
            elif found:
                motion = self._theme.motion
                is_move = any(move.start is not None for move in found)
                self._pieces_animation.start(found, motion.move if is_move else motion.place)

    def _refresh_lines(self) -> None:
        assert self.board is not None
        # two people at one screen: only the region of the player to move, since both would overlap
        own = self._own if len(self._own) == 1 else self._own & {self._seat}
        outlines, paths = outlines_and_paths(self.board, self._marks(), self._deciding, own, self._pointing)
        changed = {*outlines} ^ {*self._outlines} | {*paths} ^ {*self._paths}
        self._outlines, self._paths = outlines, paths
        won = next((path.cells for path in paths if path.won), ())
        self._path_animation.show(won, self._theme.motion.win_path_step)
        self._update_cells(frozenset().union(*(line.cells for line in changed)))

    def _point(self, pointing: Pointing) -> None:
        """Move mouse or cursor: only the cells that they left and reached can change."""
        cells = self._pointing.cells | pointing.cells
        self._pointing = pointing
        if self.board is None:
            return
        pointed = pointed_states(self._base_states, pointing)
        for cell in cells:
            before, now = self._states.pop(cell, None), pointed.get(cell, self._base_states.get(cell))
            if now is not None:
                self._states[cell] = now
            if _differ(before, now):
                self._update_cells((cell,))
        self._refresh_lines()
        self._follow_crosshair()

    def _hovering(self, cell: Cell | None, pointing: Pointing) -> Pointing:
        """Return where mouse and keyboard are with the mouse on `cell`: only a cell that can be picked has a ghost."""
        following = self._following(cell)
        inviting = cell is not None and self.takes(cell)
        self._set_mouse_shape(inviting)
        ghost = following.pieces.get(cell) if following is not None and cell is not None else None
        return replace(pointing, hover=cell, inviting=inviting, ghost=ghost, foreseen=self._foreseen(cell, following))

    def _set_mouse_shape(self, inviting: bool) -> None:
        usual = Qt.CursorShape.PointingHandCursor if inviting else Qt.CursorShape.ArrowCursor
        shape = self._input.shape or usual
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def _following(self, cell: Cell | None) -> Picks | None:
        """Return how the turn would go on with that cell."""
        return self._preview(cell) if self._preview is not None and cell is not None and self.takes(cell) else None

    def _foreseen(self, cell: Cell | None, following: Picks | None) -> frozenset[Cell]:
        if following is None or self._picks is None or cell is None:
            return frozenset()
        return foreseen_cells(self._picks.marks, following.marks, cell)

    def _follow_crosshair(self) -> None:
        if self.board is None or self._geometry is None:
            return
        before, self._crosshair = self._crosshair, crosshair_cell(self._crosshair_choice, self.board, self._pointing)
        if before != self._crosshair:
            for cell in (before, self._crosshair):
                for area in crosshair_areas(self._theme, self._geometry, cell):
                    self._update_area(area)
            if self.zoomed:  # names of rows and columns at the edges
                band = self._theme.px(2.5)
                self.update(QRegion(self.rect()) - QRegion(self.rect().adjusted(band, band, -band, -band)))

    def _update_cells(self, cells: Collection[Cell]) -> None:
        if self._geometry is None:
            return
        if len(cells) > FEW_CELLS:
            self._picture.invalidate_all()
            self.update()
            return
        for cell in cells:
            self._update_area(self._geometry.around(cell))

    def _update_area(self, area: QRectF) -> None:
        assert self._geometry is not None
        self._picture.invalidate(area, self._geometry)
        self.update(area.toAlignedRect())

    def _update_together(self, cells: Iterable[Cell]) -> None:
        """Show the rectangle around cells again: a piece moves between them."""
        area = QRectF()
        if self._geometry is not None:
            for cell in cells:
                area = area.united(self._geometry.around(cell))
            self.update(area.toAlignedRect())

    def _change_look(self) -> None:
        self._picture.invalidate_all()
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        geometry, region = self._geometry, event.region()
        if geometry is None:
            return
        painter = QPainter(self)
        self._picture.lay_out(geometry, self.size())
        until_s = time.perf_counter() + BUDGET_S if self._is_for_screen(painter) else math.inf
        painted = self._picture.paint(until_s, region)
        self._picture.draw(painter, region)
        if not (beyond := painted - region).isEmpty():  # parts are rectangles
            self.update(beyond)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._theme.board_with(geometry.board.shape)
        cells = CellPainter(self._theme, painter, geometry, colours)
        self._pieces_animation.paint(cells, geometry)
        if self._dragged is not None:
            cells.piece(*self._dragged)
        if self.zoomed and geometry.rim:
            view = QRectF(self.rect())
            paint_sticky_coordinates(painter, self._theme, geometry, colours, view, self._crosshair, region)
        painter.end()
        if self._picture.is_stale:
            self._painting_timer.start()

    def _is_for_screen(self, painter: QPainter) -> bool:
        """Whether a painter paints the window; a picture of the board must be complete at once."""
        store = self.window().backingStore()
        return store is not None and painter.paintEngine().paintDevice() is store.paintDevice()

    def _paint_more(self) -> None:
        """Paint what there was no time for."""
        self.update(self._picture.paint(time.perf_counter() + BUDGET_S))
        if self._picture.is_stale:
            self._painting_timer.start()

    def _paint_part(self, painter: QPainter, geometry: Geometry, area: QRectF) -> None:
        colours = self._theme.board_with(geometry.board.shape)
        paint_background(painter, self._theme, geometry, colours, area, self._theme.ui.shadow)
        if self._crosshair is not None:
            paint_crosshair(painter, self._theme, geometry, colours, self._crosshair, area)
        near = self._states.keys() & geometry.touching(with_reach(area, geometry.cell))
        CellPainter(self._theme, painter, geometry, colours).paint(
            self._states,
            {cell: self._states[cell] for cell in sorted(near)},
            self._outlines,
            self._paths,
            self._path_animation.steps,
            self._pieces_animation.arriving,
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_gesture = event.type() in (QEvent.Type.NativeGesture, QEvent.Type.Gesture)
        return is_gesture and self._input.gesture(event, self.mapFromGlobal)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._lay_out()
        super().changeEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.setAccepted(self._input.wheel(event, self.zoomed))
        self.point_at(self.cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hide_cursor()
        self._input.press(event, self.cell_at(event.position()), self.zoomed)
        self._set_mouse_shape(self._pointing.inviting)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._input.move(event, self._may_drag)
        self.point_at(self.cell_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        self._input.release(event, cell)
        self.point_at(cell)
        self._set_mouse_shape(self._pointing.inviting)

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, direction = event.key(), direction_of(event)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Space and self.zoomed and not self.has_cursor:
            self._input.hold_space()
            self._set_mouse_shape(self._pointing.inviting)
        elif not is_plain(event):
            super().keyPressEvent(event)
        elif direction is not None and (shift or not self._arrows_walk):
            self.move_cursor(direction)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter()
        elif key == Qt.Key.Key_Space:
            self.act_at_cursor()
        elif key == Qt.Key.Key_Escape and self._picks is not None:
            self._input.stop_drag()
            self.cancel()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat() and self._input.release_space():
            self._set_mouse_shape(self._pointing.inviting)
        else:
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in _BY_KEYBOARD and self._geometry is not None:
            self.set_cursor(self._first_cursor())
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.hide_cursor()
        self._input.release_all()
        self._set_mouse_shape(self._pointing.inviting)
        super().focusOutEvent(event)


def _pieces(states: Mapping[Cell, CellState], cells: Iterable[Cell]) -> dict[Cell, Piece]:
    """Return the pieces on some cells."""
    return {cell: state.piece for cell in cells if (state := states.get(cell)) is not None and state.piece is not None}


def _differ(one: CellState | None, other: CellState | None) -> bool:
    """Most states are the same objects as before."""
    return one is not other and one != other
