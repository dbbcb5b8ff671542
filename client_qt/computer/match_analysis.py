"""Judges the positions of a match in the background, by an engine of its own."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.computer.engines import reason_of
from client_qt.trio_guest import Starts
from netgame.game import ToRoll
from netgame.match.state import Match
from netgame.players.analysis import Judgement, positions
from netgame.players.manners import transcript
from netgame.text import Text
from protocol.engine import Choice, Engine, EngineError, EngineRefused, Limit


class Analysis(QObject):
    """Judges all positions of one match at a time: first the shown one and the one before it, then the others in order.

    It goes on when the match gets new positions, until `stop`. The caller keeps the judgements. One with more time than
    wanted is good enough.
    """

    changed = Signal()  # a new judgement, a better line for the shown position, or the end

    def __init__(
        self,
        open_analyst: Callable[[], AbstractAsyncContextManager[Engine]],
        tasks: Starts,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._open, self._tasks = open_analyst, tasks
        self._match: Match | None = None
        self._judged: dict[Any, Judgement] = {}
        self._ms = 0
        self._step = -1
        self._scope: trio.CancelScope | None = None
        self._wake = trio.Event()
        self.current: tuple[Any, Judgement] | None = None  # the state being judged, and the best line so far
        self.error: Text | None = None  # why it stopped by itself

    @property
    def is_on(self) -> bool:
        """Whether it judges, or waits for new positions."""
        return self._scope is not None

    def start(self, match: Match, step: int, judged: dict[Any, Judgement], ms: int) -> None:
        """Judge the positions of a match, each for so long; the results go into `judged`."""
        self.stop()
        self.error, self._judged, self._ms = None, judged, ms
        self._scope = trio.CancelScope()
        self.follow(match, step)
        self._tasks.start_soon(self._run, self._scope)
        self.changed.emit()

    def follow(self, match: Match, step: int) -> None:
        """Continue with a later state of the match, or with another shown step."""
        self._match, self._step = match, step
        self._wake.set()
        self._wake = trio.Event()

    def stop(self) -> None:
        """Stop at once. The judgements so far are kept."""
        if self._scope is not None:
            self._scope.cancel()
            self._scope, self.current = None, None
            self.changed.emit()

    def missing(self, match: Match, judged: Mapping[Any, Judgement], ms: int) -> int:
        """Return how many positions have no judgement of so much time."""
        return sum(1 for step in positions(match) if not _is_judged(match, step, judged, ms))

    async def _run(self, scope: trio.CancelScope) -> None:
        try:
            with scope:
                async with self._open() as analyst:
                    while True:
                        wake = self._wake
                        step = self._next()
                        if step is None:
                            await wake.wait()
                        else:
                            await self._judge(analyst, step)
        except* EngineError as group:
            if self._scope is scope:
                self.error = reason_of(group)
        finally:
            if self._scope is scope:
                self._scope, self.current = None, None
                self.changed.emit()

    def _next(self) -> int | None:
        """Return the step to judge now; None if all are judged."""
        match = self._match
        assert match is not None
        open_steps = [step for step in positions(match) if not _is_judged(match, step, self._judged, self._ms)]
        if not open_steps:
            return None
        shown = min(self._step, len(match.history) - 1)
        wanted = [match.history[step].state for step in (shown, shown - 1) if step >= 0]
        near = (step for state in wanted for step in open_steps if match.history[step].state == state)
        return next(near, open_steps[0])

    async def _judge(self, analyst: Engine, step: int) -> None:
        match, judged, ms = self._match, self._judged, self._ms
        assert match is not None
        game, state = match.game, match.history[step].state

        def show(choice: Choice) -> None:
            self.current = state, Judgement(choice.value, choice.line)
            self.changed.emit()

        await analyst.set_game(game.key, match.created.options)
        await analyst.set_position(*transcript(_until(match, step)))
        # a turn with dice has two positions, and takes no longer than one without
        has_dice = isinstance(game.turn(game.start()), ToRoll)
        try:
            choice = await analyst.analyse(Limit(ms=ms // 2 if has_dice else ms), show)
        except EngineRefused:
            if not isinstance(game.turn(state), ToRoll):
                raise
            choice = Choice("")  # many engines judge no position before a roll
        judged[state] = Judgement(choice.value, choice.line, ms)
        self.current = None
        self.changed.emit()


def _until(match: Match, step: int) -> Match:
    """Return a match with the history up to that step only."""
    return replace(match, leg=match.history[step].leg, history=match.history.truncated(step + 1))


def _is_judged(match: Match, step: int, judged: Mapping[Any, Judgement], ms: int) -> bool:
    known = judged.get(match.history[step].state)
    return known is not None and known.ms >= ms
