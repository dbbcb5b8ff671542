"""Servers on loopback for tests, and the raw end of a connection that may send anything."""

import random
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import trio

from netgame.match import Match
from protocol import messages as m
from protocol.client import Server, Session
from protocol.client.lists import LobbyLists
from protocol.framing import TO_CLIENT, Decoder, Frame, encode
from server.app import Config, Serving, serve
from server.net.listener import FILE as PORT_FILE
from server.ops.faults import Faults, no_faults
from server.ops.limits import Limits
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE
from server.storage.social import SocialStore
from server.storage.sqlite_log import SqliteLog

HURRIED = Limits(  # tests think for no time at all, and their clients are busy for long
    message_burst=1_000_000, move_burst=1_000_000, table_burst=1000, watching_silent_s=60
)
TOKENS = random.Random(1)
opened: list["Raw"] = []  # closed with the server of the test


def config(data: Path, **changes: Any) -> Config:
    """Return a configuration for tests: loopback only, no announcements, no TLS by default."""
    usual: dict[str, Any] = {"hosts": ("127.0.0.1",), "port": 0, "name": "Test", "announce": "none", "plain": True}
    usual["limits"] = HURRIED
    return Config(data=data, **(usual | changes))


@cache
def _new_databases() -> dict[str, bytes]:
    """Return the files of a new server. Making them takes longer than most tests."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for open_store, file in ((SqliteLog, GAMES_FILE), (AccountStore, ACCOUNTS_FILE), (SocialStore, SOCIAL_FILE)):
            open_store(folder / file).close()
        return {path.name: path.read_bytes() for path in folder.iterdir()}


@asynccontextmanager
async def running(data: Path, faults: Faults = no_faults, **changes: Any) -> AsyncIterator[Serving]:
    """A server for the length of the block. Processes make their databases themselves."""
    if not changes.get("database") and not (data.exists() and any(data.iterdir())):
        data.mkdir(parents=True, exist_ok=True)
        for name, content in _new_databases().items():
            (data / name).write_bytes(content)
    async with trio.open_nursery() as nursery:
        serving: Serving = await nursery.start(partial(serve, config(data, **changes), faults=faults))
        try:
            yield serving
        finally:
            nursery.cancel_scope.cancel()
            while opened:
                opened.pop().stream.socket.close()


def known(serving: Serving) -> Server:
    """The server as a client asks for it."""
    return Server(serving.fingerprint or None, serving.addresses)


class Raw:
    """A client that sends bytes or messages, and reads messages."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self._decoder = Decoder(m.ToClient, TO_CLIENT)
        self._frames: list[Frame] = []
        self._lists = LobbyLists()
        self._tables: list[m.TableInfo] = []
        self._people: list[m.Person] = []
        self._id = 0

    async def send(self, message: m.Message, id: int = 0) -> None:
        await self.stream.send_all(encode(message, id))

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

    def reset(self) -> None:
        """Break the connection the hard way: the other side gets a RST."""
        linger = struct.pack("ii", 1, 0)
        self.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.stream.socket.close()


async def raw(serving: Serving, *, greet: bool = True, name: str = "", token: bytes | None = None) -> Raw:
    """A raw connection, greeted and signed in as far as asked for."""
    line = Raw(await trio.open_tcp_stream("127.0.0.1", serving.port))
    opened.append(line)
    if greet:
        await line.ask(m.Hello(protocols=m.PROTOCOL, program="test"))
    if name:
        assert isinstance(await line.ask(m.SignIn(name=name, token=token)), m.SignedIn)
    return line


class Guest(Raw):
    """A raw line that remembers the nonce of its greeting."""

    welcome: m.Welcome


async def greeted(serving: Serving) -> Guest:
    line = Guest((await raw(serving, greet=False)).stream)
    line.welcome = await line.ask(m.Hello(protocols=m.PROTOCOL, program="test"))
    return line


async def two_at_a_table(serving: Serving, game: str = "clod") -> tuple[Raw, Raw, str]:
    """Ann (player 0) and Bob, who both watch their table."""
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    done = await ann.ask(m.MakeTable(key=new_key(), game=game, options={}, player=0))
    await bob.ask(m.TakeSeat(table=done.table, key=new_key()))
    for line in (ann, bob):
        await line.ask(m.Watch(table=done.table))
    return ann, bob, done.table


def new_key() -> bytes:
    return TOKENS.randbytes(16)


def move_of(match: Match | None, which: int = 0) -> m.SendMove:
    """A legal move where that match stands, without table and key."""
    assert match is not None
    move = list(match.game.moves(match.state))[which]
    return m.SendMove(table="", position=match.position, move=match.game.format(match.state, move))


def order(serving: Serving, table: str, which: int = 0) -> m.SendMove:
    """A legal move at a table of that server."""
    move = move_of(serving.match(table), which)
    return m.SendMove(table=table, key=new_key(), position=move.position, move=move.move)


async def online(session: Session) -> None:
    """Wait until a session is signed in."""
    async for _update in session.updates:
        if session.status == "online":
            return


async def until(session: Session, found: Callable[[Any], bool]) -> Any:
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
