"""Tables as people play them, for `bench server`: with clocks, watched by others, one move in a while at each.

This measures how long a move takes to the opponent while the server has other work, what that costs in CPU and memory,
and whether spectators slow the players. The lines are plain sockets of one loop, as in `load`.
"""

import heapq
import selectors
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

import msgpack

from devtools.bench.load import Line, NetgamePair
from protocol import messages as m
from protocol.framing import encode

PROBE = b"\x93\xa5probe"
CLOCK = "fischer 600+10"
LATE_S = 0.01  # when to look again for a move that could not be sent because the one before has not come


@dataclass
class WatchedPair(NetgamePair):
    """Two players with clocks and those who watch them."""

    clock = CLOCK
    spectators: list[Line] = field(default_factory=list)
    sent: int = 0

    def watch(self) -> None:
        """Let the spectators in."""
        for line in self.spectators:
            line.sock.setblocking(True)
            line.ask(m.Watch(table=self.at))
            line.sock.setblocking(False)

    def unwatch(self) -> None:
        """Send the spectators away."""
        for line in self.spectators:
            line.sock.setblocking(True)
            line.ask(m.Unwatch(table=self.at))
            line.sock.setblocking(False)

    @property
    def waits(self) -> bool:
        """The last move has not come to the opponent."""
        return len(self.latencies) < self.sent

    def told_on(self, line: Line) -> None:
        """Read what came on a line; the latency of the move is kept where it came to the opponent."""
        for body in line.bodies():
            if body.startswith(PROBE):
                line.sock.sendall(encode(m.Echo(nonce=msgpack.unpackb(body)[2]["nonce"]), 0))
            elif line in self.lines:
                line.plies += self.told(body)
        if line is self.lines[1 - (self.ply & 1)] and line.plies > self.ply:
            self.latencies.append(perf_counter() - self.sent_at)
            self.ply += 1

    def go_on(self) -> None:
        self.sent += 1
        super().go_on()


@dataclass(frozen=True)
class Paced:
    """The result of one run: how long moves took to the opponent, in ms, and the CPU time of the server meanwhile."""

    latencies_ms: list[float]
    seconds: float
    cpu_s: float
    late: int  # moves that could not be sent in time

    def quantile(self, share: float) -> float:
        return self.latencies_ms[min(int(share * len(self.latencies_ms)), len(self.latencies_ms) - 1)]


def opened(port: int, tables: int, spectators: int, moves: list[str]) -> list[WatchedPair]:
    """That many tables with players and spectators, each with a connection and an account of their own."""
    made = []
    for _ in range(tables):
        pair = WatchedPair((Line(port, tls=False), Line(port, tls=False)), moves)
        pair.spectators = [Line(port, tls=False) for _ in range(spectators)]
        pair.sign_in(*pair.spectators)
        made.append(pair)
    for pair in made:  # after all have signed in: each sign-in gets a list of all tables
        pair.begin()
    return made


def closed(tables: list[WatchedPair]) -> None:
    for pair in tables:
        for line in (*pair.lines, *pair.spectators):
            line.sock.close()


class Pace:
    """Moves at all tables, each in its turn, one in `interval_s` at each."""

    def __init__(self, tables: list[WatchedPair], interval_s: float) -> None:
        self.late = 0
        self._tables, self._interval_s = tables, interval_s
        self._selector = selectors.DefaultSelector()
        start = perf_counter()
        self._due = [(start + interval_s * at / len(tables), at) for at in range(len(tables))]
        for pair in tables:
            for rank, line in enumerate((*pair.lines, *pair.spectators)):
                line.sock.setblocking(False)
                self._selector.register(line.sock, selectors.EVENT_READ, (rank > 1, pair, line))
                line.sock.sendall(encode(m.Ping(), line.requests))  # that silence begins now

    def run(self, warm_s: float, seconds: float, cpu: Callable[[], float]) -> Paced:
        """Play for so long; `cpu` tells what the server has used so far, in seconds."""
        with self._selector:
            self._until(perf_counter() + warm_s)
            before, begin, counted = cpu(), perf_counter(), [len(pair.latencies) for pair in self._tables]
            self.late = 0
            self._until(begin + seconds)
            took, used = perf_counter() - begin, cpu() - before
        new = (latency for pair, count in zip(self._tables, counted, strict=True) for latency in pair.latencies[count:])
        return Paced(sorted(1000 * latency for latency in new), took, used, self.late)

    def _until(self, end: float) -> None:
        while (now := perf_counter()) < end:
            self._send_due(now)
            ready = self._selector.select(max(0.0, min(self._due[0][0], end) - perf_counter()))
            # players first, so that the time to read the frames of spectators is not measured as the server's
            for key, _ in sorted(ready, key=lambda one: one[0].data[0]):
                _, pair, line = key.data
                pair.told_on(line)

    def _send_due(self, now: float) -> None:
        while self._due[0][0] <= now:
            due, at = heapq.heappop(self._due)
            pair = self._tables[at]
            if pair.waits:
                self.late += 1
                heapq.heappush(self._due, (now + LATE_S, at))
            else:
                pair.go_on()
                heapq.heappush(self._due, (due + self._interval_s, at))
