"""One connection: who it is, what it asks, and its orderly end. What it does wrong hurts nobody else."""

import logging
import socket
import sqlite3
import ssl
from functools import partial

import trio
from msgspec.structs import replace

from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.framing import TO_SERVER, UNSIGNED, Decoder, Frame, Malformed, Unknown, encode, encode_events
from server.club import NOT_KEPT
from server.house import House
from server.limits import Pace
from server.orders import Who
from server.policy import Remote
from server.probes import Probes
from server.reception import FAULT, NOBODY, SILENT, STOPPING, Reception, welcome
from server.refusing import Refusing
from server.room import Job, Room, chunk
from server.table import Table
from server.transport import Wire

log = logging.getLogger(__name__)

LAST_WORDS_S = 1.0
MAX_MISSED = 500  # events that somebody who comes back is told; who missed more begins anew
MAX_ORDERS = 8  # of one connection under way; the next is looked at when one of them is answered


class Session:
    """The server's end of one connection; `run` is its life."""

    def __init__(
        self, sock: socket.socket, context: ssl.SSLContext | None, house: House, remote: Remote, fingerprint: str = ""
    ) -> None:
        limits = house.policy.limits
        self._wire = Wire(sock, context, limits.outbound_bytes)
        self._house = house
        self.remote = remote
        self._reception = Reception(house, self, remote, fingerprint)
        self._pace, self._move_pace = Pace(limits.bucket("message")), Pace(limits.bucket("move"))
        self._came = trio.current_time()
        self._decoder = Decoder(m.ToServer, UNSIGNED)
        self.greeted = False
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
        self._probes = Probes()

    async def run(self) -> None:
        """Until either side ends it. The socket is closed then, and nobody watches or is present through it."""
        self._house.peers.add(self)
        self._house.unsigned[self] = self._came
        try:
            async with trio.open_nursery() as nursery:
                self._scope = nursery.cancel_scope
                self._wire.on_broken = nursery.cancel_scope.cancel
                self._wire.on_backlog = lambda: nursery.start_soon(self._wire.flush)
                await self._converse()
                nursery.cancel_scope.cancel()
        except* (trio.BrokenResourceError, OSError) as group:
            log.debug("%s: %s", self.remote, group.exceptions[0])
            self._ended = True
        except* Exception:
            log.exception("%s", self.remote)
            self._closing = FAULT
        finally:
            self._leave()
            with trio.CancelScope(shield=True, deadline=trio.current_time() + LAST_WORDS_S):
                await self._part()
            self._wire.close()
            del self._reception  # which knows this session: the two would wait for the collector of garbage for hours

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
        limits, now = self._house.policy.limits, trio.current_time()
        if now - self._heard > (limits.silent_s if self.greeted else limits.hello_s):
            self._house.meters.limited("silent" if self.greeted else "hello", self.remote)
            self.dismiss(SILENT)
        elif self._who is None and now - self._came > limits.sign_in_s:
            self._house.meters.limited("sign_in", self.remote)
            self.dismiss(NOBODY)

    def probe(self) -> None:
        """Measure how long the line takes there and back."""
        self.send(encode(m.Probe(nonce=self._probes.begin(self._house.clock.now()))))

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
                    await self._wait_for(self._pace, "message")
                    await self._take(frame)
            self._ended = True
            self._decoder.end()
            self._left = self._left or self._wire.said_goodbye
        except ProtocolError as error:
            log.debug("%s: %s", self.remote, error)  # counted by code; lines of it could be had by the million
            self._closing = m.Closing(code=error.code, template=error.text.template, args=dict(error.text.args))

    async def _wait_for(self, pace: Pace, limit: str) -> None:
        """Who sends too fast is read more slowly: nothing of it is lost, and the other side has to wait as well."""
        wait = pace.wait_s(self._heard)
        if wait > 0:
            self._house.meters.limited(limit, self.remote)
            await trio.sleep(wait)

    def _leave(self) -> None:
        house = self._house
        house.peers.discard(self)
        self._passed()
        if self._who is not None:
            log.info("%s: %s left", self.remote, self._who.name)
            house.doorway.left(self.remote)
            account = self._who.account
            house.deliver(house.lobby.leave(self, account, "left" if self._left else "lost"))
            if not house.lobby.is_present(account):  # it may have come back on another one
                house.went(account)
        for table in self._watching:
            self._go_from(table)

    async def _part(self) -> None:
        if self._wire.broken:
            self._house.meters.dropped(self._wire.why, self.remote)
            return
        self._wire.on_backlog = lambda: None  # the task that flushed it is gone; `part` does it
        if not self._ended or self._closing is not None:
            self._wire.send(encode(self._house.meters.told(self._closing or STOPPING)))
        await self._wire.part()

    # ---- what is asked

    async def _take(self, frame: Frame) -> None:
        if not self.greeted:
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
            case m.Look(table=wanted):
                self._look(frame.id, wanted)
            case m.Hello():
                self._refuse(frame.id, "greeted", "This connection was greeted before")
            case Unknown(tag):
                self._refuse(frame.id, "unknown_type", "This server does not know the message {type}", type=tag)
            case Malformed(tag, reason):
                template = "The message {type} is not as it should be: {reason}"
                self._refuse(frame.id, "malformed", template, type=tag, reason=reason)
            case m.SignIn() as asked:
                await self._sign_in(frame.id, asked)
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
            case message if isinstance(message, m.AccountCommand):
                await self._about_itself(id, message, self._who)
            case _:
                assert isinstance(message, m.TableCommand), f"{message} is answered above"
                await self._command(id, message.table, message)

    def _greet(self, frame: Frame) -> None:
        hello = frame.message
        if not isinstance(hello, m.Hello):
            raise ProtocolError("hello_first", "The first message has to say which versions of the protocol are spoken")
        try:
            answer = welcome(hello, self._house, self._reception.nonce)
        except ProtocolError as error:
            self._refuse(frame.id, error.code, error.text.template, **error.text.args)
            raise
        self.greeted = True
        self._reply(frame.id, answer)

    async def _sign_in(self, id: int, asked: m.SignIn) -> None:
        if self._who is not None:
            self._refuse(id, "signed_in", "This connection is signed in")
            return
        house = self._house
        try:
            self._who, signed_in = await self._reception.sign_in(asked)
        except Refusing as refusing:
            self._reply(id, refusing.answer)
            return
        self._passed()
        house.doorway.signed_in(self.remote)
        self._decoder.limit = TO_SERVER
        log.info("%s: %s came", self.remote, self._who.name)
        self._reply(id, signed_in)
        house.bulletin.show_tables(self, signed_in.account)
        house.came(signed_in.account)
        await house.club.entered(self)

    def _look(self, id: int, wanted: str) -> None:
        house = self._house
        frame = house.tables_frame(id) if self._who is not None else house.short_frame(id, wanted)
        if house.doorway.may_look(self.remote, house.clock.now(), len(frame)):
            self._wire.send(frame)
        else:
            self._refuse(id, "too_fast", "You ask for the list of tables too often; wait a moment")

    def _passed(self) -> None:
        """It counts no longer among those who have not said who they are."""
        if self in self._house.unsigned:
            del self._house.unsigned[self]
            self._house.doorway.passed(self.remote)

    async def _about_itself(self, id: int, message: m.AccountCommand, who: Who) -> None:
        try:
            reply = await self._reception.take(message, who)
        except sqlite3.Error as error:
            log.error("the accounts: %s", error)
            reply = NOT_KEPT
        if isinstance(reply, m.SignedIn):
            self._who = self._house.lobby.who_of(self)
        self._reply(id, reply)

    # ---- tables

    async def _make(self, id: int, order: m.MakeTable, key: bytes, who: Who) -> None:
        house = self._house
        await self._turn()
        table = house.table_made_by(who.account, key)
        room = await house.room(table)
        if room is None:  # otherwise this command was taken before: the table answers it by its key
            if not self._may_make(id, table, order, who):
                return
            try:
                if order.access == "code":
                    await house.club.lock(table, order.code)
            except sqlite3.Error:
                self._reply(id, NOT_KEPT)
                house.origins.gone(table)
                return
            room = house.new_room(table)
        self._post(room, id, order, who)

    def _may_make(self, id: int, table: str, order: m.MakeTable, who: Who) -> bool:
        """Whether the limits allow this table, which then counts for its address; otherwise the order is refused."""
        house, limits = self._house, self._house.policy.limits
        if house.lobby.seats_of(who.account) >= limits.seats:
            template = "You have a seat at {count} tables; finish some first"
            self._refuse(id, "too_many", template, "seats", count=limits.seats)
        elif (refused := house.closed_to(who.account, order)) is not None:
            self._reply(id, refused)
        elif not house.made.take(who.account, house.clock.now()):
            template = "You open tables faster than anybody could play at them; wait a moment"
            self._refuse(id, "too_fast", template, "table")
        elif not house.policy.behind_proxy and not house.origins.make(
            table, self.remote.network, limits.tables_per_address
        ):
            template, most = "There are {count} tables from your address; finish some first", limits.tables_per_address
            self._refuse(id, "too_many", template, "tables_per_address", count=most)
        else:
            return True
        return False

    async def _command(self, id: int, table: str, order: m.TableCommand) -> None:
        if self._who is None:
            self._refuse(id, "not_signed_in", "Sign in first")
            return
        await self._wait_for(self._move_pace, "move")
        await self._turn()
        if isinstance(order, m.SendClaim):
            # whoever is back when a claim comes is not away: what came together with it is read first
            await trio.lowlevel.checkpoint()
            await self._house.entrance.let_in()
        room = self._house.room_now(table) or await self._house.room(table)
        if room is None:
            self._no_table(id)
        elif isinstance(order, m.TakeSeat) and (refused := self._at_door(room.table, order)) is not None:
            self._reply(id, refused)
        else:
            self._post(room, id, order, self._who)

    def _at_door(self, table: Table, order: m.TakeSeat) -> m.Refused | None:
        assert self._who is not None, "checked before"
        if table.knows(order.key):
            return None
        return self._house.club.doors.refusal(table, self._who, order.code, self._house.clock.now())

    async def _turn(self) -> None:
        """Wait while too much of this connection is under way: others want something of the tables as well."""
        while self._orders >= MAX_ORDERS:
            await self._answered.park()

    def _post(self, room: Room, id: int, order: m.MakeTable | m.TableCommand, who: Who) -> None:
        self._orders += 1
        room.post(Job(order, self._arrived, who, self, id, self._probes.rtt, self._heard))

    def _heard_echo(self, nonce: int) -> None:
        if self._probes.end(nonce, self._arrived) and self._who is not None:
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
        most = self._house.policy.limits.watched
        if len(self._watching) >= most:
            self._refuse(id, "too_many", "You follow {count} tables; leave some first", "watched", count=most)
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
            bodies = chunk(table.log, sent, shown)
            self.send(encode_events(table.id, bodies))
            sent += len(bodies)
            if self._wire.backlog > self._wire.most // 4:
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
        self._wire.send(encode(self._house.meters.told(message), id))

    def _refuse(self, id: int, code: str, template: str, limit: str = "", /, **args: str | int) -> None:
        if limit:
            self._house.meters.limited(limit, self.remote)
        self._reply(id, m.Refused(code=code, template=template, args=args))

    def _no_table(self, id: int) -> None:
        self._refuse(id, "no_table", "There is no such table")
