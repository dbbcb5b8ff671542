"""Sentences for what happens: tables, connections, time, and what happens to the server."""

import re
import time
from typing import Any

import trio
import trio.testing

from devtools.harness.server.serving import new_key
from devtools.scenarios.language import ScenarioError, fits, word
from devtools.scenarios.orders import order_of
from devtools.scenarios.people import Person, Way
from devtools.scenarios.world import World
from netgame.match import to_act
from netgame.match.events import Forfeited
from protocol import messages as m
from server.tables.commands import Dice

POINTS = "before_append|in_commit|before_acknowledge|before_publish"
_FIELD = re.compile(r'(\w+)(?:=(\S+)| "([^"]*)")')
_YES = {"yes": True, "no": False}


# ---- tables


@word(r"the server sends at most (?P<count>\d+) missed events")
async def limit_gaps(world: World, count: str) -> None:
    world.patch.setattr("server.net.table_requests.MAX_MISSED", int(count))


@word(r"server in a process of its own")
async def in_a_process(world: World) -> None:
    await world.start_process()


@word(r"(?P<name>NAME) comes")
async def comes(world: World, name: str) -> None:
    await _serve(world)
    await world.arrive(name)


@word(r"table (?P<game>\w+)(?P<fields>(?: \w+(?:=\S+| \"[^\"]*\"))*)")
async def table(world: World, game: str, fields: str) -> None:
    """Make a table where Ann sits first and Bob second; both watch."""
    await makes_a_table(world, "Ann", game, fields)
    if not world.person("Bob").is_here:
        await world.arrive("Bob")
    bob = world.person("Bob")
    if world.ahead_ms == 0 or bob.view(world.table).match is None:
        await world.watch(bob)
    await world.order(bob, m.TakeSeat(table=world.table, key=new_key()))


@word(r"(?P<name>NAME) makes a table (?P<game>\w+)(?P<fields>(?: \w+(?:=\S+| \"[^\"]*\"))*)")
async def makes_a_table(world: World, name: str, game: str, fields: str) -> None:
    await _serve(world)
    person = world.person(name)
    if not person.is_here:
        await world.arrive(name)
    told = {word: _value(bare or quoted) for word, bare, quoted in _FIELD.findall(fields)}
    more = {word: told.pop(word) for word in list(told) if word in m.MakeTable.__struct_fields__}
    order = m.MakeTable(key=new_key(), game=game, options=told, **({"player": 0} | more))
    reply = await world.order(person, order)
    if isinstance(reply, m.Done):
        world.table = reply.table
        world.tables.append(reply.table)
        await world.watch(person)


def _value(text: str) -> Any:
    return int(text) if text.isdigit() else _YES.get(text, text)


async def _serve(world: World) -> None:
    if not world.is_running:
        await world.start()


@word(r"(?P<name>NAME) watches")
async def watches(world: World, name: str) -> None:
    if not world.person(name).is_here:
        await world.arrive(name)
    await world.watch(world.person(name))


@word(r"(?P<names>NAME(?: and NAME)*) (?:has|have) registered")
async def registered(world: World, names: str) -> None:
    """Register both before a table is made; they sign in again afterwards."""
    await _serve(world)
    for name in names.split(" and "):
        person = await world.arrive(name)
        await world.register(person.account)
        await world.arrive(name)


# ---- commands


@word(
    r"(?P<name>NAME) (?P<what>(?:plays|resigns|offers|accepts|declines|withdraws|claims|leaves|is ready|stands up"
    r"|sits down(?! and)|asks for a rematch|closes the rematch|says(?= \")|invites)\b(?:(?! and loses).)*)"
)
async def orders(world: World, name: str, what: str) -> None:
    person = world.person(name)
    await world.order(person, order_of(world, person, what))


@word(r"(?P<name>NAME) (?P<what>.+) and loses the line before the answer")
async def loses_the_line(world: World, name: str, what: str) -> None:
    person = world.person(name)
    order, line = order_of(world, person, what), person.line
    line.stop_reading()
    await trio.testing.wait_all_tasks_blocked()
    await line.send(order)
    person.last = order
    await trio.testing.wait_all_tasks_blocked(0.02)
    line.reset()
    await world.settle()


@word(r"(?P<name>NAME) is about to do: (?P<what>.+)")
async def is_about_to(world: World, name: str, what: str) -> None:
    """Prepare a command from the current view; it is sent later."""
    world.person(name).last = order_of(world, world.person(name), what)


@word(r"(?P<name>NAME) (?:does it|sends it again)")
async def sends_it(world: World, name: str) -> None:
    """Send the same message again, with the same key."""
    person = world.person(name)
    fits(person.last is not None, f"{name} has sent nothing")
    await world.order(person, person.last)


@word(r"at once: (?P<all>.+)")
async def at_once(world: World, all: str) -> None:
    """Make all commands from the current views, then send them in this order before any is answered."""
    sent: list[tuple[Any, Any, int]] = []
    acts = [(world.person(name), what) for name, _, what in (act.partition(" ") for act in all.split(" / "))]
    ready = [(person, await _at_once(world, person, what)) for person, what in acts]
    for person, order in ready:
        first = person.view(world.table).begin if isinstance(order, m.Watch) else None
        sent.append((person, order, await person.line.send(order, first)))
    for person, order, number in sent:
        reply = await person.line.reply(number)
        world.acknowledged(person, order, reply)
        world.judge(reply)
    await world.settle()


async def _at_once(world: World, person: Person, what: str) -> Any:
    if what == "watches":
        return m.Watch(table=world.table, after=len(person.view(world.table).told))
    if what == "comes back":
        person.line = await world.connect(person)
        return m.SignIn(name=person.name, token=person.token)
    return order_of(world, person, what)


@word(r"they play (?P<count>\d+) moves")
async def they_play(world: World, count: str) -> None:
    for _ in range(int(count)):
        await _plays_next(world)


@word(r"they play until a turn is forfeited")
async def they_play_until_forfeited(world: World) -> None:
    for _ in range(400):
        if any(isinstance(step.event, Forfeited) for step in world.match.history):
            return
        await _plays_next(world)
    raise ScenarioError("no turn was forfeited in 400 moves")


async def _plays_next(world: World) -> None:
    player = to_act(world.match)
    fits(player is not None, "nobody is to move")
    [person] = [person for person in world.players() if person.player(world.table) == player]
    await world.order(person, order_of(world, person, "plays"))


@word(r"(?P<name>NAME) sits down and stands up (?P<times>\d+) times")
async def up_and_down(world: World, name: str, times: str) -> None:
    """Cheap events: change readiness on and off."""
    person = world.person(name)
    for _ in range(int(times)):
        sit = m.TakeSeat(table=world.table, key=new_key(), ready=False)
        for sent in (sit, m.LeaveSeat(table=world.table, key=new_key())):
            reply = await person.line.ask(sent)
            fits(isinstance(reply, m.Done), reply)
            world.acknowledged(person, sent, reply)
    await world.settle()


@word(r"(?P<who>both|NAME) go(?:es)? to the rematch")
async def go_to_the_rematch(world: World, who: str) -> None:
    """Continue with the table that the rematch made."""
    people = world.players() if who == "both" else [world.person(who)]
    states = [person.view(world.table).rematch for person in people]
    fits(all(state is not None and state.made for state in states), "there is no rematch")
    world.table = states[0].made
    world.tables.append(world.table)
    for person in people:
        await world.watch(person)


# ---- connections


@word(r"(?P<name>NAME)'s line breaks")
async def line_breaks(world: World, name: str) -> None:
    line = world.person(name).line
    line.reset()
    await _others_know(world)


async def _others_know(world: World) -> None:
    await trio.testing.wait_all_tasks_blocked(0.02)
    await world.settle()


@word(r"(?P<name>NAME) says goodbye")
async def says_goodbye(world: World, name: str) -> None:
    line = world.person(name).line
    await line.send(m.Bye())
    line.reset()
    await _others_know(world)


@word(r"(?P<name>NAME) (?:comes back|signs in again elsewhere)")
async def comes_back(world: World, name: str) -> None:
    await world.enter(name)


@word(r"(?P<name>NAME) signs in and does not watch")
async def signs_in(world: World, name: str) -> None:
    await world.arrive(name)


@word(r"(?P<name>NAME)'s line takes (?P<seconds>[\d.]+) s there and back")
async def line_takes(world: World, name: str, seconds: str) -> None:
    """Set the result of every later measurement of that round-trip time."""
    line = world.person(name).line
    line.echo_late_s = float(seconds)
    world.step_s = 0.1


@word(r"(?P<name>NAME)'s own clock is (?P<seconds>\d+) s (?P<way>fast|slow)")
async def own_clock(world: World, name: str, seconds: str, way: str) -> None:
    world.person(name).own_clock_ms = int(seconds) * (1000 if way == "fast" else -1000)
    world.person(name).times.clear()


@word(r"(?P<name>NAME) comes back through a network that may fail")
async def through_a_network(world: World, name: str) -> None:
    world.partition = (await world.enter(name)).line


@word(r"the network carries nothing (?P<way>to|from) the server")
async def carries_nothing(world: World, way: Way) -> None:
    world.partition.hold(way)
    await world.settle()


@word(r"the network carries all again")
async def carries_all(world: World) -> None:
    world.partition.mend()
    await world.settle()


# ---- time


@word(r"(?P<count>[\d.]+) (?P<unit>s|minutes|minute) pass(?:es)?")
async def passes(world: World, count: str, unit: str) -> None:
    await world.passes(float(count) * (1 if unit == "s" else 60))


@word(r"the host sleeps (?P<seconds>\d+) s")
async def host_sleeps(world: World, seconds: str) -> None:
    """Suspend and wake the computer: time passes, and nothing runs."""
    await world.settle()
    world.clock.jump(float(seconds))
    await trio.testing.wait_all_tasks_blocked(0.01)
    await world.settle()


@word(r"nobody is there for (?P<seconds>\d+) s")
async def nobody_there(world: World, seconds: str) -> None:
    """Let time pass without a server."""
    world.clock.jump(float(seconds))


@word(r"the wall clock steps (?P<seconds>[+-]\d+) s")
async def wall_clock(world: World, seconds: str) -> None:
    real = time.time
    world.patch.setattr(time, "time", lambda: real() + float(seconds))


# ---- what happens to the server


@word(rf"the server is killed (?P<point>{POINTS}) while (?P<name>NAME) (?P<what>.+)")
async def is_killed(world: World, point: Any, name: str, what: str) -> None:
    person = world.person(name)
    order = order_of(world, person, what)
    assert world.victim is not None, "the scenario begins with: server in a process of its own"
    person.last = order
    world.victim.doom(point)
    reply = await person.line.ask(order)
    world.acknowledged(person, order, reply)
    await world.victim.killed()
    world.judge(reply)


@word(r"the server starts again")
async def starts_again(world: World) -> None:
    await (world.start() if world.victim is None else world.start_process())


@word(r"the server crashes")
async def crashes(world: World) -> None:
    await world.crash()


@word(r"the server stops")
async def stops(world: World) -> None:
    await world.settle()
    await world.stop()


@word(r"the disk is full")
async def disk_full(world: World) -> None:
    world.set_disk_full(True)


@word(r"the disk has room again")
async def disk_has_room(world: World) -> None:
    world.set_disk_full(False)


# ---- values to compare later


@word(r"note (?P<what>the board|the clocks|the dice)")
async def note(world: World, what: str) -> None:
    world.noted = world.seen(what)


@word(r"the dice will fall (?P<dice>\d-\d(?:, \d-\d)*)")
async def dice_will_fall(world: World, dice: str) -> None:
    """Set the next rolls of the server; later rolls are random again."""
    waiting = [tuple(int(die) for die in roll.split("-")) for roll in dice.split(", ")]
    chance = Dice.roll

    def roll(self: Dice, count: int, sides: int) -> tuple[int, ...]:
        return waiting.pop(0) if waiting else chance(self, count, sides)

    world.patch.setattr(Dice, "roll", roll)


@word(r"they are back at table (?P<number>\d+)")
async def back_at_table(world: World, number: str) -> None:
    """Watch that table as both players and continue with it. Tables are numbered in the order in which they were
    made."""
    world.table = world.tables[int(number) - 1]
    for name in ("Ann", "Bob"):
        await world.watch(world.person(name))


@word(r"(?P<name>NAME) sends it and waits for nothing")
async def sends_it_off(world: World, name: str) -> None:
    """Send without waiting; the message may be lost."""
    person = world.person(name)
    await person.line.send(person.last)
    await trio.testing.wait_all_tasks_blocked(0.01)
