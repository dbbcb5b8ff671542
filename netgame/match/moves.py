"""Events that change the board: moves, rolls, forfeited turns, and take-backs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from netgame.errors import IllegalMove, NotationError
from netgame.game import Over, Seat, ToRoll
from netgame.match.create import is_plain
from netgame.match.dice import PlayersDice
from netgame.match.events import DiceHandedOver, Forfeited, Moved, OfferKind, Player, Revealed, Rolled, TakenBack
from netgame.match.followups import required_event
from netgame.match.match_rules import MAX_MOVE
from netgame.match.state import (
    InvalidEvent,
    Match,
    Ply,
    check_not_paused,
    check_playing,
    drawn_roll,
    find_move,
    has_dice,
    known_roll,
    link_due,
    name_of,
    player_of,
    seat_of,
    write_dice,
)
from netgame.text import N_

LAPSE_WITH_A_MOVE: frozenset[OfferKind] = frozenset({"count", "take_back"})  # they are about the board before the move


def apply_moved(match: Match, event: Moved) -> Match:
    """Return the match after a move."""
    seat = _check_turn(match, event)
    if isinstance(match.turn, ToRoll):
        raise InvalidEvent("roll_due", N_("roll the dice first"))
    _check_time(match, event)
    if event.conditional and (match.clocks is None or match.clocks.control.kind != "days"):
        raise InvalidEvent("no_days", N_("conditional moves are for games with days for each move"))
    if len(event.move) > MAX_MOVE or not is_plain(event.move):
        raise NotationError("a move is one short line of plain characters")
    game = match.game
    if isinstance(match.turn, Over):
        raise IllegalMove("the game is over")
    move = game.parse(match.state, event.move)
    game.check(match.state, move)
    state = game.play(match.state, move)
    first, second = match.moved
    after = match.after(
        event,
        state=state,
        turn=game.turn(state),
        position=event.number,
        moved=(first, second + 1) if event.player else (first + 1, second),
        asked=match.asked and {key: count for key, count in match.asked.items() if key[0] != event.player},
        lapsing=_offers_passed_over(match, event) if match.rules.awaits_answers else _pointless_offers(match),
        history=match.history.append(Ply(event, state, match.leg, seat, move, match.clocks)),
    )
    if not event.link:
        return after
    drawing = _with_link(match, event.player, event.link)
    if match.rules.has_strict_links:
        _check_link_due(after, event.player)
    return replace(after, drawing=drawing)


def apply_revealed(match: Match, event: Revealed) -> Match:
    """Return the match after a player's program revealed a link that the roll needs."""
    check_playing(match)
    check_not_paused(match)
    if match.drawing is not None:
        _check_link_due(match, event.player)
    return match.after(event, drawing=_with_link(match, event.player, event.link))


def apply_rolled(match: Match, event: Rolled) -> Match:
    """Return the match after a roll of the dice."""
    seat = _check_turn(match, event)
    if not isinstance(match.turn, ToRoll):
        raise InvalidEvent("no_roll", N_("no roll of the dice is due"))
    index = match.rolls
    if event.index != index:
        raise InvalidEvent("roll_index", N_("the next roll has the index {index}"), index=index)
    drawing = match.drawing
    if drawing is not None and event.dice != drawn_roll(match):
        raise InvalidEvent("dice", N_("the links of the players give other dice"))
    known = known_roll(match)
    if known not in (None, event.dice):
        raise InvalidEvent("roll_known", N_("this roll was {dice} before the take-back"), dice=write_dice(known or ()))
    state = match.game.rolled(match.state, event.dice)
    return match.after(
        event,
        state=state,
        turn=match.game.turn(state),
        position=event.number,
        rolls=index + 1,
        dice=match.dice if known else (*match.dice[:index], event.dice, *match.dice[index + 1 :]),
        last_roll=event.dice,
        drawing=drawing if drawing is None or has_dice(match) else replace(drawing, drawn=drawing.drawn + 1),
        history=match.history.append(Ply(event, state, match.leg, seat)),
    )


def apply_forfeited(match: Match, event: Forfeited) -> Match:
    """Return the match after the dice forfeited a turn. It is never anything but the required event."""
    if required_event(match, event.at) is None:
        raise InvalidEvent("no_forfeit", N_("no turn is forfeited here"))
    ply = Ply(event, match.state, match.leg, seat_of(event.player, match.leg))
    return match.after(event, history=match.history.append(ply))


def apply_taken_back(match: Match, event: TakenBack) -> Match:
    """Return the match from before that move; its rolls stay known."""
    if match.accepted is None or match.accepted.kind != "take_back":
        raise InvalidEvent("not_agreed", N_("the players did not agree to take a move back"))
    history = match.history.truncated(find_move(match, event.player, event.to))
    state = history[-1].state
    return match.after(
        event,
        state=state,
        turn=match.game.turn(state),
        position=event.number,
        accepted=None,
        lapsing=_pointless_offers(match),
        history=history,
        **(_rolls_of(history) if match.rolls else {}),
    )


def apply_dice_handed_over(match: Match, event: DiceHandedOver) -> Match:
    """Return the match in which the host rolls the dice from here. Rolls from before a take-back stay known."""
    if match.accepted is None or match.accepted.kind != "host_dice":
        raise InvalidEvent("not_agreed", N_("the players did not agree that the host rolls the dice"))
    return match.after(event, accepted=None, drawing=None)


def _check_link_due(match: Match, player: Player) -> None:
    if link_due(match) != player:
        raise InvalidEvent("not_awaited", N_("no link of {name} is due"), name=name_of(match, player))


def _with_link(match: Match, player: Player, link: bytes) -> PlayersDice:
    if match.drawing is None:
        raise InvalidEvent("host_rolls", N_("the host rolls the dice of this table"))
    if not match.drawing.is_next(player, link):
        raise InvalidEvent("link", N_("that is not the next link of the chain of {name}"), name=name_of(match, player))
    return match.drawing.with_link(player, link)


def _rolls_of(plies: Sequence[Ply]) -> dict[str, Any]:
    """Return the number of rolls that the leg has had after these plies, and the last roll."""
    for ply in reversed(plies):
        match ply.event:
            case Rolled(index=index, dice=dice):
                return {"rolls": index + 1, "last_roll": dice}
            case Moved() | Forfeited():
                continue
        break
    return {"rolls": 0, "last_roll": None}


def _check_turn(match: Match, event: Moved | Rolled) -> Seat:
    """Return the seat of the event's player. Raise `InvalidEvent` unless it is that player's turn."""
    check_playing(match)
    check_not_paused(match)
    seat = seat_of(event.player, match.leg)
    if not isinstance(match.turn, Over) and match.turn.seat != seat:
        name = name_of(match, player_of(match.turn.seat, match.leg))
        raise InvalidEvent("not_your_turn", N_("it is the turn of {name}"), name=name)
    return seat


def _check_time(match: Match, event: Moved) -> None:
    """Raise `InvalidEvent` unless the move arrived in time and its uncharged time is allowed."""
    clocks = match.clocks
    if clocks is None:
        if event.queued or event.lag:
            raise InvalidEvent("clocks", N_("a move without a clock has no uncharged time"))
        return
    deadline = clocks.deadline
    assert deadline is not None, "a clock runs while a move is due"
    if not 0 <= event.queued <= event.at - clocks.since:
        raise InvalidEvent("clocks", N_("the move arrived before the turn began"))
    arrived = event.at - event.queued
    if arrived > deadline:
        raise InvalidEvent("flag", N_("{name} has run out of time"), name=name_of(match, event.player))
    if event.lag < 0 or clocks.uncharged_lag(event.player, event.lag, arrived) != event.lag:
        raise InvalidEvent("clocks", N_("the uncharged network lag is more than the lag bank holds"))


def _offers_passed_over(match: Match, event: Moved) -> tuple[int, ...]:
    """Return the open offers about the board that the other player has seen, and answers by this move."""
    if not match.offers or event.conditional:
        return ()
    return tuple(
        number
        for number in _pointless_offers(match)
        if match.offers[number].player != event.player and (not event.seen or number <= event.seen)
    )


def _pointless_offers(match: Match) -> tuple[int, ...]:
    """Return the open offers that a change of the board makes pointless."""
    if not match.offers:
        return ()
    return tuple(number for number, offer in match.offers.items() if offer.kind in LAPSE_WITH_A_MOVE)
