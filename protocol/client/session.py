"""A player's session at one server that survives lost connections, restarts of the server and new addresses."""

import logging
import math
import random
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal, TypeVar

import trio
from msgspec import structs

from netgame.match.events import Event
from netgame.text import N_, Text
from protocol import messages as m
from protocol.address import Address, is_public, with_announced
from protocol.client.connection import Connection, connect
from protocol.client.credentials import Credentials
from protocol.client.dial import Dial, Server, dial
from protocol.client.lists import LobbyLists, OpenChallenges
from protocol.client.updates import (
    NewEvents,
    NewTournamentEvents,
    StatusChanged,
    TournamentWatchEnded,
    Update,
    WatchEnded,
    WatchStarted,
)
from protocol.errors import ConnectError, Lost, ProtocolError, Refusal, WireError
from protocol.event_codec import event_from_plain, tournament_codec
from protocol.identity.device_key import DeviceKey

log = logging.getLogger(__name__)

Status = Literal["connecting", "online", "waiting", "failed"]
AboutTable = m.TableCommand | m.AnalysisCommand | m.Rematch | m.CloseRematch | m.Invite | m.SetCode
ReplyT = TypeVar("ReplyT", bound=m.Message)

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 15.0
PING_INTERVAL_S = 20.0  # the server drops connections that were silent for three times as long
WATCHING_PING_INTERVAL_S = 2.0  # while a table is watched: the server then drops connections sooner
STABLE_AFTER_S = 2.0  # after a connection that lasted this long, the next try comes at once
RECOVERY_S = 60.0  # after the loss of such a connection, or if a server is GONE, pauses are short for so long:
RECOVERY_PAUSE_S = 1.0  # another server of the service, or a restarted one, may answer any moment
PONG_TIMEOUT_S = 10.0
WATCHING_PONG_TIMEOUT_S = 2.5
HELD_UP_S = 0.5  # a deadline that is handled so late says that this computer was held up
SIGN_IN_TIMEOUT_S = 10.0
MAX_UPDATES = 10_000  # unread ones; above it the session closes the connection until the program reads them
AT_ONCE = 16  # pushes that are handled before other tasks run
UNCONFIRMED: Final = "unconfirmed"  # the code of a refusal that does not say whether the command was carried out
UNCONFIRMED_PAUSE_S = 1.0  # until such a command is sent again
LATER: Final = frozenset(("internal", "too_fast"))  # a table or tournament is watched again with the next connection
GONE: Final = frozenset(("lost", "stopping", "away"))  # codes of losses that are not the fault of this connection
OTHER_COURSE = Text(
    N_("The server has another course of this game than you have seen, perhaps from a copy of its data. Open it again")
)
FINAL: Final = frozenset(  # codes after which another try cannot succeed, or would throw out another client
    (
        "version", "replaced", "bad_name", "bad_password", "bad_link", "bad_proof", "guests_off", "no_sign_up",
        "name_taken", "weak_password", "registered", "muted_here", "banned", "kicked", "revoked", "no_computers",
        "bad_computer", "other_player",
    )
)  # fmt: skip


class Session:
    """Stays signed in and keeps watching its tables until cancelled. Each command takes effect at most once.

    `status` is "connecting", "online", "waiting" (for the next try) or "failed" (`run` has returned). In the last two
    `error` holds the reason for people and `error_code` for programs. `updates` yields what happens, in order; a
    program that does not read it loses its connection. `device`, `token`, `password`, `link` and `reset` say who the
    player is, see `protocol.messages.SignIn`. When `run` is cancelled the session says goodbye to the server.
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
        computer: str = "",
        reset: str | None = None,
        locate: Callable[[], Iterable[Address]] | None = None,
        plain: bool = False,
        dial: Dial = dial,
    ) -> None:
        """`locate` returns further addresses of the server; it is called before each connection attempt.

        `computer` says that this is a computer player, and which one, for example "level 3".
        """
        self.status: Status = "connecting"
        self.error: Text | None = None
        self.error_code = ""
        self.signed_in: m.SignedIn | None = None
        self.server = server
        self.welcome: m.Welcome | None = None  # the server's greeting
        self.lobby = LobbyLists()
        self.challenges = OpenChallenges()
        self.retry_at = 0.0  # on trio's clock: when the next try is due, while `status` is "waiting"
        token = token or (b"" if device or password is not None else secrets.token_bytes(m.TOKEN_BYTES))
        self._credentials = Credentials(name, token, device, password, link, sign_up, label, computer, reset)
        self._locate, self._plain, self._dial = locate, plain, dial
        self._watched: dict[str, int] = {}  # table -> number of the last event passed on
        self._last: dict[str, Event] = {}  # watched table -> the last event passed on
        self._to_compare: dict[str, Event] = {}  # the same, until the server has sent that event again
        self._gaps: dict[str, int] = {}  # table -> number of the last event before a gap
        self._restarting: set[str] = set()  # watched tables whose events are dropped until the log comes again
        self._watches_seeks = False
        self._tournaments: dict[str, int] = {}  # watched tournament -> number of the last event passed on
        self._lists_tournaments = False
        self._codes: dict[str, str] = {}  # access codes of watched tables, for the next connection
        self._connection: Connection | None = None
        self._status_changed = trio.Event()  # replaced after each change
        self._retry = trio.Event()
        self._over: ConnectError | None = None
        self._pause_s = FIRST_PAUSE_S
        self._lost_at = -math.inf  # when the last recovery began
        self._address: Address | None = None  # the one that answered the current try
        self._failed: dict[Address, float] = {}  # when a connection to an address failed although it had answered
        self._update_sender, self.updates = trio.open_memory_channel[Update](math.inf)  # see MAX_UPDATES

    @property
    def name(self) -> str:
        """The name of this player at the server; before the first sign-in the wanted one."""
        return self.signed_in.name if self.signed_in is not None else self._credentials.name

    @property
    def signing_key(self) -> bytes:
        """The public key with which the server signs logs; b"" if it signs none, and before its greeting."""
        return self.welcome.signing_key if self.welcome is not None else b""

    @property
    def former_keys(self) -> tuple[bytes, ...]:
        """The public keys with which the server signs older logs."""
        return self.welcome.former_keys if self.welcome is not None else ()

    @property
    def is_server_here(self) -> bool:
        """Whether the server runs on this computer, as far as its address shows."""
        return self._address is not None and self._address.is_loopback

    @property
    def token(self) -> bytes:
        """Signs in to the same account the next time, at this server only. Empty if the device key is enough."""
        return self._credentials.token

    def identify(self, token: bytes | None, device: DeviceKey | None, installation: bytes = b"") -> None:
        """Use this token and key instead of those given to the constructor. Call it before `run`."""
        self._credentials.device, self._credentials.installation = device, installation
        if token or device is not None:
            self._credentials.token = token or b""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Connect, sign in and watch, and repeat it after every loss, until cancelled or "failed"."""
        task_status.started()
        try:
            while await self._connect_once():
                with trio.CancelScope(deadline=self.retry_at):
                    await self._retry.wait()
                self._retry = trio.Event()
                self._set_status("connecting", self.error)
        finally:
            self.end()

    def end(self) -> None:
        """Let the session fail: its status is "failed", and requests raise `ConnectError`. The caller cancels `run`."""
        self._over = self._over or ConnectError("closed", N_("This program has left the server"))
        self.error_code = self._over.code
        self._set_status("failed", self._over.text)

    def retry_now(self, *, reset_pauses: bool = True) -> None:
        """Try to connect at once.

        Use `reset_pauses=False` if discovery found the server: a full server can be found again and again, so the
        pauses between the tries have to keep growing.
        """
        if reset_pauses:
            self._pause_s = FIRST_PAUSE_S
        self._retry.set()

    # ---- requests

    async def make_table(
        self,
        game: str,
        options: dict[str, str | int | bool | None],
        title: str = "",
        player: int | None = None,
        position: str | None = None,
        **more: Any,
    ) -> str:
        """Make a table, take a seat there, and return the table's name. `position` is a position text to start from.

        `more` are further fields of `MakeTable`: clock, absence, rated, access, code, spectators, ...
        """
        message = m.MakeTable(
            key=_new_key(), game=game, options=options, title=title, player=player, position=position, **more
        )
        return (await self.request_with_retry(message, m.Done)).table

    async def watch(self, table: str, after: int = 0, code: str = "") -> None:
        """Send the events after that number and all later ones to `updates`, across lost connections.

        A `WatchStarted` comes before the first of them. `code` is the access code of the table.
        """
        was_watched = table in self._watched
        self._watched.setdefault(table, after)
        self._codes[table] = code
        try:
            await self.request_with_retry(m.Watch(table=table, after=after, code=code), m.Done)
        except Refusal:
            if not was_watched:
                self._forget(table)
            raise

    async def watch_again(self, table: str) -> None:
        """Send all events of a watched table once more, after a `WatchStarted`; drop those that are on their way."""
        if table in self._watched:
            self._restarting.add(table)
            self._watched[table] = 0
            await self.request_with_retry(m.Watch(table=table, code=self._codes.get(table, "")), m.Done)

    async def unwatch(self, table: str) -> None:
        """Stop watching a table."""
        if self._forget(table) and self._live_connection() is not None:
            await self.request_with_retry(m.Unwatch(table=table), m.Done)

    async def watch_seeks(self) -> None:
        """Keep `lobby.seeks` up to date, across lost connections. Raise `Refusal` if the server is older."""
        await self.request_with_retry(m.WatchSeeks(), m.Done)
        self._watches_seeks = True

    async def seek(self, **fields: Any) -> None:
        """Look for an opponent; `fields` are those of `Seek`. The wish ends with the connection."""
        await (await self.online()).ask(m.Seek(key=_new_key(), **fields), m.Done)

    async def unseek(self) -> None:
        """Withdraw the own wish. Raise `Refusal` if it has just found an opponent."""
        await self.request_with_retry(m.Unseek(), m.Done)

    async def leave_pair(self, table: str) -> bool:
        """Abort the match that the own wish has just got, because another server gave one in the same moment.

        Return False if the server is older and does not know that. `Refusal` if somebody has moved, or it is too late.
        """
        return bool((await self.request_with_retry(m.Unseek(table=table), m.Done)).table)

    async def accept_seek(self, seek: str) -> str:
        """Play with the player of a wish, and return the table."""
        return (await self.request_with_retry(m.AcceptSeek(key=_new_key(), seek=seek), m.Done)).table

    async def command(self, table: str, kind: type[AboutTable], /, **fields: Any) -> m.Done:
        """Send a command about a table, for example `command(table, SendMove, position=4, move="b4")`.

        The session adds a key where the command has one, and sends the command again with the same key after a lost
        connection, so it takes effect once. As `request_with_retry`, it does not send a `ShowLine` again. Raise
        `Refusal` if the server refuses it, and `ConnectError` if the session ends before the answer.
        """
        if "key" in kind.__struct_fields__:
            fields["key"] = _new_key()
        return await self.request_with_retry(kind(table=table, **fields), m.Done)

    async def list_tournaments(self) -> None:
        """Keep `lobby.tournaments` up to date from now on, across lost connections."""
        await self.request_with_retry(m.ListTournaments(), m.Tournaments)
        self._lists_tournaments = True

    async def watch_tournament(self, tournament: str) -> None:
        """Send the events of a tournament to `updates`, across lost connections."""
        self._tournaments.setdefault(tournament, 0)
        message = m.WatchTournament(tournament=tournament, after=self._tournaments[tournament])
        try:
            await self.request_with_retry(message, m.Done)
        except Refusal:
            self._tournaments.pop(tournament, None)
            raise

    async def unwatch_tournament(self, tournament: str) -> None:
        """Stop watching a tournament."""
        if self._tournaments.pop(tournament, None) is not None and self._live_connection() is not None:
            await self.request_with_retry(m.UnwatchTournament(tournament=tournament), m.Done)

    async def make_tournament(self, **terms: Any) -> str:
        """Make a tournament and return its id. `terms` are the fields of `MakeTournament`."""
        return (await self.request_with_retry(m.MakeTournament(key=_new_key(), **terms), m.Done)).table

    async def order_in(self, tournament: str, kind: type[m.TournamentOrder], /, **fields: Any) -> m.Done:
        """Send a command about a tournament. As with `command`, it takes effect once."""
        return await self.request_with_retry(kind(tournament=tournament, key=_new_key(), **fields), m.Done)

    async def say(self, room: m.RoomKind, table: str, text: str, account: str = "") -> None:
        """Send a line of chat; `table` is empty for the lobby. It comes back in a `Chat` update, as to everybody.

        `account` is the player that a line of the room `direct` is for.
        """
        message = m.Say(key=_new_key(), room=room, table=table, account=account, text=text)
        await self.request_with_retry(message, m.Done)

    async def rename(self, name: str) -> None:
        """Use this name from now on; at once, if the session is online. Raise `Refusal` for a registered account."""
        self._credentials.name = name
        if self._live_connection() is not None:
            self.signed_in = await self.request_with_retry(m.SetName(name=name), m.SignedIn)
            self._set_status(self.status, self.error)

    async def history(
        self, account: str | None = None, game: str | None = None, before: int | None = None, limit: int = 50,
        other: str | None = None,
    ) -> m.History:  # fmt: skip
        """Return finished matches, the latest end first. `before` is the `place` of the last match known.

        `other`: only those of `account` against it.
        """
        message = m.GetHistory(account=account, game=game, before=before, limit=limit, other=other)
        return await self.request_with_retry(message, m.History)

    async def profile(self, account: str) -> m.Profile:
        """Return the ratings and results of a player."""
        return await self.request_with_retry(m.GetProfile(account=account), m.Profile)

    async def ask(
        self, message: m.AccountCommand | m.ChallengeCommand | m.SetRelation | m.PeopleQuestion, kind: type[ReplyT]
    ) -> ReplyT:
        """Send a request about the own account, other people, or for moderators; again after a lost connection."""
        if isinstance(message, m.Report):
            message = structs.replace(message, key=_new_key())
        reply = await self.request_with_retry(message, kind)
        if isinstance(reply, m.SignedIn):
            self.signed_in = reply
            self._credentials.accept(reply)
            self._credentials.name = reply.name
            self._set_status(self.status, self.error)
        return reply

    async def challenge(self, account: str, terms: m.GameTerms, changes: str = "", dice: m.DiceSource = "host") -> None:
        """Challenge a player. Raise `Refusal` if the server refuses it."""
        message = m.Challenge(key=_new_key(), account=account, terms=terms, changes=changes, dice=dice)
        await self.request_with_retry(message, m.Done)

    async def request_with_retry(self, message: m.Message, kind: type[ReplyT]) -> ReplyT:
        """Send a request and return its reply.

        Send it again whenever the connection is lost before the reply, or it is unknown what became of it. A `ShowLine`
        is not sent again: then this raises `Lost`.
        """
        while True:
            connection = await self.online()
            try:
                return await connection.ask(message, kind)
            except Lost:
                if isinstance(message, m.ShowLine):  # the other player may have shown another position since
                    raise
            except Refusal as refusal:
                if refusal.code != UNCONFIRMED:
                    raise
                await trio.sleep(UNCONFIRMED_PAUSE_S)
            except ProtocolError as error:
                raise ConnectError(error.code, error.text) from error

    async def online(self) -> Connection:
        """Wait until the session is signed in and return its connection. Raise `ConnectError` if it has failed."""
        while (connection := self._live_connection()) is None:
            await trio.lowlevel.checkpoint_if_cancelled()  # what cancels `run` often cancels this as well
            if self._over is not None:
                raise type(self._over)(self._over.code, self._over.text)
            await self._status_changed.wait()
        return connection

    async def status_change(self) -> None:
        """Wait until `status` is set again."""
        await self._status_changed.wait()

    def _live_connection(self) -> Connection | None:
        connection = self._connection
        return connection if connection is not None and connection.ended is None else None

    # ---- the connection

    async def _connect_once(self) -> bool:
        """Run one connection until it ends. Return False if there must be no other."""
        online_since = math.inf
        server = replace(self.server, addresses=self._addresses_in_turn())
        try:
            async with connect(server, plain=self._plain, dial=self._dial, on_dial=self._note_address) as connection:
                try:
                    await self._sign_in(connection)
                except WireError:
                    self._keep_progress(connection)
                    raise
                online_since = trio.current_time()
                await self._handle_pushes(connection)
        except (ConnectError, Refusal, ProtocolError) as error:
            log.info("%s: %s", self.name, error)
            self.error_code = error.code
            if error.code in FINAL or (error.code == "too_soon" and self._credentials.password is not None):
                self._over = ConnectError(error.code, error.text)
            self._connection = None
            if self._address is not None:
                self._failed[self._address] = trio.current_time()
            self.retry_at = trio.current_time() + self._pause_after(online_since, error.code)
            self._set_status("waiting", error.text)
        finally:
            self._connection = None
        return self._over is None

    def _pause_after(self, online_since: float, code: str) -> float:
        """Return the seconds until the next try, after a connection online since then (infinity: never)."""
        now = trio.current_time()
        if code in GONE and now >= online_since:
            self._lost_at = now
        if now - online_since >= STABLE_AFTER_S and code != "breaks_rules":
            self._lost_at, self._pause_s = now, FIRST_PAUSE_S
            return 0.0
        pause_s = min(self._pause_s, RECOVERY_PAUSE_S) if now < self._lost_at + RECOVERY_S else self._pause_s
        self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)
        return pause_s * random.uniform(0.5, 1)

    def _addresses_in_turn(self) -> tuple[Address, ...]:
        """Return all known addresses of the server; those whose connections failed last come last."""
        found = list(self._locate()) if self._locate is not None else []
        addresses = tuple(dict.fromkeys([*found, *self.server.addresses]))
        self._address, self._failed = None, {each: self._failed[each] for each in addresses if each in self._failed}
        return tuple(sorted(addresses, key=lambda address: self._failed.get(address, -math.inf)))

    def _note_address(self, address: Address) -> None:
        self._address = address

    async def _sign_in(self, connection: Connection) -> None:
        """Sign in and watch the tables again. Many long logs on a slow line may take as long as something comes."""
        with trio.move_on_after(SIGN_IN_TIMEOUT_S) as patience:
            self.welcome, name = connection.welcome, self._credentials.name
            self.signed_in = await connection.sign_in_with(self._credentials)
            self.lobby.account, self.lobby.is_current = self.signed_in.account, False
            if self._credentials.name != name and not self.signed_in.registered:  # changed meanwhile
                self.signed_in = await connection.ask(m.SetName(name=self._credentials.name), m.SignedIn)
            if self.server.fingerprint is None and connection.fingerprint:
                # from now on the token goes to this server only, whichever server gets its address
                self.server = replace(
                    self.server, fingerprint=connection.fingerprint, public_name=connection.public_name
                )
            known = self.server.addresses
            addresses = with_announced(known, self.welcome.addresses)
            announced = self.server.announced.union(set(addresses).difference(known))
            is_public_server = all(is_public(address.host) for address in known)
            if self.server.instance not in (b"", self.welcome.instance):
                self._to_compare = dict(self._last)  # it may go on with an old copy of its data
            self.server = replace(
                self.server, addresses=addresses, announced=announced if is_public_server else frozenset(),
                instance=self.welcome.instance,
            )  # fmt: skip
            connection.on_heard = partial(_wait_on, patience)
            for table in list(self._watched):
                await self._watch_after_last(connection, table)
            if self._watches_seeks:
                with suppress(Refusal):  # an older version runs there now
                    self.lobby.seeks = None
                    await connection.ask(m.WatchSeeks(), m.Done)
            await self._follow_tournaments(connection)
            self._connection = connection
            self.challenges.clear()  # those that are still open follow
            self._set_status("online", None)
            return
        raise _timed_out()

    def _keep_progress(self, connection: Connection) -> None:
        """Take the events that a connection brought before it was online, so the next one does not bring them again."""
        with suppress(trio.WouldBlock, trio.EndOfChannel, WireError):
            while True:
                push = connection.pushes.receive_nowait()
                if isinstance(push, m.TableEvents | m.TournamentEvents | WatchStarted):
                    self._take(push)

    async def _watch_after_last(self, connection: Connection, table: str) -> None:
        """Watch a table again, after the last event that was passed on, unless `unwatch` was called meanwhile."""
        if (after := self._watched.get(table)) is None:
            return
        code = self._codes.get(table, "")
        if table in self._to_compare:
            after = max(0, after - 1)
        try:
            await connection.ask(m.Watch(table=table, after=after, code=code), m.Done)
        except Refusal as refusal:
            is_guess = refusal.code == "too_fast" and code  # the code may be wrong by now
            if refusal.code in LATER and not is_guess:
                raise
            self._end_watch(table, refusal.text)

    async def _follow_tournaments(self, connection: Connection) -> None:
        """List and watch the tournaments again."""
        if self._lists_tournaments:
            with suppress(Refusal):  # an older server at this address
                await connection.ask(m.ListTournaments(), m.Tournaments)
        for tournament, after in list(self._tournaments.items()):
            try:
                await connection.ask(m.WatchTournament(tournament=tournament, after=after), m.Done)
            except Refusal as refusal:
                if refusal.code in LATER:
                    raise
                self._end_tournament(tournament, refusal.text)

    async def _handle_pushes(self, connection: Connection) -> None:
        """Handle pushes until the connection ends; ping the server now and then, more often at a table."""
        while True:
            pinged_at = trio.current_time()
            with trio.CancelScope() as until_ping:
                while True:
                    due = pinged_at + (WATCHING_PING_INTERVAL_S if self._watched else PING_INTERVAL_S)
                    if due != until_ping.deadline:
                        until_ping.deadline = due
                    try:
                        self._take(await connection.pushes.receive())
                        with suppress(trio.WouldBlock):
                            for _ in range(AT_ONCE - 1):
                                if self._update_sender.statistics().current_buffer_used * 2 > MAX_UPDATES:
                                    break  # the program and its requests need their turns
                                self._take(connection.pushes.receive_nowait())
                        for table in [each for each in self._restarting if each in self._gaps]:
                            await self._watch_after_last(connection, table)
                    except trio.EndOfChannel:
                        raise connection.ended or _timed_out() from None
            await self._ping(connection)

    def _take(self, push: m.Message | WatchStarted) -> None:
        if self._update_sender.statistics().current_buffer_used >= MAX_UPDATES:
            raise Lost("unread", N_("This program does not read the updates of the server"))
        self.handle_push(push)

    async def _ping(self, connection: Connection) -> None:
        """Wait for the answer to a ping. Raise `Lost` when nothing at all has come from the server for too long."""
        while True:
            asked_at = trio.current_time()
            with trio.move_on_after(WATCHING_PONG_TIMEOUT_S if self._watched else PONG_TIMEOUT_S) as until_pong:
                await connection.ping()
                return
            # the answer may wait behind a long log, or unread because this computer was suspended or too busy
            was_held_up = trio.current_time() > until_pong.deadline + HELD_UP_S
            if connection.heard_at < asked_at and not was_held_up:
                raise _timed_out()

    def handle_push(self, push: m.Message | WatchStarted) -> None:
        """Turn a push into an update."""
        match push:
            case m.TableEvents(table=table, events=plain):
                self._handle_events(table, plain)
            case m.TournamentEvents():
                self._handle_tournament(push)
            case WatchStarted(table=table, after=after):
                self._restarting.discard(table)
                if table in self._watched:  # `unwatch` may have been called meanwhile
                    # events that a server with a shorter log sends again are not passed on twice
                    self._watched[table] = after = max(after, self._watched[table]) if after else 0
                    self._update(WatchStarted(table, after))
            case m.WatchEnded(table=table):
                if self._forget(table):
                    self._update(WatchEnded(table, push.text))
            case _ if (complete := self.lobby.apply(push)) is not None:
                self._update(complete)
            case (
                m.Presence() | m.Frozen() | m.Chat() | m.Invited() | m.RematchState()
                | m.AnalysisState() | m.Notice() | m.SeekPaired() | m.SeekEnded() | m.Notices()
            ):  # fmt: skip
                self._update(push)
            case m.Challenges() | m.ChallengeChanged():
                self.challenges.apply(push)
                self._update(push)

    def _handle_events(self, table: str, plain: list[dict[str, Any]]) -> None:
        last = self._watched.get(table)
        if last is None or table in self._restarting:
            return  # sent before the server saw the `Unwatch`, or the new `Watch`
        try:
            sent = tuple(map(event_from_plain, plain))
            events = tuple(event for event in sent if event.number > last)
            if last + len(events) > m.MAX_EVENTS:
                raise ProtocolError("too_long", N_("This table has more than {limit} events"), limit=m.MAX_EVENTS)
        except ProtocolError as error:  # another connection would bring the same events
            self._end_watch(table, error.text)
            return
        if not self._fits(table, sent):
            self._end_watch(table, OTHER_COURSE)
            return
        if [event.number for event in events] != list(range(last + 1, last + 1 + len(events))):
            if self._gaps.get(table) == last:  # the server sent the same gap again
                raise ProtocolError("gap", N_("The server skipped events of the table"))
            self._gaps[table] = last
            self._restarting.add(table)
        elif events:
            self._gaps.pop(table, None)
            self._watched[table], self._last[table] = events[-1].number, events[-1]
            self._update(NewEvents(table, events))

    def _fits(self, table: str, sent: Iterable[Event]) -> bool:
        """Return whether events go on with what was passed on, as far as they show it. A player may be renamed."""
        known = self._to_compare.get(table)
        again = next((event for event in sent if known is not None and event.number == known.number), None)
        if known is None or again is None:
            return True
        del self._to_compare[table]
        return (type(again), again.at) == (type(known), known.at)

    def _end_watch(self, table: str, why: Text) -> None:
        self._forget(table)
        self._update(WatchEnded(table, why))

    def _handle_tournament(self, push: m.TournamentEvents) -> None:
        tournament, last = push.tournament, self._tournaments.get(push.tournament)
        if last is None:
            return  # sent before the server saw the `UnwatchTournament`
        try:
            events = tuple(event for event in map(tournament_codec.from_plain, push.events) if event.number > last)
            if last + len(events) > m.MAX_TOURNAMENT_EVENTS:
                raise ProtocolError(
                    "too_long", N_("This tournament has more than {limit} events"), limit=m.MAX_TOURNAMENT_EVENTS
                )
        except ProtocolError as error:
            self._end_tournament(tournament, error.text)
            return
        if [event.number for event in events] != list(range(last + 1, last + 1 + len(events))):
            raise ProtocolError("gap", N_("The server skipped events of the tournament"))
        if not events:
            return
        self._tournaments[tournament] = last + len(events)
        names = {person.account: person.name for person in push.people}
        self._update(NewTournamentEvents(tournament, events, names))

    def _end_tournament(self, tournament: str, text: Text) -> None:
        self._tournaments.pop(tournament, None)
        self._update(TournamentWatchEnded(tournament, text))

    def _forget(self, table: str) -> bool:
        """Stop watching a table; return whether it was watched."""
        for kept in (self._codes, self._gaps, self._last, self._to_compare):
            kept.pop(table, None)
        self._restarting.discard(table)
        return self._watched.pop(table, None) is not None

    # ---- status and updates

    def _set_status(self, status: Status, error: Text | None) -> None:
        self.status, self.error = (status, error) if self._over is None else ("failed", self._over.text)
        self._wake_requests()
        self._update(StatusChanged())

    def _wake_requests(self) -> None:
        self._status_changed.set()
        self._status_changed = trio.Event()

    def _update(self, update: Update) -> None:
        with suppress(trio.BrokenResourceError):  # the program has closed `updates`
            self._update_sender.send_nowait(update)


def _new_key() -> bytes:
    return secrets.token_bytes(m.KEY_BYTES)


def _timed_out() -> Lost:
    return Lost("lost", N_("The server stopped answering"))


def _wait_on(patience: trio.CancelScope) -> None:
    patience.deadline = trio.current_time() + SIGN_IN_TIMEOUT_S
