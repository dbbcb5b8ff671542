"""Requests of connections about tables: making, watching, leaving and taking seats."""

import logging
from typing import Protocol

from msgspec.structs import replace

from netgame.match.events import BoardChanged
from netgame.match.time_control import WEEKDAYS
from netgame.text import N_
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from protocol.framing import encode, encode_events
from server.lobby.lobby import Lobby
from server.lobby.new_tables import NewTables
from server.lobby.requests import LobbyRequests
from server.lobby.spectators import Spectators
from server.lobby.table_access import TableAccess
from server.ops.limiter import Limiter
from server.ops.rate_limit import RateLimit, RateLimiter
from server.refusals import NO_TABLE
from server.tables.actor import CHUNK_BYTES, TableActor, chunk, frozen
from server.tables.commands import User
from server.tables.registry import TableRegistry
from server.tables.table import Table
from server.tables.users import Peer

log = logging.getLogger(__name__)

MAX_MISSED = 500  # events that are sent to a client that comes back; one that missed more gets the whole log

AHEAD = m.Refused(
    code="ahead", template=N_("The server has fewer events of this table than you have seen. Open it again")
)
UPDATE = m.Refused(
    code="version",
    template=N_("The programs of both players draw the dice of this table. Update your program to play here"),
)
UPDATE_RULES = m.Refused(
    code="version", template=N_("This table has weekends off, which your program does not know. Update it to play here")
)
# of programs that cannot follow a match; a fault of a version concerns many tables, and a few lines of the log say it
REPORTS_OF_ACCOUNT, REPORTS = RateLimit(3, 1 / 600), RateLimit(20, 1 / 60)
TOO_MANY_REPORTS = m.Refused(code="too_fast", template=N_("Too many requests. Wait a moment and try again"))
TOO_MANY = N_("You are watching {count} tables. Leave some first")


class Watcher(Peer, Protocol):
    """A connection that may watch tables."""

    watching: set[str]

    def reply(self, id: int, message: m.Message) -> None:
        """Answer a request."""

    async def drained(self) -> None:
        """Wait while the client has not read most of what was sent."""


class TableRequests:
    """Lets connections watch tables, and says whether they may take seats."""

    def __init__(
        self, online: Lobby[Peer], registry: TableRegistry, access: TableAccess, new_tables: NewTables,
        spectators: Spectators, lobby: LobbyRequests, limiter: Limiter,
    ) -> None:  # fmt: skip
        self._online, self._registry, self._access = online, registry, access
        self._spectators, self._lobby, self._limiter = spectators, lobby, limiter
        self.make, self.get, self.load = new_tables.make, registry.get, registry.load
        self._reports_of_account, self._reports = RateLimiter(REPORTS_OF_ACCOUNT), RateLimiter(REPORTS)

    def refusal_of_seat(
        self, actor: TableActor, command: m.TableCommand, user: User, draws_dice: bool
    ) -> m.Refused | None:
        """Tell why a user may not take a seat. A command that was carried out before is not refused.

        `draws_dice`: their program can draw dice together with that of the other player, and knows weekends off.
        """
        if not isinstance(command, m.TakeSeat) or actor.table.knows(command.key):
            return None
        if actor.table.has_dice_of_players and not draws_dice:
            return UPDATE
        if actor.table.clock.endswith(WEEKDAYS) and not draws_dice:
            return UPDATE_RULES
        return self._access.refusal(actor.table, user, command.code, self._limiter.now())

    async def watch(self, peer: Watcher, id: int, watch: m.Watch, user: User) -> None:
        """Answer request `id` of a user to watch a table, and send the events that they have not seen."""
        self.unwatch(peer, watch.table)
        actor = await self.load(watch.table)
        if actor is None or actor.is_new:
            peer.reply(id, NO_TABLE)
            return
        with self._registry.pinned(actor):
            if watch.after > actor.number:  # another server has sent events that this one does not have yet
                await self._registry.refresh(actor)
            table = actor.table
            if (refused := self._refusal_to_watch(peer, table, watch, user)) is not None:
                peer.reply(id, refused)
                return
            after, shown = watch.after, self._shown(table, user)
            after = 0 if shown - after > MAX_MISSED else min(after, shown)
            done = self._limiter.counters.count_reply(m.Done(table=table.id, number=shown, after=after))
            frames = encode(done, id)
            if table.is_timed and user.account in table.accounts:  # measured before the log is sent
                peer.send(frames)
                peer.probe()
                frames = b""
            await self._send_log(peer, table, user, after, frames)

    def _refusal_to_watch(self, peer: Watcher, table: Table, watch: m.Watch, user: User) -> m.Refused | None:
        most = self._limiter.limits.watched
        if (refused := self._access.refusal_to_watch(table, user, watch.code, self._limiter.now())) is not None:
            return refused
        if len(peer.watching) >= most:
            self._limiter.count("watched", peer.remote)
            return m.Refused(code="too_many", template=TOO_MANY, args={"count": most})
        return AHEAD if watch.after > table.number else None

    async def _send_log(self, peer: Watcher, table: Table, user: User, sent: int, frames: bytes) -> None:
        """Send `frames` and the log after event `sent` as fast as the client reads, then let it follow the table.

        There is no gap in between. A short log is one packet with the presence.
        """
        while sent < (shown := self._shown(table, user)):
            bodies = chunk(table.log, sent, shown)
            frames += encode_events(table.id, bodies)
            sent += len(bodies)
            if len(frames) >= CHUNK_BYTES:
                peer.send(frames)
                frames = b""
                await peer.drained()
        peer.watching.add(table.id)
        self._online.watch(peer, table.id)
        peer.send(frames + encode(replace(self._online.presence(table), now=self._limiter.now())))
        if table.frozen is not None:
            peer.send(encode(frozen(table, peer)))
        await self._lobby.watching(peer, table)

    def _shown(self, table: Table, user: User) -> int:
        """Return the number of the last event that this user may see."""
        return table.number if table.is_played_by(user) else self._spectators.shown(table)

    def report(self, peer: Watcher, report: m.ReportPosition, user: User, program: str) -> m.Message:
        """Log that the program of a user cannot follow a table, or computes another position there. Return the answer.

        A hostile client can neither fill the log nor invent tables and games.
        """
        actor, now = self.get(report.table), self._limiter.now()
        if actor is None or report.table not in peer.watching or not 0 < report.number <= actor.number:
            return NO_TABLE
        if not self._reports_of_account.take(user.account, now):
            return TOO_MANY_REPORTS
        table = actor.table
        game = table.match.created.game if table.match is not None else ""
        self._limiter.counters.differences[game] += 1
        if self._reports.take("", now):
            log.warning(
                "table %s: the program %r of %s computes another position of %s after event %d, or refuses it."
                " Digests: server %s, received %s, program %s",
                table.id, program, user.account, game, report.number, _digest_of(table, report.number).hex() or "-",
                report.stated.hex() or "-", report.computed.hex() or "-",
            )  # fmt: skip
        return m.Done(table=table.id)

    def leave(self, peer: Watcher, table: str, user: User) -> None:
        """Stop watching a table. Its player leaves it, unless they watch it on another connection."""
        is_last = self._online.peer_of(user.account) is peer or not self._online.is_online(user.account)
        if is_last and (actor := self.get(table)) is not None:
            self._lobby.left(actor.table, user)
        self.unwatch(peer, table)

    def unwatch(self, peer: Watcher, table: str) -> None:
        """Stop watching a table."""
        peer.watching.discard(table)
        self._online.unwatch(peer, table)
        if (actor := self.get(table)) is not None:
            self._registry.release(actor)


def _digest_of(table: Table, number: int) -> bytes:
    """Return the digest in an event of the log; b"" without one."""
    event = event_from_bytes(table.log[number - 1])
    return event.digest if isinstance(event, BoardChanged) else b""
