"""An engine for tests of the analysis: it judges at once, by script."""

from collections.abc import AsyncIterator, Callable, Container, Mapping, Sequence
from contextlib import asynccontextmanager

import trio

from netgame.match.events import OptionValue
from protocol.engine import Choice, EngineError, EngineRefused, Limit


class ScriptedAnalyst:
    """Judges positions by the number of lines that lead to them.

    `limit` is the number of positions after which it thinks for ever. A value without a script is 0.
    """

    def __init__(self, values: Sequence[float] = (), lines: Mapping[int, tuple[str, ...]] | None = None) -> None:
        self.values, self.lines = values, lines or {}
        self.gives_values = True  # without a script
        self.limit: int | None = None
        self.trouble: EngineError | None = None
        self.refused: Container[int] = ()  # the positions that it cannot judge
        self.asked: list[int] = []  # the positions
        self.limits: list[Limit] = []
        self.opened = self.closed = 0
        self._at = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator["ScriptedAnalyst"]:
        self.opened += 1
        try:
            yield self
        finally:
            self.closed += 1

    async def set_game(self, key: str, options: Mapping[str, OptionValue]) -> None:
        await trio.lowlevel.checkpoint()

    async def set_position(self, position: str | None, lines: Sequence[str]) -> None:
        self._at = len(lines)
        await trio.lowlevel.checkpoint()

    async def analyse(self, limit: Limit, report: Callable[[Choice], object]) -> Choice:
        if self.trouble is not None:
            raise self.trouble
        self.asked.append(self._at)
        if self._at in self.refused:
            raise EngineRefused("a roll is due")
        self.limits.append(limit)
        line = self.lines.get(self._at, ())
        report(Choice("", None, line))
        if self.limit is not None and len(self.asked) > self.limit:
            await trio.sleep_forever()
        await trio.lowlevel.checkpoint()
        value = self.values[self._at] if self._at < len(self.values) else 0.0 if self.gives_values else None
        return Choice(line[0] if line else "", value, line)
