"""Arena: players who wait are paired at once with somebody near them in the table."""

from collections.abc import Mapping, Sequence

from netgame.tournaments.values import Entrant, Game, Pairing


def pair_arena(
    entrants: Sequence[Entrant], games: Sequence[Game], waited_s: Mapping[str, float]
) -> tuple[Pairing, ...]:
    """Return pairings of players who wait, each with the seconds since they asked for a game.

    `games` are all games of the arena in the order in which they started.
    """
    ranked = [entrant.account for entrant in sorted(entrants, key=lambda entrant: entrant.seed)]
    waiting = [account for account in ranked if account in waited_s]
    return tuple(Pairing(first, second) for first, second in zip(waiting[::2], waiting[1::2], strict=False))
