"""Coverage of a run: what it has met, what it could meet, and the choice of what it has not met yet."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeVar, get_args

import trio

from devtools.simulation.unreachable import is_unreachable
from netgame.match import events
from netgame.match.events import AbsenceCause, LegEnd, MatchEnd, OfferKind, OfferOutcome, PauseCause
from protocol import messages as m
from server.ops.faults import FaultPoint

Kind = Literal["events", "refusals", "fault points", "commands in trouble", "pairs"]
NameT = TypeVar("NameT")

KINDS: tuple[Kind, ...] = get_args(Kind)
ROOT = Path(__file__).resolve().parents[2]
POINTS: tuple[FaultPoint, ...] = get_args(FaultPoint)
TROUBLES = ("cut", "laptop", "oneway", "overtaken", "moved", "crash", "restart", "full", "slow")
TROUBLES_OF_NODES = ("losses", "split", "lag")  # only where there are several servers
PAIRED = (*get_args(m.TableCommand), m.Rematch, m.CloseRematch, m.Invite)
COMMANDS = (m.MakeTable, m.Say, *PAIRED)
STEER = 4  # how much more probable each outcome that was not met makes a choice

_VALUES: Mapping[type[events.Event], tuple[str, Any]] = {
    events.Offered: ("kind", OfferKind), events.OfferClosed: ("outcome", OfferOutcome),
    events.LegEnded: ("reason", LegEnd), events.Ended: ("reason", MatchEnd), events.Paused: ("cause", PauseCause),
    events.Absent: ("cause", AbsenceCause),
}  # fmt: skip
_FIELDS = {events.kind_of(kind): name for kind, (name, _values) in _VALUES.items()}
# of refusals, by the place of the code among the arguments
_REFUSALS = {
    "Refused": 0, "refused": 0, "RequestRefused": 0, "InvalidEvent": 0, "InvalidTable": 0, "_checked": 0,
    "_refuse": 1,
}  # fmt: skip


class Coverage:
    """The outcomes that a run has met so far."""

    def __init__(self) -> None:
        self.met: dict[Kind, set[str]] = {kind: set() for kind in KINDS}
        self.codes: set[str] = set()  # of the refusals; also the ways of habits
        self.trouble = ""  # what goes wrong now
        self._under_way = Counter[tuple[str, str, type[m.Message]]]()  # commands: who gave it, the table, the kind
        self._begun = trio.lowlevel.ParkingLot()

    def note(self, kind: Kind, *names: str) -> None:
        """Note what the run has met."""
        self.met[kind].update(names)

    def note_refusal(self, code: str, template: str) -> None:
        """Note a refusal."""
        self.codes.add(code)
        self.note("refusals", f"{code}: {template}")

    def note_event(self, event: Mapping[str, Any]) -> None:
        """Note an event as the log has it."""
        kind = event["type"]
        self.note("events", f"{kind} {event[_FIELDS[kind]]}" if kind in _FIELDS else kind)

    @contextmanager
    def under_way(self, who: str, command: m.Message) -> Iterator[None]:
        """Note with what else a command is under way during the block."""
        kind, table = type(command), getattr(command, "table", "")
        if kind not in COMMANDS:
            yield
            return
        if self.trouble:
            self.note("commands in trouble", _in_trouble(self.trouble, kind))
        if kind in PAIRED:
            others = [other for name, at, other in self._under_way if at == table and name != who and other in PAIRED]
            self.note("pairs", *(pair(kind, other) for other in others))
        self._under_way[who, table, kind] += 1
        self._begun.unpark_all()
        try:
            yield
        finally:
            self._under_way[who, table, kind] -= 1
            self._under_way += Counter()  # drops the zeros

    async def unmet_command(self, trouble: str) -> None:
        """Wait until a command is under way that has not met that trouble yet."""
        while {_in_trouble(trouble, kind) for _who, _table, kind in self._under_way} <= self.met["commands in trouble"]:
            await self._begun.park()

    def begin_trouble(self, trouble: str) -> None:
        """Note what goes wrong from now on. Empty: all is well."""
        self.trouble = trouble
        if trouble:
            self.note("commands in trouble", *(_in_trouble(trouble, kind) for _who, _table, kind in self._under_way))

    def choose(self, chance: Random, ways: Mapping[NameT, Sequence[str]]) -> NameT:
        """Choose one of several ways. The more refusals and other outcomes of it were not met, the more probable."""
        weights = [1 + STEER * sum(not self._has_met(outcome) for outcome in outcomes) for outcomes in ways.values()]
        return chance.choices(list(ways), weights)[0]

    def _has_met(self, outcome: str) -> bool:
        """Tell whether an outcome was met: the code of a refusal, its code with the begin of its words, or another."""
        if outcome in self.codes or any(outcome in names for names in self.met.values()):
            return True
        return ": " in outcome and any(name.startswith(outcome) for name in self.met["refusals"])


def pair(first: type[m.Message], second: type[m.Message]) -> str:
    """Return the name of a pair of commands."""
    return " + ".join(sorted((first.__name__, second.__name__)))


def _in_trouble(trouble: str, kind: type[m.Message]) -> str:
    return f"{trouble} while {kind.__name__}"


def possible(nodes: int) -> dict[Kind, set[str]]:
    """Return everything that a run with so many nodes could meet."""
    plain = {events.kind_of(kind) for kind in events.EVENTS if kind not in _VALUES}
    valued = {f"{events.kind_of(kind)} {value}" for kind, (_, values) in _VALUES.items() for value in get_args(values)}
    troubles = TROUBLES + (TROUBLES_OF_NODES if nodes > 1 else ())
    return {
        "events": plain | valued,
        "refusals": set(_possible_refusals()),
        "fault points": set(POINTS),
        "commands in trouble": {_in_trouble(trouble, kind) for trouble in troubles for kind in COMMANDS},
        "pairs": {pair(*kinds) for kinds in combinations_with_replacement(PAIRED, 2)},
    }


def never_met(met: Mapping[Kind, set[str]], possible: Mapping[Kind, set[str]]) -> dict[Kind, list[str]]:
    """Return what a run could have met and has not. A refusal whose template is not known counts by its code."""
    codes = {name.partition(":")[0] for name in met["refusals"]}
    return {
        kind: sorted(name for name in names - met[kind] if not (name.endswith(": ") and name[:-2] in codes))
        for kind, names in possible.items()
    }


@cache
def _possible_refusals() -> frozenset[str]:
    return frozenset(_read_refusals())


def _read_refusals() -> Iterator[str]:
    for folder in ("server", "netgame/match", "netgame/tournaments"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if not any(f"{name}(" in text for name in _REFUSALS):
                continue  # reading a module as a tree takes long
            tree = ast.parse(text)
            constants = {
                node.targets[0].id: node.value
                for node in tree.body
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            }
            yield from _refusals_of(tree, constants)


def _refusals_of(tree: ast.Module, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    """Yield the code and the template of each refusal in a module. The template is empty if it comes from elsewhere."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name not in _REFUSALS:
            continue
        place, named = _REFUSALS[name], {each.arg: each.value for each in call.keywords}
        arguments = [named[field] for field in ("code", "template") if field in named] or call.args[place : place + 2]
        code, words = (_text(each, constants) for each in arguments) if len(arguments) == 2 else ("", "")
        if code and not is_unreachable(refusal := f"{code}: {words}"):
            yield refusal


def _text(value: ast.expr, constants: Mapping[str, ast.expr]) -> str:
    """Return the text of an expression: a constant, its name, or `N_` or `Text` of one."""
    match value:
        case ast.Constant(value=str() as text):
            return text
        case ast.Name(id=name) if name in constants:
            return _text(constants[name], {})
        case ast.Call(func=ast.Name(id="N_" | "Text"), args=[first, *_]):
            return _text(first, constants)
    return ""
