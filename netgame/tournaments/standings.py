"""The table of a tournament: points, tie-breaks and ranks."""

from collections.abc import Sequence

from netgame.tournaments.values import Entrant, Format, Rounds, Standing


def standings(format: Format, entrants: Sequence[Entrant], rounds: Rounds) -> tuple[Standing, ...]:
    """Return the places of all entrants, the first one first. Games that are not over give no points yet."""
    points = dict.fromkeys((entrant.account for entrant in entrants), 0)
    for game in (game for games in rounds for game in games if game.points is not None):
        for account, half_points in zip(game.pairing.accounts, game.points or (), strict=False):
            points[account] += half_points
    ordered = sorted(entrants, key=lambda entrant: (-points[entrant.account], entrant.seed))
    ranks: dict[int, int] = {}
    for place, entrant in enumerate(ordered, start=1):
        ranks.setdefault(points[entrant.account], place)
    return tuple(
        Standing(entrant.account, ranks[points[entrant.account]], points[entrant.account]) for entrant in ordered
    )
