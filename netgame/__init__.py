"""Rules and matches as values, and computer players.

Outside `netgame.cli` there is no I/O, no clock, and no randomness without a seed.

This package exports the contract of a game. `netgame.games.GAMES` has the games, `netgame.match` plays a match of one,
`netgame.records` reads and writes records, `netgame.formats` converts files of other programs, and `netgame.players`
chooses moves:

    game = GAMES["thud"]()
    state = apply(game, game.start(), game.parse(game.start(), "dA6-B6"))
"""

from netgame.errors import IllegalMove, NotationError, OptionError, RulesError
from netgame.game import Game, Mark, Over, Pick, Picks, Piece, Roll, Seat, ToMove, ToRoll, Turn, apply
from netgame.text import Text

__version__ = "1.2.0"  # pyproject.toml has the same; for a release, CHANGELOG.md and the catalogue entry too

__all__ = [
    "Game", "IllegalMove", "Mark", "NotationError", "OptionError", "Over", "Pick", "Picks", "Piece", "Roll",
    "RulesError", "Seat", "Text", "ToMove", "ToRoll", "Turn", "__version__", "apply",
]  # fmt: skip
