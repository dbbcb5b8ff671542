"""On a machine where Qt cannot start, everything else is tested, and the report says what was left out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.sources import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment with PySide6 but without a library that it needs."""
    broken = tmp_path / "PySide6"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ImportError('libEGL.so.1: cannot open shared object file')")
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def collect(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_the_tests_of_the_window_are_left_out_and_the_last_lines_say_so(environment: dict[str, str]) -> None:
    elsewhere = [f"--ignore=tests/{name}" for name in ("netgame", "protocol", "server")]  # they take long to collect
    done = collect(environment, *elsewhere)

    assert done.returncode == 0, done.stdout
    assert "tests/project/" in done.stdout
    assert "tests/client/" not in done.stdout
    assert "NOT RUN: libEGL.so.1" in done.stdout
    assert "sudo apt install" in done.stdout


def test_strict_qt_makes_that_a_failure(environment: dict[str, str]) -> None:
    done = collect(environment, "--strict-qt", "tests/project")

    assert done.returncode != 0
    assert "libEGL.so.1" in done.stderr
