"""Copies of Thud that have a fault, or another version: a program that has one plays by other rules than the others."""

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Literal

from netgame.games import GAMES
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move
from netgame.games.thud.state import State
from netgame.match.state import Games
from netgame.options import option


@dataclass(frozen=True)
class LosesDwarf(Thud):
    """A copy of Thud with a fault: a dwarf far from the first moves is gone after any move."""

    def play(self, state: State, move: Move) -> State:
        after = super().play(state, move)
        return after._replace(dwarfs=after.dwarfs & ~(1 << (after.dwarfs.bit_length() - 1)))


@dataclass(frozen=True)
class NewerThud(Thud):
    """Thud with a new rule, which is an option."""

    version: ClassVar[int] = Thud.version + 1
    speed: Literal["usual", "fast"] = field(
        default="fast", metadata=option("speed", since=Thud.version + 1, older="usual", choices={})
    )


@dataclass(frozen=True)
class RewrittenThud(Thud):
    """Thud of a version that cannot play by the rules before it."""

    version: ClassVar[int] = Thud.version + 1


def games_with(thud: type[Thud] | None) -> Games:
    others = {key: game for key, game in GAMES.items() if key != "thud"}
    return MappingProxyType(others if thud is None else {**others, "thud": thud})
