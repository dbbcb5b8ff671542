"""The manners of a computer player at a match: it is ready, answers offers, and resigns.

It never takes a move back, and claims nothing when its opponent is away. After many moves without a capture it agrees
to count or to a draw, and offers that to another computer player, so their games end. It offers nothing to a person.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from netgame.game import ToMove
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, Resign
from netgame.match.events import Moved, Offered, Player, Rolled
from netgame.match.offers import check_offer
from netgame.match.state import InvalidEvent, Match, other, seat_of, to_act
from netgame.players.choose import heuristics_of
from netgame.players.limits import USUAL_MS

HOPELESS = -0.9  # an own value that is no better than this
HOPELESS_MOVES = 4  # own moves in a row after which a hopeless game is resigned
SOONEST_RESIGNATION = 10  # own moves in the whole match before one resigns
NO_CAPTURE_MOVES = 200  # moves of both sides without a capture after which it agrees to count
_SHARE = 40  # of the time on the clock, this part is for one move
_LEAST_MS = 20


@dataclass(frozen=True)
class Think:
    """It is this player's move, and the engine must choose it."""


def next_step(match: Match, player: Player, values: Sequence[float] = ()) -> Command | Think | None:
    """Return the command that this player gives now, that it must choose a move, or None if it has nothing to do.

    `values` are the engine's values of its choices in this leg, from -1 (seat 1 wins) to 1, the last one last.
    """
    if match.phase == "over":
        return None
    for offer in match.offers.values():
        if offer.player != player:
            return AnswerOffer(offer.number, _accepts(match, player, offer, values))
    if match.phase != "playing" or match.paused:
        return MakeReady() if _may_be_ready(match, player) else None
    if to_act(match) != player or not isinstance(match.turn, ToMove):
        return None
    if _resigns(match, player, values):
        return Resign()
    return MakeOffer("count") if _offers_count(match, player) else Think()


def _may_be_ready(match: Match, player: Player) -> bool:
    if match.paused and match.paused.cause not in ("agreed", "adjourned"):
        return False  # the host resumes it
    return player not in match.ready and match.seats[player] is not None


def _accepts(match: Match, player: Player, offer: Offered, values: Sequence[float]) -> bool:
    match offer.kind:
        case "pause" | "adjourn" | "more_time" | "host_dice":
            return True
        case "take_back" | "abort":
            return not match.created.rated
        case "count":
            agreed = match.game.agreed(match.state)
            if agreed is None:
                return False
            if _captures_nothing(match):
                return True
            heuristics = heuristics_of(match.game)
            sign = 1 - 2 * seat_of(player, match.leg)
            value = values[-1] if values else heuristics.outlook(heuristics.evaluate(match.state))
            return sign * heuristics.outlook(heuristics.result(agreed)) >= sign * value
    return False


def _offers_count(match: Match, player: Player) -> bool:
    opponent = match.seats[other(player)]
    if opponent is None or not opponent.computer or not _captures_nothing(match):
        return False
    try:
        check_offer(match, player, "count", None)
    except InvalidEvent:
        return False
    return True


def _captures_nothing(match: Match) -> bool:
    """Return whether the last moves of the leg captured nothing: the number of pieces did not change."""
    recent = match.history[-NO_CAPTURE_MOVES - 1 :]
    if len(recent) <= NO_CAPTURE_MOVES or recent[0].leg != match.leg:
        return False
    count = len(match.game.pieces(match.state))
    return all(len(match.game.pieces(ply.state)) == count for ply in reversed(recent))


def _resigns(match: Match, player: Player, values: Sequence[float]) -> bool:
    """Return whether the last own values were hopeless, and resigning costs no more than playing on.

    Where values are margins, a resignation gives the opponent more than most defeats do.
    """
    if len(values) < HOPELESS_MOVES or match.moved[player] < SOONEST_RESIGNATION:
        return False
    seat = seat_of(player, match.leg)
    sign = 1 - 2 * seat
    if max(sign * value for value in values[-HOPELESS_MOVES:]) > HOPELESS:
        return False
    heuristics = heuristics_of(match.game)
    if not heuristics.steepness:
        return True  # a defeat is a defeat
    resigned = heuristics.result(match.game.resigned(match.state, seat))
    return sign * resigned >= sign * heuristics.evaluate(match.state)


def transcript(match: Match) -> tuple[str | None, tuple[str, ...]]:
    """Return the position at the start of the current leg, and the lines for an engine that follow."""
    lines: list[str] = []
    for ply in reversed(match.history):
        if ply.leg != match.leg:
            break
        match ply.event:
            case Moved(move=move):
                lines.append(f"play {move}")
            case Rolled(dice=dice):
                lines.append(f"roll {' '.join(map(str, dice))}")
    return match.created.position, tuple(reversed(lines))


def thinking_ms(match: Match, player: Player, at: int) -> int:
    """Return how long that player should think about a move at that time: less when its clock is short."""
    clocks = match.clocks
    if clocks is None:
        return USUAL_MS
    left, step = clocks.read(at)[player], clocks.control.step
    if clocks.control.kind in ("move", "days", "byoyomi"):
        return _between(left // 4 if left <= step else left // _SHARE)
    gained = step if clocks.control.kind in ("fischer", "bronstein") else 0
    return _between(min(left // 4, left // _SHARE + gained * 3 // 4))


def _between(ms: int) -> int:
    return max(_LEAST_MS, min(USUAL_MS, ms))
