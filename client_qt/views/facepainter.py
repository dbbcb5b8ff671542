"""Cells with what stands on them, layer by layer: one painter for the board one plays on and for pictures of it."""

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath

from client_qt.look import Theme
from client_qt.look.svg import has_piece
from client_qt.look.tokens import BoardColours
from client_qt.views.geometry import Geometry
from client_qt.views.marks import MarkPainter
from client_qt.views.shown import Face
from netgame.game import Cell, Piece

OLD_OPACITY = 0.45


class FacePainter:
    """Paints faces in the order of the look: tint, region, spot, last, pieces, capture, legal, staged, cursor."""

    def __init__(self, theme: Theme, painter: QPainter, geometry: Geometry, colours: BoardColours) -> None:
        self._theme = theme
        self._painter = painter
        self._geometry = geometry
        self._colours = colours
        self._sizes = theme.tokens.cell
        self._marks = MarkPainter(painter, geometry, colours, self._sizes)

    def paint(
        self, faces: Mapping[Cell, Face], outlines: Iterable[QPainterPath] = (), moving: frozenset[Cell] = frozenset()
    ) -> None:
        """These cells; the pieces of `moving` cells are drawn by whoever moves them."""
        self._paint_each(faces, self._under)
        for path in outlines:
            self._marks.outline(path)
        self._paint_each(faces, self._ground)
        self._paint_each(faces, lambda cell, face: self._stand(cell, face, cell in moving))
        self._paint_each(faces, self._over)
        self._paint_each(faces, self._frame_cursor)

    def _paint_each(self, faces: Mapping[Cell, Face], paint: Callable[[Cell, Face], None]) -> None:
        for cell, face in faces.items():
            paint(cell, face)

    def _under(self, cell: Cell, face: Face) -> None:
        if face.die and face.piece is None:
            self._marks.die(cell, face.die)
        if "selected" in face.marks or "from" in face.marks:
            self._marks.selected(cell)
        elif face.hover:
            self._marks.hover(cell)
        if face.cursor:
            self._marks.cursor_ground(cell)

    def _ground(self, cell: Cell, face: Face) -> None:
        if "spot" in face.marks:
            self._marks.spot(cell)
        if face.last:
            self._marks.last(cell, face.last)

    def _stand(self, cell: Cell, face: Face, moving: bool) -> None:
        centre = self._geometry.centre(cell)
        if face.old_piece is not None:
            self.piece(face.old_piece, centre, OLD_OPACITY)
        if face.piece is not None and not moving:
            taken = "capture" in face.marks and "staged" not in face.marks
            self.piece(face.piece, centre, self._sizes.captured_opacity if taken else 1.0)
        elif face.ghost is not None:
            self.piece(face.ghost, centre, self._sizes.ghost_opacity)

    def _over(self, cell: Cell, face: Face) -> None:
        if "capture" in face.marks:
            self._marks.capture(cell, struck="staged" not in face.marks)
        if face.legal == "dot" and face.ghost is None:
            self._marks.legal(cell)
        elif face.legal == "target":
            self._marks.target(cell)
        if "staged" in face.marks:
            self._marks.staged(cell)

    def _frame_cursor(self, cell: Cell, face: Face) -> None:
        if face.cursor:
            self._marks.cursor(cell)

    def piece(self, piece: Piece, centre: QPointF, opacity: float = 1.0, scale: float = 1.0) -> None:
        """One piece anywhere. A kind without a drawing is a plain disc, so that a new game can be seen at once."""
        size = self.piece_size * scale
        self._painter.setOpacity(opacity)
        if piece.kind in self._colours.pieces and has_piece(piece.kind):
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
        left, top = round((centre.x() - side / 2) * dpr) / dpr, round((centre.y() - side / 2) * dpr) / dpr
        self._painter.drawPixmap(QPointF(left, top), pixmap)

    @property
    def piece_size(self) -> float:
        """The side of a piece in pixels."""
        return self._geometry.cell * (self._sizes.piece if self._geometry.is_square else self._sizes.piece_hex)
