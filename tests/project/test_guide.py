import pytest
from PIL import Image

from devtools.guide.pages import FOLDER, Board, boards, game_pages
from tests.project.sources import ROOT

PAGES = game_pages()
BOARDS = [board for _, board in boards()]


@pytest.mark.parametrize("path", PAGES)
def test_the_page_of_a_game_is_up_to_date(path: str) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == PAGES[path]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.picture)
def test_the_picture_of_a_board_shows_its_position(board: Board) -> None:
    with Image.open(ROOT / board.picture) as picture:
        assert picture.info["Description"] == board.block


def test_there_is_no_page_or_picture_of_a_board_that_is_gone() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / FOLDER).rglob("*") if path.is_file()}
    assert found == {*PAGES, *(board.picture for board in BOARDS)}


def test_every_picture_is_shown_by_a_document() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    texts = "".join(path.read_text(encoding="utf-8") for path in documents)
    assert not [path.name for path in (ROOT / "docs/pictures").iterdir() if f"pictures/{path.name})" not in texts]
