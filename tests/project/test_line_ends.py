"""Git does not convert what must have the same bytes on every system."""

import shutil
import subprocess

import pytest

from tests.project.sources import ROOT


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize(("name", "attribute"), [("x.netgame", "text: unset"), ("run", "eol: lf")])
def test_git_does_not_change_line_ends(name: str, attribute: str) -> None:
    command = ["git", "check-attr", "text", "eol", "--", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("this is no git checkout")

    assert f"{name}: {attribute}" in done.stdout.splitlines()
