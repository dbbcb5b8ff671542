"""The computer player of RoyalClod."""

from typing import ClassVar

from netgame.games.shared.dice_player import DicePlayer
from netgame.players.heuristics import Level


class RoyalClodPlayer(DicePlayer):
    """A player for the large board, where a move changes less, so that more fills are needed to see it."""

    trust: ClassVar[float] = 16.0
    fills: ClassVar[int] = 64
    levels: ClassVar[tuple[Level, ...]] = (
        Level(1, 0.88), Level(1, 0.35), Level(2), Level(12), Level(1500)
    )  # fmt: skip


PLAYER = RoyalClodPlayer
