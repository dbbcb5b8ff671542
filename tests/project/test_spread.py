"""Tests in several processes: what measures has the machine to itself, and nobody waits for ever."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.spread import beside_others

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the locks are POSIX's")

OTHER = """
import sys
from pathlib import Path
from tests.spread import beside_others
with beside_others(Path(sys.argv[1]), sys.argv[2] == "alone"):
    print("in", flush=True)
    sys.stdin.readline()
print("out", flush=True)
"""


def other(folder: Path, how: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", OTHER, str(folder), how]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.mark.slow
def test_ordinary_tests_run_side_by_side(tmp_path: Path) -> None:
    with beside_others(tmp_path, alone=False):
        one = other(tmp_path, "usual")

        assert heard(one) == "in"

    one.communicate("\n")


@pytest.mark.slow
def test_who_measures_waits_for_others_and_keeps_later_ones_out(tmp_path: Path) -> None:
    first = other(tmp_path, "usual")
    assert heard(first) == "in"
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, str(tmp_path), "alone"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as alone:
        first.communicate("\n")
        assert heard(alone) == "in"
        later = other(tmp_path, "usual")
        alone.communicate("\n")
        assert heard(later) == "in"
    later.communicate("\n")
