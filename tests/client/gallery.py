"""Boards in every state that looks different.

Run `python -m tests.client.gallery FOLDER` to write a picture of each, without a screen.
"""

import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication

from client_qt.board.cell_state import last_of
from client_qt.board.move_builder import MoveBuilder
from client_qt.board.widget import BoardView
from client_qt.theme import Theme, UiName
from netgame.game import Game, Over
from netgame.games import GAMES
from tests.client.play import play_on, seeded_table

AnyGame = Game[Any, Any]
MakeBoard = Callable[[Theme], BoardView]


@dataclass(frozen=True)
class Case:
    """A state with what is picked, and where mouse and keyboard are."""

    game: AnyGame
    state: Any
    picks: tuple[str, ...] = ()
    hover: str = ""
    cursor: str = ""
    before: Any = None

    def board(self, theme: Theme) -> BoardView:
        """The board as a table would show it."""
        game, view = self.game, BoardView(theme)
        pieces = game.pieces(self.state)
        last = last_of(game.pieces(self.before), pieces) if self.before is not None else None
        view.set_position(game.board, pieces, game.marks(self.state), last)
        turn = game.turn(self.state)
        if isinstance(turn, Over):
            view.set_deciding_cells(turn.cells)
        else:
            self._build_turn(view)
        if self.cursor:
            view.set_cursor(game.board.cell(self.cursor))
        if self.hover:
            view.point_at(game.board.cell(self.hover))
        return view

    def _build_turn(self, view: BoardView) -> None:
        builder = MoveBuilder(view)
        builder.begin(self.game, self.state)
        for name in self.picks:
            builder.pick(name if name in self.game.buttons else self.game.board.cell(name))
        view.set_picks(builder.picks, builder.seat, builder.preview)


def at(key: str, position: str | None = None, picks: Sequence[str] = (), **options: Any) -> Case:
    """A position text; by default the game's example, or its start."""
    game: AnyGame = GAMES[key](**options)
    text = position or (game.example if not options else "")
    return Case(game, game.read_position(text) if text else game.start(), tuple(picks))


def played(key: str, turns: int, **options: Any) -> Case:
    """So many random turns."""
    table = seeded_table(key, **options)
    play_on(table, turns)
    assert table.match is not None
    return Case(table.match.game, table.match.state)


# ---- the field of 21 by 42


def field(side: str = "1", **more: str) -> str:
    """Two large owners with islands, and what `more` puts on named cells."""
    game = GAMES["conquid"](rows=21, columns=42, base=3)
    rows = [list(row) for row in game.write_position(game.start()).split()[1].split("/")]
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            lean = math.sin(0.31 * r + 1.1) * math.cos(0.27 * c - 0.4) - (c - 20.5) / 24
            dense = math.sin(0.55 * r + 1.3 * math.sin(0.31 * c))
            if sign == "." and abs(lean) > 0.3 and dense > -0.1:
                row[c] = "1" if lean > 0 else "2"
    for name, sign in more.items():
        column, row_number = name.rstrip("0123456789"), int(name.lstrip("abcdefghijklmnopqrstuvwxyz")) - 1
        rows[row_number][game.board.cell(f"{column}1")] = sign
    return f"{side} " + "/".join("".join(row) for row in rows)


def _columns() -> list[str]:
    board = GAMES["conquid"](rows=21, columns=42, base=3).board
    return [place.name[:-1] for place in board.cells[:42]]


def way() -> dict[str, str]:
    """Cells from one base to the other."""
    names = _columns()
    return {
        **{f"{name}10": "1" for name in names[7:20]},
        **{f"{names[19]}{row}": "1" for row in range(10, 15)},
        **{f"{name}14": "1" for name in names[19:37]},
        **{f"{names[36]}{row}": "1" for row in range(13, 15)},
    }


LARGE = {"rows": 21, "columns": 42, "base": 3}
SMALL = "1 ......121...../............../1111........../1111a....b..../1111........../1111........../1111.........."


def conquid() -> Iterator[tuple[str, Case]]:
    yield "start", at("conquid", rows=14, columns=28)
    yield "acquire", at("conquid", field(), ("r9", "t13"), **LARGE)
    yield "conquer", at("conquid", field(c2="2", c3="2", d3="2", ab13="1", ac14="1"), ("C",), **LARGE)
    state = at("conquid", field(), **LARGE)
    corners = state.game.picks(state.state, ("V",)).next
    names = sorted(
        (state.game.board.name(pick) for pick in corners if isinstance(pick, int)), key=lambda n: (len(n), n)
    )
    yield "corners", Case(state.game, state.state, ("V",), hover=names[0])
    yield "vanquish", Case(state.game, state.state, ("V", names[-1]))
    yield "path", at("conquid", field(**way()), **LARGE)
    there = at("conquid", field(**way()), **LARGE)
    yield "won", Case(there.game, there.game.play(there.state, there.game.picks(there.state, ("Q",)).moves[0]))
    yield "small", at("conquid", SMALL, ("C",), rows=7, columns=14, base=1)
    yield "largest", at("conquid", rows=60, columns=100, base=3)


def blooms() -> Iterator[tuple[str, Case]]:
    example = at("blooms", "2 ..c.b/.b.cab/.bbba.b/c.b.bbb./cc.ab.d.d/.c.d.dd./ac.d.d./..dccd/.d.c. 3-2 - -")
    yield "start", at("blooms", side=4)
    yield "turn", Case(example.game, example.state, ("i4", "g6"), cursor="e3")
    yield "one", Case(example.game, example.state, ("i4",), hover="g6")
    state = example.game.play(example.state, example.game.picks(example.state, (3, 16)).moves[0])
    for _ in range(2):
        state = example.game.play(state, example.game.picks(state, ("pass",)).moves[0])
    yield "end", Case(example.game, state)
    yield "tiny", played("blooms", 2, side=2)
    yield "largest", played("blooms", 60, side=10)


def others() -> Iterator[tuple[str, Case]]:
    yield "koom_start", Case(GAMES["koom"](), GAMES["koom"]().start())
    yield "koom_chain", at("koom", "T dF5,dG6,dA9,TF4,TM5,RH8", ("F4", "F6"))
    for layout in ("tall", "wide"):
        yield f"royalclod_{layout}", played("royalclod", 90, layout=layout)
        yield f"royalclod_{layout}_end", played("royalclod", 999, layout=layout)


def boards() -> Iterator[tuple[str, MakeBoard]]:
    """Every board with the name of its picture."""
    for name, case in conquid():
        yield f"conquid_{name}", partial(Case.board, case)
    for name, case in blooms():
        yield f"blooms_{name}", partial(Case.board, case)
    for name, case in others():
        yield name, partial(Case.board, case)


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder, theme = Path(sys.argv[1]), Theme(QApplication([]), base_px=14)
    folder.mkdir(parents=True, exist_ok=True)
    looks: tuple[UiName, ...] = ("light", "dark", "contrast")
    for ui in looks:
        theme.choose(ui=ui, reduced_motion=True)
        for name, make in boards():
            board = make(theme)
            for width, height in ((1200, 600), (740, 400)):  # what a window leaves of 1280x800 and 800x560
                board.resize(width, height)
                board.grab().save(str(folder / f"{name}_{ui}_{width}.png"))


if __name__ == "__main__":
    main()
