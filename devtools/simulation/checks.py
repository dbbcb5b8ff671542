"""Compare what was promised to people with what they see after a quiet time, and with the stores at the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from devtools.faults.player import Broken
from devtools.simulation.promises import Promises
from netgame.match.events import Created, Event, Seated

if TYPE_CHECKING:
    from devtools.simulation.club import Club

STALE_MS = 10_000  # since a block, or another change that all servers have to know


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


def _wrong_challenges(club: "Club", promises: Promises) -> Iterator[str]:
    for challenge in sorted(promises.ended_challenges):
        stored = club.service.social.challenge(challenge)
        if stored is not None and stored.state == "open":
            yield f"the challenge {challenge} was answered, and is open"
    for challenge, tables in promises.challenge_tables.items():
        if len(tables) > 1:
            yield f"the challenge {challenge} has the tables {', '.join(sorted(tables))}"


def _blocked_pairs(promises: Promises, kept: Mapping[str, Sequence[Event]]) -> Iterator[str]:
    """Yield the games of play now between people who blocked each other at that time."""
    for table in sorted(promises.paired & kept.keys()):
        events = kept[table]
        at = events[0].at if isinstance(events[0], Created) else 0
        accounts = {event.account for event in events if isinstance(event, Seated)}
        for block in promises.blocks:
            if {block.account, block.other} <= accounts and block.since + STALE_MS < at and not 0 < block.until < at:
                yield f"{block.account} blocked {block.other}, and play now gave them the table {table}"
