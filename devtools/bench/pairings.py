"""Random tournaments of all formats with all rules checked, and how long a round of a large Swiss takes to pair.

10,000 tournaments of 2 to 200 players take some minutes of all cores. Exit code 1 if a rule was broken; the line of the
tournament then has what `play` in `devtools/harness/games/random_tournaments.py` needs to play it again.
"""

import json
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from time import process_time

from devtools.bench.tournaments import outcome
from netgame.tournaments import FORMATS, Entrant, Format, Game, pair, settled

MOST = 200
SWISS = 200  # players of the Swiss that is timed, and one less for byes
ROUNDS = 9


@dataclass(frozen=True)
class Figure:
    """One line of the report."""

    name: str
    value: float
    unit: str
    note: str = ""

    def line(self) -> str:
        """The figure as text for people."""
        value = f"{self.value:,.{2 if self.unit == 's' else 0}f}"
        return f"{self.name:<44}{value:>12} {self.unit:<12} {self.note}".rstrip()


def rules(tournaments: int, processes: int) -> Iterator[Figure]:
    """Play random tournaments; one process is this one."""
    counts: dict[Format, Counter[str]] = {format: Counter() for format in FORMATS}
    slowest_s: Counter[Format] = Counter()
    broken = []
    with ExitStack() as stack:
        seeds, work = range(tournaments), partial(outcome, most=MOST)
        pool = stack.enter_context(get_context("spawn").Pool(processes)) if processes > 1 else None
        for done in pool.imap_unordered(work, seeds, chunksize=5) if pool else map(work, seeds):
            counts[done.format]["tournaments"] += 1
            counts[done.format].update(done.seen)
            slowest_s[done.format] = max(slowest_s[done.format], done.slowest_s)
            broken += [done.broken] if done.broken else []
    for format, seen in counts.items():
        for name, count in seen.items():
            yield Figure(f"{format}: {name}", count, "")
        yield Figure(f"{format}: slowest pairing of a round", slowest_s[format], "s")
    yield from (Figure("broken rule", 1, "", text) for text in broken[:20])
    yield Figure("broken rules", len(broken), "", f"in {tournaments:,} tournaments")


def swiss(players: int) -> Iterator[Figure]:
    """Time the rounds of a Swiss in seconds of one core."""
    rng = Random(players)
    entrants = [Entrant(f"p{seed}", seed) for seed in range(1, players + 1)]
    rounds: list[list[Game]] = []
    for number in range(1, ROUNDS + 1):
        start = process_time()
        pairings = pair("swiss", entrants, rounds, number)
        yield Figure(f"Swiss of {players}: round {number}", process_time() - start, "s")
        results = [(each, rng.choice(((2, 0), (0, 2), (1, 1)))) for each in pairings]
        rounds.append([settled("swiss", entrants, each, number) or Game(each, points) for each, points in results])


def main(argv: Sequence[str]) -> int:
    """Print one figure per line; with `--json` each is a JSON object."""
    parser = ArgumentParser(prog="./run bench pairings", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=10_000, metavar="COUNT")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="COUNT")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    args = parser.parse_args(argv)
    broken = 0.0
    for figures in (swiss(SWISS), swiss(SWISS - 1), rules(args.tournaments, args.processes)):
        for figure in figures:
            sys.stdout.write((json.dumps(asdict(figure)) if args.json else figure.line()) + "\n")
            sys.stdout.flush()
            broken += figure.value if figure.name == "broken rules" else 0
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
