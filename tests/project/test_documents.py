"""The targets of links and paths in the documents exist."""

import re
from pathlib import Path

import pytest

from netgame.games import GAMES
from tests.project.sources import PACKAGES, ROOT

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_links_of_a_document_lead_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))

    assert not [link for link in links if not (document.parent / link).exists()]


@pytest.mark.parametrize("key", GAMES)
def test_the_readme_links_the_rules_page_of_every_game(key: str) -> None:
    assert f"(netgame/games/{key}/rules.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_no_text_says_to_install_this_project_by_its_name() -> None:
    """A package index may use this name for another program; only a folder or a file can be installed."""
    by_name = re.compile(
        r"""(?:pipx?|uv(?: tool)?) install [^\n]*[ "']netgame(?:\[\w+\])?(?! @)(?=["'`) ]|$)""", re.MULTILINE
    )
    code = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    shipped = [path for path in (ROOT / "deploy").rglob("*") if path.is_file()]

    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in [*DOCUMENTS, *code, *shipped]}

    assert not [(path.name, match[0]) for path, text in texts.items() for match in by_name.finditer(text)]


def test_the_map_of_the_house_names_rooms_that_exist() -> None:
    gone = [path for path in rooms() if not (ROOT / path).exists()]

    assert not gone


def test_the_map_of_the_house_names_every_folder_of_the_four_packages() -> None:
    folders = {
        folder.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for folder in (ROOT / package).iterdir()
        if (folder / "__init__.py").exists()
    }

    assert folders <= {room.rstrip("/") for room in rooms()}


def rooms() -> list[str]:
    """Return every path of the folder tree in ARCHITECTURE.md. An indented line belongs to the folder above it."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    tree = text.split("## Folders", 1)[1].split("```")[1]
    found: list[str] = []
    above: list[str] = []
    for line in filter(None, tree.splitlines()):
        depth = (len(line) - len(line.lstrip())) // 2
        names = re.split(r"\s{2,}", line.strip())[0].split()
        folder = "".join(above[:depth])
        above[depth:] = [names[0]] if names[0].endswith("/") else []
        found += [folder + name for name in names]
    return found
