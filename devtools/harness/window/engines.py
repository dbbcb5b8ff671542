"""Engines for tests, in this process."""

import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

import trio

from client_qt.board.sample_positions import random_move
from client_qt.computer.engines import Engines, OpenEngine
from netgame.game import Game, Roll, apply
from netgame.games import GAMES
from netgame.match.events import OptionValue
from protocol.engine import Choice, Engine, EngineError, Limit, open_engine

AT_ONCE = Engines(reply_s=0, watched_s=0, between_s=0)  # they do not wait for people


class FakeEngines:
    """Engines in this process. They play random legal moves, or `answer`, or fail; while held, they think."""

    def __init__(self) -> None:
        self.name = "fake"
        self.running = 0
        self.commands: list[list[str]] = []  # of all engines that were started
        self.limits: list[Limit] = []  # of all choices that were asked for
        self.stopped = 0  # choices that were cancelled
        self.answer = ""
        self.failure: EngineError | None = None
        self.value: float | None = None
        self.note = ""
        self._free = trio.Event()
        self._free.set()

    @property
    def engines(self) -> Engines:
        return replace(AT_ONCE, open=self.open)

    def hold(self) -> None:
        self._free = trio.Event()

    def release(self) -> None:
        self._free.set()

    @asynccontextmanager
    async def open(self, command: Sequence[str]) -> AsyncIterator[Engine]:
        self.commands.append(list(command))
        self._fail()
        self.running += 1
        try:
            yield cast(Engine, FakeEngine(self))
        finally:
            self.running -= 1

    async def choose(self, limit: Limit) -> None:
        self.limits.append(limit)
        try:
            await self._free.wait()
            await trio.lowlevel.checkpoint()
        except trio.Cancelled:
            self.stopped += 1
            raise
        self._fail()

    def _fail(self) -> None:
        if self.failure is not None:
            raise self.failure


class FakeEngine:
    """The interface of `protocol.engine.Engine`."""

    def __init__(self, owner: FakeEngines) -> None:
        self._owner, self.name = owner, owner.name
        self._game: Game[Any, Any] | None = None
        self._state: Any = None

    @property
    def note(self) -> str:
        return self._owner.note

    async def set_game(self, key: str, options: Mapping[str, OptionValue]) -> None:
        self._game = GAMES[key](**options)

    async def set_position(self, position: str | None, lines: Sequence[str]) -> None:
        game = self._game
        assert game is not None
        state = game.start() if position is None else game.read_position(position)
        for line in lines:
            word, _, rest = line.partition(" ")
            event = game.parse(state, rest) if word == "play" else Roll(tuple(map(int, rest.split())))
            state = apply(game, state, event)
        self._state = state

    async def choose(self, limit: Limit) -> Choice:
        await self._owner.choose(limit)
        game = self._game
        assert game is not None
        move = random_move(game, self._state, random.Random(limit.seed))
        return Choice(self._owner.answer or game.format(self._state, move), self._owner.value)

    async def analyse(self, limit: Limit, report: Callable[[Choice], object]) -> Choice:
        choice = await self.choose(limit)
        report(choice)
        return choice


class ChosenEngines:
    """The engines of kept clients, which a test may change."""

    def __init__(self) -> None:
        self.open: OpenEngine = open_engine
        self.engines = replace(AT_ONCE, open=lambda command: self.open(command))
