"""Positions of Koom Valley Thud."""

from typing import NamedTuple

from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, GRID
from netgame.game import Seat
from netgame.games.shared.octagon_notation import read_setup

GOALS = frozenset(BOARD.cell(name) for name in ("F1", "G1", "H1", "J1", "K1"))


class State(NamedTuple):
    """A position of Koom Valley Thud."""

    dwarfs: int  # bitboards
    trolls: int
    rock: Cell
    seat: Seat
    quiet: int = 0  # plies since the last capture or move of the Rock


def free_squares(state: State) -> int:
    """Return the empty squares, as a bitboard."""
    return GRID.full & ~(state.dwarfs | state.trolls | GRID.mask[state.rock])


# The published summary leaves the set-up open; this one is mirror-symmetric about file H.
START = State(
    *read_setup(
        "dH9,dA10,dP10,dB11,dO11,dC12,dN12,dD13,dM13,dE14,dL14,dF15,dG15,dH15,dJ15,dK15,"
        "TF2,TH2,TK2,TE3,TF3,TH3,TK3,TL3,RH8"
    ),
    0,
)
