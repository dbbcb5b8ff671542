"""Painting of boards: one probe for each mark, areas of cells, and parts that look like the whole."""

import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client_qt.board.cell_state import LastMove, Position, cell_states
from client_qt.board.geometry import Geometry, with_reach
from client_qt.board.move_builder import MoveBuilder
from client_qt.board.painting.cells import CellPainter
from client_qt.board.painting.marks import suggested_colour
from client_qt.board.sample_positions import random_picks
from client_qt.theme import Theme, UiName
from client_qt.theme.colour import mix
from client_qt.theme.tokens import BoardColours, tokens
from devtools.harness.window.play import play_on, seeded_table
from netgame.boards.geometry import Board
from netgame.boards.hexagon import hexagon_board
from netgame.boards.square import square_board
from netgame.game import Cell, Mark, Over, Picks, Piece, ToMove
from netgame.games import GAMES
from netgame.options import variants
from tests.client.recording_board import BLACK, WHITE, RecordingBoard, alike, cells, colours_in, picks

SQUARES, HEXAGONS, FIELD = square_board(9, 12), hexagon_board(5), square_board(6, 8)
FLOWER = Piece(0, "bloom_1a")
FIELD_KINDS = {
    "1": Piece(0, "conquid_1"), "2": Piece(1, "conquid_2"), "a": Piece(0, "conquid_base_1"),
    "A": Piece(0, "conquid_core_1"), "b": Piece(1, "conquid_base_2"),
}  # fmt: skip
# the edges of slanting lines, and ends of dashes, are rounded differently if they extend beyond the painted area
ROUNDING, SPECKS = 32, 64  # of 255; pixels that may differ more

SLOWLY = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def field(text: str) -> dict[Cell, Piece]:
    """Rows of eight: `1` and `2` cells, `a` and `A` a base and its middle, `b` another base."""
    rows = text.split()
    return {8 * r + c: FIELD_KINDS[sign] for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "."}


@pytest.mark.parametrize(
    ("kind", "colour"),
    [
        ("selected", "staged"), ("staged", "staged"), ("capture", "capture"), ("spot", "spot"),
        ("threatened", "capture"),
    ],
)  # fmt: skip
def test_a_mark_is_painted_in_its_cell_only(view: RecordingBoard, theme: Theme, kind: str, colour: str) -> None:
    theme.choose(board="paper")
    view.set_position(HEXAGONS, {HEXAGONS.cell("d4"): BLACK}, (Mark(kind, cells(HEXAGONS, "d4")),))
    expected = getattr(theme.board, colour).name()
    assert expected in view.colours("d4")
    assert expected not in view.colours("b2")


def test_a_hint_is_a_ring_in_its_cell(view: RecordingBoard, theme: Theme) -> None:
    view.set_position(HEXAGONS, {}, (Mark("suggested", cells(HEXAGONS, "d4")),))
    ring = suggested_colour(theme.board).name()
    assert ring in view.colours("d4")
    assert ring not in view.colours("b2")


@pytest.mark.parametrize("ui", ["light", "dark", "contrast", "contrast_dark"])
def test_a_legal_cell_has_a_dot(view: RecordingBoard, theme: Theme, clod: Board, ui: UiName) -> None:
    theme.choose(ui=ui)
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2"))
    assert view.image().pixelColor(view.at("b2")) == theme.board.legal
    assert theme.board.legal.name() not in view.colours("e5")


def mark(kind: str, *names: str) -> Callable[[RecordingBoard], None]:
    return lambda view: view.set_position(SQUARES, {}, (Mark(kind, cells(SQUARES, *names), 1),))


def show_hover(view: RecordingBoard) -> None:
    view.set_picks(picks(SQUARES, "c3", pieces={SQUARES.cell("c3"): BLACK}))
    view.point_at(SQUARES.cell("c3"))


def show_ghost(view: RecordingBoard) -> None:
    view.set_legal_shown(False)
    view.set_picks(picks(SQUARES, "c3"), 0, lambda cell: Picks(frozenset(), (), pieces={cell: BLACK}))
    view.point_at(SQUARES.cell("c3"))


def show_foreseen(view: RecordingBoard) -> None:
    block = (Mark("selected", cells(SQUARES, "b2", "c2", "b3", "c3")),)
    view.set_legal_shown(False)
    view.set_picks(picks(SQUARES, "b2"), 0, lambda cell: Picks(frozenset(), (), marks=block))
    view.point_at(SQUARES.cell("b2"))


def show_old_piece(view: RecordingBoard) -> None:
    view.set_position(SQUARES, {SQUARES.cell("c3"): BLACK})
    view.set_picks(picks(SQUARES, marks=(Mark("from", cells(SQUARES, "c3")),)))


def show_unknown_piece(view: RecordingBoard) -> None:
    view.set_position(SQUARES, {SQUARES.cell("c3"): Piece(0, "wizard")})


@pytest.mark.parametrize(
    "probe",
    [
        mark("goal", "c3"), mark("die-5", "c3"), mark("territory", "c3"), mark("path", "b3", "c3", "d3"),
        show_hover, show_ghost, show_foreseen, show_old_piece, show_unknown_piece,
    ],
)  # fmt: skip
def test_everything_that_a_cell_may_show_is_seen(view: RecordingBoard, probe: Callable[[RecordingBoard], None]) -> None:
    view.set_position(SQUARES, {})
    before = view.image()
    probe(view)
    after = view.image()
    assert difference(before.copy(view.rect_of("c3").toRect()), after.copy(view.rect_of("c3").toRect())) > 0
    assert difference(before.copy(view.rect_of("f6").toRect()), after.copy(view.rect_of("f6").toRect())) == 0


@pytest.mark.parametrize("flipped", [False, True])
def test_cursor_and_target_have_colours_and_blocks_a_corner(view: RecordingBoard, theme: Theme, flipped: bool) -> None:
    target, corner = {SQUARES.cell("d4"): WHITE}, (Mark("corner", cells(SQUARES, "c3")),)
    view.set_turned(3 * flipped)
    view.set_position(SQUARES, target)
    view.set_picks(picks(SQUARES, "c3", "d4", pieces=target, marks=corner), 0)
    view.set_cursor(SQUARES.cell("f6"))

    assert theme.board.cursor.name() in view.colours("f6")
    assert theme.board.legal.name() in view.colours("d4")
    rect = view.rect_of("c3").adjusted(2, 2, -2, -2)
    halves = {False: QRectF(rect.topLeft(), rect.center()), True: QRectF(rect.center(), rect.bottomRight())}
    assert theme.board.legal.name() in colours_in(view.image(), halves[flipped])
    assert theme.board.legal.name() not in colours_in(view.image(), halves[not flipped].adjusted(6, 6, -6, -6))


def test_the_last_move_is_a_frame_and_brackets_at_its_origin(view: RecordingBoard, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {}, (), LastMove(cells(clod, "b2"), cells(clod, "e5")))

    def top_middle(name: str) -> QColor:
        rect = view.rect_of(name)
        return view.image().pixelColor(round(rect.center().x()), round(rect.top()) + 2)

    assert top_middle("e5") == theme.board.last
    assert top_middle("b2") != theme.board.last
    assert theme.board.last.name() in view.colours("b2")
    theme.choose(board="paper")
    assert view.image().pixelColor(view.at("a2")) == theme.tokens.board["paper"].cell_b


def test_a_piece_hides_the_die_under_it(view: RecordingBoard, theme: Theme, clod: Board) -> None:
    theme.choose(board="paper")  # no grain
    view.set_position(clod, {clod.cell("b2"): WHITE}, (Mark("die-1", cells(clod, "a1", "b2")),))
    image, board = view.image(), theme.board
    assert alike(image.pixelColor(view.at("a1")), mix(board.cell_a, board.rim, 0.55))
    assert image.pixelColor(view.at("b2")) == board.pieces["clod_white"]


def test_the_deciding_region_has_a_wider_outline_than_others(view: RecordingBoard, theme: Theme, clod: Board) -> None:
    lost, won = cells(clod, "a1", "a2"), cells(clod, "e5", "e6")
    view.set_position(clod, {}, (Mark("region", lost, 0), Mark("region", won, 1)))
    view.set_deciding_cells(won)

    def width(name: str) -> int:
        rect, image = view.rect_of(name), view.image()
        line = range(round(rect.left()) - 8, round(rect.left()) + 9)
        return sum(image.pixelColor(x, round(rect.center().y())) == theme.board.region for x in line)

    assert 0 < width("a2") < width("e6")


def edge_colour(view: RecordingBoard, one: str, other: str) -> QColor:
    """The colour in the middle of the edge between two neighbours; the second is at the right or below."""
    at = (view.rect_of(one).center() + view.rect_of(other).center()) / 2
    return view.image().pixelColor(int(at.x()), int(at.y()))


def test_neighbours_of_one_owner_have_a_seam_and_others_an_outline(view: RecordingBoard, theme: Theme) -> None:
    view.set_position(FIELD, field("112....."))
    seam = mix(theme.board.pieces["conquid_1"], QColor("#101418"), 0.30)
    between = QRectF(view.cell_rect(0).right() - 2, view.at("a1").y(), 4, 1)
    assert any(alike(QColor(name), seam) for name in colours_in(view.image(), between))
    assert edge_colour(view, "b1", "c1") == theme.board.outline
    assert edge_colour(view, "a1", "a2") == theme.board.outline


@pytest.mark.parametrize(
    ("board", "one", "other"),
    [(FIELD, FIELD_KINDS["1"], FIELD_KINDS["2"]), (HEXAGONS, FLOWER, Piece(0, "bloom_1b"))],
    ids=["owners", "pieces of one owner"],
)
def test_pieces_differ_in_grey(view: RecordingBoard, theme: Theme, board: Board, one: Piece, other: Piece) -> None:
    theme.choose(pieces="grey", board="paper")
    view.set_position(board, {board.cell("c3"): one, board.cell("e3"): other})
    image = view.image()

    def ink(name: str) -> set[tuple[int, int]]:
        """The pixels that differ from the colour of the piece."""
        at, fill = view.at(name), image.pixelColor(view.at(name).x(), view.at(name).y() - 10)
        near = [(x, y) for x in range(-8, 9) for y in range(-8, 9)]
        return {(x, y) for x, y in near if not alike(image.pixelColor(at.x() + x, at.y() + y), fill)}

    assert len(ink("c3") ^ ink("e3")) > 8


def test_a_base_is_one_block_of_any_size_with_its_corners_cut(view: RecordingBoard, theme: Theme) -> None:
    view.set_position(FIELD, field("........ .aaa.bb. .aAa.bb. .aaa.... .......b ........"))

    for one, other in (("b2", "c2"), ("b2", "b3"), ("f2", "g2")):
        assert edge_colour(view, one, other) != theme.board.outline
    corner = view.rect_of("b2").topLeft() + QPointF(2, 2)
    assert theme.board.pieces["conquid_base_1"].name() not in colours_in(
        view.image(), QRectF(corner, corner + QPointF(2, 2))
    )
    assert theme.board.pieces["conquid_base_2"].name() in view.colours("h5")
    assert theme.board.pieces["conquid_1"].name() in view.colours("c3"), "the middle has the colour of the cells"
    assert theme.board.pieces["conquid_1"].name() not in view.colours("b3")


def test_a_staged_cell_is_pale_and_captured_ones_have_one_frame(view: RecordingBoard, theme: Theme) -> None:
    theme.choose(board="paper")
    b1 = FIELD.cell("b1")
    view.set_position(FIELD, field("1......."))
    view.set_picks(Picks(frozenset(), (), (b1,), pieces=field("11......"), marks=(Mark("staged", frozenset({b1})),)))
    fill = theme.board.pieces["conquid_1"].name()
    assert fill in view.colours("a1")
    assert fill not in colours_in(view.image(), view.rect_of("b1").adjusted(3, 3, -3, -3))

    taken = cells(FIELD, "b1", "c1")
    view.set_position(FIELD, field("122....."))
    view.set_picks(Picks(frozenset(), (), ("C",), pieces=field("111....."), marks=(Mark("capture", taken),)), 0)

    pieces, rect = theme.board.pieces, view.rect_of("b1")
    seen = view.colours("b1")
    assert {pieces["conquid_1"].name(), theme.board.capture.name(), theme.board.staged.name()} <= seen
    assert pieces["conquid_2"].name() not in seen
    between = QRectF(rect.right() - 3, rect.center().y() - 6, 6, 3)
    assert theme.board.staged.name() not in colours_in(view.image(), between)


def test_pieces_that_would_be_captured_together_have_one_frame(view: RecordingBoard, theme: Theme) -> None:
    theme.choose(board="paper")
    view.set_position(FIELD, field("122....."), (Mark("capture", cells(FIELD, "b1", "c1")),))

    rect, image, capture = view.rect_of("b1"), view.image(), theme.board.capture.name()
    between = QRectF(rect.right() - 3, rect.center().y() - 6, 6, 3)
    assert capture in colours_in(image, between.translated(-rect.width(), 0))
    assert capture not in colours_in(image, between)
    assert capture in colours_in(image, between.translated(rect.width(), 0))


PATH = "........ 111..... ..1..... ..1111.. ........ ........"
PATH_CELLS = ("a2", "b2", "c2", "c3", "c4", "d4", "e4", "f4")


def path_width(view: RecordingBoard, colours: BoardColours, one: str, other: str) -> int:
    """How many pixels across the line between two cells have the colour of the path."""
    at, image, colour = (view.at(one) + view.at(other)) / 2, view.image(), colours.pieces["conquid_base_1"]
    return sum(image.pixelColor(at.x(), at.y() + d) == colour for d in range(-12, 13))


def test_the_winning_path_is_wider_and_drawn_step_by_step_once(view: RecordingBoard, theme: Theme) -> None:
    theme.choose(reduced_motion=False)
    path = cells(FIELD, *PATH_CELLS)
    marks = (Mark("path", path, 0),)
    view.set_position(FIELD, field(PATH), marks)
    thin = path_width(view, theme.board, "a2", "b2")

    view.set_deciding_cells(path)
    assert path_width(view, theme.board, "e4", "f4") == 0
    view.finish_animations()
    assert 0 < thin < path_width(view, theme.board, "e4", "f4")

    view.set_position(FIELD, field(PATH), marks, LastMove())
    assert path_width(view, theme.board, "e4", "f4") > thin, "nothing changed"
    view.set_deciding_cells(frozenset())
    view.set_position(FIELD, field(PATH))
    assert path_width(view, theme.board, "a2", "b2") == 0


def test_every_kind_of_ground_has_its_colours_on_every_board(theme: Theme) -> None:
    for spec in tokens().ground.values():
        for colours in [*tokens().board.values(), theme.board]:
            assert spec.fill in colours.pieces
            assert not spec.path or spec.path in colours.pieces
        assert tokens().ground[spec.area].hatch or not spec.block


def test_one_changed_cell_repaints_only_its_surroundings(view: RecordingBoard, clod: Board) -> None:
    view.set_position(clod, {})
    screen(view)
    view.painted = QRegion()

    view.set_position(clod, {clod.cell("c3"): BLACK})
    QApplication.processEvents()
    rect = view.rect_of("c3")
    assert with_reach(rect, rect.width()).toAlignedRect().contains(view.painted.boundingRect())
    assert view.painted.boundingRect().contains(rect.toRect().adjusted(1, 1, -1, -1))

    view.painted = QRegion()
    view.set_position(clod, {clod.cell("c3"): BLACK})
    QApplication.processEvents()
    assert view.painted.isEmpty(), "the same position again"


def test_a_board_without_a_position_is_empty_and_harmless(theme: Theme, qtbot: QtBot) -> None:
    board = RecordingBoard(theme)
    qtbot.addWidget(board)
    board.show()
    QTest.mouseClick(board, Qt.MouseButton.LeftButton)
    QTest.keyClick(board, Qt.Key.Key_Left)
    assert board.cells == []
    assert board.aspect == 1.0


PIECES = (*FIELD_KINDS.values(), Piece(0, "dwarf"), Piece(1, "troll"))
MARKS = ("spot", "selected", "staged", "capture", "threatened", "goal", "die-5", "territory")


def positions(board: Board) -> st.SearchStrategy[Position]:
    """Pieces and marks anywhere."""
    where = st.integers(0, len(board.cells) - 1)
    marks = st.builds(
        lambda kind, marked, seat: Mark(kind, frozenset(marked), seat),
        st.sampled_from(MARKS),
        st.sets(where, min_size=1, max_size=9),
        st.sampled_from((0, 1)),
    )
    pieces = st.dictionaries(where, st.sampled_from(PIECES), max_size=len(board.cells))
    return st.builds(lambda pieces, marks: Position(pieces, tuple(marks)), pieces, st.lists(marks, max_size=4))


def show(view: RecordingBoard, board: Board, position: Position) -> None:
    view.set_position(board, position.pieces, position.marks)
    QApplication.processEvents()


def screen(view: RecordingBoard) -> QImage:
    """The contents of the window, painted part by part as they changed."""
    QApplication.processEvents()
    while any(timer.isActive() for timer in view.findChildren(QTimer)):
        QApplication.processEvents()
    QApplication.processEvents()
    store = view.window().backingStore().paintDevice()
    assert isinstance(store, QImage)
    return store.copy()


def painted_anew(view: RecordingBoard, theme: Theme) -> QImage:
    """The same board with all colours and caches new."""
    theme.changed.emit()
    return screen(view)


def difference(one: QImage, other: QImage) -> int:
    """How many pixels of two pictures differ by more than rounding."""
    assert one.size() == other.size()
    found = QImage(one.size(), QImage.Format.Format_RGB32)
    found.fill(Qt.GlobalColor.black)
    painter = QPainter(found)
    painter.drawImage(0, 0, one)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, other)
    painter.end()
    levels = bytes(found.constBits())
    return sum(max(pixel) > ROUNDING for pixel in zip(levels[0::4], levels[1::4], levels[2::4], strict=True))


def test_a_position_that_changes_while_the_size_changes_is_painted(view: RecordingBoard, theme: Theme) -> None:
    show(view, HEXAGONS, Position({20: FLOWER}))
    screen(view)
    size = view.size()
    view.resize(300, 300)
    view.set_position(HEXAGONS, {})
    view.resize(size)
    assert difference(screen(view), painted_anew(view, theme)) <= SPECKS


@pytest.mark.slow
@pytest.mark.parametrize("board", [SQUARES, HEXAGONS], ids=["squares", "hexagons"])
@SLOWLY
@given(data=st.data())
def test_a_board_that_was_zoomed_panned_and_changed_looks_as_if_painted_at_once(
    view: RecordingBoard, theme: Theme, monkeypatch: pytest.MonkeyPatch, board: Board, data: st.DataObject
) -> None:
    monkeypatch.setattr("client_qt.board.widget.BUDGET_S", 0.0)  # one part in each turn of the loop
    view.show()
    view.zoom_fit()
    is_zoomed = data.draw(st.booleans())
    for number, position in enumerate(data.draw(st.lists(positions(board), min_size=2, max_size=3))):
        show(view, board, position)
        view.point_at(data.draw(st.integers(0, len(board.cells) - 1)))
        if is_zoomed and number == 0:
            somewhere = st.builds(QPointF, st.integers(0, view.width()), st.integers(0, view.height()))
            view.zoom_by(data.draw(st.floats(1.2, 3.0)), data.draw(somewhere))
        elif is_zoomed:
            QApplication.processEvents()
            view.pan(QPointF(data.draw(st.integers(-90, 90)), data.draw(st.integers(-90, 90))))

    assert difference(screen(view), painted_anew(view, theme)) <= SPECKS


@pytest.mark.slow
@pytest.mark.parametrize("dpr", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("board", [SQUARES, HEXAGONS], ids=["squares", "hexagons"])
@settings(SLOWLY, max_examples=4)
@given(data=st.data())
def test_cells_painted_in_parts_look_as_if_painted_together(
    theme: Theme, board: Board, dpr: float, data: st.DataObject
) -> None:
    where = st.integers(0, len(board.cells) - 1)
    often = st.sampled_from((*PIECES[:2], *PIECES[-2:]))
    states = cell_states(Position(data.draw(st.dictionaries(where, often, min_size=9))), None)
    geometry = Geometry(board, QRectF(8, 8, 304, 224), dpr)

    def painted(areas: list[QRectF]) -> QImage:
        picture = QPixmap(QSize(320, 240) * dpr)
        picture.setDevicePixelRatio(dpr)
        picture.fill(Qt.GlobalColor.white)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for area in areas:
            painter.setClipRect(area)
            near = sorted(geometry.touching(with_reach(area, geometry.cell)))
            part = {cell: states[cell] for cell in near if cell in states}
            CellPainter(theme, painter, geometry, theme.board_with(board.shape)).paint(states, part)
        painter.end()
        return picture.toImage()

    quarters = [QRectF(left, top, 160, 120) for left in (0, 160) for top in (0, 120)]
    assert difference(painted(quarters), painted([QRectF(0, 0, 320, 240)])) <= SPECKS


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_board_is_painted_with_its_positions_and_a_turn(theme: Theme, qtbot: QtBot, key: str) -> None:
    kind, chance = GAMES[key], random.Random(1)
    shown = [(kind(), kind().read_position(kind.example))] if kind.example else []
    for options in variants(kind).values():
        table = seeded_table(key, **options)
        for turns in (10, 60):
            play_on(table, turns)
            shown.append((table.match.game, table.match.state))
    for game, state in shown:
        view, builder = RecordingBoard(theme), MoveBuilder()
        qtbot.addWidget(view)
        view.resize(600, 400)
        view.set_position(game.board, game.pieces(state), game.marks(state), LastMove(frozenset({0}), frozenset({1})))
        turn = game.turn(state)
        if isinstance(turn, Over):
            view.set_deciding_cells(turn.cells)
        builder.begin(game, state)
        for pick in random_picks(game, state, chance).picked if isinstance(turn, ToMove) else ():
            view.set_picks(builder.picks, builder.seat, builder.preview)
            view.point_at(pick if isinstance(pick, int) else None)
            assert not view.image().isNull()
            builder.pick(pick)
        view.set_picks(builder.picks, builder.seat, builder.preview)
        view.set_cursor(0)
        assert not view.image().isNull()


def test_the_largest_board_is_painted_and_the_window_is_seen_beside_it(view: RecordingBoard) -> None:
    view.set_position(square_board(60, 100), {5999: FIELD_KINDS["1"]})
    assert len(colours_in(view.image(), view.cell_rect(5999))) > 1
    view.set_position(HEXAGONS, {})
    assert view.image().pixelColor(0, 0) == view.palette().window().color()


def test_a_piece_moves_to_its_cell_and_clicks_work_meanwhile(view: RecordingBoard, theme: Theme, clod: Board) -> None:
    theme.choose(reduced_motion=False)
    black = theme.board.pieces["clod_black"]
    view.set_position(clod, {clod.cell("a1"): BLACK})
    view.set_position(clod, {clod.cell("f6"): BLACK})
    view.set_picks(picks(clod, "b2", pieces={clod.cell("f6"): BLACK}))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.at("b2"))

    assert view.names() == ["b2"]
    assert view.image().pixelColor(view.at("f6")) != black
    view.finish_animations()
    assert view.image().pixelColor(view.at("f6")) == black
