"""Connect the actions of menus and toolbar with the table page."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from client_qt.dialogs.shortcuts import keys_of
from client_qt.pages.table.page import TablePage
from client_qt.pages.table.view.table_view import TableView
from netgame.boards.geometry import Board

IN_MATCH = (
    "hint", "take_back", "pause", "more_time", "host_dice", "adjourn", "abort", "stop", "resign", "leave",
    "stop_watching",
)  # fmt: skip
ASK_FIRST = ("host_dice", "adjourn", "abort", "stop", "resign", "leave")  # these open a question


class MenuActions(QObject):
    """Enables the actions that are possible: only hexagons turn by 60 degrees, only a zoomed board zooms out."""

    def __init__(self, actions: Mapping[str, QAction], table: TablePage) -> None:
        super().__init__(table)
        self._actions, self._board, self._moves = actions, table.board, table.panel.moves
        slots: dict[str, Callable[[], object]] = {
            "undo": table.undo, "redo": table.redo, "type_move": table.hint.focus_move_box,
            "confirm": table.own_turn.confirm, "flip": table.flip, "rotate": table.rotate,
            "first": table.history.first, "prev": table.history.back,
            "next": table.history.forward, "live": table.history.live,
            "comment": table.comments.write, "zoom_in": self._board.zoom_in, "zoom_out": self._board.zoom_out,
            "zoom_fit": self._board.zoom_fit,
        }  # fmt: skip
        slots |= {name: partial(table.table_actions.do, name) for name in IN_MATCH}
        for name, slot in slots.items():
            actions[name].triggered.connect(slot)
        table.viewed.connect(self._show_view)
        self._board.zoom_changed.connect(self._show_zoomed)
        self._board.board_changed.connect(self._show_board)
        for name in ("variation", "comment", "live"):
            actions[name].changed.connect(self._show_keys)
        self._show_keys()
        self._show_zoomed(False)
        actions["rotate"].setEnabled(False)

    def _show_view(self, view: TableView) -> None:
        self._actions["undo"].setEnabled(view.can_undo)
        self._actions["redo"].setEnabled(view.can_redo)
        for name in IN_MATCH:
            state, action = view.actions[name], self._actions[name]
            action.setEnabled(state.possible)
            if state.words:
                action.setText(state.words + (" ..." if name in ASK_FIRST else ""))

    def _show_keys(self) -> None:
        self._moves.bar.show_keys(keys_of(self._actions["variation"]), keys_of(self._actions["comment"]))
        self._moves.show_keys(keys_of(self._actions["live"]))

    def _show_zoomed(self, zoomed: bool) -> None:
        for name in ("zoom_out", "zoom_fit"):
            self._actions[name].setEnabled(zoomed)

    def _show_board(self, board: Board) -> None:
        self._actions["rotate"].setEnabled(board.shape == "hexagon")
        self._show_zoomed(self._board.zoomed)
