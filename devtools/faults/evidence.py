"""Compares what players were promised, what they received, and what is on disk."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match import replay
from netgame.match.events import Created, Ended, Event, Moved, Offered, Rehosted, Resumed, Seated, Started
from netgame.match.rating import START
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from server.storage.social import MAX_LINES, match_from
from server.tables.commands import PLAYERS

LAST_LINES = "SELECT room, table_id, max(number) FROM chat GROUP BY room, table_id"  # of each room
CHARGED = ("flag", "absent")  # reasons of ends of which no player had the time


def finished_table(match: bytes) -> str:
    """Return the table of a match in the history."""
    return match_from(match).table


@dataclass
class Order:
    """A command and its result: `done`, `refused`, or neither if no answer came."""

    account: str
    message: m.Message
    done: m.Done | None = None
    refused: str = ""
    again: bool = False  # the answer came on another connection than the first attempt

    @property
    def key(self) -> bytes:
        key: bytes = getattr(self.message, "key")  # noqa: B009
        return key

    @property
    def table(self) -> str:
        """The table of the command, if known."""
        return self.done.table if self.done else str(getattr(self.message, "table", ""))

    def __str__(self) -> str:
        return f"{type(self.message).__name__} {self.key.hex()[:8]} at table {self.table or '?'}"


@dataclass(frozen=True)
class Row:
    """An event on disk."""

    number: int
    body: bytes
    key: bytes | None = None


@dataclass
class Disk:
    """The contents of a data folder: logs by table, closed tables, and account, key and text of each chat line.

    `last_lines` has the number of the last line of each room, by its kind and table.
    """

    logs: dict[str, list[Row]] = field(default_factory=dict)
    closed: dict[str, int] = field(default_factory=dict)  # tables that are over, in the order of these numbers
    said: list[tuple[str, bytes, str]] = field(default_factory=list)
    last_lines: dict[tuple[str, str], int] = field(default_factory=dict)
    finished: Counter[str] = field(default_factory=Counter)  # how often each table is in the match history
    registered: list[str] = field(default_factory=list)  # accounts


def read_disk(data: Path) -> Disk:
    """Read everything from the files of a stopped server."""
    disk = Disk()
    with closing(sqlite3.connect(data / "games.sqlite3")) as db:
        for name, number, body, key in db.execute(
            "SELECT name, number, body, key FROM tables LEFT JOIN events USING (place) ORDER BY place, number"
        ):
            log = disk.logs.setdefault(name, [])
            if number is not None:
                log.append(Row(number, body, key))
        disk.closed = dict(db.execute("SELECT name, ended FROM tables WHERE ended != 0 ORDER BY ended"))
        problems = [line for (line,) in db.execute("PRAGMA integrity_check") if line != "ok"]
        assert not problems, problems
    read_people(data, disk)
    return disk


def read_people(data: Path, disk: Disk) -> None:
    """Add what the other two databases of a stopped server hold."""
    with closing(sqlite3.connect(data / "social.sqlite3")) as db:
        disk.said = list(db.execute("SELECT account, key, text FROM chat"))
        disk.last_lines = {(room, table): number for room, table, number in db.execute(LAST_LINES)}
        disk.finished = Counter(finished_table(body) for (body,) in db.execute("SELECT match FROM finished"))
    with closing(sqlite3.connect(data / "accounts.sqlite3")) as db:
        disk.registered = [account for (account,) in db.execute("SELECT account FROM accounts WHERE registered")]


def is_caught_up(data: Path) -> bool:
    """Say whether the history holds all finished matches. Works while the server runs."""
    with (
        closing(sqlite3.connect(data / "games.sqlite3")) as games,
        closing(sqlite3.connect(data / "social.sqlite3")) as db,
    ):
        (last,) = games.execute("SELECT coalesce(max(ended), 0) FROM tables").fetchone()
        (known,) = db.execute("SELECT ending FROM cursor").fetchone()
        return bool(last == known)


@dataclass
class Findings:
    """Descriptions of what is wrong, one sentence each."""

    lost: list[str] = field(default_factory=list)
    duplicated: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)

    def add(self, more: "Findings") -> None:
        """Add the findings of another comparison."""
        self.lost += more.lost
        self.duplicated += more.duplicated
        self.differing += more.differing

    def __iter__(self) -> Iterator[str]:
        yield from (f"lost: {text}" for text in self.lost)
        yield from (f"duplicated: {text}" for text in self.duplicated)
        yield from (f"differing: {text}" for text in self.differing)


Logs = Mapping[str, Sequence[Sequence[Event]]]  # table -> what each of its followers received


def compare(
    orders: Iterable[Order],
    logs: Logs,
    registered: Sequence[str],
    disk: Disk,
    *,
    is_complete: bool = True,
    is_hurried: bool = True,
) -> Findings:
    """Compare every promise, and everything that was received, with the disk.

    `registered` holds the accounts that got the answer that they are registered. If a run is not complete because it
    ended early, the players need not have received everything. Players who are hurried need no time, so that a match
    that was lost on time was lost by the harm.
    """
    found, given = Findings(), list(orders)
    found.lost += [f"the registration of {account}" for account in registered if account not in disk.registered]
    others = m.Say | m.Rematch | m.AcceptSeek
    _compare_orders([order for order in given if not isinstance(order.message, others)], disk, found)
    _compare_talk([order for order in given if isinstance(order.message, m.Say)], disk, found)
    _compare_rematches([order for order in given if isinstance(order.message, m.Rematch)], disk, found)
    _compare_wishes([order for order in given if isinstance(order.message, m.AcceptSeek)], disk, found)
    _compare_ratings(disk, found)
    for table in sorted({*logs, *disk.logs}):
        _compare_table(table, logs.get(table, ()), disk, found, is_complete, is_hurried)
    return found


def _compare_orders(orders: Sequence[Order], disk: Disk, found: Findings) -> None:
    rows: dict[bytes, list[tuple[str, Row]]] = {}
    for table, log in disk.logs.items():
        for row in log:
            if row.key is not None:
                rows.setdefault(row.key, []).append((table, row))
    for order in orders:
        _compare_order(order, rows.pop(order.key, []), disk, found)
    for key, at in rows.items():
        table, row = at[0]
        batch = [row, *takewhile(lambda each: each.key is None, disk.logs[table][row.number :])]
        is_conditional = any(_is_conditional(event_from_bytes(each.body)) for each in batch)
        if key != key_of_withdrawal(table) and not is_conditional:
            found.differing.append(f"nobody gave the command {key.hex()[:8]} of {at[0][0]}")
    _count_moves(orders, disk, found)


def _compare_order(order: Order, there: Sequence[tuple[str, Row]], disk: Disk, found: Findings) -> None:
    if len(there) > 1:
        found.duplicated.append(f"{order} is on disk {len(there)} times")
    if order.refused and there:
        found.differing.append(f"{order} was refused ({order.refused}), and is on disk")
    if order.done is None:
        return
    if not there:
        found.lost.append(f"{order} was acknowledged as event {order.done.number}, and is not on disk")
        return
    (table, row), done = there[0], order.done
    if (table, row.number) != (done.table, done.number):
        found.differing.append(f"{order} was acknowledged as event {done.number}, and is {row.number} of {table}")
    event = event_from_bytes(row.body)
    after = disk.logs[table][row.number : row.number + 1]
    if isinstance(event, Resumed) and isinstance(order.message, m.SendMove) and after:  # by a player on vacation
        event = event_from_bytes(after[0].body)
    match order.message, event:
        case m.SendMove(move=sent), Moved(move=kept) if sent == kept:
            pass
        case m.SendOffer(kind=sent), Offered(kind=kept) if sent == kept:
            pass
        case m.SendMove(), _:
            found.differing.append(f"{order} is on disk as {event}")


def key_of_withdrawal(table: str) -> bytes:
    """Return the key of the command with which the server ends a game of a tournament that a player has left."""
    return table.encode()[: m.KEY_BYTES].ljust(m.KEY_BYTES, b"-")


def _is_conditional(event: Event) -> bool:
    """Tell whether the server made a move for a player, as the player wanted."""
    return isinstance(event, Moved) and event.conditional


def _count_moves(orders: Sequence[Order], disk: Disk, found: Findings) -> None:
    """Check that every move on disk was made by a player. Keys do not show moves that were stored without one."""
    sent = Counter(order.table for order in orders if isinstance(order.message, m.SendMove) and not order.refused)
    for table, log in disk.logs.items():
        events = [event_from_bytes(row.body) for row in log]
        here = [place for place, event in enumerate(events) if isinstance(event, Rehosted)]  # before it: another server
        kept = sum(isinstance(event, Moved) and not _is_conditional(event) for event in events[max(here, default=0) :])
        if kept > sent[table]:
            found.duplicated.append(f"table {table} has {kept} moves, and {sent[table]} were made")


def _compare_talk(orders: Sequence[Order], disk: Disk, found: Findings) -> None:
    kept = Counter((account, key) for account, key, _text in disk.said)
    texts = Counter(text for _account, _key, text in disk.said)
    for order in orders:
        assert isinstance(order.message, m.Say)
        times = max(kept[order.account, order.key], texts[order.message.text])
        last = disk.last_lines.get((order.message.room, order.message.table), 0)
        is_forgotten = order.done is not None and order.done.number <= last - MAX_LINES  # the server drops old lines
        if order.done and not kept[order.account, order.key] and not is_forgotten:
            found.lost.append(f"the line {order.message.text!r} was acknowledged, and is not on disk")
        # "internal": the database failed, and whether it has stored the line is unknown
        if order.refused not in ("", "internal") and times:
            found.differing.append(f"the line {order.message.text!r} was refused, and is on disk")
        if times > 1:
            found.duplicated.append(f"the line {order.message.text!r} is on disk {times} times")


def _compare_rematches(orders: Sequence[Order], disk: Disk, found: Findings) -> None:
    firsts = {table: event_from_bytes(log[0].body) for table, log in disk.logs.items() if log}
    previous = {table: event.previous for table, event in firsts.items() if isinstance(event, Created)}
    for order in orders:
        assert isinstance(order.message, m.Rematch)
        old, new = order.message.table, order.done.table if order.done else ""
        if new not in ("", old) and previous.get(new) != old:
            found.lost.append(f"the rematch of table {old} was promised, and is not on disk")
    for table, times in Counter(filter(None, previous.values())).items():
        if times > 1:
            found.duplicated.append(f"there are {times} rematches of table {table}")


def _compare_wishes(orders: Sequence[Order], disk: Disk, found: Findings) -> None:
    """Check the tables of accepted wishes for a game."""
    tables: dict[str, set[str]] = {}
    for order in orders:
        assert isinstance(order.message, m.AcceptSeek)
        if order.done is not None:
            tables.setdefault(order.message.seek, set()).add(order.done.table)
            if not disk.logs.get(order.done.table):
                found.lost.append(f"the table {order.done.table} was promised for a wish, and is not on disk")
    found.duplicated += [f"a wish was accepted at the tables {made}" for made in tables.values() if len(made) > 1]


def _compare_ratings(disk: Disk, found: Findings) -> None:
    """Check that every rated match starts with the rating that the match before gave."""
    ratings: dict[tuple[str, str], int] = {}
    for table in disk.closed:
        events = [event_from_bytes(row.body) for row in disk.logs.get(table, [])]
        if not events or not isinstance(events[0], Created) or not isinstance(events[-1], Ended):
            continue  # compared elsewhere
        seats = {event.player: event.account for event in events if isinstance(event, Seated)}
        for player, change in enumerate(events[-1].ratings or ()):
            who = (seats[PLAYERS[player]], events[0].game)
            if change.before[0] != ratings.get(who, START[0]):
                found.differing.append(f"table {table}: {who} entered with {change.before}, not {ratings.get(who)}")
            ratings[who] = change.after[0]


def _compare_table(
    table: str, logs: Sequence[Sequence[Event]], disk: Disk, found: Findings, is_complete: bool, is_hurried: bool
) -> None:
    rows = disk.logs.get(table, [])
    numbers = [row.number for row in rows]
    if numbers != list(range(1, len(rows) + 1)):
        found.differing.append(f"the events of table {table} are numbered {numbers}")
    kept = [event_from_bytes(row.body) for row in rows]
    for log in logs:
        _compare_log(table, log, kept, found, is_complete)
    try:
        ended = bool(kept) and replay(kept, GAMES).ended is not None
    except RulesError as error:
        found.differing.append(f"table {table} does not fold: {error}")
        return
    if is_hurried and kept and isinstance(kept[-1], Ended) and kept[-1].reason in CHARGED:
        found.differing.append(f"table {table} ended by {kept[-1].reason}: players were charged for the harm")
    if ended != (table in disk.closed):
        found.differing.append(f"table {table} is {'over' if ended else 'not over'}, and the list has it otherwise")
    is_in_history = ended and any(isinstance(event, Started) for event in kept)
    if is_complete and disk.finished[table] != is_in_history:
        found.differing.append(f"table {table} is {disk.finished[table]} times in the history")
    if sum(isinstance(event, Ended) for event in kept) > 1:
        found.duplicated.append(f"table {table} has ended more than once")


def _compare_log(table: str, told: Sequence[Event], kept: Sequence[Event], found: Findings, is_complete: bool) -> None:
    """Compare event by event."""
    for mine, theirs in zip(told, kept, strict=False):
        if mine != theirs:
            found.differing.append(f"event {mine.number} of table {table}: told {mine}, on disk {theirs}")
            return
    if len(told) > len(kept):
        found.lost.append(f"{len(told)} events of table {table} were told, and {len(kept)} are on disk")
    elif is_complete and len(told) < len(kept):
        found.differing.append(f"{len(kept)} events of table {table} are on disk, and only {len(told)} were told")
