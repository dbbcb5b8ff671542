"""Pieces that fill their cells: areas with one outline, hatched blocks, paths, and what a turn does to them."""

from collections.abc import Mapping

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client_qt.board.widget import LastMove
from client_qt.theme import Theme
from client_qt.theme.colour import mix
from client_qt.theme.tokens import tokens
from netgame.boards.geometry import Board
from netgame.boards.square import square_board
from netgame.game import Cell, Mark, Picks, Piece
from tests.client.seen import Seen, alike, cells, colours_in

LEFT, RIGHT = Piece(0, "conquid_1"), Piece(1, "conquid_2")
BASE, CORE = Piece(0, "conquid_base_1"), Piece(0, "conquid_core_1")
CUT = Piece(1, "conquid_base_2")


@pytest.fixture
def field() -> Board:
    return square_board(6, 8)


def board(text: str) -> dict[Cell, Piece]:
    """Rows of eight: `1` and `2` cells, `a` `A` a base and its middle, `b` another base."""
    kinds = {"1": LEFT, "2": RIGHT, "a": BASE, "A": CORE, "b": CUT}
    rows = text.split()
    return {8 * r + c: kinds[sign] for r, row in enumerate(rows) for c, sign in enumerate(row) if sign in kinds}


def edge_colour(view: Seen, one: str, other: str) -> QColor:
    """The colour in the middle of the edge between two cells beside each other; the second is at the right or below."""
    assert view._board is not None
    here, there = (view.cell_rect(view._board.cell(name)).center() for name in (one, other))
    at = (here + there) / 2
    return view.image().pixelColor(int(at.x()), int(at.y()))


def test_neighbours_of_one_owner_are_one_area_with_a_seam(view: Seen, theme: Theme, field: Board) -> None:
    view.set_position(field, board("11......"))

    seam, edge = mix(theme.board.pieces["conquid_1"], QColor("#101418"), 0.30), view.cell_rect(0).right()
    across = QRectF(edge - 2, view.at("a1").y(), 4, 1)
    assert any(alike(QColor(name), seam) for name in colours_in(view.image(), across))
    assert theme.board.outline.name() not in colours_in(view.image(), across)
    assert edge_colour(view, "b1", "c1") == theme.board.outline
    assert edge_colour(view, "a1", "a2") == theme.board.outline


def test_owners_beside_each_other_keep_their_outline(view: Seen, theme: Theme, field: Board) -> None:
    view.set_position(field, board("12......"))

    assert edge_colour(view, "a1", "b1") == theme.board.outline


def test_every_owner_has_a_sign_of_its_own(view: Seen, theme: Theme, field: Board) -> None:
    view.set_position(field, board("1.2....."))
    theme.choose(pieces="grey")

    image = view.image()

    def dark(name: str) -> list[QPointF]:
        rect, fill = view.cell_rect(field.cell(name)), image.pixelColor(view.at(name) + QPointF(0, -14).toPoint())
        points = [QPointF(x, y) for x in range(-8, 9) for y in range(-8, 9)]
        return [p for p in points if not alike(image.pixelColor((rect.center() + p).toPoint()), fill)]

    dot, stroke = dark("a1"), dark("c1")
    assert len(dot) > 8
    assert len(stroke) > 8
    assert max(abs(p.x() + p.y()) for p in stroke) < max(abs(p.x() - p.y()) for p in stroke)  # it rises
    assert {(p.x(), p.y()) for p in dot} != {(p.x(), p.y()) for p in stroke}


def test_a_base_is_one_block_whatever_its_size(view: Seen, theme: Theme, field: Board) -> None:
    view.set_position(field, board("........ .aaa.bb. .aAa.bb. .aaa.... .......b ........"))

    image = view.image()

    for one, other in (("b2", "c2"), ("b2", "b3"), ("f2", "g2")):
        between = (view.cell_rect(field.cell(one)).center() + view.cell_rect(field.cell(other)).center()) / 2
        around = colours_in(image, QRectF(between.x() - 2, between.y() - 2, 4, 4))
        assert theme.board.outline.name() not in around, f"no line between {one} and {other}"
    # the corners of a block are rounded or cut off: there the board is seen
    corner = view.cell_rect(field.cell("b2")).topLeft() + QPointF(2, 2)
    assert theme.board.pieces["conquid_base_1"].name() not in colours_in(image, QRectF(corner, corner + QPointF(2, 2)))
    assert theme.board.pieces["conquid_base_2"].name() in colours_in(image, view.cell_rect(field.cell("h5")))


def test_the_middle_of_a_large_base_has_the_colour_of_the_cells(view: Seen, theme: Theme, field: Board) -> None:
    view.set_position(field, board("........ .aaa.... .aAa.... .aaa.... ........ ........"))

    image = view.image()

    assert theme.board.pieces["conquid_1"].name() in colours_in(image, view.cell_rect(field.cell("c3")))
    assert theme.board.pieces["conquid_1"].name() not in colours_in(image, view.cell_rect(field.cell("b3")))


def test_a_changed_cell_is_painted_as_the_whole_board_would_be(view: Seen, field: Board, qtbot: QtBot) -> None:
    text = "1111.222 1aaa.bb2 1aAa.bb2 .aaa.222 112211.. ........"
    kept = QImage(view.size(), QImage.Format.Format_RGB32)
    changed = board(text)
    del changed[field.cell("a2")]
    view.set_position(field, changed)
    view.render(kept)

    view.set_position(field, board(text))
    dirty = view.cell_rect(field.cell("a2")).adjusted(-8, -8, 8, 8).toAlignedRect()
    view.render(kept, dirty.topLeft(), dirty)

    whole = QImage(view.size(), QImage.Format.Format_RGB32)
    view.render(whole)
    assert kept.copy(view.rect().adjusted(8, 8, -8, -8)) == whole.copy(view.rect().adjusted(8, 8, -8, -8))


def test_a_staged_cell_is_pale_and_not_joined_yet(view: Seen, theme: Theme, field: Board) -> None:
    theme.choose(board="paper")
    b1 = field.cell("b1")
    view.set_position(field, board("1......."))
    view.set_picks(Picks(frozenset(), (), (b1,), pieces=board("11......"), marks=(Mark("staged", frozenset({b1})),)))

    image = view.image()

    fill = theme.board.pieces["conquid_1"]
    assert fill.name() in colours_in(image, view.cell_rect(field.cell("a1")))
    assert fill.name() not in colours_in(image, view.cell_rect(b1).adjusted(3, 3, -3, -3))
    assert theme.board.staged.name() in colours_in(image, view.cell_rect(b1))


def test_cells_that_would_change_sides_show_the_new_owner_and_a_stroke(view: Seen, theme: Theme, field: Board) -> None:
    taken = cells(field, "b1", "c1")
    view.set_position(field, board("122....."))
    view.set_picks(Picks(frozenset(), (), ("C",), pieces=board("111....."), marks=(Mark("capture", taken),)), 0)

    image, rect = view.image(), view.cell_rect(field.cell("b1"))

    seen = colours_in(image, rect)
    assert {theme.board.pieces["conquid_1"].name(), theme.board.capture.name(), theme.board.staged.name()} <= seen
    assert theme.board.pieces["conquid_2"].name() not in seen
    middle = QRectF(rect.right() - 3, rect.center().y() - 6, 6, 3)
    assert theme.board.staged.name() not in colours_in(image, middle), "one frame round cells that lie together"
    assert view.describe_cell(field.cell("b1")) == "b1, blue cell, would change sides"


def test_a_block_to_be_emptied_has_one_frame(view: Seen, theme: Theme, field: Board) -> None:
    block = cells(field, "a1", "b1", "a2", "b2")
    marks = (Mark("selected", block), Mark("capture", block))
    view.set_position(field, board("22...... 22......"))
    view.set_picks(Picks(frozenset(), (), ("V", 0), pieces=board("22...... 22......"), marks=marks), 0)

    image, shared = view.image(), view.cell_rect(field.cell("a1"))

    across = QRectF(shared.right() - 2, shared.top() + 6, 4, 4)
    assert theme.board.capture.name() not in colours_in(image, across)
    assert theme.board.capture.name() in colours_in(image, shared)


# ---- where blocks begin


def corner_at(view: Seen, name: str, flipped: bool, colour: QColor) -> bool:
    """Whether the corner of the cell that is at the block's side has a line of that colour, and the other one none."""
    assert view._board is not None
    rect, image = view.cell_rect(view._board.cell(name)), view.image()
    third = rect.width() / 3
    near, far = (
        QRectF(rect.topLeft(), rect.topLeft() + QPointF(third, third)),
        QRectF(rect.center(), rect.bottomRight()),
    )
    first, second = (far, near) if flipped else (near, far)
    return colour.name() in colours_in(image, first) and colour.name() not in colours_in(
        image, second.adjusted(2, 2, -2, -2)
    )


@pytest.mark.parametrize("flipped", [False, True])
def test_a_corner_is_marked_at_the_block_s_own_corner(view: Seen, theme: Theme, field: Board, flipped: bool) -> None:
    b2 = cells(field, "b2")
    view.set_flipped(flipped)
    view.set_position(field, {})
    view.set_picks(Picks(b2, (), ("V",), marks=(Mark("corner", b2),)), 0)

    assert corner_at(view, "b2", flipped, theme.board.legal)
    assert view.describe_cell(field.cell("b2")) == "b2, empty, a block that may be chosen begins here"


def test_the_block_under_the_mouse_is_outlined_before_it_is_picked(view: Seen, theme: Theme, field: Board) -> None:
    corner, block = cells(field, "b2"), cells(field, "b2", "c2", "b3", "c3")
    view.set_position(field, {})
    view.set_picks(
        Picks(corner, (), ("V",), marks=(Mark("corner", corner),)),
        0,
        lambda cell: Picks(frozenset(), (), ("V", cell), marks=(Mark("selected", block),)),
    )
    assert theme.board.staged.name() not in colours_in(view.image(), view.cell_rect(field.cell("c3")))

    QTest.mouseMove(view, view.at("b2"))
    assert theme.board.staged.name() in colours_in(view.image(), view.cell_rect(field.cell("c3")))

    QTest.mouseMove(view, view.at("f5"))
    assert theme.board.staged.name() not in colours_in(view.image(), view.cell_rect(field.cell("c3")))


# ---- paths


PATH = "........ 111..... ..1..... ..1111.. ........ ........"
WAY = ("a2", "b2", "c2", "c3", "c4", "d4", "e4", "f4")


def line_colour(pieces: Mapping[str, QColor]) -> str:
    return pieces["conquid_base_1"].name()


def test_a_path_that_there_is_is_a_thin_line_in_the_colour_of_the_base(view: Seen, theme: Theme, field: Board) -> None:
    way = cells(field, *WAY)
    view.set_position(field, board(PATH), (Mark("path", way, 0),))

    thin = between(view, "a2", "b2", line_colour(theme.board.pieces))
    view.set_over(way)

    assert 0 < thin < between(view, "a2", "b2", line_colour(theme.board.pieces))
    assert "on a path" in view.describe_cell(field.cell("a2"))


def between(view: Seen, one: str, other: str, colour: str) -> int:
    """How many pixels across a line between two cells have a colour."""
    at = (view.at(one) + view.at(other)) / 2
    image = view.image()
    return sum(image.pixelColor(at.x(), at.y() + d).name() == colour for d in range(-12, 13))


def test_cells_that_won_and_are_no_path_are_outlined(view: Seen, theme: Theme, field: Board) -> None:
    view.set_position(field, board(PATH))
    view.set_over(cells(field, *WAY))

    assert theme.board.region.name() in colours_in(view.image(), view.cell_rect(field.cell("f4")))


def test_the_winning_path_is_drawn_step_by_step(view: Seen, theme: Theme, field: Board, qtbot: QtBot) -> None:
    theme.choose(reduced_motion=False)
    way, colour = cells(field, *WAY), line_colour(theme.board.pieces)
    view.set_position(field, board(PATH), (Mark("path", way, 0),))
    view.set_over(way)

    assert between(view, "e4", "f4", colour) == 0
    view._lines.winning._animation.setCurrentTime(10_000)

    assert between(view, "e4", "f4", colour) > 4


def test_a_path_is_not_drawn_anew_when_nothing_changed(view: Seen, theme: Theme, field: Board) -> None:
    theme.choose(reduced_motion=False)
    way = cells(field, *WAY)
    view.set_position(field, board(PATH), (Mark("path", way, 0),))
    view.set_over(way)
    view._lines.winning._animation.setCurrentTime(10_000)

    view.set_position(field, board(PATH), (Mark("path", way, 0),), LastMove())

    assert view._lines.winning.steps == len(WAY)


def test_a_new_game_leaves_no_path(view: Seen, theme: Theme, field: Board) -> None:
    way = cells(field, *WAY)
    view.set_position(field, board(PATH), (Mark("path", way, 0),))
    view.set_over(way)

    view.set_over(frozenset())
    view.set_position(field, board(PATH))

    assert between(view, "a2", "b2", line_colour(theme.board.pieces)) == 0


def test_every_kind_of_ground_has_its_colours_on_every_board(theme: Theme) -> None:
    for spec in tokens().ground.values():
        for colours in [*tokens().board.values(), theme.board]:
            assert spec.fill in colours.pieces
            assert not spec.path or spec.path in colours.pieces
        assert tokens().ground[spec.area].hatch or not spec.block
