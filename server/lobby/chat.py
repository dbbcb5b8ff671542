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
from server.accounts.sanctions import MUTED, Sanctions
from server.cluster.messages import ChatWritten, ToUser
from server.cluster.relay import Relay
from server.errors import RequestRefused, StoreProblem
from server.lobby.broadcast import EVERYBODY, Broadcast
from server.lobby.lobby import Lobby
from server.lobby.table_access import TableAccess
from server.names import is_seen, tidy
from server.ops.limiter import Limiter
from server.refusals import BLOCKED, NO_TABLE, NOT_HERE
from server.storage.social import SocialStore, place_of_talk
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

TOO_FAST = m.Refused(code="too_fast", template=N_("You write too fast. Wait a moment and try again"))
PLAYERS_ONLY = m.Refused(
    code="players_only", template=N_("Only the two players can write here. Spectators have their own chat")
)
SPECTATORS_ONLY = m.Refused(code="spectators_only", template=N_("Only spectators of this table can write here"))
BAD_TEXT = m.Refused(
    code="bad_text", template=N_("A line needs 1 to {most} visible characters"), args={"most": m.MAX_CHAT}
)


class Chat:
    """The lobby's room, two rooms of each table (of the players and of the spectators), and talks of two players."""

    def __init__(
        self, lobby: Lobby[Peer], registry: TableRegistry, access: TableAccess, social: SocialStore,
        broadcast: Broadcast, sanctions: Sanctions, limiter: Limiter, relay: Relay,
    ) -> None:  # fmt: skip
        self._lobby, self._registry, self._access, self._social = lobby, registry, access, social
        self._broadcast, self._sanctions, self._limiter = broadcast, sanctions, limiter
        self._pace = limiter.rate("chat")
        self._silent: set[str] = set()  # new tables without a line on disk
        self._written = 0  # lines in the lobby
        self._kept_lobby = b"", 0.0  # its last lines as a frame, and until when they are used
        self._relay = relay
        relay.subscribe(ChatWritten, self._written_elsewhere)
        relay.on_missed.append(self._silent.clear)

    # ---- lines that users write

    async def say(self, say: m.Say, user: User) -> m.Message:
        """Publish a line. `DatabaseFailed` where the disk fails; then nothing has happened."""
        table = await self._table(say, user)
        now = self._limiter.now()
        refused = self._refusal(say, user, table, now)
        if refused is None and say.room == "direct":
            is_blocked = await self._social.in_thread(self._social.is_blocked, user.account, say.account)
            refused = BLOCKED if is_blocked else None
        if refused is not None:  # the line may have been published before, and only the answer was lost
            known = await self._social.in_thread(self._social.find_line, user.account, say.key)
            if refused is TOO_FAST and known is None:
                self._limiter.count("chat")
            return refused if known is None else m.Done(table=say.table, number=known.number)
        at = table.id if table is not None else ""
        place = place_of_talk(user.account, say.account) if say.room == "direct" else at
        self._silent.discard(place)
        row = (say.room, place, (user.account, user.name), tidy(say.text), self._limiter.now(), say.key)
        line, is_new = await self._social.in_thread(self._social.add_line, *row)
        if is_new and say.room == "direct":
            await self._social.in_thread(self._social.note_direct, user.account, say.account)
            for reader, other in ((user.account, say.account), (say.account, user.account)):
                chat = m.Chat(room="direct", account=other, lines=[line])
                self._broadcast.publish(f"direct {reader}", chat, partial(self._peers_of, reader))
                if self._lobby.is_online(reader) and self._lobby.peer_of(reader) is None:
                    self._relay.send(ToUser(reader, encode(chat)))
        elif is_new:
            chat = m.Chat(room=say.room, table=at, lines=[line])
            self._note_written(at)
            self._broadcast.publish(at, chat, partial(self._audience, say.room, table))
            self._relay.send(ChatWritten(say.room, at, encode(chat)))
        return m.Done(table=at, number=line.number)

    def _written_elsewhere(self, written: ChatWritten) -> None:
        """Publish a line that was written at another server."""
        self._silent.discard(written.table)
        self._note_written(written.table)
        if not written.table:
            self._broadcast.add(EVERYBODY, lambda: (written.frame, self._lobby.peers))
        elif (table := self._lobby.tables.get(written.table)) is not None:
            self._broadcast.add(table.id, lambda: (written.frame, self._audience(written.room, table)))

    def _note_written(self, table: str) -> None:
        if not table:
            self._written += 1
            self._kept_lobby = b"", 0.0

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
        text = tidy(say.text)
        if not 1 <= len(text) <= m.MAX_CHAT or not is_seen(text):
            return BAD_TEXT
        if say.room == "direct":
            if say.account == user.account or not self._lobby.is_online(say.account):
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
        return None if self._pace.take(user.account, now) else TOO_FAST

    def _audience(self, room: str, table: Table | None) -> list[Peer]:
        if table is None:
            return self._lobby.peers
        return [peer for peer in self._lobby.watchers(table.id) if self._reads(room, table, peer)]

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
        lines, talks_of = self._social.lines, self._social.talks_of

        def read() -> Iterator[m.Chat]:
            for other in talks_of(account, MAX_TALKS):
                talk = lines("direct", place_of_talk(account, other), DIRECT_LINES)
                yield m.Chat(room="direct", account=other, lines=talk)

        frame, until = self._kept_lobby
        if trio.current_time() >= until:
            frame = await self._lobby_frame()
        if frame:
            peer.send(frame)
        if not is_new:
            await self._send(peer, read)

    async def _lobby_frame(self) -> bytes:
        """Return the last lines of the lobby as a frame; empty if there are none, or they cannot be read."""
        written, until = self._written, trio.current_time() + KEPT_LINES_S
        try:
            lines = await self._social.in_thread(self._social.lines, "lobby", "", LOBBY_LINES)
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

        def read() -> Iterator[m.Chat]:
            for room in rooms:
                yield m.Chat(room=room, table=table.id, lines=self._social.lines(room, table.id, TABLE_LINES))

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
        """Send lines that are read in one thread: each change of threads costs as much as a query."""
        try:
            chats = await self._social.in_thread(lambda: list(read()))
        except StoreProblem as error:
            log.error("chat cannot be read: %s", error)
            return
        for chat in chats:
            if chat.lines:
                peer.send(encode(chat))
