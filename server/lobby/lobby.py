"""Who is here, which tables there are, and who follows which. Sync; what is to be told comes back as values."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from netgame.match.events import AbsenceCause
from protocol import messages as m
from server.lobby.presence import OnlineUsers
from server.lobby.public_tables import PublicTables
from server.tables.commands import User
from server.tables.table import Table

PeerT = TypeVar("PeerT", bound=Hashable)
Accounts = tuple[str | None, str | None]
Facts = tuple[str, Accounts, str | None, tuple[bool, bool]]  # state, who has the seats, why it is paused, who is ready
RENAMED = m.Closing(code="renamed", template="Somebody has registered the name that you had here; you get another one")
MAX_SPECTATORS = 50  # told by name


@dataclass(frozen=True, slots=True)
class Dismissal(Generic[PeerT]):
    """A connection that has to end, and its last message."""

    peer: PeerT
    closing: m.Closing


class Lobby(Generic[PeerT]):
    """The people connected, by account, and the tables of this server, by name.

    A peer is whatever stands for a connection. `on_change` is called whenever what `briefs` says is different, and
    `on_presence` with each table for which `presence` is.
    """

    def __init__(self) -> None:
        self.on_change: list[Callable[[], None]] = []
        self.on_presence: list[Callable[[str], None]] = []
        self.tables: dict[str, Table] = {}
        self._present: OnlineUsers[PeerT] = OnlineUsers()
        self._seats: dict[str, set[str]] = {}  # account -> tables where it has a seat
        self._facts: dict[str, Facts] = {}  # table -> what lists showed of it last
        self._watchers: dict[str, dict[PeerT, None]] = {}
        self._causes: dict[str, AbsenceCause] = {}  # why those are not here who have seats
        self.listing = PublicTables(self.info)
        self._hidden: dict[str, Table] = {}  # tables by invitation that are not over
        self._touched: dict[str, set[str]] = {}  # tables that lists show otherwise now -> who has given up a seat there
        self._followed: dict[PeerT, dict[str, None]] = {}  # by connection: the tables it watches
        self._whos: dict[PeerT, User] = {}  # everybody signed in, by connection
        self.on_people: list[Callable[[], None]] = []  # called when who is here is different
        self.on_audience: list[Callable[[str], None]] = []  # called with a table whose spectators are others

    # ---- people

    @property
    def peers(self) -> list[PeerT]:
        """Everybody signed in."""
        return [peer for peer, _who in self._present.values()]

    def is_present(self, account: str) -> bool:
        return account in self._present

    def peer_of(self, account: str) -> PeerT | None:
        """The connection of somebody who is here."""
        present = self._present.get(account)
        return present[0] if present is not None else None

    def cause(self, account: str | None) -> AbsenceCause | None:
        """Why somebody with a seat is not here; None if he is, or was not here since the server started."""
        return self._causes.get(account) if account is not None else None

    def who_of(self, peer: PeerT) -> User | None:
        """Who is at the other end of a connection."""
        return self._whos.get(peer)

    def people(self) -> m.People:
        """Who is here, as far as one list goes; who came last stands first."""
        return m.People(people=self._persons(self._present.listed()), count=len(self._present))

    def people_changes(self) -> tuple[list[m.Person], list[str], int]:
        """What is different of that list since this was asked last: new or other people, who has gone, the count."""
        changed, gone = self._present.changes()
        return self._persons(changed), gone, len(self._present)

    def _persons(self, whos: list[User]) -> list[m.Person]:
        return [
            m.Person(
                account=who.account,
                name=who.name,
                since=who.since,
                registered=who.registered,
                table=self._plays_at(who.account),
            )
            for who in whos
        ]

    def _plays_at(self, account: str) -> str:
        """A public table at which somebody plays now."""
        playing = (self.tables[table] for table in self._seats.get(account, ()))
        return next((t.id for t in playing if t.state in ("playing", "between") and t.access == "open"), "")

    def enter(
        self, peer: PeerT, account: str, name: str, registered: bool = False, since: int = 0, moderator: bool = False
    ) -> tuple[User, list[Dismissal[PeerT]]]:
        """Somebody signed in. The same account elsewhere, or on a line that is dead but not yet known to be, gives way.

        A name that somebody else here has, or one that looks like it, gets a number behind it; who has registered one
        has it for himself, and guests of that name have to come back under another.
        """
        gives_way: list[Dismissal[PeerT]] = []
        before = self._present.get(account)
        if before is not None and before[0] != peer:
            self._forget(before[0])
            replaced = m.Closing(code="replaced", template="You have signed in from elsewhere; this connection ends")
            gives_way.append(Dismissal(before[0], replaced))
        who = User(account, self._present.unique(name, account, registered), registered, since, moderator)
        self._put(peer, who)
        gives_way += self._make_way(who)
        self._causes.pop(account, None)
        if before is None:
            self._presence_changed(account)
        return who, gives_way

    def leave(self, peer: PeerT, account: str, cause: AbsenceCause = "lost") -> None:
        """That connection is gone."""
        self._forget(peer)
        self._whos.pop(peer, None)
        present = self._present.get(account)
        if present is None or present[0] != peer:
            return  # the account has come back on another one
        self._present.take_out(account)
        self._tell_people()
        if account in self._seats:
            self._causes[account] = cause
        self._presence_changed(account)

    def register(self, peer: PeerT, name: str) -> tuple[User, list[Dismissal[PeerT]]]:
        """Who is at that connection has registered, under that name."""
        before = self._whos[peer]
        unique = self._present.unique(name, before.account, over_guests=True)
        who = User(before.account, unique, True, before.since, before.moderator)
        if self.peer_of(who.account) != peer:  # he has come back meanwhile: what is here now is not this connection
            return who, []
        self._put(peer, who)
        return who, self._make_way(who)

    def _make_way(self, who: User) -> list[Dismissal[PeerT]]:
        """Guests who are called like somebody registered have to go; they come back under another name."""
        alike = self._present.alike(who.name) if who.registered else ()
        return [
            Dismissal(peer, RENAMED) for peer, other in alike if not other.registered and other.account != who.account
        ]

    def is_named(self, name: str, account: str) -> bool:
        """Whether somebody else here is called so, or looks like it. May be asked in a thread."""
        return self._present.is_taken(name, account)

    def _put(self, peer: PeerT, who: User) -> None:
        self._present.put(peer, who)
        self._whos[peer] = who
        self._tell_people()

    def _presence_changed(self, account: str) -> None:
        for table in self._seats.get(account, ()):
            self.touch(table)
            self._tell_presence(table)

    def _tell_presence(self, table: str) -> None:
        for hook in self.on_presence:
            hook(table)

    def presence(self, table: Table) -> m.Presence:
        """Who of the players of a table is here."""
        first, second = (account is not None and self.is_present(account) for account in table.accounts)
        causes = (self.cause(table.accounts[0]) or "", self.cause(table.accounts[1]) or "")
        names, watching = self._audience(table)
        return m.Presence(table=table.id, present=(first, second), causes=causes, spectators=names, watching=watching)

    def _audience(self, table: Table) -> tuple[list[str], int]:
        """The names of the first spectators, and how many there are."""
        watchers = self.watchers(table.id)
        players = {self.peer_of(account) for account in table.accounts if account is not None}
        whos = (self._whos.get(peer) for peer in watchers)
        names = (who.name for who in whos if who is not None and who.account not in table.accounts)
        return list(islice(names, MAX_SPECTATORS)), len(watchers) - sum(peer in watchers for peer in players)

    def is_player(self, peer: PeerT, table: Table) -> bool:
        """Whether who is at that connection has a seat at the table."""
        who = self._whos.get(peer)
        return who is not None and who.account in table.accounts

    # ---- tables

    def briefs(self) -> tuple[m.TableInfo, ...]:
        """The tables that are not over and that everybody may know of, the youngest first."""
        return tuple(self.listing.youngest())

    def info(self, table: Table) -> m.TableInfo:
        """A table as lists show it."""
        return table.info(self.is_present, self._audience(table)[1])

    def hidden(self, ids: Iterable[str]) -> list[Table]:
        """Those of these tables that are not over and that not everybody may know of."""
        return [table for id in ids if (table := self._hidden.get(id)) is not None]

    def live(self, id: str) -> Table | None:
        """A table that is not over."""
        table = self.tables.get(id)
        return table if table is not None and _is_live(table) else None

    def touch(self, table: str) -> None:
        """Lists show something of that table otherwise."""
        self.listing.forget(table)
        self._touched.setdefault(table, set())
        self._tell_change()

    def touched_tables(self) -> dict[str, set[str]]:
        """Those tables, since this was asked last, and the accounts that have given up a seat there."""
        touched, self._touched = self._touched, {}
        return touched

    def add(self, table: Table) -> None:
        """A table that was made, or read from the store."""
        self.tables[table.id] = table
        if table.number:  # otherwise it is about to be made, and nobody has to know yet
            self.changed(table)

    def remove(self, table: Table) -> None:
        """A table that nobody needs in memory any more."""
        self.tables.pop(table.id, None)
        for peer in self._watchers.pop(table.id, ()):
            del self._followed[peer][table.id]
        self._hidden.pop(table.id, None)
        self.listing.drop(table.id)
        self._sit(table.id, self._facts.pop(table.id, None), ())
        if _is_live(table):
            self.touch(table.id)

    def changed(self, table: Table) -> None:
        """Something happened at a table."""
        facts = (table.state, table.accounts, table.paused, table.ready)
        before = self._facts.get(table.id)
        if before == facts:
            return
        self._facts[table.id] = facts
        if before is not None:
            self._touched.setdefault(table.id, set()).update(filter(None, before[1]))
        self._sit(table.id, before, table.accounts)
        self._tell_people()
        if not _is_live(table):
            self._hidden.pop(table.id, None)
            self.listing.drop(table.id)
        elif table.access == "invited":
            self._hidden[table.id] = table
        else:
            self.listing.put(table)
        self.touch(table.id)
        if before is None or before[1] != facts[1]:
            self._tell_presence(table.id)

    def _sit(self, table: str, before: Facts | None, accounts: Sequence[str | None]) -> None:
        for account in before[1] if before is not None else ():
            if account is not None and account in self._seats:
                self._seats[account].discard(table)
                if not self._seats[account]:
                    del self._seats[account]
                    if account not in accounts:
                        self._causes.pop(account, None)
        for account in {*accounts, *(before[1] if before is not None else ())}:
            if account is not None:
                self._present.touch(account)
        for account in accounts:
            if account is not None:
                self._seats.setdefault(account, set()).add(table)

    def seats_of(self, account: str) -> int:
        """At how many tables in memory that account has a seat."""
        return len(self._seats.get(account, ()))

    def tables_of(self, account: str) -> tuple[str, ...]:
        """The tables in memory at which that account has a seat."""
        return tuple(self._seats.get(account, ()))

    def _tell_change(self) -> None:
        for hook in self.on_change:
            hook()

    # ---- who follows what

    def watch(self, peer: PeerT, table: str) -> None:
        """Tell that connection what happens there from now on."""
        self._watchers.setdefault(table, {})[peer] = None
        self._followed.setdefault(peer, {})[table] = None
        self._tell_audience(table, peer)

    def unwatch(self, peer: PeerT, table: str) -> None:
        watchers = self._watchers.get(table, {})
        if peer in watchers:
            del watchers[peer]
            del self._followed[peer][table]
            self._tell_audience(table, peer)
        if not watchers:
            self._watchers.pop(table, None)

    def watchers(self, table: str) -> Mapping[PeerT, None]:
        """The connections that follow a table."""
        return self._watchers.get(table, {})

    def _forget(self, peer: PeerT) -> None:
        for table in list(self._followed.get(peer, ())):
            self.unwatch(peer, table)
        self._followed.pop(peer, None)

    def _tell_people(self) -> None:
        for hook in self.on_people:
            hook()

    def _tell_audience(self, table: str, peer: PeerT) -> None:
        known = self.tables.get(table)
        self.listing.forget(table)
        if known is not None and not self.is_player(peer, known):
            for hook in self.on_audience:
                hook(table)


def _is_live(table: Table) -> bool:
    return table.number > 0 and not table.is_over
