"""Swiss: players with equal points meet, and no two players meet twice.

A round is the cheapest matching of the players who are there. The parts of its cost, the most important one first:
sides that the rules forbid, differences of points, unequal sides, and the distance from the fold, in which the upper
half of the players with equal points meets the lower half. docs/developing/tournaments.md gives reasons.
"""

from collections.abc import Sequence

from netgame.text import N_
from netgame.tournaments.matching import cheapest
from netgame.tournaments.sheet import LATE_POINTS, Sheet, sheets
from netgame.tournaments.sides import ILLEGAL, least_strain, with_sides
from netgame.tournaments.values import Entrant, NoPairing, Pairing, Rounds

NEAR = 12  # opponents of each player that are tried first; all pairs of 200 players would take some seconds
NO_PAIRING = N_("The rules allow no further round: too many of the players have met already. The tournament ends.")
TOO_FEW = N_("Fewer than two players are left. The tournament ends.")

Costs = dict[tuple[int, int], int]


def pair_swiss(entrants: Sequence[Entrant], rounds: Rounds, number: int) -> tuple[Pairing, ...]:
    """Return good pairings of a round, the best players first, the bye last.

    As few players as possible have a side that the rules forbid. The bye goes to the last player in the table who had
    none and without whom the others can be paired so; a player who won by forfeit gets it only if no other can. Raise
    `NoPairing` if no pairing keeps the rules.
    """
    found = sheets(entrants, rounds, LATE_POINTS)
    order = {entrant: (-found[entrant.account].points, entrant.seed) for entrant in entrants}
    players = sorted((entrant for entrant in entrants if entrant.plays_in(number)), key=order.__getitem__)
    if len(players) < 2:
        raise NoPairing(TOO_FEW)
    costs = _costs(players, [found[player.account] for player in players])
    complete = (len(players) + 1) // 2
    pairs = cheapest(_near(costs, len(players)))
    byes = [pair for pair in costs if pair[1] == len(players)]
    if len(pairs) < complete or (byes and min(byes, key=costs.__getitem__) not in pairs):
        pairs = cheapest(costs)
    if len(pairs) < complete:
        raise NoPairing(NO_PAIRING)
    games = [with_sides(players[better], players[worse], found) for better, worse in pairs if worse < len(players)]
    return (*games, *(Pairing(players[player].account, None) for player, bye in pairs if bye == len(players)))


def _costs(players: Sequence[Entrant], lines: Sequence[Sheet]) -> Costs:
    """Return the costs of all pairs that the rules allow, by the places of both in the table.

    With an odd number of players the place after the last one is the bye.
    """
    points, sides = [sheet.points for sheet in lines], [sheet.sides for sheet in lines]
    met = [sheet.met for sheet in lines]
    base = 4 * (len(players) + max(points)) ** 3  # more than the sum of one part of the cost
    costs: Costs = {}
    for better in range(len(players)):
        half = points.count(points[better]) // 2
        upper = points.index(points[better]) + half  # the end of the upper half of those with as many points
        for worse in range(better + 1, len(players)):
            if players[worse].account in met[better]:
                continue
            effort = least_strain(sides[better], sides[worse])
            gap = points[better] - points[worse]
            fold = (worse - better) ** 2
            if not gap:
                fold = (worse - better - half) ** 2 + (0 if better < upper <= worse else half**2)
            forbidden = effort // ILLEGAL
            costs[better, worse] = ((forbidden * base**2 + gap**2) * base + effort % ILLEGAL) * base + fold
    if len(players) % 2:
        without_bye = [player for player in reversed(range(len(players))) if not lines[player].had_bye]
        for place, player in enumerate(sorted(without_bye, key=lambda player: lines[player].won_by_forfeit)):
            costs[player, len(players)] = place * base**3
    return costs


def _near(costs: Costs, count: int) -> Costs:
    """Return the pairs that are among the cheapest ones of a player or of neighbours in the table, and all byes."""
    by_player: list[list[tuple[int, tuple[int, int]]]] = [[] for _ in range(count + 1)]
    for pair, cost in costs.items():
        for player in pair:
            by_player[player].append((cost, pair))
    near = {pair for pairs in by_player for _, pair in sorted(pairs)[:NEAR]}
    near |= {pair for pair in costs if pair[1] - pair[0] <= NEAR // 2 or pair[1] == count}
    return {pair: cost for pair, cost in costs.items() if pair in near}
