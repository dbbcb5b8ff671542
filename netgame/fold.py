"""The fold of a log: which event fits where, and what it changes. Everybody folds; only the host decides (`match`)."""

from collections.abc import Iterable

from netgame.due import due, leg_end, match_end, outcome
from netgame.errors import NotationError, RulesError
from netgame.events import (
    Created,
    Ended,
    Event,
    Forfeited,
    LegEnded,
    Moved,
    OfferClosed,
    Offered,
    Ready,
    Rolled,
    Seated,
    Started,
    Unseated,
    kind_of,
)
from netgame.facts import Games, Match, MatchError, Misfit, Step, name_of, player_of, seat_of
from netgame.game import Over, Roll, Seat, ToRoll, apply
from netgame.opening import MAX_AT, first_state, is_plain, opened
from netgame.text import Text

READY_WAIT_MS = 60_000  # so long after a leg the next one starts, even if a player has not said that he is ready
MAX_MOVE = 4096  # characters, as on the wire; a turn of any game is shorter


def new_match(created: Created, games: Games) -> Match:
    """The match that a log begins. `MatchError` for a game, rules version, option or position not known here."""
    try:
        return opened(created, games)
    except RulesError as exc:
        raise MatchError(created.number, exc.text) from exc


def evolve(match: Match, event: Event) -> Match:
    """The match after its next event. `MatchError` names an event that does not fit."""
    try:
        return fold(match, event)
    except RulesError as exc:
        raise MatchError(event.number, exc.text) from exc


def replay(events: Iterable[Event], games: Games) -> Match:
    """The match that a whole log adds up to. `MatchError` names the first event that does not fit."""
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, Created):
        raise MatchError(1, Text("a match begins with the event created"))
    match = new_match(first, games)
    for event in log:
        match = evolve(match, event)
    return match


def fold(match: Match, event: Event) -> Match:
    """As `evolve`, but raises the error itself: `Misfit`, or `NotationError` and `IllegalMove` of the game."""
    _check_order(match, event)
    match event:
        case Moved():
            return _moved(match, event)
        case Rolled():
            return _rolled(match, event)
        case Forfeited():
            return _forfeited(match, event)
        case Offered():
            return _offered(match, event)
        case OfferClosed():
            return _offer_closed(match, event)
        case LegEnded():
            return _leg_ended(match, event)
        case Started():
            return _started(match, event)
        case Seated():
            return _seated(match, event)
        case Unseated():
            return _unseated(match, event)
        case Ready():
            return _ready(match, event)
        case Ended():
            return _ended(match, event)
        case _:
            raise Misfit("unknown_event", "{kind} has no place here", kind=kind_of(type(event)))


def _check_order(match: Match, event: Event) -> None:
    if match.ended:
        raise Misfit("over", "the match is over")
    if event.number != match.number + 1:
        raise Misfit("number", "the next event has the number {number}", number=match.number + 1)
    if not match.at <= event.at <= MAX_AT:
        raise Misfit("time", "its time is before that of the event in front of it, or after the year 9999")
    needed = due(match, event.at)
    if needed is None or event == needed:
        return
    if isinstance(needed, Ended) and isinstance(event, Ended) and event.player == match.legs_ended[-1].player:
        return  # who resigned its last leg gave up the whole match, which ends it as well, only otherwise
    raise Misfit("due", "what comes next is {kind}, as the rules count it", kind=kind_of(type(needed)))


# ---- the table


def _seated(match: Match, event: Seated) -> Match:
    _check_open(match)
    if match.seats[event.player]:
        raise Misfit("seat_taken", "that seat is taken by {name}", name=name_of(match, event.player))
    if event.account and any(seated and seated.account == event.account for seated in match.seats):
        raise Misfit("already_seated", "{name} has a seat at this table already", name=event.name)
    return match.after(event, seats=_put(match.seats, event.player, event))


def _unseated(match: Match, event: Unseated) -> Match:
    _check_open(match)
    if not match.seats[event.player]:
        raise Misfit("seat_free", "nobody has that seat")
    return match.after(event, seats=_put(match.seats, event.player, None))


def _check_open(match: Match) -> None:
    if match.phase != "open":
        raise Misfit("started", "the match has started, and the seats stay as they are")


def _put(
    seats: tuple[Seated | None, Seated | None], player: int, seated: Seated | None
) -> tuple[Seated | None, Seated | None]:
    return (seats[0], seated) if player else (seated, seats[1])


def _ready(match: Match, event: Ready) -> Match:
    if match.phase != "between":
        raise Misfit("not_between", "there is no next leg to start now")
    if event.player in match.ready:
        raise Misfit("already_ready", "{name} is ready already", name=name_of(match, event.player))
    return match.after(event, ready=match.ready | {event.player})


def _started(match: Match, event: Started) -> Match:
    leg = match.leg + 1 if match.phase == "between" else 0
    if due(match, event.at) is None and not may_start(match, event.at):
        raise Misfit("not_ready", "not everybody is ready, and the time to wait has not passed")
    if event.leg != leg:
        raise Misfit("leg", "the next leg is number {leg}", leg=leg)
    state = first_state(match.game, match.created.position)
    return match.after(
        event,
        phase="playing",
        leg=leg,
        state=state,
        turn=match.game.turn(state),
        position=event.number,
        rolls=0,
        last_roll=None,
        ready=frozenset(),
        asked=frozenset(),
        over=None,
        history=match.history.and_then(Step(event, state, leg)),
    )


def may_start(match: Match, at: int) -> bool:
    """Whether the next leg starts at that time even if nobody is ready for it."""
    return match.phase == "between" and at - match.legs_ended[-1].at >= READY_WAIT_MS


# ---- the board


def _check_playing(match: Match) -> None:
    if match.phase == "open":
        raise Misfit("not_started", "the match has not started yet")
    if match.phase == "between":
        raise Misfit("between_legs", "the leg is over, and the next one has not started yet")


def _check_turn(match: Match, seat: Seat) -> None:
    if not isinstance(match.turn, Over) and match.turn.seat != seat:
        name = name_of(match, player_of(match.turn.seat, match.leg))
        raise Misfit("not_your_turn", "it is the turn of {name}", name=name)


def _moved(match: Match, event: Moved) -> Match:
    _check_playing(match)
    seat = seat_of(event.player, match.leg)
    _check_turn(match, seat)
    if isinstance(match.turn, ToRoll):
        raise Misfit("roll_due", "the dice are thrown first")
    if len(event.move) > MAX_MOVE or not is_plain(event.move):
        raise NotationError("a move is one short line of plain characters")
    move = match.game.parse(match.state, event.move)
    state = apply(match.game, match.state, move, seat=seat)
    return match.after(
        event,
        state=state,
        turn=match.game.turn(state),
        position=event.number,
        # an offer to stop is about the board as it was: it lapses when either side moves
        offers={},
        asked=frozenset(asked for asked in match.asked if asked[0] != event.player),
        history=match.history.and_then(Step(event, state, match.leg, seat, move)),
    )


def _rolled(match: Match, event: Rolled) -> Match:
    _check_playing(match)
    seat = seat_of(event.player, match.leg)
    if not isinstance(match.turn, ToRoll):
        raise Misfit("no_roll", "no roll of the dice is due")
    _check_turn(match, seat)
    if event.index != match.rolls:
        raise Misfit("roll_index", "the next roll has the index {index}", index=match.rolls)
    state = apply(match.game, match.state, Roll(event.dice), seat=seat)
    return match.after(
        event,
        state=state,
        turn=match.game.turn(state),
        position=event.number,
        rolls=match.rolls + 1,
        last_roll=event.dice,
        history=match.history.and_then(Step(event, state, match.leg, seat)),
    )


def _forfeited(match: Match, event: Forfeited) -> Match:
    if due(match, event.at) is None:
        raise Misfit("no_forfeit", "no turn is forfeited here")
    step = Step(event, match.state, match.leg, seat_of(event.player, match.leg))
    return match.after(event, history=match.history.and_then(step))


# ---- offers


def _offered(match: Match, event: Offered) -> Match:
    _check_playing(match)
    if event.kind != "count":
        raise Misfit("unknown_offer", "there is no offer of that kind")
    if match.game.agreed(match.state) is None:
        raise Misfit("not_offered", "{game} cannot be stopped by agreement here", game=match.game.title)
    if any(offer.player == event.player and offer.kind == event.kind for offer in match.offers.values()):
        raise Misfit("already_offered", "that is offered already")
    if (event.player, event.kind) in match.asked:
        raise Misfit("too_often", "that can be offered once between two own moves")
    asked = match.asked | {(event.player, event.kind)}
    return match.after(event, offers={**match.offers, event.number: event}, asked=asked)


def _offer_closed(match: Match, event: OfferClosed) -> Match:
    offer = match.offers.get(event.offer)
    if offer is None:
        raise Misfit("no_offer", "that offer is not open any more")
    if event.outcome not in ("accepted", "declined", "withdrawn"):
        raise Misfit("outcome", "an offer of this kind lapses with a move, not by an event")
    if event.outcome == "accepted" and match.game.agreed(match.state) is None:
        raise Misfit("not_offered", "{game} cannot be stopped by agreement here", game=match.game.title)
    offers = {number: other for number, other in match.offers.items() if number != event.offer}
    return match.after(event, offers=offers, accepted=offer if event.outcome == "accepted" else None)


# ---- the ends


def _leg_ended(match: Match, event: LegEnded) -> Match:
    _check_playing(match)
    if event != leg_end(match, event.at, event.reason, event.player):
        raise Misfit("count", "the rules count this leg otherwise")
    return match.after(
        event,
        phase="between",
        over=outcome(match, event.reason, event.player),
        legs_ended=(*match.legs_ended, event),
        offers={},
        accepted=None,
        history=match.history.and_then(Step(event, match.state, match.leg)),
    )


def _ended(match: Match, event: Ended) -> Match:
    if match.phase != "between":
        raise Misfit("not_over", "nothing has ended this match")
    if event.player is None and match.leg + 1 < match.game.legs:
        raise Misfit("not_over", "there is another leg to play")
    if event != match_end(match, event.at, event.player):
        raise Misfit("count", "the rules count this match otherwise")
    return match.after(event, phase="over", ended=event)
