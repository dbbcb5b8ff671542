"""A person in a scenario: a connection that is always read, and what arrived on it."""

import contextlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import trio

from devtools.harness.server.serving import End, reset
from devtools.simulation.network import ClientEnd, Pipe
from netgame.games import GAMES
from netgame.match import Match, evolve, new_match
from netgame.match.events import Created, Player
from protocol import messages as m
from protocol.event_codec import event_from_plain
from protocol.framing import TO_CLIENT, Decoder, encode

SYNC = m.Watch(table="none")  # asked of the store: answered after everything that was asked before
Way = Literal["to", "from"]  # the server


class Line:
    """One connection. `run` reads it until it ends and passes pushes to `heard`."""

    def __init__(self, stream: End, heard: Callable[[m.Message], None]) -> None:
        self.stream, self._heard = stream, heard
        self.ended = self.is_held = False
        self.closing: m.Closing | None = None
        self.echo_late_s = 0.0
        self._replies: dict[int, m.Message] = {}
        self._news = trio.lowlevel.ParkingLot()
        self._id = 0
        self._scope = trio.CancelScope()
        self._sending = trio.Lock()
        self._first: dict[int, Callable[[Any], None]] = {}

    async def run(self) -> None:
        decoder = Decoder(m.ToClient, TO_CLIENT)
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                        while data := await self.stream.receive_some(65536):
                            for frame in decoder.feed(data):
                                self._take(frame.id, frame.message, nursery)
                    nursery.cancel_scope.cancel()
        finally:
            if not self._scope.cancelled_caught:
                self.end()

    def _take(self, id: int, message: Any, nursery: trio.Nursery) -> None:
        if id:
            self._replies[id] = message
            if id in self._first:
                self._first.pop(id)(message)
            self._news.unpark_all()
        elif isinstance(message, m.Probe):
            nursery.start_soon(self._echo, message.nonce)
        else:
            if isinstance(message, m.Closing):
                self.closing = message
            self._heard(message)

    async def _echo(self, nonce: int) -> None:
        await trio.sleep(self.echo_late_s)
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await self.send(m.Echo(nonce=nonce))

    def end(self) -> None:
        """Close it."""
        self.ended = True
        self._news.unpark_all()
        reset(self.stream)

    async def send(self, message: m.Message, first: Callable[[Any], None] | None = None) -> int:
        """Send a request and return its id. `first` is called with the reply, before anything that arrives after it."""
        self._id = id = self._id + 1
        if first is not None:
            self._first[id] = first
        async with self._sending:
            await self.stream.send_all(encode(message, 0 if isinstance(message, m.Echo | m.Bye) else id))
        return id

    async def reply(self, id: int) -> Any:
        """Return the reply, or None if the connection ended first."""
        while id not in self._replies and not self.ended:
            await self._news.park()
        return self._replies.pop(id, None)

    async def ask(self, message: m.Message) -> Any:
        try:
            return await self.reply(await self.send(message))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return None

    def stop_reading(self) -> None:
        """Stop reading. Everything that arrives from now on is lost with the connection."""
        self._scope.cancel()

    def reset(self) -> None:
        """Break the connection."""
        self._scope.cancel()
        self.end()

    def hold(self, way: Way) -> None:
        """Carry nothing in that direction, unseen by both ends, until `mend`."""
        self.is_held = True
        self._pipe(way).be_silent(math.inf)

    def mend(self) -> None:
        """Carry everything again."""
        self.is_held = False
        for way in get_args(Way):
            self._pipe(way).resume()

    def _pipe(self, way: Way) -> Pipe:
        assert isinstance(self.stream, ClientEnd), "the network of a process cannot be held"
        return self.stream.link.there if way == "to" else self.stream.link.here


@dataclass
class View:
    """One table as one person received it, and the match that results."""

    told: list[dict[str, Any]] = field(default_factory=list)
    match: Match | None = None
    begun_after: int = 0  # the time of the last update, and the number of updates at that time
    burst: int = 0
    is_frozen: bool = False
    rematch: m.RematchState | None = None

    def begin(self, done: Any) -> None:
        """Start from the answer to `Watch`."""
        if isinstance(done, m.Done):
            self.begun_after, self.burst = done.after, 0
            if done.after == 0:
                self.told, self.match = [], None

    def take(self, plain: dict[str, Any]) -> None:
        event = event_from_plain(plain)
        if event.number <= len(self.told):
            return  # sent again after a second watch
        assert event.number == len(self.told) + 1, f"after event {len(self.told)} came {event.number}"
        self.told.append(plain)
        self.burst += 1
        if self.match is None:
            assert isinstance(event, Created), plain
            self.match = new_match(event, GAMES)
        else:
            self.match = evolve(self.match, event)


@dataclass
class Person:
    """A person with a name. The server recognises them by a token made from the name."""

    name: str
    line: Line | None = None
    older: list[Line] = field(default_factory=list)  # replaced by a later sign-in
    account: str = ""
    views: dict[str, View] = field(default_factory=dict)
    done: list[tuple[str, Any, int]] = field(default_factory=list)  # table, command, number: acknowledged commands
    heard: list[m.Message] = field(default_factory=list)
    last: Any = None  # the last command, sent or prepared
    own_clock_ms: int = 0  # offset of this computer's clock
    times: list[tuple[int, int]] = field(default_factory=list)  # own time, and the server's time in the same message
    code: str = ""

    @property
    def token(self) -> bytes:
        return self.name[0].lower().encode() * m.TOKEN_BYTES

    @property
    def is_here(self) -> bool:
        return self.line is not None and not self.line.ended

    def view(self, table: str) -> View:
        return self.views.setdefault(table, View())

    def player(self, table: str) -> Player | None:
        """The player that this person is, according to the server."""
        match = self.view(table).match
        seats = match.seats if match is not None else (None, None)
        for player in (0, 1):
            seat = seats[player]
            if seat is not None and seat.account == self.account:
                return player
        return None

    def now(self) -> int:
        """The time on this computer's clock."""
        return int(trio.current_time() * 1000) + self.own_clock_ms

    def hears(self, push: m.Message) -> None:
        match push:
            case m.TableEvents(table=table, events=events):
                for plain in events:
                    self.view(table).take(plain)
                    self.times.append((self.now(), plain["at"]))
            case m.Frozen(table=table):
                self.view(table).is_frozen = True
            case m.RematchState(table=table):
                self.view(table).rematch = push
        if isinstance(push, m.Presence) and push.now:
            self.times.append((self.now(), push.now))
        self.heard.append(push)
