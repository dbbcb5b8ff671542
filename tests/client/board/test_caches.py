"""What is kept of a painted board: painted piece by piece, pushed or changed cell by cell, it is the board itself."""

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QApplication

from client_qt.board.cell_state import Position, faces
from client_qt.board.geometry import Geometry
from client_qt.board.painting.background import slab_pixmap
from client_qt.board.painting.background_cache import MANY_CELLS, BackgroundCache, is_heavy
from client_qt.board.painting.cells import CellPainter
from client_qt.board.painting.marks import around
from client_qt.theme import Theme
from netgame.boards.geometry import Board
from netgame.boards.hexagon import hexagon_board
from netgame.boards.square import square_board
from netgame.game import Mark, Piece
from tests.client.seen import Seen

SQUARES, HEXAGONS, VERY_MANY = square_board(9, 12), hexagon_board(5), square_board(30, 40)
PIECES = (
    Piece(0, "conquid_1"), Piece(1, "conquid_2"), Piece(0, "conquid_base_1"), Piece(0, "dwarf"), Piece(1, "troll"),
)  # fmt: skip
OFTEN = (*PIECES[:2], *PIECES[3:])  # what there are many of
MARKS = ("spot", "selected", "staged", "capture", "threatened", "goal", "die-5", "territory")

# of 255: round and slanting lines that go on beyond an area painted for itself are rounded a little otherwise there
ROUNDING = 16

SLOWLY = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def positions(board: Board) -> st.SearchStrategy[Position]:
    """Pieces and marks anywhere."""
    cells = st.integers(0, len(board.cells) - 1)
    marks = st.builds(
        lambda kind, where, seat: Mark(kind, frozenset(where), seat),
        st.sampled_from(MARKS),
        st.sets(cells, min_size=1, max_size=9),
        st.sampled_from((0, 1)),
    )
    pieces = st.dictionaries(cells, st.sampled_from(PIECES), max_size=len(board.cells))
    return st.builds(lambda pieces, marks: Position(pieces, tuple(marks)), pieces, st.lists(marks, max_size=4))


def show(view: Seen, board: Board, position: Position) -> None:
    view.set_position(board, position.pieces, position.marks)


def settle(view: Seen) -> None:
    """Until the window shows all of it."""
    for _ in range(300):
        QApplication.processEvents()
        if view.painted_whole:
            QApplication.processEvents()  # the last of it is shown
            return
    raise AssertionError("there is always something left to paint")


def painted_anew(view: Seen, theme: Theme) -> QImage:
    """The same, with nothing kept that was painted before."""
    view._backdrop.forget()
    view._frame.forget()
    view._lines.laid_out()
    theme.drawings._kept.clear()
    return view.image()


def difference(one: QImage, other: QImage) -> int:
    """How far two pictures are from each other in any part of any pixel."""
    assert one.size() == other.size()
    found = 0
    for ground in (Qt.GlobalColor.black, Qt.GlobalColor.white):  # on both, for there may be clear parts
        first, second = _flat(one, ground), _flat(other, ground)
        painter = QPainter(first)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
        painter.drawImage(0, 0, second)
        painter.end()
        levels = first.convertToFormat(QImage.Format.Format_RGB888)
        found = max(found, *bytes(levels.constBits()))
    return found


def _flat(image: QImage, ground: Qt.GlobalColor) -> QImage:
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(ground)
    painter = QPainter(flat)
    painter.drawImage(flat.rect(), image)
    painter.end()
    return flat


# ---- on the screen


@pytest.mark.slow
@pytest.mark.parametrize("board", [SQUARES, HEXAGONS], ids=["squares", "hexagons"])
@SLOWLY
@given(data=st.data())
def test_what_changed_cell_by_cell_looks_as_if_it_had_always_been_so(
    view: Seen, theme: Theme, board: Board, data: st.DataObject
) -> None:
    view.show()
    view.zoom_fit()
    for position in data.draw(st.lists(positions(board), min_size=2, max_size=3)):
        show(view, board, position)
        view.point_at(data.draw(st.integers(0, len(board.cells) - 1)))
        settle(view)

    assert view.image() == painted_anew(view, theme)


@pytest.mark.slow
@pytest.mark.parametrize("board", [SQUARES, HEXAGONS], ids=["squares", "hexagons"])
@SLOWLY
@given(data=st.data())
def test_a_board_that_was_zoomed_pushed_and_played_on_looks_as_if_painted_there(
    view: Seen, theme: Theme, board: Board, data: st.DataObject
) -> None:
    view.show()
    view.zoom_fit()
    show(view, board, data.draw(positions(board)))
    settle(view)
    somewhere = st.builds(QPointF, st.integers(0, view.width()), st.integers(0, view.height()))
    view.zoom_by(data.draw(st.floats(1.2, 3.0)), data.draw(somewhere))
    for _ in range(data.draw(st.integers(1, 3))):
        view.pan(QPointF(data.draw(st.integers(-90, 90)), data.draw(st.integers(-90, 90))))
        if data.draw(st.booleans()):
            settle(view)
        show(view, board, data.draw(positions(board)))
    settle(view)

    assert difference(view.image(), painted_anew(view, theme)) <= ROUNDING


def test_territory_takes_the_colour_of_the_first_piece_of_its_side(view: Seen, theme: Theme) -> None:
    marks = (Mark("territory", frozenset({0}), 0),)
    view.show()
    show(view, SQUARES, Position({}, marks))
    view.zoom_by(2.0, QPointF(0, 1))
    settle(view)

    show(view, SQUARES, Position({1: Piece(0, "conquid_1")}, marks))
    settle(view)

    assert view.image() == painted_anew(view, theme)


@pytest.mark.slow
def test_a_picture_of_a_board_that_is_still_being_painted_is_whole(view: Seen) -> None:
    view.show()
    view.set_position(VERY_MANY, dict.fromkeys(range(0, 1200, 3), PIECES[0]))
    at_once = view.image()
    settle(view)
    assert view.image() == at_once

    view.zoom_by(2.0)
    at_once = view.image()
    settle(view)
    assert view.image() == at_once


@pytest.mark.slow
def test_when_all_of_a_very_large_board_changes_the_window_shows_all_of_it_soon(view: Seen) -> None:
    view.show()
    view.set_position(VERY_MANY, {})
    settle(view)

    view.set_position(VERY_MANY, dict.fromkeys(range(1200), PIECES[0]))
    view.painted = QRegion()
    settle(view)

    slab = view._geometry.slab().boundingRect().toRect()  # type: ignore[union-attr]
    assert (QRegion(slab) - view.painted).isEmpty()
    assert screen(view) == view.image()


def screen(view: Seen) -> QImage:
    """What the window shows just now."""
    store = view.window().backingStore().paintDevice()
    assert isinstance(store, QImage)
    return store.copy()


# ---- the parts alone


@pytest.mark.slow
@pytest.mark.parametrize("dpr", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("board", [square_board(26, 40), hexagon_board(20)], ids=["squares", "hexagons"])
def test_an_empty_board_in_slices_is_the_one_painted_at_once(theme: Theme, board: Board, dpr: float) -> None:
    size, colours = QSize(400, 300), theme.board_with(board.shape)
    geometry = Geometry(board, QRectF(12, 12, 376, 276), dpr)
    assert is_heavy(geometry, size)
    backdrop = BackgroundCache(theme)
    backdrop.lay(geometry, size, colours)

    turns = 0
    while not backdrop.done:
        backdrop.work(-math.inf)
        turns += 1

    whole = slab_pixmap(theme, geometry, colours, QRectF(0, 0, 400, 300))
    assert turns > 2
    assert difference(backdrop.picture().toImage(), whole.toImage()) <= ROUNDING


@pytest.mark.slow
@pytest.mark.parametrize("dpr", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("board", [SQUARES, HEXAGONS], ids=["squares", "hexagons"])
@settings(SLOWLY, max_examples=4)
@given(data=st.data())
def test_cells_painted_in_parts_are_those_painted_together(
    theme: Theme, board: Board, dpr: float, data: st.DataObject
) -> None:
    cells = st.integers(0, len(board.cells) - 1)
    shown = faces(Position(data.draw(st.dictionaries(cells, st.sampled_from(OFTEN), min_size=9))), None)
    geometry = Geometry(board, QRectF(8, 8, 304, 224), dpr)

    def painted(areas: list[QRectF]) -> QImage:
        picture = QPixmap(QSize(320, 240) * dpr)
        picture.setDevicePixelRatio(dpr)
        picture.fill(Qt.GlobalColor.white)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for area in areas:
            painter.setClipRect(area)
            near = sorted(geometry.touching(around(area, geometry.cell)))
            part = {cell: shown[cell] for cell in near if cell in shown}
            CellPainter(theme, painter, geometry, theme.board_with(board.shape)).paint(shown, part=part)
        painter.end()
        return picture.toImage()

    quarters = [QRectF(left, top, 160, 120) for left in (0, 160) for top in (0, 120)]
    assert difference(painted(quarters), painted([QRectF(0, 0, 320, 240)])) <= ROUNDING


def test_only_large_boards_are_painted_in_slices() -> None:
    geometry = Geometry(SQUARES, QRectF(0, 0, 1280, 800))

    assert not is_heavy(geometry, QSize(1280, 800))
    assert is_heavy(geometry, QSize(3840, 2160))
    assert len(VERY_MANY.cells) > MANY_CELLS
