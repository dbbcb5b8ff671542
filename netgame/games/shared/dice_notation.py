"""Moves and positions of Clod as text: the side to move, the roll, and the rows from the top."""

import re

from netgame.errors import NotationError
from netgame.game import Game
from netgame.games.shared.dice_board import DiceBoard, Stone
from netgame.games.shared.dice_state import AGAIN, State, stones_of
from netgame.games.shared.rows import join_rows
from netgame.text import N_, Arg, Text

_COLOURS = "BW"
_POSITION = re.compile("([BW]) (-|!|[1-6][1-6]) (.*)", re.DOTALL)


class DiceNotation(Game[State, Stone]):
    """The part of the game that reads and writes text. A move is the name of its cell."""

    dice_board: DiceBoard

    def format(self, state: State, move: Stone) -> str:
        return self.board.name(move.cell)

    def parse(self, state: State, text: str) -> Stone:
        # only ASCII has no capitals of other letters
        return self.dice_board.stones[self.board.cell(text.lower() if text.isascii() else text)]

    def write_position(self, state: State) -> str:
        # `-` is written for a first roll that is due, `!` for a second one
        board, stage = self.dice_board, state[2]
        roll = str(stage >> 2) if stage > 3 else "!" if stage & AGAIN else "-"
        letters = ["."] * len(board.mask)
        for letter, stones in zip(_COLOURS, stones_of(board, state), strict=True):
            for cell in board.grid.cells(stones):
                letters[cell] = letter
        width = board.columns
        rows = ("".join(letters[first : first + width]) for first in range(0, len(letters), width))
        return f"{_COLOURS[stage & 1]} {roll} {'/'.join(rows)}"

    def read_position(self, text: str) -> State:
        board = self.dice_board
        if len(text) > 2 * len(board.mask):
            raise NotationError("a position of {game} is shorter than this text", game=self.title)
        found = _POSITION.fullmatch(text)
        if not found:
            raise NotationError("a position is B or W, a blank, a roll like 42 or - or !, a blank, and the rows")
        seat, roll = _COLOURS.index(found[1]), found[2]
        rows, widths = found[3].split("/"), [board.columns] * board.rows
        letters = join_rows(rows, widths, "." + _COLOURS, N_("row {row} may hold only . B and W"))
        black, white = (
            board.grid.of(cell for cell, letter in enumerate(letters) if letter == colour) for colour in _COLOURS
        )
        free = board.full ^ black ^ white
        if roll in "-!":
            return black, free, seat | (AGAIN if roll == "!" else 0), 0
        spots = board.rolls[int(roll[0]), int(roll[1])]
        legal = board.legal(spots, free)
        if not legal:  # such a position needs a second roll
            raise NotationError("the roll {roll} allows no cell here: write ! for a second roll", roll=roll)
        return black, free, spots[0] | seat, legal

    def describe(self, state: State, move: Stone) -> Text:
        args: dict[str, Arg] = {"side": self.seats[state[2] & 1], "cell": self.board.name(move.cell)}
        return Text("{side} places a stone on {cell}", args)
