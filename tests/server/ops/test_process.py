import subprocess
import sys

import pytest

from tests import PATIENCE_S

resource = pytest.importorskip("resource")

PROGRAM = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (%d, %d))
from server.ops.process import allow_connections
print(allow_connections(500), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


def in_a_process_with(soft: int, hard: int) -> tuple[list[int], str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM % (soft, hard)], capture_output=True, text=True, check=True, timeout=PATIENCE_S
    )
    return [int(word) for word in done.stdout.split()], done.stderr


def test_the_limit_on_open_files_is_raised_for_the_connections() -> None:
    assert in_a_process_with(200, 1000) == ([500, 600], "")


def test_a_sufficient_limit_stays() -> None:
    assert in_a_process_with(800, 1000) == ([500, 800], "")


def test_an_insufficient_limit_is_logged_with_the_possible_connections() -> None:
    numbers, words = in_a_process_with(200, 400)
    assert numbers == [300, 400]
    assert "enough for 300 connections" in words
