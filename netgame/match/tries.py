"""Moves that are tried from a position of a match, beside the match itself."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from netgame.game import Over, ToRoll
from netgame.match.events import Event, Forfeited, Moved, Rolled
from netgame.match.evolve import evolve
from netgame.match.followups import required_event
from netgame.match.state import History, InvalidEvent, Match, Ply, player_of
from netgame.text import N_


def match_after(match: Match, step: int) -> Match:
    """Return a copy of the match after that step, without clocks and ratings."""
    ply = match.history[step]
    created = replace(match.created, clock="none", absence="wait", rated=False)
    rolls = next((s.event.index + 1 for s in reversed(match.history[: step + 1]) if isinstance(s.event, Rolled)), 0)
    began = ply.leg != match.history[step - 1].leg if step else True
    return Match(
        game=match.game,
        rules=match.rules,
        created=created,
        state=ply.state,
        turn=match.game.turn(ply.state),
        number=ply.event.number,
        at=match.at,
        seats=match.seats,
        phase="playing",
        leg=ply.leg,
        position=ply.event.number,
        rolls=0 if began else rolls,
        history=History(match.history[: step + 1]),
    )


def event_of(match: Match, token: str) -> Event:
    """Return the event that a tried move, or roll of dice ("4-3"), is. Raise `RulesError` if none is due there."""
    turn = match.turn
    if isinstance(turn, Over):
        raise InvalidEvent("over", N_("the game is over there"))
    player, number = player_of(turn.seat, match.leg), match.number + 1
    if not isinstance(turn, ToRoll):
        return Moved(number=number, at=match.at, player=player, move=token)
    numbers = token.split("-") if token.isascii() else []
    dice = tuple(int(die) for die in numbers if die.isdigit() and len(die) < 4)
    if len(dice) != len(numbers) or len(dice) != turn.count or not all(1 <= die <= turn.sides for die in dice):
        raise InvalidEvent("dice", N_("a roll of {count} dice is due there"), count=turn.count)
    return Rolled(number=number, at=match.at, player=player, index=match.rolls, dice=dice)


def after_event(match: Match, event: Event) -> Match:
    """Return the match after a tried event and the turns that are forfeited then. Raise `RulesError` if it is
    illegal."""
    match = evolve(match, event)
    while isinstance(following := required_event(match, match.at), Forfeited):
        match = evolve(match, following)
    return match


def step_of(match: Match, number: int) -> int:
    """Return the step with that number of its event. Raise `RulesError` if there is none."""
    step = bisect_left(match.history, number, key=lambda ply: ply.event.number)
    if step == len(match.history) or match.history[step].event.number != number:
        raise InvalidEvent("number", N_("no move of the match has the number {number}"), number=number)
    return step


def play_line(match: Match, step: int, line: Sequence[str]) -> Match:
    """Return the match after the tried moves, rolls and forfeited turns of a line, which begins after that step.

    Raise `RulesError` if they are not all legal, or not written as the rules write them.
    """
    after, written = match_after(match, step), list[str]()
    for index, token in enumerate(line):
        if len(after.history) <= step + 1 + index:  # else a forfeited turn, which needs no event
            before, after = after, after_event(after, event_of(after, token))
            written.append(_written(before, after.history[len(before.history)]))
            written += [ply.notation for ply in after.history[len(before.history) + 1 :]]
    if written != list(line):
        raise InvalidEvent("notation", N_("the moves of the line are not written as the rules write them"))
    return after


def _written(before: Match, ply: Ply) -> str:
    """Return a move as the rules write it: they read more than that."""
    return before.game.format(before.state, ply.move) if isinstance(ply.event, Moved) else ply.notation
