"""Marks of cells that games further on bring: threats, territory, goals; boards that are large or of hexagons."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client_qt.board.cell_state import FEW_DOTS, LastMove
from client_qt.board.geometry import Geometry
from client_qt.board.painting.background import readable
from client_qt.board.painting.lattice import in_line, lattice_of
from client_qt.theme import Theme
from netgame.boards.geometry import Board
from netgame.boards.hexagon import hexagon_board
from netgame.boards.square import square_board
from netgame.game import Mark, Picks, Piece
from netgame.games import GAMES
from tests.client.gallery_boards import boards
from tests.client.seen import BLACK, Seen, cells, colours_in, picks

FLOWER, STAR = Piece(0, "bloom_1a"), Piece(1, "bloom_2a")


@pytest.fixture
def hexagon() -> Board:
    return hexagon_board(4)


# ---- threats, territory, goals


def test_threatened_pieces_are_ringed_and_may_be_not(view: Seen, theme: Theme, hexagon: Board) -> None:
    theme.choose(board="paper")
    d4 = hexagon.cell("d4")
    view.set_position(hexagon, {d4: FLOWER}, (Mark("threatened", frozenset({d4}), 0),))
    assert theme.board.capture.name() in colours_in(view.image(), view.cell_rect(d4))
    assert view.describe_cell(d4) == "d4, blue flower, threatened"

    view.set_threats_shown(False)

    assert theme.board.capture.name() not in colours_in(view.image(), view.cell_rect(d4))
    assert view.describe_cell(d4) == "d4, blue flower"


def test_threatened_pieces_that_lie_together_have_one_ring(view: Seen, theme: Theme, hexagon: Board) -> None:
    theme.choose(board="paper")
    both = cells(hexagon, "d4", "d5")
    view.set_position(hexagon, dict.fromkeys(both, FLOWER), (Mark("threatened", both, 0),))

    shared = view.cell_rect(hexagon.cell("d4")).right()
    middle = view.cell_rect(hexagon.cell("d4")).center().y()
    assert theme.board.capture.name() not in colours_in(view.image(), QRectF(shared - 6, middle - 8, 12, 16))


def test_territory_has_the_shape_and_the_colour_of_its_owner(view: Seen, theme: Theme, hexagon: Board) -> None:
    theme.choose(board="paper")
    c = hexagon.cell
    pieces = {c("a1"): FLOWER, c("g1"): STAR}
    view.set_position(
        hexagon, pieces, (Mark("territory", cells(hexagon, "a3"), 0), Mark("territory", cells(hexagon, "g3"), 1))
    )

    image = view.image()

    assert image.pixelColor(view.at("a3")) == theme.board.pieces["bloom_1a"]
    assert image.pixelColor(view.at("g3")) == theme.board.pieces["bloom_2a"]
    assert view.describe_cell(c("a3")) == "a3, empty, territory of the first player"


def test_goals_stay_on_the_board_while_a_turn_is_made(view: Seen, theme: Theme) -> None:
    theme.choose(board="paper")
    board = square_board(3, 3)
    view.set_position(board, {})
    plain = view.image()

    view.set_position(board, {}, (Mark("goal", cells(board, "b1")),))
    assert view.image() != plain
    view.set_picks(picks(board))

    assert view.image() != plain
    assert view.describe_cell(board.cell("b1")) == "b1, empty, goal"


# ---- many cells


def test_dots_are_left_out_where_nearly_every_cell_would_have_one(view: Seen, theme: Theme) -> None:
    board = square_board(6, 6)
    everywhere = frozenset(range(36))
    view.set_position(board, {})

    view.set_picks(Picks(everywhere, ()))
    assert view.image().pixelColor(view.at("c3")) != theme.board.legal

    view.set_picks(Picks(frozenset(range(FEW_DOTS)), ()))
    assert view.image().pixelColor(view.at("a1")) == theme.board.legal


def test_dots_that_the_dice_give_are_always_shown(view: Seen, theme: Theme) -> None:
    board = square_board(6, 6)
    view.set_position(board, {})

    view.set_picks(Picks(frozenset(range(36)), (), marks=(Mark("spot", cells(board, "c3")),)))

    assert view.image().pixelColor(view.at("c3")) == theme.board.legal


@pytest.mark.parametrize(("rows", "columns", "cell"), [(60, 100, 12.0), (60, 100, 7.5), (21, 42, 14.0), (14, 28, 40.0)])
def test_names_on_the_rim_never_run_into_each_other(theme: Theme, rows: int, columns: int, cell: float) -> None:
    font = theme.font("small", "strong")
    font.setPixelSize(10)
    metrics = QFontMetricsF(font)

    labels = readable(square_board(rows, columns), cell, metrics)

    top = sorted((label.x * cell, metrics.horizontalAdvance(label.text)) for label in labels if label.y < 0)
    for (x, width), (following, next_width) in pairwise(top):
        assert x + width / 2 < following - next_width / 2
    left = sorted(label.y * cell for label in labels if label.x < 0)
    assert all(below - above > metrics.capHeight() for above, below in pairwise(left))
    assert {"a", "1"} <= {label.text for label in labels}


def test_a_very_large_board_fits_the_smallest_window(theme: Theme, view: Seen) -> None:
    view.set_position(square_board(60, 100), {})

    assert view.minimumSizeHint().width() <= 700
    view.resize(740, 420)
    assert view.rect().contains(view.cell_rect(5999).toAlignedRect())


def test_cells_are_found_by_place_on_every_board() -> None:
    for board in (square_board(21, 42), hexagon_board(2), hexagon_board(10), GAMES["thud"]().board):
        for sixths in (0, 3) if board.shape == "square" else range(6):
            geometry = Geometry(board, QRectF(0, 0, 900, 700), 1.25, sixths)
            for cell in range(len(board.cells)):
                assert geometry.at(geometry.centre(cell)) == cell
                assert cell in set(geometry.touching(geometry.rect(cell)))


def test_neighbours_see_each_other() -> None:
    for board, most in ((square_board(5, 7), 4), (hexagon_board(5), 6), (GAMES["thud"]().board, 4)):
        lattice = lattice_of(board)
        for cell in range(len(board.cells)):
            beside = lattice.beside(cell)
            assert len(beside) == most
            half = most // 2
            for side, other in enumerate(beside):
                assert other is None or lattice.beside(other)[(side + half) % most] == cell


def test_a_path_is_followed_from_its_left_end() -> None:
    board = square_board(4, 4)
    way = cells(board, "a1", "b1", "b2", "b3", "c3")

    assert [board.name(cell) for cell in in_line(board, way)] == ["a1", "b1", "b2", "b3", "c3"]
    assert in_line(board, cells(board, "c2")) == (board.cell("c2"),)


@pytest.mark.parametrize(
    "names", [("a1", "c1"), ("a1", "b1", "a2", "b2"), ("b1", "a2", "b2", "c2"), ("a1", "c3", "d3", "c4", "d4")]
)
def test_what_is_no_path_is_not_taken_for_one(names: tuple[str, ...]) -> None:
    board = square_board(4, 4)

    assert in_line(board, cells(board, *names)) == ()


# ---- hexagons


def test_hexagons_lie_on_paper_unless_another_board_is_chosen(theme: Theme) -> None:
    assert theme.board_with("hexagon").name == "paper"
    assert theme.board_with("square").name == "wood"

    theme.choose(ui="dark")
    assert theme.board_with("hexagon").name == "slate"

    theme.choose(ui="light", board="wood")
    assert theme.board_with("hexagon").name == "wood"


@pytest.mark.parametrize("side", range(2, 11))
@pytest.mark.parametrize("sixths", range(6))
def test_arrows_reach_every_hexagon(side: int, sixths: int) -> None:
    board = hexagon_board(side)
    geometry = Geometry(board, QRectF(0, 0, 600, 600), sixths=sixths)
    reached, todo = {0}, [0]

    while todo:
        cell = todo.pop()
        for direction in ("left", "right", "up", "down"):
            other = geometry.towards(cell, direction)  # type: ignore[arg-type]
            if other not in reached:
                reached.add(other)
                todo.append(other)

    assert len(reached) == len(board.cells)


def test_up_and_down_stay_in_their_column(view: Seen, hexagon: Board) -> None:
    view.set_position(hexagon, {})
    view.set_cursor(hexagon.cell("a2"))

    QTest.keyClick(view, Qt.Key.Key_Up)
    assert view.cursor_cell == hexagon.cell("b2")
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert view.cell_rect(view.cursor_cell or 0).center().x() == pytest.approx(view.at("a2").x(), abs=40)
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Down)

    QTest.keyClick(view, Qt.Key.Key_Down)

    assert view.cursor_cell == hexagon.cell("a2")


@pytest.mark.parametrize(
    ("key", "name"),
    [("Key_7", "e4"), ("Key_9", "e5"), ("Key_1", "c3"), ("Key_3", "c4"), ("Key_Home", "e4"), ("Key_PageDown", "c4")],
)
def test_the_number_block_goes_to_the_other_four_neighbours(view: Seen, key: str, name: str) -> None:
    board = hexagon_board(5)
    view.set_position(board, {})
    view.set_cursor(board.cell("d4"))

    QTest.keyClick(view, getattr(Qt.Key, key), Qt.KeyboardModifier.KeypadModifier)

    assert board.name(view.cursor_cell or 0) == name


def test_a_click_on_a_hexagon_picks_it_up_to_its_edge(view: Seen, hexagon: Board) -> None:
    view.set_position(hexagon, {})
    view.set_picks(picks(hexagon, "d4", "c3"))
    rect = view.cell_rect(hexagon.cell("d4"))

    QTest.mouseClick(
        view, Qt.MouseButton.LeftButton, pos=(rect.center() + (rect.center() - rect.topLeft()) * 0.6).toPoint()
    )
    corner = rect.topLeft().toPoint()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=corner)

    assert view.names()[0] == "d4"
    assert "d4" not in view.names()[1:], "the corner of its rectangle is another cell's"


def test_pieces_of_one_owner_differ_in_grey(view: Seen, theme: Theme, hexagon: Board) -> None:
    theme.choose(pieces="grey", board="paper")
    one, other = hexagon.cell("d4"), hexagon.cell("d5")
    view.set_position(hexagon, {one: Piece(0, "bloom_1a"), other: Piece(0, "bloom_1b")})

    image = view.image()

    def shape(name: str) -> set[tuple[int, int]]:
        at, reach = view.at(name), round(view.cell_rect(one).width() / 2) - 4
        grey = [(x, y) for x in range(-reach, reach) for y in range(-reach, reach)]
        return {(x, y) for x, y in grey if image.pixelColor(at.x() + x, at.y() + y).lightness() < 128}

    assert len(shape("d4") ^ shape("d5")) > 100


# ---- only what changed


def test_pointing_at_cells_leaves_the_others_alone(view: Seen, hexagon: Board) -> None:
    view.set_position(hexagon, dict.fromkeys(range(20), FLOWER), (), LastMove())
    view.set_picks(Picks(frozenset(range(20, 37)), (), pieces=dict.fromkeys(range(20), FLOWER)), 0)
    before = dict(view._faces)

    view.point_at(hexagon.cell("c3"))
    view.set_cursor(hexagon.cell("b2"))

    differing = {cell for cell in range(37) if view._faces.get(cell) != before.get(cell)}
    assert differing == cells(hexagon, "c3", "b2")
    assert all(view._faces[cell] is before[cell] for cell in range(18))


def test_what_is_pointed_at_is_forgotten_with_its_board(view: Seen, clod: Board, hexagon: Board) -> None:
    view.set_position(clod, {0: BLACK})
    view.set_cursor(clod.cell("f6"))

    view.set_position(hexagon, {})

    assert view._faces == {}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_piece_of_every_game_has_a_drawing_and_words(theme: Theme, view: Seen, key: str) -> None:
    game = GAMES[key]()
    state = game.read_position(game.example) if game.example else game.start()

    view.set_position(game.board, game.pieces(state), game.marks(state))

    one_of_each = {piece.kind: cell for cell, piece in game.pieces(state).items()}
    for kind, cell in one_of_each.items():
        assert kind in theme.tokens.ground or theme.drawings.has_piece(kind)
        assert game.piece_names[kind] in view.describe_cell(cell)


@pytest.mark.slow
def test_every_state_of_the_gallery_is_drawn(theme: Theme, qtbot: QtBot) -> None:
    seen = []
    for name, make in boards():
        board = make(theme)
        qtbot.addWidget(board)
        board.resize(600, 400)
        assert not board.grab().toImage().isNull()
        seen.append(name)

    assert seen
