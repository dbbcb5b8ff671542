"""RoyalClod: Clod on six sub-boards that form one grid; a roll gives its spots in every one of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Literal

from netgame.game import Preview
from netgame.games.shared.dice_board import DiceBoard
from netgame.games.shared.dice_game import DiceGame
from netgame.options import option

# How each sub-board is mirrored: `h` left-right, `v` top-bottom. The source text draws three rows of two sub-boards
# (`tall`); its words also fit two rows of three (`wide`). The sub-board at the bottom right is not mirrored in either.
_LAYOUTS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "tall": (("", ""), ("h", "h"), ("v", "")),
    "wide": (("", "h", ""), ("v", "hv", "")),
}


_board_of = cache(DiceBoard)  # made on first use because its tables take time


@dataclass(frozen=True)
class RoyalClod(DiceGame):
    """RoyalClod on its board of 18 by 12, or of 12 by 18."""

    key: ClassVar[str] = "royalclod"
    title: ClassVar[str] = "RoyalClod"
    version: ClassVar[int] = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"tall": {"layout": "tall"}, "wide": {"layout": "wide"}}
    example = (
        "B 54 B.........../B......W.B../.W..W.BWWBBB/...WWWBWBB../W...WBBWBBBB/WWWWWBBWBBBB/..WBBBBWWWWB/...BBBWWWWBB/"
        "...WWBWWWBBB/...WWWWWWBBB/...WWWWWWBBB/....WWWWWBBB/.......WWBBB/......WWBBBB/.........W../.........W../"
        "............/...BBB......"
    )
    preview = Preview(
        "six boards, two dice",
        "B 54 ............/..B....W..../...W....B.../.B...WWW.BB./.BBB..W.W.../.....W....W./.B.....BB.../.WWW...BBB../"
        "..WWWW..B.W./....W...B.../............/............/............/............/............/............/"
        "............/............",
        centre=(6.0, 6.0),
        across=9.8,
        material="wood",
    )

    layout: Literal["tall", "wide"] = field(
        default="tall",
        metadata=option("Layout", choices={"tall": "tall: 18 rows of 12", "wide": "wide: 12 rows of 18"}),
    )
    ties: Literal["draw", "white"] = field(
        default="draw", metadata=option("Equal regions", choices={"draw": "a draw", "white": "White wins"})
    )

    def _make_board(self) -> DiceBoard:
        return _board_of(_LAYOUTS[self.layout])
