"""A simulated club: the same seed is the same run, nothing goes wrong, and planted faults are found."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from server.net.session import Session
from server.storage.event_store import Append, Problems
from server.tables.timers import Timers
from tests.server.process import ROOT
from tests.simulation.disk import Disk
from tests.simulation.run import Wanted, simulate

pytestmark = pytest.mark.slow
SHORT = Wanted(seed=3, hours=6, people=10)


def facts(*words: str) -> dict[str, Any]:
    """Run the command in a process of its own and return its last line."""
    command = [sys.executable, "-m", "tests.simulation", *words, "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_same_seed_gives_the_same_run_in_every_process() -> None:
    first, second, other = (facts("--hours", "1", "--people", "6", "--seed", seed) for seed in ("5", "5", "6"))

    assert first == second
    assert first["hash"] != other["hash"]
    assert first["accepted"] > 100


def test_an_evening_of_a_club_keeps_all_promises() -> None:
    result = simulate(SHORT)

    assert result.violations == []
    assert result.troubles.total() > 3
    assert len(result.games) == 6


def forget_commits(patch: pytest.MonkeyPatch) -> None:
    """Lose what was not written, and say that it was."""
    append = Disk.append

    def forgetful(self: Disk, appends: Sequence[Append]) -> Problems:
        if sum(map(len, self.rows.values())) % 50 == 49:
            return [None for _ in appends]
        return append(self, list(appends))

    patch.setattr(Disk, "append", forgetful)


def drop_answers(patch: pytest.MonkeyPatch) -> None:
    """Answer only some of the commands."""
    answer = Session.answer
    count = [0]

    def forgetful(self: Session, frame: bytes) -> None:
        count[0] += 1
        if count[0] % 40:
            answer(self, frame)

    patch.setattr(Session, "answer", forgetful)


def charge_for_stops(patch: pytest.MonkeyPatch) -> None:
    """Let the clocks run while the server does not."""
    patch.setattr(Timers, "begin", lambda *_: None)


@pytest.mark.parametrize("plant", [forget_commits, drop_answers, charge_for_stops])
def test_a_planted_fault_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)

    assert any(simulate(Wanted(seed, hours=6, people=10)).violations for seed in range(1, 5))
