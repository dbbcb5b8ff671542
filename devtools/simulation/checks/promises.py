"""The answers of servers that have to hold at the end of a run, whatever went wrong meanwhile."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from devtools.faults.fairness import Interval
from netgame.match import Match
from netgame.match.events import Event
from protocol import messages as m


@dataclass
class Block:
    """An account that blocks another one. Times in ms: acknowledged, and when it asked to end that; 0: not yet."""

    account: str
    other: str
    since: int
    until: int = 0


@dataclass(frozen=True)
class Lines:
    """Conditional moves of an account at a table, which begin after the event `base`."""

    account: str
    table: str
    base: int
    lines: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Wanting:
    """The notices that an account wants since a time, in ms. None: a change is under way, or has failed.

    The kinds of an account that has chosen none are not known either: with an address it gets all.
    """

    at: int = 0
    kinds: frozenset[str] | None = None
    webhook: bool | None = False
    mail: bool | None = False


@dataclass
class Handover:
    """A match that began at another server: its events and itself as a player has them, and what the server kept."""

    events: Sequence[Event]
    match: Match
    kept: Sequence[Event] = ()
    table: str = ""  # at the club


@dataclass
class Promises:
    """The acknowledged changes of a run."""

    moderators: set[str] = field(default_factory=set)
    ended_challenges: set[str] = field(default_factory=set)
    challenge_tables: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # by challenge
    relations: dict[str, dict[str, m.Relation]] = field(default_factory=lambda: defaultdict(dict))  # by account
    unsure: set[str] = field(default_factory=set)  # accounts of which a change of these may be stored or not
    blocks: list[Block] = field(default_factory=list)
    vacations: dict[str, list[Interval]] = field(default_factory=lambda: defaultdict(list))  # by account; 0: no end yet
    lines: list[Lines] = field(default_factory=list)  # that were sent, perhaps without an answer
    cups: set[str] = field(default_factory=set)  # tournaments
    wants: dict[str, list[Wanting]] = field(default_factory=lambda: defaultdict(list))  # by account, in order
    gone: dict[str, int] = field(default_factory=dict)  # events of the tables whose match goes on elsewhere
    handovers: list[Handover] = field(default_factory=list)
    wishes: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))  # when accounts sent them, in ms
    paired: set[str] = field(default_factory=set)  # tables of play now

    def note_challenge(self, changed: m.ChallengeChanged) -> None:
        """Note a message about a challenge."""
        if changed.state != "open":
            self.ended_challenges.add(changed.challenge.challenge)
        if changed.table:
            self.challenge_tables[changed.challenge.challenge].add(changed.table)
