"""The values of a tournament: entrants, pairings, games with their points, and places in the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from netgame.errors import RulesError

Format = Literal["round_robin", "double_round_robin", "swiss", "knockout", "arena"]
FORMATS: tuple[Format, ...] = get_args(Format)
Points = tuple[int, int]  # half points of player 0 and player 1


class NoPairing(RulesError):
    """The rules of the format allow no pairing of the players who are left. The tournament ends."""


@dataclass(frozen=True)
class Entrant:
    """A player, and the rounds in which they may be paired."""

    account: str
    seed: int  # 1 is the strongest; no two entrants have the same
    first_round: int = 1
    last_round: int | None = None  # None: until the end; smaller than `first_round`: in no round

    def plays_in(self, number: int) -> bool:
        """Return whether this player may be paired in that round. Rounds count from 1."""
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)


@dataclass(frozen=True)
class Pairing:
    """Player 0 and player 1 of a match. Without a second player it is a bye."""

    first: str
    second: str | None

    @property
    def accounts(self) -> tuple[str, ...]:
        """The one or two players."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True)
class Game:
    """A pairing and its result. A bye and a forfeit are not played."""

    pairing: Pairing
    points: Points | None = None  # half points: (2, 0), (1, 1), (0, 2) or (0, 0); None: not over
    played: bool = True


Rounds = Sequence[Sequence[Game]]  # the games of round 1, round 2, ...; an arena has one round


@dataclass(frozen=True)
class Standing:
    """A place in the table. Players whom no tie-break separates share a rank."""

    account: str
    rank: int
    points: int  # half points
    tie_breaks: Mapping[str, int] = field(default_factory=dict)  # in the order in which they decide
