"""The menu actions for turning and zooming the board of a table."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from client_qt.pages.navigation import Navigation
from client_qt.pages.table.page import TablePage
from netgame.boards.geometry import Board


class BoardActions(QObject):
    """Enables what is possible: only hexagons turn by 60 degrees, and only a zoomed board can zoom out."""

    def __init__(self, navigation: Navigation, page: TablePage) -> None:
        super().__init__(page)
        self._board = board = page.board
        self._rotate = navigation.action("rotate")
        self._zoom_out, self._zoom_fit = navigation.action("zoom_out"), navigation.action("zoom_fit")
        zoom_in = navigation.action("zoom_in")
        zoom_in.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])  # often the plus is over the equals sign
        self._rotate.triggered.connect(page.rotate)
        zoom_in.triggered.connect(board.zoom_in)
        self._zoom_out.triggered.connect(board.zoom_out)
        self._zoom_fit.triggered.connect(board.zoom_fit)
        board.zoom_changed.connect(self._zoomed)
        board.board_changed.connect(self._changed)
        self._zoomed(False)
        self._rotate.setEnabled(False)

    def _zoomed(self, zoomed: bool) -> None:
        self._zoom_out.setEnabled(zoomed)
        self._zoom_fit.setEnabled(zoomed)

    def _changed(self, board: Board) -> None:
        self._rotate.setEnabled(board.shape == "hexagon")
        self._zoomed(self._board.zoomed)
