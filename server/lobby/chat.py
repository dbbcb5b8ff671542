"""Chat in the lobby, at tables and among spectators. A line is checked, written to disk, then sent."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

import trio
from msgspec import structs

from netgame.text import N_, Text
from protocol import messages as m
from protocol.framing import encode
from protocol.texts import cleaned, is_legible
from server.accounts.sanctions import MUTED, Sanctions
from server.cluster.messages import ChatWritten, ToUser
from server.cluster.relay import Relay
from server.errors import RequestRefused, StoreProblem
from server.lobby.broadcast import EVERYBODY, Broadcast
from server.lobby.lobby import Lobby
from server.lobby.spectators import hidden_since
from server.lobby.table_access import TableAccess
from server.ops.limiter import Limiter
from server.refusals import BLOCKED, NO_TABLE, NOT_HERE
from server.storage.accounts import AccountStore
from server.storage.social import MAX_WAITING_OF_ONE, NotLeft, SocialStore, place_of_talk
from server.tables.actor import BUSY
from server.tables.commands import User
from server.tables.registry import TableRegistry
from server.tables.table import Table
from server.tables.users import Peer

log = logging.getLogger(__name__)

LOBBY_LINES, TABLE_LINES, DIRECT_LINES = 50, 200, 20  # sent to a connection that enters
KEPT_LINES_S = 1.0  # the last lines of the lobby for those who come; a renamed player may have the old name as long
MAX_TALKS = 50  # with other players, of which a connection gets the last lines
LINES_PER_REPORT = 20
MAX_WAITING = 100  # lines that wait for one account that is away
MAX_WAITING_OF_GUESTS = 50  # the same after which guests leave no more, so that they cannot use up all

TOO_FAST = m.Refused(code="too_fast", template=N_("You write too fast. Wait a moment and try again"))
PLAYERS_ONLY = m.Refused(
    code="players_only", template=N_("Only the two players can write here. Spectators have their own chat")
)
SPECTATORS_ONLY = m.Refused(code="spectators_only", template=N_("Only spectators of this table can write here"))
UNREAD = m.Refused(
    code="too_many", template=N_("{count} of your messages wait for that player. Write more after they have read them"),
    args={"count": MAX_WAITING_OF_ONE},
)  # fmt: skip
FULL = m.Refused(code="too_many", template=N_("Too many messages wait for that player. Try again later"))
BAD_TEXT = m.Refused(
    code="bad_text", template=N_("A line needs 1 to {most} visible characters"), args={"most": m.MAX_CHAT}
)


class Chat:
    """The lobby's room, two rooms of each table (of the players and of the spectators), and talks of two players."""

    def __init__(
        self, lobby: Lobby[Peer], registry: TableRegistry, access: TableAccess, social: SocialStore,
        accounts: AccountStore, broadcast: Broadcast, sanctions: Sanctions, limiter: Limiter, relay: Relay,
    ) -> None:  # fmt: skip
        self._lobby, self._registry, self._access, self._social = lobby, registry, access, social
        self._broadcast, self._sanctions, self._limiter = broadcast, sanctions, limiter
        self._accounts = accounts
        self._silent: set[str] = set()  # new tables without a line on disk
        self._written = 0  # lines in the lobby
        self._kept_lobby = b"", 0.0  # its last lines as a frame, and until when they are used
        self._reading_lobby = trio.Lock()
        self._relay = relay
        relay.subscribe(ChatWritten, self._written_elsewhere)
        relay.on_missed.append(self._silent.clear)

    # ---- lines that users write

    async def say(self, say: m.Say, user: User) -> m.Message:
        """Publish a line. `DatabaseFailed` where the disk fails; then nothing has happened."""
        table = await self._table(say, user)
        now = self._limiter.now()
        refused = self._refusal(say, user, table, now)
        is_away = say.room == "direct" and not self._lobby.is_online(say.account)
        if refused is None and say.room == "direct":
            refused = await self._direct_refusal(user, say.account, is_away=is_away)
        if refused is not None:  # the line may have been published before, and only the answer was lost
            known = await self._social.in_thread(self._social.find_line, user.account, say.key)
            if refused is TOO_FAST and known is None:
                self._limiter.count("chat")
            return refused if known is None else m.Done(table=say.table, number=known.number)
        at = table.id if table is not None else ""
        place = place_of_talk(user.account, say.account) if say.room == "direct" else at
        self._silent.discard(place)
        author, text = (user.account, user.name), cleaned(say.text)
        if is_away:
            most = MAX_WAITING if user.registered else MAX_WAITING_OF_GUESTS
            leave = partial(self._social.leave_line, author, say.account, text, self._limiter.now(), say.key, most)
            try:
                line, is_new = await self._social.in_thread(leave)
            except NotLeft as problem:
                return UNREAD if problem.why == "one" else FULL
        else:
            row = (say.room, place, author, text, self._limiter.now(), say.key)
            line, is_new = await self._social.in_thread(self._social.add_line, *row)
        if is_new and say.room == "direct":
            if not is_away:
                await self._social.in_thread(self._social.note_direct, user.account, say.account)
            for reader, other in ((user.account, say.account), (say.account, user.account)):
                chat = m.Chat(room="direct", account=other, lines=[line])
                self._broadcast.publish(f"direct {reader}", chat, partial(self._peers_of, reader))
                if self._lobby.is_online(reader) and self._lobby.peer_of(reader) is None:
                    self._relay.send(ToUser(reader, encode(chat)))
        elif is_new:
            chat = m.Chat(room=say.room, table=at, lines=[line])
            written = ChatWritten(say.room, at, encode(chat))
            self._publish(written)
            self._relay.send(written)
        return m.Done(table=at, number=line.number)

    def _written_elsewhere(self, written: ChatWritten) -> None:
        """Publish a line that was written at another server."""
        self._silent.discard(written.table)
        self._publish(written)

    def _publish(self, written: ChatWritten) -> None:
        """Send a line to its readers. At a table with a delay, lines of players reach spectators later."""
        frame, room, id = written.frame, written.room, written.table
        if not id:
            self._written += 1
            self._kept_lobby = b"", 0.0
            self._broadcast.add(EVERYBODY, lambda: (frame, self._lobby.peers))
        elif (table := self._lobby.tables.get(id)) is not None:
            if room == "spectators" or hidden_since(table, self._limiter.now()) is None:
                self._broadcast.add(id, lambda: (frame, self._readers(room, id)))
            else:
                self._broadcast.add(id, lambda: (frame, self._readers(room, id, players=True)))
                late = lambda: (frame, self._readers(room, id, players=False))  # noqa: E731
                self._lobby.later(table.delay * 1000, partial(self._broadcast.add, id, late))

    def _peers_of(self, account: str) -> list[Peer]:
        return [peer for peer in (self._lobby.peer_of(account),) if peer is not None]

    async def _table(self, say: m.Say, user: User) -> Table | None:
        """Return the table of a line if its user may watch it or is watching it."""
        actor = await self._registry.load(say.table) if say.room in ("table", "spectators") else None
        if actor is None:
            return None
        refused = self._access.refusal_to_watch(actor.table, user, "", self._limiter.now())
        is_watching = self._lobby.peer_of(user.account) in self._lobby.watchers(actor.table.id)
        return actor.table if refused is None or is_watching else None

    def _refusal(self, say: m.Say, user: User, table: Table | None, now: int) -> m.Refused | None:
        if self._sanctions.is_muted(user.account, now):
            return MUTED
        audiences = {"lobby": EVERYBODY, "direct": f"direct {say.account}"}
        if self._broadcast.is_full(audiences.get(say.room, say.table)):
            return BUSY
        if len(cleaned(say.text)) > m.MAX_CHAT or not is_legible(say.text):
            return BAD_TEXT
        if say.room == "direct":
            if say.account == user.account:
                return NOT_HERE
        elif say.room != "lobby":
            if table is None:
                return NO_TABLE
            is_player = user.account in table.accounts
            if say.room == "table" and not is_player:
                return PLAYERS_ONLY
            if say.room == "spectators" and (
                is_player or self._lobby.peer_of(user.account) not in self._lobby.watchers(table.id)
            ):
                return SPECTATORS_ONLY
        return None if self._limiter.takes_request(type(say), user.account) else TOO_FAST

    async def _direct_refusal(self, user: User, account: str, *, is_away: bool) -> m.Refused | None:
        """Say why a user may not write to an account. A guest who is away cannot come back to read it."""
        if await self._social.in_thread(self._social.is_blocked, user.account, account):
            return BLOCKED
        if not is_away:
            return None
        known = await self._accounts.in_thread(self._accounts.get, account)
        if known is None or not known.registered:
            return NOT_HERE
        return None if self._limiter.draws(("away",), user.account) else TOO_FAST

    def _readers(self, room: str, id: str, *, players: bool | None = None) -> list[Peer]:
        """Return the connections that read a room of a table; only those of players, or of the others, if asked for."""
        table = self._lobby.tables.get(id)
        return [
            peer
            for peer in (self._lobby.watchers(id) if table is not None else ())
            if table is not None
            and self._reads(room, table, peer)
            and players in (None, self._lobby.is_player(peer, table))
        ]

    def _reads(self, room: str, table: Table, peer: Peer) -> bool:
        """Players do not read the spectators' room during play, unless the table was created so."""
        if room == "table" or not self._lobby.is_player(peer, table):
            return True
        return table.is_over or (table.match is not None and table.match.created.spectator_chat)

    # ---- earlier lines, for a connection that enters

    def table_created(self, table: str) -> None:
        """Note that a table is new and has no lines, so that watching it needs no disk access."""
        self._silent.add(table)

    def forget(self, table: str) -> None:
        """Drop what is known of a table that leaves memory."""
        self._silent.discard(table)

    async def send_first_lines(self, peer: Peer, account: str, *, is_new: bool) -> None:
        """Send the last lines of the lobby and of an account's talks to its connection, which has signed in.

        A new account has no talks.
        """
        social, sent = self._social, dict[str, int]()  # lines that waited
        read_lobby = partial(social.lines, "lobby", "", LOBBY_LINES)

        def read() -> Iterator[m.Chat]:
            waiting = social.waiting_lines(account)
            for other, talk in social.last_lines_of_talks(account, MAX_TALKS, DIRECT_LINES).items():
                if other in waiting:
                    sent[other] = waiting[other]
                yield m.Chat(room="direct", account=other, lines=talk, unread=sent.get(other, 0))

        async with self._reading_lobby:  # many come at once after a restart
            frame, until = self._kept_lobby
            if trio.current_time() >= until:
                frame = await self._lobby_frame(read_lobby)
        if frame:
            peer.send(frame)
        if is_new:
            return
        await self._send(peer, read)
        if sent:
            try:
                await social.in_thread(social.lines_sent, account, sent)
            except StoreProblem as error:
                log.error("chat cannot be written: %s", error)

    async def _lobby_frame(self, read: Callable[[], list[m.ChatLine]]) -> bytes:
        """Return the last lines of the lobby as a frame; empty if there are none, or they cannot be read."""
        written, until = self._written, trio.current_time() + KEPT_LINES_S
        try:
            lines = await self._social.in_thread(read)
        except StoreProblem as error:
            log.error("chat cannot be read: %s", error)
            return b""
        frame = encode(m.Chat(room="lobby", lines=lines)) if lines else b""
        if written == self._written:
            self._kept_lobby = frame, until
        return frame

    async def send_table_lines(self, peer: Peer, table: Table) -> None:
        """Send the last lines of a table to a connection that watches it."""
        rooms: list[Literal["table", "spectators"]] = ["table"]
        if self._reads("spectators", table, peer):
            rooms.append("spectators")

        hidden = None if self._lobby.is_player(peer, table) else hidden_since(table, self._limiter.now())

        def read() -> Iterator[m.Chat]:
            for room in rooms:
                lines = self._social.lines(room, table.id, TABLE_LINES)
                if room == "table" and hidden is not None:
                    lines = [line for line in lines if line.at < hidden]
                yield m.Chat(room=room, table=table.id, lines=lines)

        if table.id not in self._silent:
            await self._send(peer, read)

    async def lines_for_report(self, user: User, account: str, table: str) -> list[m.ReportLine]:
        """Return the last lines of the lobby, of the user's talk with the reported account, and of a table.

        There are none of a table that the user cannot read.
        """
        most, at_table = LINES_PER_REPORT // 2, list[m.ReportLine]()
        if table:
            actor = await self._registry.load(table)
            if actor is None or not actor.table.number:
                raise RequestRefused("no_table", Text("There is no such table"))
            is_watching = self._lobby.peer_of(user.account) in self._lobby.watchers(table)
            if is_watching or user.account in actor.table.accounts:
                at_table = await self._report_lines("table", table, most)
        talk = place_of_talk(user.account, account)
        direct, lobby = await self._report_lines("direct", talk, most), await self._report_lines("lobby", "", most)
        return sorted([*lobby, *direct, *at_table], key=lambda line: line.at)

    async def _report_lines(
        self, room: Literal["lobby", "direct", "table"], place: str, most: int
    ) -> list[m.ReportLine]:
        lines = await self._social.in_thread(self._social.lines, room, place, most)
        return [m.ReportLine(**structs.asdict(line), room=room) for line in lines]

    async def _send(self, peer: Peer, read: Callable[[], Iterator[m.Chat]]) -> None:
        """Send lines that are read in one thread: each change of threads costs as much as a query.

        They are sent as fast as the client reads: others may have written more than is kept for a client.
        """
        try:
            chats = await self._social.in_thread(lambda: list(read()))
        except StoreProblem as error:
            log.error("chat cannot be read: %s", error)
            return
        for chat in chats:
            if chat.lines:
                peer.send(encode(chat))
                await peer.drained()
