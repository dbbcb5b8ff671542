"""Clod: two dice say where a stone may go, and the largest region of one colour wins a full board."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from netgame.game import Preview
from netgame.games.shared.dice_board import DiceBoard
from netgame.games.shared.dice_game import DiceGame
from netgame.options import option

_BOARD = DiceBoard((("",),))


@dataclass(frozen=True)
class Clod(DiceGame):
    """Clod on its board of 6 by 6."""

    key: ClassVar[str] = "clod"
    title: ClassVar[str] = "Clod"
    version: ClassVar[int] = 1
    example = "B 31 ...BBW/B..BB./.W.WBB/W.WWWW/....../....B."
    preview = Preview(
        "6 × 6, two dice",
        "W 31 B..W.W/BB..../...BBB/WW..BB/....../W....B",
        centre=(3.0, 2.1),
        across=6.9,
        material="wood",
    )

    ties: Literal["draw", "white"] = field(
        default="draw", metadata=option("Equal regions", choices={"draw": "a draw", "white": "White wins"})
    )

    def _make_board(self) -> DiceBoard:
        return _BOARD
