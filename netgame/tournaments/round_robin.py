"""Round robin: everybody meets everybody, by the circle method, with balanced sides.

One player keeps a place, the others move one place on from round to round. Each is the first player in half of their
games or in one game less or more. With an odd number one player rests in each round. A second cycle repeats the first
one with sides swapped.
"""

from collections.abc import Sequence

from netgame.tournaments.values import Entrant, Pairing


def rounds_for(count: int) -> int:
    """Return the number of rounds in which all of that many players meet once."""
    return count - 1 + count % 2 if count > 1 else 0


def pair_round_robin(entrants: Sequence[Entrant], number: int, cycles: int) -> tuple[Pairing, ...]:
    """Return all pairings of a round, also those with players who withdrew; none after the last round.

    Only entrants of round 1 take part: the schedule holds from the start.
    """
    ranked = sorted(entrants, key=lambda entrant: entrant.seed)
    players: list[str | None] = [entrant.account for entrant in ranked if entrant.first_round == 1]
    if len(players) < 2 or number > cycles * rounds_for(len(players)):
        return ()
    cycle, turn = divmod(number - 1, rounds_for(len(players)))
    if len(players) % 2:
        players.append(None)
    *circle, fixed = players
    pairs = [(circle[turn], fixed) if turn % 2 else (fixed, circle[turn])]
    for step in range(1, len(players) // 2):
        ahead, behind = circle[(turn + step) % len(circle)], circle[(turn - step) % len(circle)]
        pairs.append((ahead, behind) if step % 2 else (behind, ahead))
    pairings = (_pairing(*(pair[::-1] if cycle % 2 else pair)) for pair in pairs)
    return tuple(sorted(pairings, key=lambda pairing: pairing.second is None))  # the rest comes last


def _pairing(first: str | None, second: str | None) -> Pairing:
    if first is None:
        first, second = second, None
    assert first is not None
    return Pairing(first, second)
