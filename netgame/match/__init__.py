"""A match as a value: `decide` returns the events that a command causes, `evolve` applies events, `act` does both.

A player is 0 or 1 for the whole match; a seat is the side in one leg. Only `seat_of` and `player_of` convert them.
The host decides and evolves; everyone else only evolves.
"""

from netgame.match.create import created_event, new_match
from netgame.match.decide import HOST, Rate, Refused, act, decide, waiting_for_roll, wakes_at
from netgame.match.evolve import evolve, replay
from netgame.match.match_rules import CURRENT_RULES, MATCH_RULES, MatchRules
from netgame.match.state import (
    Games,
    Match,
    MatchError,
    Phase,
    Ply,
    name_of,
    player_of,
    seat_of,
    to_act,
    write_dice,
)

__all__ = [
    "CURRENT_RULES",
    "HOST",
    "MATCH_RULES",
    "Games",
    "Match",
    "MatchError",
    "MatchRules",
    "Phase",
    "Ply",
    "Rate",
    "Refused",
    "act",
    "created_event",
    "decide",
    "evolve",
    "name_of",
    "new_match",
    "player_of",
    "replay",
    "seat_of",
    "to_act",
    "waiting_for_roll",
    "wakes_at",
    "write_dice",
]
