"""How fast the rules are, through the functions of the game contract that the server and the players use.

Every figure is the best of several short runs, in seconds of one core, for whatever else the machine does only ever
slows it down. The known figures are those of the plain-Python prototypes in the rules pages: the floor.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import cycle, product
from random import Random
from typing import Any

from netgame.game import Game, Over, ToRoll
from netgame.games.clod import Clod, State
from netgame.games.thud import Thud

RUNS = 12
RUN_S = 0.15  # long enough for the clock, short enough to fit between two interruptions
_DICE = tuple(product(range(1, 7), repeat=2))


@dataclass(frozen=True)
class Figure:
    """One line of the report."""

    name: str
    value: float
    unit: str
    known: float

    @property
    def ratio(self) -> float:
        """How many times the known figure."""
        return self.value / self.known


def best_rate(work: Callable[[], int]) -> float:
    """The most units a second that `work`, which says how many it did, reached in any run."""
    rates = []
    for _ in range(RUNS):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < RUN_S:
            done += work()
        rates.append(done / spent)
    return max(rates)


def _generations(game: Thud, text: str) -> Callable[[], int]:
    state = game.read_position(text)

    def work() -> int:
        for _ in range(100):
            list(game.moves(state))
        return 100

    return work


def _random_games(game: Game[Any, Any]) -> Callable[[], int]:
    """Random games to their end, one after the other; each says how many moves it took."""
    # drawn before, for the rules are measured and not the generator; two primes, so that no game comes again
    numbers = cycle(Random(1).choices(range(1 << 24), k=100_003))
    dice = cycle(Random(2).choices(_DICE, k=10_007))

    turn_of, rolled, moves_of, play = game.turn, game.rolled, game.moves, game.play

    def work() -> int:
        state, moved = game.start(), 0
        for number, roll in zip(numbers, dice, strict=False):
            turn = type(turn_of(state))
            if turn is ToRoll:
                state = rolled(state, roll)
            elif turn is Over:
                break
            if moves := list(moves_of(state)):
                state = play(state, moves[number % len(moves)])
                moved += 1
        return moved

    return work


def _clod_positions() -> list[tuple[State, tuple[int, int]]]:
    """Positions of random games in which a roll is due, each with a roll."""
    rng, game, found = Random(1), Clod(), []
    for _ in range(30):
        state = game.start()
        while isinstance(game.turn(state), ToRoll):
            dice = rng.choice(_DICE)
            found.append((state, dice))
            state = game.rolled(state, dice)
            moves = list(game.moves(state))
            state = game.play(state, rng.choice(moves)) if moves else state
    return found


def _clod_legal_sets() -> Callable[[], int]:
    board = Clod().dice_board
    # what `rolled` works out, without the state round it
    cases = [(board.rolls[dice], state[1]) for state, dice in _clod_positions()]

    def work() -> int:
        for spots, free in cases:
            board.legal(spots, free)
        return len(cases)

    return work


def figures() -> Iterator[Figure]:
    """All figures, as they are measured."""
    thud, start = Thud(), Thud().write_position(Thud().start())
    trolls_first = "T" + start[1:]
    yield Figure("thud_dwarf_generations", best_rate(_generations(thud, start)), "per second", 10_900)
    yield Figure("thud_troll_generations", best_rate(_generations(thud, trolls_first)), "per second", 77_000)
    plies = _random_games(Thud(no_capture_limit=200))
    yield Figure("thud_random_plies", best_rate(plies), "per second", 30_000)
    yield Figure("clod_legal_sets", best_rate(_clod_legal_sets()), "per second", 3_300_000)
    games = _random_games(Clod())
    yield Figure("clod_random_games", best_rate(lambda: min(1, games())), "per second", 16_000)


def main(argv: Sequence[str]) -> None:
    """Measure and print a line a figure; with `--json` each is a JSON object."""
    for figure in figures():
        value, known = f"{figure.value:>12,.0f}", f"{figure.known:>12,.0f}"
        line = f"{figure.name:<24}{value} {figure.unit}   known {known}   ratio {figure.ratio:5.2f}"
        plain = {**asdict(figure), "value": round(figure.value), "ratio": round(figure.ratio, 2)}
        sys.stdout.write((json.dumps(plain) if "--json" in argv else line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
