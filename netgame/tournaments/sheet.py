"""The sheet of a player: what each round was for them. Pairings and tie-breaks are made from sheets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from netgame.tournaments.values import Entrant, Rounds

LATE_POINTS = 1  # half points in a Swiss for the first of the rounds that a late entrant missed


@dataclass(frozen=True)
class Line:
    """A game or a bye of one player, or a round in which they were not paired."""

    number: int  # of the round
    opponent: str | None = None
    side: int = 0  # 0: first player
    points: int = 0  # half points; 0 until the game is over
    played: bool = False  # also while the game is being played
    is_over: bool = True


@dataclass(frozen=True)
class Sheet:
    """All lines of a player, in the order of the rounds. Each round has a line; in an arena a round has many."""

    lines: tuple[Line, ...]

    @cached_property
    def points(self) -> int:
        """Half points."""
        return sum(line.points for line in self.lines)

    @cached_property
    def points_for_opponents(self) -> int:
        """Half points as they count in the tie-breaks of opponents: a round that was not played is a draw."""
        return sum(line.points if line.played else 1 for line in self.lines)

    @cached_property
    def met(self) -> set[str]:
        """The opponents of played games. Opponents of forfeits are not among them."""
        return {line.opponent for line in self.lines if line.played and line.opponent is not None}

    @cached_property
    def sides(self) -> list[int]:
        """The sides in played games."""
        return [line.side for line in self.lines if line.played]

    @cached_property
    def had_bye(self) -> bool:
        """Whether this player won a round without an opponent."""
        return any(line.opponent is None and line.points == 2 for line in self.lines)

    @cached_property
    def won_by_forfeit(self) -> bool:
        """Whether an opponent of this player did not appear."""
        return any(line.opponent is not None and not line.played and line.points == 2 for line in self.lines)


def sheets(entrants: Iterable[Entrant], rounds: Rounds, late_points: int = 0) -> dict[str, Sheet]:
    """Return the sheets of all entrants. `late_points` are for the first round that a late entrant missed."""
    entries = {entrant.account: entrant for entrant in entrants}
    found: dict[str, list[Line]] = {account: [] for account in entries}
    for number, games in enumerate(rounds, start=1):
        for game in games:
            points, accounts = game.points or (0, 0), game.pairing.accounts
            for side, account in enumerate(accounts):
                opponent = accounts[1 - side] if len(accounts) == 2 else None
                line = Line(number, opponent, side, points[side], game.played, game.points is not None)
                found[account].append(line)
    return {account: _sheet(entries[account], lines, len(rounds), late_points) for account, lines in found.items()}


def _sheet(entrant: Entrant, lines: Sequence[Line], count: int, late_points: int) -> Sheet:
    missed = set(range(1, count + 1)) - {line.number for line in lines}
    came_late = 1 < entrant.first_round <= count + 1 and all(line.number >= entrant.first_round for line in lines)
    unpaired = [Line(number, points=late_points if came_late and number == 1 else 0) for number in missed]
    return Sheet(tuple(sorted([*lines, *unpaired], key=lambda line: line.number)))
