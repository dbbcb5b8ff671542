"""One connection: who it is, what it asks, and its orderly end. What it does wrong hurts nobody else."""

import logging
import socket
import sqlite3
import ssl
from functools import partial

import msgspec
import trio
from msgspec.structs import replace

from netgame.match.events import Player
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.framing import TO_SERVER, UNSIGNED, Decoder, Malformed, Unknown, encode, encode_events
from server.errors import RequestRefused
from server.house import House
from server.lobby.club import NOT_KEPT, TOO_FAST
from server.net.connection import Connection
from server.net.request_queue import RequestQueue, Work
from server.net.rtt import RttProbes
from server.net.sign_in_requests import FAULT, NOBODY, SILENT, STOPPING, SignInRequests, welcome
from server.ops.limits import TokenBucket
from server.ops.policy import Remote
from server.tables.actor import CommandEnvelope, TableActor, chunk
from server.tables.commands import User
from server.tables.table import Table

log = logging.getLogger(__name__)

LAST_WORDS_S = 1.0
MAX_MISSED = 500  # events that somebody who comes back is told; who missed more begins anew
MAX_ORDERS = 8  # of one connection under way at tables; the next one waits until one of them is answered
MAX_WAITING = 64  # requests of one kind, a mebibyte at most; then the connection is read again when one is answered
MAX_QUESTIONS = 20  # that wait: as many as an account may ask at once


class Request(msgspec.Struct, frozen=True):  # a struct for the same reason as `CommandEnvelope`
    """A message, when its last byte arrived (server's time, ms), and when it was read (trio's clock, s)."""

    id: int
    message: m.Message | Unknown | Malformed
    arrived: int
    heard: float


class Session:
    """The server's end of one connection; `run` is its life."""

    def __init__(
        self, sock: socket.socket, context: ssl.SSLContext | None, house: House, remote: Remote, fingerprint: str = ""
    ) -> None:
        limits = house.policy.limits
        self._wire = Connection(sock, context, limits.outbound_bytes)
        self._house = house
        self.remote = remote
        self._reception = SignInRequests(house, self, remote, fingerprint)
        self._pace, self._move_pace = TokenBucket(limits.bucket("message")), TokenBucket(limits.bucket("move"))
        self._came = trio.current_time()
        self._decoder = Decoder(m.ToServer, UNSIGNED)
        self.greeted = False
        self._who: User | None = None
        self._watching: set[str] = set()
        # none of them waits for the others; each answers in the order of its requests
        self._commands, self._requests, self._questions = (
            RequestQueue(MAX_WAITING),
            RequestQueue(MAX_WAITING),
            RequestQueue(MAX_QUESTIONS),
        )
        self._early = 0  # requests that came before the answer to a sign-in
        self._orders = 0  # given to tables, and not answered so far
        self._answered = trio.lowlevel.ParkingLot()
        self._heard = trio.current_time()
        self._scope = trio.CancelScope()
        self._closing: m.Closing | None = None
        self._ended = False  # by the other side
        self._left = False  # on purpose
        self._probes = RttProbes()

    async def run(self) -> None:
        """Until either side ends it. The socket is closed then, and nobody watches or is present through it."""
        self._house.peers.add(self)
        self._house.unsigned[self] = self._came
        try:
            async with trio.open_nursery() as nursery:
                self._nursery, self._scope = nursery, nursery.cancel_scope
                self._wire.on_broken = nursery.cancel_scope.cancel
                self._wire.on_backlog = lambda: nursery.start_soon(self._wire.flush)
                await self._converse()
                with trio.move_on_after(LAST_WORDS_S):  # what was asked before the end of the stream is still answered
                    for lane in (self._commands, self._requests, self._questions):
                        await lane.done()
                nursery.cancel_scope.cancel()
        except* (trio.BrokenResourceError, OSError) as group:
            log.debug("%s: %s", self.remote, group.exceptions[0])
            self._ended = True
        except* Exception:
            log.exception("%s", self.remote)
            self._closing = FAULT
        finally:
            for lane in (self._commands, self._requests, self._questions):
                lane.clear()
            self._leave()
            with trio.CancelScope(shield=True, deadline=trio.current_time() + LAST_WORDS_S):
                await self._part()
            self._wire.close()
            del self._reception  # which knows this session: the two would wait for the collector of garbage for hours

    def send(self, frame: bytes) -> None:
        self._wire.send(frame)

    def answer(self, frame: bytes) -> None:
        """Send what answers an order."""
        self._orders -= 1
        self._answered.unpark_all()
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
            self._house.counters.count_limit("silent" if self.greeted else "hello", self.remote)
            self.dismiss(SILENT)
        elif self._who is None and now - self._came > limits.sign_in_s:
            self._house.counters.count_limit("sign_in", self.remote)
            self.dismiss(NOBODY)

    def probe(self) -> None:
        """Measure how long the line takes there and back."""
        self.send(encode(m.Probe(nonce=self._probes.begin(self._house.clock.now()))))

    # ---- the life

    async def _converse(self) -> None:
        await self._wire.handshake()
        try:
            while data := await self._wire.receive():
                arrived = self._house.keeper.arrived()
                for number, frame in enumerate(self._decoder.feed(data)):
                    if number:  # who sends many at once takes turns with everybody else
                        await trio.lowlevel.checkpoint()
                    self._heard = trio.current_time()  # not at each piece: bytes that never end are silence too
                    await self._wait_for(self._pace, "message")
                    await self._take(Request(frame.id, frame.message, arrived, self._heard))
            self._ended = True
            self._decoder.end()
            self._left = self._left or self._wire.said_goodbye
        except ProtocolError as error:
            log.debug("%s: %s", self.remote, error)  # counted by code; lines of it could be had by the million
            self._closing = m.Closing(code=error.code, template=error.text.template, args=dict(error.text.args))

    async def _wait_for(self, pace: TokenBucket, limit: str) -> None:
        """Who sends too fast is read more slowly: nothing of it is lost, and the other side has to wait as well."""
        wait = pace.wait_s(self._heard)
        if wait > 0:
            self._house.counters.count_limit(limit, self.remote)
            await trio.sleep(wait)

    def _leave(self) -> None:
        house = self._house
        house.peers.discard(self)
        self._passed()
        if self._who is not None:
            log.info("%s: %s left", self.remote, self._who.name)
            house.doorway.left(self.remote)
            account = self._who.account
            house.lobby.leave(self, account, "left" if self._left else "lost")
            if not house.lobby.is_present(account):  # it may have come back on another one
                house.went(account)
                house.sanctions.went_offline(account)
        for table in self._watching:
            self._go_from(table)

    async def _part(self) -> None:
        if self._wire.broken:
            self._house.counters.count_drop(self._wire.why, self.remote)
            return
        self._wire.on_backlog = lambda: None  # the task that flushed it is gone; `part` does it
        if not self._ended or self._closing is not None:
            self._wire.send(encode(self._house.counters.count_reply(self._closing or STOPPING)))
        await self._wire.part()

    # ---- what is asked

    async def _take(self, asked: Request) -> None:
        """Answer at once where that needs no waiting; put everything else into the lane of its kind. This waits only
        where the client sends more than it may."""
        if not self.greeted:
            self._greet(asked)
            return
        id = asked.id
        match asked.message:
            case m.SendMove() if self._is_in:  # first: it is what comes most
                await self._take_command(asked)
            case m.Ping():
                self._reply(id, m.Pong())
            case m.Echo(nonce=nonce):
                self._heard_echo(nonce, asked.arrived)
            case m.Bye():
                self._left = True
            case m.ListTables(table=wanted):
                self._look(id, wanted)
            case m.Hello():
                self._refuse(id, "greeted", "This connection was greeted before")
            case Unknown(tag):
                self._refuse(id, "unknown_type", "This server does not know the message {type}", type=tag)
            case Malformed(tag, reason):
                template = "The message {type} is not as it should be: {reason}"
                self._refuse(id, "malformed", template, type=tag, reason=reason)
            case m.SignIn() as message:
                await self._add(self._requests, partial(self._sign_in, id, message))
            case _ if self._is_in:
                await self._take_signed_in(asked)
            case _ if self._requests.is_idle:
                self._refuse(id, "not_signed_in", "Sign in first")
            case _:
                self._early += 1
                await self._add(self._requests, partial(self._take_early, asked))

    @property
    def _is_in(self) -> bool:
        """The connection is signed in, and no earlier request waits for that."""
        return self._who is not None and not self._early

    async def _take_early(self, asked: Request) -> None:
        """Take a request that came before the answer to a sign-in, now that this is given."""
        if self._who is None:
            self._refuse(asked.id, "not_signed_in", "Sign in first")
        elif isinstance(asked.message, m.TableCommand | m.GetHistory | m.GetProfile):
            await self._take_signed_in(asked)
        else:
            await self._carry_out(asked)
        self._early -= 1

    async def _take_signed_in(self, asked: Request) -> None:
        assert self._who is not None, "checked before"
        match asked.message:
            case m.GetHistory() | m.GetProfile() as question:
                if self._questions.is_full or not self._house.club.may_ask(self._who, self.remote):
                    self._reply(asked.id, TOO_FAST)
                else:
                    self._questions.add(self._nursery, partial(self._answer_question, asked.id, question, self._who))
            case message if isinstance(message, m.TableCommand):
                await self._take_command(asked)
            case _:
                await self._add(self._requests, partial(self._carry_out, asked))

    async def _add(self, lane: RequestQueue, work: Work) -> None:
        await lane.has_room()
        lane.add(self._nursery, work)

    async def _answer_question(self, id: int, question: m.GetHistory | m.GetProfile, who: User) -> None:
        self._reply(id, await self._house.club.asked(question, who))

    async def _carry_out(self, asked: Request) -> None:
        id, who = asked.id, self._who
        assert who is not None, "a connection does not sign out"
        match asked.message:
            case m.Watch(table=table, after=after, code=code):
                await self._watch(id, table, after, code, who)
            case m.Unwatch(table=table):
                self._go_from(table)
                self._watching.discard(table)
                self._reply(id, m.Done(table=table))
            case m.MakeTable(key=key) as order:
                await self._make(asked, order, key, who)
            case message if isinstance(message, m.LobbyCommand):
                await self._house.club.take(message, who, partial(self._reply, id))
            case message:
                assert isinstance(message, m.AccountCommand), f"{message} is answered above"
                await self._about_itself(id, message, who)

    def _greet(self, asked: Request) -> None:
        hello = asked.message
        if not isinstance(hello, m.Hello):
            raise ProtocolError("hello_first", "The first message has to say which versions of the protocol are spoken")
        try:
            answer = welcome(hello, self._house, self._reception.nonce)
        except ProtocolError as error:
            self._refuse(asked.id, error.code, error.text.template, **error.text.args)
            raise
        self.greeted = True
        self._reply(asked.id, answer)

    async def _sign_in(self, id: int, asked: m.SignIn) -> None:
        if self._who is not None:
            self._refuse(id, "signed_in", "This connection is signed in")
            return
        house = self._house
        try:
            self._who, signed_in = await self._reception.sign_in(asked)
        except RequestRefused as refusal:
            self._refuse(id, refusal.code, refusal.text.template, **refusal.text.args)
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

    async def _about_itself(self, id: int, message: m.AccountCommand, who: User) -> None:
        try:
            reply = await self._reception.take(message, who)
        except sqlite3.Error as error:
            log.error("the accounts: %s", error)
            reply = NOT_KEPT
        if isinstance(reply, m.SignedIn):
            self._who = self._house.lobby.who_of(self)
        self._reply(id, reply)

    # ---- tables

    async def _make(self, asked: Request, order: m.MakeTable, key: bytes, who: User) -> None:
        house, last_player = self._house, None
        await self._turn()
        table = house.table_made_by(who.account, key)
        try:
            room = await house.room(table)
            if room is None:  # otherwise this command was taken before: the table answers it by its key
                if not self._may_make(asked.id, table, order, who):
                    return
                if order.alternate:
                    last_player = await house.club.last_player(who.account, order.game)
                if order.access == "code":
                    await house.club.lock(table, order.code)
                room = house.new_room(table)
        except sqlite3.Error as error:
            log.error("the annals: %s", error)
            self._reply(asked.id, NOT_KEPT)
            house.origins.gone(table)
            return
        self._post(room, asked, order, who, last_player)

    def _may_make(self, id: int, table: str, order: m.MakeTable, who: User) -> bool:
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

    async def _take_command(self, asked: Request) -> None:
        """A command of a table: its turn comes at once, unless something has to be waited for."""
        await self._wait_for(self._move_pace, "move")
        order = asked.message
        assert isinstance(order, m.TableCommand), "the caller has looked"
        room = self._house.room_now(order.table)
        is_free = self._commands.is_idle and self._orders < MAX_ORDERS
        if room is not None and is_free and not isinstance(order, m.SendClaim):
            self._command(room, asked, order)
        else:
            await self._add(self._commands, partial(self._command_in_turn, asked, order))

    async def _command_in_turn(self, asked: Request, order: m.TableCommand) -> None:
        await self._turn()
        if isinstance(order, m.SendClaim):
            # a sign-in that arrived together with the claim is read first: a player who is back is not absent
            await trio.lowlevel.checkpoint()
            await self._house.sign_in.wait_for_pending()
        room = self._house.room_now(order.table) or await self._house.room(order.table)
        if room is None:
            self._no_table(asked.id)
        else:
            self._command(room, asked, order)

    def _command(self, room: TableActor, asked: Request, order: m.TableCommand) -> None:
        if isinstance(order, m.TakeSeat) and (refused := self._at_door(room.table, order)) is not None:
            self._reply(asked.id, refused)
        else:
            assert self._who is not None, "a connection does not sign out"
            self._post(room, asked, order, self._who)

    def _at_door(self, table: Table, order: m.TakeSeat) -> m.Refused | None:
        assert self._who is not None, "checked before"
        if table.knows(order.key):
            return None
        return self._house.club.doors.refusal(table, self._who, order.code, self._house.clock.now())

    async def _turn(self) -> None:
        """Wait while too much of this connection is under way: others want something of the tables as well."""
        while self._orders >= MAX_ORDERS:
            await self._answered.park()

    def _post(
        self,
        room: TableActor,
        asked: Request,
        order: m.MakeTable | m.TableCommand,
        who: User,
        last_player: Player | None = None,
    ) -> None:
        self._orders += 1
        room.post(
            CommandEnvelope(order, asked.arrived, who, self, asked.id, self._probes.rtt, asked.heard, last_player)
        )

    def _heard_echo(self, nonce: int, arrived: int) -> None:
        if self._probes.end(nonce, arrived) and self._who is not None:
            self._house.keeper.heard(self._who.account)

    async def _watch(self, id: int, name: str, after: int, code: str, who: User) -> None:
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

    async def _watch_room(self, id: int, room: TableActor, after: int) -> None:
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
        self._wire.send(encode(self._house.counters.count_reply(message), id))

    def _refuse(self, id: int, code: str, template: str, limit: str = "", /, **args: str | int) -> None:
        if limit:
            self._house.counters.count_limit(limit, self.remote)
        self._reply(id, m.Refused(code=code, template=template, args=args))

    def _no_table(self, id: int) -> None:
        self._refuse(id, "no_table", "There is no such table")
