"""One version everywhere: code, package, change log, catalogue and the answer of every command; the desktop entry."""

import configparser
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence

import pytest
from packaging.version import Version

import client_qt.__main__
import netgame.cli.main
import server.cli.main
import server.demo.__main__
from netgame import __version__
from tests.project.sources import ROOT

ID = "io.github.netgame.Netgame"
SHARE = ROOT / "deploy/share"
METAINFO = SHARE / f"metainfo/{ID}.metainfo.xml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SERVER_COMMANDS = (
    "run", "check-config", "status", "health", "tables", "kick", "close", "say", "drain", "user", "user list",
    "backup", "restore", "verify", "export", "completion",
)  # fmt: skip


def test_the_change_log_the_catalogue_and_the_documents_for_players_have_the_released_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released, date = re.findall(r"^## \[(\d[^\]]*)\] - (\S+)$", changes, re.MULTILINE)[0]
    assert next(ET.parse(METAINFO).getroot().iter("release")).attrib == {"version": released, "date": date}
    for document in ("README.md", "docs/guide/install.md"):
        assert set(re.findall(r"netgame-(\d+\.\d+\.\d+)", (ROOT / document).read_text("utf-8"))) == {released}
    is_changed = re.search(r"^## \[Unreleased\]\s+###", changes, re.MULTILINE)
    assert Version(__version__).is_devrelease if is_changed else __version__ == released
    assert Version(__version__) >= Version(released)


def test_the_package_and_the_first_command_have_this_version() -> None:
    assert PROJECT["version"] == __version__
    done = subprocess.run([sys.executable, str(ROOT / "run"), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"netgame {__version__}\n"


@pytest.mark.parametrize(
    ("main", "command"),
    [
        (client_qt.__main__.main, ""),
        (netgame.cli.main.main, ""),
        *((netgame.cli.main.main, command) for command in ("replay", "verify", "convert", "perft", "moves")),
        (server.demo.__main__.main, ""),
        (server.cli.main.main, ""),
        *((server.cli.main.main, command) for command in SERVER_COMMANDS),
    ],
)
def test_every_command_prints_the_version(
    main: Callable[[Sequence[str]], int], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"netgame {__version__}\n"


def test_the_entry_names_the_command_of_the_wheel_the_window_and_the_kinds_of_links_and_files() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # names are case-sensitive
    parser.read(SHARE / f"applications/{ID}.desktop", "utf-8")
    entry, [command] = parser["Desktop Entry"], PROJECT["gui-scripts"]
    [kind] = ET.parse(SHARE / f"mime/packages/{ID}.xml").getroot()

    assert entry["Exec"] == f"{command} -- %u"  # one link or record, as the command line takes it
    assert entry["TryExec"] == command
    assert f'setDesktopFileName("{ID}")' in (ROOT / "client_qt/app/startup.py").read_text("utf-8")
    assert entry["StartupWMClass"] == entry["Icon"] == ID
    assert entry["MimeType"].split(";") == ["x-scheme-handler/netgame", kind.attrib["type"], ""]
    assert [node.attrib["pattern"] for node in kind if node.tag.endswith("glob")] == ["*.netgame"]
    assert ET.parse(SHARE / f"icons/hicolor/scalable/apps/{ID}.svg").getroot().attrib["viewBox"] == "0 0 100 100"


def test_the_catalogue_tells_the_licence() -> None:
    root = ET.parse(METAINFO).getroot()
    assert (root.findtext("id"), root.findtext("project_license")) == (ID, PROJECT["license"])


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not installed")
def test_the_catalogue_takes_the_file() -> None:
    done = subprocess.run(["appstreamcli", "validate", "--no-net", METAINFO], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
