"""Moves and positions of Koom Valley Thud as text, and a sentence for each move."""

from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, CELLS, square_names
from netgame.game import Game
from netgame.games.koom.moves import DWARF, ROCK, TROLL, Move
from netgame.games.koom.state import State
from netgame.games.shared import octagon_notation
from netgame.text import N_, Arg, Text

_LONGEST_MOVE = 5 + 8 * CELLS  # a chain names one dwarf for each landing square
_NO_MOVE = N_("{move} is not a move: write it like dA10-A6, TF2-H4xG3 or RH8-H7")


class KoomNotation(Game[State, Move]):
    """The part of the game that reads and writes text. Moves are `dA10-A6`, `TF2-H4-K4xG3xJ4` or `RH8-H7`."""

    def format(self, state: State, move: Move) -> str:
        return octagon_notation.write_move(*move)

    def parse(self, state: State, text: str) -> Move:
        def piece_on(cell: Cell) -> int:
            return TROLL if state.seat else ROCK if cell == state.rock else DWARF

        return Move(*octagon_notation.read_move(text, _LONGEST_MOVE, _NO_MOVE, piece_on))

    def write_position(self, state: State) -> str:
        return octagon_notation.write_position(state.seat, state.dwarfs, state.trolls, state.rock)

    def read_position(self, text: str) -> State:
        return State(*octagon_notation.read_position(text))

    def describe(self, state: State, move: Move) -> Text:
        kind, origin, landings, captured = move
        taken = square_names(captured)
        args: dict[str, Arg] = {
            "from": BOARD.name(origin),
            "to": BOARD.name(landings[-1]),
            "over": ", ".join([BOARD.name(cell) for cell in landings[:-1]]),
            "cells": ", ".join(taken),
        }
        if kind == ROCK:
            return Text("The dwarfs move the Rock from {from} to {to}", args)
        if not captured:
            if kind == TROLL:
                return Text("The troll on {from} moves to {to}", args)
            return Text("The dwarf on {from} moves to {to}", args)
        if kind == DWARF:
            if len(taken) == 1:
                return Text("The dwarf on {from} moves to {to} and takes the troll on {cells}", args)
            return Text("The dwarf on {from} moves to {to} and takes the trolls on {cells}", args)
        if len(landings) == 1:
            return Text("The troll on {from} tramples the dwarf on {cells} and lands on {to}", args)
        return Text("The troll on {from} goes over {over} to {to} and tramples the dwarfs on {cells}", args)
