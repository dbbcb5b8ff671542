"""Computer players: `choose` returns a move, the same one for the same seed.

    game = GAMES["thud"]()
    move = choose(game, game.start(), Limits(nodes=2000, seed=1))

The searches know only the contract of a game. A game adds its knowledge in `player.py` in its folder.
"""

from netgame.players.choice import Choice, OnChoice
from netgame.players.choose import choose, choose_greedily, choose_randomly, heuristics_of, search, search_by_level
from netgame.players.heuristics import LEVELS, Heuristics, Level
from netgame.players.limits import MANY_NODES, USUAL_MS, Limits
from netgame.players.marks import choose_by_playouts, choose_by_two_plies

__all__ = [
    "LEVELS", "MANY_NODES", "USUAL_MS", "Choice", "Heuristics", "Level", "Limits", "OnChoice", "choose",
    "choose_by_playouts", "choose_by_two_plies", "choose_greedily", "choose_randomly", "heuristics_of", "search",
    "search_by_level",
]  # fmt: skip
