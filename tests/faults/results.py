"""What a run shall be, and what it came to."""

from collections import Counter
from dataclasses import dataclass, field

from netgame.match.events import Event
from tests.faults.evidence import Findings, Order


@dataclass(frozen=True)
class Wanted:
    """What a run shall be: it ends with whichever comes first, and what has begun then is played to an end."""

    seed: int = 1
    games: int | None = None
    kills: int | None = None
    seconds: float | None = None
    tables: int = 4  # at once
    plain: bool = False
    lossy: bool = False


@dataclass
class Result:
    """What a run came to: kills by what the server was doing, matches by game, and all that is compared."""

    kills: Counter[str]
    games: Counter[str] = field(default_factory=Counter)
    orders: list[Order] = field(default_factory=list)
    logs: dict[str, list[list[Event]]] = field(default_factory=dict)
    findings: Findings = field(default_factory=Findings)
    registered: list[str] = field(default_factory=list)  # accounts
    stops: int = 0  # orderly ones
    failures: int = 0  # of a commit, on purpose
    lines: int = 0  # broken while the server lived
    seconds: float = 0.0

    @property
    def accepted(self) -> int:
        return sum(order.done is not None for order in self.orders)
