import configparser
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ET

import pytest

from tests.project.sources import ROOT

ID = "io.github.netgame.Netgame"
SHARE = ROOT / "deploy/share"
METAINFO = SHARE / f"metainfo/{ID}.metainfo.xml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_entry_names_the_command_of_the_wheel_the_window_and_the_kinds_of_links_and_files() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # names are case-sensitive
    parser.read(SHARE / f"applications/{ID}.desktop", "utf-8")
    entry, [command] = parser["Desktop Entry"], PROJECT["gui-scripts"]
    [kind] = ET.parse(SHARE / f"mime/packages/{ID}.xml").getroot()

    assert entry["Exec"] == f"{command} %u"  # one link or record, as the command line takes it
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
