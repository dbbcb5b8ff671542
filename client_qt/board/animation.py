"""Pieces on their way: placed, moved and taken. Only drawing; what the board takes from the mouse is ahead of it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEasingCurve, QObject, QRectF, QVariantAnimation, Signal

from client_qt.board.geometry import Geometry
from client_qt.board.painting.cells import CellPainter
from client_qt.board.painting.marks import around
from netgame.game import Cell, Piece

MOST_CHANGES = 24  # more than a turn changes: a jump through the match, which is shown at once
SHRUNK = 0.8

_IN = QEasingCurve(QEasingCurve.Type.OutCubic)
_ALONG = QEasingCurve(QEasingCurve.Type.InOutQuad)


@dataclass(frozen=True)
class Change:
    """One piece that goes from `start` to `end`; None is off the board."""

    piece: Piece
    start: Cell | None
    end: Cell | None


def changes(before: Mapping[Cell, Piece], after: Mapping[Cell, Piece]) -> tuple[Change, ...]:
    """How one board becomes the other. A piece moved where just one of its kind left and just one came."""
    gone, come = defaultdict(list), defaultdict(list)
    for cell, piece in before.items():
        if after.get(cell) != piece:
            gone[piece].append(cell)
    for cell, piece in after.items():
        if before.get(cell) != piece:
            come[piece].append(cell)
    found: list[Change] = []
    for piece in [*gone, *(piece for piece in come if piece not in gone)]:
        starts, ends = gone.get(piece, []), come.get(piece, [])
        if len(starts) == len(ends) == 1:
            found.append(Change(piece, starts[0], ends[0]))
        else:
            found += [Change(piece, cell, None) for cell in starts]
            found += [Change(piece, None, cell) for cell in ends]
    return tuple(found)


class BoardAnimation(QObject):
    """The one animation that a board has. A new one ends the one before; stopping shows the board as it is."""

    moved = Signal(QRectF)  # paint this area again

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._changes: tuple[Change, ...] = ()
        self._geometry: Geometry | None = None
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self._tell)
        self._animation.finished.connect(self.stop)

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells whose pieces are still on their way."""
        return frozenset(change.end for change in self._changes if change.end is not None)

    def start(self, found: Iterable[Change], geometry: Geometry, duration_ms: int) -> None:
        """Set those pieces going."""
        self.stop()
        found = tuple(found)
        if not found or duration_ms <= 0 or len(found) > MOST_CHANGES:
            return
        self._changes, self._geometry = found, geometry
        self._animation.setDuration(duration_ms)
        self._animation.start()

    def stop(self) -> None:
        """Everything where it belongs, now."""
        self._animation.stop()
        self._tell()
        self._changes = ()

    def paint(self, painter: CellPainter) -> None:
        """The pieces where they are just now."""
        if self._geometry is None:
            return
        value: Any = self._animation.currentValue()
        progress = float(value) if value is not None else 1.0
        for change in self._changes:
            _paint_change(painter, self._geometry.centre, change, progress)

    def _tell(self) -> None:
        if self._geometry is None:
            return
        for change in self._changes:
            area = QRectF()
            for cell in (change.start, change.end):
                if cell is not None:
                    area = area.united(around(self._geometry.rect(cell), self._geometry.cell))
            self.moved.emit(area)


class StepMotion(QObject):
    """Something that is drawn cell by cell: the path that won."""

    stepped = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(1)
        self._animation.valueChanged.connect(self._step)
        self.steps = 0  # how many cells are drawn

    def start(self, count: int, step_ms: int) -> None:
        """Draw so many cells one after the other; all at once where a step takes no time."""
        self._animation.stop()
        self.steps = 1 if step_ms > 0 else count
        if step_ms > 0 and count > 1:
            self._animation.setEndValue(count)
            self._animation.setDuration(step_ms * (count - 1))
            self._animation.start()

    def stop(self) -> None:
        """Nothing is drawn any more."""
        self._animation.stop()
        self.steps = 0

    def _step(self, value: Any) -> None:
        if int(value) != self.steps:
            self.steps = int(value)
            self.stepped.emit()


def _paint_change(painter: CellPainter, centre: Callable[[Cell], Any], change: Change, progress: float) -> None:
    eased = _IN.valueForProgress(progress)
    if change.start is not None and change.end is not None:
        here, there = centre(change.start), centre(change.end)
        painter.piece(change.piece, here + (there - here) * _ALONG.valueForProgress(progress))
    elif change.end is not None:
        painter.piece(change.piece, centre(change.end), eased, SHRUNK + (1 - SHRUNK) * eased)
    elif change.start is not None:
        painter.piece(change.piece, centre(change.start), 1 - eased, 1 - (1 - SHRUNK) * eased)
