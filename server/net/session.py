"""The server's end of one connection: it reads requests, passes them on, and ends. A fault affects no other session."""

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

import msgspec
import trio

from netgame.match.events import AbsenceCause, Player
from netgame.text import N_
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.framing import TO_SERVER, UNSIGNED, Decoder, Malformed, Unknown, as_version_1, encode
from server.errors import DatabaseFailed, RequestRefused, is_shortage
from server.lobby.history import History
from server.lobby.people import People
from server.lobby.play_now.seeks import Seeks
from server.lobby.requests import LobbyRequests
from server.net.account_requests import AccountRequests
from server.net.admission import Admission
from server.net.connection import Connection
from server.net.request_queue import RequestQueue, Work
from server.net.rtt import RttProbes
from server.net.table_requests import TableRequests
from server.ops.limiter import Limiter
from server.ops.remote import Remote
from server.ops.requests import RULES, is_keyed
from server.refusals import BUSY, DISK_FAILED, NO_TABLE, NOT_MODERATOR, TOO_FAST
from server.storage.event_store import StoreProblem
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.commands import User
from server.tables.timers import Timers
from server.tournaments.requests import TournamentRequests

log = logging.getLogger(__name__)

LAST_WORDS_S = 1.0  # for the answers that are still open, and for the client to read them
MAX_COMMANDS = 8  # of one connection at work at tables; the next one waits until one of them is answered
MAX_WAITING = 64  # requests in one queue, a mebibyte at most; then the connection is not read until one is answered
MAX_PENDING_S = 1.0  # that a claim waits for sign-ins in progress
MAX_QUESTIONS = 20  # as many as an account may ask at once

STOPPING = m.Closing(code="stopping", template=N_("The server is stopping. Tables are kept and go on when it is back"))
SILENT = m.Closing(code="silent", template=N_("No message came from this program for too long"))
NOT_SIGNED_IN = m.Closing(
    code="not_signed_in", template=N_("You had not signed in on this connection. Connect again to sign in")
)
FAULT = m.Closing(code="internal", template=N_("The server had an internal error with this connection"))


@dataclass(frozen=True)
class SessionServices:
    """The services that a session uses. `welcome` returns the reply to a greeting; `ProtocolError`."""

    welcome: Callable[[m.Hello, bytes, Remote], m.Welcome]
    limiter: Limiter
    timers: Timers
    admission: Admission
    accounts: AccountRequests
    tables: TableRequests
    lobby: LobbyRequests
    history: History
    people: People
    seeks: Seeks
    tournaments: TournamentRequests


class Request(msgspec.Struct, frozen=True):  # made for every frame: a struct is faster than a frozen dataclass
    """A message, when its last byte arrived (server's time, ms), and when it was read (trio's clock, s)."""

    id: int
    message: m.Message | Unknown | Malformed
    arrived: int
    read_at: float


class Session:
    """The server's end of one connection. `fingerprint` is of the certificate that the client sees, empty without TLS.

    `public` is that of the certificate which clients see that ask for a name in the handshake.

    `here` is the address of this computer to which the connection came.

    Requests go to three queues, each of which answers in order and none of which waits for another: commands of tables,
    questions about history, and everything else.
    """

    def __init__(
        self, connection: Connection, services: SessionServices, remote: Remote, here: str, fingerprint: str = "",
        public: str = "",
    ) -> None:  # fmt: skip
        self._connection = connection
        self._services, self.remote, self._fingerprint, self._public = services, remote, fingerprint, public
        self.is_local = remote.address == here and not services.limiter.policy.behind_proxy
        self.came_to = "" if self.is_local else here.partition("%")[0]
        pace = services.limiter.pace
        self._message_rate, self._move_rate = pace("message", remote), pace("move", remote)
        self._request_rate = pace("request", remote)
        self._decoder = Decoder(m.ToServer, UNSIGNED)
        self._nonce = secrets.token_bytes(m.NONCE_BYTES)
        self._connected_at = self._heard_at = self._checked_at = trio.current_time()
        self._silent_s = 0.0  # as `check_silence` counts it
        self.greeted = self.is_current = False  # current: its program draws dice, and knows signatures and digests
        self._program = ""  # name and version, for logs
        self._user: User | None = None
        self._credential = 0  # by which the user signed in
        self.watching: set[str] = set()
        self._table_queue, self._other_queue = RequestQueue(MAX_WAITING), RequestQueue(MAX_WAITING)
        self._question_queue = RequestQueue(MAX_QUESTIONS)
        self._queues = (self._table_queue, self._other_queue, self._question_queue)
        self._early = 0  # requests that came before the reply to a sign-in
        self._commands = 0  # at work at tables
        self._sent = 0  # bytes
        self._answered = trio.lowlevel.ParkingLot()
        self._scope = trio.CancelScope()
        self._closing: m.Closing | None = None
        self._when_read: Callable[[], object] = lambda: None
        self._ended = False  # by the client
        self._left = False  # on purpose
        self._probes = RttProbes()

    async def run(self) -> None:
        """Serve until either side ends the connection. Then close the socket and remove the session everywhere."""
        self._services.admission.add(self)
        try:
            try:
                await self._run()
            finally:
                self._leave()
        except* (trio.BrokenResourceError, OSError) as group:
            log.debug("%s: %s", self.remote, group.exceptions[0])
            self._ended = True
        except* Exception:
            log.exception("%s", self.remote)
            self._closing = FAULT
        finally:
            with trio.CancelScope(shield=True, deadline=trio.current_time() + LAST_WORDS_S):
                await self._close()
            self._connection.close()

    async def _run(self) -> None:
        async with trio.open_nursery() as nursery:
            self._nursery, self._scope = nursery, nursery.cancel_scope
            self._connection.on_broken = self._broke
            self._connection.on_backlog = lambda: nursery.start_soon(self._connection.flush)
            await self._serve()
            with trio.move_on_after(LAST_WORDS_S):  # requests that came before the end are still answered
                for queue in self._queues:
                    await queue.done()
            nursery.cancel_scope.cancel()

    def _leave(self) -> None:
        """Remove the session everywhere. A fault in one step does not skip the others."""
        for queue in self._queues:
            queue.clear()
        user = self._user
        with ExitStack() as stack:  # calls the last one first
            if user is not None:
                for table in self.watching:
                    stack.callback(self._services.tables.leave, self, table, user, is_lost=not self._left)
                log.info("%s: %s left", self.remote, user.name)
                cause: AbsenceCause = "left" if self._left else "lost"
                stack.callback(self._services.accounts.attendance.leave, self, user.account, cause)
            stack.callback(self._services.tournaments.leave, self)
            stack.callback(self._services.admission.remove, self, signed_in=user is not None)

    # ---- a connection, as tables and lobby use it

    def send(self, frame: bytes) -> None:
        """Send a frame. This never waits."""
        self._send(frame if self.is_current else as_version_1(frame))

    def answer(self, frame: bytes) -> None:
        """Send the answer to a command of a table."""
        self._commands -= 1
        if self._answered:
            self._answered.unpark_all()
        self.send(frame)

    def reply(self, id: int, message: m.Message) -> None:
        """Answer a request."""
        self._send(encode(self._services.limiter.counters.count_reply(message), id))

    def _send(self, frame: bytes) -> None:
        self._sent += len(frame)
        self._connection.send(frame)

    async def drained(self) -> None:
        """Wait while the client has not read most of what was sent."""
        if self._connection.backlog > self._connection.most // 4:
            await self._connection.drained()

    def dismiss(self, closing: m.Closing, when_read: Callable[[], object] = lambda: None) -> None:
        """End this connection for a reason. `when_read` is called if the client reads it and closes its end."""
        if self._closing is None:
            self._closing, self._when_read = closing, when_read
            self._scope.cancel()

    def check_silence(self, waited_s: float) -> None:
        """End the connection if nothing came for too long: half-open connections never end by themselves.

        The other players of a table wait for this one, so a connection that watches a table ends sooner. Its silence is
        counted by checks, `waited_s` each: after a stop of this host there may be unread messages.
        """
        limits, now = self._services.limiter.limits, trio.current_time()
        self._silent_s = self._silent_s + waited_s if self._heard_at < self._checked_at else 0.0
        self._checked_at = now
        is_late = bool(self.watching) and self._silent_s >= limits.watching_silent_s
        if is_late:
            self._services.limiter.count("watching_silent", self.remote)
            self.dismiss(SILENT)
        elif now - self._heard_at > (limits.silent_s if self.greeted else limits.hello_s):
            self._services.limiter.count("silent" if self.greeted else "hello", self.remote)
            self.dismiss(SILENT)
        elif self.watching and self._silent_s >= limits.watching_silent_s / 2:
            self.probe()
        elif self._user is None and now - self._connected_at > limits.sign_in_s:
            self._services.limiter.count("sign_in", self.remote)
            self.dismiss(NOT_SIGNED_IN)

    def probe(self) -> None:
        """Measure the round-trip time."""
        self.send(encode(m.Probe(nonce=self._probes.begin(self._services.limiter.now()))))

    # ---- reading and ending

    async def _serve(self) -> None:
        await self._connection.handshake()
        try:
            while data := await self._connection.receive():
                read_at = trio.current_time()
                arrived = self._services.timers.arrival_time(read_at)
                for number, frame in enumerate(self._decoder.feed(data)):
                    if number:  # a client that sends many frames at once takes turns with the others
                        await trio.lowlevel.checkpoint()
                        read_at = trio.current_time()
                    self._heard_at = read_at  # of a whole frame: bytes that never end are silence too
                    if (wait := self._message_rate.wait_s(read_at)) > 0:
                        await self._slow_down(wait, "message")
                    await self._handle(Request(frame.id, frame.message, arrived, read_at))
            self._ended = True
            self._decoder.end()
            self._left = self._left or self._connection.said_goodbye
        except ProtocolError as error:
            log.debug("%s: %s", self.remote, error)  # no warning: a hostile client could cause millions; it is counted
            self._closing = m.Closing(code=error.code, template=error.text.template, args=dict(error.text.args))

    def _broke(self) -> None:
        """End soon after a send failed. The reader ends sooner, but first reads what came: perhaps a goodbye."""
        self._scope.deadline = trio.current_time() + LAST_WORDS_S

    async def _slow_down(self, wait_s: float, limit: str) -> None:
        """Read a client that sends too fast more slowly. Nothing is lost, and the client has to wait."""
        self._services.limiter.count(limit, self.remote)
        await trio.sleep(wait_s)

    async def _pace_requests(self) -> None:
        if (wait := self._request_rate.wait_s(trio.current_time())) > 0:
            await self._slow_down(wait, "request")

    async def _close(self) -> None:
        connection = self._connection
        if connection.broken:
            self._services.limiter.counters.count_drop(connection.why, self.remote)
            return
        connection.on_backlog = lambda: None  # the task that flushed it is gone; `part` does it
        if not self._ended or self._closing is not None:
            connection.send(encode(self._services.limiter.counters.count_reply(self._closing or STOPPING)))
        await connection.part()
        if not connection.broken:
            self._when_read()

    # ---- requests

    async def _handle(self, request: Request) -> None:
        """Answer a request at once if nothing has to be waited for, or put it into its queue.

        This waits only for clients that send more than they may.
        """
        if not self.greeted:
            self._greet(request)
            return
        _check_id(request)
        id = request.id
        match request.message:
            case m.SendMove() as move if self._is_signed_in:  # first, as the most frequent request
                await self._table_command(request, move)
            case m.Ping():
                self.reply(id, m.Pong())
            case m.Echo(nonce=nonce):
                if self._probes.end(nonce, request.arrived) and self._user is not None:
                    self._services.timers.heard(self._user.account)
            case m.Bye():
                self._left = True
            case m.ListTables(table=wanted):
                self._list_tables(id, wanted)
            case m.Hello():
                self._refuse(id, "greeted", N_("This connection has been greeted already"))
            case Unknown(tag):
                self._refuse(id, "unknown_type", N_("This server does not know the message {type}"), type=tag)
            case Malformed(tag, reason):
                template = N_("The message {type} is malformed: {reason}")
                self._refuse(id, "malformed", template, type=tag, reason=reason)
            case m.SignIn() as message:
                await self._add(self._other_queue, id, partial(self._sign_in, id, message))
            case m.ForgotPassword() as message:
                await self._add(self._other_queue, id, partial(self._forgot_password, id, message))
            case _ if self._is_signed_in:
                await self._handle_signed_in(request)
            case _ if self._other_queue.is_idle:
                self._refuse(id, "not_signed_in", N_("Sign in first"))
            case _:
                self._early += 1
                await self._add(self._other_queue, id, partial(self._handle_early, request))

    @property
    def _is_signed_in(self) -> bool:
        """The connection is signed in, and no earlier request waits for that."""
        return self._user is not None and not self._early

    async def _handle_early(self, request: Request) -> None:
        """Handle a request that came before the reply to a sign-in, after that reply."""
        try:
            if self._user is None:
                self._refuse(request.id, "not_signed_in", N_("Sign in first"))
            elif isinstance(request.message, m.TableCommand | m.GetHistory | m.GetProfile | m.PeopleQuestion):
                await self._handle_signed_in(request)
            else:
                await self._handle_in_turn(request)
        finally:
            self._early -= 1

    async def _handle_signed_in(self, request: Request) -> None:
        assert self._user is not None, "checked before"
        match request.message:
            case question if isinstance(question, m.GetHistory | m.GetProfile | m.PeopleQuestion):
                if self._question_queue.is_full:
                    self.reply(request.id, TOO_FAST)
                elif self._is_allowed(request.id, question, self._user):
                    work = partial(self._answer_question, request.id, question, self._user)
                    await self._add(self._question_queue, request.id, work)
            case command if isinstance(command, m.TableCommand):
                await self._table_command(request, command)
            case _:
                await self._add(self._other_queue, request.id, partial(self._handle_in_turn, request))

    def _is_allowed(self, id: int, message: m.Message, user: User) -> bool:
        """Tell whether a user may send a message now; otherwise refuse it. A service decides on commands with a key."""
        rule, limiter, tables = RULES[type(message)], self._services.limiter, self._services.tables
        # the own game of a player does not depend on others at the same address
        is_own = isinstance(message, m.Watch) and tables.has_seat(message.table, user.account)
        remote = None if is_own else self.remote
        if rule.right == "moderator" and not user.moderator:
            self.reply(id, NOT_MODERATOR)
        elif (rule.is_large and not limiter.may_send("reply", user.account, remote)) or not (
            is_keyed(message) or limiter.draws(rule.rates, user.account, by_address=not is_own)
        ):
            self.reply(id, TOO_FAST)
        else:
            return True
        return False

    async def _add(self, queue: RequestQueue, id: int, work: Work) -> None:
        await queue.has_room()
        queue.add(self._nursery, partial(self._answer_unless_store_fails, id, work))

    async def _answer_unless_store_fails(self, id: int, work: Work) -> None:
        try:
            await work()
        except (StoreProblem, DatabaseFailed) as problem:
            log.error("%s: %s", self.remote, problem)
            self.reply(id, DISK_FAILED)
        except (OSError, ImportError, RuntimeError, MemoryError, ExceptionGroup) as error:
            if is_shortage(error):
                self._services.limiter.count_shortage(error)
                self.reply(id, BUSY)
            elif isinstance(error, OSError):  # not that of the connection, whose sends never fail
                raise RuntimeError("a request failed") from error
            else:
                raise

    async def _answer_question(
        self, id: int, question: m.GetHistory | m.GetProfile | m.PeopleQuestion, user: User
    ) -> None:
        with self._counted(question, user):
            if isinstance(question, m.GetHistory | m.GetProfile):
                self.reply(id, await self._services.history.answer(question, user))
            else:
                self.reply(id, await self._services.people.answer(question, user))

    async def _handle_in_turn(self, request: Request) -> None:
        id, user, message = request.id, self._user, request.message
        assert user is not None, "a connection does not sign out"
        assert isinstance(message, m.Message), "others are answered before"
        await self._pace_requests()
        if self._is_allowed(id, message, user):
            with self._counted(message, user), self._services.tables.reading(message, user) as may_read:
                if may_read:
                    await self._carry_out(request, user)
                else:
                    self.reply(id, TOO_FAST)

    @contextmanager
    def _counted(self, message: m.Message, user: User) -> Iterator[None]:
        """Count what is sent during the block as the answer to a message, if that may be long."""
        before = self._sent
        try:
            yield
        finally:
            if RULES[type(message)].is_large:
                rate = "lists" if isinstance(message, m.SignIn) else "reply"
                self._services.limiter.sent(rate, user.account, self.remote, self._sent - before)

    async def _carry_out(self, request: Request, user: User) -> None:
        id, services = request.id, self._services
        match request.message:
            case m.Watch() as watch:
                await services.tables.watch(self, id, watch, user)
            case m.ReportPosition() as report:
                self.reply(id, services.tables.report(self, report, user, self._program))
            case m.ShowCourse() as course:
                self.reply(id, await services.tables.take_notice(course, user))
            case m.Unwatch(table=table):
                services.tables.leave(self, table, user)
                self.reply(id, m.Done(table=table))
            case m.MakeTable() as command:
                await self._wait_for_answers(1)
                with self._at_work():  # seats are counted, so none is taken meanwhile
                    made = await services.tables.make(command, user, self.remote)
                if isinstance(made, m.Refused):
                    self.reply(id, made)
                else:
                    actor, last_player = made
                    self._post(actor, request, command, user, last_player)
            case m.Say() | m.Invite() | m.SetCode() | m.Rematch() | m.CloseRematch() as command:
                self.reply(id, await services.lobby.carry_out(command, user))
            case command if isinstance(command, m.AnalysisCommand | m.ChallengeCommand | m.SetRelation):
                self.reply(id, await services.lobby.carry_out(command, user))
            case m.WatchSeeks() | m.Seek() | m.Unseek() | m.AcceptSeek() as command:
                self.reply(id, await services.seeks.answer(command, user, self, self.is_current))
            case tournament if isinstance(tournament, m.TournamentRequest):
                await services.tournaments.answer(self, id, tournament, user)
            case message:
                assert isinstance(message, m.AccountCommand), f"{message} is handled above"
                reply = await services.accounts.answer(message, user, self._credential, self)
                if isinstance(reply, m.SignedIn):
                    self._user = services.accounts.attendance.user_of(self)
                self.reply(id, reply)

    def _greet(self, request: Request) -> None:
        hello = request.message
        if not isinstance(hello, m.Hello):
            raise ProtocolError("hello_first", N_("The first message must name the versions of the protocol"))
        _check_id(request)
        try:
            reply = self._services.welcome(hello, self._nonce, self.remote)
        except ProtocolError as error:
            self._refuse(request.id, error.code, error.text.template, **error.text.args)
            raise
        self._program = hello.program
        self.greeted, self.is_current = True, reply.protocol >= m.DICE_PROTOCOL
        self.reply(request.id, reply)

    async def _sign_in(self, id: int, request: m.SignIn) -> None:
        services = self._services
        if self._user is not None:
            self._refuse(id, "signed_in", N_("This connection is signed in"))
            return
        try:
            seen = self._public if self._public and self._connection.is_named else self._fingerprint
            user, self._credential, reply = await services.accounts.sign_in(request, self, self._nonce, seen)
        except RequestRefused as refusal:
            self._refuse(id, refusal.code, refusal.text.template, **refusal.text.args)
            return
        self._user = user
        self._decoder.limit = TO_SERVER
        log.info("%s: %s came", self.remote, user.name)
        signed_in = encode(services.limiter.counters.count_reply(reply), id)
        with self._counted(request, user):
            self._send(signed_in + services.lobby.lists.complete(user.account))  # one packet instead of three
            services.accounts.attendance.came_online(user.account)
            await services.lobby.send_first(self, user.account, is_new=reply.new)
            services.tournaments.came(self, user.account)
            await services.accounts.check_again(self, user, self._credential)

    async def _forgot_password(self, id: int, message: m.ForgotPassword) -> None:
        await self._pace_requests()
        self.reply(id, await self._services.accounts.forgot_password(message, self.remote))

    def _list_tables(self, id: int, wanted: str) -> None:
        services = self._services
        frame = services.lobby.lists.tables_reply(id, None if self._user is not None else wanted)
        if services.admission.may_list(self.remote, services.limiter.now(), len(frame)):
            self._connection.send(frame)
        else:
            self._refuse(id, "too_fast", N_("You request the list of tables too often. Wait a moment"))

    # ---- tables

    async def _table_command(self, request: Request, command: m.TableCommand) -> None:
        """Give a command to its table at once, unless something has to be waited for."""
        if (wait := self._move_rate.wait_s(self._heard_at)) > 0:
            await self._slow_down(wait, "move")
        returning: list[trio.Event] = []
        if isinstance(command, m.SendClaim):
            # a sign-in that arrived together with the claim begins first: a player who is back is not absent
            await trio.lowlevel.checkpoint()
            returning = self._services.accounts.pending
        elif (
            self._table_queue.is_idle
            and self._commands < _most_before(command)
            and (actor := self._services.tables.get(command.table)) is not None
            and not actor.is_new
        ):
            self._give(actor, request, command)
            return
        work = partial(self._table_command_in_turn, request, command, returning)
        await self._add(self._table_queue, request.id, work)

    async def _table_command_in_turn(
        self, request: Request, command: m.TableCommand, returning: list[trio.Event]
    ) -> None:
        """Carry out a command after the sign-ins that began before it."""
        assert self._user is not None, "a connection does not sign out"
        await self._wait_for_answers(_most_before(command))
        with trio.CancelScope(deadline=request.read_at + MAX_PENDING_S):
            for done in returning:
                await done.wait()
        with self._services.tables.reading(command, self._user) as may_read:
            actor = await self._services.tables.load(command.table) if may_read else None
        if actor is not None:
            self._give(actor, request, command)
        else:
            self.reply(request.id, NO_TABLE if may_read else TOO_FAST)

    def _give(self, actor: TableActor, request: Request, command: m.TableCommand) -> None:
        assert self._user is not None, "a connection does not sign out"
        tables, user = self._services.tables, self._user
        if (refused := tables.refusal_of_seat(actor, command, user, self.remote)) is not None:
            self.reply(request.id, refused)
        else:
            self._post(actor, request, command, user)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Count as a command at work at a table during the block."""
        self._commands += 1
        try:
            yield
        finally:
            self._commands -= 1
            self._answered.unpark_all()

    async def _wait_for_answers(self, most: int) -> None:
        """Wait while so many commands of this connection are at work: other clients use the tables as well."""
        while self._commands >= most:
            await self._answered.park()

    def _post(
        self,
        actor: TableActor,
        request: Request,
        command: m.MakeTable | m.TableCommand,
        user: User,
        last_player: Player | None = None,
    ) -> None:
        self._commands += 1
        rtt, read_at = self._probes.rtt, request.read_at
        actor.post(CommandEnvelope(command, request.arrived, user, self, request.id, rtt, read_at, last_player))

    def _refuse(self, id: int, code: str, template: str, /, **args: str | int) -> None:
        self.reply(id, m.Refused(code=code, template=template, args=args))


def _check_id(request: Request) -> None:
    """`ProtocolError` for a request with the id 0: its answer would look like a push."""
    if not request.id and not isinstance(request.message, m.Echo | m.Bye):
        raise ProtocolError("not_a_frame", N_("A request needs an id other than 0: its answer has the same one"))


def _most_before(command: m.TableCommand) -> int:
    """Return at how many commands at work a command waits: for all if it takes a seat, because seats are counted."""
    return 1 if isinstance(command, m.TakeSeat) else MAX_COMMANDS
