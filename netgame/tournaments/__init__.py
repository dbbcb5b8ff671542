"""Tournaments as values: who plays whom in a round, and who stands where; docs/developing/tournaments.md says more.

`pair` makes the pairings of a round and `standings` the table, both from the entrants and the games so far. Nothing
here knows what game is played, when, or at which server.
"""

from netgame.tournaments.arena import pair_arena
from netgame.tournaments.knockout import Meeting, bracket
from netgame.tournaments.pairing import pair, rounds_of, settled
from netgame.tournaments.standings import standings
from netgame.tournaments.tie_breaks import TIE_BREAKS, TieBreak
from netgame.tournaments.values import FORMATS, Entrant, Format, Game, NoPairing, Pairing, Points, Rounds, Standing

__all__ = [
    "FORMATS",
    "TIE_BREAKS",
    "Entrant",
    "Format",
    "Game",
    "Meeting",
    "NoPairing",
    "Pairing",
    "Points",
    "Rounds",
    "Standing",
    "TieBreak",
    "bracket",
    "pair",
    "pair_arena",
    "rounds_of",
    "settled",
    "standings",
]
