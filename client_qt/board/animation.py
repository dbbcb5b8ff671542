"""Animations of a board: pieces that are placed, moved and captured, and the path that won."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from client_qt.board.geometry import Geometry
from client_qt.board.painting.cells import CellPainter
from netgame.game import Cell, Piece

MOST_CHANGES = 24  # more than a turn changes: a jump through the match, which is shown at once
SHRUNK = 0.8

_APPEAR = QEasingCurve(QEasingCurve.Type.OutCubic)
_MOVE = QEasingCurve(QEasingCurve.Type.InOutQuad)


@dataclass(frozen=True)
class Change:
    """One piece that goes from `start` to `end`; None is off the board."""

    piece: Piece
    start: Cell | None
    end: Cell | None


def changes(before: Mapping[Cell, Piece], after: Mapping[Cell, Piece]) -> tuple[Change, ...] | None:
    """Return how one position becomes the other, or None if more changes than in a turn.

    A piece moved if exactly one of its kind left and one arrived.
    """
    left: defaultdict[Piece, list[Cell]] = defaultdict(list)
    arrived: defaultdict[Piece, list[Cell]] = defaultdict(list)
    differing = (cell for cell in {**before, **after} if before.get(cell) != after.get(cell))
    for count, cell in enumerate(differing, 1):
        if count > 2 * MOST_CHANGES:
            return None
        if cell in before:
            left[before[cell]].append(cell)
        if cell in after:
            arrived[after[cell]].append(cell)
    found: list[Change] = []
    for piece in dict.fromkeys((*left, *arrived)):
        starts, ends = left[piece], arrived[piece]
        if len(starts) == len(ends) == 1:
            found.append(Change(piece, starts[0], ends[0]))
        else:
            found += [Change(piece, cell, None) for cell in starts]
            found += [Change(piece, None, cell) for cell in ends]
    return tuple(found)


class PieceAnimation(QObject):
    """Animates the pieces of one turn; a new turn ends the animation of the one before."""

    moved = Signal(frozenset)  # the cells between which a piece is shown
    arrived = Signal(frozenset)  # the cells that show their pieces themselves again

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._changes: tuple[Change, ...] = ()
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self._repaint)
        self._animation.finished.connect(self.stop)

    @property
    def arriving(self) -> frozenset[Cell]:
        """The cells whose pieces are still moving."""
        return frozenset(change.end for change in self._changes if change.end is not None)

    def start(self, changes: tuple[Change, ...], duration_ms: int) -> None:
        self.stop()
        if changes and duration_ms > 0 and len(changes) <= MOST_CHANGES:
            self._changes = changes
            self._animation.setDuration(duration_ms)
            self._animation.start()

    def stop(self) -> None:
        """Show every piece on its cell now."""
        self._animation.stop()
        self._repaint()
        arrived, self._changes = self.arriving, ()
        self.arrived.emit(arrived)

    def paint(self, painter: CellPainter, geometry: Geometry) -> None:
        """Paint the pieces where they are now."""
        value: Any = self._animation.currentValue()
        progress = float(value) if value is not None else 1.0
        eased = _APPEAR.valueForProgress(progress)
        for change in self._changes:
            if change.start is not None and change.end is not None:
                start, end = geometry.centre(change.start), geometry.centre(change.end)
                painter.piece(change.piece, start + (end - start) * _MOVE.valueForProgress(progress))
            elif change.end is not None:
                painter.piece(change.piece, geometry.centre(change.end), eased, SHRUNK + (1 - SHRUNK) * eased)
            elif change.start is not None:
                painter.piece(change.piece, geometry.centre(change.start), 1 - eased, 1 - (1 - SHRUNK) * eased)

    def _repaint(self) -> None:
        for change in self._changes:
            self.moved.emit(frozenset({change.start, change.end} - {None}))


class PathAnimation(QObject):
    """Draws the path that won, one cell after the other."""

    stepped = Signal(frozenset)  # the cells to repaint

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: tuple[Cell, ...] = ()
        self.steps = 0  # how many cells are drawn
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(1)
        self._animation.valueChanged.connect(self._step)

    def show(self, path: tuple[Cell, ...], step_ms: int) -> None:
        """Draw this path; at once if a step takes no time, and not again if it is drawn already."""
        if path == self._path:
            return
        self._path = path
        self._animation.stop()
        self.steps = min(1, len(path)) if step_ms > 0 else len(path)
        if step_ms > 0 and len(path) > 1:
            self._animation.setEndValue(len(path))
            self._animation.setDuration(step_ms * (len(path) - 1))
            self._animation.start()

    def _step(self, value: Any) -> None:
        before, self.steps = self.steps, int(value)
        if before != self.steps:
            self.stepped.emit(frozenset(self._path[max(0, before - 1) : self.steps]))
