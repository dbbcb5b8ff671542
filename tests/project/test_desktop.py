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


@pytest.fixture
def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # names are case-sensitive
    parser.read(SHARE / f"applications/{ID}.desktop", "utf-8")
    return parser["Desktop Entry"]


def test_the_command_is_the_one_the_wheel_installs(entry: configparser.SectionProxy) -> None:
    [command] = PROJECT["gui-scripts"]
    assert entry["Exec"] == f"{command} %u"  # one link or record, as the command line takes it
    assert entry["TryExec"] == command


def test_the_window_is_the_one_of_the_entry(entry: configparser.SectionProxy) -> None:
    assert f'setDesktopFileName("{ID}")' in (ROOT / "client_qt/app/startup.py").read_text("utf-8")
    assert entry["StartupWMClass"] == entry["Icon"] == ID


def test_links_and_records_are_opened_by_it(entry: configparser.SectionProxy) -> None:
    [kind] = ET.parse(SHARE / f"mime/packages/{ID}.xml").getroot()
    globs = [node.attrib["pattern"] for node in kind if node.tag.endswith("glob")]

    assert entry["MimeType"].split(";") == ["x-scheme-handler/netgame", kind.attrib["type"], ""]
    assert globs == ["*.netgame"]


def test_the_catalogue_tells_the_licence_and_the_icon_is_a_picture() -> None:
    root = ET.parse(METAINFO).getroot()

    assert root.findtext("id") == ID
    assert root.findtext("project_license") == PROJECT["license"]
    assert ET.parse(SHARE / f"icons/hicolor/scalable/apps/{ID}.svg").getroot().attrib["viewBox"] == "0 0 100 100"


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not installed")
def test_the_catalogue_takes_the_file() -> None:
    done = subprocess.run(["appstreamcli", "validate", "--no-net", METAINFO], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
