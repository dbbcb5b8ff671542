"""Positions of Thud."""

from typing import NamedTuple

from netgame.boards.octagon import CENTRE, GRID
from netgame.game import Seat
from netgame.games.shared.octagon_notation import read_setup

THUDSTONE = CENTRE
BOARD_MASK = GRID.full & ~GRID.mask[THUDSTONE]  # the Thudstone can be neither landed on nor passed


class State(NamedTuple):
    """A position of Thud."""

    dwarfs: int  # bitboards
    trolls: int
    seat: Seat
    quiet: int = 0  # plies since the last capture; counted only under `no_capture_limit`


_DWARFS, _TROLLS, _ = read_setup(
    "dF1,dG1,dJ1,dK1,dE2,dL2,dD3,dM3,dC4,dN4,dB5,dO5,dA6,dP6,dA7,dP7,dA9,dP9,dA10,dP10,dB11,dO11,dC12,dN12,dD13,dM13,"
    "dE14,dL14,dF15,dG15,dJ15,dK15,TG7,TH7,TJ7,TG8,TJ8,TG9,TH9,TJ9,RH8"
)
START = State(_DWARFS, _TROLLS, 0)
