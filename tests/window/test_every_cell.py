"""Every cell of every board, of every size that is offered: the arrows come to it, and the mouse hits it."""

import pytest
from pytestqt.qtbot import QtBot

from client_qt.board.widget import BoardView
from client_qt.theme import Theme
from netgame.games import GAMES
from netgame.options import variants
from tests.window.input_devices import ARROWS

BOARDS = [(key, name) for key, kind in GAMES.items() for name in variants(kind)]


@pytest.fixture
def board(theme: Theme, qtbot: QtBot, request: pytest.FixtureRequest) -> BoardView:
    key, name = request.param
    game = GAMES[key](**variants(GAMES[key])[name])
    view = BoardView(theme)
    qtbot.addWidget(view)
    view.resize(1280, 800)
    view.show()
    view.set_position(game.board, game.pieces(game.start()), game.marks(game.start()))
    return view


@pytest.mark.parametrize("board", BOARDS, indirect=True, ids=lambda board: " ".join(board))
def test_the_arrows_come_to_every_cell(board: BoardView) -> None:
    geometry = board.cell_geometry
    assert geometry is not None
    reached, edge = {0}, [0]
    while edge:
        at = edge.pop()
        for direction in ARROWS:
            found = geometry.next_cell(at, direction)
            if found not in reached:
                reached.add(found)
                edge.append(found)

    assert len(reached) == board.cell_count


@pytest.mark.parametrize("board", BOARDS, indirect=True, ids=lambda board: " ".join(board))
def test_the_mouse_hits_every_cell_in_its_middle(board: BoardView) -> None:
    cells = list(range(board.cell_count))

    assert [board.cell_at(board.cell_rect(cell).center()) for cell in cells] == cells
