"""A window with a list and a board for a screen reader; it prints what is pressed.

`python -m tests.window.parts_window`
"""

import sys

from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from client_qt.board.widget import BoardView
from client_qt.theme import Theme
from client_qt.widgets.list_view import ListRow, ListView, RowAction
from netgame.games import GAMES

POSITION = "B 51 .B...W/..WW.B/BBB..W/..BW../.WBB../...WW."


def main() -> None:
    """Show the window until the process is killed."""
    app = QApplication(["parts"])
    theme, window = Theme(app, base_px=14), QWidget()
    tables, board = ListView(theme, "tables", "Tables", window, selectable=True), BoardView(theme, window)
    join = RowAction("join", "Join")
    tables.show_rows([ListRow("ann", "Ann", actions=(join,), end="more"), ListRow("bob", "Bob", actions=(join,))])
    tables.triggered.connect(lambda row, action: log(action, row.key))
    game = GAMES["clod"]()
    state = game.read_position(POSITION)
    board.set_position(game.board, game.pieces(state), game.marks(state))
    board.set_picks(game.picks(state, ()), 0)
    board.picked.connect(lambda cell: log("pick", game.board.name(cell)))
    layout = QVBoxLayout(window)
    layout.addWidget(tables)
    layout.addWidget(board)
    window.resize(500, 600)
    window.show()
    app.exec()


def log(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
