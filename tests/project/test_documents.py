"""The links of the documents lead somewhere, and the words that they quote are those of the program."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from runpy import run_path

import pytest
from PIL import Image

from devtools.guide.pages import FOLDER, Board, boards, game_pages
from devtools.words import FOLDER as TRANSLATIONS
from devtools.words import load
from netgame.games import GAMES
from tests.project.sources import PACKAGES, ROOT

PAGES = game_pages()
BOARDS = [board for _, board in boards()]
GUIDE = sorted((ROOT / "docs" / "guide").glob("*.md"))
README = ROOT / "README.md"
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *(path for folder in ("docs", "tests", "devtools", *PACKAGES) for path in sorted((ROOT / folder).rglob("*.md"))),
]
DEVELOPERS = [*(ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "PROTOCOL.md"))]
DEVELOPERS += sorted((ROOT / "docs" / "developing").glob("*.md"))
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")
QUOTED = re.compile(r"\*\*([^*]+)\*\*")  # bold words in the guide are words of the window
SLOT = re.compile(r"\{\w+\}")
FEW_LETTERS = 8  # a shorter template fits too many texts
PATH = re.compile(rf"(?<![\w./-])((?:{'|'.join(PACKAGES)}|tests|devtools|docs|examples|deploy|\.ci)/[\w./-]*[\w/])")
TO_MAKE = "tictactoe"  # the game that a page adds
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_the_links_of_a_document_lead_to_files_and_headings(document: Path) -> None:
    broken = []
    for link in LINK.findall(CODE.sub("", document.read_text(encoding="utf-8"))):
        path, _, heading = link.partition("#")
        target = document.parent / path if path else document
        if not target.exists() or (heading and heading not in anchors(target)):
            broken.append(link)
    assert not broken


@pytest.mark.parametrize("document", DEVELOPERS, ids=lambda path: path.name)
def test_the_paths_in_a_document_for_developers_exist(document: Path) -> None:
    paths = (path.replace("KEY", "clod") for path in PATH.findall(document.read_text(encoding="utf-8")))
    assert not [path for path in paths if not (ROOT / path).exists() and TO_MAKE not in path]


@cache
def anchors(document: Path) -> frozenset[str]:
    """Return the anchors that web pages make of headings: small letters, hyphens for spaces, no punctuation."""
    found: Counter[str] = Counter()
    names = set()
    for line in CODE.sub("", document.read_text(encoding="utf-8")).splitlines():
        if title := re.fullmatch(r"#+ (.+)", line):
            words = re.sub(r"\]\([^)]*\)", "", title[1]).lower()
            name = re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")
            names.add(f"{name}-{found[name]}" if found[name] else name)
            found[name] += 1
    return frozenset(names)


@pytest.mark.parametrize("document", [README, *GUIDE], ids=lambda path: path.name)
def test_bold_words_for_players_are_words_of_the_program(document: Path) -> None:
    quoted = [" ".join(words.split()) for words in QUOTED.findall(document.read_text(encoding="utf-8"))]
    assert not [words for line in quoted for words in line.split(" > ") if not is_of_program(words)]


def is_of_program(words: str) -> bool:
    """Return whether the program has that text, with or without dots at its end; or one with slots that fits."""
    texts, templates = program_texts()
    return words.removesuffix(" ...") in texts or any(template.fullmatch(words) for template in templates)


@cache
def program_texts() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    sources = [source.removesuffix(" ...") for source in load(TRANSLATIONS / "de.ts")]
    slotted = [source for source in sources if SLOT.search(source) and len(SLOT.sub("", source)) >= FEW_LETTERS]
    templates = tuple(re.compile(SLOT.sub(".+", re.sub(r"[.?+*()|]", r"\\\g<0>", source))) for source in slotted)
    return frozenset({*sources, *(game.title for game in GAMES.values())}), templates


def test_the_commands_that_documents_name_exist() -> None:
    commands = {*run_path(str(ROOT / "run"))["COMMANDS"], "netgame"}  # or an invitation, netgame://...
    texts = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS}
    named = {(path.name, word) for path, text in texts.items() for word in re.findall(r"\./run ([a-z][\w-]*)", text)}
    assert not [(name, word) for name, word in named if word not in commands]


@pytest.mark.parametrize("key", GAMES)
def test_readme_and_guide_link_the_page_of_every_game(key: str) -> None:
    assert f"(docs/guide/games/{key}.md)" in README.read_text(encoding="utf-8")
    assert f"(games/{key}.md)" in (ROOT / "docs/guide/README.md").read_text(encoding="utf-8")


def test_no_text_says_to_install_this_project_by_its_name() -> None:
    """A package index may use this name for another program; only a folder or a file can be installed."""
    by_name = re.compile(
        r"""(?:pipx?|uv(?: tool)?) install [^\n]*[ "']netgame(?:\[\w+\])?(?! @)(?=["'`) ]|$)""", re.MULTILINE
    )
    code = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    shipped = [path for path in (ROOT / "deploy").rglob("*") if path.is_file()]

    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in [*DOCUMENTS, *code, *shipped]}

    assert not [(path.name, match[0]) for path, text in texts.items() for match in by_name.finditer(text)]


def test_the_map_of_the_house_names_rooms_that_exist_and_every_folder_of_the_four_packages() -> None:
    inner = [path.parent for package in PACKAGES for path in (ROOT / package).glob("*/__init__.py")]
    assert not [path for path in rooms() if not (ROOT / path).exists()]
    assert {folder.relative_to(ROOT).as_posix() for folder in inner} <= {room.rstrip("/") for room in rooms()}


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


@pytest.mark.parametrize("path", PAGES)
def test_the_page_of_a_game_is_up_to_date(path: str) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == PAGES[path]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.picture)
def test_the_picture_of_a_board_shows_its_position(board: Board) -> None:
    with Image.open(ROOT / board.picture) as picture:
        assert picture.info["Description"] == board.block


def test_there_is_no_page_or_picture_of_a_board_that_is_gone_and_a_document_shows_every_picture() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / FOLDER).rglob("*") if path.is_file()}
    assert found == {*PAGES, *(board.picture for board in BOARDS)}
    texts = "".join(path.read_text(encoding="utf-8") for path in [README, *(ROOT / "docs").rglob("*.md")])
    assert not [path.name for path in (ROOT / "docs/pictures").iterdir() if f"pictures/{path.name})" not in texts]
