"""Sentences for what must hold: `expect ...`."""

from typing import Any

import pytest

from devtools.scenarios.language import fits, word
from devtools.scenarios.world import World
from netgame.match import to_act
from netgame.match.events import Event, Moved, kind_of
from protocol import messages as m
from protocol.event_codec import event_from_plain

EXACT_MS = 3  # times are moved by hand and sent in whole ms


# ---- answers


@word(r"expect refused (?P<code>\w+)")
async def refused(world: World, code: str) -> None:
    fits(isinstance(world.reply, m.Refused), f"it was answered with {world.reply}")
    fits(world.reply.code == code, f"it was refused with {world.reply.code}")
    world.refused.clear()


@word(r"expect (?P<most>at most )?one refused (?P<code>\w+)(?: or (?P<other>\w+))?")
async def one_refused(world: World, most: str | None, code: str, other: str | None) -> None:
    """Of the commands that were sent at once, exactly one was refused."""
    fits(len(world.refused) == 1 or (most and not world.refused), f"refused: {world.refused}")
    fits(set(world.refused) <= {code, other}, f"refused: {world.refused}")
    world.refused.clear()


@word(r"expect the same answer")
async def same_answer(world: World) -> None:
    fits(isinstance(world.reply, m.Done) and world.before == world.reply, f"{world.before}, then {world.reply}")


@word(r"expect (?P<which>an|no) answer")
async def answered(world: World, which: str) -> None:
    fits((world.reply is not None) == (which == "an"), f"{world.reply}")


@word(r"expect it happened once")
async def happened_once(world: World) -> None:
    """The command that was acknowledged last is one event, and everyone has it."""
    assert isinstance(world.reply, m.Done), world.reply
    moves = [step.event for step in world.match.history if step.event.number == world.reply.number]
    fits(len(moves) == 1, f"{len(moves)} steps have the number {world.reply.number}")


# ---- the table


@word(r"expect last events? (?P<kinds>[\w, ]+)")
async def last_events(world: World, kinds: str) -> None:
    wanted = kinds.split(", ")
    for person in world.here():
        told = [plain["type"] for plain in person.view(world.table).told]
        fits(not told or told[-len(wanted) :] == wanted, f"{person.name} was told {told[-len(wanted) - 2 :]}")


@word(r"expect (?P<count>\d+) events? (?P<kind>\w+)")
async def count_of(world: World, count: str, kind: str) -> None:
    found = [event for event in _events(world) if kind_of(type(event)) == kind]
    fits(len(found) == int(count), f"there are {len(found)}")


@word(r"expect (?P<count>\d+) (?:moves stand|move stands)")
async def moves_stand(world: World, count: str) -> None:
    match = world.match
    found = [step for step in match.history if isinstance(step.event, Moved) and step.leg == match.leg]
    fits(len(found) == int(count), f"there are {len(found)}")


@word(r"expect over (?P<reason>\w+)(?: winner (?P<winner>NAME|nobody))?")
async def over(world: World, reason: str, winner: str | None) -> None:
    ended = world.match.ended
    fits(ended is not None, "the match is not over")
    fits(ended.reason == reason, f"it is over by {ended.reason}")
    if winner is not None:
        wanted = None if winner == "nobody" else world.seat(winner)
        fits(ended.winner == wanted, f"the winner is player {ended.winner}")


@word(r"expect (?P<phase>open table|playing leg|between legs)(?P<paused> paused (?P<cause>\w+))?")
async def phase(world: World, phase: str, paused: str | None, cause: str | None) -> None:
    match = world.match
    fits(match.phase == phase.split()[0], f"the match is {match.phase}")
    now = match.paused.cause if match.paused is not None else None
    fits(now == cause, f"paused: {now}")


@word(r"expect leg (?P<leg>\d+)")
async def leg_is(world: World, leg: str) -> None:
    fits(world.match.leg + 1 == int(leg), f"it is leg {world.match.leg + 1}")


@word(r"expect (?P<name>NAME) to move")
async def is_to_move(world: World, name: str) -> None:
    fits(to_act(world.match) == world.seat(name), f"player {to_act(world.match)} is to move")


@word(r"expect (?P<what>the board|the clocks|the dice) as noted")
async def as_noted(world: World, what: str) -> None:
    now = world.seen(what)
    fits(now == world.noted, f"{now} instead of {world.noted}")


@word(r"expect the dice (?P<dice>\d-\d)")
async def dice_are(world: World, dice: str) -> None:
    fits(world.match.last_roll == tuple(map(int, dice.split("-"))), world.match.last_roll)


@word(r"expect table frozen")
async def frozen(world: World) -> None:
    for person in world.here():
        fits(person.view(world.table).is_frozen, f"{person.name} was not told")


@word(r"expect (?P<name>NAME) has an open offer (?P<kind>\w+)")
async def open_offer(world: World, name: str, kind: str) -> None:
    """The offer that everyone connected sees open."""
    for person in world.here():
        match = person.view(world.table).match
        found = [(offer.player, offer.kind) for offer in match.offers.values()]
        fits((world.seat(name), kind) in found, f"{person.name} sees {found}")


@word(r"expect no open offers?")
async def no_offers(world: World) -> None:
    fits(not world.match.offers, dict(world.match.offers))


@word(r"expect (?P<name>NAME) is (?P<how>away|not away)")
async def is_away(world: World, name: str, how: str) -> None:
    away = world.seat(name) in world.match.away
    fits(away == (how == "away"), f"away: {list(world.match.away)}")


def _events(world: World) -> list[Event]:
    told = max((person.view(world.table).told for person in world.people.values()), key=len)
    return [event_from_plain(plain) for plain in told]


# ---- clocks


def _clocks(world: World) -> Any:
    clocks = world.match.clocks
    fits(clocks is not None, "the table has no clock")
    return clocks


@word(r"expect clock of (?P<name>NAME) (?P<seconds>[\d.]+)")
async def clock_of(world: World, name: str, seconds: str) -> None:
    left = _clocks(world).read(max(world.now(), world.match.at))[world.seat(name)]
    fits(abs(left - float(seconds) * 1000) <= EXACT_MS, f"it says {left / 1000:.3f}")


@word(r"expect clock of (?P<name>NAME) between (?P<low>[\d.]+) and (?P<high>[\d.]+)")
async def clock_between(world: World, name: str, low: str, high: str) -> None:
    left = _clocks(world).read(max(world.now(), world.match.at))[world.seat(name)] / 1000
    fits(float(low) <= left <= float(high), f"it says {left:.3f}")


@word(r"expect (?:(?P<name>NAME)'s|no) clock runs")
async def clock_runs(world: World, name: str | None) -> None:
    running = _clocks(world).running
    fits(running == (world.seat(name) if name else None), f"the clock of player {running} runs")


@word(r'expect (?P<viewer>NAME) is shown "(?P<text>[^"]+)" for (?P<name>NAME)')
async def is_shown(world: World, viewer: str, text: str, name: str) -> None:
    """The time on the player's own screen, computed with the clock of that computer."""
    pytest.importorskip("PySide6.QtCore", exc_type=ImportError)
    from client_qt.table.server_time import ServerTime  # Qt may be missing
    from client_qt.text.clock_words import clock_shown  # Qt may be missing

    person = world.person(viewer)
    at = 0
    time = ServerTime(lambda: at)
    for at, server in person.times:  # noqa: B007  # the lambda reads it
        time.note(server)
    at = person.now()
    match = person.view(world.table).match
    assert match is not None
    shown = clock_shown(match, world.seat(name), time.now())
    fits(shown is not None and shown.text == text, shown)


@word(r"expect the last move had lag (?P<ms>\d+) ms")
async def lag_was(world: World, ms: str) -> None:
    moved = [event for event in _events(world) if isinstance(event, Moved)][-1]
    fits(moved.lag == int(ms), f"it had {moved.lag}")


# ---- people


@word(r"expect (?P<name>NAME) was dismissed (?P<code>\w+)")
async def dismissed(world: World, name: str, code: str) -> None:
    """The old or the present connection of that player was closed by the server."""
    person = world.person(name)
    lines = [*person.older, *filter(None, [person.line])]
    codes = [line.closing.code for line in lines if line.closing is not None]
    fits(code in codes, f"{codes}")


@word(r"expect (?P<name>NAME) was told (?P<count>\d+) events when watching")
async def told_events(world: World, name: str, count: str) -> None:
    view = world.person(name).view(world.table)
    fits(view.burst == int(count), f"it were {view.burst}, after {view.begun_after}")


@word(r"expect (?P<name>NAME) began anew")
async def began_anew(world: World, name: str) -> None:
    view = world.person(name).view(world.table)
    fits(view.begun_after == 0, f"it began after {view.begun_after}")


@word(r"expect (?P<name>NAME) knows all")
async def knows_all(world: World, name: str) -> None:
    told = len(world.person(name).view(world.table).told)
    fits(told == world.match.number, f"{name} knows {told} of {world.match.number}")


@word(r"expect (?P<name>NAME) is connected (?P<times>once|never|once or twice)")
async def connected(world: World, name: str, times: str) -> None:
    person = world.person(name)
    lines = [line for line in (*person.older, *filter(None, [person.line])) if not line.ended]
    allowed = {"once": (1,), "never": (0,), "once or twice": (1, 2)}[
        times
    ]  # a dead connection may not have noticed yet
    fits(len(lines) in allowed, f"{len(lines)} lines are open")


@word(r'expect (?P<name>NAME) (?P<heard>heard|never heard) "(?P<text>[^"]*)"')
async def heard(world: World, name: str, heard: str, text: str) -> None:
    lines = [line.text for push in world.person(name).heard if isinstance(push, m.Chat) for line in push.lines]
    fits((text in lines) == (heard == "heard"), lines)


@word(r"expect (?P<name>NAME) sees the rematch (?P<closed>declined|withdrawn|left|made)")
async def rematch_is(world: World, name: str, closed: str) -> None:
    state = world.person(name).view(world.table).rematch
    fits(state is not None and (bool(state.made) if closed == "made" else state.closed == closed), state)


@word(r"expect series (?P<score>\d+, \d+, \d+)")
async def series(world: World, score: str) -> None:
    now = ", ".join(map(str, world.match.created.score))
    fits(now == score, f"it is {now}")


@word(r"expect (?P<name>NAME) has seat (?P<seat>[12])")
async def has_seat(world: World, name: str, seat: str) -> None:
    fits(world.seat(name) == int(seat) - 1, f"{name} is player {world.seat(name) + 1}")
    # seat 1 is player 0


@word(r"expect (?P<name>NAME) was invited")
async def was_invited(world: World, name: str) -> None:
    found = [push for push in world.person(name).heard if isinstance(push, m.Invited)]
    fits(any(push.table.table == world.table for push in found), found)


@word(r"expect (?P<name>NAME)'s rating went (?P<way>up|down)")
async def rating_went(world: World, name: str, way: str) -> None:
    """The rating changed as the end of the match and the profile say."""
    ended, player = world.match.ended, world.seat(name)
    fits(ended.ratings is not None, "the match was not rated")
    change = ended.ratings[player]
    fits((change.after[0] > change.before[0]) == (way == "up"), change)
    person = world.person(name)
    profile = await person.line.ask(m.GetProfile(account=person.account))
    [standing] = [s for s in profile.standings if s.game == world.match.created.game]
    fits(standing.rating == change.after[0], standing)
    fits((standing.won, standing.lost) == ((1, 0) if way == "up" else (0, 1)), standing)


@word(r"expect (?P<name>NAME) knows (?P<count>\d+) events")
async def knows(world: World, name: str, count: str) -> None:
    told = len(world.person(name).view(world.table).told)
    fits(told == int(count), f"{name} knows {told}")
