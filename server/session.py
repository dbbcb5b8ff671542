"""One connection: who it is, what it asks, and its orderly end. What it does wrong hurts nobody else."""

import logging
import socket
import sqlite3
import ssl
from collections import deque
from functools import partial
from typing import Final

import trio
from msgspec.structs import replace

from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.framing import TO_SERVER, UNSIGNED, Decoder, Frame, Malformed, Unknown, encode, encode_events
from server.accounts import BadName, checked_name
from server.club import NOT_KEPT
from server.house import House
from server.orders import Who
from server.room import Job, Room
from server.table import Table
from server.transport import MAX_BACKLOG, Wire

log = logging.getLogger(__name__)

PROGRAM: Final = "netgame 0.1"
GREET_WITHIN_S = 10.0  # TLS and the first message
SILENT_S = 65.0  # clients ping every 20
LAST_WORDS_S = 1.0
CHUNK_BYTES = 64 * 1024  # of events in one frame
MAX_MISSED = 500  # events that somebody who comes back is told; who missed more begins anew
MAX_WATCHED = 100  # tables on one connection
MAX_PROBES = 8
MAX_ORDERS = 8  # of one connection under way; the next is looked at when one of them is answered
MAX_SEATS = 50  # unfinished tables of one account; people have a few

STOPPING = m.Closing(code="stopping", template="The server stops; the tables are kept and go on when it is back")
SILENT = m.Closing(code="silent", template="Nothing came from this program for a minute")
FAULT = m.Closing(code="internal", template="The server made a mistake with this connection")


class Session:
    """The server's end of one connection; `run` is its life."""

    def __init__(self, sock: socket.socket, context: ssl.SSLContext | None, house: House, remote: str) -> None:
        self._wire = Wire(sock, context)
        self._house = house
        self._remote = remote
        self._decoder = Decoder(m.ToServer, UNSIGNED)
        self._greeted = False
        self._who: Who | None = None
        self._watching: set[str] = set()
        self._orders = 0  # given to tables, and not answered so far
        self._answered = trio.lowlevel.ParkingLot()
        self._heard = trio.current_time()
        self._scope = trio.CancelScope()
        self._closing: m.Closing | None = None
        self._ended = False  # by the other side
        self._left = False  # on purpose
        self._arrived = 0  # when the last bytes came, server's time
        self._nonce = 0
        self._probes: dict[int, int] = {}  # measurements under way: nonce -> when it was sent
        self._rtts: deque[int] = deque(maxlen=5)

    async def run(self) -> None:
        """Until either side ends it. The socket is closed then, and nobody watches or is present through it."""
        self._house.peers.add(self)
        try:
            async with trio.open_nursery() as nursery:
                self._scope = nursery.cancel_scope
                self._wire.on_broken = nursery.cancel_scope.cancel
                self._wire.on_backlog = lambda: nursery.start_soon(self._wire.flush)
                await self._converse()
                nursery.cancel_scope.cancel()
        except* (trio.BrokenResourceError, OSError) as group:
            log.debug("%s: %s", self._remote, group.exceptions[0])
            self._ended = True
        except* Exception:
            log.exception("%s", self._remote)
            self._closing = FAULT
        finally:
            self._leave()
            with trio.CancelScope(shield=True, deadline=trio.current_time() + LAST_WORDS_S):
                await self._part()
            self._wire.close()

    def send(self, frame: bytes) -> None:
        self._wire.send(frame)

    def answer(self, frame: bytes) -> None:
        """Send what answers an order."""
        if self._orders >= MAX_ORDERS:
            self._answered.unpark()
        self._orders -= 1
        self._wire.send(frame)

    def dismiss(self, closing: m.Closing) -> None:
        """End this connection, saying why."""
        if self._closing is None:
            self._closing = closing
            self._scope.cancel()

    def check_silence(self) -> None:
        """End it if the other side has been silent for too long: half-open connections never end by themselves."""
        if trio.current_time() - self._heard > (SILENT_S if self._greeted else GREET_WITHIN_S):
            self.dismiss(SILENT)

    def probe(self) -> None:
        """Measure how long the line takes there and back."""
        if len(self._probes) >= MAX_PROBES:
            self._probes.clear()  # of a program that does not answer
        nonce = self._nonce = self._nonce + 1
        self._probes[nonce] = self._house.clock.now()
        self.send(encode(m.Probe(nonce=nonce)))

    # ---- the life

    async def _converse(self) -> None:
        await self._wire.handshake()
        try:
            while data := await self._wire.receive():
                self._arrived = self._house.keeper.arrived()
                for number, frame in enumerate(self._decoder.feed(data)):
                    if number:  # who sends many at once takes turns with everybody else
                        await trio.lowlevel.checkpoint()
                    self._heard = trio.current_time()  # not at each piece: bytes that never end are silence too
                    await self._take(frame)
            self._ended = True
            self._decoder.end()
            self._left = self._left or self._wire.said_goodbye
        except ProtocolError as error:
            log.info("%s: %s", self._remote, error)
            self._closing = m.Closing(code=error.code, template=error.text.template, args=dict(error.text.args))

    def _leave(self) -> None:
        house = self._house
        house.peers.discard(self)
        if self._who is not None:
            log.info("%s: %s left", self._remote, self._who.name)
            account = self._who.account
            house.deliver(house.lobby.leave(self, account, "left" if self._left else "lost"))
            if not house.lobby.is_present(account):  # it may have come back on another one
                house.keeper.went(account)
        for table in self._watching:
            self._go_from(table)

    async def _part(self) -> None:
        if self._wire.broken:
            return
        self._wire.on_backlog = _nothing  # the task that flushed it is gone; `part` does it
        if not self._ended or self._closing is not None:
            self._wire.send(encode(self._closing or STOPPING))
        await self._wire.part()

    # ---- what is asked

    async def _take(self, frame: Frame) -> None:
        if not self._greeted:
            self._greet(frame)
            return
        match frame.message:
            case m.SendMove(table=table) as order:  # first: it is what comes most
                await self._command(frame.id, table, order)
            case m.Ping():
                self._reply(frame.id, m.Pong())
            case m.Echo(nonce=nonce):
                self._heard_echo(nonce)
            case m.Bye():
                self._left = True
            case m.Look():
                self._reply(frame.id, self._house.tables())
            case m.Hello():
                self._refuse(frame.id, "greeted", "This connection was greeted before")
            case Unknown(tag):
                self._refuse(frame.id, "unknown_type", "This server does not know the message {type}", type=tag)
            case Malformed(tag, reason):
                template = "The message {type} is not as it should be: {reason}"
                self._refuse(frame.id, "malformed", template, type=tag, reason=reason)
            case m.SignIn(name=name, token=token):
                await self._sign_in(frame.id, name, token)
            case message:
                await self._take_signed_in(frame.id, message)

    async def _take_signed_in(self, id: int, message: object) -> None:
        if self._who is None:
            self._refuse(id, "not_signed_in", "Sign in first")
            return
        match message:
            case m.Watch(table=table, after=after, code=code):
                await self._watch(id, table, after, code, self._who)
            case m.Unwatch(table=table):
                self._go_from(table)
                self._watching.discard(table)
                self._reply(id, m.Done(table=table))
            case m.MakeTable(key=key) as order:
                await self._make(id, order, key, self._who)
            case message if isinstance(message, m.LobbyCommand):
                await self._house.club.take(message, self._who, partial(self._reply, id))
            case _:
                assert isinstance(message, m.TableCommand), f"{message} is answered above"
                await self._command(id, message.table, message)

    def _greet(self, frame: Frame) -> None:
        hello = frame.message
        if not isinstance(hello, m.Hello):
            raise ProtocolError("hello_first", "The first message has to say which versions of the protocol are spoken")
        (low, high), (lowest, highest) = hello.protocols, m.PROTOCOL
        if min(high, highest) < max(low, lowest):
            template = (
                "This server needs version {low} of the protocol, and your program speaks {theirs}. Update your program"
                if high < lowest
                else "Your program needs version {theirs} of the protocol, and this server speaks {high}. "
                "The server has to be updated"
            )
            theirs = high if high < lowest else low
            self._refuse(frame.id, "version", template, low=lowest, high=highest, theirs=theirs)
            raise ProtocolError("version", template, low=lowest, high=highest, theirs=theirs)
        games = {key: game.version for key, game in self._house.games.items()}
        self._greeted = True
        welcome = m.Welcome(protocol=min(high, highest), program=PROGRAM, server=self._house.name, games=games)
        self._reply(frame.id, welcome)

    async def _sign_in(self, id: int, wanted: str, token: bytes | None) -> None:
        if self._who is not None:
            self._refuse(id, "signed_in", "This connection is signed in")
            return
        try:
            name = checked_name(wanted)
        except BadName as error:
            self._refuse(id, "bad_name", error.text.template, **error.text.args)
            return
        house = self._house
        account = await trio.to_thread.run_sync(house.accounts.enter, name, token, limiter=house.asking)
        since = house.clock.now()
        self._who, sends = house.lobby.enter(self, account.id, name, account.registered, since)
        self._decoder.limit = TO_SERVER
        log.info("%s: %s came", self._remote, self._who.name)
        signed_in = m.SignedIn(
            account=account.id,
            name=self._who.name,
            token=account.token,
            new=account.new,
            registered=account.registered,
        )
        self._reply(id, signed_in)
        self.send(encode(house.tables_for(account.id)))
        house.deliver(sends)
        house.keeper.came(account.id)
        await house.club.entered(self)

    # ---- tables

    async def _make(self, id: int, order: m.MakeTable, key: bytes, who: Who) -> None:
        if self._house.lobby.seats_of(who.account) >= MAX_SEATS:
            self._refuse(id, "too_many", "You have a seat at {count} tables; finish some first", count=MAX_SEATS)
            return
        await self._turn()
        room = await self._house.room_to_make(who.account, key)
        if order.access == "code" and room.table.number == 0:
            try:
                await self._house.club.lock(room.table.id, order.code)
            except sqlite3.Error:
                self._reply(id, NOT_KEPT)
                return
        self._post(room, id, order, who)

    async def _command(self, id: int, table: str, order: m.TableCommand) -> None:
        if self._who is None:
            self._refuse(id, "not_signed_in", "Sign in first")
            return
        await self._turn()
        if isinstance(order, m.SendClaim):
            await self._let_others_in()
        room = self._house.room_now(table) or await self._house.room(table)
        if room is None:
            self._no_table(id)
        elif isinstance(order, m.TakeSeat) and (refused := self._at_door(room.table, order.code)) is not None:
            self._reply(id, refused)
        else:
            self._post(room, id, order, self._who)

    async def _let_others_in(self) -> None:
        """Wait for those who are signing in at this moment: whoever is back when a claim comes is not away."""
        await trio.lowlevel.checkpoint()  # what came together with it has been read
        async with self._house.asking:
            pass
        await trio.lowlevel.checkpoint()

    def _at_door(self, table: Table, code: str) -> m.Refused | None:
        assert self._who is not None, "checked before"
        return self._house.club.doors.refusal(table, self._who, code, self._house.clock.now())

    async def _turn(self) -> None:
        """Wait while too much of this connection is under way: others want something of the tables as well."""
        while self._orders >= MAX_ORDERS:
            await self._answered.park()

    def _post(self, room: Room, id: int, order: m.MakeTable | m.TableCommand, who: Who) -> None:
        self._orders += 1
        room.post(Job(order, self._arrived, who, self, id, min(self._rtts, default=0)))

    def _heard_echo(self, nonce: int) -> None:
        sent = self._probes.pop(nonce, None)
        if sent is not None:
            self._rtts.append(self._arrived - sent)
            if self._who is not None:
                self._house.keeper.heard(self._who.account)

    async def _watch(self, id: int, name: str, after: int, code: str, who: Who) -> None:
        self._unfollow(name)
        self._watching.discard(name)
        room = await self._house.room(name)
        if room is None or (room.table.number == 0 and room.table.frozen is None):
            self._no_table(id)
            return
        refused = self._house.club.doors.refusal_to_watch(room.table, who, code, self._house.clock.now())
        if refused is not None:
            self._reply(id, refused)
            self._house.leave_room(room)
            return
        with self._house.staying(room):
            await self._watch_room(id, room, after)

    async def _watch_room(self, id: int, room: Room, after: int) -> None:
        if len(self._watching) >= MAX_WATCHED:
            self._refuse(id, "too_many", "You follow {count} tables; leave some first", count=MAX_WATCHED)
        elif after > room.table.number:
            self._refuse(id, "ahead", "The server does not have all that you have seen of this table; open it anew")
        else:
            table = room.table
            shown = self._shown(table)
            after = min(after, shown)
            if shown - after > MAX_MISSED:
                after = 0
            self._reply(id, m.Done(table=table.id, number=shown, after=after))
            if table.is_timed and self._who is not None and self._who.account in table.accounts:
                self.probe()
            await self._catch_up(table, after)

    async def _catch_up(self, table: Table, sent: int) -> None:
        """Tell the log from there to its end, as fast as the other side reads, then follow without a gap."""
        while sent < (shown := self._shown(table)):
            bodies = _chunk(table.log, sent, shown)
            self.send(encode_events(table.id, bodies))
            sent += len(bodies)
            if self._wire.backlog > MAX_BACKLOG // 4:
                await self._wire.drained()
        self._watching.add(table.id)
        self._house.lobby.watch(self, table.id)
        presence = self._house.lobby.presence(table)
        self.send(encode(replace(presence, now=self._house.clock.now())))
        if table.frozen is not None:
            why = table.frozen
            self.send(encode(m.Frozen(table=table.id, template=why.template, args=dict(why.args))))
        await self._house.club.watches(self, table)

    def _shown(self, table: Table) -> int:
        """The number of the last event that may be told on this connection."""
        plays = self._who is not None and self._who.account in table.accounts
        return table.number if plays else self._house.club.spectators.shown(table)

    def _go_from(self, table: str) -> None:
        """Whoever this is does not follow that table any more, unless on another connection."""
        room, who = self._house.room_now(table), self._who
        if room is not None and who is not None and self._house.lobby.peer_of(who.account) in (self, None):
            self._house.club.left_table(who, room.table)
        self._unfollow(table)

    def _unfollow(self, table: str) -> None:
        self._house.lobby.unwatch(self, table)
        room = self._house.room_now(table)
        if room is not None:
            self._house.leave_room(room)

    # ---- answers

    def _reply(self, id: int, message: m.Message) -> None:
        self._wire.send(encode(message, id))

    def _refuse(self, id: int, code: str, template: str, **args: str | int) -> None:
        self._reply(id, m.Refused(code=code, template=template, args=args))

    def _no_table(self, id: int) -> None:
        self._refuse(id, "no_table", "There is no such table")


def _nothing() -> None:
    """Somebody else does it."""


def _chunk(log: list[bytes], start: int, end: int) -> list[bytes]:
    bodies, size = [], 0
    for body in log[start : min(end, start + 1000)]:
        bodies.append(body)
        size += len(body)
        if size >= CHUNK_BYTES:
            break
    return bodies
