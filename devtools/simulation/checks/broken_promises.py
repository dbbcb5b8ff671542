"""Compare what was promised to people with what they see after a quiet time, and with the stores at the end."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from devtools.faults.fairness import charges
from devtools.faults.player import Broken
from devtools.simulation.checks.logs import wrong_handover
from devtools.simulation.checks.promises import Lines, Promises, Wanting
from devtools.simulation.host import LIMITS
from netgame.match.events import Created, Event, Moved, Seated

if TYPE_CHECKING:
    from devtools.simulation.club import Club

VACATION_MS = 300_000  # until all servers know of a vacation, whatever goes wrong meanwhile
SKEW_MS = 5_000  # by which the clock of a server may be wrong
STALE_MS = 10_000  # since a change that all servers have to know


def check_lists(club: "Club") -> None:
    """Raise `Broken` if a person sees another list of challenges than the store has. Nothing has changed for long."""
    social, now = club.service.social, club.world.now_ms()
    for person in club.people:
        kept = {info.challenge for info in social.open_challenges(person.account, now)}
        if (seen := {info.challenge for info in person.challenges.at(now)}) != kept:
            raise Broken(f"{person.name} has {seen ^ kept} wrong in the list of challenges after a quiet time")


def broken_promises(club: "Club", kept: Mapping[str, Sequence[Event]]) -> Iterator[str]:
    """Yield a sentence for each promise that does not hold. `kept` has the logs of all tables."""
    promises = club.world.promises
    yield from _wrong_challenges(club, promises)
    yield from _blocked_pairs(promises, kept)
    yield from _charged_vacations(club, promises, kept)
    yield from _wrong_conditional_moves(promises, kept)
    yield from _wrong_notices(club, promises)
    for table, count in promises.gone.items():
        if len(kept[table]) > count:
            yield f"table {table} goes on, and its match goes on elsewhere"
    for each in promises.handovers:
        yield from wrong_handover(each.table, each.events, each.kept, kept.get(each.table, ()))


def _wrong_challenges(club: "Club", promises: Promises) -> Iterator[str]:
    for challenge in sorted(promises.ended_challenges):
        stored = club.service.social.challenge(challenge)
        if stored is not None and stored.state == "open":
            yield f"the challenge {challenge} was answered, and is open"
    for challenge, tables in promises.challenge_tables.items():
        if len(tables) > 1:
            yield f"the challenge {challenge} has the tables {', '.join(sorted(tables))}"


def _blocked_pairs(promises: Promises, kept: Mapping[str, Sequence[Event]]) -> Iterator[str]:
    """Yield the games of play now between two people one of whom had blocked the other before one of their wishes."""
    for table in sorted(promises.paired & kept.keys()):
        events = kept[table]
        accounts = {event.account for event in events if isinstance(event, Seated)}
        sent = (at for account in accounts for at in promises.wishes[account] if at < events[0].at + SKEW_MS)
        last = max(sent, default=0)
        for block in promises.blocks:
            is_blocked = block.since < last and not 0 < block.until < events[0].at
            if is_blocked and {block.account, block.other} <= accounts:
                yield f"{block.account} blocked {block.other}, and play now gave them the table {table}"


def _charged_vacations(club: "Club", promises: Promises, kept: Mapping[str, Sequence[Event]]) -> Iterator[str]:
    """Yield the times that clocks by days charged to somebody on vacation, and accounts with too many days."""
    days = {
        table: events for table, events in kept.items()
        if isinstance(events[0], Created) and events[0].clock.startswith("days")
    }  # fmt: skip
    now = club.world.now_ms()
    away = {account: [(start, end or now) for start, end in times] for account, times in promises.vacations.items()}
    for charge in charges(days, away):
        if charge.ms > VACATION_MS:
            yield f"charged on vacation: {charge}"
    for account in promises.vacations:
        if (left := LIMITS.vacation_days - club.service.accounts.vacation(account).used) < 0:
            yield f"{account} has {left} days of vacation left"


def _wrong_conditional_moves(promises: Promises, kept: Mapping[str, Sequence[Event]]) -> Iterator[str]:
    """Yield the conditional moves that no line of their player demands."""
    for table, events in kept.items():
        if not any(isinstance(event, Moved) and event.conditional for event in events):
            continue
        seats = {event.player: event.account for event in events if isinstance(event, Seated)}
        for event in events:
            if isinstance(event, Moved) and event.conditional:
                demanded = [
                    lines for lines in promises.lines if (lines.account, lines.table) == (seats[event.player], table)
                ]
                if not any(_demands(lines, events[: event.number]) for lines in demanded):
                    yield f"event {event.number} of table {table} is a conditional move that nobody wanted"


def _demands(lines: Lines, events: Sequence[Event]) -> bool:
    """Tell whether lines demand the last of these events."""
    played = [event.move for event in events[lines.base :] if isinstance(event, Moved)]
    return any(list(line[: len(played)]) == played for line in lines.lines)


def _wrong_notices(club: "Club", promises: Promises) -> Iterator[str]:
    """Yield the notices that came twice, and those that their receiver had switched off."""
    ids: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for sink in (club.service.sinks.mail, club.service.sinks.webhook):
        for sent in sink.sent:
            for news in sent.news:
                ids[sent.channel, sent.account, news.key].add(sent.id)
            wants = [want for want in promises.wants[sent.account] if want.at < sent.at] or [Wanting()]
            want = wants[-1]
            if want.at + STALE_MS > sent.at:
                continue
            is_wanted = want.webhook if sent.channel == "webhook" else want.mail
            for news in sent.news:
                if is_wanted is False or (want.kinds is not None and news.kind not in want.kinds):
                    yield f"{sent.account} has switched off notices by {sent.channel} and got {news.key!r}"
    for (channel, account, key), known in ids.items():
        if len(known) > 1:
            yield f"{account} got {len(known)} notices of {key!r} by {channel}"
