"""The wheel: four packages with what they need beside the code, and commands that start from it."""

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from netgame.games import GAMES
from tests.project.sources import PACKAGES, ROOT

pytest.importorskip("hatchling", reason="hatchling is not installed; ./run setup installs it")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def call(*command: object, cwd: Path = ROOT) -> str:
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_the_four_packages_and_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == set(PACKAGES)


def test_the_wheel_brings_what_the_desktop_and_the_shell_look_for(wheel: Path) -> None:
    shared = {name.partition(".data/data/")[2] for name in zipfile.ZipFile(wheel).namelist() if ".data/" in name}

    assert shared == {
        "share/man/man1/netgame-server.1",
        "share/bash-completion/completions/netgame-server",
        "share/zsh/site-functions/_netgame-server",
        "share/fish/vendor_completions.d/netgame-server.fish",
        "share/applications/io.github.netgame.Netgame.desktop",
        "share/icons/hicolor/scalable/apps/io.github.netgame.Netgame.svg",
        "share/metainfo/io.github.netgame.Netgame.metainfo.xml",
        "share/mime/packages/io.github.netgame.Netgame.xml",
    }


def test_the_wheel_holds_every_picture_font_token_and_rules_page(wheel: Path) -> None:
    folders = (ROOT / "client_qt/resources", ROOT / "netgame/games")
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    resources = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}

    missing = resources - set(zipfile.ZipFile(wheel).namelist())

    assert {"client_qt/resources/tokens.toml", *(f"netgame/games/{key}/rules.md" for key in GAMES)} <= resources
    assert not missing


def test_a_server_starts_from_the_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    call(sys.executable, "-m", "venv", "--without-pip", environment)
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    # the environment of ./run has no pip where python3-venv is missing; its base Python has one
    pip = [sys._base_executable, "-m", "pip", "--python", python]  # type: ignore[attr-defined]
    call(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel)
    lend_libraries(python)

    shown = call(python.with_name("netgame-server"), "--help", cwd=tmp_path)

    assert "usage: netgame-server" in shown


def lend_libraries(python: Path) -> None:
    """Let the new environment use our installed libraries, but not this checkout: a .pth inside it is not followed."""
    packages = call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(packages) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
