"""Kills the server again and again, at the named points and at random moments, and starts it again."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Literal, get_args

import trio

from devtools.faults.evidence import is_caught_up
from devtools.faults.player import Broken, Player
from devtools.faults.reader import ask_for_much
from devtools.faults.victim import STOP_WITHIN_S, Victim
from protocol.client import Address, Server
from server.ops.faults import FaultPoint

POINTS: tuple[FaultPoint, ...] = get_args(FaultPoint)
Moment = FaultPoint | Literal["random", "start", "stop", "disk", "line", "reader"]
MOMENTS: tuple[Moment, ...] = (*POINTS, *POINTS, "random", "random", "start", "stop", "disk", "line", "reader")
PROGRESS_S = 0.5  # to wait for acknowledged commands before the next kill
DOOM_S = 1.0  # to wait until a point is passed
HERE_S = 0.5  # to wait until all players are connected
POLL_S = 0.01
SOON_S = 0.03
STOP_S = 0.1
READER_S = 1.0


class ServerKiller:
    """Runs one server. Counts the kills by what the server was doing."""

    def __init__(self, victim: Victim, data: Path, port: int, seed: int, *, plain: bool = False) -> None:
        self.kills: Counter[str] = Counter(dict.fromkeys((*POINTS, "random", "start", "stop"), 0))
        self.stops = 0  # orderly stops
        self.failures = 0  # failed commits
        self.lines = 0  # broken connections
        self.readers = 0  # clients that asked for very much
        self.answers_s: list[float] = []  # until commands were answered meanwhile
        self._victim, self._data, self._rng = victim, data, Random(f"killer {seed}")
        self._plain = plain
        self._server = Server(None, (Address("127.0.0.1", port),))
        self._players: Sequence[Player] = ()
        self._taken, self._more = 0, trio.Event()

    def taken(self) -> None:
        """Count one more acknowledged command."""
        self._taken += 1
        self._more.set()
        self._more = trio.Event()

    def server(self, _number: int) -> Server:
        """Return the server as players know it."""
        return self._server

    async def begin(self, players: Sequence[Player]) -> None:
        """Start the first server."""
        self._players = players
        await self._start()

    async def heal(self) -> None:
        """Do nothing: `harm` leaves a running server behind."""

    async def is_caught_up(self) -> bool:
        """Say whether the history holds all finished matches."""
        return is_caught_up(self._data)

    async def stop(self) -> None:
        """Stop the server in order."""
        await self._victim.stop()

    async def _start(self) -> None:
        await self._victim.start()
        for player in self._players:
            player.retry_now()  # as discovery would report them

    async def harm(self) -> None:
        """Kill once, perhaps again during the start, and start a server; or do something that it has to survive."""
        if self._rng.random() < 0.3:
            await self._everybody_here()
        await self._some_orders(self._rng.choice((0, 1, 2, 4, 8, 16)))
        match self._rng.choice(MOMENTS):
            case "random":
                await self._kill_soon()
            case "start":
                await self._kill_soon()
                await self._kill_at_start()
            case "stop":
                await self._kill_at_stop()
            case "disk":
                await self._fail_a_commit()
            case "line":
                await self._break_lines()
            case "reader":
                await self._let_somebody_read()
            case point:
                await self._kill_at(point)
        if self._victim.gone.is_set():
            await self._start()

    async def _everybody_here(self) -> None:
        """Wait until all players are signed in, so that slow ones play as well."""
        with trio.move_on_after(HERE_S):
            while any(player.status != "online" for player in self._players):
                await trio.sleep(POLL_S)

    async def _some_orders(self, number: int) -> None:
        enough = self._taken + number
        with trio.move_on_after(PROGRESS_S):
            while self._taken < enough:
                await self._more.wait()

    async def _kill_soon(self) -> None:
        await trio.sleep(self._rng.uniform(0, SOON_S))
        await self._victim.kill()
        self.kills["random"] += 1

    async def _kill_at_stop(self) -> None:
        """Kill the server while it stops in order, unless it has stopped by then."""
        await self._victim.tell_to_stop()
        with trio.move_on_after(self._rng.uniform(0, STOP_S) if self._rng.random() < 0.5 else STOP_WITHIN_S):
            await self._victim.stopped()
            self.stops += 1
            return
        if await self._victim.kill_unless_stopped():
            self.kills["stop"] += 1
        else:
            self.stops += 1

    async def _kill_at(self, point: FaultPoint) -> None:
        """Kill at that point. If no command comes any more, kill anyway."""
        self._victim.doom(point)
        with trio.move_on_after(DOOM_S):
            await self._victim.killed()
        self._victim.spare()
        if self._victim.gone.is_set():
            self.kills[point] += 1
        else:
            await self._victim.kill()
            self.kills["random"] += 1

    async def _fail_a_commit(self) -> None:
        """Let one commit fail. The server goes on and reads what is on the disk."""
        self._victim.spoil()
        with trio.move_on_after(DOOM_S):
            while self._victim.is_spoilt:
                await self._some_orders(1)
            self.failures += 1
        self._victim.spare()

    async def _break_lines(self) -> None:
        """Break connections. The server goes on."""
        await trio.sleep(self._rng.uniform(0, SOON_S))
        for player in self._rng.sample(self._players, self._rng.randint(1, len(self._players))):
            await player.break_line()
            self.lines += 1

    async def _let_somebody_read(self) -> None:
        """Let a client ask for very much. No player loses the connection for it."""
        await self._everybody_here()
        here = [(player, len(player.answers_s)) for player in self._players if player.status == "online"]
        tables = sorted({table for player, _answers in here for table in player.seen})
        with trio.move_on_after(READER_S):
            await ask_for_much(self._server, tables, plain=self._plain, reads=self._rng.random() < 0.5)
            await trio.sleep_forever()  # the server may end its connection; the games go on
        for player, answers in here:
            if player.status != "online" and player.error_code != "closed":  # by themselves
                raise Broken(f"{player.name} lost the server while a client asked for very much: {player.error}")
            self.answers_s += player.answers_s[answers:]
        self.readers += 1

    async def _kill_at_start(self) -> None:
        await self._victim.launch()
        await trio.sleep(self._rng.uniform(0, self._victim.start_s))
        await self._victim.kill()
        self.kills["start"] += 1
