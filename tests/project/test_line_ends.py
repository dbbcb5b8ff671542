"""Line ends that git does not convert, and no marks of a merge that was not finished."""

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


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_no_file_has_two_versions_of_a_line() -> None:
    command = ["git", "grep", "-l", "-I", "-E", "^(<{7}|>{7}) "]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if "not a git repository" in done.stderr:
        pytest.skip("this is no git checkout")

    assert done.stdout == ""
