"""All promises of all formats hold in random tournaments; `./run bench pairings` plays 10,000 of them."""

import subprocess
import sys
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from devtools.harness.games.random_tournaments import play
from netgame.tournaments import FORMATS, Format, rounds_of
from tests.project.sources import ROOT


@given(st.sampled_from(FORMATS), st.integers(2, 20), st.integers(0, 2**32))
@example("swiss", 2, 0)
@example("knockout", 2, 0)
@settings(max_examples=60)
def test_a_random_tournament_keeps_all_rules(format: Format, count: int, seed: int) -> None:
    play(format, count, seed)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("format", FORMATS)
def test_large_tournaments_keep_all_rules(format: Format, seed: int) -> None:
    play(format, 20 + 2 * seed, seed)


def test_the_number_of_rounds_grows_with_the_players() -> None:
    assert get_args(Format) == FORMATS
    assert [rounds_of("round_robin", count) for count in (0, 1, 2, 3, 4, 9)] == [0, 0, 1, 3, 3, 9]
    assert [rounds_of("double_round_robin", count) for count in (2, 3, 4)] == [2, 6, 6]
    assert [rounds_of("swiss", count) for count in (0, 1, 2, 3, 8, 9, 200)] == [0, 0, 1, 2, 3, 4, 8]
    assert [rounds_of("knockout", count) for count in (0, 1, 2, 3, 8, 9)] == [0, 0, 1, 2, 3, 4]
    assert rounds_of("arena", 50) == 1


@pytest.mark.slow
def test_only_a_program_that_pairs_loads_networkx() -> None:
    code = "import sys, netgame.tournaments.due, netgame.tournaments.export; print('networkx' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"
