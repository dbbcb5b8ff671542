"""Sends the events of tournaments to those who watch them, and changes of the list to those who have asked for it."""

import logging
from collections.abc import Collection, Iterable, Sequence
from functools import partial

import trio

from netgame.text import N_
from netgame.tournaments import events
from netgame.tournaments.events import Event
from netgame.tournaments.state import Tournament
from protocol import messages as m
from protocol.event_codec import tournament_codec
from protocol.framing import encode, encode_tournament_events, pages
from server.lobby.broadcast import AT_ONCE
from server.lobby.lobby import Lobby
from server.ops.supervision import Item, Supervision, Wakeup, keep_trying
from server.storage.accounts import AccountStore
from server.tables.actor import chunk
from server.tables.users import Peer
from server.tournaments.entry import accounts_in, entry_of, named
from server.tournaments.logs import TournamentLog, TournamentLogs

log = logging.getLogger(__name__)

LIST_EVERY_S = 1.0  # a tournament that changes more often is sent once in that time
STOPPED = N_("The tournament {title} stands still after a fault of the server. Its operator can let it go on")
MAX_WATCHED = 20  # tournaments of one connection


class TournamentPublisher:
    """The connections that watch tournaments, with the last event that each has got, and the readers of the list."""

    def __init__(
        self, logs: TournamentLogs, lobby: Lobby[Peer], accounts: AccountStore, supervision: Supervision | None = None
    ) -> None:
        self._supervision = supervision or Supervision()
        self._supervision.on_set_aside["tournament"] = self._set_aside
        self._logs, self._lobby, self._accounts = logs, lobby, accounts
        self._watchers: dict[str, dict[Peer, int]] = {}
        self._readers: dict[Peer, str] = {}  # of the list, with their accounts
        self._grown: dict[str, None] = {}  # tournaments with events that some watchers have not got
        self._listed: dict[str, None] = {}  # tournaments with a new entry, in order
        self._events_wait, self._entries_wait = Wakeup(), Wakeup()
        logs.on_change.append(self._changed)

    def _changed(self, tournament: Tournament) -> None:
        if tournament.id in self._watchers:
            self._grown[tournament.id] = None
            self._events_wait.set()
        if self._readers:
            self._listed[tournament.id] = None
            self._entries_wait.set()

    # ---- connections

    def may_watch(self, peer: Peer) -> bool:
        """Tell whether a connection may watch one more tournament."""
        return sum(peer in watchers for watchers in self._watchers.values()) < MAX_WATCHED

    def watch(self, peer: Peer, id: str, sent: int) -> None:
        """Send a connection all events after that number from now on."""
        self._watchers.setdefault(id, {})[peer] = sent
        self._grown[id] = None
        self._events_wait.set()
        if self._supervision.item("tournament", id) is not None:
            self._tell_that_it_stands(peer, id)

    def came(self, peer: Peer, account: str) -> None:
        """Tell a director after a sign-in which of their tournaments were set aside."""
        for item in self._supervision.items:
            state = self._entry_state(item.id) if item.kind == "tournament" else None
            if state is not None and state.director == account:
                self._tell_that_it_stands(peer, item.id)

    def _set_aside(self, item: Item) -> None:
        """Tell the director, if they are connected here. Otherwise `came` does it later."""
        state = self._entry_state(item.id)
        peer = self._lobby.peer_of(state.director) if state is not None else None
        if peer is not None:
            self._tell_that_it_stands(peer, item.id)

    def _tell_that_it_stands(self, peer: Peer, id: str) -> None:
        state = self._entry_state(id)
        if state is not None:
            peer.send(encode(m.Notice(template=STOPPED, args={"title": state.created.title})))

    def _entry_state(self, id: str) -> Tournament | None:
        known = self._logs.get(id)
        return known.state if known is not None else None

    def unwatch(self, peer: Peer, id: str) -> None:
        watchers = self._watchers.get(id, {})
        watchers.pop(peer, None)
        if not watchers:
            self._watchers.pop(id, None)

    def read_list(self, peer: Peer, account: str) -> None:
        """Send a connection the changes of the list from now on."""
        self._readers[peer] = account

    def leave_list(self, peer: Peer) -> None:
        self._readers.pop(peer, None)

    def leave(self, peer: Peer) -> None:
        """Forget a connection that has ended."""
        self.leave_list(peer)
        for id in list(self._watchers):
            self.unwatch(peer, id)

    # ---- frames

    async def names(self, accounts: Collection[str]) -> dict[str, str]:
        """Return the names of accounts. `DatabaseFailed`."""
        online = {account: user.name for account in accounts if (user := self._lobby.user(account)) is not None}
        rest = [account for account in accounts if account not in online]
        return online | (await self._accounts.in_thread(self._accounts.names_of, rest) if rest else {})

    async def frames(self, known: TournamentLog, sent: int) -> tuple[bytes, int]:
        """Return a frame with events after that number, as many as fit, and the number of the last one."""
        bodies = chunk(known.bodies, sent, known.number)
        accounts = sorted(set(_accounts(map(tournament_codec.from_bytes, bodies))))
        names = await self.names(accounts)
        people = [m.Member(account=account, name=names.get(account, "")) for account in accounts]
        return encode_tournament_events(known.id, bodies, people), sent + len(bodies)

    async def entries(
        self, entries: Sequence[m.TournamentInfo], account: str, own: Collection[str]
    ) -> list[m.TournamentInfo]:
        """Return entries for a reader. `own` are tournaments that are over in which they took part."""
        names = await self.names(accounts_in(entries))
        return [self._entry(entry, names, account, own) for entry in entries]

    def _entry(
        self, entry: m.TournamentInfo, names: dict[str, str], account: str, own: Collection[str] = ()
    ) -> m.TournamentInfo:
        known = self._logs.get(entry.tournament)
        state = known.state if known is not None else None
        mine = account in state.players if state is not None else entry.tournament in own
        invited = state is not None and account in state.unanswered
        return named(entry, names, mine=mine, invited=invited)

    # ---- pushes

    async def run(self) -> None:
        """Send what is new, until cancelled."""
        tasks = {"tournament events": self._keep_sending_events, "tournament list": self._keep_sending_entries}
        await self._supervision.keep_all(tasks)

    async def _keep_sending_events(self) -> None:
        while True:
            while self._grown:
                id = next(iter(self._grown))
                with self._supervision.guard("tournament", id) as attempt:
                    await keep_trying(f"events of tournament {id}", partial(self._send_events, id))
                if attempt.has_failed:  # the next event is sent with those before it
                    self._grown.pop(id, None)
            await self._events_wait.wait()

    async def _send_events(self, id: str) -> None:
        self._grown.pop(id, None)
        while (known := self._logs.get(id)) is not None:
            behind = [(sent, peer) for peer, sent in self._watchers.get(id, {}).items() if sent < known.number]
            if not behind:
                return
            sent = min(number for number, _peer in behind)
            frame, last = await self.frames(known, sent)
            watchers = self._watchers.get(id, {})
            receivers = [peer for number, peer in behind if number == sent and watchers.get(peer) == sent]
            for count, peer in enumerate(receivers, 1):
                watchers[peer] = last
                peer.send(frame)
                if count % AT_ONCE == 0:
                    await trio.lowlevel.checkpoint()

    async def _keep_sending_entries(self) -> None:
        while True:
            if not self._listed:
                await self._entries_wait.wait()
            await keep_trying("the list of tournaments", self._send_entries)
            await trio.sleep(LIST_EVERY_S)

    async def _send_entries(self) -> None:
        listed = list(self._listed)
        states = [known.state for id in listed if (known := self._logs.get(id)) is not None]
        entries = [entry_of(state) for state in states if state is not None]
        names = await self.names(accounts_in(entries))
        for id in listed:
            del self._listed[id]
        parts = pages(self._entry(entry, names, "") for entry in entries)
        for count, (peer, account) in enumerate(list(self._readers.items()), 1):
            for part in parts:
                peer.send(encode(m.TournamentsDelta(changed=[self._entry(entry, names, account) for entry in part])))
            if count % AT_ONCE == 0:
                await trio.lowlevel.checkpoint()


def _accounts(some: Iterable[Event]) -> Iterable[str]:
    """Yield the accounts that events name for the first time."""
    for event in some:
        if event.by:
            yield event.by
        if isinstance(event, events.Invited | events.Entered | events.Removed | events.Directed):
            yield event.account
