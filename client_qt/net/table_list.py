"""Tables to join: found on the network, at known servers, or at a typed address."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from client_qt.text.clock_words import clock_words, policy_words
from client_qt.text.computer_names import name_with_computer
from client_qt.text.plain import dotted
from client_qt.text.rules_text import options_line, options_table, rules_problem, translate
from client_qt.text.term_words import hints_words, rated_words
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.options import OptionValue
from netgame.text import Text, fill
from protocol.address import Address
from protocol.discovery.announcement import TableBrief
from protocol.discovery.servers import DiscoveredServer
from protocol.messages import PROTOCOL, TableInfo

Group = Literal["network", "recent", "address"]


@dataclass(frozen=True)
class ListedServer:
    """A server in the list."""

    group: Group
    fingerprint: str
    name: str
    addresses: tuple[Address, ...]
    ping_ms: float | None = None
    version: str = ""
    problem: str = ""  # why this program cannot play there
    announced: frozenset[Address] = frozenset()  # see `protocol.client.Server`
    public_name: str = ""  # proven by the certificate; the fingerprint is that of the first visit then
    instance: str = ""  # of its data, in hexadecimal digits; empty if unknown
    twin: str = ""  # the key of this row, if another server has the same identity, and the other row came first
    has_twin: bool = False  # another server has the same identity now
    known: bool = False  # this player was there before
    tournaments: int = 0  # that are not over, as far as the server announces them

    @property
    def key(self) -> str:
        """The fingerprint, or a key of its own for the copy of a server."""
        return self.twin or self.fingerprint

    @property
    def twin_words(self) -> str:
        """What is wrong if another server has the same identity."""
        return tr("two servers have this identity: one is a copy of the other") if self.has_twin else ""


@dataclass(frozen=True)
class ListedTable:
    """A table at a server."""

    server: ListedServer
    table: str
    title: str
    game: str
    options: Mapping[str, OptionValue]
    names: tuple[str, ...]
    problem: str = ""
    mine: bool = False  # this player has a seat there
    set_up: bool = False  # starts from a set-up position
    clock: str = "none"  # the notation
    rated: bool = False
    rated_computers: bool = False
    hints: bool = True
    access: str = "open"
    may_watch: bool = True
    absence: str = ""  # the notation; empty if unknown
    made: int = 0  # Unix time in s by the clock of the server; 0 if unknown
    free: int | None = None  # the free seat, if the other one is taken

    @property
    def side(self) -> str:
        """The side of the free seat; empty if it is unknown or both seats are free."""
        if self.free is None or self.game not in GAMES or len(self.names) != 1 or self.mine:
            return ""
        return tr(GAMES[self.game].seats[self.free])

    @property
    def key(self) -> tuple[str, str]:
        return self.server.key, self.table

    @property
    def is_free(self) -> bool:
        return not self.problem and (self.mine or len(self.names) < 2)

    @property
    def is_watchable(self) -> bool:
        """Whether this player can watch, perhaps only as text: a game with players that allows spectators."""
        return not self.server.problem and not self.mine and self.may_watch and bool(self.names)

    @property
    def terms_line(self) -> str:
        """The options and the terms."""
        if self.game not in GAMES:
            return ""
        set_up = tr("from a position") if self.set_up else ""
        code, rated = tr("by code") if self.needs_code else "", rated_words(self.rated, self.rated_computers)
        game = GAMES[self.game]
        return dotted(options_line(game, self.options), clock_words(self.clock), set_up, code, rated)

    @property
    def needs_code(self) -> bool:
        """Whether this player needs the code to sit down or watch."""
        return self.access == "code" and not self.mine

    @property
    def players(self) -> str:
        return fill(tr("{count} of 2"), {"count": len(self.names)})

    @property
    def ping(self) -> str:
        ping = self.server.ping_ms
        return "" if ping is None else fill(tr("{ms} ms"), {"ms": max(1, round(ping))})

    def details(self) -> list[tuple[str, str]]:
        """Every option with its value."""
        if self.game not in GAMES:
            return []
        rows = options_table(GAMES[self.game], self.options)
        if self.side:
            rows.insert(0, (tr("Your side"), self.side))
        if self.set_up:
            rows.append((tr("Start"), tr("a position that was set up")))
        rows.append((tr("Clock"), clock_words(self.clock) or tr("no clock")))
        if policy_words(self.absence):
            rows.append((tr("If a player leaves"), policy_words(self.absence)))
        if self.rated:
            rows.append((tr("Rated"), tr("yes, also against computers") if self.rated_computers else tr("yes")))
        rows.append((tr("Hints"), hints_words(self.hints, self.rated)))
        if self.access == "code":
            rows.append((tr("Who may join"), tr("players with the code")))
        return rows


def server_of(found: DiscoveredServer, key: str = "", *, known: bool = False) -> ListedServer:
    """The server of an announcement. `key` is that of its row among the servers that were found."""
    announcement = found.announcement
    return ListedServer(
        group="network",
        fingerprint=found.fingerprint,
        name=announcement.name,
        addresses=found.addresses,
        ping_ms=found.ping_ms,
        version=version_of(announcement.program),
        problem=version_problem(announcement.protocols, announcement.program, announcement.name),
        instance=announcement.instance.hex(),
        twin=key if key != found.fingerprint else "",
        has_twin=found.has_twin,
        known=known,
        tournaments=announcement.tournaments,
    )


def from_found(found: DiscoveredServer, key: str = "", *, known: bool = False) -> list[ListedTable]:
    """The tables that a server announces on the local network. `key` is as that of `server_of`."""
    server = server_of(found, key, known=known)
    return [
        _listed(server, brief, brief.names, made=brief.made, free=brief.free) for brief in found.announcement.tables
    ]


def from_tables(server: ListedServer, tables: list[TableInfo], account: str = "") -> list[ListedTable]:
    """The tables that a server lists in its reply."""
    return [
        _listed(
            server,
            info,
            tuple(name_with_computer(seat.name, seat.computer) for seat in info.seats if seat is not None),
            made=info.made // 1000,
            free=next((at for at, seat in enumerate(info.seats) if seat is None), None),
            mine=bool(account) and any(seat is not None and seat.account == account for seat in info.seats),
            rated_computers=info.rated_computers,
            may_watch=info.spectators,
        )
        for info in tables
        if info.state in ("open", "playing", "between")
    ]


def waiting_table(tables: Iterable[TableInfo], account: str) -> TableInfo | None:
    """Return the table at which that account waits for an opponent, who needs no code."""
    return next(
        (
            info
            for info in tables
            if info.state == "open" and info.access != "code"
            and [seat.account for seat in info.seats if seat is not None] == [account]
        ),
        None,
    )  # fmt: skip


def _listed(server: ListedServer, info: TableBrief | TableInfo, names: tuple[str, ...], **more: Any) -> ListedTable:
    same = ("table", "title", "game", "options", "set_up", "clock", "rated", "hints", "access", "absence")
    fields = {name: getattr(info, name) for name in same}
    return ListedTable(server, names=names, problem=server.problem or _rules_problem(info), **fields, **more)


def _rules_problem(info: TableBrief | TableInfo) -> str:
    """Return why this program cannot play the table. An announcement says nothing of versions; the server does."""
    if isinstance(info, TableInfo):
        return rules_problem(info)
    if info.game not in GAMES:
        return translate(Text("this program knows no game called {game}; update it", {"game": info.game}))
    return ""


def version_of(program: str) -> str:
    """The version in the name of a program: "0.1.0" of "netgame 0.1.0"."""
    return program.replace("/", " ").rsplit(" ", 1)[-1]


def version_problem(protocols: tuple[int, int], program: str, server: str) -> str:
    """Why the versions of both programs are incompatible; empty if they are compatible."""
    low, high = protocols
    words = {"version": version_of(program), "server": server}
    if low > PROTOCOL[1]:
        return fill(tr("{server} has the newer version {version}. Update this program to play there."), words)
    if high < PROTOCOL[0]:
        return fill(tr("{server} has the older version {version}. It must be updated to play with this one."), words)
    return ""
