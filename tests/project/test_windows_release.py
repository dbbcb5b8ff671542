"""The release for Windows, as far as it can be checked without Wine. `.ci/windows bundle` builds and plays it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.windows import release
from deploy.windows.wine import Failed
from tests.project.sources import ROOT

PROGRAMS = {"netgame", "netgame-server", "netgame-cli"}
SCRIPT = (ROOT / "deploy/windows/installer.nsi").read_text("utf-8")
COMPILER = "x86_64-w64-mingw32-gcc"


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
