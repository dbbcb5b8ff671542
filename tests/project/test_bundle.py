"""The bundle: its recipe, and the scripts that install and remove it. `.ci/bare-packages` builds and plays it."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from protocol.diagnostics.machine import PACKAGES as REPORTED
from tests.project.sources import PACKAGES, ROOT

BUNDLE = ROOT / "deploy/bundle"
PROGRAMS = {"netgame", "netgame-server", "netgame-cli"}
ENTRY = "share/applications/io.github.netgame.Netgame.desktop"


def test_the_recipe_names_all_packages_and_the_libraries_that_are_reported() -> None:
    recipe: dict[str, Any] = {}
    for node in ast.parse((BUNDLE / "netgame.spec").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper():
            recipe[node.targets[0].id] = ast.literal_eval(node.value)

    assert recipe["OURS"] == PACKAGES
    assert set(REPORTED) <= set(recipe["LIBRARIES"])
    assert set(recipe["PROGRAMS"].values()) == PROGRAMS
    assert all((BUNDLE / f"{script}.py").exists() for script in recipe["PROGRAMS"])


class Home:
    """A person's home folder, and an unpacked bundle whose programs only wait."""

    def __init__(self, folder: Path) -> None:
        self.home, self.unpacked = folder / "home of Ann", folder / "netgame-1"
        self.home.mkdir()
        shutil.copytree(BUNDLE / "folder", self.unpacked)
        shutil.copytree(ROOT / "deploy/share", self.unpacked / "share")
        (self.unpacked / "lib").mkdir()
        for name in PROGRAMS:
            shutil.copy(shutil.which("sleep") or "", self.unpacked / name)

    def do(self, script: str) -> "subprocess.CompletedProcess[str]":
        environ = {**os.environ, "HOME": str(self.home)}
        return subprocess.run(["sh", self.unpacked / script], env=environ, capture_output=True, text=True)

    def files(self) -> set[str]:
        return {path.relative_to(self.home).as_posix() for path in self.home.rglob("*") if not path.is_dir()}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    if sys.platform != "linux":
        pytest.skip("the scripts are for Linux")
    return Home(tmp_path)


def test_installing_leaves_no_file_of_an_older_version_and_removing_takes_what_was_installed_and_nothing_else(
    home: Home,
) -> None:
    own, old = home.home / ".local/share/netgame/record.netgame", home.unpacked / "lib/old"
    own.parent.mkdir(parents=True)
    for file in (own, old):
        file.touch()
    assert home.do("install.sh").returncode == 0
    old.unlink()

    done = home.do("install.sh")

    assert done.returncode == 0, done.stderr
    program = home.home / ".local/lib/netgame"
    assert ".local/lib/netgame/lib/old" not in home.files()
    for name in PROGRAMS:
        assert (home.home / ".local/bin" / name).resolve() == program / name
    entry = (home.home / ".local" / ENTRY).read_text("utf-8")
    assert f'\nExec="{program}/netgame" %u\n' in entry
    assert f"\nTryExec={program}/netgame\n" in entry
    assert home.do("uninstall.sh").returncode == 0
    assert {name for name in home.files() if "mime/" not in name or "netgame" in name} == {
        own.relative_to(home.home).as_posix()
    }


def test_a_running_program_is_neither_replaced_nor_removed(home: Home) -> None:
    assert home.do("install.sh").returncode == 0
    before = home.files()
    with subprocess.Popen([home.home / ".local/lib/netgame/netgame", "600"]) as process:
        refused = [home.do(script) for script in ("install.sh", "uninstall.sh")]
        process.kill()

    assert [done.returncode for done in refused] == [1, 1]
    assert all(str(process.pid) in done.stderr for done in refused)
    assert home.files() == before


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no tools are needed")
def test_a_tool_that_is_missing_is_named_before_anything_is_built(tmp_path: Path) -> None:
    command = [sys.executable, "-P", ROOT / "deploy/package.py", tmp_path / "dist"]
    done = subprocess.run(command, env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True)

    assert done.returncode == 1
    assert "objdump" in done.stdout
    assert "binutils" in done.stdout
    assert not any((tmp_path / "dist").iterdir())
