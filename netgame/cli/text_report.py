"""A match, a position and a result told in lines for people."""

from collections.abc import Iterator
from typing import Any

from netgame.formats.convert import LoadedMatch
from netgame.game import Game, Over, ToMove, ToRoll, Turn
from netgame.match.create import new_match
from netgame.match.events import (
    Absent,
    Created,
    Ended,
    Event,
    Forfeited,
    LegEnded,
    Moved,
    Paused,
    Resumed,
    Returned,
    Rolled,
    Started,
    TakenBack,
    TimeAdded,
)
from netgame.match.evolve import evolve
from netgame.match.state import Match, Ply, name_of, player_of, seat_of, write_dice
from netgame.match.time_control import Control, read_control
from netgame.options import OptionValue, option_values
from netgame.records.header import write_time
from netgame.records.lines import quote

_WIDEST = 24  # notation for which the words beside it move to the right


def option_line(game: Game[Any, Any]) -> str:
    """The game with every option, on one line."""
    options = ", ".join(f"{name} {_word(value)}" for name, value in option_values(game).items())
    return f"{game.title}: {options}" if options else game.title


def _word(value: OptionValue) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
    return str(value)


def turn_line(game: Game[Any, Any], turn: Turn) -> str:
    """Who does what next, or how it ended."""
    match turn:
        case ToMove(seat):
            return f"{game.seats[seat]} to move"
        case ToRoll(seat, count, sides):
            return f"{game.seats[seat]} to roll {count} dice with {sides} sides"
        case Over(winner, scores, reason):
            won = "a draw" if winner is None else f"{game.seats[winner]} won"
            return f"over: {reason}; {won}, {game.seats[0]} {scores[0]}, {game.seats[1]} {scores[1]}"


# ---- a match


def told(held: LoadedMatch) -> Iterator[tuple[Match, Event, Match]]:
    """Every event after the first, with the match before and after it."""
    created = held.match.created
    before = new_match(created, {created.game: type(held.match.game)})
    for event in held.log[1:]:
        after = evolve(before, event)
        yield before, event, after
        before = after


def match_lines(held: LoadedMatch, positions: bool = False) -> Iterator[str]:
    """The match from the first move to its result; with the position after every move, if that is wanted."""
    match, created = held.match, held.match.created
    yield option_line(match.game)
    yield f"{quote(created.title)}, created {write_time(created.at)}"
    for player, seated in enumerate(match.seats):
        yield f"player {player}: {quote(seated.name) if seated else 'nobody'}"
    yield from _terms(created)
    if created.position is not None:
        yield f"from the position {created.position}"
    width = min(_WIDEST, max((len(write_turn(event)) for event in held.log), default=0))
    clock_width = max((len(write_clock(ms)) for event in held.log for ms in event.clocks or ()), default=0)
    for before, event, after in told(held):
        text = _line(before, event, after, width)
        if text is None:
            continue
        if isinstance(event, Started):
            yield ""
        yield f"{event.number:5} {_clocks(event, clock_width)}{text}"
        if positions and isinstance(event, Moved | Rolled | Forfeited | Started | TakenBack):
            yield f"      {match.game.write_position(after.state)}"
        for comment in held.comments.get(event.number, ()):
            yield f"      # {comment}"
    yield ""
    yield result_line(match)
    yield from _rating_lines(match)


def _clocks(event: Event, width: int) -> str:
    """What both clocks say, as a column of its own where there are any."""
    if not width:
        return ""
    said = (write_clock(ms).rjust(width) for ms in event.clocks) if event.clocks else (" " * width,) * 2
    return "  ".join((*said, ""))


def _terms(created: Created) -> Iterator[str]:
    """What was agreed besides the rules, where it is not as usual."""
    if created.clock != "none":
        yield f"clock: {control_words(read_control(created.clock))}"
    if created.absence != "wait":
        what, seconds = created.absence.split()
        gives = "claim the win, a draw or another day" if what == "forfeit" else "adjourn"
        yield f"absence: to be away for {span_words(int(seconds) * 1000)} in all lets the other side {gives}"
    if created.rated:
        yield "rated"
    if created.previous is not None:
        first, second, drawn = created.score
        yield f"a rematch; the series stands at {first} to {second}, {drawn} drawn"


def _line(before: Match, event: Event, after: Match, width: int) -> str | None:
    """What an event is told as; None for those about seats and offers, which show in what follows from them."""
    game, names = after.game, [quote(name_of(after, player)) for player in (0, 1)]
    match event:
        case Started(leg=leg):
            sides = (f"{names[player_of(seat, leg)]} has {side}" for seat, side in enumerate(game.seats))
            return f"leg {leg + 1}: {', '.join(sides)}"
        case Moved() | Rolled() | Forfeited():
            side = game.seats[seat_of(event.player, after.leg)].ljust(max(map(len, game.seats)))
            return f"{side}  {write_turn(event).ljust(width)}  {described(before, after.history[-1])}"
        case LegEnded():
            return _leg_line(after, after.history[-1], event)
    return happening(before, event)


def write_turn(event: Event) -> str:
    """A move, a roll or a forfeited turn as the move list has it; nothing for other events."""
    match event:
        case Moved(move=move):
            return move
        case Rolled(dice=dice):
            return write_dice(dice)
        case Forfeited():
            return "--"
    return ""


def described(before: Match, step: Ply) -> str:
    """A turn in words; `before` is the match in front of it."""
    match step.event:
        case Moved():
            return str(before.game.describe(before.state, step.move))
        case Rolled():
            return "the dice"
    return "the turn is forfeited"


_PAUSES = {
    "agreed": "paused, as both agreed",
    "adjourned": "adjourned",
    "restart": "paused: the server had stopped",
    "drain": "paused: the server stops",
}
_DOINGS = {
    "resigned": "gave up the match",
    "flag": "ran out of time",
    "absent": "was away for too long",
    "left": "left the match",
}


def happening(match: Match, event: Event) -> str | None:
    """An event besides turns and legs, in words; `match` is the one in front of it. None for seats and offers."""
    match event:
        case TakenBack(player=player, to=to):
            (move,) = (write_turn(step.event) for step in match.history if step.event.number == to)
            return f"{quote(name_of(match, player))} takes back {to} {move}, and what followed"
        case TimeAdded(player=player, ms=ms):
            return f"{quote(name_of(match, player))} has {span_words(ms)} more"
        case Paused(cause=cause):
            return _PAUSES[cause]
        case Resumed():
            return "the match goes on"
        case Absent(player=player, cause=cause):
            return f"{quote(name_of(match, player))} {'lost the connection' if cause == 'lost' else 'went away'}"
        case Returned(player=player):
            return f"{quote(name_of(match, player))} is back"
        case Ended(reason="aborted"):
            return "the match is aborted"
        case Ended(reason=reason, player=player) if player is not None:
            return f"{quote(name_of(match, player))} {_DOINGS[reason]}"
    return None


def _leg_line(match: Match, step: Ply, event: LegEnded) -> str:
    won = "a draw" if event.winner is None else f"{quote(name_of(match, event.winner))} won"
    scores = ", ".join(f"{quote(name_of(match, player_of(seat, 0)))} {event.scores[seat]}" for seat in (0, 1))
    return f"leg {event.leg + 1} over: {leg_reason(match.game, step, event)}; {won}, {scores}"


def leg_reason(game: Game[Any, Any], step: Ply, event: LegEnded) -> str:
    """Why the leg is over, in the words of the game."""
    over: Turn | None = game.turn(step.state)
    if event.player is not None:
        over = game.resigned(step.state, seat_of(event.player, event.leg))
    elif event.reason == "agreed":
        over = game.agreed(step.state)
    assert isinstance(over, Over), "the fold has counted it"
    return str(over.reason)


def result_line(match: Match) -> str:
    """How the match ended, on one line."""
    ended = match.ended
    if ended is None:
        pause = f", {_PAUSES[match.paused.cause]}" if match.paused else ""
        return f"unfinished{pause}{f', {turn_line(match.game, match.turn)}' if match.phase == 'playing' else ''}"
    if ended.reason == "aborted":
        return "aborted, without a result"
    won = "a draw" if ended.winner is None else f"{quote(name_of(match, ended.winner))} won"
    whose = "" if ended.player is None else f", {quote(name_of(match, ended.player))} {_DOINGS[ended.reason]}"
    return f"{won}{whose}, totals {ended.totals[0]} {ended.totals[1]}"


def _rating_lines(match: Match) -> Iterator[str]:
    changes = match.ended.ratings if match.ended and match.ended.ratings else ()
    for seated, change in zip(match.seats, changes, strict=False):
        assert seated, "who is rated has sat there"
        before, after = (round(rating[0] / 100) for rating in (change.before, change.after))
        yield f"{quote(seated.name)}: rating {before} to {after}"


def summary_line(held: LoadedMatch) -> str:
    """What a file holds, on one line."""
    match = held.match
    names = " against ".join(quote(seated.name) if seated else "nobody" for seated in match.seats)
    moves = sum(isinstance(step.event, Moved) for step in match.history)
    form = "" if held.form == "record" else f"{held.form}, "
    return f"{form}{match.game.title}, {names}, {moves} moves, {result_line(match)}"


# ---- times


def write_clock(ms: int) -> str:
    """What a clock shows: `4:58.3`, `1:40:00`, `2 d 03:00:00`. It never shows more than there is."""
    seconds, tenth = ms // 1000, ms % 1000 // 100
    minutes, hours, days = seconds // 60 % 60, seconds // 3600, seconds // 86_400
    if days:
        return f"{days} d {hours % 24:02}:{minutes:02}:{seconds % 60:02}"
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}.{tenth}"


def span_words(ms: int) -> str:
    """A span of time: `1 min 30 s`."""
    parts, left = [], ms // 1000
    for unit, seconds in (("days", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, left = divmod(left, seconds)
        if count:
            parts.append(f"{count} {'day' if (unit, count) == ('days', 1) else unit}")
    return " ".join(parts) or "0 s"


def control_words(control: Control) -> str:
    """A time control in words, for one side."""
    base, step = span_words(control.base or control.full), span_words(control.step)
    match control.kind:
        case "move" | "days":
            return f"{step} for every move"
        case "sudden":
            return f"{base} for all moves"
        case "fischer":
            return f"{base}, and {step} more after every move"
        case "bronstein":
            return f"{base}; of every move up to {step} are given back"
        case "byoyomi":
            periods = f"{control.periods} times {step}"
            return f"{base}, then {periods}" if control.base else periods
    return "none"
