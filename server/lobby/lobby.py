"""Users online, the tables in memory, and which connection watches which table. Sync."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

from netgame.match.events import AbsenceCause, Player
from netgame.text import N_
from protocol import messages as m
from protocol.framing import encode_part
from server.lobby.listed_table import Accounts, Listable, ListedTable
from server.lobby.presence import OnlineUsers
from server.lobby.public_tables import PublicTables
from server.refusals import NOT_HERE
from server.tables.commands import User
from server.tables.table import Table
from server.tables.users import Watching

PeerT = TypeVar("PeerT", bound=Hashable)
Dismissal = tuple[PeerT, m.Closing]  # a connection that has to end, and its last message
Listed = tuple[str, Accounts, str | None, tuple[bool, bool]]  # state, seats, reason of a pause, readiness
RENAMED = m.Closing(code="renamed", template=N_("Another player has registered your name. You get another one"))
REPLACED = m.Closing(code="replaced", template=N_("You have signed in elsewhere, so this connection was closed"))
RENAMED_BY_OPERATOR = m.Closing(
    code="renamed", template=N_("The operator of this server has given you another name. You come back with it")
)
DELETED = m.Closing(code="revoked", template=N_("The operator of this server has deleted your account"))
NOT_HERE_NOW = N_("{name} is not here now. Try again later")
PLAYS_NOW = N_("{name} is playing now. Try again later")
PLAYED = ("playing", "between")  # states of a table at which its players play
MAX_SPECTATORS = 50  # whose names are sent


def waits_for_players(clock: str, absence: str) -> bool:
    """Tell whether a game can begin without its players: one by days, or without any limit of time."""
    return clock.startswith("days") or (clock, absence) == ("none", "wait")


class Lobby(Generic[PeerT]):
    """Users online by account, and tables by id. A peer is any object that represents a connection.

    Users of other servers of the service are online without a connection. Tables that only other servers have in memory
    are in the lists by their entries.

    The hooks are called after a change of the list of tables (`on_change`), of the list of users (`on_people`), of the
    presence at a table (`on_presence`), and of its spectators (`on_audience`), and when a connection ends (`on_leave`).
    `later` calls a function after so many milliseconds, and `shown` returns the number of the last event that
    spectators of a table see. With them lists show a table with a delay as spectators see it.
    `is_cut_off` tells whether this server
    has lost the network over which an account is or was connected, `is_unheard` whether its connection may be dead by a
    fault of this server, `vacation_until` when the vacation of an account ends, or 0. `names_are_claimed`: no other
    user of the service has the name with which a user enters.
    """

    def __init__(self) -> None:
        self.on_change: list[Callable[[], None]] = []
        self.on_people: list[Callable[[], None]] = []
        self.on_presence: list[Callable[[str], None]] = []
        self.on_audience: list[Callable[[str], None]] = []
        self.on_leave: list[Callable[[PeerT, str], None]] = []
        self.is_cut_off: Callable[[str], bool] = lambda account: False
        self.is_unheard: Callable[[str], bool] = lambda account: False
        self.vacation_until: Callable[[str], int] = lambda account: 0
        self.later: Callable[[int, Callable[[], None]], None] = lambda _ms, call: call()
        self.shown: Callable[[Table], int] = lambda table: table.number
        self.names_are_claimed = False
        self.tables: dict[str, Table] = {}
        self.listing = PublicTables(self.info)
        self._online: OnlineUsers[PeerT] = OnlineUsers()
        self._addresses: dict[str, str] = {}  # of the users at other servers
        self._users: dict[PeerT, User] = {}  # by connection, also if the account is online on another one
        self._seats: dict[str, set[str]] = {}  # account -> tables where it has a seat
        # account with a seat -> why it is offline, and the address of this computer that it was connected to
        self._causes: dict[str, tuple[AbsenceCause | None, str | None]] = {}
        self._listed: dict[str, Listed] = {}  # table -> what lists showed of it last
        self._entries: dict[str, ListedTable] = {}  # the unfinished tables of a service with several servers
        self._audiences: dict[str, dict[str, tuple[int, Sequence[str]]]] = {}  # table -> spectators at other servers
        self._delayed: dict[str, ListedTable | None] = {}  # started tables with a delay, in lists; None: not yet
        self._late_ends: dict[str, int] = {}  # of these, those that have ended, as far as this server knows when
        self._hidden: dict[str, Listable] = {}  # unfinished tables by invitation
        self._touched: dict[str, set[str]] = {}  # tables with a changed entry -> accounts that gave up a seat there
        self._watchers: dict[str, dict[PeerT, Watching]] = {}
        self._watched: dict[PeerT, dict[str, None]] = {}  # connection -> tables that it watches

    # ---- users

    @property
    def peers(self) -> list[PeerT]:
        """The connections of all users online here."""
        return [peer for peer, _user in self._online.values() if peer is not None]

    @property
    def users(self) -> list[User]:
        """All users online."""
        return [user for _peer, user in self._online.values()]

    def is_online(self, account: str) -> bool:
        return account in self._online

    def peer_of(self, account: str) -> PeerT | None:
        """Return the connection of an account that is online here."""
        online = self._online.get(account)
        return online[0] if online is not None else None

    def user(self, account: str) -> User | None:
        """Return a user online."""
        online = self._online.get(account)
        return online[1] if online is not None else None

    def user_of(self, peer: PeerT) -> User | None:
        """Return the user of a connection that has signed in."""
        return self._users.get(peer)

    def cause(self, account: str | None) -> AbsenceCause | None:
        """Return why an account with a seat is offline.

        None if it is online, was not since the server started, or was interrupted by the server.
        """
        return self._causes.get(account or "", (None, None))[0]

    def came_to(self, account: str) -> str | None:
        """Return the address of this computer that an account with a seat was connected to, if it is known."""
        return self._causes.get(account, (None, None))[1]

    def count_computers(self, without: str) -> int:
        """Return how many computer players are online, not counting an account."""
        return sum(user.computer != "" and user.account != without for _peer, user in self._online.values())

    def computers_of(self, account: str) -> Iterator[str]:
        """Return which computer player, or "" for a person, has each seat of an account at unfinished tables."""
        for table in self.unfinished_tables_of(account):
            yield from (table.computers[player] for player in (0, 1) if table.accounts[player] == account)

    def people(self) -> m.People:
        """Return the users online, up to a limit, the latest first."""
        return m.People(people=list(map(self._person, self._online.listed())), count=len(self._online))

    def take_people_changes(self) -> tuple[list[m.Person], list[str], int]:
        """Return what has changed in that list since the last call: users, accounts that left, and the count."""
        changed, gone = self._online.changes()
        return list(map(self._person, changed)), gone, len(self._online)

    def _person(self, user: User) -> m.Person:
        late = (id for id, table in self._delayed.items() if table is not None and user.account in table.accounts)
        seats = map(self.listed, {*self._seats.get(user.account, ()), *late})
        plays = min((t.id for t in seats if t and t.state in PLAYED and t.access == "open"), default="")
        return m.Person(
            account=user.account, name=user.name, since=user.since, registered=user.registered,
            table=plays, computer=user.computer,
        )  # fmt: skip

    def enter(self, peer: PeerT, user: User) -> tuple[User, list[Dismissal[PeerT]]]:
        """Let a user come online. Return the user with the name that they have here, and connections that have to end.

        An earlier connection of the account ends: it may be dead without the server knowing. A guest whose name is used
        by another user, or looks like theirs, gets a number behind it. Guests who have the name of a registered user
        are disconnected and come back under another one.
        """
        user = self._named(user)
        self._addresses.pop(user.account, None)
        self._users[peer] = user
        return user, self._come(peer, user)

    def enter_elsewhere(self, user: User, address: str) -> list[Dismissal[PeerT]]:
        """Let a user be online at another server. Return the connections that have to end here."""
        self._addresses[user.account] = address
        return self._come(None, user)

    def _come(self, peer: PeerT | None, user: User) -> list[Dismissal[PeerT]]:
        before = self._online.get(user.account)
        earlier = before[0] if before is not None else None
        if earlier is not None and earlier != peer:
            self._unwatch_all(earlier)
        self._online.put(peer, user)
        self._people_changed()
        self._causes.pop(user.account, None)
        if before is None:
            self.presence_changed(user.account)
        replaced = [(earlier, REPLACED)] if earlier is not None and earlier != peer else []
        return replaced + self._guests_like(user)

    def leave(self, peer: PeerT, account: str, cause: AbsenceCause = "lost", came_to: str = "") -> None:
        """Remove a connection that has ended. `came_to` is as that of a `Peer`."""
        self._unwatch_all(peer)
        self._users.pop(peer, None)
        for hook in self.on_leave:
            hook(peer, account)
        online = self._online.get(account)
        if online is None or online[0] != peer:
            return  # the account is online on another connection
        self._remove(account, cause, came_to)

    def _remove(self, account: str, cause: AbsenceCause, came_to: str | None = None) -> None:
        self._online.remove(account)
        self._addresses.pop(account, None)
        self._people_changed()
        if account in self._seats:
            self._causes[account] = (None if self.is_unheard(account) else cause, came_to)
        self.presence_changed(account)

    def address_elsewhere(self, account: str) -> str | None:
        """Return the address of a user at another server, as bans count it."""
        return self._addresses.get(account)

    def leave_elsewhere(self, account: str, cause: AbsenceCause) -> None:
        """Remove a user that was online at another server."""
        online = self._online.get(account)
        if online is not None and online[0] is None:
            self._remove(account, cause)

    def rename(self, peer: PeerT, name: str, *, is_registered: bool = False) -> tuple[User, list[Dismissal[PeerT]]]:
        """Give the user of a connection another name, perhaps one that they have registered.

        Return the user with a name that no other user has, and the connections that have to end.
        """
        before = self._users[peer]
        user = self._named(replace(before, name=name, registered=is_registered or before.registered))
        if self.peer_of(user.account) != peer:  # the account is online on another connection by now
            return user, []
        self._online.put(peer, user)
        self._users[peer] = user
        self._people_changed()
        return user, self._guests_like(user)

    def _named(self, user: User) -> User:
        """Return the user with a name that no other user has; a registered one may have that of a guest."""
        if self.names_are_claimed:
            return user
        return replace(user, name=self._online.unique(user.name, user.account, over_guests=user.registered))

    def _guests_like(self, user: User) -> list[Dismissal[PeerT]]:
        """Return the guests here whose name looks like that of a registered user."""
        alike = self._online.alike(user.name) if user.registered else ()
        return [
            (peer, RENAMED)
            for peer, other in alike
            if peer is not None and not other.registered and other.account != user.account
        ]

    def is_named(self, name: str, account: str) -> bool:
        """Tell whether the name of another user online is the same or looks like it. May be called in a thread."""
        return self._online.is_taken(name, account)

    def _people_changed(self) -> None:
        for hook in self.on_people:
            hook()

    def presence_changed(self, account: str) -> None:
        """Publish the presence at all tables of an account."""
        for table in self._seats.get(account, ()):
            self.touch(table)
            self._publish_presence(table)

    def _publish_presence(self, table: str) -> None:
        for hook in self.on_presence:
            hook(table)

    def presence(self, table: Table) -> m.Presence:
        """Return which players of a table are online, and its spectators."""
        first, second = (account is not None and self.is_online(account) for account in table.accounts)
        causes = (self._why_absent(table.accounts[0]), self._why_absent(table.accounts[1]))
        names, watching = self._spectators(table)
        return m.Presence(
            table=table.id, present=(first, second), causes=causes, spectators=names, watching=watching,
            frozen=table.frozen is not None, vacations=(self._vacation_of(table, 0), self._vacation_of(table, 1)),
        )  # fmt: skip

    def _vacation_of(self, table: Table, player: Player) -> int:
        account = table.accounts[player]
        return self.vacation_until(account) if account is not None else 0

    def _why_absent(self, account: str | None) -> str:
        if account is not None and self.is_cut_off(account):
            return "network"
        return self.cause(account) or ""

    def _spectators(self, table: Listable) -> tuple[list[str], int]:
        """Return the names of the first spectators, and how many there are, at all servers."""
        names, count = self.audience(table)
        for more, some in self._audiences.get(table.id, {}).values():
            names, count = [*names, *some], count + more
        return names[:MAX_SPECTATORS], count

    def audience(self, table: Listable) -> tuple[list[str], int]:
        """Return the names of the first spectators, and how many there are, at this server."""
        users = (self._users.get(peer) for peer in self.watchers(table.id))
        names = (user.name for user in users if user is not None and user.account not in table.accounts)
        return list(islice(names, MAX_SPECTATORS)), self._count_audience(table)

    def _count_audience(self, table: Listable) -> int:
        watchers = self.watchers(table.id)
        players = {self.peer_of(account) for account in table.accounts if account is not None}
        return len(watchers) - sum(peer in watchers for peer in players)

    def set_audience(self, node: str, table: str, count: int, names: Sequence[str]) -> None:
        """Note the spectators of a table at another server."""
        if count and self.live(table) is None:
            return
        at_nodes = self._audiences.setdefault(table, {})
        at_nodes.pop(node, None)
        if count:
            at_nodes[node] = (count, names)
        if not at_nodes:
            del self._audiences[table]
        self._note_audience(table)

    def drop_audiences(self, node: str) -> None:
        """Drop the spectators at a server that has ended."""
        for table in [table for table, at_nodes in self._audiences.items() if node in at_nodes]:
            self.set_audience(node, table, 0, ())

    def is_player(self, peer: PeerT, table: Listable) -> bool:
        """Tell whether the user of a connection has a seat at a table."""
        user = self._users.get(peer)
        return user is not None and user.account in table.accounts

    # ---- tables

    def info(self, table: Listable) -> m.TableInfo:
        """Return the entry of a table in lists."""
        elsewhere = self._audiences.get(table.id)
        count = self._count_audience(table) + (sum(more for more, _ in elsewhere.values()) if elsewhere else 0)
        return table.info(self.is_online, count)

    def hidden(self, ids: Iterable[str]) -> list[Listable]:
        """Return those of some tables that are unfinished and by invitation."""
        return [table for id in ids if (table := self._hidden.get(id)) is not None]

    def live(self, id: str) -> Listable | None:
        """Return a table that is unfinished, or its entry."""
        table = self._known(id)
        return table if table is not None and _is_live(table) else None

    def listed(self, id: str) -> Listable | None:
        """Return an unfinished table as lists show it: one with a delay as its spectators see it."""
        return self._delayed[id] if id in self._delayed else self.live(id)

    def is_secret(self, id: str) -> bool:
        """Tell whether a table has started, and only its players know of it yet."""
        return id in self._delayed and self._delayed[id] is None

    def hides_rating(self, table: Table, now: int) -> bool:
        """Tell whether a rating of its players follows from an end at another table that spectators have not seen."""
        match = table.match
        if match is None or match.ended is None or match.ended.ratings is None:
            return False
        for id, view in self._delayed.items():
            if view is None or id == table.id or self.live(id) is not None:
                continue
            ended = self._late_ends.get(id, now - view.delay * 1000)
            accounts = {*view.accounts} - {None}
            if match.ended.at >= ended and not accounts.isdisjoint(table.accounts):
                info = view.info(lambda _account: False)
                if info.rated and info.game == match.created.game:
                    return True
        return False

    def delayed_of(self, account: str) -> list[str]:
        """Return the tables of an account that lists show as its spectators see them."""
        own = {id for id in self.tables_of(account) if id in self._delayed}
        return sorted(own | {id for id, table in self._delayed.items() if table and account in table.accounts})

    def players_of_delayed(self, id: str) -> set[str]:
        """Return the players of a table that lists show as its spectators see it; none of other tables."""
        views = (self._delayed.get(id), self.live(id)) if id in self._delayed else ()
        return {account for table in views if table is not None for account in table.accounts if account is not None}

    def _known(self, id: str) -> Listable | None:
        table = self.tables.get(id)
        return table if table is not None and table.number else self._entries.get(id)

    def touch(self, table: str, *lost_by: str) -> None:
        """Note that the entry of a table in lists has changed, or that some accounts must not see it any more."""
        self.listing.forget(table)
        self._touched.setdefault(table, set()).update(lost_by)
        for hook in self.on_change:
            hook()

    def take_touched_tables(self) -> dict[str, set[str]]:
        """Return the tables that changed since the last call, each with the accounts that lost a seat or invitation."""
        touched, self._touched = self._touched, {}
        return touched

    def add(self, table: Table) -> None:
        """Add a table that is new or was read from disk."""
        self.tables[table.id] = table
        if table.number:  # otherwise it is about to be made
            self.update(table)

    def remove(self, table: Table) -> None:
        """Remove a table that leaves memory. Its entry remains."""
        self.tables.pop(table.id, None)
        for peer in self._watchers.pop(table.id, ()):
            del self._watched[peer][table.id]
        if (entry := self._entries.get(table.id)) is not None and _is_live(table):
            self._update(entry)
        else:
            self._drop(table, was_live=_is_live(table))

    def set_entry(self, id: str, entry: ListedTable | None) -> None:
        """Note the entry of an unfinished table of the service; None if the table is over."""
        before = self._entries.pop(id, None)
        if entry is not None:
            self._entries[id] = entry
        table = self.tables.get(id)
        if table is None or not table.number:
            if entry is not None and _is_live(entry):
                self._update(entry)
            elif before is not None and _is_live(before):
                self._drop(before, was_live=True)

    def set_entry_state(self, id: str, state: str) -> None:
        """Note that a table of the service was set aside, and its state; empty: that it goes on."""
        if (entry := self._entries.get(id)) is not None:
            self.set_entry(id, entry.in_state(state))

    def _drop(self, table: Listable, *, was_live: bool) -> None:
        self._audiences.pop(table.id, None)
        if table.id not in self._delayed:
            self._list(table.id, None)
        elif was_live:  # after the views of it that are shown later
            self.later(table.delay * 1000, partial(self._show, table.id, None))
        self._seat(table.id, self._listed.pop(table.id, None), None)
        if was_live:
            self.touch(table.id)

    def update(self, table: Table) -> None:
        """Update seats and lists after an event at a table."""
        if table.is_over and not table.is_elsewhere:  # which may go on here again
            self._entries.pop(table.id, None)
        self._update(table)

    def _update(self, table: Listable) -> None:
        listed = (table.state, table.accounts, table.paused, table.ready)
        before = self._listed.get(table.id)
        if before == listed:
            if table.id not in self._delayed:
                self.listing.renew(table)
                if table.id in self._hidden:
                    self._hidden[table.id] = table
            return
        self._listed[table.id] = listed
        if before is not None:
            self._touched.setdefault(table.id, set()).update(filter(None, before[1]))
        self._seat(table.id, before, listed)
        if table.id in self._delayed or (table.delay and table.state in PLAYED):
            self._list_late(table)
        else:
            self._list(table.id, table if _is_live(table) else None)
        self.touch(table.id)
        if before is None or before[1] != listed[1]:
            self._publish_presence(table.id)

    def _list(self, id: str, table: Listable | None) -> None:
        """Show a table in lists; None: not any more."""
        self._hidden.pop(id, None)
        if table is None:
            self.listing.remove(id)
        elif table.access == "invited":
            self._hidden[id] = table
        else:
            self.listing.put(table)

    def _list_late(self, table: Listable) -> None:
        """Show a table with a delay in lists when its spectators see it so. The start of a match is no secret.

        A rematch is one until the end of the match before it is shown.
        """
        view = None
        if _is_live(table):
            is_first = table.id not in self._delayed
            if is_first and isinstance(table, Table):
                info = table.late_info(self.shown(table))
            else:
                info = table.info(lambda _account: False)
            view = ListedTable(encode_part(info), table.number)
            if is_first:
                self._delayed[table.id] = None
                if info.previous is None:
                    self._show(table.id, view)
                    return
        elif isinstance(table, Table):
            self._note_end(table)
        self.later(table.delay * 1000, partial(self._show, table.id, view))

    def list_ended(self, table: Table, ms: int) -> None:
        """List a table that is over as its spectators see it, until they see the end in so many milliseconds."""
        self._delayed[table.id] = None
        self._note_end(table)
        if number := self.shown(table):  # none of a rematch before they see the end of the match before it
            self._show(table.id, ListedTable(encode_part(table.late_info(number)), number))
        self.later(ms, partial(self._show, table.id, None))

    def _note_end(self, table: Table) -> None:
        if table.match is not None and table.match.ended is not None:
            self._late_ends[table.id] = table.match.ended.at

    def _show(self, id: str, view: ListedTable | None) -> None:
        before = self._delayed.get(id)
        if view is None:
            self._delayed.pop(id, None)
            self._late_ends.pop(id, None)
        else:
            self._delayed[id] = view
        self._list(id, view)
        self.touch(id)
        accounts = {account for table in (before, view) if table is not None for account in table.accounts if account}
        for account in accounts:
            if account in self._online:
                self._online.touch(account)
        self._people_changed()

    def _seat(self, table: str, before: Listed | None, listed: Listed | None) -> None:
        """Note which accounts have the seats of a table now, and for whom the list of users changes with that."""
        left, seated = _seated(before), _seated(listed)
        for account in left:
            if account in self._seats:
                self._seats[account].discard(table)
                if not self._seats[account]:
                    del self._seats[account]
                    if account not in seated:
                        self._causes.pop(account, None)
        for account in seated:
            self._seats.setdefault(account, set()).add(table)
        played, plays = (each is not None and each[0] in PLAYED for each in (before, listed))
        changed = set(left if played else ()) ^ set(seated if plays else ())
        for account in changed:
            self._online.touch(account)
        if changed:
            self._people_changed()

    @property
    def seated(self) -> list[str]:
        """The accounts that have seats."""
        return list(self._seats)

    def tables_of(self, account: str) -> tuple[str, ...]:
        """Return the tables at which an account has a seat: all unfinished ones, and finished ones in memory."""
        return tuple(self._seats.get(account, ()))

    def unfinished_tables_of(self, account: str) -> list[Listable]:
        """Return the unfinished tables at which an account has a seat, or their entries."""
        return [table for id in self.tables_of(account) if (table := self.live(id)) is not None]

    def live_games_of(self, account: str) -> list[Listable]:
        """Return the tables at which an account and another player online play now, not by days."""
        return [
            table
            for table in self.unfinished_tables_of(account)
            if table.state in PLAYED
            and table.paused is None
            and not table.clock.startswith("days")
            and all(other is not None and self.is_online(other) for other in table.accounts)
        ]

    def refusal_of_live_game(
        self, account: str, name: str, clock: str, absence: str, after: str = ""
    ) -> m.Refused | None:
        """Tell why a game with an account cannot begin now: its user is not here, or plays. Computers may play.

        The game at the table `after` is over, which another server may not have told yet.
        """
        if waits_for_players(clock, absence):
            return None
        if not self.is_online(account):
            return m.Refused(code=NOT_HERE.code, template=NOT_HERE_NOW, args={"name": name})
        user = self.user(account)
        if (user is not None and user.computer) or all(table.id == after for table in self.live_games_of(account)):
            return None
        return m.Refused(code="playing", template=PLAYS_NOW, args={"name": name})

    # ---- watchers

    def watch(self, peer: PeerT, table: str, sent: int | None = None, code: str = "") -> None:
        """Let a connection watch a table. It has been sent the events up to that number, by default all.

        `code` is the code of the table that its user gave.
        """
        if sent is None:
            sent = self.tables[table].number if table in self.tables else 0
        self._watchers.setdefault(table, {})[peer] = Watching(sent, code)
        self._watched.setdefault(peer, {})[table] = None
        self._audience_changed(table, peer)

    def unwatch(self, peer: PeerT, table: str) -> None:
        """End that a connection watches a table."""
        watchers = self._watchers.get(table, {})
        if peer in watchers:
            del watchers[peer]
            del self._watched[peer][table]
            self._audience_changed(table, peer)
        if not watchers:
            self._watchers.pop(table, None)

    def watchers(self, table: str) -> Mapping[PeerT, Watching]:
        """Return the connections that watch a table."""
        return self._watchers.get(table, {})

    def _unwatch_all(self, peer: PeerT) -> None:
        for table in list(self._watched.get(peer, ())):
            self.unwatch(peer, table)
        self._watched.pop(peer, None)

    def _audience_changed(self, id: str, peer: PeerT) -> None:
        table = self.tables.get(id)
        self.listing.forget(id)
        if table is not None and not self.is_player(peer, table):
            self._note_audience(id)

    def _note_audience(self, table: str) -> None:
        self.listing.forget(table)
        for hook in self.on_audience:
            hook(table)


def _is_live(table: Listable) -> bool:
    return table.number > 0 and not table.is_over


def _seated(listed: Listed | None) -> list[str]:
    """Return the accounts with a seat, as lists showed it."""
    return [account for account in listed[1] if account is not None] if listed is not None else []
