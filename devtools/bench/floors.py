"""The servers that `bench server` measures: ours, and two floors that do less with the same frames.

`python -m devtools.bench.floors KIND CORE FOLDER` serves on loopback until its standard input ends, and prints its
port.
relay: passes every frame on to the other player and acknowledges it; checks and keeps nothing.
durable: in addition looks whose turn it is and commits to SQLite (`synchronous=FULL`, whatever has queued up together)
before it acknowledges and passes on: the least that a server must do which never loses an accepted move.
netgame, netgame-tls: the real server, without and with TLS, but it sends no lists of tables.
lobby, lobby-tls: the real server with all that it sends.
"""

import os
import queue
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, get_type_hints

import msgpack
import trio

from server.app import Serving, serve
from server.config.settings import Config
from server.lobby import table_list as bulletin
from server.ops.limits import Limits
from server.ops.process import allow_connections, freeze_garbage_collector

READ_BYTES = 64 * 1024
QUIET_S = 3600.0
JOIN, MOVE, ACK, PUSH = "join", "move", "ack", "push"


def pack(kind: str, number: int, body: Any) -> bytes:
    """A frame as the protocol has them: length, then `[type, id, body]`."""
    data: bytes = msgpack.packb((kind, number, body))
    return len(data).to_bytes(4, "big") + data


class Player:
    """One connection of a floor: its frames, and a send that does not wait while the kernel takes all."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self._buffer = bytearray()

    async def frames(self) -> list[list[Any]]:
        """The frames that came with the next bytes; none once the other end has closed."""
        while True:
            data = await self.stream.receive_some(READ_BYTES)
            if not data:
                return []
            self._buffer += data
            if found := self._cut():
                return found

    def _cut(self) -> list[list[Any]]:
        found, start = [], 0
        while len(self._buffer) - start >= 4:
            end = start + 4 + int.from_bytes(self._buffer[start : start + 4], "big")
            if end > len(self._buffer):
                break
            found.append(msgpack.unpackb(self._buffer[start + 4 : end]))
            start = end
        del self._buffer[:start]
        return found

    def send(self, data: bytes) -> None:
        """Hand the bytes to the kernel; the frames here are small and both ends read."""
        sent = self.stream.socket._sock.send(data)  # type: ignore[attr-defined]  # the floor shall do as little as can be
        assert sent == len(data), "the floors have no backlog"


class Writer:
    """A thread that commits whatever has queued up, together, and then calls back in trio."""

    def __init__(self, path: Path) -> None:
        self._jobs: queue.SimpleQueue[tuple[int, int, bytes, Callable[[], None]] | None] = queue.SimpleQueue()
        self._token = trio.lowlevel.current_trio_token()
        threading.Thread(target=self._work, args=(path,), daemon=True).start()

    def append(self, table: int, number: int, body: bytes, done: Callable[[], None]) -> None:
        self._jobs.put((table, number, body, done))

    def _work(self, path: Path) -> None:
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE events (name INTEGER, number INTEGER, body BLOB, PRIMARY KEY (name, number))")
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            while not self._jobs.empty() and (job := self._jobs.get()) is not None:
                jobs.append(job)
            db.execute("BEGIN IMMEDIATE")
            db.executemany("INSERT INTO events VALUES (?, ?, ?)", [job[:3] for job in jobs])
            db.execute("COMMIT")
            self._token.run_sync_soon(_call_all, [job[3] for job in jobs])


def _call_all(calls: list[Callable[[], None]]) -> None:
    for call in calls:
        with suppress(OSError):  # the load has closed its end, and the measurement is over
            call()


class Floor:
    """The tables of a floor: two connections that named the same table belong together."""

    def __init__(self, writer: Writer | None) -> None:
        self._writer = writer
        self._tables: dict[int, list[Player]] = {}
        self._numbers: dict[int, int] = {}

    async def player(self, stream: trio.SocketStream) -> None:
        """One connection, from its first frame to its end."""
        stream.setsockopt(6, 1, 1)  # TCP_NODELAY, as the real server has it
        player = Player(stream)
        while frames := await player.frames():
            for kind, number, body in frames:
                if kind == JOIN:
                    self._tables.setdefault(body, []).append(player)
                    player.send(pack(ACK, number, {}))
                else:
                    self._moved(player, number, body)

    def _moved(self, player: Player, number: int, body: dict[str, Any]) -> None:
        table = body["table"]
        players = self._tables[table]
        finish = partial(self._finish, player, players, number, body)
        if self._writer is None:
            finish()
            return
        position = self._numbers.get(table, 0)
        if body["position"] != position or players[position & 1] is not player:
            player.send(pack("refused", number, "not your turn"))
            return
        self._numbers[table] = position + 1
        self._writer.append(table, position + 1, msgpack.packb(body["move"]), finish)

    def _finish(self, player: Player, players: list[Player], number: int, body: dict[str, Any]) -> None:
        player.send(pack(ACK, number, {}))
        push = pack(PUSH, 0, {"table": body["table"], "move": body["move"]})
        for everybody in players if self._writer else (other for other in players if other is not player):
            everybody.send(push)


async def _serve_floor(durable: bool, folder: Path) -> None:
    floor = Floor(Writer(folder / "floor.sqlite") if durable else None)
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, floor.player, 0, host="127.0.0.1"))
        await _until_stdin_ends(listeners[0].socket.getsockname()[1], "")
        nursery.cancel_scope.cancel()


def boundless() -> Limits:
    """Limits too high to be reached: all the load comes from one computer."""
    most = {name: hint.__metadata__[0].le for name, hint in get_type_hints(Limits, include_extras=True).items()}
    counted = ("_burst", "_per_minute", "connections", "unauthenticated", "_address", "seats", "watched", "silent_s")
    return Limits(**{name: value for name, value in most.items() if name.endswith(counted)})


async def _serve_netgame(plain: bool, quiet: bool, folder: Path) -> None:
    if quiet:
        # every client gets lists of tables, which would be most of the work while thousands connect
        bulletin.NEWS_EVERY_S = QUIET_S
    config = Config(
        data=folder, hosts=("127.0.0.1",), port=0, name="bench", announce="none", plain=plain, limits=boundless()
    )
    async with trio.open_nursery() as nursery:
        serving: Serving = await nursery.start(partial(serve, config))
        await _until_stdin_ends(serving.port, serving.fingerprint)
        nursery.cancel_scope.cancel()


async def _until_stdin_ends(port: int, fingerprint: str) -> None:
    freeze_garbage_collector()  # as `netgame-server run` does, for all servers alike
    print(port, fingerprint, flush=True)  # noqa: T201  # for the process that started this one
    await trio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)


def main(kind: str, core: str, folder: str) -> None:
    """Serve as that kind, on that core where there is a choice."""
    if core and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core)})
    if kind in ("relay", "durable"):
        trio.run(_serve_floor, kind == "durable", Path(folder))
    else:
        allow_connections(Limits().connections)
        trio.run(_serve_netgame, not kind.endswith("tls"), kind.startswith("netgame"), Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
