"""A match, a position and a result as plain values for JSON."""

from collections.abc import Mapping
from typing import Any

from netgame.cli.text_report import describe_event, leg_reason, replay_steps, turn_words
from netgame.formats.convert import LoadedMatch
from netgame.game import Game, Over, ToMove, ToRoll, Turn
from netgame.match.events import Ended, Event, Forfeited, LegEnded, Moved, Rolled, TakenBack, kind_of
from netgame.match.state import Match, player_of
from netgame.options import option_values

Plain = Mapping[str, Any]


def turn_value(game: Game[Any, Any], turn: Turn) -> Plain:
    """Return the next turn, or the result."""
    match turn:
        case ToMove(seat):
            return {"kind": "move", "seat": seat, "side": game.seats[seat]}
        case ToRoll(seat, count, sides):
            return {"kind": "roll", "seat": seat, "side": game.seats[seat], "count": count, "sides": sides}
        case Over(winner, scores, reason):
            return {"kind": "over", "winner": winner, "scores": list(scores), "reason": str(reason)}


def game_value(game: Game[Any, Any]) -> dict[str, Any]:
    """Return a game with its options."""
    return {"game": game.key, "rules": game.version, "options": option_values(game)}


def match_value(loaded: LoadedMatch) -> Plain:
    """Return the match: `summary_value`, and every move, roll, end of a leg and other event."""
    match = loaded.match
    first = match.history[0].state if match.history else match.state
    moves: dict[int, dict[str, Any]] = {}
    legs: list[Plain] = []
    others: list[Plain] = []
    for before, event, after in replay_steps(loaded):
        if isinstance(event, Moved | Rolled | Forfeited):
            moves[event.number] = _turn_value(before, after)
        elif isinstance(event, LegEnded):
            text = leg_reason(after.game, after.history[-1], event)
            legs.append({
                "number": event.number, "leg": event.leg, "reason": event.reason, "text": text,
                "winner": event.winner, "scores": list(event.scores), "resigned": event.player,
            })  # fmt: skip
        elif words := describe_event(before, event):
            others.append({
                "number": event.number, "at": event.at, "clocks": _clocks(event), "kind": kind_of(type(event)),
                "player": getattr(event, "player", None), "text": words,
            })  # fmt: skip
        if isinstance(event, TakenBack):
            for ply in before.history[len(after.history) :]:
                moves[ply.event.number]["taken_back"] = event.number
    return {
        **summary_value(loaded), "title": match.created.title, "created": match.created.at,
        "start": match.game.write_position(first), "moves": list(moves.values()), "legs": legs, "happenings": others,
        "comments": [{"number": number, "lines": list(lines)} for number, lines in loaded.comments.items()],
        "turn": turn_value(match.game, match.turn) if match.phase == "playing" else None,
    }  # fmt: skip


def summary_value(loaded: LoadedMatch) -> dict[str, Any]:
    """Return the summary of a file."""
    match, created = loaded.match, loaded.match.created
    return {
        "form": loaded.form, **game_value(match.game), "position": created.position, "clock": created.clock,
        "absence": created.absence, "rated": created.rated, "previous": created.previous,
        "score": list(created.score), "players": [seated.name if seated else None for seated in match.seats],
        "events": len(loaded.log), "paused": match.paused.cause if match.paused else None,
        "result": _result_value(match.ended),
    }  # fmt: skip


def _turn_value(before: Match, after: Match) -> dict[str, Any]:
    ply = after.history[-1]
    assert ply.seat is not None, "a turn has a side"
    kind = {Moved: "move", Rolled: "roll", Forfeited: "forfeit"}[type(ply.event)]
    return {
        "number": ply.event.number, "at": ply.event.at, "clocks": _clocks(ply.event), "leg": ply.leg,
        "seat": ply.seat, "side": after.game.seats[ply.seat], "player": player_of(ply.seat, ply.leg), "kind": kind,
        "notation": ply.notation, "text": turn_words(before, ply),
        "position": after.game.write_position(ply.state), "taken_back": None,
    }  # fmt: skip


def _clocks(event: Event) -> list[int] | None:
    return None if event.clocks is None else list(event.clocks)


def _result_value(ended: Ended | None) -> Plain | None:
    if ended is None:
        return None
    return {
        "reason": ended.reason, "winner": ended.winner, "totals": list(ended.totals), "player": ended.player,
        "resigned": ended.player if ended.reason == "resigned" else None,
        "ratings": ended.ratings and [{"before": list(one.before), "after": list(one.after)} for one in ended.ratings],
    }  # fmt: skip
