"""The lines over several cells of a board: outlines of regions, paths, and the one that won, drawn step by step."""

from collections.abc import Callable, Iterable
from itertools import chain

from PySide6.QtCore import QLineF, QObject, Signal

from client_qt.board.animation import StepMotion
from client_qt.board.cell_state import Faces, Line, Outline, Pointing, lines, outlines
from client_qt.board.geometry import Geometry
from client_qt.board.painting.cells import CellPainter, Sides
from netgame.boards.geometry import Board, Cell
from netgame.game import Mark, Seat

Reach = Callable[[Iterable[Cell]], bool]  # whether any of the cells is to be painted


class BoardLines(QObject):
    """What lines there are now. `changed` says which cells are to be painted again."""

    changed = Signal(object)  # cells

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._outlines: tuple[Outline, ...] = ()
        self._lines: tuple[Line, ...] = ()
        self._sides: dict[Outline, list[QLineF]] = {}  # of the outlines, where the cells lie now
        self.winning = StepMotion(self)
        self.winning.stepped.connect(self._step)

    def clear(self) -> None:
        """No lines: there is another board."""
        self._outlines, self._lines = (), ()
        self.winning.stop()

    def laid_out(self) -> None:
        """The cells lie somewhere else."""
        self._sides = {}

    def show(
        self,
        board: Board,
        marks: tuple[Mark, ...],
        own: frozenset[Seat],
        pointing: Pointing,
        over: frozenset[Cell],
        step_ms: int,
    ) -> None:
        """Show the lines of these marks. A path that won is none of the outlines."""
        paths = lines(board, marks, over) if any(mark.kind == "path" for mark in marks) else ()
        won = [line for line in paths if line.won]
        found = outlines(marks, own, pointing, frozenset() if won else over)
        before = [line for line in self._lines if line.won]
        changed: list[Outline | Line] = [*({*found} ^ {*self._outlines}), *({*paths} ^ {*self._lines})]
        cells = frozenset(chain.from_iterable(line.cells for line in changed))
        self._outlines, self._lines = found, paths
        self._sides = {outline: sides for outline, sides in self._sides.items() if outline in found}
        if won and won != before:
            self.winning.start(len(won[0].cells), step_ms)
        elif not won:
            self.winning.stop()
        if cells:
            self.changed.emit(cells)

    def outlines(self, geometry: Geometry, reach: Reach) -> list[Sides]:
        """The outlines that are to be painted."""
        found: list[Sides] = []
        for outline in self._outlines:
            if outline not in self._sides:
                self._sides[outline] = list(geometry.edge(outline.cells, sorted(outline.cells)))
            if reach(outline.cells):
                found.append((self._sides[outline], outline.style))
        return found

    def paint_paths(self, painter: CellPainter, faces: Faces, reach: Reach) -> None:
        """The paths that are to be painted, over the pieces."""
        for line in self._lines:
            if reach(line.cells):
                painter.line(line, faces, self.winning.steps)

    def _step(self) -> None:
        for line in self._lines:
            if line.won:
                self.changed.emit(line.cells[max(0, self.winning.steps - 2) : self.winning.steps])
