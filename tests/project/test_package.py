"""The wheel: four packages with what they need beside the code, and commands that start from it."""

import email
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from netgame.games import GAMES
from tests.project.checkout import outer_pip
from tests.project.sources import PACKAGES, ROOT

# the folder of the wheel that each of our packages is in
PLACE = {name: "" if name == "netgame" else "netgame_app/" for name in PACKAGES}

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


def test_the_wheel_has_two_top_level_packages_with_all_pictures_fonts_tokens_and_rules_and_what_the_desktop_looks_for(
    wheel: Path,
) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    folders = {tuple(name.split("/")[:2]) for name in names}
    tops = {top for top, *_ in folders if not top.endswith((".dist-info", ".data"))}

    assert tops == {"netgame", "netgame_app"}, "other names may be those of other projects"
    assert {name for top, name in folders if top == "netgame_app"} == {"__init__.py", *PACKAGES[1:]}
    assert {name.partition(".data/data/")[2] for name in names if ".data/" in name} == {
        "share/man/man1/netgame-server.1",
        "share/bash-completion/completions/netgame-server",
        "share/zsh/site-functions/_netgame-server",
        "share/fish/vendor_completions.d/netgame-server.fish",
        "share/applications/io.github.netgame.Netgame.desktop",
        "share/icons/hicolor/scalable/apps/io.github.netgame.Netgame.svg",
        "share/metainfo/io.github.netgame.Netgame.metainfo.xml",
        "share/mime/packages/io.github.netgame.Netgame.xml",
    }

    files = (path for folder in ("client_qt/resources", "netgame/games") for path in (ROOT / folder).rglob("*"))
    kept = (path for path in files if path.is_file() and "__pycache__" not in path.parts)
    resources = {path.relative_to(ROOT).as_posix() for path in kept}
    assert {"client_qt/resources/tokens.toml", *(f"netgame/games/{key}/rules.md" for key in GAMES)} <= resources
    assert not {PLACE[name.split("/")[0]] + name for name in resources} - names


def test_the_licence_names_that_of_the_fonts_and_all_texts_are_in_the_wheel(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    [metadata] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    said = email.message_from_bytes(archive.read(metadata))
    fonts = list((ROOT / "client_qt/resources/fonts").glob("*.txt"))
    names = ["LICENSE", *(path.relative_to(ROOT).as_posix() for path in fonts)]

    assert said["License-Expression"] == "MIT AND OFL-1.1"
    assert all("SIL Open Font License, Version 1.1" in path.read_text("utf-8") for path in fonts)
    assert sorted(said.get_all("License-File", [])) == sorted(names)


class Environment:
    """A virtual environment that has our libraries, but not this checkout."""

    def __init__(self, folder: Path) -> None:
        call(sys.executable, "-m", "venv", "--without-pip", folder)
        self.folder = folder
        self.python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        self.packages = Path(self.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        # a .pth file inside the lent folder is not followed
        (self.packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def install(self, wheel: Path) -> None:
        # the environment of ./run has no pip where python3-venv is missing; its base Python has one
        pip = [sys._base_executable, "-m", "pip", "--python", self.python]  # type: ignore[attr-defined]
        call(*pip, "install", "--quiet", "--no-compile", "--no-deps", "--no-index", wheel)

    def install_foreign(self) -> None:
        """Install another project, with packages named like ours."""
        for name in FOREIGN:
            (self.packages / name).mkdir(exist_ok=True)
            (self.packages / name / "__init__.py").write_text("OWNER = 'foreign'\n")
            (self.packages / name / "__main__.py").write_text("raise SystemExit('foreign')\n")

    def run(self, name: str, *words: object) -> str:
        return call(self.python.with_name(name), *words, cwd=self.folder)


FOREIGN = ("server", "protocol")
HOST = """
import sys
from pathlib import Path
import netgame_app
from client_qt.hosting.server_process import ServerProcess
process = ServerProcess(Path(sys.argv[1]), "lo")
print(process.start("Ann").name)
process.stop()
"""


def test_the_programs_start_beside_and_after_a_foreign_package_named_server(wheel: Path, tmp_path: Path) -> None:
    if not outer_pip():
        pytest.skip("the Python that environments are made from has no pip")
    environment = Environment(tmp_path / "environment")
    environment.install_foreign()
    environment.install(wheel)
    environment.install_foreign()  # once more: it may overwrite files

    assert "usage: netgame-server" in environment.run("netgame-server", "--help")
    assert "usage: netgame" in environment.run("netgame", "--help")
    assert environment.run("netgame-cli", "moves", "clod")
    assert environment.run("python", "-c", HOST, tmp_path / "data") == "Ann\n"
    assert environment.run("python", "-c", "import server; print(server.OWNER)") == "foreign\n"

    for name in FOREIGN:
        shutil.rmtree(environment.packages / name)
    assert "usage: netgame-server" in environment.run("netgame-server", "--help")
