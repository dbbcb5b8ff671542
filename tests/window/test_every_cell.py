"""Every cell of every board, of every size that is offered, is reached by the arrow keys."""

import pytest
from PySide6.QtCore import QRectF

from client_qt.board.geometry import Geometry
from netgame.games import GAMES
from netgame.options import variants
from tests.window.input_devices import ARROWS

BOARDS = [(key, name) for key, kind in GAMES.items() for name in variants(kind)]


@pytest.mark.parametrize(("key", "name"), BOARDS)
def test_the_arrows_reach_every_cell(key: str, name: str) -> None:
    board = GAMES[key](**variants(GAMES[key])[name]).board
    geometry = Geometry(board, QRectF(0, 0, 1280, 800))
    reached, edge = {0}, [0]
    while edge:
        at = edge.pop()
        found = {geometry.next_cell(at, direction) for direction in ARROWS} - reached
        reached |= found
        edge += found

    assert len(reached) == len(board.cells)
