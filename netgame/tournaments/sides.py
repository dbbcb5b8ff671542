"""Sides: the rules that decide which player of a pairing is the first one.

After the rules of FIDE for colours (C.04.1): no player has the same side three times in a row, nor in three games
more than the other one. Where that leaves a choice, each side is played equally often, and sides alternate. Only games
that were played count.
"""

from collections.abc import Mapping, Sequence

from netgame.tournaments.sheet import Sheet
from netgame.tournaments.values import Entrant, Pairing

ILLEGAL = 100  # the strain of a side that the rules forbid; the sum of all others is smaller


def strain(first: Sequence[int], second: Sequence[int]) -> int:
    """Return how bad it is for these players, with their sides so far, to be first and second; 0 is best."""
    return _strain_of(first, 0) + _strain_of(second, 1)


def least_strain(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how bad a game of the two is with the better assignment of sides."""
    return min(strain(one, other), strain(other, one))


def with_sides(better: Entrant, worse: Entrant, found: Mapping[str, Sheet]) -> Pairing:
    """Return the pairing of the two with the better assignment of sides.

    If both are as good, the last round in which the two had different sides decides. Else the better ranked player
    changes sides, and before the first game is first with an odd seed.
    """
    mine, theirs = found[better.account].sides, found[worse.account].sides
    as_first, as_second = strain(mine, theirs), strain(theirs, mine)
    different = [one for one, other in zip(reversed(mine), reversed(theirs), strict=False) if one != other]
    if as_first != as_second:
        is_first = as_first < as_second
    elif different or mine:
        is_first = (different or mine[-1:])[0] == 1
    else:
        is_first = better.seed % 2 == 1
    return Pairing(better.account, worse.account) if is_first else Pairing(worse.account, better.account)


def _strain_of(sides: Sequence[int], side: int) -> int:
    difference = abs(2 * (sum(sides) + side) - len(sides) - 1)
    if difference > 2 or [*sides[-2:]] == [side, side]:
        return ILLEGAL
    return 4 * (difference > 1) + ([*sides[-1:]] == [side])
