"""The compiled search of Thud: counts of moves, captures that lose a troll, and a kernel that is wrong."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from netgame.games.thud.moves import Move
from netgame.games.thud.state import State
from netgame.players import Choice, Limits, choose
from netgame.players.limits import Budget
from tests.netgame.games.thud.positions import THUD

pytestmark = [
    pytest.mark.slow,  # it is compiled first
    pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed; ./run fast installs it"),
]


@pytest.fixture(scope="module")
def agreement() -> Any:
    """The comparison with the rules; importing it compiles the kernel."""
    return import_module("tests.netgame.games.thud.kernel_agreement")


@pytest.fixture(scope="module")
def kernel(agreement: Any) -> Any:
    """The module that is compiled."""
    return agreement.kernel


@pytest.fixture
def fast(kernel: Any) -> Any:
    """The compiled player."""
    return kernel.ThudKernel(THUD)


def test_the_counts_of_moves_are_those_of_the_rules(agreement: Any) -> None:
    starts = [THUD.start()._replace(seat=seat) for seat in (0, 1)]
    firsts = [agreement.legal(start) for start in starts]
    seconds = [
        [len(agreement.legal(THUD.play(start, move))) for move in first]
        for start, first in zip(starts, firsts, strict=True)
    ]

    counts = [count for first, second in zip(firsts, seconds, strict=True) for count in (len(first), sum(second))]

    assert counts == [656, 22_624, 32, 20_360]


def test_it_sees_a_capture_that_loses_the_troll(fast: Any) -> None:
    state = THUD.read_position("T dG7,dF6,dE5,dP9,TH6,TP6,RH8")  # xG7 puts a troll beside another dwarf

    choice = fast.find(state, Budget(Limits(50_000)), 1)

    assert choice.value is not None
    assert choice.value * 80 > -8


class WrongKernel:
    """It finds a move that is not legal."""

    level_nodes = 5

    def plays(self, state: State) -> bool:
        return True

    def find(self, state: State, budget: Budget, seed: int, report: Any, earlier: Any) -> Choice:
        return Choice(Move(state.seat, 0, 1))


def test_a_wrong_move_of_a_kernel_is_replaced_by_that_of_the_pure_search() -> None:
    state = THUD.start()

    assert choose(THUD, state, Limits(50, 1), WrongKernel()) == choose(THUD, state, Limits(50, 1))
