"""Coverage of runs: events, refusals, and trouble while a command was under way. Also all that a run could meet."""

import re
from collections.abc import Iterable
from typing import get_args

from devtools.simulation.club import KINDS, Club
from netgame.match.events import Event, LegEnd, MatchEnd, OfferKind, OfferOutcome, PauseCause
from protocol import messages as m
from tests.server.process import ROOT

_REFUSAL = re.compile(r'(?:Refused\(code=|refused\(|InvalidEvent\(|RequestRefused\()"(\w+)"')
_COMMANDS = (m.MakeTable, m.Rematch, m.Say, *get_args(m.TableCommand))


def possible(nodes: int) -> dict[str, set[str]]:
    """Return everything that a run with so many nodes could meet, by kind."""
    sources = [path for folder in ("server", "netgame/match") for path in (ROOT / folder).rglob("*.py")]
    values = [*get_args(OfferKind), *get_args(OfferOutcome), *get_args(LegEnd), *get_args(MatchEnd)]
    kinds = KINDS if nodes > 1 else KINDS[:5]
    return {
        "events": {kind.__name__ for kind in Event.__subclasses__()} | {*values, *get_args(PauseCause)},
        "refusals": {code for path in sources for code in _REFUSAL.findall(path.read_text(encoding="utf-8"))},
        "pairs": {f"{trouble} while {kind.__name__}" for trouble in kinds for kind in _COMMANDS},
    }  # fmt: skip


def met(club: Club, pairs: set[str], events: Iterable[Event]) -> dict[str, set[str]]:
    """Return what a run has met, by the same kinds."""
    seen = set[str]()
    for event in events:
        seen.add(type(event).__name__)
        seen |= {str(getattr(event, name)) for name in ("kind", "outcome", "reason", "cause") if hasattr(event, name)}
    refusals = {code for person in club.everybody for code in person.refusals}
    return {"events": seen, "refusals": refusals, "pairs": pairs}
