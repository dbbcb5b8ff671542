"""Painting times of boards: all of it, one cell, and every frame of what happens to a board in a game.

Each step of a game is applied to a board in a window of its own. A turn of the loop is a frame: the step and the
painting that follows. Only CPU time of this thread counts, since other programs may use the processor meanwhile.
"""

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QVariantAnimation
from PySide6.QtGui import QImage, QRegion, QWheelEvent
from PySide6.QtWidgets import QApplication

from client_qt.board.cell_state import last_of
from client_qt.board.move_builder import MoveBuilder
from client_qt.board.sample_positions import random_move
from client_qt.board.widget import BoardView
from client_qt.theme import Theme
from devtools.bench.figure import Figure
from netgame.errors import OptionError
from netgame.game import Over, Piece, Roll, ToRoll, apply
from netgame.games import GAMES
from netgame.options import options_of, variants

SIZES = ((1280, 800), (3840, 2160))
FRAMES = 20
MOVES = 8  # turns of a game that are shown one after the other
NOTCHES = 8  # of the mouse wheel
PUSHES = 12
FRAME_MS = 16

Pieces = dict[int, Piece]


def frames(word: str = "") -> Iterator[Figure]:
    """Paint each game with its usual options and its largest board, or only those whose name contains that word."""
    app = QApplication.instance() or QApplication(["bench"])
    assert isinstance(app, QApplication)
    theme = Theme(app, base_px=14)
    theme.choose(ui="light", reduced_motion=False)
    for key, kind in GAMES.items():
        for name, options in {**variants(kind), **_largest(kind)}.items():
            for width, height in SIZES:
                label = f"{key} {name} {width}x{height}"
                if word in label:
                    yield from _figures(app, theme, kind(**options), label, width, height)


def _figures(app: QApplication, theme: Theme, game: Any, label: str, width: int, height: int) -> Iterator[Figure]:
    stage = Stage(app, theme, game, width, height)
    for what, taken in stage.figures():
        yield Figure(f"{label}: {what}", statistics.median(taken), "ms", len(taken))
    stage.board.close()
    stage.board.deleteLater()
    app.sendPostedEvents(stage.board, QEvent.Type.DeferredDelete)


def _largest(kind: type[Any]) -> dict[str, dict[str, Any]]:
    """Return the options that make the board as large as possible; empty if no option does."""
    found: dict[str, Any] = {}
    for info in options_of(kind):
        if info.kind == "int" and not info.optional:
            try:
                larger = kind(**found, **{info.name: info.high})
            except OptionError:
                continue
            if len(larger.board.cells) > len(kind(**found).board.cells):
                found[info.name] = info.high
    return {"largest": found} if found else {}


class Stage:
    """One board of one size, and the steps to measure."""

    def __init__(self, app: QApplication, theme: Theme, game: Any, width: int, height: int) -> None:
        self._app, self._game = app, game
        self._positions = positions(game)
        self._full = [crowd(game, self._positions, seed) for seed in range(2)]
        self.board = BoardView(theme)
        self.board.resize(width, height)
        self.board.show()
        app.processEvents()  # the cost of a window is not that of its board

    def figures(self) -> Iterator[tuple[str, list[float]]]:
        """Return the measured steps, each with its times in milliseconds."""
        yield "opening, longest turn of the loop", [max(self._turns(lambda: self._show(self._full[0])))]
        yield from self._stills()
        yield "a turn with its animation, longest frame", [self._animated(number) for number in range(MOVES)]
        yield "a step through the record, frame", self._each(self._walk, MOVES)
        yield "from one end of the record to the other, longest frame", self._each(self._leap, 4)
        yield "the mouse goes to another cell, frame", self._each(self._hover, FRAMES)
        self._show(self._full[0])
        yield "a notch of the wheel, longest frame", self._each(self._zoom, NOTCHES)
        yield "pushed by the mouse, longest frame", self._each(self._push, PUSHES)

    # ---- painted into a picture
    def _stills(self) -> Iterator[tuple[str, list[float]]]:
        image = QImage(self.board.size(), QImage.Format.Format_ARGB32_Premultiplied)

        def paint(region: QRegion) -> None:
            self.board.render(image, region.boundingRect().topLeft(), region)

        def whole(number: int) -> None:
            self._show_state(number)
            paint(QRegion(self.board.rect()))

        def crowded(number: int) -> None:
            self.board.set_position(self._game.board, self._full[number % 2], ())
            paint(QRegion(self.board.rect()))

        def one(number: int) -> None:
            cell = number % len(self._game.board.cells)
            self.board.set_cursor(cell)
            paint(QRegion(self.board.cell_rect(cell).toAlignedRect()))

        yield "new position, whole board painted", _times(whole)
        yield "every cell taken anew", _times(crowded)
        whole(0)
        yield "one cell painted", _times(one)
        self.board.hide_cursor()

    # ---- as in a game
    def _turns(self, what: Callable[[], object]) -> list[float]:
        """Do a step. Return the times of the turns of the loop that it causes."""
        return [_taken(what, self._app.processEvents), _taken(self._app.processEvents)]

    def _each(self, what: Callable[[int], object], count: int) -> list[float]:
        """Return the longest frame of each repetition."""
        return [max(self._turns(lambda number=number: what(number))) for number in range(count)]  # type: ignore[misc]

    def _show(self, pieces: Pieces) -> None:
        self.board.set_position(self._game.board, pieces, ())
        self._stop_motion()

    def _show_state(self, number: int) -> None:
        state, before = self._at(number), self._at(number - 1)
        pieces, earlier = self._game.pieces(state), self._game.pieces(before)
        last = last_of(earlier, pieces)
        self.board.set_position(self._game.board, pieces, self._game.marks(state), last)

    def _at(self, number: int) -> Any:
        return self._positions[number % len(self._positions)]

    def _animated(self, number: int) -> float:
        self._show_state(number)
        self._turns(self._stop_motion)
        taken = self._turns(lambda: self._show_state(number + 1))
        running = QVariantAnimation.State.Running
        for motion in (one for one in self.board.findChildren(QVariantAnimation) if one.state() == running):
            motion.pause()
            for at in range(0, motion.duration() + FRAME_MS, FRAME_MS):
                taken += self._turns(lambda motion=motion, at=at: motion.setCurrentTime(at))  # type: ignore[misc]
        self._turns(self._stop_motion)
        return max(taken)

    def _walk(self, number: int) -> None:
        self._show_state(number)
        self._stop_motion()

    def _leap(self, number: int) -> None:
        self._show(self._full[0] if number % 2 else {})

    def _hover(self, number: int) -> None:
        if not number:
            builder = MoveBuilder(self.board)
            builder.begin(self._game, self._positions[-1])
            self.board.set_picks(builder.picks, builder.seat, builder.preview)
        self.board.point_at(number * 7 % len(self._game.board.cells))

    def _zoom(self, number: int) -> None:
        if not number:
            self.board.set_picks(None)
        at = QPointF(self.board.width() * 0.4, self.board.height() * 0.6)
        wheel = QWheelEvent(
            at, self.board.mapToGlobal(at), QPoint(), QPoint(0, 120 if number < NOTCHES - 2 else -120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        self._app.sendEvent(self.board, wheel)

    def _push(self, number: int) -> None:
        self.board.pan(QPointF(-23, -17) if number % 4 else QPointF(57, 49))

    def _stop_motion(self) -> None:
        for motion in self.board.findChildren(QVariantAnimation):
            motion.setCurrentTime(motion.duration())
            motion.stop()
        self._app.sendPostedEvents(self.board, QEvent.Type.MetaCall)


def positions(game: Any) -> list[Any]:
    """Return some positions of a game of random turns, one after the other."""
    chance = random.Random(3)
    state, found = game.start(), []
    for _ in range(24):
        while isinstance(turn := game.turn(state), ToRoll):
            state = apply(game, state, Roll(tuple(chance.randint(1, turn.sides) for _ in range(turn.count))))
        if isinstance(turn, Over):
            break
        state = apply(game, state, random_move(game, state, chance))
        found.append(state)
    return found[-MOVES:]


def crowd(game: Any, states: list[Any], seed: int) -> Pieces:
    """Put a piece into every cell, of the two most frequent kinds."""
    common = Counter(piece for state in states for piece in game.pieces(state).values()).most_common(2)
    chance = random.Random(seed)
    return {cell: chance.choice(common)[0] for cell in range(len(game.board.cells))}


def _times(work: Callable[[int], None]) -> list[float]:
    taken = [_taken(lambda number=number: work(number)) for number in range(FRAMES + 3)]  # type: ignore[misc]
    return taken[3:]  # the first ones fill the caches of drawings


def _taken(*works: Callable[[], object]) -> float:
    before = time.thread_time()
    for work in works:
        work()
    return (time.thread_time() - before) * 1000
