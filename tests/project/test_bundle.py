"""Recipe, scripts and installer of the bundles; `.ci/bare-packages` and `.ci/windows bundle` build and play them."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deploy.windows import release
from deploy.windows.wine import Failed
from protocol.diagnostics.machine import PACKAGES as REPORTED
from tests.project.sources import PACKAGES, ROOT

SCRIPT = (ROOT / "deploy/windows/installer.nsi").read_text("utf-8")
COMPILER = "x86_64-w64-mingw32-gcc"
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
    assert f'\nExec="{program}/netgame" -- %u\n' in entry
    assert f"\nTryExec={program}/netgame\n" in entry
    assert home.do("uninstall.sh").returncode == 0
    # the caches that the desktop's own tools write are not ours
    left = {name for name in home.files() if not re.search(r"mime/|mimeinfo\.cache$", name) or "netgame" in name}
    assert left == {own.relative_to(home.home).as_posix()}


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


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    folder = tmp_path / "netgame-1"
    (folder / "lib/trio").mkdir(parents=True)
    (folder / "lib/trio/__init__.pyc").write_bytes(b"trio")
    return folder


def test_the_installer_replaces_and_removes_every_program_and_refuses_while_one_runs() -> None:
    assert set(re.findall(r"insertmacro REFUSE_IF_RUNNING ([\w-]+)", SCRIPT)) == PROGRAMS
    assert set(re.findall(r'Delete "\$INSTDIR\\([\w-]+)\.exe"', SCRIPT)) == PROGRAMS | {"uninstall"}


def test_all_that_the_installer_registers_is_removed_again_and_each_of_its_texts_is_there_in_both_languages() -> None:
    written = set(re.findall(r'WriteReg\w+ HKCU "([^"]+)"', SCRIPT))
    removed = set(re.findall(r'DeleteRegKey HKCU "([^"]+)"', SCRIPT))
    assert {key for key in written if not key.startswith(tuple(removed))} == set()
    texts = re.findall(r"LangString (\w+) \$\{LANG_(\w+)\}", SCRIPT)
    assert {name for name, language in texts if language == "GERMAN"} == {name for name, _ in texts} != set()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        *((name, b"") for name in ("icuuc.dll", "lib/PySide6/icuuc.dll", "lib/wine_stand_ins.pyc")),
        ("lib/environment.pyc", b"... wine_stand_ins ..."),
    ],
)
def test_a_stand_in_of_wine_and_a_module_that_loads_one_are_refused(bundle: Path, name: str, content: bytes) -> None:
    release.check(bundle)
    (bundle / name).parent.mkdir(exist_ok=True)
    (bundle / name).write_bytes(content)
    with pytest.raises(Failed, match=Path(name).name):
        release.check(bundle)


@pytest.mark.skipif(
    shutil.which(COMPILER) is None or shutil.which("objdump") is None, reason="apt install gcc-mingw-w64-x86-64"
)
def test_a_library_may_need_only_windows_and_the_bundle(bundle: Path) -> None:
    own, code = bundle / "lib/own.dll", bundle / "code.c"
    user = "int answer(void); int call(void) { return answer(); }"
    for source, target, options in (
        ("int answer(void) { return 42; }", own, ()),
        (user, bundle / "lib/user.dll", ("-L", own.parent, "-lown")),
    ):
        code.write_text(source)
        subprocess.run([COMPILER, "-shared", "-o", target, code, *options], check=True)
    code.unlink()

    release.check(bundle)
    own.unlink()

    with pytest.raises(Failed, match=r"own\.dll"):
        release.check(bundle)


@pytest.mark.skipif(shutil.which("makensis") is None, reason="apt install nsis")
def test_the_installer_can_be_made_from_a_folder(bundle: Path) -> None:
    shutil.copy("/usr/share/nsis/Contrib/Graphics/Icons/nsis3-install.ico", bundle / "lib/netgame.ico")
    made = release.make_installer(bundle, "1.2.3", bundle.parent / "netgame-setup.exe")
    assert made.read_bytes().startswith(b"MZ")
