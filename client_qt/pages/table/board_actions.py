"""Turning the board of a table and looking at it from nearer, by menu and keys."""

from PySide6.QtGui import QKeySequence

from client_qt.app.actions import Actions
from client_qt.pages.table.page import TablePage
from netgame.boards.geometry import Board


class BoardActions:
    """What can be done now is what is possible: only hexagons turn by 60 degrees, only a zoomed board goes back."""

    def __init__(self, actions: Actions, table: TablePage) -> None:
        self._actions, self._board = actions, table.board
        for name, slot in {
            "rotate": table.rotate, "zoom_in": table.board.zoom_in, "zoom_out": table.board.zoom_out,
            "zoom_fit": table.board.zoom_fit,
        }.items():  # fmt: skip
            actions.on(name, slot)
        # on most keyboards the plus stands over the equals sign
        actions["zoom_in"].setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
        table.board.zoom_changed.connect(self._zoomed)
        table.board.board_changed.connect(self._changed)
        self._zoomed(False)
        actions["rotate"].setEnabled(False)

    def _zoomed(self, zoomed: bool) -> None:
        for name in ("zoom_out", "zoom_fit"):
            self._actions[name].setEnabled(zoomed)

    def _changed(self, board: Board) -> None:
        self._actions["rotate"].setEnabled(board.shape == "hexagon")
        self._zoomed(self._board.zoomed)
