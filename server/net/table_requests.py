"""Requests of connections about tables: making, watching, leaving and taking seats."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Protocol, cast

import trio
from msgspec.structs import replace

from netgame.match import Games
from netgame.match.events import BoardChanged
from netgame.text import N_
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from protocol.framing import encode, encode_events
from server.lobby.lobby import Lobby
from server.lobby.new_tables import NewTables
from server.lobby.requests import LobbyRequests
from server.lobby.spectators import Spectators
from server.lobby.table_access import NO_SPECTATORS, TableAccess
from server.ops.limiter import Limiter
from server.ops.rate_limit import RateLimit, RateLimiter
from server.ops.remote import Remote
from server.refusals import NO_TABLE
from server.tables.actor import CHUNK_BYTES, TableActor, chunk, frozen
from server.tables.commands import User
from server.tables.continuation import shows_longer_log
from server.tables.registry import TableRegistry
from server.tables.table import ContinuedElsewhere, Table
from server.tables.users import Peer

log = logging.getLogger(__name__)

MAX_MISSED = 500  # events that are sent to a client that comes back; one that missed more gets the whole log

AHEAD = m.Refused(
    code="ahead", template=N_("The server has fewer events of this table than you have seen. Open it again")
)
# lines of the log about programs that cannot follow a match; a fault of a version concerns many tables
REPORTS = RateLimit(20, 1 / 60)
NOT_LONGER = m.Refused(code="not_longer", template=N_("You two have not signed more of this game there than here"))
NO_SEAT = m.Refused(code="no_seat", template=N_("you have no seat at this table"))
ENDED = N_("You may not watch this table any longer")
TOO_MANY = N_("You are watching {count} tables. Leave some first")


class Watcher(Peer, Protocol):
    """A connection that may watch tables."""

    watching: set[str]

    def reply(self, id: int, message: m.Message) -> None:
        """Answer a request."""


class TableRequests:
    """Lets connections watch tables, and says whether they may take seats."""

    def __init__(
        self, online: Lobby[Peer], registry: TableRegistry, access: TableAccess, new_tables: NewTables,
        spectators: Spectators, lobby: LobbyRequests, limiter: Limiter, games: Games,
    ) -> None:  # fmt: skip
        self._games = games
        self._online, self._registry, self._access = online, registry, access
        self._spectators, self._lobby, self._limiter = spectators, lobby, limiter
        self._refusal_of_seat = new_tables.refusal_of_seat
        self.make, self.get, self.load = new_tables.make, registry.get, registry.load
        access.on_new_code.append(self.end_lost)
        self._reports = RateLimiter(REPORTS)

    def has_seat(self, table: str, account: str) -> bool:
        """Tell whether an account has a seat at a table that is not over."""
        return table in self._online.tables_of(account)

    @contextmanager
    def reading(self, message: m.Message, user: User) -> Iterator[bool]:
        """Carry out a message in the block; yield whether it may have a table read from the disk.

        A long table takes a quarter of a second to read, so there is a rate. Tables in memory and the unfinished ones
        of the user cost nothing. Nor do those that do not exist: that is one look into an index.
        """
        table = getattr(message, "table", "")
        is_named = table and not isinstance(message, m.Unwatch)
        if not is_named or self.get(table) is not None or self.has_seat(table, user.account):
            yield True
        elif not self._limiter.draws(("read",), user.account):
            yield False
        else:
            yield True
            if self.get(table) is None:
                self._limiter.charge("read", user.account, -1)

    def refusal_of_seat(
        self, actor: TableActor, command: m.TableCommand, user: User, remote: Remote
    ) -> m.Refused | None:
        """Tell why a user may not take a seat. A command that was carried out before is not refused."""
        if not isinstance(command, m.TakeSeat) or actor.table.knows(command.key):
            return None
        if user.account not in actor.table.accounts and (full := self._refusal_of_seat(user, remote)) is not None:
            return full
        return self._access.refusal(actor.table, user, command.code, self._limiter.now(), self._network(remote))

    def _network(self, remote: Remote) -> str:
        """Return the network for which wrong codes count; "" if all users come from that of a proxy."""
        return "" if self._limiter.policy.behind_proxy else remote.network

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
            await self._send_log(peer, table, user, after, frames, watch.code)

    def _refusal_to_watch(self, peer: Watcher, table: Table, watch: m.Watch, user: User) -> m.Refused | None:
        most = self._limiter.limits.watched
        now, network = self._limiter.now(), self._network(peer.remote)
        if (refused := self._access.refusal_to_watch(table, user, watch.code, now, network)) is not None:
            return refused
        if len(peer.watching) >= most:
            self._limiter.count("watched", peer.remote)
            return m.Refused(code="too_many", template=TOO_MANY, args={"count": most})
        is_behind = self._shown(table, user) < table.number  # no other reader may learn how many events there are
        if is_behind and table.match is not None and not table.match.created.spectators:  # nor that it is over
            return NO_SPECTATORS
        return AHEAD if watch.after > table.number and not is_behind else None

    async def _send_log(self, peer: Watcher, table: Table, user: User, sent: int, frames: bytes, code: str) -> None:
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
                if (refused := self._access.refusal_to_go_on(table, user, code)) is not None:
                    peer.send(_watch_ended(table.id, refused))
                    return
        peer.watching.add(table.id)
        self._online.watch(peer, table.id, sent, code)
        peer.send(frames + encode(replace(self._online.presence(table), now=self._limiter.now())))
        if table.frozen is not None:
            peer.send(encode(frozen(table, peer)))
        await self._lobby.watching(peer, table, sees_end=sent == table.number)

    def _shown(self, table: Table, user: User) -> int:
        """Return the number of the last event that this user may see."""
        return table.number if table.is_played_by(user) else self._spectators.shown(table)

    def report(self, peer: Watcher, report: m.ReportPosition, user: User, program: str) -> m.Message:
        """Log that the program of a user cannot follow a table, or computes another position there. Return the answer.

        A hostile client can neither fill the log nor invent tables and games.
        """
        actor, now = self.get(report.table), self._limiter.now()
        if (
            actor is None
            or report.table not in peer.watching
            or not 0 < report.number <= self._shown(actor.table, user)
        ):
            return NO_TABLE
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

    async def take_notice(self, course: m.ShowCourse, user: User) -> m.Message:
        """Freeze a table whose match both players have signed further elsewhere. Return the answer to its player.

        When they get it, that is stored, and other servers of the service learn it. `StoreProblem` if it cannot be.
        """
        actor = await self.load(course.table)
        if actor is None or actor.is_new:
            return NO_TABLE
        with self._registry.pinned(actor):
            table, compared = actor.table, 0
            await self._registry.refresh(actor)  # another server may have accepted more of the match here
            if user.account not in table.accounts:
                return NO_SEAT
            while compared < table.number and not table.is_over and (table.frozen is None or actor.is_frozen_by_disk):
                compared = table.number
                check = partial(shows_longer_log, tuple(table.log), course, self._games)
                if not await trio.to_thread.run_sync(check):
                    return NOT_LONGER
                if compared == table.number:
                    actor.set_aside(ExceptionGroup("", [ContinuedElsewhere()]), logging.INFO)
            await actor.supervision.save()
            return m.Done(table=table.id, number=table.number)

    def leave(self, peer: Watcher, table: str, user: User, *, is_lost: bool = False) -> None:
        """Stop watching a table. Its player leaves it, unless they watch it on another connection.

        `is_lost`: the connection was lost, and may come back.
        """
        is_last = self._online.peer_of(user.account) is peer or not self._online.is_online(user.account)
        if is_last and (actor := self.get(table)) is not None:
            self._lobby.left(actor.table, user, is_lost=is_lost)
        self.unwatch(peer, table)

    def end_lost(self, id: str) -> None:
        """End the watches of users without a right to a table: they have left its seat, or its code is another one."""
        table = self._online.tables.get(id)
        for peer, watching in list(self._online.watchers(id).items()):
            user = self._online.user_of(peer)
            if table is None or user is None:
                continue
            if (refused := self._access.refusal_to_go_on(table, user, watching.code)) is not None:
                self.unwatch(cast(Watcher, peer), id)
                peer.send(_watch_ended(id, refused))

    def unwatch(self, peer: Watcher, table: str) -> None:
        """Stop watching a table."""
        peer.watching.discard(table)
        self._online.unwatch(peer, table)
        if (actor := self.get(table)) is not None:
            self._registry.release(actor)


def _watch_ended(table: str, refused: m.Refused) -> bytes:
    return encode(m.WatchEnded(table=table, code=refused.code, template=ENDED))


def _digest_of(table: Table, number: int) -> bytes:
    """Return the digest in an event of the log; b"" without one."""
    event = event_from_bytes(table.log[number - 1])
    return event.digest if isinstance(event, BoardChanged) else b""
