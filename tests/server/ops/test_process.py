import subprocess
import sys
from pathlib import Path

import pytest

from server.ops.process import is_memory_full, memory_available_mib, memory_used_mib

PROGRAM = """
import resource
from server.ops.process import allow_connections
for soft, hard in ((800, 1000), (200, 1000), (200, 400)):
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    print(allow_connections(500), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


def test_the_limit_on_open_files_is_raised_for_the_connections_or_it_is_logged_how_many_are_possible() -> None:
    pytest.importorskip("resource")
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    sufficient, raised, insufficient = done.stdout.splitlines()
    assert (sufficient, raised, insufficient) == ("500 800", "500 600", "300 400")
    assert done.stderr.count("\n") == 1
    assert "enough for 300 connections" in done.stderr


def test_memory_is_known_without_the_files_of_linux_and_full_above_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_such_file(path: Path, *_options: str) -> str:
        raise FileNotFoundError(2, "No such file", str(path))

    monkeypatch.setattr(Path, "read_text", no_such_file)
    assert 0 < memory_used_mib() < memory_available_mib()
    assert is_memory_full(1)
    assert not is_memory_full(1 << 22)
