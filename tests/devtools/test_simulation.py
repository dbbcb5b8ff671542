"""A simulated club: the same seed is the same run, nothing goes wrong, and planted faults are found."""

import json
import os
import re
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from devtools.harness.server.process import ROOT
from devtools.simulation.__main__ import HASHES
from devtools.simulation.club import KINDS, Wanted
from devtools.simulation.coverage import Coverage, never_met, possible
from devtools.simulation.planted import PLANTED
from devtools.simulation.run import simulate
from devtools.simulation.shrink import shrink

pytestmark = pytest.mark.slow
RUNS = """
import sys
from devtools.simulation.__main__ import main
for words in sys.argv[1:]:
    main(words.split())
"""


def facts(*words: str) -> dict[str, Any]:
    """Run the command in a process of its own and return its last line."""
    command = [sys.executable, "-m", "devtools.simulation", *words, "--json"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def words_of(name: str) -> tuple[str, ...]:
    """Return the arguments for a run with a planted fault."""
    _, wanted = PLANTED[name]
    size = "--hours", f"{wanted.hours}", "--people", f"{wanted.people}", "--nodes", f"{wanted.nodes}"
    kinds = "--only", ",".join(sorted(wanted.only)), "--without", ",".join(sorted(wanted.without))
    return ("--plant", name, *size, *kinds)


def test_the_same_seed_gives_the_same_run_in_every_process_with_one_server_and_with_several() -> None:
    one, several, other = (
        f"--hours 0.1 --people 6 --json {words}" for words in ("--seed 5", "--seed 5 --nodes 3", "--seed 6")
    )
    command = [sys.executable, "-c", RUNS, one, several, other]
    environ = {**os.environ, "PYTHONHASHSEED": HASHES}
    said = [subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, check=True).stdout for _ in range(2)]

    first, second = ([json.loads(line) for line in text.splitlines() if line.startswith(b"{")] for text in said)
    assert first == second
    assert len({facts["hash"] for facts in first}) == 3
    assert all(facts["accepted"] > 15 and not facts["violations"] for facts in first)


def test_a_run_that_is_stopped_ends_early_in_order() -> None:
    result = simulate(Wanted(5, hours=24, people=4), goes_on=lambda hours, _accepted: hours < 0.01)
    assert 0.01 <= result.hours < 1
    assert result.violations == []


def test_a_way_whose_refusal_was_not_met_is_chosen_more_often() -> None:
    coverage, chance = Coverage(), Random(1)
    coverage.note_refusal("stale", "the board has changed")
    chosen = [coverage.choose(chance, {"old": ("stale",), "new": ("no_seat",)}) for _ in range(100)]
    assert chosen.count("new") > 70


def test_what_a_run_could_meet_is_read_from_the_sources() -> None:
    coverage, could = Coverage(), possible(nodes=1)
    coverage.note_refusal("no_table", "There is no such table")
    coverage.note_event({"type": "ended", "reason": "flag"})
    never = never_met(coverage.met, could)
    assert {"no_table: There is no such table", "bad_name: "} <= could["refusals"]
    assert "no_table: There is no such table" not in never["refusals"]
    assert could["events"] - set(never["events"]) == {"ended flag"}


def test_a_failing_run_is_made_as_small_as_possible() -> None:
    def fails(wanted: Wanted) -> bool:
        return wanted.hours > 1 and wanted.people > 4 and "crash" not in wanted.without

    smaller = shrink(Wanted(7, hours=24, people=100, nodes=3), fails)

    assert smaller == Wanted(7, hours=1.5, people=5, nodes=1, without=frozenset(KINDS) - {"crash"})


@pytest.mark.sweep
def test_a_planted_fault_is_found_by_a_small_run_whose_command_is_printed() -> None:
    name = "an answer sent twice"
    found = facts(*words_of(name), "--seed", f"{PLANTED[name][1].seed}")
    assert found["violations"]
    again = rf'\./run simulate --hours 0\.05 --people [23] --nodes 1 --seed 1 --plant "{name}" --without '
    assert re.match(again, found["again"])


@pytest.mark.sweep
@pytest.mark.parametrize("nodes", [1, 3])
def test_an_evening_of_a_club_keeps_all_promises(nodes: int) -> None:
    result = simulate(Wanted(seed=3, hours=3 / nodes, nodes=nodes))
    assert result.violations == []
    assert result.troubles.total() > 3
    assert len(result.games) == 6


@pytest.mark.sweep
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    seed = PLANTED[name][1].seed
    # in a process of its own, so that each time it is the same run
    assert any(
        facts(*words_of(name), "--no-shrink", "--seed", f"{each}")["violations"] for each in range(seed, seed + 3)
    )
