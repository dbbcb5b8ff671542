"""Thousands of signed-in, idle clients: the load of `bench server --connections`, in a process of its own.

`python -m devtools.bench.idle PORT COUNT TLS CORE` opens them in groups and prints how long that took. Then each does
what a client does: it reads and pings. Commands come on standard input, a word per line, and each is answered by one
JSON object: open: all have signed in. idle SECONDS: they were idle for that time. storm: all disconnect and connect
again.
"""

import json
import os
import selectors
import socket
import ssl
import sys
from collections import deque
from collections.abc import Generator
from time import perf_counter
from typing import Any

import msgpack

from devtools.bench.files import room_for
from protocol import messages as m
from protocol.framing import encode
from protocol.identity.server_certificate import client_context

AT_ONCE = 64  # that connect at the same time
EACH_ADDRESS = 4000  # connections; an address has some 28,000 ports
PING_S = 20.0  # like the clients
READ_BYTES = 64 * 1024
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
HELLO = encode(m.Hello(protocols=m.PROTOCOL, program="bench"), 1)
PING = encode(m.Ping(), 1)
Waits = Generator[int, None, None]


def address_of(number: int) -> str:
    """Return the source address of a connection. There are many, so that the ports suffice; other systems have only
    one."""
    return f"127.0.0.{2 + number // EACH_ADDRESS}" if sys.platform == "linux" else "127.0.0.1"


class Guest:
    """One connection. `comes` is a generator that waits for its socket with each `yield`."""

    def __init__(self, number: int, port: int, tls: bool) -> None:
        self._number, self._port, self._tls = number, port, tls
        self.sock: socket.socket = socket.socket()
        self.pinged = 0.0
        self.bytes = 0  # received bytes

    def comes(self) -> Waits:
        """Connect, do the handshake, sign in."""
        self.sock.setblocking(False)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock.bind((address_of(self._number), 0))
        if self.sock.connect_ex(("127.0.0.1", self._port)):
            yield WRITE
            if error := self.sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                raise OSError(error, os.strerror(error))
        if self._tls:
            yield from self._shakes_hands()
        buffer = bytearray()
        self.sock.sendall(HELLO)
        yield from self._hears(1, buffer)
        self.sock.sendall(encode(m.SignIn(name=f"Guest {self._number}"), 2))
        yield from self._hears(2, buffer)
        self.pinged = perf_counter()

    def _shakes_hands(self) -> Waits:
        self.sock = tls = client_context().wrap_socket(self.sock, do_handshake_on_connect=False)
        while True:
            try:
                tls.do_handshake()
            except ssl.SSLWantReadError:
                yield READ
            else:
                return

    def _hears(self, number: int, buffer: bytearray) -> Waits:
        while True:
            if not (data := self.read()):
                yield READ
                continue
            buffer += data
            while len(buffer) >= 4 and len(buffer) >= (end := 4 + int.from_bytes(buffer[:4], "big")):
                kind, answers, fields = msgpack.unpackb(bytes(buffer[4:end]))
                del buffer[:end]
                assert kind not in ("refused", "closing"), f"the server refused the bench: {fields}"
                if answers == number:
                    return

    def read(self) -> bytes:
        """Read the data that is there, if any."""
        found = b""
        try:
            while data := self.sock.recv(READ_BYTES):
                found += data
                if len(data) < READ_BYTES and not (isinstance(self.sock, ssl.SSLSocket) and self.sock.pending()):
                    break
            if not data:
                raise ConnectionError("the server closed a connection of the bench")
        except (BlockingIOError, ssl.SSLWantReadError):
            pass
        self.bytes += len(found)
        return found

    def ping(self, now: float) -> None:
        """Send a ping."""
        self.pinged = now
        self.sock.sendall(PING)


class Guests:
    """All clients."""

    def __init__(self, port: int, count: int, tls: bool) -> None:
        self._port, self._count, self._tls = port, count, tls
        self._selector = selectors.DefaultSelector()
        self._coming: dict[int, tuple[Guest, Waits]] = {}  # by file
        self.guests: deque[Guest] = deque()  # the next to ping first
        self._latencies: list[float] = []
        self._begun: dict[int, float] = {}

    def open(self) -> dict[str, Any]:
        """Connect all of them and sign them in."""
        begin, number = perf_counter(), 0
        self._latencies.clear()
        while len(self.guests) < self._count:
            while number < self._count and len(self._coming) < AT_ONCE:
                guest = Guest(number, self._port, self._tls)
                self._begun[number] = perf_counter()
                self._go(guest, guest.comes(), 0)
                number += 1
            self._once(0.1)
            self._ping()
        took, sorted_ms = perf_counter() - begin, sorted(self._latencies)
        return {
            "seconds": took, "rate": self._count / took, "p50_ms": sorted_ms[len(sorted_ms) // 2],
            "p99_ms": sorted_ms[int(0.99 * len(sorted_ms))], **self._told(),
        }  # fmt: skip

    def idle(self, seconds: float) -> dict[str, Any]:
        """Let them idle."""
        begin = perf_counter()
        while (now := perf_counter()) < begin + seconds:
            self._once(min(0.1, begin + seconds - now))
            self._ping()
        return {"seconds": perf_counter() - begin, **self._told()}

    def leave(self) -> None:
        """Disconnect all of them."""
        for guest in self.guests:
            self._selector.unregister(guest.sock)
            guest.sock.close()
        self.guests.clear()

    def _told(self) -> dict[str, Any]:
        told = sum(guest.bytes for guest in self.guests)
        for guest in self.guests:
            guest.bytes = 0
        return {"told_bytes": told}

    def _once(self, most: float) -> None:
        for key, _ in self._selector.select(most):
            guest = key.data
            if key.fd in self._coming:
                self._go(*self._coming.pop(key.fd), key.events)
            else:
                guest.read()

    def _go(self, guest: Guest, waits: Waits, before: int) -> None:
        try:
            wanted = next(waits)
        except StopIteration:
            self._latencies.append(1000 * (perf_counter() - self._begun.pop(guest._number)))
            self.guests.append(guest)
            self._selector.modify(guest.sock, READ, guest)
            return
        self._coming[guest.sock.fileno()] = guest, waits
        if not before:
            self._selector.register(guest.sock, wanted, guest)
        elif wanted != before:
            self._selector.modify(guest.sock, wanted, guest)

    def _ping(self) -> None:
        now = perf_counter()
        while self.guests and self.guests[0].pinged + PING_S <= now:
            guest = self.guests.popleft()
            guest.ping(now)
            self.guests.append(guest)


def main(port: int, count: int, tls: bool, core: str) -> None:
    """Carry out commands from standard input until it ends."""
    if sentence := room_for(count):
        sys.exit(sentence)
    if core and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core)})
    guests = Guests(port, count, tls)
    for line in sys.stdin:
        match line.split():
            case ["open"]:
                answer = guests.open()
            case ["idle", seconds]:
                answer = guests.idle(float(seconds))
            case _:
                guests.leave()
                answer = guests.open()
        print(json.dumps(answer), flush=True)  # noqa: T201  # for the process that started this one


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "tls", sys.argv[4])
