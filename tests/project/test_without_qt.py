"""On a machine where Qt cannot start, everything else is tested, and the report says what was left out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest
from tests.project.sources import ROOT

PROBLEM = "libEGL.so.1: cannot open shared object file"


@pytest.mark.slow
def test_the_tests_of_the_window_are_left_out_and_the_last_lines_say_so(tmp_path: Path) -> None:
    broken = tmp_path / "PySide6"  # without a library that it needs
    broken.mkdir()
    (broken / "__init__.py").write_text(f"raise ImportError({PROBLEM!r})")
    kept = {"client", "window", "project", "__init__.py", "conftest.py"}  # the others take long to collect
    elsewhere = [f"--ignore={path}" for path in (ROOT / "tests").iterdir() if path.name not in kept]
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", *elsewhere]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout
    assert "tests/project/" in done.stdout
    assert "tests/client/" not in done.stdout
    assert f"NOT RUN: {PROBLEM}" in done.stdout
    assert "sudo apt install" in done.stdout


def test_strict_qt_makes_that_a_failure(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "QT_PROBLEM", PROBLEM)
    monkeypatch.setattr(pytestconfig.option, "strict_qt", True)
    with pytest.raises(pytest.UsageError, match=PROBLEM):
        conftest.pytest_configure(pytestconfig)
