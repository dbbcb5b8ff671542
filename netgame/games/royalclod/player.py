"""The computer player of RoyalClod."""

from typing import ClassVar

from netgame.games.shared.dice_player import DicePlayer
from netgame.players.heuristics import Level


class RoyalClodPlayer(DicePlayer):
    """A player for the large board, where a playout takes six times as long."""

    growth: ClassVar[float] = 1.5
    levels: ClassVar[tuple[Level, ...]] = (
        Level(5, 0.7), Level(15, 0.3), Level(60, 0.03), Level(300), Level(1500)
    )  # fmt: skip


PLAYER = RoyalClodPlayer
