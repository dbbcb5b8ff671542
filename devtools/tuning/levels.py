"""Measure the levels of the computer players: `python -m devtools.tuning.levels GAME ...`, and write docs/players.md.

The levels play each other and the marks. Only nodes limit them, so the same command finds the same results on every
computer. Its table replaces the one of the same game on the page.

A pair plays `--games` games. A pair with level 5 or playouts, which take long, plays a third of them; level 5 plays
neither the weakest marks nor levels 1 and 2. The Elo figures are the likeliest ones for the results and one draw more
of each pair.
"""

import argparse
import sys
from collections.abc import Mapping
from itertools import combinations
from math import log, log10, sqrt
from pathlib import Path

from netgame.cli.duel import MARKS, Duel, Tally, results
from netgame.games import GAMES
from netgame.players import LEVELS, MANY_NODES, heuristics_of

PAGE = Path(__file__).parents[2] / "docs" / "players.md"
PLAYERS = (*MARKS, *map(str, LEVELS))
STRONGEST = PLAYERS[-1]
FAR_BELOW = ("random", "greedy", "1", "2")  # the strongest level
SLOW = ("playouts", STRONGEST)
Z = 1.96  # of a normal distribution: 95 % of it is within so many standard deviations
Results = Mapping[tuple[str, str], Tally]
Elo = dict[str, float]


def main() -> None:
    """Measure the games and write the page."""
    form = argparse.ArgumentParser(description=__doc__)
    form.add_argument("keys", nargs="+", choices=list(GAMES), metavar="GAME")
    form.add_argument("--games", type=int, default=12, help="of a pair")
    form.add_argument("--seed", type=int, default=1)
    form.add_argument("--plies", type=int, default=400, help="of a leg, as in a duel")
    form.add_argument("--part", type=int, default=1, help="level 5 searches this part of its nodes: 10 is a tenth")
    form.add_argument("--players", nargs="+", choices=PLAYERS, default=PLAYERS, help="all by default; with random")
    form.add_argument("--jobs", type=int, default=1)
    asked = form.parse_args()
    for key in asked.keys:
        found = {}
        for pair in combinations(reversed(PLAYERS), 2):
            if plays(pair) and set(pair) <= set(asked.players):
                found[pair] = measured(key, pair, asked)
                sys.stderr.write(f"{key} {' against '.join(pair)}: {wins(found[pair])}\n")
        words = f"--games {asked.games} --seed {asked.seed} --plies {asked.plies} --part {asked.part}"
        if set(asked.players) < set(PLAYERS):
            words += f" --players {' '.join(asked.players)}"
        text = "\n".join(table(found, f"python -m devtools.tuning.levels {key} {words}"))
        PAGE.write_text(replaced(PAGE.read_text(), key, text))


def plays(pair: tuple[str, str]) -> bool:
    """Return whether a pair plays: not two marks, and no pair whose winner is certain."""
    first, second = pair
    return first not in MARKS and not (first == STRONGEST and second in FAR_BELOW)


def measured(key: str, pair: tuple[str, str], asked: argparse.Namespace) -> Tally:
    """Return the results of a pair."""
    nodes = MANY_NODES
    if asked.part > 1 and STRONGEST in pair:
        nodes = heuristics_of(GAMES[key]()).levels[-1].nodes // asked.part
    games = asked.games // 3 if set(pair) & set(SLOW) else asked.games
    tally = Tally()
    for points in results(Duel(key, {}, pair, games, asked.seed, asked.plies, nodes=nodes), asked.jobs):
        tally = tally if points is None else tally.plus(points)
    return tally


def players_of(found: Results) -> list[str]:
    """Return the players with results, from the weakest mark to the strongest level."""
    return [name for name in PLAYERS if any(name in pair for pair in found)]


def wins(tally: Tally) -> str:
    """Return wins, draws and losses of the first player."""
    return f"{tally.wins}-{tally.draws}-{tally.losses}"


def elo(found: Results) -> Elo:
    """Return the likeliest Elo figures by Zermelo's iteration; random is 0."""
    names = players_of(found)
    strength = dict.fromkeys(names, 1.0)
    for _ in range(2000):
        points, expected = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
        for (first, second), tally in found.items():
            share = (tally.matches + 1) / (strength[first] + strength[second])
            points[first] += tally.wins + tally.draws / 2 + 0.5
            points[second] += tally.losses + tally.draws / 2 + 0.5
            expected[first] += share
            expected[second] += share
        strength = {name: points[name] / expected[name] for name in names}
    return {name: 400 * log10(strength[name] / strength["random"]) for name in names}


def errors(found: Results, rated: Elo) -> Elo:
    """Return half of the 95 % interval of each Elo figure if the others are exact."""
    weights = dict.fromkeys(rated, 0.0)
    for (first, second), tally in found.items():
        share = 1 / (1 + 10 ** ((rated[second] - rated[first]) / 400))
        for name in (first, second):
            weights[name] += (tally.matches + 1) * share * (1 - share)
    return {name: Z * 400 / log(10) / sqrt(weight) for name, weight in weights.items()}


def table(found: Results, command: str) -> list[str]:
    """Return the lines of the page for a game."""
    names, rated = players_of(found), elo(found)
    half = errors(found, rated)
    lines = [f"`{command}`", "", f"| | Elo | {' | '.join(names[:-1])} |", "|---" * (len(names) + 1) + "|"]
    for name in names:
        figure = f"{rated[name]:.0f}" + (f" ± {half[name]:.0f}" if name != "random" else "")
        cells = [wins(found[name, other]) if (name, other) in found else "" for other in names[:-1]]
        lines.append(f"| {'level ' if name not in MARKS else ''}{name} | {figure} | {' | '.join(cells)} |")
    return lines


def replaced(page: str, key: str, text: str) -> str:
    """Return the page with another table of a game, between the comments that mark it."""
    begin, end = f"<!-- levels {key} -->", "<!-- end -->"
    before, rest = page.split(begin)
    return f"{before}{begin}\n{text}\n{rest[rest.index(end) :]}"


if __name__ == "__main__":
    main()
