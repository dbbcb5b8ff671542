"""A match, a position and a result told: lines for people, and plain values for programs."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from netgame.events import Ended, Forfeited, LegEnded, Moved, Rolled
from netgame.facts import Match, Step, name_of, player_of, seat_of
from netgame.game import Game, Over, ToMove, ToRoll, Turn
from netgame.options import OptionValue, option_values
from netgame.reading import Held
from netgame.record_head import write_time
from netgame.record_lines import quote

_WIDEST = 24  # notation for which the words beside it move to the right

Plain = Mapping[str, Any]  # goes into JSON as it is


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


def turn_value(game: Game[Any, Any], turn: Turn) -> Plain:
    """The same for programs."""
    match turn:
        case ToMove(seat):
            return {"kind": "move", "seat": seat, "side": game.seats[seat]}
        case ToRoll(seat, count, sides):
            return {"kind": "roll", "seat": seat, "side": game.seats[seat], "count": count, "sides": sides}
        case Over(winner, scores, reason):
            return {"kind": "over", "winner": winner, "scores": list(scores), "reason": str(reason)}


def game_value(game: Game[Any, Any]) -> dict[str, Any]:
    """A game with its options."""
    return {"game": game.key, "rules": game.version, "options": option_values(game)}


# ---- a match


def match_lines(held: Held, positions: bool = False) -> Iterator[str]:
    """The match from the first move to its result; with the position after every move, if that is wanted."""
    match, created = held.match, held.match.created
    yield option_line(match.game)
    yield f"{quote(created.title)}, created {write_time(created.at)}"
    for player, seated in enumerate(match.seats):
        yield f"player {player}: {quote(seated.name) if seated else 'nobody'}"
    if created.position is not None:
        yield f"from the position {created.position}"
    state: Any = None
    width = min(_WIDEST, max((len(step.notation) for step in match.history), default=0))
    for step in match.history:
        yield from _step_lines(match, step, state, width)
        if positions and not isinstance(step.event, LegEnded):
            yield f"      {match.game.write_position(step.state)}"
        state = step.state
    yield ""
    yield result_line(match)


def _step_lines(match: Match, step: Step, before: Any, width: int) -> Iterator[str]:
    game, event = match.game, step.event
    if isinstance(event, LegEnded):
        yield f"{event.number:5} {_leg_line(match, step, event)}"
    elif step.seat is None:
        yield ""
        sides = (
            f"{quote(name_of(match, player_of(seat, step.leg)))} has {side}" for seat, side in enumerate(game.seats)
        )
        yield f"{event.number:5} leg {step.leg + 1}: {', '.join(sides)}"
    else:
        side = game.seats[step.seat].ljust(max(map(len, game.seats)))
        yield f"{event.number:5} {side}  {step.notation.ljust(width)}  {_described(game, step, before)}"


def _described(game: Game[Any, Any], step: Step, before: Any) -> str:
    match step.event:
        case Moved():
            return str(game.describe(before, step.move))
        case Rolled():
            return "the dice"
    return "the turn is forfeited"


def _leg_line(match: Match, step: Step, event: LegEnded) -> str:
    won = "a draw" if event.winner is None else f"{quote(name_of(match, event.winner))} won"
    scores = ", ".join(f"{quote(name_of(match, player_of(seat, 0)))} {event.scores[seat]}" for seat in (0, 1))
    return f"leg {event.leg + 1} over: {_reason(match.game, step, event)}; {won}, {scores}"


def _reason(game: Game[Any, Any], step: Step, event: LegEnded) -> str:
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
        return "unfinished" if match.phase != "playing" else f"unfinished, {turn_line(match.game, match.turn)}"
    won = "a draw" if ended.winner is None else f"{quote(name_of(match, ended.winner))} won"
    gave_up = "" if ended.player is None else f", {quote(name_of(match, ended.player))} gave up the match"
    return f"{won}{gave_up}, totals {ended.totals[0]} {ended.totals[1]}"


def match_value(held: Held) -> Plain:
    """The match for programs: all that `summary_value` says, and every move, roll and end of a leg."""
    match = held.match
    first = match.history[0].state if match.history else match.state
    steps = list(match.history)
    moves = [_step_value(match, step, before.state) for before, step in pairwise(steps) if _is_turn(step)]
    legs = [_leg_value(match, step) for step in steps if isinstance(step.event, LegEnded)]
    return {
        **summary_value(held),
        "title": match.created.title,
        "created": match.created.at,
        "start": match.game.write_position(first),
        "moves": moves,
        "legs": legs,
        "turn": turn_value(match.game, match.turn) if match.phase == "playing" else None,
    }


def summary_value(held: Held) -> dict[str, Any]:
    """What a file holds, for programs."""
    match = held.match
    return {
        "form": held.form,
        **game_value(match.game),
        "position": match.created.position,
        "players": [seated.name if seated else None for seated in match.seats],
        "events": len(held.log),
        "result": _result_value(match.ended),
    }


def _is_turn(step: Step) -> bool:
    return isinstance(step.event, Moved | Rolled | Forfeited)


def _step_value(match: Match, step: Step, before: Any) -> Plain:
    assert step.seat is not None, "a turn has a side"
    kind = {Moved: "move", Rolled: "roll", Forfeited: "forfeit"}[type(step.event)]
    return {
        "number": step.event.number,
        "at": step.event.at,
        "leg": step.leg,
        "seat": step.seat,
        "side": match.game.seats[step.seat],
        "player": player_of(step.seat, step.leg),
        "kind": kind,
        "notation": step.notation,
        "text": _described(match.game, step, before),
        "position": match.game.write_position(step.state),
    }


def _leg_value(match: Match, step: Step) -> Plain:
    event = step.event
    assert isinstance(event, LegEnded)
    return {
        "number": event.number,
        "leg": event.leg,
        "reason": event.reason,
        "text": _reason(match.game, step, event),
        "winner": event.winner,
        "scores": list(event.scores),
        "resigned": event.player,
    }


def _result_value(ended: Ended | None) -> Plain | None:
    if ended is None:
        return None
    return {
        "reason": ended.reason,
        "winner": ended.winner,
        "totals": list(ended.totals),
        "resigned": ended.player,
    }


def summary_line(held: Held) -> str:
    """What a file holds, on one line."""
    match = held.match
    names = " against ".join(quote(seated.name) if seated else "nobody" for seated in match.seats)
    moves = sum(isinstance(step.event, Moved) for step in match.history)
    form = "" if held.form == "record" else f"{held.form}, "
    return f"{form}{match.game.title}, {names}, {moves} moves, {result_line(match)}"
