"""Line ends that git does not convert, and no marks of a merge that was not finished."""

import shutil
import subprocess

import pytest

from tests.project.sources import ROOT

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if "not a git repository" in done.stderr:
        pytest.skip("this is no git checkout")
    return done.stdout


def test_git_does_not_change_line_ends() -> None:
    said = git("check-attr", "text", "eol", "--", "x.netgame", "run").splitlines()
    assert {"x.netgame: text: unset", "run: eol: lf"} <= set(said)


def test_no_file_has_two_versions_of_a_line_and_the_program_run_is_executable() -> None:
    assert git("grep", "-l", "-I", "-E", "^(<{7}|>{7}) ") == ""
    assert git("ls-files", "-s", "run").startswith("100755")
