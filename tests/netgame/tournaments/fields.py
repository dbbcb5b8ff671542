"""Fields of entrants for the tests of tournaments."""

from netgame.tournaments import Entrant


def field(count: int) -> list[Entrant]:
    """Return players with the names p1, p2, ... in the order of their strength."""
    return [Entrant(f"p{seed}", seed) for seed in range(1, count + 1)]
