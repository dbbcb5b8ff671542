"""Moves and positions of Thud as text, and a sentence for each move."""

from netgame.boards.octagon import BOARD, direction_and_distance, square_names
from netgame.errors import NotationError
from netgame.game import Game
from netgame.games.shared import octagon_notation
from netgame.games.thud.moves import Move
from netgame.games.thud.state import THUDSTONE, State
from netgame.text import N_, Arg, Text

_LONGEST_MOVE = 64  # a shove that captures eight takes 50
_NO_MOVE = N_("{move} is not a move: write it like dO11-O9 or TF7-D5xC4")


class ThudNotation(Game[State, Move]):
    """The part of the game that reads and writes text. Moves are `dO11-O9` or `TF7-D5xC4xE4`."""

    def format(self, state: State, move: Move) -> str:
        return octagon_notation.write_move(move.seat, move.origin, (move.target,), move.captured)

    def parse(self, state: State, text: str) -> Move:
        found = octagon_notation.read_move(text, _LONGEST_MOVE, _NO_MOVE, lambda origin: state.seat)
        seat, origin, landings, captured = found
        if seat > 1 or len(landings) > 1:
            raise NotationError(_NO_MOVE, move=text[:20])
        return Move(seat, origin, landings[0], captured)

    def write_position(self, state: State) -> str:
        return octagon_notation.write_position(state.seat, state.dwarfs, state.trolls, THUDSTONE)

    def read_position(self, text: str) -> State:
        dwarfs, trolls, stone, seat = octagon_notation.read_position(text)
        if stone != THUDSTONE:
            raise NotationError("the Thudstone is on H8, not on {cell}", cell=BOARD.name(stone))
        return State(dwarfs, trolls, seat)

    def describe(self, state: State, move: Move) -> Text:
        seat, origin, target, captured = move
        taken = square_names(captured)
        args: dict[str, Arg] = {"from": BOARD.name(origin), "to": BOARD.name(target), "cells": ", ".join(taken)}
        if not seat:
            if taken:
                return Text("The dwarf on {from} is hurled to {to} and takes the troll there", args)
            return Text("The dwarf on {from} moves to {to}", args)
        if not taken:
            return Text("The troll on {from} moves to {to}", args)
        way = direction_and_distance(origin, target)
        if way and way[1] > 1:
            if len(taken) == 1:
                return Text("The troll on {from} is shoved to {to} and takes the dwarf on {cells}", args)
            return Text("The troll on {from} is shoved to {to} and takes the dwarfs on {cells}", args)
        if len(taken) == 1:
            return Text("The troll on {from} moves to {to} and takes the dwarf on {cells}", args)
        return Text("The troll on {from} moves to {to} and takes the dwarfs on {cells}", args)
