"""The computer player of Clod."""

from netgame.games.shared.dice_player import DicePlayer

PLAYER = DicePlayer
