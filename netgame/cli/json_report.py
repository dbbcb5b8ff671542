"""A match, a position and a result as plain values for programs, which go into JSON as they are."""

from collections.abc import Mapping
from typing import Any

from netgame.cli.text_report import described, happening, leg_reason, told
from netgame.formats.convert import LoadedMatch
from netgame.game import Game, Over, ToMove, ToRoll, Turn
from netgame.match.events import Ended, Event, Forfeited, LegEnded, Moved, Rolled, TakenBack, kind_of
from netgame.match.state import Match, Ply, player_of
from netgame.options import option_values

Plain = Mapping[str, Any]


def turn_value(game: Game[Any, Any], turn: Turn) -> Plain:
    """Who does what next, or how it ended."""
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


def match_value(held: LoadedMatch) -> Plain:
    """The match: all that `summary_value` says, and every move, roll, end of a leg and other thing that happened."""
    match = held.match
    first = match.history[0].state if match.history else match.state
    moves: dict[int, dict[str, Any]] = {}
    legs: list[Plain] = []
    happenings: list[Plain] = []
    for before, event, after in told(held):
        if isinstance(event, Moved | Rolled | Forfeited):
            moves[event.number] = _turn_value(before, after)
        elif isinstance(event, LegEnded):
            legs.append(_leg_value(after, after.history[-1]))
        elif text := happening(before, event):
            happenings.append(_happening_value(event, text))
        if isinstance(event, TakenBack):
            for step in before.history[len(after.history) :]:
                moves[step.event.number]["taken_back"] = event.number
    return {
        **summary_value(held),
        "title": match.created.title,
        "created": match.created.at,
        "start": match.game.write_position(first),
        "moves": list(moves.values()),
        "legs": legs,
        "happenings": happenings,
        "comments": [{"number": number, "lines": list(lines)} for number, lines in held.comments.items()],
        "turn": turn_value(match.game, match.turn) if match.phase == "playing" else None,
    }


def summary_value(held: LoadedMatch) -> dict[str, Any]:
    """What a file holds."""
    match, created = held.match, held.match.created
    return {
        "form": held.form,
        **game_value(match.game),
        "position": created.position,
        "clock": created.clock,
        "absence": created.absence,
        "rated": created.rated,
        "previous": created.previous,
        "score": list(created.score),
        "players": [seated.name if seated else None for seated in match.seats],
        "events": len(held.log),
        "paused": match.paused.cause if match.paused else None,
        "result": _result_value(match.ended),
    }


def _turn_value(before: Match, after: Match) -> dict[str, Any]:
    step = after.history[-1]
    assert step.seat is not None, "a turn has a side"
    kind = {Moved: "move", Rolled: "roll", Forfeited: "forfeit"}[type(step.event)]
    return {
        "number": step.event.number,
        "at": step.event.at,
        "clocks": _clocks(step.event),
        "leg": step.leg,
        "seat": step.seat,
        "side": after.game.seats[step.seat],
        "player": player_of(step.seat, step.leg),
        "kind": kind,
        "notation": step.notation,
        "text": described(before, step),
        "position": after.game.write_position(step.state),
        "taken_back": None,
    }


def _clocks(event: Event) -> list[int] | None:
    return None if event.clocks is None else list(event.clocks)


def _happening_value(event: Event, text: str) -> Plain:
    return {
        "number": event.number,
        "at": event.at,
        "clocks": _clocks(event),
        "kind": kind_of(type(event)),
        "player": getattr(event, "player", None),
        "text": text,
    }


def _leg_value(match: Match, step: Ply) -> Plain:
    event = step.event
    assert isinstance(event, LegEnded)
    return {
        "number": event.number,
        "leg": event.leg,
        "reason": event.reason,
        "text": leg_reason(match.game, step, event),
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
        "player": ended.player,
        "resigned": ended.player if ended.reason == "resigned" else None,
        "ratings": ended.ratings and [{"before": list(one.before), "after": list(one.after)} for one in ended.ratings],
    }
