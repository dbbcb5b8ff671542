"""The kernels of the games in tests. Most run as plain Python, because the compiler takes 40 seconds for all of them.

A sweep runs the same tests compiled. The kernel of RoyalClod is always compiled, because that is quick.
"""

import os
from importlib import import_module
from typing import Any

import pytest

COMPILED = "NETGAME_TEST_COMPILED"  # in the environment of that sweep
MORE = 10 if COMPILED in os.environ else 1
# numbers of 64 bits overflow in plain Python as they do in compiled code
as_compiled = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


def agreement(key: str) -> Any:
    """Return the comparison of the kernel of a game with the rules. Skip the test without numba."""
    numba = pytest.importorskip("numba", reason="numba is not installed; ./run fast installs it")
    numba.config.DISABLE_JIT = COMPILED not in os.environ and key != "royalclod"
    beside = import_module(f"devtools.harness.kernels.{key}")
    numba.config.DISABLE_JIT = False
    return beside


def disagreements(key: str, count: int, *fast: Any) -> list[str]:
    """Return what a kernel sees in another way than the rules in positions of random games."""
    beside = agreement(key)
    positions = enumerate(beside.random_positions(count, 1, *fast))
    return [text for number, state in positions if (text := beside.disagreement(state, number, *fast))]
