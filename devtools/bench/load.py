"""The load of `bench server`: pairs of players at tables, each answering as soon as it hears of the other's move.

A plain loop over non-blocking sockets, so that the load costs less than the servers it measures. The moves are those
of a Thud game made before the measurement.
"""

import random
import secrets
import selectors
import socket
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import msgpack

from devtools.bench.floors import JOIN, MOVE, pack
from netgame.games import GAMES
from protocol import messages as m
from protocol.framing import encode
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import client_context, fingerprint_of

PLIES = 200  # then the pair begins another game
READ_BYTES = 64 * 1024
OPENING = 4  # events before the first move: created, seated twice, started
SIGNATURE = bytes(m.SIGNATURE_BYTES)  # the server does not check it
MOVE_ID = 1  # of all frames with moves: their acknowledgements are not waited for


def moves_of_a_game(seed: int) -> list[str]:
    """The moves of a battle of Thud by random play, which is not over after these plies."""
    game, rng = GAMES["thud"](), random.Random(seed)
    state, found = game.start(), list[str]()
    while len(found) < PLIES:
        move = rng.choice([move for move in game.moves(state) if not move.captured])
        found.append(game.format(state, move))
        state = game.play(state, move)
    return found


class Line:
    """One connection of the load."""

    def __init__(self, port: int, tls: bool) -> None:
        self.sock: socket.socket = socket.create_connection(("127.0.0.1", port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.fingerprint = ""
        if tls:
            self.sock = secure = client_context().wrap_socket(self.sock)
            self.fingerprint = fingerprint_of(secure.getpeercert(binary_form=True) or b"")
        self._buffer = bytearray()
        self.requests = MOVE_ID
        self.plies = 0  # how many moves of the game it has been told of

    def bodies(self) -> Iterator[bytes]:
        """The bodies of the frames that have come."""
        try:
            while True:
                data = self.sock.recv(READ_BYTES)
                if not data:
                    raise ConnectionError("the server closed a connection of the bench")
                self._buffer += data
                if len(data) < READ_BYTES and not _pending(self.sock):
                    break
        except (BlockingIOError, ssl.SSLWantReadError):
            pass
        yield from self._cut()

    def _cut(self) -> Iterator[bytes]:
        start, buffer = 0, bytes(self._buffer)
        while len(buffer) - start >= 4:
            end = start + 4 + int.from_bytes(buffer[start : start + 4], "big")
            if end > len(buffer):
                break
            yield buffer[start + 4 : end]
            start = end
        del self._buffer[:start]

    def ask(self, message: m.Message) -> dict[str, Any]:
        """Send a request and wait for its reply; other messages before it are skipped."""
        return self.ask_raw(encode(message, self.requests + 1))

    def ask_raw(self, frame: bytes) -> dict[str, Any]:
        """As `ask`, with a frame that has the next number."""
        self.requests += 1
        self.sock.sendall(frame)
        found: dict[str, Any] | None = None
        while found is None:
            for body in self.bodies():
                kind, number, fields = msgpack.unpackb(body)
                if number == self.requests:
                    assert kind not in ("refused", "closing"), f"the server refused the bench: {fields}"
                    found = fields
        return found


def _pending(sock: socket.socket) -> bool:
    return isinstance(sock, ssl.SSLSocket) and sock.pending() > 0


@dataclass
class Pair:
    """Two players at a table. A move is followed by the next one as soon as the other player has been told of it."""

    lines: tuple[Line, Line]
    moves: list[str]
    tells_mover: bool = True  # the server tells a move to both players, not to the other one alone
    ply: int = 0
    sent_at: float = 0.0
    latencies: list[float] = field(default_factory=list)

    def begin(self) -> None:
        """Sit down at a new table."""
        raise NotImplementedError

    def frame(self) -> bytes:
        """The next move."""
        raise NotImplementedError

    def told(self, body: bytes) -> int:
        """How many moves that body tells of."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Send the next move."""
        if self.ply == len(self.moves):
            self.begin()
        frame, mover = self.frame(), self.lines[self.ply & 1]
        mover.plies += not self.tells_mover
        self.sent_at = perf_counter()
        mover.sock.sendall(frame)

    def took(self, line: Line) -> bool:
        """Read what came on a line; True if the opponent has got the move."""
        for body in line.bodies():
            line.plies += self.told(body)
        heard = line is self.lines[1 - (self.ply & 1)] and line.plies > self.ply
        if heard:
            self.latencies.append(perf_counter() - self.sent_at)
            self.ply += 1
        return heard


class FloorPair(Pair):
    """At a floor."""

    table = 0

    def begin(self) -> None:
        type(self).table += 1
        self.at, self.ply = self.table, 0
        for line in self.lines:
            line.plies = 0
            line.sock.setblocking(True)
            line.ask_raw(pack(JOIN, line.requests + 1, self.at))
            line.sock.setblocking(False)

    def frame(self) -> bytes:
        body = {"table": self.at, "key": secrets.token_bytes(16), "position": self.ply, "move": self.moves[self.ply]}
        return pack(MOVE, self.ply, body)

    def told(self, body: bytes) -> int:
        return int(body.startswith(b"\x93\xa4push"))


class NetgamePair(Pair):
    """At the real server; in the log the first move follows the events that opened the table."""

    names = 0
    clock = "none"

    def sign_in(self, *others: Line) -> None:
        """Once for each connection, and for those of others."""
        for line in (*self.lines, *others):
            type(self).names += 1
            nonce = line.ask(m.Hello(protocols=m.PROTOCOL, program="bench"))["nonce"]
            device = DeviceKey.new().prove(line.fingerprint, nonce)
            line.ask(m.SignIn(name=f"bench {self.names}", device=device))

    def begin(self) -> None:
        for line in self.lines:
            line.sock.setblocking(True)
        first, second = self.lines
        if self.ply:
            first.ask(m.SendResign(table=self.at, key=secrets.token_bytes(16), match=True))
        made = m.MakeTable(
            key=secrets.token_bytes(16), game="thud", options={}, title="bench", player=0, clock=self.clock
        )
        self.at = first.ask(made)["table"]
        first.ask(m.Watch(table=self.at))
        second.ask(m.TakeSeat(table=self.at, key=secrets.token_bytes(16)))
        second.ask(m.Watch(table=self.at))
        self.ply = 0
        for line in self.lines:
            line.ask(m.Ping())  # all messages about the start have arrived by now
            line.plies = 0
            line.sock.setblocking(False)

    def frame(self) -> bytes:
        return encode(
            m.SendMove(
                table=self.at,
                key=secrets.token_bytes(16),
                position=OPENING + self.ply,
                move=self.moves[self.ply],
                seen=OPENING + self.ply,
                signature=SIGNATURE,
            ),
            MOVE_ID,
        )

    def told(self, body: bytes) -> int:
        assert not body.startswith(b"\x93\xa7refused"), msgpack.unpackb(body)
        return len(msgpack.unpackb(body)[2]["events"]) if body.startswith(b"\x93\xa6events") else 0


@dataclass(frozen=True)
class Load:
    """The result of one run: moves, seconds, and how long each move took to the opponent, in ms."""

    moves: int
    seconds: float
    latencies_ms: list[float]


def pairs(kind: str, port: int, tables: int, moves: list[str]) -> list[Pair]:
    """That many tables with their players, all connected and ready."""
    made: list[Pair] = []
    for _ in range(tables):
        lines = Line(port, kind == "netgame-tls"), Line(port, kind == "netgame-tls")
        if kind.startswith("netgame"):
            pair = NetgamePair(lines, moves)
            pair.sign_in()
            made.append(pair)
        else:
            made.append(FloorPair(lines, moves, kind != "relay"))
        made[-1].begin()
    return made


def drive(tables: list[Pair], warm_s: float, seconds: float, cpu: Callable[[], float]) -> tuple[Load, float]:
    """Play at all tables at once for so long; the load, and the CPU seconds that `cpu` counted meanwhile."""
    with selectors.DefaultSelector() as selector:
        for pair in tables:
            for line in pair.lines:
                line.sock.setblocking(False)
                selector.register(line.sock, selectors.EVENT_READ, (pair, line))
            pair.go_on()
        _run(selector, perf_counter() + warm_s)
        for pair in tables:
            pair.latencies.clear()
        before, begin = cpu(), perf_counter()
        _run(selector, begin + seconds)
        took, used = perf_counter() - begin, cpu() - before
    latencies = sorted(1000 * latency for pair in tables for latency in pair.latencies)
    return Load(len(latencies), took, latencies), used


def _run(selector: selectors.BaseSelector, until: float) -> None:
    while perf_counter() < until:
        for key, _ in selector.select(0.1):
            pair, line = key.data
            if pair.took(line):
                pair.go_on()
