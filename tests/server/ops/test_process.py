"""The limit on open files."""

import subprocess
import sys

import pytest

pytest.importorskip("resource")

PROGRAM = """
import resource
from server.ops.process import allow_connections
for soft, hard in ((800, 1000), (200, 1000), (200, 400)):
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    print(allow_connections(500), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


def test_the_limit_on_open_files_is_raised_for_the_connections_or_it_is_logged_how_many_are_possible() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)

    sufficient, raised, insufficient = done.stdout.splitlines()
    assert (sufficient, raised, insufficient) == ("500 800", "500 600", "300 400")
    assert done.stderr.count("\n") == 1
    assert "enough for 300 connections" in done.stderr
