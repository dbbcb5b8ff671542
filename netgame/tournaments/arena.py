"""Arena: players who wait are paired at once with players near them in the table.

Everybody plays as often as the time allows. Points are those of the other formats.
"""

from collections.abc import Mapping, Sequence

from netgame.tournaments.matching import cheapest
from netgame.tournaments.sheet import sheets
from netgame.tournaments.sides import ILLEGAL, least_strain, with_sides
from netgame.tournaments.values import Entrant, Game, Pairing

NEAR = 12  # places in the table, among those who wait, within which opponents are looked for
REPEAT_AFTER_S = 60.0  # two who have just met wait so long for another opponent


def pair_arena(
    entrants: Sequence[Entrant], games: Sequence[Game], waited_s: Mapping[str, float]
) -> tuple[Pairing, ...]:
    """Return pairings of players who wait, each with the seconds since they asked for a game.

    `games` are all games of the arena in the order in which they started. The last opponent is taken only if there is
    no other one, and then when both have waited for `REPEAT_AFTER_S` or no game is being played that could end. With an
    odd number the player with the shortest wait is left.
    """
    found = sheets(entrants, [games])
    order = {entrant: (-found[entrant.account].points, entrant.seed) for entrant in entrants}
    waiting = sorted((entrant for entrant in entrants if entrant.account in waited_s), key=order.__getitem__)
    may_repeat = [waited_s[player.account] >= REPEAT_AFTER_S for player in waiting]
    if all(game.points is not None for game in games):
        may_repeat = [True] * len(waiting)
    lasts = [found[player.account].lines[-1].opponent for player in waiting]
    sides = [found[player.account].sides for player in waiting]
    most = len(waiting) * (NEAR**2 + 2 * ILLEGAL) + 1  # more than the sum of all distances and strains
    costs = {}
    for better in range(len(waiting)):
        for worse in range(better + 1, min(better + NEAR + 1, len(waiting))):
            repeats = lasts[better] == waiting[worse].account or lasts[worse] == waiting[better].account
            if not repeats or (may_repeat[better] and may_repeat[worse]):
                cost = (worse - better) ** 2 + least_strain(sides[better], sides[worse])
                costs[better, worse] = cost + repeats * most**2 * len(waiting)
    if len(waiting) % 2:  # a place for the player who waits on
        by_wait = sorted(range(len(waiting)), key=lambda player: waited_s[waiting[player].account])
        costs.update({(player, len(waiting)): most * turn for turn, player in enumerate(by_wait)})
    pairs = [(one, other) for one, other in cheapest(costs) if other < len(waiting)]
    return tuple(with_sides(waiting[one], waiting[other], found) for one, other in pairs)
