"""Suggests moves by one engine, which stays for the next hint."""

from collections.abc import Sequence
from typing import Any

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.computer.engines import HINT_MS, Engines, reason_of
from client_qt.trio_guest import Starts
from netgame.errors import RulesError
from netgame.match.state import Match
from netgame.players.manners import transcript
from protocol.engine import Engine, EngineError, Limit

UNUSED_S = 300.0  # until the engine ends


class Adviser(QObject):
    """Looks for one move at a time. The engine starts with the first one, and ends with `end` or after a while."""

    found = Signal(object, object)  # the Match and its suggested move
    failed = Signal(object)  # the Text of the reason

    def __init__(self, engines: Engines, tasks: Starts, parent: QObject) -> None:
        super().__init__(parent)
        self._engines, self._tasks = engines, tasks
        self._command: Sequence[str] = ()
        self._match: Match | None = None  # the one to look at
        self._wake = trio.Event()
        self._life, self._search = trio.CancelScope(), trio.CancelScope()
        self._runs = False

    def advise(self, match: Match) -> None:
        """Suggest a move for the side to move, in place of an earlier match."""
        command = self._engines.advice_command()
        if not self._runs or command != self._command:
            self.end()
            self._command, self._life, self._runs = command, trio.CancelScope(), True
            self._tasks.start_soon(self._run, self._life)
        self.stop()
        self._match = match
        self._wake.set()

    def stop(self) -> None:
        """Stop looking. The engine stays."""
        self._match = None
        self._search.cancel()

    def end(self) -> None:
        """End the engine."""
        self.stop()
        self._life.cancel()
        self._runs = False

    async def _run(self, life: trio.CancelScope) -> None:
        try:
            with life:
                async with self._engines.open(self._command) as engine:
                    try:
                        while (match := await self._next()) is not None:
                            await self._suggest(engine, match)
                    finally:  # a new search while the engine ends starts another one
                        if life is self._life:
                            self._runs = False
        except* EngineError as group:
            if life is self._life:
                self.end()
                self.failed.emit(reason_of(group))

    async def _next(self) -> Match | None:
        """Return the next match to look at; None if there was none for a while."""
        with trio.move_on_after(UNUSED_S):
            while self._match is None:
                self._wake = trio.Event()
                await self._wake.wait()
        match, self._match = self._match, None
        return match

    async def _suggest(self, engine: Engine, match: Match) -> None:
        with trio.CancelScope() as self._search:
            move = await _suggested_move(engine, match)
            if not self._search.cancel_called:
                self.found.emit(match, move)


async def _suggested_move(engine: Engine, match: Match) -> Any:
    """Return a move for the side to move. `EngineError` if there is none that the rules allow."""
    await engine.set_game(match.game.key, match.created.options)
    await engine.set_position(*transcript(match))
    choice = await engine.choose(Limit(ms=HINT_MS))
    try:
        move = match.game.parse(match.state, choice.move)
        match.game.check(match.state, move)
    except RulesError as error:
        raise EngineError(error.text) from error
    return move
