"""Turns and positions of Blooms as text, and a sentence for each turn."""

import re
from abc import abstractmethod

from netgame.boards.geometry import Cell
from netgame.errors import NotationError
from netgame.game import Game
from netgame.games.blooms.moves import COLOURS, PASS, Placement, Rules
from netgame.games.blooms.state import Position, State, position_of
from netgame.games.shared.rows import join_rows
from netgame.text import N_, Text

SIDES = ("Blue", "Red")
LETTERS = "abcd"  # of the colours in a position text: two of player 1, two of player 2
_LONGEST_TURN = 64  # a turn has at most nine letters; the rest is for blanks
_CAPTURES = re.compile("(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})")
_BAD_TURN = Text("write a turn like 1c3, 2d4 or 1c3,2d4: 1 is the mover's first colour, 2 the second; or pass")


# whole sentences, so that each can be translated: by stones, whether some are captured, occurrences of the position
_SENTENCES = {
    (0, False, 1): N_("{side} passes"),
    (0, False, 2): N_("{side} passes; this position occurs again"),
    (0, False, 3): N_("{side} passes; this position occurs for the third time"),
    (1, False, 1): N_("{side} places {colour1} on {cell1}"),
    (1, False, 2): N_("{side} places {colour1} on {cell1}; this position occurs again"),
    (1, False, 3): N_("{side} places {colour1} on {cell1}; this position occurs for the third time"),
    (1, True, 1): N_("{side} places {colour1} on {cell1}, capturing {taken}"),
    (1, True, 2): N_("{side} places {colour1} on {cell1}, capturing {taken}; this position occurs again"),
    (1, True, 3): N_("{side} places {colour1} on {cell1}, capturing {taken}; this position occurs for the third time"),
    (2, False, 1): N_("{side} places {colour1} on {cell1} and {colour2} on {cell2}"),
    (2, False, 2): N_("{side} places {colour1} on {cell1} and {colour2} on {cell2}; this position occurs again"),
    (2, False, 3): N_(
        "{side} places {colour1} on {cell1} and {colour2} on {cell2}; this position occurs for the third time"
    ),
    (2, True, 1): N_("{side} places {colour1} on {cell1} and {colour2} on {cell2}, capturing {taken}"),
    (2, True, 2): N_(
        "{side} places {colour1} on {cell1} and {colour2} on {cell2}, capturing {taken}; this position occurs again"
    ),
    (2, True, 3): N_(
        "{side} places {colour1} on {cell1} and {colour2} on {cell2}"
        ", capturing {taken}; this position occurs for the third time"
    ),
}


class BloomsNotation(Game[State, Placement]):
    """The part of the game that reads and writes text. Turns are `1c3`, `2d4`, `1c3,2d4` or `pass`."""

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The rules with the options of this game."""

    def format(self, state: State, move: Placement) -> str:
        parts = [f"{colour}{self.board.name(cell)}" for colour, cell in enumerate(move, 1) if cell is not None]
        return ",".join(parts) or "pass"

    def parse(self, state: State, text: str) -> Placement:
        # case, blanks and the order of stones do not matter
        if len(text) > _LONGEST_TURN or not text.isascii():
            raise NotationError(_BAD_TURN)
        text = text.replace(" ", "").lower()
        if text == "pass":
            return PASS
        cells: dict[str, Cell] = {}
        for part in text.split(","):
            colour, name = part[:1], part[1:]
            if colour not in ("1", "2"):
                raise NotationError(_BAD_TURN)
            if colour in cells:
                raise NotationError("a turn places at most one stone of each colour")
            cells[colour] = self.board.cell(name)
        return Placement(cells.get("1"), cells.get("2"))

    def write_position(self, state: State) -> str:
        board, position = self.rules.hexagon, position_of(state)
        letters = ["."] * len(board.grid.mask)
        for number, letter in enumerate(LETTERS):
            stones = position.stones[number // 2] >> board.half * (number % 2) & board.full
            for cell in board.cells(stones):
                letters[cell] = letter
        rows, start = [], 0
        for width in board.widths:
            rows.append("".join(letters[start : start + width]))
            start += width
        passer, captures = "-12"[position.first_passer], position.captures
        ending = f"{captures[0]}-{captures[1]} {passer} {'p' if position.passed else '-'}"
        return f"{position.seat + 1} {'/'.join(rows)} {ending}"

    def read_position(self, text: str) -> State:
        # any arrangement of stones is accepted, reachable or not
        board = self.rules.hexagon
        if len(text) > 2 * len(board.grid.mask) + 40:
            raise NotationError("a position on this board is shorter than this text")
        fields = text.split(" ")
        if len(fields) != 5:
            raise NotationError(
                "a position is the side to move, the rows, captures like 0-0, the first passer and p or -"
            )
        side, rows, captures, passer, passed = fields
        if side not in ("1", "2"):
            raise NotationError("a position begins with the side to move, 1 or 2")
        found = _CAPTURES.fullmatch(captures)
        if not found:
            raise NotationError("captures are two numbers like 0-3, those of player 1 first")
        if passer not in ("1", "2", "-"):
            raise NotationError("the player who passed first is 1, 2 or -")
        if passed not in ("p", "-"):
            raise NotationError("a position ends with p after a pass, else with -")
        letters = join_rows(rows.split("/"), board.widths, "." + LETTERS, N_("row {row} may hold only . a b c and d"))
        one, two, three, four = (
            board.grid.of(cell for cell, letter in enumerate(letters) if letter == colour) for colour in LETTERS
        )
        stones, counts = (one | two << board.half, three | four << board.half), (int(found[1]), int(found[2]))
        position = Position(int(side) - 1, stones, counts, "-12".index(passer), passed == "p")
        return self.rules.new_state(position)

    def describe(self, state: State, move: Placement) -> Text:
        seat, taken = state[3] & 1, self.rules.resolve(state, move)[3].bit_count()
        # how often the position has occurred then, if that matters
        occurrences = self.rules.occurrences_after(state, move)
        args: dict[str, str | int] = {"side": SIDES[seat], "taken": taken}
        stones = [(colour, cell) for colour, cell in zip(COLOURS[seat], move, strict=True) if cell is not None]
        for number, (colour, cell) in enumerate(stones, 1):
            args |= {f"colour{number}": colour, f"cell{number}": self.board.name(cell)}
        return Text(_SENTENCES[len(stones), taken > 0, min(max(occurrences, 1), 3)], args)
