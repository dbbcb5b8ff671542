"""Fairness of the dice that both players draw, and what links and signatures cost: bytes in a record, time to check.

The statistics are Pearson's chi-square tests over rolls of two dice, drawn from the links of real chains as a match
draws them. `p` is how likely fair dice look at least this uneven; about one figure in a hundred is below 0.01.
"""

import json
import math
import re
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from random import Random

from devtools.harness.games.signed_matches import SignedTable
from netgame.cli.ed25519 import is_valid
from netgame.games import GAMES
from netgame.match.dice import LINKS, draw
from netgame.records.proof import prove
from netgame.records.reader import read_record
from netgame.records.writer import write_record

ROLLS = 1_000_000
SIDES = 6
SEAL_SHARE = 1 / 20  # about one seal for 64 events, as a server seals
GAMES_OF = (("clod", 100), ("royalclod", 100), ("thud", 100))  # and how many turns


@dataclass(frozen=True)
class Figure:
    """One line of the report."""

    name: str
    value: float
    unit: str
    note: str = ""

    def line(self) -> str:
        """The figure as text for people."""
        value = f"{self.value:,.4f}" if self.unit == "p" else f"{self.value:,.{0 if self.value >= 100 else 2}f}"
        return f"{self.name:<52}{value:>12} {self.unit:<6} {self.note}".rstrip()


# ---- fairness


def rolls(count: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Yield that many rolls of two dice, in the order of matches whose chains are used up."""
    rng = Random(seed)
    left, leg = count, 0
    while left > 0:
        chains = [_chain(rng.randbytes(32)) for _ in range(2)]
        tips = chains[0][0], chains[1][0]
        for index in range(min(left, LINKS)):
            yield draw((chains[0][index + 1], chains[1][index + 1]), tips, leg, index, 2, SIDES)
        left -= LINKS
        leg = 1 - leg


def _chain(secret: bytes) -> list[bytes]:
    """Return all links of a chain, the tip first."""
    links = [secret]
    for _ in range(LINKS):
        links.append(sha256(links[-1]).digest())
    return links[::-1]


def fairness(count: int, seed: int) -> Iterator[Figure]:
    """Yield the chi-square tests of that many rolls."""
    faces, pairs, following, gaps = Counter[int](), Counter[object](), Counter[object](), Counter[int]()
    before: tuple[int, ...] | None = None
    gap = 0
    for roll in rolls(count, seed):
        faces.update(roll)
        pairs[roll] += 1
        if before is not None:
            following[before[0], roll[0]] += 1
        before = roll
        if roll[0] == roll[1]:
            gaps[min(gap, 20)] += 1
            gap = 0
        else:
            gap += 1
    yield _test("all dice: faces", [faces[face] for face in range(1, SIDES + 1)])
    both = [(one, two) for one in range(1, SIDES + 1) for two in range(1, SIDES + 1)]
    yield _test("both dice of a roll: pairs of faces", [pairs[pair] for pair in both])
    yield _test("first dice of two rolls in a row: pairs of faces", [following[pair] for pair in both])
    total = gaps.total()
    shares = [(SIDES - 1) ** k / SIDES ** (k + 1) for k in range(20)]
    shares.append(1 - sum(shares))
    yield _test("rolls between two doubles", [gaps[k] for k in range(21)], [share * total for share in shares])


def _test(name: str, seen: Sequence[int], expected: Sequence[float] | None = None) -> Figure:
    expected = expected or [sum(seen) / len(seen)] * len(seen)
    chi_square = sum((one - other) ** 2 / other for one, other in zip(seen, expected, strict=True))
    freedom = len(seen) - 1
    note = f"chi-square {chi_square:.2f} with {freedom} degrees of freedom, {sum(seen):,} counted"
    return Figure(name, upper_gamma(freedom / 2, chi_square / 2), "p", note)


def upper_gamma(a: float, x: float) -> float:
    """Return the regularized upper incomplete gamma function: p of a chi-square 2x with 2a degrees of freedom."""
    if x <= 0:
        return 1.0
    first = math.exp(a * math.log(x) - x - math.lgamma(a + 1))
    if x < a + 1:  # the series of the lower function
        term = total = 1.0
        while term > total * 1e-15:
            a += 1
            term *= x / a
            total += term
        return max(0.0, 1 - first * total)
    # Legendre's continued fraction, from far inside outwards
    value = 0.0
    for k in range(500, 0, -1):
        value = k * (k - a) / (x + 2 * k + 1 - a - value)
    return first * a / (x + 1 - a - value)


# ---- records


def sizes() -> Iterator[Figure]:
    """Yield the sizes of records without and with links and signatures, and the time to check the signatures."""
    for key, turns in GAMES_OF:
        table = SignedTable(GAMES[key](), 1, clock="fischer 600+5", absence="forfeit 60")
        table.seal_share = SEAL_SHARE
        table.play(turns)
        table.seal()
        whole = write_record(table.log)
        unsigned = re.sub("^(?:signed|sealed) .*\n|^origin: .*\n", "", re.sub(" key [^ \n]{43}", "", whole), flags=re.M)
        plain = re.sub("^[0-9].* (?:revealed|committed) .*\n|^dice: players\n", "", unsigned, flags=re.M)
        plain = re.sub(" link [^ \n]{43}", "", plain)
        name = f"{GAMES[key].title}, {sum(table.match.moved)} moves"
        yield Figure(f"{name}: record without links and signatures", len(plain.encode()), "bytes")
        yield Figure(f"{name}: with links", len(unsigned.encode()), "bytes")
        signatures = sum(bool(e.proof.signature) + bool(e.proof.seal) for e in table.log if e.proof)
        note = f"{signatures} signatures, {len(table.log)} events"
        yield Figure(f"{name}: with links and signatures", len(whole.encode()), "bytes", note)
        log = read_record(whole, GAMES)
        yield Figure(f"{name}: reading", _best_ms(partial(read_record, whole, GAMES)), "ms")
        yield Figure(f"{name}: checking the signatures", _best_ms(partial(prove, log, is_valid)), "ms")


def _best_ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(7):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def main(argv: Sequence[str]) -> None:
    """Measure and print one figure per line; with `--json` each is a JSON object."""
    form = ArgumentParser(prog="./run bench proof", description=__doc__)
    form.add_argument("--json", action="store_true")
    form.add_argument("--rolls", type=int, default=ROLLS)
    form.add_argument("--seed", type=int, default=1)
    args = form.parse_args(argv)
    for figures in (fairness(args.rolls, args.seed), sizes()):
        for figure in figures:
            sys.stdout.write((json.dumps(asdict(figure)) if args.json else figure.line()) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
