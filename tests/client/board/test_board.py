"""The board: what is drawn where, and what is painted again."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QRegion
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client_qt.board.painting.marks import around
from client_qt.board.widget import LastMove
from client_qt.theme import Theme
from client_qt.theme.colour import mix
from netgame.boards.geometry import Board
from netgame.game import Mark, Picks, Piece
from netgame.games import GAMES
from tests.client.clicks import GUARD_MS
from tests.client.seen import BLACK, DWARF, LEFT, TROLL, WHITE, Seen, alike, cells, colours_in, picks


def test_a_board_of_hexagons_is_drawn(view: Seen, hexagons: Board, theme: Theme) -> None:
    view.set_position(hexagons, {0: BLACK}, (Mark("staged", frozenset({3})),), LastMove(frozenset({1}), frozenset({0})))
    view.set_picks(Picks(frozenset({4}), (), pieces={0: BLACK}))

    paper = theme.tokens.board["paper"]  # in light colours hexagons lie on paper
    assert paper.legal.name() in colours_in(view.image(), view.cell_rect(4))


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
    view.set_legal_shown(False)
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
    view.set_position(clod, {}, (), LastMove(cells(clod, "b2"), cells(clod, "e5")))

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


def test_what_lost_is_outlined_more_thinly(view: Seen, theme: Theme, clod: Board) -> None:
    lost, won = cells(clod, "a1", "a2"), cells(clod, "e5", "e6")
    view.set_position(clod, {}, (Mark("region", lost, 0), Mark("region", won, 1)))
    view.set_over(won)

    def width(name: str) -> int:
        rect, image = view.cell_rect(clod.cell(name)), view.image()
        line = range(round(rect.left()) - 8, round(rect.left()) + 9)
        return sum(image.pixelColor(x, round(rect.center().y())) == theme.board.region for x in line)

    assert 0 < width("a2") < width("e6")


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


def test_one_changed_cell_repaints_only_its_neighbourhood(view: Seen, clod: Board, qtbot: QtBot) -> None:
    view.set_position(clod, {})
    qtbot.waitUntil(lambda: not view.painted.isEmpty(), timeout=GUARD_MS)
    QTest.qWait(0)
    view.painted = QRegion()

    view.set_position(clod, {clod.cell("c3"): BLACK})
    qtbot.waitUntil(lambda: not view.painted.isEmpty(), timeout=GUARD_MS)

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
