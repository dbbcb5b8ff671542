"""Fields of entrants, and games, for the tests of tournaments."""

from collections.abc import Sequence

from netgame.tournaments import Entrant, Format, Game, Pairing, Points, pair, settled

POINTS: dict[str, Points] = {"1-0": (2, 0), "½-½": (1, 1), "0-1": (0, 2), "0-0": (0, 0)}


def field(count: int) -> list[Entrant]:
    """Return players with the names p1, p2, ... in the order of their strength."""
    return [Entrant(f"p{seed}", seed) for seed in range(1, count + 1)]


def names(text: str) -> list[Entrant]:
    """Return entrants with these names, the strongest first."""
    return [Entrant(name, seed) for seed, name in enumerate(text.split(), start=1)]


def game(text: str) -> Game:
    """Read `ann 1-0 bob`, `ann +:- bob` (a forfeit), `ann bye`, `ann - bob` (not over)."""
    first, result, *rest = text.split()
    if result == "bye":
        return Game(Pairing(first, None), (2, 0), played=False)
    pairing = Pairing(first, rest[0])
    if result == "-":
        return Game(pairing)
    forfeits: dict[str, Points] = {"+:-": (2, 0), "-:+": (0, 2), "-:-": (0, 0)}
    if result in forfeits:
        return Game(pairing, forfeits[result], played=False)
    return Game(pairing, POINTS[result])


def games(text: str) -> list[Game]:
    """Read games, separated by commas."""
    return [game(part) for part in text.split(",")]


def after(format: Format, entrants: Sequence[Entrant], rounds: Sequence[Sequence[Game]]) -> set[str]:
    """Return the pairings of the next round as texts: `ann bob`, or `ann` for a bye."""
    return {" ".join(each.accounts) for each in pair(format, entrants, rounds, len(rounds) + 1)}


def play(
    format: Format, entrants: Sequence[Entrant], rounds: Sequence[Sequence[Game]], result: str = "better"
) -> list[Game]:
    """Pair the next round and let the better seed win every game, or all be drawn."""
    number = len(rounds) + 1
    seeds = {entrant.account: entrant.seed for entrant in entrants}
    done = []
    for each in pair(format, entrants, rounds, number):
        points: Points = (1, 1)
        if each.second is not None and result == "better":
            points = (2, 0) if seeds[each.first] < seeds[each.second] else (0, 2)
        done.append(settled(format, entrants, each, number) or Game(each, points))
    return done
