"""A simulated club: the same seed is the same run, nothing goes wrong, and planted faults are found."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.server.process import ROOT
from tests.simulation.planted import PLANTED
from tests.simulation.run import Wanted, simulate

pytestmark = pytest.mark.slow


def facts(*words: str) -> dict[str, Any]:
    """Run the command in a process of its own and return its last line."""
    command = [sys.executable, "-m", "tests.simulation", *words, "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(("nodes", "hours"), [("1", "0.5"), ("3", "0.2")])
def test_the_same_seed_gives_the_same_run_in_every_process(nodes: str, hours: str) -> None:
    words = "--hours", hours, "--people", "6", "--nodes", nodes, "--seed"
    first, second, other = (facts(*words, seed) for seed in ("5", "5", "6"))

    assert first == second
    assert first["hash"] != other["hash"]
    assert first["accepted"] > 50


@pytest.mark.sweep
@pytest.mark.parametrize("nodes", [1, 3])
def test_an_evening_of_a_club_keeps_all_promises(nodes: int) -> None:
    result = simulate(Wanted(seed=3, hours=6, nodes=nodes))

    assert result.violations == []
    assert result.troubles.total() > 3
    assert len(result.games) == 6


@pytest.mark.sweep
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, wanted = PLANTED[name]
    plant(monkeypatch)

    assert simulate(wanted).violations != []
