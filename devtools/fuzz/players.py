"""The normal game that must not be harmed: two players with the real client code, checked at both ends."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

import trio

from devtools.faults.player import Broken, Seen
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match import Match, to_act
from netgame.match.events import Moved
from protocol import messages as m
from protocol.address import Address
from protocol.client import (
    NewEvents,
    Refusal,
    Server,
    Session,
    StatusChanged,
    WatchEnded,
    WatchStarted,
)
from server.demo.player import random_move

PACE_S = 0.04  # between two moves
MOST_MOVES = 120  # of one match; then a player resigns, and the next game starts
TOLD_WITHIN_S = 20.0


class Player(Session):
    """One of the two players. Raises `Broken` if an attack has harmed the game."""

    def __init__(self, name: str, port: int, plain: bool) -> None:
        super().__init__(Server(None, (Address("127.0.0.1", port),)), name, None, plain=plain)
        self.seen: dict[str, Seen] = {}
        self.told_at = 0.0  # when the last events came
        self.changed = trio.Event()
        self.leaving = False
        self._was_online = False

    async def listen(self) -> None:
        """Apply updates until cancelled."""
        async for update in self.updates:
            match update:
                case StatusChanged():
                    self._check_status()
                case WatchStarted(table=table, after=after):
                    if after:
                        raise Broken(f"{self.name} is told table {table} only after event {after}")
                case NewEvents(table=table, events=events):
                    self.told_at = time.perf_counter()
                    for event in events:
                        self.seen[table].add(event)
                case WatchEnded(table=table, text=text) | m.Frozen(table=table, text=text):
                    raise Broken(f"{self.name} cannot follow table {table} any more: {text}")
            self.changed.set()
            self.changed = trio.Event()

    def _check_status(self) -> None:
        if self._was_online and self.status != "online" and not self.leaving:
            raise Broken(f"{self.name} lost the server: {self.error_code}, {self.error}")
        self._was_online = self._was_online or self.status == "online"

    async def until(self, table: str, number: int) -> None:
        """Wait until that many events of a table are known."""
        while len(self.seen[table].events) < number:
            await self.changed.wait()


@dataclass
class Times:
    """Times from sending a move to its arrival at the opponent, in ms."""

    taken: list[float] = field(default_factory=list)

    def quantile(self, share: float) -> float:
        """Return a quantile, 0 if there are no times."""
        if not self.taken:
            return 0.0
        return sorted(self.taken)[min(len(self.taken) - 1, math.ceil(share * len(self.taken)) - 1)]


class Game:
    """Plays match after match, all games in turn. `times` may be replaced while it runs."""

    def __init__(self, port: int, seed: int, plain: bool) -> None:
        self.players = Player("Ann", port, plain), Player("Bob", port, plain)
        self.times = Times()
        self.matches = 0
        self.moves = 0
        self.tables: list[str] = []
        self._rng = Random(f"game {seed}")
        self._stop = False

    def stop(self) -> None:
        """Make no more moves after the one under way."""
        self._stop = True

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Play until stopped."""
        async with trio.open_nursery() as nursery:
            for player in self.players:
                nursery.start_soon(player.run)
                nursery.start_soon(player.listen)
            with _in_time("signing in"), trio.fail_after(TOLD_WITHIN_S):
                for player in self.players:
                    while player.status != "online":
                        await player.changed.wait()
            task_status.started()
            for kind in cycle(GAMES):
                if self._stop:
                    break
                await self._match(kind)
            for player in self.players:
                player.leaving = True
            nursery.cancel_scope.cancel()

    async def _match(self, kind: str) -> None:
        ann, bob = self.players
        code = f"{self._rng.randrange(10**8):08}"
        try:
            with _in_time("sitting down"), trio.fail_after(TOLD_WITHIN_S):
                table = await ann.make_table(
                    kind, {}, "a normal game", 0, clock="fischer 300+5", access="code", code=code
                )
                self.tables.append(table)
                for player in (ann, bob):
                    player.seen[table] = Seen()
                await ann.watch(table, code=code)
                await bob.command(table, m.TakeSeat, code=code)
                await bob.watch(table, code=code)
            self.matches += 1
            await self._play(table)
        except Refusal as refusal:
            raise Broken(f"a normal game was refused something: {refusal.code}, {refusal}") from refusal

    async def _play(self, table: str) -> None:
        for count in range(MOST_MOVES):
            match = await self._quiet(table)
            if match.ended is not None or self._stop:
                break
            if match.phase == "between":
                await self._told(table, (await self._both_ready(table)).number)
            elif count == MOST_MOVES - 1:
                await self._told(table, (await self.players[0].command(table, m.SendResign, match=True)).number)
            else:
                await self._move(table, match)

    async def _both_ready(self, table: str) -> m.Done:
        for player in self.players:
            done = await player.command(table, m.ReadyUp)
        return done

    async def _quiet(self, table: str) -> Match:
        """Return the match when both sides know it and a player has to act."""
        with _in_time(f"the turn at table {table}"), trio.fail_after(TOLD_WITHIN_S):
            while True:
                first, second = (player.seen[table] for player in self.players)
                match = first.match
                if match is not None and len(first.events) == len(second.events) and _waits_for_somebody(match):
                    return match
                behind = min(self.players, key=lambda player: len(player.seen[table].events))
                await behind.changed.wait()

    async def _told(self, table: str, number: int) -> None:
        with _in_time(f"event {number} of table {table}"), trio.fail_after(TOLD_WITHIN_S):
            for player in self.players:
                await player.until(table, number)

    async def _move(self, table: str, match: Match) -> None:
        mover = to_act(match)
        assert mover is not None, "somebody has to move"
        game: Any = match.game
        move = game.format(match.state, random_move(game, match.state, self._rng))
        player, other = self.players[mover], self.players[1 - mover]
        began = time.perf_counter()
        with _in_time(f"a move at table {table}"), trio.fail_after(TOLD_WITHIN_S):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._time, other, table, match.number + 1, began)
                done = await player.command(table, m.SendMove, position=match.position, move=move)
            await self._told(table, done.number)
        for each in self.players:
            event = each.seen[table].events[done.number - 1]
            if not isinstance(event, Moved) or event.move != move or event.player != mover:
                raise Broken(f"table {table}: {move} was made, and {event} was told")
        self.moves += 1
        await trio.sleep(PACE_S * self._rng.uniform(0.5, 1.5))

    async def _time(self, other: Player, table: str, number: int, began: float) -> None:
        await other.until(table, number)
        self.times.taken.append(1000 * (other.told_at - began))


def _waits_for_somebody(match: Match) -> bool:
    if match.ended is not None or match.phase == "between":
        return True
    return match.phase == "playing" and isinstance(match.turn, ToMove)


@contextmanager
def _in_time(what: str) -> Iterator[None]:
    try:
        yield
    except trio.TooSlowError:
        raise Broken(f"{what} took longer than {TOLD_WITHIN_S:.0f} s") from None
