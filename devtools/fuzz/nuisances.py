"""Attackers that stay: a byte per second, silence, unread answers; and a thousand sockets at once."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

import trio

from devtools.fuzz.attacks import Attackers
from devtools.fuzz.grammar import framed
from devtools.fuzz.line import TurnedAway, connected, lined
from protocol import messages as m
from protocol.framing import encode

SLOW = 8  # at a time; an address of a private network has 16 places before sign-in
DEAF = 3
MUTE = 6
GUSHERS = 2
GUSH = 2000  # frames at once, four times the burst that the server accepts without delay
STORM = 1000
STORM_ENDS_WITHIN_S = 30.0
AGAIN_S = 0.5
Nuisance = Callable[[Attackers, int, Random], Awaitable[None]]
FIRST = 10_000_000  # numbers of connections that no other attacker uses


async def slow_senders(all: Attackers) -> None:
    """Keep some connections that send a byte per second, before the greeting or after sign-in. Runs until cancelled."""
    async with trio.open_nursery() as nursery:
        for number in range(SLOW):
            nursery.start_soon(_again_and_again, all, _slow, FIRST + number)


async def deaf_readers(all: Attackers) -> None:
    """Keep some connections that request much and never read. Runs until cancelled."""
    async with trio.open_nursery() as nursery:
        for number in range(DEAF):
            nursery.start_soon(_again_and_again, all, _deaf, FIRST + 100 + number)


async def mute_people(all: Attackers) -> None:
    """Keep some connections that sign in and then are silent, like an unplugged computer. Runs until cancelled."""
    async with trio.open_nursery() as nursery:
        for number in range(MUTE):
            nursery.start_soon(_again_and_again, all, _mute, FIRST + 200 + number)


async def gushers(all: Attackers) -> None:
    """Keep some connections that never stop sending requests; the server slows them down. Runs until cancelled."""
    async with trio.open_nursery() as nursery:
        for number in range(GUSHERS):
            nursery.start_soon(_again_and_again, all, _gush, FIRST + 300 + number)


async def storm(all: Attackers, sockets: int = STORM) -> None:
    """Open many sockets at once that never send anything. The server has to end them all."""
    with trio.move_on_after(STORM_ENDS_WITHIN_S):
        async with trio.open_nursery() as nursery:
            for number in range(sockets):
                nursery.start_soon(_silent, all, FIRST + 1000 + number)
        return
    all.tally.fail(f"silent sockets stay for more than {STORM_ENDS_WITHIN_S:.0f} s")


async def _silent(all: Attackers, number: int) -> None:
    try:
        sock = await connected(all.target, number)
    except TurnedAway:
        all.tally.turned_away += 1
        return
    with sock:
        all.tally.connections["silent"] += 1
        try:
            while await sock.recv(4096):
                pass
        except OSError:
            all.tally.resets += 1


async def _again_and_again(all: Attackers, attack: Nuisance, number: int) -> None:
    rng = Random(f"{all.seed}/{number}")
    while True:
        with suppress(TurnedAway):
            await attack(all, number, rng)
        await trio.sleep(AGAIN_S)


async def _slow(all: Attackers, number: int, rng: Random) -> None:
    async with lined(all.target, number, "slow", all.tally) as line, trio.open_nursery() as nursery:
        nursery.start_soon(line.read)
        if number % 2 and not await all.enter(line, rng):
            nursery.cancel_scope.cancel()
            return
        for byte in framed("get_profile", 5, {"account": "x" * 200}):
            if line.ended or not await line.send(bytes([byte]), "slow", 0):
                break
            with trio.move_on_after(1):
                await line.over()
        all.tally.frames["slow"] += 1
        nursery.cancel_scope.cancel()


async def _deaf(all: Attackers, number: int, rng: Random) -> None:
    """Run without a reader, so that answers fill the server's queue until it ends the connection."""
    async with lined(all.target, number, "deaf", all.tally, small=True) as line:
        hello = encode(m.Hello(protocols=m.PROTOCOL, program="fuzz"), 1) + encode(m.SignIn(name=f"Deaf {number}"), 2)
        await line.send(hello, "greeting")
        asks = [framed("look", 9, {}), framed("get_history", 9, {"limit": 200}), framed("get_devices", 9, {})]
        for _ in range(40):
            if not await line.send(b"".join(rng.choices(asks, k=10)), "deaf", 10):
                all.tally.resets += 1
                return
            await trio.sleep(0.1)


async def _mute(all: Attackers, number: int, rng: Random) -> None:
    async with lined(all.target, number, "mute", all.tally) as line, trio.open_nursery() as nursery:
        nursery.start_soon(line.read)
        if await all.enter(line, rng):
            if number % 2:
                line.say_no_more()
            await line.over()
        nursery.cancel_scope.cancel()


async def _gush(all: Attackers, number: int, rng: Random) -> None:
    async with lined(all.target, number, "gusher", all.tally) as line, trio.open_nursery() as nursery:
        nursery.start_soon(line.read)
        if await all.enter(line, rng):
            line.asked = dict.fromkeys(range(10, 10 + GUSH), "ping")
            await line.send(b"".join(framed("ping", id, {}) for id in line.asked), "gusher", 0)
            with trio.move_on_after(30):
                await line.answered()
            all.tally.frames["gusher"] += GUSH - len(line.asked)
        nursery.cancel_scope.cancel()
