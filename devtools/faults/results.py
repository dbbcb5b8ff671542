"""The plan of a run and its result."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from devtools.faults.evidence import Findings, Order
from devtools.faults.fairness import Charge, Interval
from netgame.match.events import Event

APART_MS = 1000  # between one kind of harm and another one that cannot have to do with it


@dataclass(frozen=True)
class Wanted:
    """The plan of a run. It ends with the limit that is reached first; running matches are played to the end."""

    seed: int = 1
    games: int | None = None
    kills: int | None = None
    seconds: float | None = None
    tables: int = 4  # at once
    plain: bool = False
    lossy: bool = False
    nodes: int = 0  # 0: one server on SQLite
    rolling: bool = False  # no kills: each node stops in order and starts again, one after the other


@dataclass
class Result:
    """The result of a run: kills by what the server was doing, matches by game, and the comparisons."""

    kills: Counter[str]
    games: Counter[str] = field(default_factory=Counter)
    orders: list[Order] = field(default_factory=list)
    logs: dict[str, list[list[Event]]] = field(default_factory=dict)
    findings: Findings = field(default_factory=Findings)
    registered: list[str] = field(default_factory=list)  # accounts
    stops: int = 0  # orderly stops
    failures: int = 0  # failed commits, on purpose
    lines: int = 0  # connections that were broken while the server lived
    readers: int = 0  # clients that asked for very much while all played
    answers_s: list[float] = field(default_factory=list)  # until commands were answered meanwhile
    away: dict[str, list[Interval]] = field(default_factory=dict)  # by account, when it was not connected
    returns: list[Interval] = field(default_factory=list)  # from each lost connection until all was there again
    others: list[Interval] = field(default_factory=list)  # when something else than a node was harmed
    charges: list[Charge] = field(default_factory=list)  # time charged to players who were away
    charges_from_kills: list[Charge] = field(default_factory=list)  # while only a node was killed
    seconds: float = 0.0

    @property
    def accepted(self) -> int:
        return sum(order.done is not None for order in self.orders)

    def from_kills(self, intervals: Sequence[Interval]) -> list[Interval]:
        """Return those for which only a node was killed."""
        return [
            (left, back)
            for left, back in intervals
            if not any(start - APART_MS < back and left < end + APART_MS for start, end in self.others)
        ]
