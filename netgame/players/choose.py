"""Choose a move: with the search that fits the game, by a level, greedily, or at random."""

import warnings
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

from netgame.errors import IllegalMove
from netgame.game import Game, Over, ToRoll
from netgame.players.alpha_beta import AlphaBeta
from netgame.players.chance import generator
from netgame.players.choice import Choice, OnChoice, no_report
from netgame.players.heuristics import LEVELS, AnyHeuristics, Heuristics
from netgame.players.kernels import Kernel
from netgame.players.limits import Budget, Limits
from netgame.players.tree_search import TreeSearch

_OVERLOOKED = 0x9E3779B97F4A7C15  # mixed into a seed, so that what a level overlooks does not depend on its search


@lru_cache(maxsize=32)
def heuristics_of(game: Game[Any, Any]) -> AnyHeuristics:
    """Return the knowledge of a game: `PLAYER` of `player.py` in its folder, or the defaults."""
    name = f"{type(game).__module__.rpartition('.')[0]}.player"
    kind: type[AnyHeuristics] = import_module(name).PLAYER if name != ".player" and find_spec(name) else Heuristics
    return kind(game)


def choose(game: Game[Any, Any], state: Any, limits: Limits, kernel: Kernel | None = None) -> Any:
    """Return the best move that a search within these limits finds. A move must be due."""
    return search(game, state, limits, kernel=kernel).move


def search(
    game: Game[Any, Any], state: Any, limits: Limits, report: OnChoice = no_report, kernel: Kernel | None = None,
    overlooked: float = 0.0,
) -> Choice:  # fmt: skip
    """Return what a search within these limits finds, and report better and better choices.

    A move must be due, or a roll: then only the value is found. `ValueError` if the game is over.
    A kernel searches instead if it knows the position.
    The pure search leaves out each move of the position with the probability `overlooked`.
    """
    turn = game.turn(state)
    if isinstance(turn, Over):
        raise ValueError("the game is over, so there is nothing to choose")
    heuristics, chance, budget = heuristics_of(game), generator(limits.seed), Budget(limits)

    def told(choice: Choice) -> Choice:
        return replace(choice, value=None if choice.value is None else heuristics.outlook(choice.value))

    def report_told(choice: Choice) -> None:
        report(told(choice))

    if isinstance(turn, ToRoll):
        choice = TreeSearch(heuristics, budget, chance).value(state, report_told)
        return replace(told(choice), nodes=budget.spent)
    first = list(islice(heuristics.candidates(state, chance), 2))
    if len(first) == 1:  # nothing to think about
        return Choice(first[0], None, (first[0],))
    if kernel is not None and kernel.plays(state):
        choice = kernel.find(state, budget, limits.seed, report_told, limits.earlier)
        try:
            game.check(state, choice.move)
            return replace(told(choice), nodes=budget.spent)
        except IllegalMove as error:  # a mistake in the kernel: the pure search follows, with a budget of its own
            warnings.warn(f"the kernel of {game.key} chose an illegal move: {error}", RuntimeWarning, stacklevel=2)
            budget = Budget(limits)
    attention = generator(limits.seed ^ _OVERLOOKED)
    # a move that is listed twice is noticed both times or never
    notices = cache(lambda move: attention.random() >= overlooked) if overlooked else None
    if heuristics.search == "alpha_beta":
        choice = AlphaBeta(heuristics, budget, chance, notices).best(state, report_told, limits.earlier)
    else:
        choice = TreeSearch(heuristics, budget, chance, notices).best(state, report_told)
    return replace(told(choice), nodes=budget.spent)


def search_by_level(
    game: Game[Any, Any], state: Any, level: int, limits: Limits, report: OnChoice = no_report,
    kernel: Kernel | None = None,
) -> Choice:  # fmt: skip
    """Return what a player of that level, 1 to 5, finds within these limits. A move must be due.

    `ValueError` for another level. Only the strongest level uses a kernel, for more nodes. The others are the same
    everywhere.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}; the levels are {LEVELS[0]} to {LEVELS[-1]}")
    if kernel is not None and level == LEVELS[-1] and kernel.plays(state):
        limits = replace(limits, nodes=min(limits.nodes, kernel.level_nodes))
        return search(game, state, limits, report, kernel)
    strength = heuristics_of(game).levels[level - 1]
    limits = replace(limits, nodes=min(limits.nodes, strength.nodes))
    return search(game, state, limits, report, overlooked=strength.overlooked)


def choose_greedily(game: Game[Any, Any], state: Any, seed: int) -> Any:
    """Return the move that looks best without a search. A move must be due."""
    return next(heuristics_of(game).candidates(state, generator(seed)))


def choose_randomly(game: Game[Any, Any], state: Any, seed: int) -> Any:
    """Return a random legal move. A move must be due."""
    return heuristics_of(game).random_move(state, generator(seed))
