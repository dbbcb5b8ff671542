"""A simulated club: the same seed is the same run, nothing goes wrong, and planted faults are found."""

import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from devtools.simulation.planted import PLANTED
from devtools.simulation.run import Wanted, simulate
from tests.server.process import ROOT

pytestmark = pytest.mark.slow
LONG = {  # faults that are not found in the first minutes
    "a clock charged during a stop", "a relay row skipped", "an offer that survives a move", "a stale take-back",
    "a rating from an old value",
}  # fmt: skip
CASES = [pytest.param(name, marks=[pytest.mark.sweep] if name in LONG else []) for name in PLANTED]


def facts(*words: str) -> dict[str, Any]:
    """Run the command in a process of its own and return its last line."""
    command = [sys.executable, "-m", "devtools.simulation", *words, "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_same_seed_gives_the_same_run_in_every_process() -> None:
    first, second, other = (facts("--hours", "0.1", "--people", "6", "--seed", seed) for seed in ("5", "5", "6"))

    assert first == second
    assert first["hash"] != other["hash"]
    assert first["accepted"] > 40


def test_the_same_seed_gives_the_same_run_of_several_servers() -> None:
    first, second = (facts("--hours", "0.05", "--people", "6", "--nodes", "3", "--seed", "5") for _ in range(2))

    assert first == second
    assert first["accepted"] > 15


@pytest.mark.sweep
@pytest.mark.parametrize("nodes", [1, 3])
def test_an_evening_of_a_club_keeps_all_promises(nodes: int) -> None:
    result = simulate(Wanted(seed=3, hours=3 / nodes, nodes=nodes))

    assert result.violations == []
    assert result.troubles.total() > 3
    assert len(result.games) == 6


@pytest.mark.parametrize("name", CASES)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, wanted = PLANTED[name]
    plant(monkeypatch)

    # in this process hashes of texts are not those of the command, so a run is another one
    assert any(simulate(replace(wanted, seed=seed)).violations for seed in range(wanted.seed, wanted.seed + 3))
