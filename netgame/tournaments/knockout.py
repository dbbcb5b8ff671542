"""Knock-out: the winner of a meeting goes on, by a bracket in which the best seeds meet last.

If the number of players is not a power of two, the best seeds have no opponent in the first stage. After a draw the two
play again with sides swapped; after a second draw the better seed goes on. If both do not appear,
their next opponent has a bye.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from netgame.tournaments.sheet import sheets
from netgame.tournaments.sides import with_sides
from netgame.tournaments.values import Entrant, Game, Pairing, Rounds

MOST_DRAWS = 2  # in a meeting


@dataclass(frozen=True)
class Meeting:
    """A place in the bracket: two players or fewer, and their games."""

    better: Entrant | None  # the better seed
    worse: Entrant | None
    games: tuple[Game, ...]

    @property
    def is_over(self) -> bool:
        """Whether the meeting needs no further game."""
        if self.better is None or self.worse is None:
            return True
        draws = sum(game.played for game in self.games)  # aborted games are played again, however many there are
        return self._last is not None and (self._last != (1, 1) or draws >= MOST_DRAWS)

    @property
    def winner(self) -> Entrant | None:
        """The player of the next stage; None if there is none, or if the meeting is not over."""
        if self.better is None or self.worse is None:
            return self.better or self.worse
        if not self.is_over or self._last == (0, 0):
            return None
        if self._last == (1, 1):
            return self.better
        first, second = self._last or (0, 0)
        winner = self.games[-1].pairing.accounts[first < second]
        return self.better if self.better.account == winner else self.worse

    @property
    def _last(self) -> tuple[int, int] | None:
        return self.games[-1].points if self.games else None


Stage = tuple[Meeting, ...]


def bracket(entrants: Sequence[Entrant], rounds: Rounds) -> tuple[Stage, ...]:
    """Return the stages whose players are known, the first one first; meetings stay next to each other as drawn.

    Only entrants of round 1 take part: the bracket holds from the start.
    """
    players = sorted((entrant for entrant in entrants if entrant.plays_in(1)), key=lambda entrant: entrant.seed)
    played: dict[frozenset[str], list[Game]] = {}
    for game in (game for games in rounds for game in games if game.pairing.second is not None):
        played.setdefault(frozenset(game.pairing.accounts), []).append(game)
    left: list[Entrant | None] = [players[place] if place < len(players) else None for place in _places(len(players))]
    stages: list[Stage] = []
    while len(left) > 1:
        stages.append(tuple(_meeting(*pair, played) for pair in zip(left[::2], left[1::2], strict=True)))
        if not all(meeting.is_over for meeting in stages[-1]):
            break
        left = [meeting.winner for meeting in stages[-1]]
    return tuple(stages)


def pair_knockout(entrants: Sequence[Entrant], rounds: Rounds) -> tuple[Pairing, ...]:
    """Return the meetings of the next stage, or those of this stage that have to be played again.

    A stage begins with a bye for each player without an opponent. The result is empty if all is decided. All games of
    the rounds before must be over.
    """
    stages = bracket(entrants, rounds)
    waiting = [meeting for meeting in (stages[-1] if stages else ()) if not meeting.is_over]
    if any(game.points is None for meeting in waiting for game in meeting.games):
        raise ValueError("a stage of a knock-out is paired when all games before it are over")
    again = [meeting.games[-1].pairing for meeting in waiting if meeting.games]
    if again:
        return tuple(Pairing(str(pairing.second), pairing.first) for pairing in again)
    found = sheets(entrants, rounds)
    pairings = []
    for meeting in stages[-1] if waiting else ():
        better, worse = meeting.better, meeting.worse
        if better is not None and worse is not None:
            if not meeting.is_over:
                pairings.append(with_sides(better, worse, found))
        elif meeting.winner is not None:
            pairings.append(Pairing(meeting.winner.account, None))
    return tuple(pairings)


def _meeting(one: Entrant | None, other: Entrant | None, played: dict[frozenset[str], list[Game]]) -> Meeting:
    if one is None or other is None:
        return Meeting(one or other, None, ())
    better, worse = sorted((one, other), key=lambda entrant: entrant.seed)
    return Meeting(better, worse, tuple(played.get(frozenset((one.account, other.account)), ())))


def _places(count: int) -> list[int]:
    """Return which seed, from 0, is at each place of the bracket: in each stage the best meets the worst."""
    places = [0]
    while len(places) < count:
        places = [seed for place in places for seed in (place, 2 * len(places) - 1 - place)]
    return places
