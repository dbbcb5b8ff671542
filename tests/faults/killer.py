"""Kills the server again and again, at the named points and at any moment, and starts it again."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import get_args

import trio

from server.faults import FaultPoint
from tests.faults.player import Player
from tests.faults.victim import NoServer, Victim

POINTS: tuple[FaultPoint, ...] = get_args(FaultPoint)
MOMENTS = (*POINTS, *POINTS, "random", "random", "random", "start")
PROGRESS_S = 0.5  # to wait for orders to be taken, before the next kill
DOOM_S = 1.0  # to wait for a point to be passed
SOON_S = 0.03
START_TRIES = 3


class Killer:
    """Counts the kills by what the server was doing."""

    def __init__(self, victim: Victim, players: Sequence[Player], seed: int) -> None:
        self.kills: Counter[str] = Counter(dict.fromkeys((*POINTS, "random", "start"), 0))
        self._victim, self._players, self._rng = victim, players, Random(f"killer {seed}")
        self._taken, self._more = 0, trio.Event()

    def taken(self) -> None:
        """Another order was acknowledged."""
        self._taken += 1
        self._more.set()
        self._more = trio.Event()

    async def begin(self) -> None:
        """Have a server."""
        if not await self._victim.start():
            raise NoServer("The server ended as it started; its log says why")
        self._hurry()

    async def kill(self) -> None:
        """One kill, perhaps another while it starts, and a server that listens again."""
        await self._some_orders(self._rng.choice((0, 1, 2, 4, 8, 16, 32)))
        moment = self._rng.choice(MOMENTS)
        if moment in POINTS:
            await self._kill_at(moment)
        else:
            await trio.sleep(self._rng.uniform(0, SOON_S))
            await self._victim.kill()
            self.kills["random"] += 1
        if moment == "start":
            await self._kill_at_start()
        await self.begin()

    async def _some_orders(self, number: int) -> None:
        enough = self._taken + number
        with trio.move_on_after(PROGRESS_S):
            while self._taken < enough:
                await self._more.wait()

    async def _kill_at(self, point: FaultPoint) -> None:
        """Where nobody gives an order any more it is killed all the same."""
        self._victim.doom(point)
        with trio.move_on_after(DOOM_S):
            await self._victim.gone.wait()
        self._victim.spare()
        if self._victim.gone.is_set():
            self.kills[point] += 1
        else:
            await self._victim.kill()
            self.kills["random"] += 1

    async def _kill_at_start(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._victim.start)
            await trio.sleep(self._rng.uniform(0, self._victim.start_s))
            await self._victim.kill()
        self.kills["start"] += 1

    def _hurry(self) -> None:
        """Discovery tells who waits for a server that it is back."""
        for player in self._players:
            player.hurry()
