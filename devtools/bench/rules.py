"""Speed of the rules, through the functions that the server, the players and the command line use.

Every figure is the best of several short runs, in seconds of one core, since other load only ever slows a run down.
The known figures are those of the plain-Python prototypes on the rules pages, as a lower limit, and of the fastest
other program that the pages name, in any language.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from devtools.bench import rules_work as works
from devtools.bench.long_records import LONG
from netgame.games import GAMES
from netgame.games.blooms.game import Blooms
from netgame.games.clod.game import Clod
from netgame.games.conquid.game import Conquid
from netgame.games.koom.game import Koom
from netgame.games.royalclod.game import RoyalClod
from netgame.games.thud.game import Thud
from netgame.records.lines import MAX_EVENTS
from netgame.records.writer import write_record

RUNS = 12
RUN_S = 0.15  # long enough for the clock, short enough to fit between two interruptions
FOLD_MS = 5  # a whole Conquid game of 200 turns on 21 x 42


@dataclass(frozen=True)
class Figure:
    """One line of the report: a rate per second, or milliseconds for one."""

    name: str
    value: float
    unit: str = "per second"
    known: float | None = None  # of a plain-Python prototype; for milliseconds, the upper limit
    other: float | None = None  # of the fastest other program

    @property
    def ratio(self) -> float | None:
        """The figure divided by the known one."""
        if self.known is None:
            return None
        return self.known / self.value if self.unit == "ms" else self.value / self.known

    def line(self) -> str:
        """The figure as text for people."""
        known, other, ratio = (
            "" if number is None else f"{number:,.{digits}f}"
            for number, digits in ((self.known, 0), (self.other, 0), (self.ratio, 2))
        )
        value = f"{self.value:,.{3 if self.unit == 'ms' else 0}f}"
        return f"{self.name:<28}{value:>12} {self.unit:<10} known {known:>10}  ratio {ratio:>6}  other {other:>10}"

    def plain(self) -> dict[str, object]:
        """The figure as plain values for programs."""
        value = round(self.value, 3) if self.unit == "ms" else round(self.value)
        return {**asdict(self), "value": value, "ratio": None if self.ratio is None else round(self.ratio, 2)}


def best_rate(work: Callable[[], int]) -> float:
    """Return the highest rate of `work`, which returns the number of units that it did, in any run."""
    rates = []
    for _ in range(RUNS):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < RUN_S:
            done += work()
        rates.append(done / spent)
    return max(rates)


def _games(work: Callable[[], int]) -> float:
    """Whole games per second."""
    return best_rate(lambda: min(1, work()))


def _thud() -> Iterator[Figure]:
    thud, koom = Thud(), Koom()
    start = thud.write_position(thud.start())
    yield Figure("thud_dwarf_generations", best_rate(works.generations(thud, start)), known=10_900, other=61_600)
    trolls = best_rate(works.generations(thud, f"T{start[1:]}"))
    yield Figure("thud_troll_generations", trolls, known=77_000, other=283_000)
    plies = best_rate(works.random_games(Thud(no_capture_limit=200)))
    yield Figure("thud_random_plies", plies, known=30_000, other=104_000)
    start = koom.write_position(koom.start())
    yield Figure("koom_start_generations", best_rate(works.generations(koom, start)))
    yield Figure("koom_random_plies", best_rate(works.random_games(koom)))


def _clod() -> Iterator[Figure]:
    clod, royal = Clod(), RoyalClod()
    yield Figure("clod_legal_sets", best_rate(works.legal_sets(clod)), known=3_300_000)
    yield Figure("clod_regions", best_rate(works.regions(clod)))
    yield Figure("clod_random_games", _games(works.random_games(clod)), known=16_000, other=100_000)
    yield Figure("royalclod_legal_sets", best_rate(works.legal_sets(royal)))
    yield Figure("royalclod_regions", best_rate(works.regions(royal)))
    yield Figure("royalclod_random_games", _games(works.random_games(royal)), known=2_050, other=3_900)


def _blooms() -> Iterator[Figure]:
    for side, known, other in ((4, 252_000, 36_600), (5, 193_000, 32_100), (6, 147_000, 26_300)):
        game = Blooms(side=side, variant="race")
        yield Figure(f"blooms_random_turns_{side}", best_rate(works.random_games(game)), known=known, other=other)
    for side, known_ms in ((4, 0.3), (5, 0.5), (6, 1.0)):
        lists = best_rate(works.territory_lists(side))
        yield Figure(f"blooms_territory_lists_{side}", lists, known=1000 / known_ms)


def _conquid() -> Iterator[Figure]:
    for rows, columns, base, known, other, replayed in (
        (14, 28, 2, (1_060_000, 446_000, 420_000), (59_800, 1_800, 21_600), 4_200),
        (21, 42, 3, (860_000, 368_000, 286_000), (40_900, 900, 12_300), 1_700),
    ):
        size = f"{rows}x{columns}"
        kinds = (("conquer", works.conquers), ("vanquish_corners", works.corners), ("conquest_path", works.paths))
        for number, (name, make) in enumerate(kinds):
            yield Figure(f"conquid_{name}_{size}", best_rate(make(rows)), known=known[number], other=other[number])
        yield Figure(f"conquid_winding_path_{size}", best_rate(works.winding_paths(rows)))
        game = Conquid(rows=rows, columns=columns, base=base)
        texts = works.conquid_game(game, 200)
        yield Figure(f"conquid_replayed_{size}", best_rate(works.replays(game, texts)), other=replayed)
    fold = best_rate(works.fold(works.match_log(game, texts)))
    yield Figure("conquid_fold_200_turns", 1000 / fold, unit="ms", known=FOLD_MS)


def _records() -> Iterator[Figure]:
    """The longest records. The known figure is four times the time of a quarter: a ratio near 1 is linear."""
    for name, (log, games) in LONG.items():
        quarter, whole = (
            1000 / best_rate(works.record_reading(write_record(log(count)).encode(), games))
            for count in (MAX_EVENTS // 4, MAX_EVENTS)
        )
        yield Figure(f"record_{name}", whole, unit="ms", known=4 * quarter)


def _every_game() -> Iterator[Figure]:
    for key, kind in GAMES.items():
        yield Figure(f"{key}_checked_events", best_rate(works.checked_events(kind())))
        yield Figure(f"{key}_offers", best_rate(works.offers(kind())))


def figures() -> Iterator[Figure]:
    """Measure all figures."""
    for group in (_every_game, _thud, _clod, _blooms, _conquid, _records):
        yield from group()


def main(argv: Sequence[str]) -> None:
    """Measure and print one figure per line; with `--json` each is a JSON object."""
    for figure in figures():
        sys.stdout.write((json.dumps(figure.plain()) if "--json" in argv else figure.line()) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
