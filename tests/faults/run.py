"""Plays while the server is killed, and compares at the end."""

import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio

from netgame.errors import RulesError
from netgame.events import Event
from netgame.games import GAMES
from netgame.match import replay
from protocol.client import Address, ConnectError, Server
from tests.faults.evidence import Findings, Order, compare, is_caught_up, read_disk
from tests.faults.games import Plan, plans
from tests.faults.killer import Killer
from tests.faults.player import Broken, Player, Seen
from tests.faults.victim import NoServer, Victim

STUCK_S = 60.0  # without any order being taken
CAUGHT_UP_S = 10.0
LAST_LINES = 20


@dataclass(frozen=True)
class Wanted:
    """What a run shall be: it ends with whichever comes first, and what has begun then is played to an end."""

    seed: int = 1
    games: int | None = None
    kills: int | None = None
    seconds: float | None = None
    tables: int = 4  # at once
    plain: bool = False
    lossy: bool = False


@dataclass
class Result:
    """What a run came to."""

    kills: Counter[str]
    games: Counter[str] = field(default_factory=Counter)
    orders: list[Order] = field(default_factory=list)
    logs: dict[str, list[list[Event]]] = field(default_factory=dict)
    findings: Findings = field(default_factory=Findings)
    stops: int = 0  # orderly ones
    seconds: float = 0.0

    @property
    def accepted(self) -> int:
        return sum(order.done is not None for order in self.orders)


async def run(wanted: Wanted, tell: Callable[[str], None]) -> Result:
    """Play, kill, compare. What goes wrong is in the findings."""
    with tempfile.TemporaryDirectory(prefix="netgame-faults-") as name:
        return await run_in(Path(name), wanted, tell)


async def run_in(folder: Path, wanted: Wanted, tell: Callable[[str], None]) -> Result:
    """The same, with all files in that folder."""
    began = time.monotonic()
    result = Result(Counter())
    words = ["--port", str(_free_port()), *(["--plain"] if wanted.plain else [])]
    with _said(result.findings):
        async with Victim.open(folder, *words, lossy=wanted.lossy) as victim:
            await _Run(wanted, victim, int(words[1]), result, tell).go(folder / "data")
    result.findings.differing += _faults_logged(folder / "server.log")
    if result.accepted:
        result.findings.add(compare(result.orders, result.logs, read_disk(folder / "data")))
    else:
        result.findings.differing.append("no order was ever accepted")
    result.seconds = time.monotonic() - began
    return result


@contextmanager
def _said(findings: Findings) -> Iterator[None]:
    """What ends a run early is a finding of its own."""
    try:
        yield
    except* (Broken, NoServer, ConnectError, trio.TooSlowError) as group:
        inner: BaseException = group
        while isinstance(inner, BaseExceptionGroup):
            inner = inner.exceptions[0]
        findings.differing.append(str(inner) or "something took too long")


class _Run:
    """The players at their tables, and the killer."""

    def __init__(self, wanted: Wanted, victim: Victim, port: int, result: Result, tell: Callable[[str], None]) -> None:
        self._wanted, self._victim, self._result, self._tell = wanted, victim, result, tell
        server = Server(None, (Address("127.0.0.1", port),))
        self._players: list[Player] = []
        self._killer = Killer(victim, self._players, wanted.seed)
        result.kills = self._killer.kills
        for number in range(2 * wanted.tables):
            self._players.append(Player(f"Player {number + 1}", wanted.seed, server, wanted.plain, self._killer.taken))
        self._plans = plans(wanted.seed)
        self._begun = 0
        self._played = False
        self._ends = trio.current_time() + wanted.seconds if wanted.seconds is not None else None

    async def go(self, data: Path) -> None:
        """Until all is played, and the server has ended in an orderly way."""
        try:
            await self._killer.begin()
            async with trio.open_nursery() as sessions:
                for player in self._players:
                    await sessions.start(player.run)
                    sessions.start_soon(player.listen)
                sessions.start_soon(self._watch_progress)
                await self._play_all()
                await _caught_up(data)
                sessions.cancel_scope.cancel()
            await self._victim.stop()
        finally:
            self._result.stops = self._killer.stops
            self._result.orders += [order for player in self._players for order in player.orders]
            for player in self._players:
                for table, seen in player.seen.items():
                    self._result.logs.setdefault(table, []).append(seen.events)

    async def _play_all(self) -> None:
        async with trio.open_nursery() as killing:
            killing.start_soon(self._kill_on)
            async with trio.open_nursery() as playing:
                for first, second in zip(self._players[::2], self._players[1::2], strict=True):
                    playing.start_soon(self._play_on, (first, second))
            self._played = True

    async def _kill_on(self) -> None:
        while not self._is_over() and not self._played:
            await self._killer.kill()
            count = self._killer.kills.total()
            if count % 100 == 0:
                self._tell(f"{count} kills, {self._begun} games, {self._accepted()} orders accepted")
        for player in self._players:
            player.resigning = True

    def _is_over(self) -> bool:
        wanted, kills = self._wanted, self._killer.kills.total()
        out_of_time = self._ends is not None and trio.current_time() >= self._ends
        return out_of_time or (wanted.kills is not None and kills >= wanted.kills)

    async def _play_on(self, pair: tuple[Player, Player]) -> None:
        while not self._is_over() and (self._wanted.games is None or self._begun < self._wanted.games):
            self._begun += 1
            await self._play(next(self._plans), pair)

    async def _play(self, plan: Plan, pair: tuple[Player, Player]) -> None:
        maker, guest = pair[plan.maker], pair[1 - plan.maker]
        table = await maker.open(plan)
        seen: list[Seen] = []

        async def follow(player: Player) -> None:
            seen.append(await player.play(table, plan.moves, plan.code))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(follow, maker)
            await guest.join(table, plan.code)
            nursery.start_soon(follow, guest)
        _check_fold(table, *seen)
        for player in pair:
            await player.unwatch(table)
        self._result.games[plan.game] += 1

    async def _watch_progress(self) -> None:
        known = -1
        while (now := self._accepted()) > known:
            known = now
            await trio.sleep(STUCK_S)
        raise Broken(f"no order was accepted for {STUCK_S:.0f} seconds")

    def _accepted(self) -> int:
        return sum(order.done is not None for player in self._players for order in player.orders)


def _check_fold(table: str, first: Seen, second: Seen) -> None:
    """Both players came to the same match, and so does whoever folds what they were told afterwards."""
    try:
        offline = replay(first.events, GAMES)
    except RulesError as error:
        raise Broken(f"table {table} does not fold: {error}") from error
    if not first.match == second.match == offline:
        raise Broken(f"the players of table {table} and an offline fold came to different matches")
    first.match = second.match = None  # the states of thousands of matches are large


async def _caught_up(data: Path) -> None:
    """Until the history has every match that is over; it follows the logs at its own pace."""
    with trio.move_on_after(CAUGHT_UP_S):
        while not is_caught_up(data):
            await trio.sleep(0.1)


def _faults_logged(log: Path) -> list[str]:
    """What a server should not have had to say."""
    lines = log.read_text(errors="replace").splitlines()
    bad = [at for at, line in enumerate(lines) if " ERROR " in line or line.startswith("Traceback")]
    if not bad:
        return []
    return ["the server logged: " + "\n    ".join(lines[bad[0] : bad[0] + LAST_LINES])]


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
