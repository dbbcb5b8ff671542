"""The computer players of the local table that is shown: an engine for each of their seats."""

from collections.abc import Sequence
from dataclasses import replace

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.computer.engines import Engines, engine_of, reason_of
from client_qt.table.local import PLAYERS, LocalTable
from client_qt.trio_guest import Starts, emission
from netgame.match.commands import MakeReady, Play, Resign
from netgame.match.events import Player
from netgame.match.state import Match
from netgame.players.kernels import GETTING_FASTER
from netgame.players.manners import Think, next_step, thinking_ms, transcript
from netgame.text import N_
from protocol.engine import Choice, Engine, EngineError, Limit

SEEDS = 1 << 32


class ComputerSeats(QObject):
    """Plays for the computer players of one table at a time. The rules check their moves like all others.

    If an engine dies, hangs or answers nonsense, its seat resigns the match, and `failed` gives the reason. For a
    computer player that this program does not have, people move.
    """

    missing = Signal(str)  # the name of a computer player that this program does not have
    failed = Signal(str, object)  # the name of the computer player, the Text of the reason

    def __init__(self, engines: Engines, nursery: Starts, parent: QObject) -> None:
        super().__init__(parent)
        self._engines, self._nursery = engines, nursery
        self._table: LocalTable | None = None
        self._scope = trio.CancelScope()

    def set_table(self, table: LocalTable | None) -> None:
        """Play at this table; stop thinking at the one before."""
        if table is self._table:
            return
        self._scope.cancel()
        self._table, self._scope = table, trio.CancelScope()
        if table is not None and len(table.mine) < len(PLAYERS):
            self._nursery.start_soon(self._play, table, self._scope)

    async def _play(self, table: LocalTable, scope: trio.CancelScope) -> None:
        with scope:
            async with trio.open_nursery() as seats:
                for player in PLAYERS:
                    if player not in table.mine:
                        seats.start_soon(self._sit, table, player)

    async def _sit(self, table: LocalTable, player: Player) -> None:
        try:
            command, limit = engine_of(table.computer_of(player), self._engines.preferences().engines)
        except LookupError:
            table.take_over(player)
            self.missing.emit(table.name_of(player))
            return
        try:
            await _play_seat(table, player, self._engines, command, limit)
        except* EngineError as group:
            table.act_for_computer(player, Resign(match=True))
            self.failed.emit(table.name_of(player), reason_of(group))


async def _play_seat(table: LocalTable, player: Player, engines: Engines, command: Sequence[str], limit: Limit) -> None:
    """Play for that player until the match is over."""
    watched = not table.mine
    least_s = engines.watched_s if watched else engines.reply_s
    values: list[float] = []
    leg = -1
    async with engines.open(command) as engine:
        assert table.match is not None
        await engine.set_game(table.match.game.key, table.match.created.options)
        while (match := table.match) is not None and match.ended is None:
            if match.leg != leg:
                values, leg = [], match.leg
            is_paused = watched and match.paused is not None  # people decide when it goes on
            step = next_step(match, player, values) if not is_paused else None
            if step is None:
                await emission(table.changed)
            elif isinstance(step, Think):
                choice = await _think(engine, table, player, limit, least_s)
                if choice is None:
                    continue
                values = [*values, *([choice.value] if choice.value is not None else [])]
                why_not = table.act_for_computer(player, Play(match.position, choice.move))
                if why_not is not None:
                    raise EngineError(N_("its move cannot be played: {reason}"), reason=str(why_not))
            else:
                if watched and isinstance(step, MakeReady):
                    await trio.sleep(engines.between_s)
                if table.act_for_computer(player, step) is not None:
                    await emission(table.changed)


async def _think(engine: Engine, table: LocalTable, player: Player, limit: Limit, least_s: float) -> Choice | None:
    """Return the choice of an engine, not sooner than a person can follow; None if the match changed meanwhile."""
    match = table.match
    assert match is not None
    wanted, found = _occasion(match), None

    def look() -> None:
        if table.match is None or _occasion(table.match) != wanted:
            scope.cancel()

    with trio.CancelScope() as scope:
        table.changed.connect(look)
        try:
            await engine.set_position(*transcript(match))
            seed = (match.created.at * 1000 + match.number) % SEEDS
            ms = thinking_ms(match, player, match.at)
            earliest = trio.current_time() + min(least_s, ms / 1000)
            table.set_thinking(player, True, engine.note == GETTING_FASTER)  # from here on its clock runs
            choice = await engine.choose(replace(limit, ms=ms, seed=seed))
            await trio.sleep_until(earliest)
            found = choice
        finally:
            table.changed.disconnect(look)
            table.set_thinking(player, False)
    return found if table.match is match else None


def _occasion(match: Match) -> tuple[object, ...]:
    """Return what a computer player chooses its move for; an offer interrupts it."""
    return match.position, match.leg, match.phase, match.paused, tuple(match.offers)
