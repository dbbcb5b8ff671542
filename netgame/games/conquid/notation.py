"""Actions and positions of Conquid as text, and a sentence for each action."""

from abc import abstractmethod

from netgame.boards.bitboard import bits
from netgame.errors import NotationError
from netgame.game import Game
from netgame.games.conquid.board import Layout, conquer
from netgame.games.conquid.moves import CELLS, Acquire, Action, Conquer, Conquest, Vanquish
from netgame.games.conquid.state import State, new_state
from netgame.games.shared.rows import join_rows
from netgame.text import N_, Arg, Text

ACQUIRE, CONQUER, VANQUISH, CONQUEST = "A", "C", "V", "Q"
_LONGEST_MOVE = 20  # A cv60 cu60 ct60 takes 16
_SIDES, _BASES = "12", "ab"
_CONQUEST, _CONQUER = Conquest(), Conquer()


class ConquidNotation(Game[State, Action]):
    """The part of the game that reads and writes text. Actions are `A c4 d4 d5`, `C`, `V c3` or `Q`."""

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """The bitboards of this size of board."""

    def format(self, state: State, move: Action) -> str:
        match move:
            case Acquire(cells):
                return " ".join((ACQUIRE, *map(self.board.name, sorted(cells))))
            case Vanquish(corner):
                return f"{VANQUISH} {self.board.name(corner)}"
        return CONQUER if isinstance(move, Conquer) else CONQUEST

    def parse(self, state: State, text: str) -> Action:
        # only ASCII has no other letters with the same lower case
        words = text.lower().split(" ") if len(text) <= _LONGEST_MOVE and text.isascii() else []
        match words:
            case ["a", *names] if "" not in names:
                cells = frozenset(map(self.board.cell, names))
                if len(cells) < len(names):
                    twice = next(name for name in names if names.count(name) > 1)
                    raise NotationError("{cell} is named twice: Acquire takes three different cells", cell=twice)
                if len(cells) != CELLS:
                    raise NotationError("Acquire takes exactly three cells: write it like A c4 d4 d5")
                return Acquire(cells)
            case ["v", name] if name:
                return Vanquish(self.board.cell(name))
            case ["c"]:
                return _CONQUER
            case ["q"]:
                return _CONQUEST
        raise NotationError("{move} is not an action: write it like A c4 d4 d5, C, V c3 or Q", move=text[:20])

    def write_position(self, state: State) -> str:
        layout = self.layout
        letters = [*"." * layout.columns, "/"] * layout.rows  # a row ends on its guard bit
        for letter, cells in zip(_SIDES + _BASES, (*state.cells, *layout.bases), strict=True):
            for bit in bits(cells):
                letters[bit] = letter
        return f"{_SIDES[state.seat]} {''.join(letters[:-1])}"

    def read_position(self, text: str) -> State:
        layout = self.layout
        if len(text) > 2 * layout.rows * (layout.columns + 1):
            raise NotationError("a position of {game} is shorter than this text", game=self.title)
        if text[:2] not in ("1 ", "2 "):
            raise NotationError("a position begins with the side to move, 1 or 2, and a blank")
        rows, widths = text[2:].split("/"), [layout.columns] * layout.rows
        letters = join_rows(rows, widths, "." + _SIDES + _BASES, N_("row {row} may hold only . 1 2 a and b"))
        one, two, *bases = (
            layout.grid.of(cell for cell, found in enumerate(letters) if found == letter) for letter in _SIDES + _BASES
        )
        for letter, base, expected in zip(_BASES, bases, layout.bases, strict=True):
            if missing := expected & ~base:
                template = N_("{cell} must be {letter}: it is part of a base")
                raise NotationError(template, cell=layout.name(missing), letter=letter)
            if excess := base & ~expected:
                template = N_("{cell} may not be {letter}: it is not part of that base")
                raise NotationError(template, cell=layout.name(excess), letter=letter)
        return new_state((one, two), _SIDES.index(text[0]))

    def describe(self, state: State, move: Action) -> Text:
        args: dict[str, Arg] = {"side": self.seats[state.seat]}
        match move:
            case Acquire(cells):
                return Text("{side} acquires {cells}", {**args, "cells": self.board.names(cells)})
            case Vanquish(corner):
                return Text("{side} vanquishes the block at {cell}", {**args, "cell": self.board.name(corner)})
            case Conquest():
                return Text("{side} declares Conquest", args)
        count = (conquer(state.own, state.enemy, self.layout.stride)[0] ^ state.own).bit_count()
        if not count:
            return Text("{side} conquers nothing", args)
        if count == 1:
            return Text("{side} conquers one cell", args)
        return Text("{side} conquers {count} cells", {**args, "count": count})
