"""The constants of a match that every log is checked against, by version.

`Created.match_rules` names the version of a log. To change a constant, add a version here and leave the older ones
alone: their logs stay valid. Limits of the log's format, below, have no version. They may be raised, never lowered.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from netgame.match.events import Rating
from netgame.match.rating import rated

MAX_POSITION = 8192  # characters; the largest board has under 1000 cells
MAX_MOVE = 4096  # characters, as on the wire; a move of any game is shorter
MAX_AT = 253_402_300_799_999  # ms: the end of the year 9999, the last time that a record can write


@dataclass(frozen=True, slots=True)
class MatchRules:
    """One version of the rules of a match: the same for every game."""

    version: int

    # clocks
    free_first_move_ms: int  # of each side in a leg
    lag_bank_ms: int  # network lag that is not charged, at the start and at most
    lag_refill_ms: int  # goes back into the bank with each own move
    max_base_s: int
    max_step_s: int
    max_periods: int
    max_days: int
    has_weekdays: bool  # clocks by days may rest at weekends
    renews_every_turn: bool  # a clock with a time for each move is full again after a turn without a move
    keeps_added_time: bool  # a take-back takes no time back that was added by agreement

    # legs and offers
    awaits_answers: bool  # offers about the board wait for the other player to answer, or to move after seeing them
    ready_wait_ms: int  # after a leg the next one starts, even if a player is not ready
    more_time_ms: int  # of an accepted offer of more time
    mute_after: int  # refusals of one kind of offer in a row
    muted_moves: int  # of either side
    max_count_offers: int  # between two own moves
    max_other_offers: int  # of each other kind; every offer is an entry of the log

    # what players agree on before the match
    min_absence_s: int
    max_absence_s: int
    max_delay_s: int  # by which spectators are behind

    # dice and ratings
    has_strict_links: bool  # a move carries a link only if the next roll needs that link
    rates_absence: bool  # a player who was absent, as far as the log says, and made no move loses rating
    rate: Callable[[Rating, Rating, int], tuple[Rating, Rating]]  # both ratings, from the half points of player 0


_FIRST = MatchRules(
    version=1,
    free_first_move_ms=30_000,
    lag_bank_ms=1_000,
    lag_refill_ms=100,
    max_base_s=360_000,
    max_step_s=3_600,
    max_periods=30,
    max_days=30,
    has_weekdays=False,
    renews_every_turn=False,
    keeps_added_time=False,
    awaits_answers=False,
    ready_wait_ms=60_000,
    more_time_ms=60_000,
    mute_after=3,
    muted_moves=10,
    max_count_offers=1,
    max_other_offers=5,
    min_absence_s=10,
    max_absence_s=86_400,
    max_delay_s=3_600,
    has_strict_links=False,
    rates_absence=True,
    rate=rated,
)
_SECOND = replace(_FIRST, version=2, has_weekdays=True)
_THIRD = replace(
    _SECOND, version=3, renews_every_turn=True, keeps_added_time=True, awaits_answers=True, has_strict_links=True,
    rates_absence=False,
)  # fmt: skip
MATCH_RULES: Mapping[int, MatchRules] = MappingProxyType({rules.version: rules for rules in (_FIRST, _SECOND, _THIRD)})
CURRENT_RULES = MATCH_RULES[max(MATCH_RULES)]
