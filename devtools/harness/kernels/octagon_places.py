"""Positions of the compiled searches of Thud and Koom Valley Thud beside those of the rules."""

from typing import Any

import numpy as np

from netgame.games.shared import octagon_kernel as octagon


def played_otherwise(kernel: octagon.OctagonKernel, state: Any, move: int, expected: Any) -> str:
    """Return what differs after a move of the kernel from the expected state, or nothing."""
    places = np.stack([kernel.place(state)] * 2)
    octagon.play(places, kernel.weights, 0, move)
    if position(places[1]) != position(kernel.place(expected)):
        return "play"
    return "" if places[0].tolist() == kernel.place(state).tolist() else "position before"


def position(place: Any) -> tuple[Any, ...]:
    """Return what a place says, whatever the order of its lists."""
    lists = []
    for kind in (octagon.DWARF_PIECE, octagon.TROLL_PIECE, octagon.ROCK_PIECE):
        first = octagon.LISTS + octagon.MOST * kind
        lists.append(sorted(place[first : first + place[octagon.COUNTS + kind]].tolist()))
    return place[: octagon.SQUARES].tolist(), lists, place[octagon.COUNTS + 1 :].tolist()
