"""The server command of a program that has the added game."""

import sys

from netgame.games import GAMES
from server.cli.main import main
from tests.end_to_end.tictactoe.game import TicTacToe

if __name__ == "__main__":
    GAMES[TicTacToe.key] = TicTacToe
    sys.exit(main())
