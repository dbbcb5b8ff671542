"""The pairings of a round in each format, the number of rounds, and the results that need no table."""

from collections.abc import Sequence

from netgame.tournaments.knockout import pair_knockout
from netgame.tournaments.round_robin import pair_round_robin, rounds_for
from netgame.tournaments.swiss import pair_swiss
from netgame.tournaments.values import Entrant, Format, Game, Pairing, Points, Rounds

ABSENT: dict[tuple[bool, bool], Points] = {(True, False): (2, 0), (False, True): (0, 2), (False, False): (0, 0)}


def rounds_of(format: Format, count: int) -> int:
    """Return how many rounds that many players need: all of them, for a Swiss as many as separate one winner.

    A knock-out has further rounds for matches that were drawn. An arena is one round as long as its time.
    """
    if format == "arena":
        return 1
    if format in ("swiss", "knockout"):
        return max(0, count - 1).bit_length()
    return rounds_for(count) * (2 if format == "double_round_robin" else 1)


def pair(format: Format, entrants: Sequence[Entrant], rounds: Rounds, number: int) -> tuple[Pairing, ...]:
    """Return the pairings of round `number`, after the rounds 1 to `number - 1` with their games in `rounds`.

    The result is empty if the tournament has no further round. A Swiss has as many rounds as its director wants, and
    raises `NoPairing` if its rules allow no pairing. `pair_arena` pairs an arena.
    """
    match format:
        case "round_robin":
            return pair_round_robin(entrants, number, 1)
        case "double_round_robin":
            return pair_round_robin(entrants, number, 2)
        case "swiss":
            return pair_swiss(entrants, rounds, number)
        case "knockout":
            return pair_knockout(entrants, rounds)
        case "arena":
            raise ValueError("an arena has no rounds to pair")


def settled(format: Format, entrants: Sequence[Entrant], pairing: Pairing, number: int) -> Game | None:
    """Return the result of a pairing that needs no match: a bye, or one with a player who withdrew before the round.

    A bye is worth a win. In a round robin it is worth nothing, since everybody rests equally often.
    """
    if pairing.second is None:
        return Game(pairing, (0, 0) if "round_robin" in format else (2, 0), played=False)
    both = pairing.accounts
    plays = {entrant.account: entrant.plays_in(number) for entrant in entrants if entrant.account in both}
    points = ABSENT.get((plays[pairing.first], plays[pairing.second]))
    return None if points is None else Game(pairing, points, played=False)
