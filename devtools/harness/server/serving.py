"""Servers for tests, in memory or on loopback, and the raw end of a connection that may send anything."""

import random
import socket
import sqlite3
import struct
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import trio

from devtools.harness.server.memory_store import MemoryLog, MemoryStore
from devtools.simulation.network import ClientEnd, Link, ServerEnd
from netgame.games import GAMES
from netgame.match import Games, Match
from netgame.match.tries import match_after
from protocol import client
from protocol import messages as m
from protocol.address import Address
from protocol.client import Server
from protocol.client.dial import SecureStream
from protocol.client.dial import dial as over_tcp
from protocol.client.lists import LobbyLists
from protocol.client.reasons import from_os_error, wrong_identity
from protocol.control.messages import CONTROL_FILE, Fields
from protocol.framing import TO_CLIENT, Decoder, Frame, encode
from server.app import Config, Services, Serving, policy_of, serve
from server.net.listener import FILE as PORT_FILE
from server.net.session import Session
from server.notices.configured import channels_of
from server.ops.counters import Counters
from server.ops.faults import FaultPoint, Faults, no_faults
from server.ops.limits import Limits
from server.ops.remote import Remote
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE
from server.storage.database import IN_MEMORY
from server.storage.event_store import EventStore, host_time
from server.storage.social import SocialStore
from server.storage.sqlite_log import SqliteLog
from server.storage.stores import open_stores
from server.tables.clock import Clock
from server.tables.host_keys import host_keys

HURRIED = Limits(  # tests think for no time at all, and their clients are busy for long
    message_burst=1_000_000, move_burst=1_000_000, table_burst=1000, watching_silent_s=60, memory_mib=1_000_000
)
TOKENS = random.Random(1)
LOOPBACK = "127.0.0.1"
End = trio.SocketStream | ClientEnd  # of a client
PORTS = count(1024)  # of servers in memory and of those who connect to them
opened: list["Raw"] = []  # closed with the server of the test


def config(data: Path, **changes: Any) -> Config:
    """Return a configuration for tests: loopback only, no announcements, no TLS by default."""
    usual: dict[str, Any] = {"hosts": ("127.0.0.1",), "port": 0, "name": "Test", "announce": "none", "plain": True}
    usual["limits"] = HURRIED
    return Config(data=data, **(usual | changes))


class FullDisk:
    """`Faults` of a server with SQLite whose disk is full while `full` is set."""

    full = False

    def __call__(self, point: FaultPoint) -> None:
        if self.full and point == "in_commit":
            raise sqlite3.OperationalError("database or disk is full")


@dataclass
class Kept:
    """The stores in memory of the servers of one folder. Tests may read them while no server runs there."""

    log: MemoryLog = field(default_factory=partial(MemoryLog, host_time))
    accounts: AccountStore = field(default_factory=partial(AccountStore, IN_MEMORY))
    social: SocialStore = field(default_factory=partial(SocialStore, IN_MEMORY))
    servers: int = 0  # that run with them

    def crashed(self) -> "Kept":
        """Return what a crash at this moment would leave."""
        return replace(self, log=deepcopy(self.log), servers=0)

    def close(self) -> None:
        """Forget everything."""
        self.accounts.close()
        self.social.close()


class LoopbackEnd(ServerEnd):
    """The server's end of a connection whose other end gets all that was sent before it is closed."""

    def close(self) -> None:
        super().close()
        self._link.here.is_broken = False
        self._link.end()


@dataclass(frozen=True)
class Listener:
    """A server in memory, as clients reach it."""

    services: Services
    nursery: trio.Nursery  # of the sessions
    fingerprint: str = ""
    links: list[Link] = field(default_factory=list)

    def connect(self, host: str) -> ClientEnd:
        """Connect from that address. Refused connections end at once, as those of a socket do."""
        link, remote, admission = Link(TOKENS, 0), Remote(host, next(PORTS)), self.services.admission
        admission.note_origin(remote, LOOPBACK)
        if not admission.admit(remote):
            link.end()
            return ClientEnd(link)
        self.links.append(link)
        self.services.counters.accepts += 1
        end: Any = LoopbackEnd(link, self.services.limiter.limits.outbound_bytes)
        session = Session(end, self.services.sessions, remote, LOOPBACK, self.fingerprint)
        try:
            self.nursery.start_soon(session.run)
        except RuntimeError:  # the server has ended, and `listening` has not noted it yet
            link.end()
        return ClientEnd(link)


kept: dict[Path, Kept] = {}  # by data folder; forgotten after the test in which their last server ended
listening: dict[Address, Listener | None] = {}  # None after its end


@pytest.fixture(autouse=True)
def forget_kept() -> Iterator[None]:
    """Forget what servers in memory have kept. The server of a whole module needs it until it ends."""
    yield
    for data in [data for data, stores in kept.items() if not stores.servers]:
        kept.pop(data).close()


@asynccontextmanager
async def _stores(
    settings: Config, faults: Faults, counters: Counters, on_disk: bool
) -> AsyncIterator[tuple[EventStore, AccountStore, SocialStore]]:
    if on_disk or settings.database:
        fill(settings)
        async with open_stores(settings.data, settings.database, faults, counters.count_commit) as opened:
            yield opened
        return
    stores = kept.setdefault(settings.data, Kept())
    stores.servers += 1
    try:
        yield MemoryStore(log=stores.log, on_commit=counters.count_commit), stores.accounts, stores.social
    finally:
        stores.servers -= 1


async def serve_in_memory(
    settings: Config,
    stop: trio.Event,
    faults: Faults = no_faults,
    games: Games = GAMES,
    on_disk: bool = False,
    *,
    task_status: trio.TaskStatus[Serving],
) -> None:
    """Serve until stopped, with streams and stores in memory. It goes on with what another one of that folder has kept.
    Without `plain` it has a fingerprint, but encrypts nothing. With a `database` or `on_disk` its stores are real.

    The control socket in the folder is real.
    """
    data = settings.data
    data.mkdir(parents=True, exist_ok=True)
    address, counters = Address(LOOPBACK, settings.port or next(PORTS)), Counters()
    fingerprint = "" if settings.plain else sha256(str(data).encode()).hexdigest()
    async with _stores(settings, faults, counters, on_disk) as (store, accounts, social):
        services = Services(
            settings.name, games, store, accounts, social, Clock(), policy_of(settings), counters, faults,
            keys=host_keys(accounts.signing_keys()),
            runs=accounts.begin_run(), channels=channels_of(settings),
        )  # fmt: skip

        def facts() -> Fields:
            place = {"port": address.port, "addresses": [str(address)], "fingerprint": fingerprint}
            return {"name": settings.name, "data": str(data), "database": "", "nodes": services.nodes, **place}

        with ExitStack() as until_the_end:
            control = services.control(facts, stop.set, until_the_end)
            async with trio.open_nursery() as nursery:
                await nursery.start(services.run)
                await nursery.start(control.serve, settings.control or data / CONTROL_FILE)
                listening[address] = Listener(services, nursery, fingerprint)
                until_the_end.callback(listening.update, {address: None})
                policy = services.policy
                reload = lambda fresh: policy.update(policy_of(fresh))  # noqa: E731
                names = address.port, fingerprint, (address,), settings.name
                task_status.started(Serving(*names, reload, services, control))
                await stop.wait()
                await services.drain()
                nursery.cancel_scope.cancel()


@asynccontextmanager
async def running(
    data: Path, faults: Faults = no_faults, games: Games = GAMES, *, on_disk: bool = False, **changes: Any
) -> AsyncIterator[Serving]:
    """A server in memory for the length of the block; `on_disk`, its databases are files of the folder."""
    stop = trio.Event()
    async with trio.open_nursery() as nursery:
        serving: Serving = await nursery.start(serve_in_memory, config(data, **changes), stop, faults, games, on_disk)
        try:
            yield serving
        finally:
            stop.set()
            _close_lines(serving.port)


async def dial(server: Server, *, plain: bool = False) -> SecureStream:
    """Open a stream as `protocol.client.dial` does. It is in memory where the server is or was in memory."""
    if not any(address in listening for address in server.addresses):
        return await over_tcp(server, plain=plain)
    await trio.lowlevel.checkpoint()
    error = from_os_error(server.addresses[0], ConnectionRefusedError())
    for address in server.addresses:
        if (found := listening.get(address)) is None:
            continue
        if server.fingerprint in (None, found.fingerprint):
            return SecureStream(found.connect(LOOPBACK), found.fingerprint, address)
        error = wrong_identity(address)
    raise error


@cache
def _new_databases() -> dict[str, bytes]:
    """Return the files of a new server. Making them takes longer than most tests."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for open_store, file in ((SqliteLog, GAMES_FILE), (AccountStore, ACCOUNTS_FILE), (SocialStore, SOCIAL_FILE)):
            open_store(folder / file).close()
        return {path.name: path.read_bytes() for path in folder.iterdir()}


def fill(settings: Config) -> None:
    """Write the databases of a new server to its folder, if that is empty."""
    if not settings.database and not (settings.data.exists() and any(settings.data.iterdir())):
        settings.data.mkdir(parents=True, exist_ok=True)
        for name, content in _new_databases().items():
            (settings.data / name).write_bytes(content)


@asynccontextmanager
async def running_on_loopback(data: Path, faults: Faults = no_faults, **changes: Any) -> AsyncIterator[Serving]:
    """A server for the length of the block, on TCP and with SQLite, for tests of these, of TLS, and of programs that
    connect. Processes make their databases themselves."""
    fill(settings := config(data, **changes))
    async with trio.open_nursery() as nursery:
        serving: Serving = await nursery.start(partial(serve, settings, faults=faults))
        try:
            yield serving
        finally:
            nursery.cancel_scope.cancel()
            _close_lines(serving.port)


def _close_lines(port: int) -> None:
    """Close the connections to that server, and no others."""
    for line in [line for line in opened if line.port == port]:
        opened.remove(line)
        line.close()


def known(serving: Serving) -> Server:
    """The server as a client asks for it."""
    return Server(serving.fingerprint or None, serving.addresses)


class Raw:
    """A client that sends bytes or messages, and reads messages."""

    welcome: m.Welcome

    def __init__(self, stream: End, port: int = 0) -> None:
        self.stream, self.port = stream, port
        self._decoder = Decoder(m.ToClient, TO_CLIENT)
        self._frames: list[Frame] = []
        self._lists = LobbyLists()
        self._tables: list[m.TableInfo] = []
        self._people: list[m.Person] = []
        self._id = 0

    async def send(self, message: m.Message, id: int | None = None) -> None:
        """Send a message, by default with an id of its own where there is an answer."""
        if id is None and not isinstance(message, m.Echo | m.Bye):
            self._id += 1
            id = self._id
        await self.stream.send_all(encode(message, id or 0))

    async def frame(self) -> Frame | None:
        """The next frame; None at the end."""
        while not self._frames:
            data = await self.stream.receive_some(65536)
            if not data:
                return None
            self._frames += self._decoder.feed(data)
        frame = self._frames.pop(0)
        self._note(frame)
        return frame

    async def ask(self, message: m.Message) -> Any:
        """The reply to a request; pushes before it are passed over."""
        self._id += 1
        await self.send(message, self._id)
        return await self.reply(self._id)

    async def refusal(self, message: m.Message) -> str:
        """The code with which a request is refused."""
        reply = await self.ask(message)
        assert isinstance(reply, m.Refused), reply
        return reply.code

    async def reply(self, id: int) -> Any:
        while (frame := await self.frame()) is not None:
            if frame.id == id:
                return frame.message
        return None

    async def push(self, kind: type[m.Message]) -> Any:
        """The next push of that kind."""
        while (frame := await self.frame()) is not None:
            if frame.id == 0 and isinstance(frame.message, kind):
                return frame.message
        return None

    async def tables(self, is_it: Callable[[list[m.TableInfo]], bool]) -> list[m.TableInfo]:
        """Return the list of tables as soon as it fulfils a condition."""
        while not is_it(self._tables):
            assert await self.frame() is not None, "the server has ended it"
        return self._tables

    async def people(self, is_it: Callable[[list[m.Person]], bool]) -> list[m.Person]:
        """Return the list of people as soon as it fulfils a condition."""
        while not is_it(self._people):
            assert await self.frame() is not None, "the server has ended it"
        return self._people

    def _note(self, frame: Frame) -> None:
        match self._lists.apply(frame.message) if frame.id == 0 else None:
            case m.Tables(tables=tables):
                self._tables = tables
            case m.People(people=people):
                self._people = people

    async def rest(self) -> list[m.Message]:
        """Everything up to the end of the connection."""
        found = []
        while (frame := await self.frame()) is not None:
            found.append(frame.message)
        return found

    def close(self) -> None:
        """Close it without a word and without a wait."""
        if isinstance(self.stream, ClientEnd):
            self.stream.reset()
        else:
            self.stream.socket.close()

    def reset(self) -> None:
        reset(self.stream)


def reset(stream: End) -> None:
    """Break a connection the hard way: the other side gets a RST."""
    if isinstance(stream, ClientEnd):
        stream.reset()
    elif stream.socket.fileno() != -1:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        stream.socket.close()


async def line_to(serving: Serving, host: str = LOOPBACK) -> End:
    """Return a stream to a server, from an address of this computer."""
    if (found := listening.get(Address(LOOPBACK, serving.port))) is not None:
        stream = found.connect(host)
        await trio.lowlevel.checkpoint()  # the session begins
        return stream
    return await trio.open_tcp_stream(LOOPBACK, serving.port, local_address=host)


async def raw(
    serving: Serving, *, greet: bool = True, name: str = "", token: bytes | None = None, host: str = LOOPBACK
) -> Raw:
    """A raw connection, greeted and signed in as far as asked for."""
    line = Raw(await line_to(serving, host), serving.port)
    opened.append(line)
    if greet:
        line.welcome = await line.ask(m.Hello(protocols=m.PROTOCOL, program="test"))
    if name:
        assert isinstance(await line.ask(m.SignIn(name=name, token=token)), m.SignedIn)
    return line


async def two_at_a_table(serving: Serving, game: str = "clod") -> tuple[Raw, Raw, str]:
    """Ann (player 0) and Bob, who both watch their table."""
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    return ann, bob, await table_of(ann, bob, game=game)


async def table_of(ann: Raw, bob: Raw, **fields: Any) -> str:
    """Let Ann (player 0) make a table, Bob join it, and both watch it."""
    make: dict[str, Any] = {"game": "clod", "options": {}} | fields
    table: str = (await ann.ask(m.MakeTable(key=new_key(), player=0, **make))).table
    answers = [await bob.ask(m.TakeSeat(table=table, key=new_key()))]
    answers += [await line.ask(m.Watch(table=table)) for line in (ann, bob)]
    assert all(isinstance(answer, m.Done) for answer in answers), answers
    return table


def new_key() -> bytes:
    return TOKENS.randbytes(16)


def move_of(match: Match | None, which: int = 0) -> m.SendMove:
    """A legal move where that match stands, without table and key."""
    move = list(match.game.moves(match.state))[which]
    return m.SendMove(table="", position=match.position, move=match.game.format(match.state, move))


def line_of(match: Match, count: int) -> list[str]:
    """The first legal move of each of the next positions."""
    state, line = match.state, list[str]()
    for _ in range(count):
        move = next(iter(match.game.moves(state)))
        line.append(match.game.format(state, move))
        state = match.game.play(state, move)
    return line


def order(serving: Any, table: str, which: int = 0) -> m.SendMove:
    """A legal move at a table of that server or node."""
    move = move_of(serving.match(table), which)
    return m.SendMove(table=table, key=new_key(), position=move.position, move=move.move)


def tried(serving: Any, table: str, *which: int, step: int = 1) -> m.ShowLine:
    """A line of legal moves after that step: of each position the move with that number."""
    match = serving.match(table)
    at, moves = match_after(match, step).state, list[str]()
    for number in which:
        move = list(match.game.moves(at))[number]
        moves.append(match.game.format(at, move))
        at = match.game.play(at, move)
    after = match.history[step].event.number
    return m.ShowLine(table=table, after=after, moves=moves, at=len(moves))


async def online(session: client.Session) -> None:
    """Wait until a session is signed in."""
    async for _update in session.updates:
        if session.status == "online":
            return


async def until(session: client.Session, found: Callable[[Any], bool]) -> Any:
    """The next update for which that is true."""
    async for update in session.updates:
        if found(update):
            return update
    raise AssertionError("the session ended")


def own_port(data: Path) -> None:
    """Have the server of that folder listen on a port of its own. Otherwise it tries the usual one first, and when it
    starts again a test in another process may have that."""
    data.mkdir(parents=True, exist_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        (data / PORT_FILE).write_text(f"{free.getsockname()[1]}\n", "ascii")
