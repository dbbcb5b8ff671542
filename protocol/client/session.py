"""One person at one server, through lost connections, restarts of the server and changes of its address."""

import logging
import math
import random
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, Literal, TypeVar

import trio
from msgspec import structs

from netgame.match.events import Event
from netgame.text import Text
from protocol import messages as m
from protocol.address import Address
from protocol.client.connection import Connection, WatchStarted, connect
from protocol.client.credentials import Credentials
from protocol.client.dial import Server
from protocol.client.lists import Lists
from protocol.client.updates import EventsCame, StatusChanged, Update, WatchBegins, WatchEnded, update_of
from protocol.errors import ConnectError, Lost, ProtocolError, Refusal
from protocol.event_codec import event_from_plain
from protocol.identity.device_key import DeviceKey

log = logging.getLogger(__name__)

Status = Literal["connecting", "online", "waiting", "failed"]
AboutTable = m.TableCommand | m.Rematch | m.CloseRematch | m.Invite
ReplyT = TypeVar("ReplyT", bound=m.Message)

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 15.0
PING_EVERY_S = 20.0  # the server drops who is silent for three times as long
STEADY_S = 10.0  # a connection that lasted this long was a good one: after it the pauses begin anew
PONG_WITHIN_S = 10.0
SIGN_IN_WITHIN_S = 10.0
MAX_UPDATES = 10_000  # that nobody has looked at; then the line is let go, until somebody does
FINAL: Final = frozenset(  # trying again would not help, or would fight with itself
    (
        "version", "replaced", "bad_name", "bad_password", "bad_link", "bad_proof", "guests_off", "no_sign_up",
        "name_taken", "weak_password", "registered", "muted_here", "banned", "kicked", "revoked",
    )
)  # fmt: skip


class Session:
    """Stays signed in and keeps watching until cancelled. Commands are answered once, however often the line breaks.

    Cancelled, it says goodbye to the server: that tells who left from whose line broke.

    `status`: "connecting", "online", "waiting" (for the next try) or "failed" (`run` has returned); `error` says why in
    the last two, and `error_code` to programs. `updates` tells what happens in order; while nobody reads it no
    connection is kept. Who this is, is said by `device`, `token`, `password` or `link`, see `protocol.messages.SignIn`.
    """

    def __init__(
        self,
        server: Server,
        name: str,
        token: bytes | None,
        *,
        device: DeviceKey | None = None,
        password: str | None = None,
        link: str | None = None,
        sign_up: bool = False,
        label: str = "",
        locate: Callable[[], Iterable[Address]] | None = None,
        plain: bool = False,
    ) -> None:
        self.status: Status = "connecting"
        self.error: Text | None = None
        self.signed_in: m.SignedIn | None = None
        self.server = server
        self.welcome: m.Welcome | None = None  # what the server said of itself
        self.error_code = ""
        self.retry_at = 0.0  # on trio's clock: when the next try is due, while `status` is "waiting"
        token = token or (b"" if device or password is not None else secrets.token_bytes(m.TOKEN_BYTES))
        self._credentials = Credentials(name, token, device, password, link, sign_up, label)
        self._name, self._locate, self._plain = name, locate, plain
        self._watched: dict[str, int] = {}  # table -> number of the last event told
        self._codes: dict[str, str] = {}  # of those, for the next time
        self._connection: Connection | None = None
        self._lists = Lists()
        self._news = trio.Event()  # replaced whenever status changes
        self._hurry = trio.Event()
        self._over: ConnectError | None = None
        self._pause_s = FIRST_PAUSE_S
        self._tell, self.updates = trio.open_memory_channel[Update](math.inf)  # see MAX_UPDATES

    @property
    def token(self) -> bytes:
        """Is the same person the next time; belongs to this server alone. Empty where the device's key is enough."""
        return self._credentials.token

    def identify(self, token: bytes | None, device: DeviceKey | None) -> None:
        """Sign in with this token and this key in place of those given to the constructor. Call it before `run`."""
        self._credentials.device = device
        if token or device is not None:
            self._credentials.token = token or b""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Connect, sign in, watch again, and all of it anew after every loss; until cancelled or "failed"."""
        task_status.started()
        try:
            while await self._try_once():
                with trio.CancelScope(deadline=self.retry_at):
                    await self._hurry.wait()
                self._hurry = trio.Event()
                self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)
                self._set("connecting", self.error)
        finally:
            self._over = self._over or ConnectError("closed", "This program has left the server")
            self._wake()

    def retry_now(self) -> None:
        """Try again now, because the player asks for it; the pauses begin again with the shortest."""
        self._pause_s = FIRST_PAUSE_S
        self._hurry.set()

    def seen(self) -> None:
        """Try again now, because the server was found on the network. The pauses go on growing: a server that is full
        can be found all the time."""
        self._hurry.set()

    async def make_table(
        self,
        game: str,
        options: dict[str, str | int | bool | None],
        title: str = "",
        player: int | None = None,
        position: str | None = None,
        **more: Any,
    ) -> str:
        """Open a table and sit at it; the table's name. `position` is a position text to start from.

        `more` are further fields of `MakeTable`: clock, absence, rated, access, code, spectators, ...
        """
        message = m.MakeTable(
            key=_new_key(), game=game, options=options, title=title, player=player, position=position, **more
        )
        return (await self.request_with_retry(message, m.Done)).table

    async def watch(self, table: str, after: int = 0, code: str = "") -> None:
        """Tell the events after that number in `updates`, and all that follow, through lost connections as well.

        `WatchBegins` comes before the first of them, and has 0 where all of them come instead. `code` is the one of a
        table that asks for it.
        """
        known = table in self._watched
        self._watched.setdefault(table, after)
        self._codes[table] = code
        try:
            await self.request_with_retry(m.Watch(table=table, after=after, code=code), m.Done)
        except Refusal:
            if not known:
                self._forget(table)
            raise

    async def unwatch(self, table: str) -> None:
        """Tell nothing more of that table."""
        if self._forget(table) and self._usable() is not None:
            await self.request_with_retry(m.Unwatch(table=table), m.Done)

    async def command(self, table: str, kind: type[AboutTable], /, **fields: Any) -> m.Done:
        """A command about a table, given without table and key: `command(table, SendMove, position=4, move="b4")`.

        It is sent again with the same key after a lost connection, so it is taken once. `Refusal` where it is not,
        `ConnectError` where nothing can be known about it.
        """
        return await self.request_with_retry(kind(table=table, key=_new_key(), **fields), m.Done)

    async def say(self, room: m.RoomKind, table: str, text: str) -> None:
        """A line of chat, said once; `table` is empty for the lobby. It comes back in `ChatCame` as to everybody."""
        await self.request_with_retry(m.Say(key=_new_key(), room=room, table=table, text=text), m.Done)

    async def history(
        self, account: str | None = None, game: str | None = None, before: int | None = None, limit: int = 50
    ) -> m.History:
        """Finished matches, the last to end first. `before` is the `place` of the last one that is known."""
        return await self.request_with_retry(
            m.GetHistory(account=account, game=game, before=before, limit=limit), m.History
        )

    async def profile(self, account: str) -> m.Profile:
        """How that person plays each game."""
        return await self.request_with_retry(m.GetProfile(account=account), m.Profile)

    async def ask(self, message: m.AccountCommand, kind: type[ReplyT]) -> ReplyT:
        """What is about the own account, or for moderators; asked again after a lost connection."""
        if isinstance(message, m.Report):
            message = structs.replace(message, key=_new_key())
        reply = await self.request_with_retry(message, kind)
        if isinstance(reply, m.SignedIn):
            self.signed_in = reply
            self._credentials.accepted(reply)
            self._credentials.name = self._name = reply.name
        return reply

    # ---- asking

    async def request_with_retry(self, message: m.Message, kind: type[ReplyT]) -> ReplyT:
        while True:
            connection = await self._online()
            try:
                return await connection.ask(message, kind)
            except Lost:
                continue  # the session comes back, or `_online` says why it does not
            except ProtocolError as error:
                raise ConnectError(error.code, error.text) from error

    async def _online(self) -> Connection:
        while (connection := self._usable()) is None:
            if self._over is not None:
                raise type(self._over)(self._over.code, self._over.text)
            await self._news.wait()
        return connection

    def _usable(self) -> Connection | None:
        connection = self._connection
        return connection if connection is not None and connection.ended is None else None

    # ---- the life of a connection

    async def _try_once(self) -> bool:
        """One connection from beginning to end; False if there shall be no other."""
        entered = math.inf
        try:
            async with connect(self._where(), plain=self._plain) as connection:
                await self._enter(connection)
                entered = trio.current_time()
                await self._follow(connection)
        except (ConnectError, Refusal, ProtocolError) as error:
            log.info("%s: %s", self._name, error)
            self.error_code = error.code
            if error.code in FINAL or (error.code == "too_soon" and self._credentials.password is not None):
                self._over = ConnectError(error.code, error.text)
            self._connection = None
            if trio.current_time() - entered >= STEADY_S:
                self._pause_s = FIRST_PAUSE_S
            self.retry_at = trio.current_time() + self._pause_s * random.uniform(0.5, 1)
            self._set("failed" if self._over else "waiting", error.text)
        finally:
            self._connection = None
        return self._over is None

    def _where(self) -> Server:
        found = list(self._locate()) if self._locate is not None else []
        return replace(self.server, addresses=tuple(dict.fromkeys([*found, *self.server.addresses])))

    async def _enter(self, connection: Connection) -> None:
        with trio.move_on_after(SIGN_IN_WITHIN_S):
            self.welcome = connection.welcome
            self.signed_in = await connection.sign_in_with(self._credentials)
            if self.server.fingerprint is None and connection.fingerprint:
                # the token goes to no other server from now on, whoever gets this address
                self.server = Server(connection.fingerprint, self.server.addresses, connection.public_name)
            for table, after in list(self._watched.items()):
                await self._watch_again(connection, table, after)
            self._connection, self._lists = connection, Lists()
            self._set("online", None)
            return
        raise _silent()

    async def _watch_again(self, connection: Connection, table: str, after: int) -> None:
        try:
            await connection.ask(m.Watch(table=table, after=after, code=self._codes.get(table, "")), m.Done)
        except Refusal as refusal:
            self._forget(table)
            self._update(WatchEnded(table, refusal.text))

    async def _follow(self, connection: Connection) -> None:
        next_ping = trio.current_time() + PING_EVERY_S
        while True:
            if self._tell.statistics().current_buffer_used >= MAX_UPDATES:
                raise Lost("unread", "This program does not look at what the server tells it")
            with trio.CancelScope(deadline=next_ping) as quiet:
                try:
                    self.handle_push(await connection.pushes.receive())
                except trio.EndOfChannel:
                    raise connection.ended or _silent() from None
            if quiet.cancelled_caught:
                with trio.move_on_after(PONG_WITHIN_S) as patience:
                    await connection.ping()
                if patience.cancelled_caught:
                    raise _silent()
                next_ping = trio.current_time() + PING_EVERY_S

    def handle_push(self, push: m.Message) -> None:
        match push:
            case m.TableEvents(table=table, events=plain):
                self._took_events(table, plain)
            case WatchStarted(table=table, after=after):
                if table in self._watched:  # and nobody asked to stop meanwhile
                    # what a server tells once more, since its clock was set back, is not told on
                    self._watched[table] = after = max(after, self._watched[table]) if after else 0
                    self._update(WatchBegins(table, after))
            case _ if (update := self._lists.take(push) or update_of(push)) is not None:
                self._update(update)

    def _took_events(self, table: str, plain: list[dict[str, Any]]) -> None:
        last = self._watched.get(table)
        if last is None:
            return  # told while the request to stop was on its way
        try:
            events: tuple[Event, ...] = tuple(event for event in map(event_from_plain, plain) if event.number > last)
        except ProtocolError as error:  # another connection would tell the same again
            self._forget(table)
            self._update(WatchEnded(table, error.text))
            return
        if [event.number for event in events] != list(range(last + 1, last + 1 + len(events))):
            raise ProtocolError("gap", "The server left out what happened at the table")
        if events:
            self._watched[table] = events[-1].number
            self._update(EventsCame(table, events))

    def _forget(self, table: str) -> bool:
        """Watch it no more; False where it was not watched."""
        self._codes.pop(table, None)
        return self._watched.pop(table, None) is not None

    # ---- telling

    def _set(self, status: Status, error: Text | None) -> None:
        self.status, self.error = status, error
        self._wake()
        self._update(StatusChanged())

    def _wake(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _update(self, update: Update) -> None:
        with suppress(trio.BrokenResourceError):  # nobody wants to know any more
            self._tell.send_nowait(update)


def _new_key() -> bytes:
    return secrets.token_bytes(m.KEY_BYTES)


def _silent() -> Lost:
    return Lost("lost", "The server does not answer any more")
