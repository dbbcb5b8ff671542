"""What mouse and keyboard mean on a board, with real events."""

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from client_qt.board.move_builder import MoveBuilder
from client_qt.board.widget import LastMove
from client_qt.theme import Theme
from netgame.boards.geometry import Board
from netgame.game import Game, Mark, Picks
from netgame.games import GAMES
from tests.client.seen import BLACK, LEFT, LINE, RIGHT, Seen, cells, colours_in, picks


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


def played(view: Seen, position: str) -> tuple[MoveBuilder, Game[Any, Any], list[str]]:
    """A board led by a composer, as a table puts them together, and the moves that came out."""
    game = GAMES["thud"]()
    state = game.read_position(position)
    composer, moves = MoveBuilder(view), list[str]()

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


def test_a_hand_that_is_not_still_over_what_cannot_be_moved_only_clicks(view: Seen, clod: Board) -> None:
    stone, marks = {clod.cell("b2"): BLACK}, (Mark("staged", cells(clod, "b2")),)
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2", pieces=stone, marks=marks), 0)

    drag(view, "b2", view.at("e5"))

    assert view.names() == ["b2"]
    assert view.others == [], "what is staged is not given up"


def test_a_turn_that_ends_under_the_hand_ends_the_drag(view: Seen) -> None:
    composer, _, moves = played(view, "d dF1,dG1,TG7,RH8")
    QTest.mousePress(view, LEFT, pos=view.at("F1"))
    QTest.mouseMove(view, view.at("F5"))

    composer.end()
    QTest.mouseRelease(view, LEFT, pos=view.at("F5"))

    assert moves == []


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
    view.set_position(clod, {}, (), LastMove(frozenset(), cells(clod, "e2")))

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
    last = LastMove(frozenset(), cells(clod, "b4"))
    view.set_position(clod, {clod.cell("b4"): BLACK}, (Mark("spot", cells(clod, "c4")),), last)
    view.set_picks(picks(clod, "c4", pieces={clod.cell("b4"): BLACK}, marks=(Mark("spot", cells(clod, "c4")),)))

    view.set_cursor(clod.cell("b4"))
    QTest.keyClick(view, Qt.Key.Key_Right)

    assert view.said == ["b4, black stone, last move", "c4, empty, the dice point here, allowed"]
    assert view.accessibleDescription() == view.said[-1]
