"""One version: in the code, the package, the change log, the catalogue entry, and the answer of every command."""

import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence

import pytest

import client_qt.__main__
import netgame.cli.main
import server.cli.main
import server.demo.__main__
from netgame import __version__
from tests.project.sources import ROOT

METAINFO = ROOT / "deploy/share/metainfo/io.github.netgame.Netgame.metainfo.xml"
SERVER_COMMANDS = (
    "run", "check-config", "status", "health", "tables", "kick", "close", "say", "drain", "user", "user list",
    "backup", "restore", "verify", "export", "completion",
)  # fmt: skip


def test_the_package_the_change_log_and_the_catalogue_have_this_version_and_one_date() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    released = re.findall(r"^## \[(\d[^\]]*)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    newest = next(ET.parse(METAINFO).getroot().iter("release")).attrib

    assert project["version"] == newest["version"] == __version__
    assert released[0] == (__version__, newest["date"])


@pytest.mark.parametrize("document", ["README.md", "docs/guide/install.md"])
def test_the_documents_for_players_name_the_files_of_this_version(document: str) -> None:
    named = re.findall(r"netgame-(\d+\.\d+\.\d+)", (ROOT / document).read_text("utf-8"))
    assert set(named) == {__version__}


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


def test_the_checkout_prints_the_version() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "run"), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"netgame {__version__}\n"
