"""The board: what is drawn where, and what mouse and keyboard mean, with real events."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEvent, QRegion
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client_qt.look import Theme
from client_qt.look.colour import mix
from client_qt.views.board import BoardView, Last, last_of
from client_qt.views.boardmotion import Change, changes
from client_qt.views.compose import Composer
from client_qt.views.geometry import HEXAGON_HEIGHT, Geometry
from client_qt.views.marks import around
from netgame.boards import Board, Label, Place
from netgame.game import Cell, Game, Mark, Picks, Piece
from netgame.games import GAMES

BLACK, WHITE = Piece(0, "clod_black"), Piece(1, "clod_white")
DWARF, TROLL = Piece(0, "dwarf"), Piece(1, "troll")
LINE = "T dF10,dE8,dE9,dA6,TG8,TH7,TJ6,RH8"
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


class Seen(BoardView):
    """A board that remembers what it had to paint, and what was said."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.painted = QRegion()
        self.cells: list[Cell] = []
        self.others: list[str] = []
        self.said: list[str] = []
        self.picked.connect(self.cells.append)
        self.cancelled.connect(self._note_cancel)
        self.confirmed.connect(self._note_confirm)

    def _note_cancel(self) -> None:
        self.others.append("cancelled")

    def _note_confirm(self) -> None:
        self.others.append("confirmed")

    def announce(self, text: str) -> None:
        self.said.append(text)
        super().announce(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += event.region()
        super().paintEvent(event)

    # ---- words for tests
    def at(self, name: str) -> QPoint:
        assert self._board is not None
        return self.cell_rect(self._board.cell(name)).center().toPoint()

    def names(self) -> list[str]:
        assert self._board is not None
        return [self._board.name(cell) for cell in self.cells]

    def image(self) -> QImage:
        return self.grab().toImage()


MakeBoard = Callable[..., Seen]


@pytest.fixture
def clod() -> Board:
    return GAMES["clod"]().board


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> Seen:
    board = Seen(theme)
    qtbot.addWidget(board)
    board.resize(420, 420)
    board.show()
    board.activateWindow()
    board.setFocus()
    qtbot.waitExposed(board)
    return board


def cells(board: Board, *names: str) -> frozenset[Cell]:
    return frozenset(board.cell(name) for name in names)


def colours_in(image: QImage, rect: QRectF) -> set[str]:
    area = rect.toAlignedRect().intersected(image.rect())
    return {
        image.pixelColor(x, y).name()
        for x in range(area.left(), area.right() + 1)
        for y in range(area.top(), area.bottom() + 1)
    }


def picks(board: Board, *names: str, **more: Any) -> Picks:
    return Picks(cells(board, *names), (), **more)


def alike(one: QColor, other: QColor) -> bool:
    """The same colour but for rounding."""
    return all(abs(a - b) <= 2 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))  # type: ignore[call-overload]


# ---- geometry


@pytest.mark.parametrize("size", [(200, 200), (801, 433), (1280, 800), (97, 400)])
@pytest.mark.parametrize("dpr", [1.0, 1.25, 2.0])
def test_a_board_lies_within_its_area_with_cells_on_device_pixels(size: tuple[int, int], dpr: float) -> None:
    area = QRectF(0, 0, *size)
    geometry = Geometry(GAMES["thud"]().board, area, dpr)

    assert area.adjusted(-1, -1, 1, 1).contains(geometry.slab().boundingRect())
    for cell in range(165):
        edge = geometry.rect(cell).left() * dpr
        assert edge == pytest.approx(round(edge))
        assert geometry.at(geometry.centre(cell)) == cell


def test_neighbours_share_an_edge(clod: Board) -> None:
    geometry = Geometry(clod, QRectF(0, 0, 333, 333), 1.5)

    for one, other in (("a1", "b1"), ("c3", "d3"), ("e6", "f6")):
        assert geometry.rect(clod.cell(one)).right() == geometry.rect(clod.cell(other)).left()


def test_a_turned_board_is_the_same_one_upside_down(clod: Board) -> None:
    area = QRectF(0, 0, 300, 300)
    straight, turned = Geometry(clod, area), Geometry(clod, area, flipped=True)

    assert turned.centre(clod.cell("a1")) == straight.centre(clod.cell("f6"))
    assert turned.towards(clod.cell("c3"), "left") == clod.cell("d3")


def test_arrows_stop_at_the_edge_and_go_round_the_corners_of_the_octagon() -> None:
    board = GAMES["thud"]().board
    geometry = Geometry(board, QRectF(0, 0, 500, 500))

    assert geometry.towards(board.cell("F1"), "up") == board.cell("F1")
    assert geometry.towards(board.cell("F1"), "left") == board.cell("E2")
    assert geometry.towards(board.cell("H8"), "down") == board.cell("H9")


def test_beside_the_cells_there_is_none(clod: Board) -> None:
    geometry = Geometry(clod, QRectF(0, 0, 300, 300))

    assert geometry.at(QPointF(2, 2)) is None


@pytest.fixture
def hexagons() -> Board:
    """Seven hexagons: one in the middle, six round it."""
    rows = [(0.0, 2), (1.0, 3), (2.0, 2)]
    places = [
        Place(f"{'cba'[int(row)]}{i + 1}", 1.5 + i - (count - 1) / 2, row * HEXAGON_HEIGHT * 0.75 + 0.6)
        for row, count in rows
        for i in range(count)
    ]
    outline = ((0.7, -0.6), (2.3, -0.6), (3.5, 1.5), (2.3, 3.5), (0.7, 3.5), (-0.5, 1.5))
    return Board("hexagon", tuple(places), (Label("a", 0.2, 2.3),), outline)


def test_hexagons_are_found_by_their_middles_and_differ_from_their_neighbours(hexagons: Board) -> None:
    geometry = Geometry(hexagons, QRectF(0, 0, 300, 300))

    middle = hexagons.cell("b2")
    for cell in range(7):
        assert geometry.at(geometry.centre(cell)) == cell
        assert cell == middle or geometry.shade(cell) != geometry.shade(middle)
    assert len(geometry.shape(0)) == 6
    assert not geometry.joined(frozenset(range(7))).isEmpty()


def test_a_board_of_hexagons_is_drawn(view: Seen, hexagons: Board, theme: Theme) -> None:
    view.set_position(hexagons, {0: BLACK}, (Mark("staged", frozenset({3})),), Last(frozenset({1}), frozenset({0})))
    view.set_picks(Picks(frozenset({4}), (), pieces={0: BLACK}))

    paper = theme.tokens.board["paper"]  # in light colours hexagons lie on paper
    assert paper.legal.name() in colours_in(view.image(), view.cell_rect(4))


# ---- drawing


@pytest.mark.parametrize("ui", ["light", "dark", "contrast", "contrast_dark"])
def test_a_legal_cell_has_its_dot_and_others_have_none(view: Seen, theme: Theme, clod: Board, ui: Any) -> None:
    theme.choose(ui=ui)
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2"))

    image = view.image()

    assert image.pixelColor(view.at("b2")) == theme.board.legal
    assert theme.board.legal.name() not in colours_in(image, view.cell_rect(clod.cell("e5")))


def test_dots_can_be_switched_off_but_not_where_dice_decide(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {})
    view.show_legal = False
    view.set_picks(picks(clod, "b2"))
    assert view.image().pixelColor(view.at("b2")) != theme.board.legal

    view.set_picks(picks(clod, "b2", marks=(Mark("spot", cells(clod, "b2")),)))

    assert view.image().pixelColor(view.at("b2")) == theme.board.legal


def test_a_piece_stands_where_the_rules_put_it(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {clod.cell("c4"): BLACK})

    assert view.image().pixelColor(view.at("c4")) == theme.board.pieces["clod_black"]


def test_a_piece_that_may_be_taken_has_brackets_and_an_own_one_has_none(view: Seen, theme: Theme) -> None:
    board = GAMES["thud"]().board
    staged = {board.cell("H6"): TROLL, board.cell("H10"): DWARF}
    view.set_position(board, staged)
    view.set_picks(picks(board, "H6", "H10", pieces=staged), seat=0)

    image = view.image()

    assert theme.board.legal.name() in colours_in(image, view.cell_rect(board.cell("H6")))
    assert theme.board.legal.name() not in colours_in(image, view.cell_rect(board.cell("H10")))


@pytest.mark.parametrize(
    ("mark", "colour"), [("selected", "staged"), ("staged", "staged"), ("capture", "capture"), ("spot", "spot")]
)
def test_a_mark_is_drawn_in_its_cells_only(view: Seen, theme: Theme, clod: Board, mark: str, colour: str) -> None:
    view.set_position(clod, {clod.cell("c3"): BLACK}, (Mark(mark, cells(clod, "c3")),))

    image, expected = view.image(), getattr(theme.board, colour).name()

    assert expected in colours_in(image, view.cell_rect(clod.cell("c3")))
    assert expected not in colours_in(image, view.cell_rect(clod.cell("e5")))


def test_the_last_move_is_a_frame_where_it_went_and_brackets_where_it_came_from(
    view: Seen, theme: Theme, clod: Board
) -> None:
    view.set_position(clod, {}, (), Last(cells(clod, "b2"), cells(clod, "e5")))

    image = view.image()

    def top_middle(name: str) -> QColor:
        rect = view.cell_rect(clod.cell(name))
        return image.pixelColor(round(rect.center().x()), round(rect.top()) + 2)

    assert top_middle("e5") == theme.board.last
    assert top_middle("b2") != theme.board.last
    assert theme.board.last.name() in colours_in(image, view.cell_rect(clod.cell("b2")))


def test_an_old_place_shows_what_stood_there_palely(view: Seen, theme: Theme, clod: Board) -> None:
    c3, c4 = clod.cell("c3"), clod.cell("c4")
    view.set_position(clod, {c3: BLACK})
    marks = (Mark("from", frozenset({c3})), Mark("staged", frozenset({c4})))

    view.set_picks(Picks(frozenset(), (), (c3, c4), pieces={c4: BLACK}, marks=marks))

    image, black = view.image(), theme.board.pieces["clod_black"]
    assert image.pixelColor(view.at("c4")) == black
    assert image.pixelColor(view.at("c3")) not in (black, theme.board.cell_a, theme.board.cell_b)


def test_the_largest_region_is_outlined_for_its_owner(view: Seen, theme: Theme, clod: Board) -> None:
    both = (Mark("region", cells(clod, "a1", "a2"), 0), Mark("region", cells(clod, "f5", "f6"), 1))
    view.set_position(clod, {}, both)
    view.set_own(frozenset({1}))

    image = view.image()

    assert theme.board.region.name() in colours_in(image, view.cell_rect(clod.cell("f6")))
    assert theme.board.region.name() not in colours_in(image, view.cell_rect(clod.cell("a2")))


def test_at_a_shared_screen_the_region_of_who_moves_is_outlined(view: Seen, theme: Theme, clod: Board) -> None:
    both = (Mark("region", cells(clod, "a1", "a2"), 0), Mark("region", cells(clod, "f5", "f6"), 1))
    view.set_position(clod, {}, both)
    view.set_own(frozenset({0, 1}))
    view.set_picks(picks(clod, "c3", marks=both), seat=0)

    image = view.image()

    assert theme.board.region.name() in colours_in(image, view.cell_rect(clod.cell("a2")))
    assert theme.board.region.name() not in colours_in(image, view.cell_rect(clod.cell("f6")))


def test_the_others_region_is_outlined_under_the_mouse(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {}, (Mark("region", cells(clod, "a1", "a2"), 0),))

    QTest.mouseMove(view, view.at("a2"))

    assert theme.board.region.name() in colours_in(view.image(), view.cell_rect(clod.cell("a1")))


def test_the_cells_that_won_are_outlined(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {})
    view.set_over(cells(clod, "c3"))

    assert theme.board.region.name() in colours_in(view.image(), view.cell_rect(clod.cell("c3")))


def test_a_printed_die_is_hidden_by_a_stone(view: Seen, theme: Theme, clod: Board) -> None:
    theme.choose(board="paper")  # no grain, so that a colour is a colour
    faces = (Mark("die-1", cells(clod, "a1", "b2")),)
    view.set_position(clod, {clod.cell("b2"): WHITE}, faces)

    image, board = view.image(), theme.board
    assert alike(image.pixelColor(view.at("a1")), mix(board.cell_a, board.rim, 0.55))
    assert image.pixelColor(view.at("b2")) == theme.board.pieces["clod_white"]


def test_marks_that_are_not_known_are_left_out(view: Seen, clod: Board) -> None:
    view.set_position(clod, {})
    plain = view.image()

    view.set_position(clod, {}, (Mark("glow", cells(clod, "c3")), Mark("die-9", cells(clod, "c3"))))

    assert view.image() == plain


def test_a_piece_without_a_drawing_is_seen_all_the_same(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {clod.cell("c3"): Piece(0, "wizard")})

    assert view.image().pixelColor(view.at("c3")) == theme.board.rim
    assert view.describe_cell(clod.cell("c3")) == "c3, wizard"


def test_the_board_follows_its_theme(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {})

    theme.choose(board="paper")

    shown = view.image().pixelColor(view.at("a2"))
    assert shown == theme.tokens.board["paper"].cell_b


def test_a_board_without_a_position_is_empty_and_harmless(theme: Theme, qtbot: QtBot) -> None:
    board = Seen(theme)
    qtbot.addWidget(board)
    board.show()

    QTest.mouseClick(board, LEFT)
    QTest.keyClick(board, Qt.Key.Key_Left)

    assert board.cells == []
    assert board.aspect == 1.0


# ---- only what changed


def test_one_changed_cell_repaints_only_its_neighbourhood(view: Seen, clod: Board, qtbot: QtBot) -> None:
    view.set_position(clod, {})
    qtbot.waitUntil(lambda: not view.painted.isEmpty())
    QTest.qWait(0)
    view.painted = QRegion()

    view.set_position(clod, {clod.cell("c3"): BLACK})
    qtbot.waitUntil(lambda: not view.painted.isEmpty())

    rect = view.cell_rect(clod.cell("c3"))
    assert around(rect, rect.width()).toAlignedRect().contains(view.painted.boundingRect())
    assert view.painted.boundingRect().contains(rect.toRect().adjusted(1, 1, -1, -1))


def test_the_same_position_again_repaints_nothing(view: Seen, clod: Board) -> None:
    view.set_position(clod, {clod.cell("c3"): BLACK})
    QTest.qWait(0)
    view.repaint()
    view.painted = QRegion()

    view.set_position(clod, {clod.cell("c3"): BLACK})
    QTest.qWait(0)

    assert view.painted.isEmpty()


# ---- mouse


def test_a_click_picks_the_cell(view: Seen, clod: Board) -> None:
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2"))

    QTest.mouseClick(view, LEFT, pos=view.at("b2"))

    assert view.names() == ["b2"]


def test_a_click_whose_button_goes_up_elsewhere_picks_nothing(view: Seen, clod: Board) -> None:
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2", "e5"))

    QTest.mousePress(view, LEFT, pos=view.at("b2"))
    QTest.mouseMove(view, view.at("e5"))
    QTest.mouseRelease(view, LEFT, pos=view.at("e5"))

    assert view.cells == []


def test_the_right_button_and_a_click_beside_the_board_cancel(view: Seen, clod: Board) -> None:
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2"))

    QTest.mouseClick(view, RIGHT, pos=view.at("b2"))
    QTest.mouseClick(view, LEFT, pos=QPoint(1, 1))

    assert view.others == ["cancelled", "cancelled"]


def test_a_board_that_only_shows_takes_no_clicks(view: Seen, clod: Board) -> None:
    view.set_position(clod, {})

    QTest.mouseClick(view, LEFT, pos=view.at("b2"))
    QTest.mouseClick(view, RIGHT, pos=view.at("b2"))

    assert (view.cells, view.others) == ([], [])


def test_a_ghost_stands_on_cells_that_may_be_picked_only(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2"), 0, lambda cell: Picks(frozenset(), (), pieces={cell: BLACK}))
    plain = view.image()

    QTest.mouseMove(view, view.at("e5"))
    assert view.image() == plain

    QTest.mouseMove(view, view.at("b2"))
    assert view.image().pixelColor(view.at("b2")) not in (theme.board.legal, theme.board.cell_a)
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor


def played(view: Seen, position: str) -> tuple[Composer, Game[Any, Any], list[str]]:
    """A board led by a composer, as a table puts them together, and the moves that came out."""
    game = GAMES["thud"]()
    state = game.read_position(position)
    composer, moves = Composer(view), list[str]()

    def show() -> None:
        view.set_picks(composer.picks, composer.seat, composer.preview)
        view.set_confirmable(composer.staging and composer.can_confirm)

    composer.changed.connect(show)
    composer.complete.connect(lambda move: moves.append(game.format(state, move)))
    view.picked.connect(composer.pick)
    view.cancelled.connect(composer.cancel)
    view.confirmed.connect(composer.confirm)
    view.set_position(game.board, game.pieces(state), game.marks(state))
    composer.begin(game, state)
    return composer, game, moves


def drag(view: Seen, start: str, end: QPoint) -> None:
    QTest.mousePress(view, LEFT, pos=view.at(start))
    QTest.mouseMove(view, view.at(start) + QPoint(6, 0))
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)


def test_a_move_by_two_clicks(view: Seen) -> None:
    _, _, moves = played(view, "d dF1,dG1,TG7,RH8")

    QTest.mouseClick(view, LEFT, pos=view.at("F1"))
    QTest.mouseClick(view, LEFT, pos=view.at("F5"))

    assert moves == ["dF1-F5"]


def test_a_move_by_dragging(view: Seen) -> None:
    _, _, moves = played(view, "d dF1,dG1,TG7,RH8")

    drag(view, "F1", view.at("F5"))

    assert moves == ["dF1-F5"]


def test_a_piece_dropped_where_it_cannot_go_is_let_go(view: Seen) -> None:
    composer, _, moves = played(view, "d dF1,dG1,TG7,RH8")

    drag(view, "F1", view.at("G3"))

    assert moves == []
    assert not composer.staging


def test_a_piece_put_back_stays_chosen(view: Seen) -> None:
    composer, _, _ = played(view, "d dF1,dG1,TG7,RH8")

    QTest.mousePress(view, LEFT, pos=view.at("F1"))
    QTest.mouseMove(view, view.at("F5"))
    QTest.mouseMove(view, view.at("F1"))
    QTest.mouseRelease(view, LEFT, pos=view.at("F1"))

    assert composer.staging


def test_a_hand_that_trembles_clicks(view: Seen) -> None:
    composer, _, moves = played(view, "d dF1,dG1,TG7,RH8")

    QTest.mousePress(view, LEFT, pos=view.at("F1"))
    QTest.mouseMove(view, view.at("F1") + QPoint(2, 1))
    QTest.mouseRelease(view, LEFT, pos=view.at("F1") + QPoint(2, 1))

    assert composer.staging
    assert moves == []


def test_a_dragged_piece_is_under_the_pointer(view: Seen, theme: Theme) -> None:
    played(view, "d dF1,dG1,TG7,RH8")
    before = view.image().pixelColor(view.at("F6"))

    QTest.mousePress(view, LEFT, pos=view.at("F1"))
    QTest.mouseMove(view, view.at("F5"))
    QTest.mouseMove(view, view.at("F6"))

    assert view.image().pixelColor(view.at("F6")) != before
    QTest.mouseClick(view, RIGHT, pos=view.at("F6"))
    assert view.image().pixelColor(view.at("F6")) == before


def test_a_turn_that_ends_under_the_hand_ends_the_drag(view: Seen) -> None:
    composer, _, moves = played(view, "d dF1,dG1,TG7,RH8")
    QTest.mousePress(view, LEFT, pos=view.at("F1"))
    QTest.mouseMove(view, view.at("F5"))

    composer.end()
    QTest.mouseRelease(view, LEFT, pos=view.at("F5"))

    assert moves == []


# ---- keyboard


def test_arrows_move_a_cursor_and_space_picks(view: Seen, clod: Board) -> None:
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2"))
    view.set_cursor(clod.cell("c3"))

    QTest.keyClick(view, Qt.Key.Key_Left)
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Space)

    assert view.names() == ["b2"]


def test_the_cursor_is_drawn_only_while_the_keyboard_is_used(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {})
    view.set_cursor(clod.cell("c3"))
    rect = view.cell_rect(clod.cell("c3"))
    assert theme.board.cursor.name() in colours_in(view.image(), rect)

    QTest.mouseClick(view, LEFT, pos=view.at("e5"))

    assert theme.board.cursor.name() not in colours_in(view.image(), rect)


def test_the_cursor_begins_at_the_last_move(view: Seen, clod: Board) -> None:
    view.set_position(clod, {}, (), Last(frozenset(), cells(clod, "e2")))

    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.cursor_cell == clod.cell("e2")

    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.cursor_cell == clod.cell("d2")


def test_a_shove_by_the_keyboard_alone(view: Seen) -> None:
    _, game, moves = played(view, LINE)
    view.set_cursor(game.board.cell("G8"))

    for key in ("Space", "Down", "Left", "Space"):
        QTest.keyClick(view, getattr(Qt.Key, f"Key_{key}"))
    assert moves == []
    QTest.keyClick(view, Qt.Key.Key_Return)

    assert moves == ["TG8-F9xE8xE9xF10"]


def test_escape_cancels_and_other_keys_go_on(view: Seen) -> None:
    composer, game, _ = played(view, LINE)
    composer.pick(game.board.cell("G8"))

    QTest.keyClick(view, Qt.Key.Key_Escape)

    assert not composer.staging
    QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert view.cursor_cell is None


def test_the_cursor_says_what_it_is_on(view: Seen, clod: Board) -> None:
    last = Last(frozenset(), cells(clod, "b4"))
    view.set_position(clod, {clod.cell("b4"): BLACK}, (Mark("spot", cells(clod, "c4")),), last)
    view.set_picks(picks(clod, "c4", pieces={clod.cell("b4"): BLACK}, marks=(Mark("spot", cells(clod, "c4")),)))

    view.set_cursor(clod.cell("b4"))
    QTest.keyClick(view, Qt.Key.Key_Right)

    assert view.said == ["b4, black stone, last move", "c4, empty, the dice point here, allowed"]
    assert view.accessibleDescription() == view.said[-1]


# ---- motion


def test_what_moved_is_told_from_what_came_and_went() -> None:
    assert changes({1: DWARF}, {2: DWARF}) == (Change(DWARF, 1, 2),)
    assert set(changes({1: DWARF, 2: TROLL}, {2: DWARF})) == {Change(DWARF, 1, 2), Change(TROLL, 2, None)}
    assert changes({}, {3: DWARF}) == (Change(DWARF, None, 3),)
    assert set(changes({1: DWARF, 2: DWARF}, {3: DWARF})) == {
        Change(DWARF, 1, None), Change(DWARF, 2, None), Change(DWARF, None, 3),
    }  # fmt: skip


def test_the_last_turn_is_what_differs() -> None:
    before, after = {1: DWARF, 2: TROLL, 5: DWARF}, {2: DWARF, 5: DWARF}

    assert last_of(before, after) == Last(frozenset({1}), frozenset({2}))


@pytest.mark.slow
def test_a_moving_piece_is_under_way_and_then_there(view: Seen, theme: Theme, clod: Board, qtbot: QtBot) -> None:
    theme.choose(reduced_motion=False)
    view.set_position(clod, {clod.cell("a1"): BLACK})
    view.set_position(clod, {clod.cell("f6"): BLACK})
    black = theme.board.pieces["clod_black"]

    assert view.image().pixelColor(view.at("f6")) != black

    qtbot.waitUntil(lambda: view.image().pixelColor(view.at("f6")) == black)


def test_input_is_live_while_pieces_move(view: Seen, theme: Theme, clod: Board) -> None:
    theme.choose(reduced_motion=False)
    view.set_position(clod, {clod.cell("a1"): BLACK})
    view.set_position(clod, {clod.cell("f6"): BLACK})
    view.set_picks(picks(clod, "b2", pieces={clod.cell("f6"): BLACK}))

    QTest.mouseClick(view, LEFT, pos=view.at("b2"))

    assert view.names() == ["b2"]


def test_with_reduced_motion_everything_is_there_at_once(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {clod.cell("a1"): BLACK})
    view.set_position(clod, {clod.cell("f6"): BLACK})

    assert view.image().pixelColor(view.at("f6")) == theme.board.pieces["clod_black"]


# ---- size


def test_turning_and_resizing_keep_every_cell_in_sight(view: Seen) -> None:
    board = GAMES["thud"]().board
    view.set_position(board, {})
    for width, height in ((300, 500), (800, 300), (150, 150)):
        view.resize(width, height)
        for flipped in (True, False):
            view.set_flipped(flipped)
            for cell in range(len(board.cells)):
                assert QRect(0, 0, width, height).contains(view.cell_rect(cell).toAlignedRect())


def test_thud_keeps_cells_of_24_pixels_in_the_smallest_window(theme: Theme, qtbot: QtBot) -> None:
    board = Seen(theme)
    qtbot.addWidget(board)
    board.resize(730, 402)  # what the menu, slim strips and hint line leave of 560

    board.set_position(GAMES["thud"]().board, {})

    assert board.cell_rect(0).height() >= 24
    assert board.minimumSizeHint().height() <= 300
