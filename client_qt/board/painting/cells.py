"""Cells with their pieces and marks, layer by layer: one painter for the board on the screen and for pictures."""

import math
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QByteArray, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgRenderer

from client_qt.board.cell_state import CellState, CellStates, Outline, Path, piece_only
from client_qt.board.geometry import Geometry
from client_qt.board.painting.areas import AreaPainter
from client_qt.board.painting.marks import MarkPainter
from client_qt.theme import Theme
from client_qt.theme.tokens import BoardColours
from netgame.game import Cell, Piece

OLD_OPACITY = 0.45


class CellPainter:
    """Paints cell states in layers: areas, tints, regions, marks of the ground, pieces, marks over pieces, lines."""

    def __init__(
        self, theme: Theme, painter: QPainter, geometry: Geometry, colours: BoardColours, *, vector: bool = False
    ) -> None:
        self._vector = vector  # shapes instead of cached pictures
        self._renderers: dict[str, QSvgRenderer] = {}
        self._theme = theme
        self._painter = painter
        self._geometry = geometry
        self._colours = colours
        self._sizes = theme.tokens.cell
        self._ground = theme.tokens.ground
        self._marks = MarkPainter(painter, geometry, colours, self._sizes)
        self._areas = AreaPainter(painter, geometry, colours, self._ground, theme.drawings, vector)

    def paint(
        self,
        states: CellStates,
        part: CellStates,
        outlines: Sequence[Outline] = (),
        paths: Sequence[Path] = (),
        path_steps: int | None = None,
        moving: frozenset[Cell] = frozenset(),
    ) -> None:
        """Paint the cells of `part` as they lie among all others, and the lines over them.

        The pieces of `moving` cells are painted by the animation. Of the path that won, only the first `path_steps`
        cells are painted.
        """
        self._areas.paint(part, states, moving)
        marked = {
            cell: state for cell, state in part.items() if state.piece is None or state is not piece_only(state.piece)
        }
        self._paint_under(marked, states)
        for outline in outlines:
            if outline.style != "foreseen":
                self._marks.outline(self._geometry.outline(outline.cells), outline.style)
        for cell, state in marked.items():
            if "spot" in state.marks:
                self._marks.spot(cell)
            if state.last == "to" and self._is_ground(state):
                self._marks.last_on_ground(cell)
            elif state.last:
                self._marks.last(cell, state.last)
        for cell, state in part.items():
            if state.piece is None or state.piece.kind not in self._ground:
                self._paint_pieces(cell, state, cell in moving)
        self._paint_over(marked, states)
        for outline in outlines:
            if outline.style == "foreseen":
                self._marks.dashes(self._geometry.outline(outline.cells))
        for cell, state in marked.items():
            if "suggested" in state.marks:
                self._marks.suggested(cell)
            if state.cursor:
                self._marks.cursor(cell)
        for path in paths:
            self._paint_path(path, states, len(path.cells) if path_steps is None else path_steps)

    def piece(self, piece: Piece, centre: QPointF, opacity: float = 1.0, scale: float = 1.0) -> None:
        """Paint one piece anywhere. A kind without a drawing is a plain disc, so that a new game can be seen."""
        if piece.kind in self._ground:
            self._areas.tile(piece.kind, centre, opacity, scale)
            return
        size = self._geometry.cell * (self._sizes.piece if self._geometry.is_square else self._sizes.piece_hex) * scale
        self._painter.setOpacity(opacity)
        if self._theme.drawings.has_piece(piece.kind):
            self._draw_piece(piece.kind, size, centre)
        else:
            self._painter.setPen(self._colours.outline)
            self._painter.setBrush(self._colours.halo if piece.seat else self._colours.rim)
            self._painter.drawEllipse(centre, size / 2, size / 2)
        self._painter.setOpacity(1.0)

    def _draw_piece(self, kind: str, size: float, centre: QPointF) -> None:
        if self._vector:
            if kind not in self._renderers:
                svg = self._theme.drawings.piece_svg(kind, self._colours)
                self._renderers[kind] = QSvgRenderer(QByteArray(svg.encode()))
            self._renderers[kind].render(
                self._painter, QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
            )
            return
        dpr = self._geometry.dpr
        pixmap = self._theme.drawings.piece(kind, size, self._colours, dpr)
        side = pixmap.width() / dpr
        left, top = (math.ceil((middle - side / 2) * dpr - 0.5 - 1e-6) / dpr for middle in (centre.x(), centre.y()))
        self._painter.drawPixmap(QPointF(left, top), pixmap)  # on whole device pixels

    def _paint_under(self, marked: CellStates, states: CellStates) -> None:
        for cell, state in marked.items():
            if state.die and state.piece is None:
                self._marks.die(cell, state.die)
            if "goal" in state.marks:
                self._marks.goal(cell)
        chosen = [cell for cell, state in marked.items() if _is_chosen(state) and not self._is_captured_ground(state)]
        if chosen:
            self._marks.selected(chosen, _where(states, _is_chosen))
        for cell, state in marked.items():
            if "ahead" in state.marks:
                self._marks.ahead(cell)
            if state.hover and not _is_chosen(state):
                self._marks.hover(cell)
            if state.cursor:
                self._marks.cursor_ground(cell)

    def _paint_pieces(self, cell: Cell, state: CellState, moving: bool) -> None:
        centre = self._geometry.centre(cell)
        if state.old_piece is not None:
            self.piece(state.old_piece, centre, OLD_OPACITY)
        if state.piece is not None and not moving:
            captured = "capture" in state.marks and "staged" not in state.marks and not state.turned
            self.piece(state.piece, centre, self._sizes.captured_opacity if captured else 1.0)
        elif state.ghost is not None:
            self.piece(state.ghost, centre, self._sizes.ghost_opacity)

    def _paint_over(self, marked: CellStates, states: CellStates) -> None:
        turned = [cell for cell, state in marked.items() if state.turned]
        if turned:
            self._marks.turned(turned, _where(states, lambda state: state.turned))
        captured = [cell for cell, state in marked.items() if self._is_captured_ground(state)]
        if captured:
            self._marks.capture_together(captured, _where(states, self._is_captured_ground))
        for cell, state in marked.items():
            if "capture" in state.marks and not state.turned and not self._is_captured_ground(state):
                self._marks.capture(cell, struck="staged" not in state.marks)
            if state.owner is not None and state.piece is None:
                self._marks.territory(cell, state.owner, self._owner_colour(state))
            if state.legal == "dot" and state.ghost is None:
                self._marks.legal(cell)
            elif state.legal == "target":
                self._marks.target(cell)
            elif state.legal == "corner":
                self._marks.corner(cell)
            if "staged" in state.marks:
                self._marks.staged(cell)
        threatened: dict[tuple[Piece, bool], list[Cell]] = {}
        for cell, state in marked.items():
            if "threatened" in state.marks and state.piece is not None:
                threatened.setdefault((state.piece, "staged" in state.marks), []).append(cell)
        for (piece, staged), cells in threatened.items():
            same = partial(lambda piece, state: "threatened" in state.marks and state.piece == piece, piece)
            self._marks.threatened(cells, _where(states, same), within=staged)

    def _paint_path(self, path: Path, states: CellStates, steps: int) -> None:
        piece = states.get(path.cells[0], CellState()).piece
        ground = self._ground.get(piece.kind) if piece is not None else None
        colour = self._colours.pieces.get(ground.path, self._colours.region) if ground else self._colours.region
        centres = [self._geometry.centre(cell) for cell in path.cells]
        if not path.won:
            self._marks.possible_path(centres, colour)
        elif steps > 0:
            node = self._colours.pieces[ground.fill] if ground else self._colours.halo
            self._marks.path(centres[:steps], colour, node)

    def _is_ground(self, state: CellState) -> bool:
        return state.piece is not None and state.piece.kind in self._ground

    def _is_captured_ground(self, state: CellState) -> bool:
        return "capture" in state.marks and not state.turned and self._is_ground(state)

    def _owner_colour(self, state: CellState) -> QColor:
        """Return the first colour of a side that its pieces on the board show."""
        return next((self._colours.pieces[kind] for kind in state.owner_kinds if kind in self._colours.pieces),
                    self._colours.halo if state.owner else self._colours.rim)  # fmt: skip


def _is_chosen(state: CellState) -> bool:
    return "selected" in state.marks or "from" in state.marks


def _where(states: CellStates, holds: Callable[[CellState], bool]) -> Callable[[Cell], bool]:
    """Return whether a condition holds for the state of a cell."""
    return lambda cell: cell in states and holds(states[cell])
