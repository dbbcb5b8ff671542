"""Cells with what stands on them, layer by layer: one painter for the board one plays on and for pictures of it."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QColor, QPainter

from client_qt.board.cell_state import CellState, Line, OutlineStyle, plain
from client_qt.board.geometry import Geometry
from client_qt.board.painting.areas import AreaPainter
from client_qt.board.painting.marks import MarkPainter
from client_qt.theme import Theme
from client_qt.theme.tokens import BoardColours
from netgame.game import Cell, Piece

OLD_OPACITY = 0.45

Sides = tuple[list[QLineF], OutlineStyle]  # of the cells within an outline


class CellPainter:
    """Paints faces in the order of the look: ground, tint, region, spot, last, pieces,
    capture, legal, staged, cursor."""

    def __init__(self, theme: Theme, painter: QPainter, geometry: Geometry, colours: BoardColours) -> None:
        self._theme = theme
        self._painter = painter
        self._geometry = geometry
        self._colours = colours
        self._sizes = theme.tokens.cell
        self._kinds = theme.tokens.ground
        self._marks = MarkPainter(painter, geometry, colours, self._sizes)
        self._ground = AreaPainter(painter, geometry, colours, self._kinds, theme.drawings)

    def paint(
        self,
        faces: Mapping[Cell, CellState],
        outlines: Sequence[Sides] = (),
        moving: frozenset[Cell] = frozenset(),
        part: Mapping[Cell, CellState] | None = None,
    ) -> None:
        """The cells of `part` as they lie among all others, every cell by default; the pieces of `moving` cells are
        drawn by whoever moves them."""
        part = faces if part is None else part
        self._ground.paint(part, faces, moving)
        marked = {cell: face for cell, face in part.items() if face.piece is None or face is not plain(face.piece)}
        self._paint_under(marked, faces)
        for sides, style in outlines:
            if style != "foreseen":
                self._marks.outline(sides, style)
        for cell, face in marked.items():
            self._paint_on_ground(cell, face)
        for cell, face in part.items():
            if face.piece is None or face.piece.kind not in self._kinds:
                self._stand(cell, face, cell in moving)
        self._paint_over(marked, faces)
        for sides, style in outlines:
            if style == "foreseen":
                self._marks.outline(sides, style)
        for cell, face in marked.items():
            if face.cursor:
                self._marks.cursor(cell)

    # ---- under the pieces
    def _paint_under(self, marked: Mapping[Cell, CellState], faces: Mapping[Cell, CellState]) -> None:
        for cell, face in marked.items():
            if face.die and face.piece is None:
                self._marks.die(cell, face.die)
            if "goal" in face.marks:
                self._marks.goal(cell)
        chosen = [cell for cell, face in marked.items() if _is_chosen(face) and not self._is_taken_ground(face)]
        if chosen:
            self._marks.selected(chosen, _Where(faces, _is_chosen))
        for cell, face in marked.items():
            if face.hover and not _is_chosen(face):
                self._marks.hover(cell)
            if face.cursor:
                self._marks.cursor_ground(cell)

    def _paint_on_ground(self, cell: Cell, face: CellState) -> None:
        if "spot" in face.marks:
            self._marks.spot(cell)
        if face.last == "to" and self._is_ground(face):
            self._marks.last_on_ground(cell)
        elif face.last:
            self._marks.last(cell, face.last)

    # ---- the pieces
    def _stand(self, cell: Cell, face: CellState, moving: bool) -> None:
        centre = self._geometry.centre(cell)
        if face.old_piece is not None:
            self.piece(face.old_piece, centre, OLD_OPACITY)
        if face.piece is not None and not moving:
            taken = "capture" in face.marks and "staged" not in face.marks and not face.turned
            self.piece(face.piece, centre, self._sizes.captured_opacity if taken else 1.0)
        elif face.ghost is not None:
            self.piece(face.ghost, centre, self._sizes.ghost_opacity)

    def _is_ground(self, face: CellState) -> bool:
        return face.piece is not None and face.piece.kind in self._kinds

    def _is_taken_ground(self, face: CellState) -> bool:
        return "capture" in face.marks and not face.turned and self._is_ground(face)

    # ---- over the pieces
    def _paint_over(self, marked: Mapping[Cell, CellState], faces: Mapping[Cell, CellState]) -> None:
        turned = [cell for cell, face in marked.items() if face.turned]
        if turned:
            self._marks.turned(turned, _Where(faces, _is_turned))
        taken = [cell for cell, face in marked.items() if self._is_taken_ground(face)]
        if taken:
            self._marks.capture_together(taken, _Where(faces, self._is_taken_ground))
        for cell, face in marked.items():
            self._paint_marks(cell, face)
        threatened: dict[tuple[str, bool], list[Cell]] = {}
        for cell, face in marked.items():
            if "threatened" in face.marks and face.piece is not None:
                threatened.setdefault((face.piece.kind, "staged" in face.marks), []).append(cell)
        for (kind, staged), cells in threatened.items():
            self._marks.threatened(cells, _Where(faces, partial(_is_threatened, kind)), within=staged)

    def _paint_marks(self, cell: Cell, face: CellState) -> None:
        if "capture" in face.marks and not face.turned and not self._is_taken_ground(face):
            self._marks.capture(cell, struck="staged" not in face.marks)
        if face.owner is not None and face.piece is None:
            self._marks.territory(cell, face.owner, self._colour_of(face))
        if face.legal == "dot" and face.ghost is None:
            self._marks.legal(cell)
        elif face.legal == "target":
            self._marks.target(cell)
        elif face.legal == "corner":
            self._marks.corner(cell)
        if "staged" in face.marks:
            self._marks.staged(cell)

    def _colour_of(self, face: CellState) -> QColor:
        """The first colour of a side, as its pieces on the board show it."""
        return next((self._colours.pieces[kind] for kind in face.owner_kinds if kind in self._colours.pieces),
                    self._colours.halo if face.owner else self._colours.rim)  # fmt: skip

    def line(self, line: Line, faces: Mapping[Cell, CellState], steps: int) -> None:
        """A path over the board; of the one that won only the first `steps` cells."""
        piece = faces.get(line.cells[0], CellState()).piece
        ground = self._kinds.get(piece.kind) if piece is not None else None
        colour = self._colours.pieces.get(ground.path, self._colours.region) if ground else self._colours.region
        centres = [self._geometry.centre(cell) for cell in line.cells]
        if not line.won:
            self._marks.possible_path(centres, colour)
        elif steps > 0:
            node = self._colours.pieces[ground.fill] if ground else self._colours.halo
            self._marks.path(centres[:steps], colour, node)

    # ---- one piece
    def piece(self, piece: Piece, centre: QPointF, opacity: float = 1.0, scale: float = 1.0) -> None:
        """One piece anywhere. A kind without a drawing is a plain disc, so that a new game can be seen at once."""
        if piece.kind in self._kinds:
            self._ground.tile(piece.kind, centre, opacity, scale)
            return
        size = self.piece_size * scale
        self._painter.setOpacity(opacity)
        if self._theme.drawings.has_piece(piece.kind):
            self._draw(piece.kind, size, centre)
        else:
            self._painter.setPen(self._colours.outline)
            self._painter.setBrush(self._colours.halo if piece.seat else self._colours.rim)
            self._painter.drawEllipse(centre, size / 2, size / 2)
        self._painter.setOpacity(1.0)

    def _draw(self, kind: str, size: float, centre: QPointF) -> None:
        dpr = self._geometry.dpr
        pixmap = self._theme.drawings.piece(kind, size, self._colours, dpr)
        side = pixmap.width() / dpr
        left, top = _to_pixel((centre.x() - side / 2) * dpr) / dpr, _to_pixel((centre.y() - side / 2) * dpr) / dpr
        self._painter.drawPixmap(QPointF(left, top), pixmap)

    @property
    def piece_size(self) -> float:
        """The side of a piece in pixels."""
        return self._geometry.cell * (self._sizes.piece if self._geometry.is_square else self._sizes.piece_hex)


class _Where:
    """The cells whose faces are of some sort, to be asked one by one."""

    def __init__(self, faces: Mapping[Cell, CellState], holds: Callable[[CellState], bool]) -> None:
        self._faces, self._holds = faces, holds

    def __contains__(self, cell: object) -> bool:
        face = self._faces.get(cell) if isinstance(cell, int) else None
        return face is not None and self._holds(face)


def _to_pixel(value: float) -> int:
    """The nearest whole number; of two the lower one, so that pieces stand alike in cells that are alike."""
    return math.ceil(value - 0.5 - 1e-6)


def _is_chosen(face: CellState) -> bool:
    return "selected" in face.marks or "from" in face.marks


def _is_turned(face: CellState) -> bool:
    return face.turned


def _is_threatened(kind: str, face: CellState) -> bool:
    return "threatened" in face.marks and face.piece is not None and face.piece.kind == kind
