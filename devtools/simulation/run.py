"""One simulated run, and what is checked at its end."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from devtools.faults.evidence import Disk, Row, compare, read_people
from devtools.faults.fairness import charges
from devtools.faults.player import Broken
from devtools.harness.server.faulting import is_injected
from devtools.simulation.checks.broken_promises import broken_promises
from devtools.simulation.checks.cups import broken_cups
from devtools.simulation.checks.logs import CHECKS
from devtools.simulation.club import Club, Wanted
from devtools.simulation.coverage import Kind, never_met, possible
from devtools.simulation.host import Service
from devtools.simulation.person import Person
from devtools.simulation.world import Trace, World, run
from netgame.errors import RulesError
from netgame.match.events import Created, Ended, Event, Rating, Seated
from protocol import messages as m
from protocol.client import ConnectError
from protocol.event_codec import event_from_bytes
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore

SHOWN, WIDTH = 25, 32  # names of a list, and characters of a name
MOST_REPORTS = 100_000
UNFAIR_MS = 4000  # a server writes the time now and then, and its clock may be wrong by this


@dataclass
class Result:
    """The outcome of a run. `violations` are sentences."""

    hours: float
    hash: str = ""
    events: int = 0
    accepted: int = 0
    violations: list[str] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    met: Mapping[Kind, set[str]] = field(default_factory=dict)
    possible: Mapping[Kind, set[str]] = field(default_factory=dict)

    @property
    def never_met(self) -> Mapping[Kind, list[str]]:
        """The outcomes that the run could have met and has not."""
        return never_met(self.met, self.possible)

    def text(self, seconds: float) -> str:
        """Return the result for people."""
        games = ", ".join(f"{name} {count}" for name, count in sorted(self.games.items()))
        troubles = ", ".join(f"{name} {count}" for name, count in sorted(self.troubles.items()))
        never = self.never_met
        covered = ", ".join(
            f"{len(each) - len(never[kind])} of {len(each)} {kind}" for kind, each in self.possible.items()
        )
        return "\n".join((
            f"simulated   {self.hours:g} hours in {seconds:.1f} s",
            f"games       {self.games.total()} ({games})",
            f"trouble     {self.troubles.total()} ({troubles})",
            f"accepted    {self.accepted}",
            f"met         {covered}",
            *(f"never met   {kind}: {_short(each)}" for kind, each in never.items() if each),
            f"events      {self.events}, {self.events / seconds:.0f} a second",
            f"violations  {len(self.violations)}",
            f"hash        {self.hash}",
        ))  # fmt: skip


def _short(names: Sequence[str]) -> str:
    more = f", and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(name if len(name) <= WIDTH else f"{name[:WIDTH]}..." for name in names[:SHOWN]) + more


def simulate(
    wanted: Wanted, trace_file: TextIO | None = None, goes_on: Callable[[float, int], bool] = lambda *_: True
) -> Result:
    """Do one run. `goes_on` may end it early, see `Club`."""
    trace = Trace(trace_file)
    world = World(wanted.seed, trace)
    result = Result(wanted.hours)

    async def main() -> None:
        club = Club(world, wanted, goes_on)
        try:
            await club.go()
        except* (Broken, ConnectError, RulesError) as group:
            result.violations += _sentences(group)
        result.hours = club.hours
        result.accepted, result.games, result.troubles = club.accepted, club.games, club.troubles
        result.violations += _compare(club, is_complete=not result.violations)
        result.met, result.possible = world.coverage.met, possible(wanted.nodes)
        club.service.accounts.close()
        club.service.social.close()

    with _faults_logged(result.violations):
        run(wanted.seed, main)
    result.hash, result.events = trace.hash, trace.events
    return result


@contextmanager
def _faults_logged(violations: list[str]) -> Iterator[None]:
    """Add what a server logs with a traceback: a fault of its own. Nothing else is printed."""

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info is not None and not (record.exc_info[1] and is_injected(record.exc_info[1])):
                violations.append(f"the server logged: {logging.Formatter().format(record)}")

    root, collector = logging.getLogger(), Collector()
    root.addHandler(collector)
    try:
        yield
    finally:
        root.removeHandler(collector)


def _sentences(group: BaseExceptionGroup[BaseException]) -> list[str]:
    found: list[str] = []
    for each in group.exceptions:
        found += _sentences(each) if isinstance(each, BaseExceptionGroup) else [f"{type(each).__name__}: {each}"]
    return found


def _kept(club: Club) -> dict[str, list[Event]]:
    """Return the events of all tables as the server keeps them."""
    return {table: [event_from_bytes(row.body) for row in rows] for table, rows in club.service.disk.rows.items()}


def _compare(club: Club, *, is_complete: bool) -> list[str]:
    """Compare what people were promised and told with what the server keeps."""
    service, people = club.service, club.everybody
    disk = Disk(
        {table: [Row(row.number, row.body, row.key) for row in rows] for table, rows in service.disk.rows.items()},
        dict(service.disk.closed),
    )
    with TemporaryDirectory(prefix="netgame-simulation-") as name:
        for store, copy in ((service.accounts, AccountStore), (service.social, SocialStore)):
            with closing(
                copy(Path(name) / f"{'accounts' if store is service.accounts else 'social'}.sqlite3")
            ) as copied:
                copied.copy_from(store)
        read_people(Path(name), disk)
    logs: dict[str, list[list[Event]]] = {table: [] for table in service.disk.rows}
    for person in people:
        for table in person.seen.keys() & logs.keys():
            logs[table].append(person.seen[table].events)
    orders = [
        order for person in people for order in person.orders
        if not isinstance(order.message, m.Report | m.Invite | m.CloseRematch | m.Challenge)  # no part of a log
    ]  # fmt: skip
    accounts = {person.account: service.away for person in people}
    kept = _kept(club)
    unfair = [charge for charge in charges(kept, accounts) if charge.ms > UNFAIR_MS]
    registered = [person.account for person in people if person.is_registered]
    found = list(compare(orders, logs, registered, disk, is_complete=is_complete, is_hurried=False))
    found += [sentence for table, events in kept.items() for check in CHECKS for sentence in check(table, events)]
    found += _wrong_ratings(service, kept) if is_complete else []
    found += broken_promises(club, kept)
    found += broken_cups(club, kept)
    found += _wrong_reports(club)
    found += _wrong_answers(people)
    return found + [f"charged while the server did not run: {charge}" for charge in unfair]


def _wrong_ratings(service: Service, kept: Mapping[str, Sequence[Event]]) -> Iterator[str]:
    """Compare the ratings that players have with those that their last matches gave, whichever server ended these."""
    last: dict[tuple[str, str], Rating] = {}
    for events in (kept[table] for table in service.disk.closed):
        match events[0], events[-1]:
            case Created(game=game), Ended(ratings=(first, second)):
                seats = {event.player: event.account for event in events if isinstance(event, Seated)}
                last |= {(seats[0], game): first.after, (seats[1], game): second.after}
    for (account, game), rating in last.items():
        known = service.social.rating(account, game)
        if known is None or known[0] != rating:
            yield f"{account} has the rating {known} in {game}, and got {rating} last"


def _wrong_reports(club: Club) -> Iterator[str]:
    """Compare the reports to the moderators with those that were acknowledged."""
    kept = Counter(report.text for report in club.service.accounts.reports(None, True, MOST_REPORTS))
    yield from (f"there are {times} reports {text!r}" for text, times in kept.items() if times > 1)
    for text in (text for person in club.everybody for text in person.reported):
        if not kept[text]:
            yield f"the report {text!r} was acknowledged, and is not there"


def _wrong_answers(people: Sequence[Person]) -> Iterator[str]:
    """Yield a sentence for each request that had no answer, or more than one."""
    for person in people:
        for ledger in person.ledgers:
            yield from (f"{person.name} was answered twice: request {id}" for id in ledger.doubled)
            yield from (f"{person.name} got no answer to request {id}" for id in sorted(ledger.late))
