"""A whole server as one function: its services, its listeners, and its orderly stop.

It can be embedded: it has no globals, handles no signals and never ends the program.
"""

import logging
import random
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import msgspec
import trio

from netgame import __version__
from netgame.games import GAMES
from netgame.match import Games, Match
from protocol import messages as m
from protocol.address import Address
from protocol.control.messages import CONTROL_FILE, Fields
from protocol.discovery.announcement import MAX_TABLES, Announcement
from protocol.discovery.announcer import Announcer
from protocol.discovery.interfaces import host_of, local_interfaces, without_spares
from protocol.platform import asleep_ms
from protocol.program import PROGRAM
from server.accounts.moderation import Moderation
from server.accounts.ratings import Ratings
from server.accounts.reports import Reports
from server.accounts.sanctions import Sanctions
from server.accounts.sign_in import SignInService
from server.admin.checks import Checks
from server.admin.control.account_operations import AccountOperations
from server.admin.control.server_operations import ServerOperations
from server.admin.control.service import ControlService
from server.admin.metrics import MetricSources
from server.admin.metrics_http import serve_metrics
from server.admin.personal_data import PersonalData, SeatNames
from server.cluster.bus import Bus
from server.cluster.messages import SetAsideChanged
from server.cluster.nodes import Nodes
from server.cluster.presence import Presence
from server.cluster.relay import Relay, StoredRelay
from server.cluster.store import ClusterStore, Node
from server.config.settings import Config
from server.errors import DataFolderBusy, DataFolderUnusable, PortTaken, ServerError, StoreError
from server.lobby.analyses import Analyses
from server.lobby.broadcast import Broadcast
from server.lobby.challenges import Challenges
from server.lobby.chat import Chat
from server.lobby.conditional_moves import ConditionalMoves
from server.lobby.history import History
from server.lobby.invitations import Invitations
from server.lobby.lobby import Lobby
from server.lobby.new_tables import NewTables
from server.lobby.old_access import OldAccess
from server.lobby.old_guests import OldGuests
from server.lobby.paired_tables import PairedTables
from server.lobby.people import People
from server.lobby.play_now.seek_tables import SeekTables
from server.lobby.play_now.seeks import Seeks
from server.lobby.player_tables import PlayerTables
from server.lobby.rematch import Rematches
from server.lobby.remote_nodes import RemoteSpectators, RemoteTables, RemoteUsers, read_until_done
from server.lobby.requests import LobbyRequests
from server.lobby.shared_service import SharedService
from server.lobby.spectators import Spectators
from server.lobby.table_access import TableAccess
from server.lobby.table_list import ListPublisher
from server.lobby.vacations import Vacations
from server.net.acceptor import Acceptor
from server.net.account_requests import AccountRequests
from server.net.admission import Admission
from server.net.attendance import Attendance
from server.net.greeting import welcome
from server.net.lan import announcement, keep_announced
from server.net.listener import listen
from server.net.proxy_protocol import Proxies
from server.net.session import SessionServices
from server.net.table_requests import TableRequests
from server.net.tls import Tls
from server.net.twins import Twins
from server.notices.configured import channels_of
from server.notices.open_challenges import OpenChallenges
from server.notices.outbox import Channels, Outbox
from server.notices.requests import NoticeRequests
from server.notices.rounds import Rounds
from server.notices.service import Notices
from server.notices.texts import Letter
from server.notices.turns import Turns
from server.ops.counters import Counters
from server.ops.database_address import without_password
from server.ops.faults import Faults, no_faults
from server.ops.limiter import Limiter
from server.ops.policy import Policy
from server.ops.remote import Remote
from server.ops.supervision import Item, Supervision, Work, keep_trying
from server.storage.accounts import AccountStore
from server.storage.data_folder import (
    check_database,
    hold,
    note_database,
    publish_address,
    published_fingerprint,
    remove_unfinished,
    unusable,
)
from server.storage.database import check_room
from server.storage.event_store import EventStore, StoreProblem
from server.storage.history_projection import HistoryProjection
from server.storage.social import SocialStore
from server.storage.stores import open_stores, wait_for_database
from server.storage.wal import kept_logs
from server.tables.actor import TableActor
from server.tables.changes import TableChanges
from server.tables.clock import Clock
from server.tables.commands import Dice
from server.tables.commit import GroupCommit
from server.tables.continuation import Continuations
from server.tables.due import DueTables
from server.tables.expiry import TableExpiry
from server.tables.follower import Follower
from server.tables.host_keys import HostKeys, host_keys
from server.tables.host_time import HostTime
from server.tables.network import Network
from server.tables.rating_gate import RatingGate
from server.tables.recovery import Recovery
from server.tables.registry import TableRegistry
from server.tables.service import Service
from server.tables.service_time import ServiceTime
from server.tables.table import Table
from server.tables.timers import Timers
from server.tables.users import Peer
from server.tournaments.follower import TournamentFollower
from server.tournaments.logs import TournamentLogs
from server.tournaments.publisher import TournamentPublisher
from server.tournaments.requests import TournamentRequests
from server.tournaments.runner import TournamentRunner

__all__ = [
    "Config", "DataFolderBusy", "DataFolderUnusable", "PortTaken", "ServerError", "Serving", "StoreError",
    "serve",
]  # fmt: skip

log = logging.getLogger(__name__)

Others = tuple[Bus, ClusterStore]  # what a node shares with the others of its service
DRAIN_S = 2.0  # to stop the clocks of all tables at the end
LEAVE_S = 1.0  # to tell the other servers that the users of this one have gone


class Services:
    """All services of one server, and what each of them uses. No service gets this object.

    Tests pass their own `dice` and `asleep`, which says for how long the computer was suspended so far.
    `others` and `node` connect the server with the other nodes of its service, with which it shares the store; by
    default it is alone. `network` is that of this computer, if other computers can connect. `keys` sign the logs.
    `runs` are the instances of this server, the present one first.
    `channels` are those of notices.
    """

    def __init__(
        self, server_name: str, games: Games, store: EventStore, accounts: AccountStore, social: SocialStore,
        clock: Clock, policy: Policy, counters: Counters, faults: Faults = no_faults, dice: Dice | None = None,
        asleep: Callable[[], int] = asleep_ms, others: Others | None = None, node: Node | None = None,
        network: Network | None = None, keys: HostKeys | None = None, runs: Sequence[bytes] = (),
        channels: Channels = Channels(),  # noqa: B008  a value
    ) -> None:  # fmt: skip
        self.node = node or Node("", server_name)
        self.games, self.store, self.accounts, self.social = games, store, accounts, social
        self.clock, self.policy, self.counters = clock, policy, counters
        self.limiter = limiter = Limiter(policy, counters, clock.now)
        self.supervision = Supervision(counters, clock.now, accounts)
        self.instance = runs[0] if runs else b""
        self.twins: Twins | None = None  # while this server is announced on the LAN
        self._faults, self._dice, self._keys = faults, dice or Dice(random.SystemRandom()), keys

        self._actors = actors = dict[str, TableActor]()
        self.lobby = lobby = Lobby[Peer]()
        self.relay, self.service = Relay(), Service(store)
        if others is not None:
            bus, shared = others
            self.relay = relay = StoredRelay(shared, bus, self.node.id, self.supervision)
            self.service = SharedService(lobby, ServiceTime(clock, store), bus, relay, shared)
        self.projection = HistoryProjection(
            store, social, is_shared=self.service.is_shared, supervision=self.supervision
        )
        self.supervision.on_retry["match"] = self._retry_match
        self._ratings = Ratings(social, store, self.projection.catch_up, self.relay)
        self.broadcast = Broadcast(lobby, self.relay, self.supervision)
        self.spectators = Spectators(lobby, self.broadcast, clock, self.supervision)
        self.access = TableAccess(social, self.relay)
        self.registry = registry = TableRegistry(
            actors, lobby, store, clock, self._create_actor, self.access.load, self.broadcast.publish, self.service,
            self.supervision,
        )  # fmt: skip
        self.commit = GroupCommit(store, self.service, self._start_soon, faults, self.supervision)
        self._rating_gate = RatingGate(self._ratings, self._start_soon, self.supervision)
        self.host_time = HostTime(clock, asleep) if others is None else None
        self.timers = Timers(clock, lobby, actors, self.service, asleep, network, self.supervision, self.host_time)
        self.expiry = TableExpiry(store, lobby, actors, limiter, self.service)
        self.recovery = Recovery(store, self.timers, registry, self.supervision)
        self.supervision.on_set_aside["table"] = registry.set_aside
        self.supervision.on_retry["table"] = self.recovery.retry
        self.changes = TableChanges(self.timers, self.expiry, self.recovery)
        self.changes.on_finished.append(self._match_finished)

        self.sanctions = Sanctions({})  # `run` reads the address bans
        self.sign_in = SignInService(accounts, self.sanctions, lobby.is_named, policy, clock, counters)
        self.moderation = Moderation(accounts, self.sanctions, self.broadcast, policy, clock, self.relay, registry)
        self.player_tables = PlayerTables(lobby, registry, self.timers, self.expiry, self._start_soon)

        self.vacations = Vacations(accounts, lobby, registry, limiter, self.relay, self.supervision)
        self.conditional_moves = ConditionalMoves(
            social, registry, self.broadcast, clock, self.relay, lobby.user, self.supervision
        )
        self.changes.on_change.append(self.conditional_moves.table_changed)
        self.old_guests = OldGuests(accounts, social, lobby, limiter, self.projection.catch_up)
        self.old_access = OldAccess(social, store)
        self.history = History(self.projection, social, accounts, limiter, self.vacations.until)
        self.new_tables = NewTables(lobby, registry, self.access, self.history, self.sanctions, limiter)
        self.chat = Chat(
            lobby, registry, self.access, social, accounts, self.broadcast, self.sanctions, limiter, self.relay
        )
        self.paired_tables = PairedTables(lobby, registry, clock)
        seek_tables = SeekTables(
            self.service.seeks, self.paired_tables, self.broadcast, games, self.node.id, self._start_soon,
            self.supervision,
        )  # fmt: skip
        self.seeks = Seeks(
            lobby, self.service, seek_tables, self.new_tables, self.history, limiter, games, self.node.id
        )
        self.invitations = Invitations(lobby, registry, self.access, accounts, social, self.broadcast)
        self.challenges = Challenges(
            lobby, social, accounts, self.paired_tables, self.new_tables, self.sanctions, self.broadcast, self.relay,
            limiter, games, self._dice, self.supervision,
        )  # fmt: skip
        self.rematches = Rematches(
            lobby, registry, self.paired_tables, self.access, self.broadcast, self.relay,
            lambda user, other: self.new_tables.refusal_of_seats(user, other) or self.new_tables.refusal_if_closed(),
            self._start_soon, self.challenges,
        )  # fmt: skip
        self.analyses = Analyses(lobby, registry, self.relay, social)
        self.rematches.on_made.append(self.analyses.rematch_made)
        self.tournament_logs = logs = TournamentLogs(social, clock, faults, self.supervision)
        self.tournament_publisher = TournamentPublisher(logs, lobby, accounts, self.supervision)
        self.tournaments = TournamentRunner(
            games, logs, lobby, registry, self.paired_tables, accounts, clock, self.supervision
        )
        self.tournaments.tell = self.broadcast.send_to_user
        self.moderation.on_ban = self.tournaments.player_banned
        self.tournament_requests = TournamentRequests(
            games, logs, self.tournament_publisher, social, accounts, self.new_tables, self.sanctions, limiter
        )
        self.changes.on_finished.append(self.tournaments.match_finished)
        people = People(
            lobby, social, accounts, self.challenges, self.seeks, self.projection, limiter, games, self.invitations,
            self.analyses,
        )  # fmt: skip
        self.lists = ListPublisher(lobby, self.access, self.broadcast)
        self.lobby_requests = requests = LobbyRequests(
            self.lists, self.chat, self.invitations, self.rematches, self.analyses, self.challenges, people,
            self.broadcast, limiter,
        )  # fmt: skip
        table_requests = TableRequests(
            lobby, registry, self.access, self.new_tables, self.spectators, requests, limiter, games
        )

        self.changes.on_seats.append(table_requests.end_lost)
        self.changes.on_change.append(self.seeks.table_changed)

        self.admission = Admission(policy, counters, self._dice.source)
        self.admission.is_away = lambda: self.service.is_away
        reports = Reports(accounts, limiter, self.chat.lines_for_report)
        outbox = Outbox(accounts, channels, Letter(server_name, policy), limiter)
        notice_requests = NoticeRequests(accounts, outbox, lobby, limiter, self._start_soon)
        news = Turns(lobby, registry, store), Rounds(logs), OpenChallenges(social)
        self.notices = Notices(accounts, lobby, self.service, outbox, limiter, news, self.supervision)
        attendance = Attendance(
            lobby, self.service, self.sanctions, self.admission, self.player_tables, self.broadcast, limiter
        )
        account_requests = AccountRequests(
            self.sign_in, attendance, self.moderation, reports, self.vacations, self.conditional_moves,
            notice_requests, limiter,
        )  # fmt: skip
        self.sessions = SessionServices(
            partial(self._welcome, partial(welcome, server_name, games, policy, keys, runs)), limiter,
            self.timers, self.admission, account_requests, table_requests, requests, self.history, people, self.seeks,
            self.tournament_requests,
        )  # fmt: skip

        seat_names = SeatNames(store, self.projection, registry, lobby, clock, self.relay, self._start_soon)
        person = PersonalData(
            accounts, social, self.moderation, registry, lobby, clock, seat_names,
            self.tournament_requests.withdraw_everywhere,
        )  # fmt: skip
        self.account_operations = AccountOperations(accounts, self.moderation, lobby, clock, person)
        self.metrics = MetricSources(self.admission, lobby, self.new_tables, counters, lambda: self.nodes)

        limiter.remote_of = lambda account: None if (peer := lobby.peer_of(account)) is None else peer.remote
        lobby.is_cut_off, lobby.is_unheard = self.timers.is_cut_off, self.timers.is_unheard
        lobby.vacation_until = self.vacations.until
        lobby.on_presence.append(self.broadcast.send_presence)
        registry.on_create.append(self.chat.table_created)
        registry.on_load += [self.timers.table_changed, lambda actor: self.conditional_moves.table_changed(actor.id)]
        registry.on_forget += [self.spectators.forget, self.chat.forget, self.rematches.forget, self.analyses.forget]
        if isinstance(self.service, SharedService):
            self._connect(self.service)
        else:
            registry.on_forget += [self.access.forget, self.new_tables.forget]

    def _connect(self, service: SharedService) -> None:
        """Connect the services with those of the other servers."""
        bus, relay, store = service.bus, service.relay, self.store

        def read_soon(read: Callable[[], Awaitable[None]]) -> None:
            self._start_soon(partial(read_until_done, read))

        self.supervision.on_change = partial(relay.send, SetAsideChanged())
        relay.subscribe(SetAsideChanged, lambda _message: read_soon(self.supervision.read_again))
        relay.on_missed.append(lambda: read_soon(self.supervision.read_again))
        users = RemoteUsers(
            self.lobby, self.player_tables, self.accounts, self.sanctions, self.clock, self.broadcast, relay, read_soon
        )
        tables = RemoteTables(
            self.lobby, self.access, store, bus, relay, self.new_tables.forget, read_soon, self.supervision
        )
        for hooks in (self.supervision.on_set_aside, self.supervision.on_retry):
            hooks["table"] = partial(_call_both, hooks["table"], tables.set_aside_or_retried)
        self.supervision.holds["table"] = store.hold
        service.on_entered.append(users.check_soon)
        presence = Presence(service.store, relay, self.node.id, users)
        nodes = Nodes(service.store, relay, presence, self._describe, self.player_tables.stop, self.supervision)
        service.connect(nodes, presence, tables, (
            RemoteSpectators(self.lobby, bus, self.node.id), Follower(bus, store, self._actors),
            DueTables(store, self.clock, service, self.registry, self.expiry, self.supervision),
            TournamentFollower(bus, self.social, self.tournament_logs, self.tournaments, self.clock),
        ), self.player_tables.stop_all, self.supervision)  # fmt: skip
        nodes.on_gone += [self.lobby.drop_audiences, lambda _node: self.conditional_moves.check_all()]
        bus.on_gap.append(presence.read_all)
        self.registry.on_forget.append(tables.forget)
        service.time.on_away.append(self.player_tables.store_away)
        service.time.on_back.append(self.player_tables.store_back)

    def _match_finished(self, table: Table, is_own: bool) -> None:
        self.new_tables.forget(table.id)
        self._charge_abort(table)
        if not is_own:  # another server counts the match, and adds it to the history
            self._ratings.match_ended_elsewhere(table)
            return
        self.counters.finishes[table.match.created.game if table.match is not None else ""] += 1
        self._ratings.match_ended(table)
        self.projection.match_ended()

    def _charge_abort(self, table: Table) -> None:
        """Count a rated match that a player aborted alone against the rate of their account and address."""
        match = table.match
        ended = match.ended if match is not None and match.is_rated else None
        if ended is not None and ended.reason == "aborted" and ended.player is not None:
            self.limiter.charge("abort", table.accounts[ended.player] or "")

    def _retry_match(self, item: Item) -> None:
        self._start_soon(partial(keep_trying, "the match history", partial(self.projection.retry, item)))

    def _describe(self) -> Node:
        """Return the row of this node."""
        draining, count = self.new_tables.why_closed() is not None, len(self.admission.connections)
        return msgspec.structs.replace(self.node, draining=draining, connections=count, read=self.relay.cursor)

    def _create_actor(self, id: str) -> TableActor:
        return TableActor(
            Table(id, self.games, self._dice, self._ratings, self._keys, self.vacations.is_on),
            self.lobby, self.commit, self._rating_gate, self.service,
            tell_spectators=self.spectators.send, on_change=self.changes.changed, on_idle=self.registry.release,
            now=self.clock.now, counters=self.counters, faults=self._faults, supervision=self.supervision,
        )  # fmt: skip

    def _start_soon(self, work: Work) -> None:
        try:
            self._nursery.start_soon(self.supervision.finish, _name(work), work)
        except RuntimeError:  # the services have ended, and a connection ends after them
            log.debug("%s was left out at the end", work)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Open all unfinished tables, report `started`, then run all services until cancelled.

        A node of a service opens tables when they are needed.
        """
        await self.service.begin()
        if self.host_time is not None:  # before anything uses the time
            seen = await self.accounts.in_thread(self.accounts.last_seen)
            self.host_time.begin(max(seen, await self.service.last_alive()))
        self.sanctions.read_again(await self.accounts.in_thread(self.accounts.address_bans), None)
        await self.supervision.begin()
        await self.history.catch_up()
        await self.vacations.begin()
        await self.registry.open_unfinished()
        await self._list_ended()
        await self.tournament_logs.begin()
        self.lobby.take_touched_tables()  # every client gets complete lists first, so these tables are no changes
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            self.timers.begin(await self.service.last_alive())
            await self.service.pause_running_tables()
            await self.expiry.begin()
            await self.commit.quiet()
            for name, run in self._tasks.items():
                nursery.start_soon(self.supervision.keep, name, run)
            task_status.started()

    async def _list_ended(self) -> None:
        """List the tables that have ended so recently that spectators have not seen it yet."""
        now = self.clock.now()
        for table, until in await self.social.in_thread(self.social.hidden_ends, now):
            actor = await self.registry.load(table)
            if actor is not None and actor.table.delay:
                self.lobby.list_ended(actor.table, until - now)

    @property
    def _tasks(self) -> dict[str, Work]:
        """The tasks that run as long as the server does, by the names that metrics and the log have for them."""
        return {
            "supervision": self.supervision.run, "timers": self.timers.run, "expiry": self.expiry.run,
            "spectators": self.spectators.run, "history": self.projection.run, "lists": self.lists.run,
            "broadcast": self.broadcast.run, "admission": self.admission.run, "registry": self.registry.run,
            "recovery": self.recovery.run, "old guests": self.old_guests.run, "old access": self.old_access.run,
            "challenges": self.challenges.run,
            "vacations": self.vacations.run, "seeks": self.seeks.run,
            "conditional moves": self.conditional_moves.run, "notices": self.notices.run, "service": self.service.run,
            "tournament publisher": self.tournament_publisher.run, "tournaments": self.tournaments.run,
        }  # fmt: skip

    def _welcome(
        self, answer: Callable[[m.Hello, bytes, Remote], m.Welcome], hello: m.Hello, nonce: bytes, remote: Remote
    ) -> m.Welcome:
        """Return the answer to a greeting. Look for a copy of this server if its client comes from there."""
        reply = answer(hello, nonce, remote)
        if self.twins is not None and hello.instance != reply.instance and hello.instance and not reply.continues:
            self.twins.look_soon()
        return reply

    @property
    def nodes(self) -> list[Fields]:
        """The servers of the service, for operators. Times are ms since 1970; none if this server is alone."""
        return [
            {
                "node": node.id, "address": node.address, "version": node.version, "started": node.started,
                "connections": node.connections, "draining": node.draining, "age_ms": node.age_ms,
                "connected": node.connected, "this": node.id == self.node.id,
            }
            for node in self.service.nodes
        ]  # fmt: skip

    def control(
        self, facts: Callable[[], Fields], stop: Callable[[], None], until_the_end: ExitStack, tls: Tls | None = None,
        folder: Path | None = None,
    ) -> ControlService:  # fmt: skip
        """Return the commands of operators. `facts` returns what they want to see first.

        `folder` is that of the SQLite files, if there are any, and `tls` has the certificates.
        """
        checks = Checks(self.store, self.service, self.timers, self._start_soon, tls, folder)
        server = ServerOperations(
            self.lobby, self.moderation, self.admission, self.new_tables, self.broadcast, self.clock,
            self.counters, Continuations(self.registry, self.clock, self.games, self._keys), self.timers, facts, stop,
            checks.run, self.supervision,
        )  # fmt: skip
        return ControlService(server, self.account_operations, until_the_end)

    async def leave(self) -> None:
        """Leave the service, when all users of this server are gone."""
        try:
            await self.service.leave()
        except StoreProblem as problem:
            log.error("the other servers were not told that this one ends: %s", problem)

    async def drain(self) -> None:
        """Stop all clocks, and wait until all accepted commands are on disk. A fault does not skip the other steps."""
        with self.supervision.guard("drain"):
            self.timers.drain()
        await self.commit.quiet()
        for step in (self.timers.finish_drain, self.expiry.drain, self.supervision.save):
            with self.supervision.guard("drain"):
                try:
                    await step()
                except StoreProblem as problem:
                    log.error("not everything could be written at the end: %s", problem)


@dataclass(frozen=True)
class Serving:
    """A server that can be reached.

    `reload` takes limits, admission, the message of the day and the certificate from another configuration.
    """

    port: int
    fingerprint: str  # empty without TLS
    addresses: tuple[Address, ...]  # those for other computers first
    server_name: str
    reload: Callable[[Config], None]
    services: Services
    control: ControlService

    def match(self, table: str) -> Match | None:
        """Return the match at a table in memory."""
        return self.services.registry.match(table)

    @property
    def connections(self) -> int:
        """The number of connections."""
        return len(self.services.admission.connections)


async def serve(
    config: Config, *, faults: Faults = no_faults, task_status: trio.TaskStatus[Serving] = trio.TASK_STATUS_IGNORED
) -> None:
    """Serve until cancelled or stopped by a command.

    Then all clients are notified, everything that was accepted is on disk, and the server ends within five seconds.
    `ServerError` says why the server cannot start; `DataFolderBusy` names the server that has the folder.
    """
    channels = channels_of(config)
    with ExitStack() as until_the_end, ExitStack() as stack:
        shown = published_fingerprint(config.data)
        lock = stack.enter_context(hold(config.data))
        remove_unfinished(config.data)
        tls = Tls(config, shown)
        if config.database:
            note_database(config.data, without_password(config.database))
            await wait_for_database(config.database)
        else:
            check_database(config.data)
            _check_disk(config.data)
        sockets = listen(config.hosts, config.port, config.data)
        for sock in sockets:
            stack.enter_context(closing(sock))
        tls.on_change = partial(_publish_address, lock, tls, sockets)
        tls.on_change()
        counters = Counters()
        node = Node(
            secrets.token_hex(8), config.name, __version__, f"{socket.gethostname()}:{sockets[0].getsockname()[1]}",
            started=int(time.time() * 1000),
        )  # fmt: skip
        async with AsyncExitStack() as opened:
            stores = open_stores(config.data, config.database, faults, counters.count_commit)
            store, accounts, social = await opened.enter_async_context(stores)
            others: Others | None = None
            if config.database:
                from server.cluster.postgres_bus import open_cluster  # its library is an extra

                others = await opened.enter_async_context(open_cluster(config.database, node.id, Supervision(counters)))
            seeds = await accounts.in_thread(accounts.signing_keys)
            runs = await accounts.in_thread(accounts.begin_run)
            if others is None and (config.is_behind_proxy or config.addresses):
                runs = (b"", *runs)  # other servers may have this identity on purpose, with data of their own
            keys = await trio.to_thread.run_sync(host_keys, seeds)  # the library takes 0.1 s to load
            is_reachable = any(not Remote(sock.getsockname()[0]).is_loopback for sock in sockets)
            services = Services(
                config.name, GAMES, store, accounts, social, Clock(), policy_of(config), counters, faults,
                others=others, node=node, network=Network() if is_reachable else None, keys=keys, runs=runs,
                channels=channels,
            )  # fmt: skip
            stop = trio.Event()
            control = services.control(
                partial(_facts, config, tls, sockets, services), stop.set, until_the_end, tls,
                None if config.database else config.data,
            )  # fmt: skip
            try:
                async with trio.open_nursery() as nursery:
                    scope = trio.CancelScope(shield=True)
                    nursery.start_soon(_run, scope, config, tls, sockets, services, control, task_status)
                    nursery.start_soon(_watch, store)
                    try:
                        await stop.wait()
                    finally:  # the clocks stop, and all clients are notified, before anything else stops
                        deadline = trio.current_time() + DRAIN_S
                        with services.supervision.guard("drain"), trio.CancelScope(shield=True, deadline=deadline):
                            await services.drain()
                        scope.cancel()
                        nursery.cancel_scope.cancel()
            finally:  # also where a signal cancels the server
                deadline = trio.current_time() + LEAVE_S
                with services.supervision.guard("leave"), trio.CancelScope(shield=True, deadline=deadline):
                    await services.leave()


async def _watch(store: EventStore) -> None:
    """Raise `StoreError`, which ends the server in order, if a thread of the store ends: no table can go on."""
    lanes = store.lanes
    async with trio.open_nursery() as nursery:
        for lane in {lanes.commits, lanes.time, lanes.changes, lanes.play, lanes.reads}:
            nursery.start_soon(_wait_for_end, lane.ended)


async def _wait_for_end(ended: trio.Event) -> None:
    await ended.wait()
    raise StoreError("The server has lost the thread of its store. Start it again, and report this")


def _check_disk(folder: Path) -> None:
    """Warn of lost commits; `DataFolderUnusable` if the disk is full."""
    for name, kept in kept_logs(folder):
        log.warning("%s has lost commits: %s is what is left of them; see verify", name, kept.name)
    try:
        check_room(folder)
    except OSError as error:
        raise unusable(folder, error) from error


def _publish_address(lock: int, tls: Tls, sockets: Sequence[socket.socket]) -> None:
    """Write beside the lock where the server listens, for `health` and for other servers of this folder."""
    try:
        publish_address(lock, sockets[0].getsockname()[1], tls.fingerprint)
    except OSError as error:
        log.error("port and fingerprint could not be written beside the lock: %s", error.strerror)


def _facts(config: Config, tls: Tls, sockets: Sequence[socket.socket], services: Services) -> Fields:
    """Return what an operator wants to see first."""
    port = sockets[0].getsockname()[1]
    addresses = list(map(str, _addresses(sockets)))
    return {
        "name": config.name, "data": str(config.data), "database": without_password(config.database), "port": port,
        "fingerprint": tls.fingerprint, "addresses": addresses, "nodes": services.nodes,
        "instance": services.instance.hex(), "twins": list(services.twins.addresses if services.twins else ()),
    }  # fmt: skip


async def _run(
    scope: trio.CancelScope,
    config: Config,
    tls: Tls,
    sockets: Sequence[socket.socket],
    services: Services,
    control: ControlService,
    task_status: trio.TaskStatus[Serving],
) -> None:
    """Run the services, then the control socket and the metrics, then accept connections, until cancelled."""
    with scope:
        async with trio.open_nursery() as nursery:
            await nursery.start(services.run)
            supervision = services.supervision
            serve_control = partial(control.serve, config.control or config.data / CONTROL_FILE)
            await nursery.start(supervision.keep_serving, "control", serve_control)
            if (metrics_port := config.metrics_port) is not None:
                measured = replace(services.metrics, tls=not config.plain, certificate_until=lambda: tls.until)
                serve_numbers = partial(serve_metrics, measured, config.data, metrics_port, config.metrics_host)
                await nursery.start(supervision.keep_serving, "metrics", serve_numbers)
            proxies = Proxies(config.proxies) if config.proxies else None
            if config.plain and proxies is None:
                log.warning(
                    "limits by address are off: with plain all connections count as those of a proxy. Set proxies"
                )
            for sock in sockets:
                nursery.start_soon(Acceptor(sock, tls, proxies, services.sessions, supervision).run)
            port = sockets[0].getsockname()[1]
            announcer = None
            if config.announce != "none" and not config.is_behind_proxy:
                offers, games, logs = services.lobby.listing.offers, services.games, services.tournament_logs

                def current() -> Announcement:
                    identity, told = tls.identity.fingerprint, offers(MAX_TABLES)
                    return announcement(
                        identity, config.name, port, PROGRAM, *told, games, services.instance, logs.open
                    )

                services.twins = twins = Twins(current)
                announcer = Announcer(current, answer_all=config.answer_public, on_query=twins.note_query)
                changed = announcer.changed
                services.lobby.on_change.append(changed)
                logs.on_change.append(lambda _tournament: changed())
                nursery.start_soon(keep_announced, announcer, config.announce, supervision)
                nursery.start_soon(supervision.keep, "twins", partial(twins.run, config.announce))

            def reload(fresh: Config) -> None:
                """Use the certificate and the policy of another configuration from now on.

                `DataFolderUnusable` if the certificate is unusable; then nothing changes.
                """
                tls.use(replace(config, cert=fresh.cert, key=fresh.key))
                if announcer is not None:
                    announcer.changed()  # it has the fingerprint
                services.policy.update(policy_of(replace(fresh, plain=config.plain, proxies=config.proxies)))

            log.info("%s listens on port %d", config.name, port)
            task_status.started(
                Serving(port, tls.fingerprint, _addresses(sockets), config.name, reload, services, control)
            )


def _call_both(first: Callable[[Item], None], second: Callable[[Item], None], item: Item) -> None:
    first(item)
    second(item)


def _name(work: Work) -> str:
    """Return the name of a function, for the log."""
    return str(getattr(getattr(work, "func", work), "__qualname__", "a job"))


def failed_at_start(problem: StoreProblem) -> StoreError:
    """Return the error of a start during which the database failed."""
    return StoreError("The database failed while the server started ({reason}). Start it again", reason=str(problem))


def policy_of(config: Config) -> Policy:
    """Return the part of a configuration that may change while the server runs."""
    return Policy(
        config.guests, config.sign_up, config.motd, config.computers, config.tournaments, addresses=config.addresses,
        shared_addresses=config.shared_addresses,
        behind_proxy=config.plain and not config.proxies, limits=config.limits,
    )  # fmt: skip


def _addresses(sockets: Sequence[socket.socket]) -> tuple[Address, ...]:
    """Return where clients reach the server, the best first: for "all interfaces" the addresses of each of them."""
    found: list[Address] = []
    everywhere = {sock.family: sock.getsockname()[1] for sock in sockets if sock.getsockname()[0] in ("0.0.0.0", "::")}
    for network in without_spares(local_interfaces("all")):
        port = everywhere.get(socket.AF_INET6 if network.is_ipv6 else socket.AF_INET)
        if port is not None:
            found.append(Address(network.shared_host, port))
    named = (sock.getsockname() for sock in sockets)
    found += [Address(host_of(name), name[1]) for name in named if name[0] not in ("0.0.0.0", "::")]
    return tuple(dict.fromkeys(found))
