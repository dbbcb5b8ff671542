"""A simulated network: connections with delays that are cut, or fall silent. No byte is lost while one lives."""

import errno
import math
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

import trio

from devtools.simulation.world import Alarm
from protocol.address import Address
from protocol.client.dial import SecureStream, Server
from protocol.client.reasons import from_os_error, timeout
from protocol.errors import ConnectError
from server.ops.counters import BROKEN, OVERFLOW

WINDOW = 256 * 1024  # bytes that the systems of both ends keep for a reader
CONNECT_S = 6.0  # without an answer
STEP_S = 1 / 128  # between the moments at which clients get bytes; a broadcast reaches many of them at once
RESET = ConnectionResetError(errno.ECONNRESET, "reset")


class Pipe:
    """One direction of a connection."""

    def __init__(self, chance: Random, delay_s: float, step_s: float = 0.0) -> None:
        """`step_s`: bytes arrive at multiples of it only. Then a run has fewer moments at which something happens."""
        self._chance, self._delay_s, self._step_s = chance, delay_s, step_s
        self._coming: deque[tuple[float, bytes]] = deque()  # when it arrives; empty bytes are the end
        self._last_at = self._silent_until = 0.0
        self._taken = trio.lowlevel.ParkingLot()
        self._reader = Alarm()  # rings when something arrives
        self.unread = 0
        self.is_broken = self.is_ended = self.ends_broken = False

    def put(self, data: bytes) -> None:
        """Send bytes; none are the end of the stream."""
        if self.is_ended:
            return
        late = self._delay_s * (1 + self._chance.expovariate(2))
        at = trio.current_time() + late
        if self._step_s and late:
            at = math.ceil(at / self._step_s) * self._step_s
        self._last_at = max(self._last_at, at)
        self._coming.append((self._last_at, data))
        self.unread += len(data)
        if len(self._coming) == 1:
            self._reader.set(self._arrives_at)

    async def get(self, most: int) -> bytes:
        """Return bytes that have arrived, none at the end. Other tasks run meanwhile, as with a socket."""
        if self.is_broken or self._arrives_at <= trio.current_time():
            await trio.lowlevel.checkpoint()
        while not self.is_broken and (at := self._arrives_at) > trio.current_time():
            await self._reader.wait(at)
        if self.is_broken:
            raise trio.BrokenResourceError("reset") from RESET
        return self._take(most)

    @property
    def _arrives_at(self) -> float:
        return max(self._coming[0][0], self._silent_until) if self._coming else math.inf

    def _take(self, most: int) -> bytes:
        """Return what has arrived."""
        coming, now = self._coming, trio.current_time()
        taken = coming[0][1]
        if len(coming) == 1 and taken and len(taken) <= most:  # the usual case, without a copy
            coming.popleft()
        else:
            taken = self._join(most, now)
        self.unread -= len(taken)
        self._taken.unpark_all()
        return taken

    def _join(self, most: int, now: float) -> bytes:
        pieces: list[bytes] = []
        while self._coming and self._coming[0][0] <= now and most:
            at, data = self._coming[0]
            if not data and self.ends_broken and not pieces:
                self.is_broken = True
                raise trio.BrokenResourceError("reset") from RESET
            if not data:
                break  # the end stays
            self._coming.popleft()
            if rest := data[most:]:
                self._coming.appendleft((at, rest))
            pieces.append(data[:most])
            most -= len(pieces[-1])
        return b"".join(pieces)

    async def room(self) -> None:
        """Wait until the reader has taken enough."""
        while self.unread > WINDOW and not self.is_broken:
            await self._taken.park()

    def be_silent(self, until: float) -> None:
        """Let nothing arrive until then."""
        self._silent_until = max(self._silent_until, until)
        self._reader.set(self._arrives_at)

    def resume(self) -> None:
        """Let everything arrive again."""
        self._silent_until = 0.0
        self._reader.set(self._arrives_at)

    def end(self) -> None:
        """Let arrive what was sent, and nothing more."""
        self.put(b"")
        self.is_ended = True

    def cut(self) -> None:
        """End it at once."""
        self.is_broken = True
        self._reader.ring()
        self._taken.unpark_all()


class ClientEnd(trio.abc.HalfCloseableStream):
    """The client's end of a connection."""

    def __init__(self, link: "Link") -> None:
        self.link = link

    async def send_all(self, data: Any) -> None:
        await trio.lowlevel.checkpoint_if_cancelled()
        if self.link.there.is_broken:
            raise trio.BrokenResourceError("reset") from RESET
        self.link.there.put(bytes(data))
        await self.link.there.room()

    async def wait_send_all_might_not_block(self) -> None:
        await self.link.there.room()

    async def send_eof(self) -> None:
        await trio.lowlevel.checkpoint()
        self.link.there.put(b"")

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return await self.link.here.get(max_bytes or WINDOW)

    async def aclose(self) -> None:
        self.link.there.put(b"")
        self.link.here.cut()
        await trio.lowlevel.checkpoint()

    def reset(self) -> None:
        """Break the connection. The server still gets all bytes that were sent before."""
        self.link.there.ends_broken = True
        self.link.there.put(b"")
        self.link.here.cut()


class ServerEnd:
    """The server's end of a connection, with the methods of `server.net.connection.Connection`."""

    def __init__(self, link: "Link", most: int) -> None:
        self._link, self.most = link, most
        self.broken, self.why, self.said_goodbye = False, "", False
        self.on_backlog: Callable[[], None] = lambda: None
        self.on_broken: Callable[[], None] = lambda: None

    @property
    def backlog(self) -> int:
        return 0 if self.broken else max(0, self._link.here.unread - WINDOW)

    async def handshake(self) -> None:
        await trio.lowlevel.checkpoint()

    async def receive(self) -> bytes:
        data = await self._link.there.get(16 * 1024)
        self.said_goodbye = not data
        return data

    def send(self, data: bytes) -> None:
        if self._link.here.is_broken:
            self._break(BROKEN)
        elif not self.broken:
            self._link.here.put(data)
            if self.backlog > self.most:
                self._break(OVERFLOW)

    async def flush(self) -> None:
        await self._link.here.room()

    async def drained(self) -> None:
        await self._link.here.room()

    async def part(self) -> None:
        try:
            await self.flush()
            self._link.here.put(b"")
            while await self._link.there.get(WINDOW):
                pass
        except trio.BrokenResourceError:
            self._break(BROKEN)

    def close(self) -> None:
        self.on_backlog = self.on_broken = lambda: None
        self._link.there.cut()
        if self.broken or not self.said_goodbye:
            self._link.here.cut()

    def _break(self, why: str) -> None:
        if not self.broken:
            self.broken, self.why = True, why
            self._link.cut()
            self.on_broken()


class Link:
    """One connection: `there` leads to the server, `here` to the client."""

    def __init__(self, chance: Random, delay_s: float) -> None:
        """Without a delay it works under any clock of trio; with one only in `devtools.simulation.world.run`."""
        self.there, self.here = Pipe(chance, delay_s), Pipe(chance, delay_s, STEP_S if delay_s else 0.0)

    def cut(self) -> None:
        """Break it for both ends."""
        self.there.cut()
        self.here.cut()

    def end(self) -> None:
        """End it as a crash of the server does: what it sent is on its way."""
        self.there.cut()
        self.here.end()

    def be_silent(self, until: float, *, there: bool = True, here: bool = True) -> None:
        """Let nothing arrive at the server, at the client, or at either until then."""
        if there:
            self.there.be_silent(until)
        if here:
            self.here.be_silent(until)

    def be_overtaken(self, until: float) -> None:
        """Break it for the client. What the client has sent arrives then, perhaps later than on newer connections."""
        self.there.be_silent(until)
        self.there.ends_broken = True
        self.there.put(b"")
        self.here.cut()


Accept = Callable[[Link, Address], bool]  # False if no server listens


class Network:
    """All computers: those of the players, and those on which servers listen."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.listening: dict[Address, Accept] = {}

    def line(self, name: str, address: str) -> "Line":
        """Return the network of one player."""
        return Line(self, self._chance, name, address)


class Line:
    """The way of one player into the network. `dial` is that of `protocol.client.Session`."""

    def __init__(self, network: Network, chance: Random, name: str, address: str) -> None:
        self._network, self._chance, self.name, self.address = network, chance, name, address
        self._delay_s = chance.choice((0.0005, 0.002, 0.02, 0.08))
        self.silent_until = 0.0  # until then nothing arrives
        self._links: list[Link] = []

    async def dial(self, server: Server, *, plain: bool = False) -> SecureStream:
        """Connect to the first address at which a server listens."""
        error: ConnectError | None = None
        for address in server.addresses:
            if (wait := self.silent_until - trio.current_time()) > 0:
                await trio.sleep(min(wait, CONNECT_S))
                if wait > CONNECT_S:
                    raise timeout(address)
            await trio.sleep(self._delay_s * 2)
            link = Link(self._chance, self._delay_s)
            if (accept := self._network.listening.get(address)) is not None and accept(link, Address(self.address, 1)):
                self._links = [each for each in self._links if not each.here.is_broken] + [link]
                return SecureStream(ClientEnd(link), "", address)
            error = error or from_os_error(address, ConnectionRefusedError())
        assert error is not None, "a server has an address"
        raise error

    def was_silent_since(self, at: float) -> bool:
        """Tell whether nothing arrived at some time since then."""
        return at <= self.silent_until

    def cut(self) -> None:
        """Break all connections, as another address of this computer does."""
        for link in self._links:
            link.cut()
        self._links = []

    def be_silent(self, seconds: float, *, there: bool = True, here: bool = True) -> None:
        """Let nothing arrive at the servers or at this player for so long. A closed laptop does both.

        No connection can be made meanwhile.
        """
        self.silent_until = trio.current_time() + seconds
        for link in self._links:
            link.be_silent(self.silent_until, there=there, here=here)

    def be_overtaken(self, seconds: float) -> None:
        """Break all connections. What was sent arrives after so long, while the player has newer connections."""
        for link in self._links:
            link.be_overtaken(trio.current_time() + seconds)
        self._links = []
