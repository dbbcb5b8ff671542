"""A match, a position and a result as lines of text."""

from collections.abc import Iterator
from typing import Any

from netgame.cli.duel import Duel, Tally
from netgame.formats.convert import LoadedMatch
from netgame.game import Game, Over, ToMove, ToRoll, Turn
from netgame.match import events
from netgame.match.create import new_match
from netgame.match.events import Created, Event
from netgame.match.evolve import evolve
from netgame.match.state import Match, Ply, name_of, player_of, seat_of, write_dice
from netgame.match.time_control import Control, read_control
from netgame.options import OptionValue, option_values
from netgame.records.header import write_time
from netgame.records.lines import quote, shown

_MOVES_THE_BOARD = events.Moved | events.Rolled | events.Forfeited | events.Started | events.TakenBack
_WIDEST = 24  # the widest notation that moves the column beside it


def option_line(game: Game[Any, Any]) -> str:
    """Return the game with every option, on one line."""
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
    """Return the next turn, or the result."""
    match turn:
        case ToMove(seat):
            return f"{game.seats[seat]} to move"
        case ToRoll(seat, count, sides):
            return f"{game.seats[seat]} to roll {count} dice with {sides} sides"
        case Over(winner, scores, reason):
            won = "a draw" if winner is None else f"{game.seats[winner]} won"
            return f"over: {reason}; {won}, {game.seats[0]} {scores[0]}, {game.seats[1]} {scores[1]}"


# ---- a match


def replay_steps(loaded: LoadedMatch) -> Iterator[tuple[Match, Event, Match]]:
    """Yield every event after the first, with the match before and after it."""
    created = loaded.match.created
    before = new_match(created, {created.game: type(loaded.match.game)})
    for event in loaded.log[1:]:
        after = evolve(before, event)
        yield before, event, after
        before = after


def match_lines(loaded: LoadedMatch, positions: bool = False) -> Iterator[str]:
    """Yield the lines of a match; with `positions`, also the position after every move."""
    match, created = loaded.match, loaded.match.created
    yield option_line(match.game)
    yield f"{quote(created.title)}, created {write_time(created.at)}"
    for player, seated in enumerate(match.seats):
        computer = f", computer {shown(seated.computer)}" if seated and seated.computer else ""
        yield f"player {player}: {quote(seated.name) if seated else 'nobody'}{computer}"
    yield from _terms(created)
    if created.position is not None:
        yield f"from the position {created.position}"
    width = min(_WIDEST, max((len(write_turn(event)) for event in loaded.log), default=0))
    clock_width = max((len(write_clock(ms)) for event in loaded.log for ms in event.clocks or ()), default=0)
    for before, event, after in replay_steps(loaded):
        text = _line(before, event, after, width)
        if text is None:
            continue
        if isinstance(event, events.Started):
            yield ""
        clocks = [write_clock(ms).rjust(clock_width) for ms in event.clocks or ()] or [" " * clock_width] * 2
        yield f"{event.number:5} {'  '.join((*clocks, text)) if clock_width else text}"
        if positions and isinstance(event, _MOVES_THE_BOARD):
            yield f"      {match.game.write_position(after.state)}"
        for comment in loaded.comments.get(event.number, ()):
            yield f"      # {comment}"
    yield ""
    yield result_line(match)
    for seated, change in zip(match.seats, (match.ended and match.ended.ratings) or (), strict=False):
        assert seated, "both seats of a rated match are taken"
        yield f"{quote(seated.name)}: rating {round(change.before[0] / 100)} to {round(change.after[0] / 100)}"


def _terms(created: Created) -> Iterator[str]:
    """Yield the agreements of the players that are not the default."""
    if created.clock != "none":
        yield f"clock: {control_words(read_control(created.clock))}"
    if created.absence != "wait":
        what, seconds = created.absence.split()
        gives = "claim the win, claim a draw, or adjourn" if what == "forfeit" else "adjourn"
        yield f"absence: after {span_words(int(seconds) * 1000)} away in all, the other side may {gives}"
    if created.rated:
        yield "rated"
    if created.previous is not None:
        first, second, drawn = created.score
        yield f"a rematch; series score {first} to {second}, {drawn} drawn"


def _line(before: Match, event: Event, after: Match, width: int) -> str | None:
    """Return the line of an event; None for events about seats and offers, whose consequences have lines."""
    game, names = after.game, [quote(name_of(after, player)) for player in (0, 1)]
    match event:
        case events.Started(leg=leg):
            sides = (f"{names[player_of(seat, leg)]} has {side}" for seat, side in enumerate(game.seats))
            return f"leg {leg + 1}: {', '.join(sides)}"
        case events.Moved() | events.Rolled() | events.Forfeited():
            side = game.seats[seat_of(event.player, after.leg)].ljust(max(map(len, game.seats)))
            return f"{side}  {write_turn(event).ljust(width)}  {turn_words(before, after.history[-1])}"
        case events.LegEnded():
            won = "a draw" if event.winner is None else f"{names[event.winner]} won"
            scores = ", ".join(f"{names[player_of(seat, 0)]} {event.scores[seat]}" for seat in (0, 1))
            return f"leg {event.leg + 1} over: {leg_reason(game, after.history[-1], event)}; {won}, {scores}"
    return describe_event(before, event)


def write_turn(event: Event) -> str:
    """Return a move, a roll or a forfeited turn as in the move list; an empty text for other events."""
    match event:
        case events.Moved(move=move):
            return move
        case events.Rolled(dice=dice):
            return write_dice(dice)
        case events.Forfeited():
            return "--"
    return ""


def turn_words(before: Match, ply: Ply) -> str:
    """Return a turn in words; `before` is the match before it."""
    match ply.event:
        case events.Moved():
            return str(before.game.describe(before.state, ply.move))
        case events.Rolled():
            return "the dice"
    return "the turn is forfeited"


_PAUSES = {
    "agreed": "paused by agreement",
    "adjourned": "adjourned",
    "restart": "paused: the server was interrupted",
    "drain": "paused: the server is stopping",
    "vacation": "paused: the player to act is on vacation",
}
_CAUSES = {
    "resigned": "resigned the match",
    "flag": "ran out of time",
    "absent": "was away for too long",
    "left": "left the match",
}


def describe_event(match: Match, event: Event) -> str | None:
    """Return an event besides turns and legs in words; `match` is the one before it. None for seats and offers."""
    match event:
        case events.TakenBack(player=player, to=to):
            (move,) = (write_turn(ply.event) for ply in match.history if ply.event.number == to)
            return f"{quote(name_of(match, player))} takes back {to} {move}, and what followed"
        case events.TimeAdded(player=player, ms=ms):
            return f"{quote(name_of(match, player))} has {span_words(ms)} more"
        case events.Paused(cause=cause):
            return _PAUSES[cause]
        case events.Resumed():
            return "the match continues"
        case events.Absent(player=player, cause=cause):
            return f"{quote(name_of(match, player))} {'lost the connection' if cause == 'lost' else 'went away'}"
        case events.Returned(player=player):
            return f"{quote(name_of(match, player))} is back"
        case events.Ended(reason="aborted"):
            return "the match is aborted"
        case events.Ended(reason=reason, player=player) if player is not None:
            return f"{quote(name_of(match, player))} {_CAUSES[reason]}"
    return None


def leg_reason(game: Game[Any, Any], ply: Ply, event: events.LegEnded) -> str:
    """Return the reason for the end of a leg, in the words of the game."""
    over: Turn | None = game.turn(ply.state)
    if event.player is not None:
        over = game.resigned(ply.state, seat_of(event.player, event.leg))
    elif event.reason == "agreed":
        over = game.agreed(ply.state)
    assert isinstance(over, Over), "checked when the event was applied"
    return str(over.reason)


def result_line(match: Match) -> str:
    """Return the result of the match, on one line."""
    ended = match.ended
    if ended is None:
        pause = f", {_PAUSES[match.paused.cause]}" if match.paused else ""
        return f"unfinished{pause}{f', {turn_line(match.game, match.turn)}' if match.phase == 'playing' else ''}"
    if ended.reason == "aborted":
        return "aborted, without a result"
    won = "a draw" if ended.winner is None else f"{quote(name_of(match, ended.winner))} won"
    whose = "" if ended.player is None else f", {quote(name_of(match, ended.player))} {_CAUSES[ended.reason]}"
    return f"{won}{whose}, totals {ended.totals[0]} {ended.totals[1]}"


def summary_line(loaded: LoadedMatch) -> str:
    """Return the summary of a file, on one line."""
    match = loaded.match
    names = " against ".join(quote(seated.name) if seated else "nobody" for seated in match.seats)
    moves = sum(isinstance(ply.event, events.Moved) for ply in match.history)
    form = "" if loaded.form == "record" else f"{loaded.form}, "
    return f"{form}{match.game.title}, {names}, {moves} moves, {result_line(match)}"


# ---- times


def write_clock(ms: int) -> str:
    """Return the time on a clock, rounded down: `4:58.3`, `1:40:00`, `2 d 03:00:00`."""
    seconds, tenth = ms // 1000, ms % 1000 // 100
    minutes, hours, days = seconds // 60 % 60, seconds // 3600, seconds // 86_400
    if days:
        return f"{days} d {hours % 24:02}:{minutes:02}:{seconds % 60:02}"
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}.{tenth}"


def span_words(ms: int) -> str:
    """Return a span of time in words: `1 min 30 s`."""
    parts, left = [], ms // 1000
    for unit, seconds in (("days", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, left = divmod(left, seconds)
        if count:
            parts.append(f"{count} {'day' if (unit, count) == ('days', 1) else unit}")
    return " ".join(parts) or "0 s"


def control_words(control: Control) -> str:
    """Return a time control in words, for one side."""
    base, step = span_words(control.base or control.full), span_words(control.step)
    match control.kind:
        case "move" | "days":
            return f"{step} for every move" + (", weekends off" if control.weekdays else "")
        case "sudden":
            return f"{base} for all moves"
        case "fischer":
            return f"{base}, plus {step} after every move"
        case "bronstein":
            return f"{base}; every move gives back up to {step}"
        case "byoyomi":
            periods = f"{control.periods} times {step}"
            return f"{base}, then {periods}" if control.base else periods
    return "none"


# ---- duels


def duel_lines(duel: Duel, tally: Tally) -> list[str]:
    """Return the result of a duel: wins, draws and losses of the first player, its share, the Elo difference."""
    names = [f"level {name}" if name.isdecimal() else name for name in duel.players]
    limit = "" if duel.ms is None else f", at most {duel.ms} ms a move"
    lines = [f"{names[0]} against {names[1]}, {tally.matches} of {duel.matches} games, seed {duel.seed}{limit}"]
    if not tally.matches:
        return lines
    share, low, high = (f"{100 * part:.0f}" for part in tally.shares())
    lines.append(f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost: {share} % ({low} to {high} %)")
    middle, least, most = ("no limit" if elo is None else f"{elo:+}" for elo in tally.elo())
    lines.append(f"Elo {middle} ({least} to {most})")
    return lines
