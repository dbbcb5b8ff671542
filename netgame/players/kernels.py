"""Compiled searches. A game may have one in `kernel.py` in its folder, for programs that have numba (the extra `fast`).

A kernel is not the rules: it plays only positions that it knows, and `game.check` judges each move that it finds.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Protocol

from netgame.game import Game
from netgame.players.choice import Choice, OnChoice
from netgame.players.limits import Budget

GETTING_FASTER = "getting faster ..."  # the note of the engine while a kernel is being compiled


class Kernel(Protocol):
    """A compiled search for one game with its options. The same seed and number of nodes find the same move."""

    level_nodes: ClassVar[int]  # of the strongest level

    def plays(self, state: Any) -> bool:
        """Return whether it knows these options and this position."""

    def find(self, state: Any, budget: Budget, seed: int, report: OnChoice, earlier: Sequence[Any]) -> Choice:
        """Return the best move found until the budget is spent, and report better and better choices.

        A move back to an `earlier` position is worth no more than a repetition. It asks whether to
        stop every few milliseconds.
        """


KernelType = Callable[[Game[Any, Any]], Kernel]


def has_kernel(kind: type[Game[Any, Any]]) -> bool:
    """Return whether the game has a kernel and there is a compiler for it."""
    try:
        return bool(_name(kind) and find_spec(_name(kind)) and find_spec("numba"))
    except ValueError:  # an import of numba is switched off
        return False


def load_kernel(kind: type[Game[Any, Any]]) -> KernelType:
    """Compile the kernel of a game, which takes some seconds, or a second if the compiler remembers it.

    Anything that the compiler raises is passed on. Call it only in a process that plays: it takes 150 MB.
    """
    loaded: KernelType = import_module(_name(kind)).KERNEL
    return loaded


def _name(kind: type[Game[Any, Any]]) -> str:
    folder = kind.__module__.rpartition(".")[0]
    return f"{folder}.kernel" if folder else ""
