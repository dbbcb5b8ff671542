"""The fold, its board: moves, rolls, forfeited turns, and moves taken back."""

from typing import Any

from netgame.errors import NotationError
from netgame.game import Over, Roll, Seat, ToRoll, apply
from netgame.match.clocks import check_time
from netgame.match.create import is_plain
from netgame.match.events import Forfeited, Moved, OfferKind, Rolled, TakenBack
from netgame.match.followups import required_event
from netgame.match.state import (
    InvalidEvent,
    Match,
    Ply,
    check_going,
    check_playing,
    known_roll,
    name_of,
    player_of,
    seat_of,
    standing_move,
    write_dice,
)

MAX_MOVE = 4096  # characters, as on the wire; a turn of any game is shorter
LAPSE_WITH_A_MOVE: frozenset[OfferKind] = frozenset({"count", "take_back"})  # they are about the board as it was


def moved(match: Match, event: Moved) -> Match:
    """The match after a move."""
    seat = _check_turn(match, event)
    if isinstance(match.turn, ToRoll):
        raise InvalidEvent("roll_due", "the dice are thrown first")
    check_time(match, event)
    if len(event.move) > MAX_MOVE or not is_plain(event.move):
        raise NotationError("a move is one short line of plain characters")
    move = match.game.parse(match.state, event.move)
    state = apply(match.game, match.state, move, seat=seat)
    first, second = match.moved
    return match.after(
        event,
        state=state,
        turn=match.game.turn(state),
        position=event.number,
        moved=(first, second + 1) if event.player else (first + 1, second),
        asked=_asked_since(match, event),
        lapsing=_pointless(match),
        history=match.history.and_then(Ply(event, state, match.leg, seat, move, match.clocks)),
    )


def rolled(match: Match, event: Rolled) -> Match:
    """The match after a roll of the dice."""
    seat = _check_turn(match, event)
    if not isinstance(match.turn, ToRoll):
        raise InvalidEvent("no_roll", "no roll of the dice is due")
    index = match.rolls
    if event.index != index:
        raise InvalidEvent("roll_index", "the next roll has the index {index}", index=index)
    known = known_roll(match)
    if known not in (None, event.dice):
        raise InvalidEvent("roll_known", "this roll has fallen already, as {dice}", dice=write_dice(known or ()))
    state = apply(match.game, match.state, Roll(event.dice), seat=seat)
    return match.after(
        event,
        state=state,
        turn=match.game.turn(state),
        position=event.number,
        rolls=index + 1,
        dice=match.dice if known else (*match.dice[:index], event.dice, *match.dice[index + 1 :]),
        last_roll=event.dice,
        history=match.history.and_then(Ply(event, state, match.leg, seat)),
    )


def forfeited(match: Match, event: Forfeited) -> Match:
    """The match after a turn that the dice forfeited; that it is due was checked before, and nothing else allows it."""
    if required_event(match, event.at) is None:
        raise InvalidEvent("no_forfeit", "no turn is forfeited here")
    step = Ply(event, match.state, match.leg, seat_of(event.player, match.leg))
    return match.after(event, history=match.history.and_then(step))


def taken_back(match: Match, event: TakenBack) -> Match:
    """The match after a take-back that was agreed: as it was in front of that move, with its rolls known."""
    if match.accepted is None or match.accepted.kind != "take_back":
        raise InvalidEvent("not_agreed", "nobody agreed to take a move back")
    history = match.history.cut(standing_move(match, event.player, event.to))
    state = history[-1].state
    return match.after(
        event,
        state=state,
        turn=match.game.turn(state),
        position=event.number,
        accepted=None,
        lapsing=_pointless(match),
        history=history,
        **(_rolls_of(history) if match.rolls else {}),
    )


def _rolls_of(steps: Any) -> dict[str, Any]:
    """How many rolls the leg has had after these steps, and the last of them."""
    for place in range(len(steps) - 1, -1, -1):
        match steps[place].event:
            case Rolled(index=index, dice=dice):
                return {"rolls": index + 1, "last_roll": dice}
            case Moved() | Forfeited():
                continue
        break
    return {"rolls": 0, "last_roll": None}


def _check_turn(match: Match, event: Moved | Rolled) -> Seat:
    """The seat of the player whose event it is. `InvalidEvent` unless it is his turn."""
    check_playing(match)
    check_going(match)
    seat = seat_of(event.player, match.leg)
    required_event = _seat_due(match)
    if required_event not in (None, seat):
        raise InvalidEvent(
            "not_your_turn", "it is the turn of {name}", name=name_of(match, player_of(required_event, match.leg))
        )
    return seat


def _seat_due(match: Match) -> Seat | None:
    return None if isinstance(match.turn, Over) else match.turn.seat


def _asked_since(match: Match, event: Moved) -> Any:
    """What was offered since an own move, after this one."""
    if not match.asked:
        return match.asked
    return {asked: count for asked, count in match.asked.items() if asked[0] != event.player}


def _pointless(match: Match) -> tuple[int, ...]:
    """The open offers that a change of the board makes pointless."""
    if not match.offers:
        return ()
    return tuple(number for number, offer in match.offers.items() if offer.kind in LAPSE_WITH_A_MOVE)
