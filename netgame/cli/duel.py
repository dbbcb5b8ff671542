"""Matches between two computer players, on several processor cores, and what they say about the players' strength."""

import multiprocessing
import signal
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import islice
from math import log10, sqrt
from multiprocessing.synchronize import Event
from random import Random
from time import process_time
from typing import Any

from netgame.game import Game, Over, ToMove, ToRoll
from netgame.games import GAMES
from netgame.options import OptionValue
from netgame.players import (
    LEVELS,
    MANY_NODES,
    Limits,
    choose_by_playouts,
    choose_by_two_plies,
    choose_greedily,
    choose_randomly,
    search_by_level,
)
from netgame.players.kernels import load_kernel

COMPILED = "compiled"
MARKS: dict[str, Callable[[Game[Any, Any], Any, int], Any]] = {
    "random": choose_randomly,
    "greedy": choose_greedily,
    "two-plies": choose_by_two_plies,
    "playouts": choose_by_playouts,
}
PLAYERS = (*(str(level) for level in LEVELS), COMPILED, *MARKS)
_Z = 1.96  # of a normal distribution: 95 % of it is within so many standard deviations
_SEEDS = 2**32
_WAIT_S = 0.5  # between two looks at the results, so that the caller can report progress


class DuelStopped(Exception):
    """The duel ended before this match did."""


@dataclass(frozen=True)
class Duel:
    """Two players and what they play. The sides of the first leg alternate from match to match."""

    key: str
    options: Mapping[str, OptionValue]
    players: tuple[str, str]
    matches: int
    seed: int
    plies: int  # after which a leg stops: counted as if both sides agreed, else drawn
    ms: int | None = None  # of the processor for a move at most; with it a duel does not repeat exactly
    nodes: int = MANY_NODES  # of the search of a level at most


@dataclass(frozen=True)
class Tally:
    """The results so far, from the view of the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        """The number of matches."""
        return self.wins + self.draws + self.losses

    def plus(self, points: int) -> "Tally":
        """Return these results and that of one more match: 1 is a win, 0 a draw, -1 a loss."""
        return Tally(self.wins + (points > 0), self.draws + (points == 0), self.losses + (points < 0))

    def shares(self) -> tuple[float, float, float]:
        """Return the share of the points, a draw being half a point, and its 95 % interval (Wilson's)."""
        count = self.matches
        share = (self.wins + self.draws / 2) / count
        spread = _Z * _Z / count
        middle = (share + spread / 2) / (1 + spread)
        half = _Z / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
        return share, max(0.0, middle - half), min(1.0, middle + half)

    def elo(self) -> tuple[int | None, int | None, int | None]:
        """Return the Elo difference and its interval; None for one that is infinite."""
        share, low, high = self.shares()
        return _elo(share), _elo(low), _elo(high)


def _elo(share: float) -> int | None:
    return round(400 * log10(share / (1 - share))) if 1e-9 < share < 1 - 1e-9 else None


def results(duel: Duel, jobs: int) -> Generator[int | None, None, None]:
    """Yield the result of each match when it ends: 1, 0 or -1 for the first player. Yield None now and then.

    Closing the iterator ends all processes.
    """
    if jobs == 1 or duel.matches == 1:
        for number in range(duel.matches):
            yield play_match(duel, number)
        return
    spawning = multiprocessing.get_context("spawn")
    ended = spawning.Event()
    workers = min(jobs, duel.matches)
    executor = ProcessPoolExecutor(workers, mp_context=spawning, initializer=_start_worker, initargs=(ended,))
    try:
        # Ctrl-C ends this process, which then ends the workers; they inherit that they ignore it
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            numbers = iter(range(duel.matches))
            waiting = {executor.submit(_play_in_worker, duel, number) for number in islice(numbers, 2 * workers)}
        finally:
            signal.signal(signal.SIGINT, handler)
        while waiting:
            done, waiting = wait(waiting, _WAIT_S, FIRST_COMPLETED)
            waiting |= {executor.submit(_play_in_worker, duel, number) for number in islice(numbers, len(done))}
            for future in done:
                yield future.result()
            if not done:
                yield None
    finally:
        ended.set()
        executor.shutdown(cancel_futures=True)


_ended: Event | None = None  # of a worker: set when its match is no longer wanted


def _start_worker(ended: Event) -> None:
    global _ended
    _ended = ended


def _play_in_worker(duel: Duel, number: int) -> int:
    assert _ended is not None
    return play_match(duel, number, _ended.is_set)


def play_match(duel: Duel, number: int, stop: Callable[[], bool] | None = None) -> int:
    """Return the result of one match for the first player: 1, 0 or -1. Raise `DuelStopped` if `stop` says so."""
    game = GAMES[duel.key](**duel.options)
    if COMPILED in duel.players:
        load_kernel(type(game))  # before the time of the first move begins
    chance = Random(duel.seed * 1_000_003 + number)
    total = 0
    for leg in range(game.legs):
        first = (number + leg) % 2  # the player in seat 0
        over = _play_leg(game, (duel.players[first], duel.players[1 - first]), chance, duel, stop)
        if over is None:
            continue
        margin = over.scores[0] - over.scores[1] if game.legs > 1 else _points(over)
        total += -margin if first else margin
    return (total > 0) - (total < 0)


def _points(over: Over) -> int:
    return 0 if over.winner is None else 1 - 2 * over.winner


def _play_leg(
    game: Game[Any, Any], players: tuple[str, str], chance: Random, duel: Duel, stop: Callable[[], bool] | None
) -> Over | None:
    """Return how the leg ended; None is a draw because it took too long."""
    state, ply = game.start(), 0
    earlier: list[Any] = []
    while True:
        match game.turn(state):
            case Over() as over:
                return over
            case ToRoll(_, count, sides):
                state = game.rolled(state, tuple(chance.randint(1, sides) for _ in range(count)))
            case ToMove(seat):
                if stop is not None and stop():
                    raise DuelStopped
                if ply >= duel.plies:
                    return game.agreed(state)
                limits = Limits(duel.nodes, chance.randrange(_SEEDS), earlier=tuple(earlier))
                if (ended := _limited(duel.ms, stop)) is not None:
                    limits = replace(limits, stop=ended)
                move = _move(game, state, players[seat], limits)
                game.check(state, move)
                earlier.append(state)
                state, ply = game.play(state, move), ply + 1


def _limited(ms: int | None, stop: Callable[[], bool] | None) -> Callable[[], bool] | None:
    """Return when to stop a search that begins now."""
    if ms is None:
        return stop
    # of the processor, so that other load on the computer changes nothing
    end = process_time() + ms / 1000
    return lambda: process_time() > end or (stop is not None and stop())


def _move(game: Game[Any, Any], state: Any, player: str, limits: Limits) -> Any:
    if player in MARKS:
        return MARKS[player](game, state, limits.seed)
    if player == COMPILED:
        return search_by_level(game, state, LEVELS[-1], limits, kernel=load_kernel(type(game))(game)).move
    return search_by_level(game, state, int(player), limits).move
