"""The attack of one connection. Its bytes depend only on the seed and the number of the connection, and on names of
tables and accounts that it learns from the server."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

import trio

from devtools.fuzz.grammar import Grammar, framed
from devtools.fuzz.line import Line, Tally, Target, TurnedAway, connected, lined
from devtools.fuzz.mutations import MUTATIONS, bomb
from devtools.fuzz.words import World
from protocol import messages as m
from protocol.framing import TO_SERVER, UNSIGNED, encode

ANSWERED_WITHIN_S = 60.0
ENDED_WITHIN_S = 30.0
MOST = 450  # frames of one connection; from 500 on the server slows it down
FLOODS = 16  # each such connection floods with one message after the other, so that every message is used
UNANSWERED = ("echo", "bye")


@dataclass
class Attackers:
    """State that all attackers share. `kinds` are the attacks by name, each with its weight."""

    target: Target
    seed: int
    tally: Tally
    world: World
    tokens: list[bytes]
    kinds: "dict[str, tuple[int, Attack]]"

    def __post_init__(self) -> None:
        self.grammar = Grammar(self.world)

    async def attack(self, number: int, most: int) -> str:
        """Run one connection from beginning to end with at most that many frames. Return the kind of attacker."""
        rng = Random(f"{self.seed}/{number}")
        kind = rng.choices(list(self.kinds), [share for share, _attack in self.kinds.values()])[0]
        if number % FLOODS == 0:
            kind = "flooder"
        if kind == "garbage":
            await _garbage(self, number, rng)
        else:
            async with lined(self.target, number, kind, self.tally) as line, trio.open_nursery() as nursery:
                if kind != "leaver":
                    nursery.start_soon(line.read)
                await self.kinds[kind][1](self, line, rng, most)
                nursery.cancel_scope.cancel()
        return kind

    # ---- getting in

    async def greet(self, line: Line) -> bool:
        """Send the greeting."""
        line.asked[1] = "hello"
        return await line.send(encode(m.Hello(protocols=m.PROTOCOL, program="fuzz"), 1), "greeting") and (
            await self.settled(line)
        )

    async def enter(self, line: Line, rng: Random) -> bool:
        """Greet and sign in, with a new account or a used one. Return False if refused."""
        token = rng.choice(self.tokens) if self.tokens and rng.random() < 0.3 else None
        if not await self.greet(line):
            return False
        line.asked[2] = "sign_in"
        await line.send(encode(m.SignIn(name=f"Eve {rng.randrange(1000)}", token=token), 2), "greeting")
        if not await self.settled(line) or (signed := line.news.get("signed_in")) is None:
            return False
        self.world.learn(self.world.accounts, signed["account"])
        if signed["token"]:
            self.tokens = [*self.tokens[-100:], signed["token"]]
        return True

    async def settled(self, line: Line) -> bool:
        """Wait for all answers. A living connection without the next one for long is a failure.

        All of them may take longer on a busy machine: the rates let the last of a flood wait for 25 s.
        """
        while count := len(line.asked):
            with trio.move_on_after(ANSWERED_WITHIN_S) as waited:
                if not await line.answered(count - 1):
                    return False
            if waited.cancelled_caught:
                missing = sorted(set(line.asked.values()))
                self.tally.fail(f"{line.name}: no answer within {ANSWERED_WITHIN_S:.0f} s to {', '.join(missing)}")
                return False
        if (done := line.news.pop("done", None)) is not None:
            self.world.learn(self.world.tables, done["table"])
        return True


async def _talk(all: Attackers, line: Line, rng: Random, kind: str, count: int, tags: tuple[str, ...]) -> None:
    """Send frames of the grammar in groups. The server has to answer each exactly once."""
    sent = 0
    while sent < count:
        batch, frames = rng.choice((1, 3, 10, 40)), list[bytes]()
        for number in range(sent, min(count, sent + batch)):
            tag = rng.choice(tags)
            frames.append(framed(tag, number + 10, all.grammar.body(tag, rng)))
            if tag not in UNANSWERED:
                line.asked[number + 10] = tag
        if not await line.send(b"".join(frames), kind, len(frames)):
            break
        sent += batch
    await all.settled(line)


async def _talker(all: Attackers, line: Line, rng: Random, most: int) -> None:
    if await all.enter(line, rng):
        await _talk(all, line, rng, "talker", min(most, rng.choice((20, 100, MOST))), all.grammar.tags)


async def _stranger(all: Attackers, line: Line, rng: Random, most: int) -> None:
    """Send requests before signing in, mostly after a greeting."""
    if rng.random() < 0.7:
        if await all.greet(line):
            tags = all.grammar.tags if rng.random() < 0.2 else tuple(t for t in all.grammar.tags if t != "sign_in")
            await _talk(all, line, rng, "stranger", min(most, rng.choice((5, 30, 200))), tags)
        return
    tag = rng.choice(all.grammar.tags)
    line.asked[10] = tag
    await line.send(framed(tag, 10, all.grammar.body(tag, rng)), "stranger")
    if tag != "hello":
        await _ends(all, line)


async def _flooder(all: Attackers, line: Line, rng: Random, most: int) -> None:
    """Send one valid message as often as possible."""
    tag = all.grammar.tags[line.number // FLOODS % len(all.grammar.tags)]
    if not await all.enter(line, rng):
        return
    count = min(most, MOST)
    body = all.grammar.valid(tag, rng)
    frames = [
        framed(tag, number + 10, body if rng.random() < 0.5 else all.grammar.valid(tag, rng)) for number in range(count)
    ]
    if tag not in UNANSWERED:
        line.asked |= dict.fromkeys(range(10, 10 + count), tag)
    if rng.random() < 0.5:
        await line.send(b"".join(frames), "flooder", count)
    else:  # each in a TLS record of its own
        for frame in frames:
            if not await line.send(frame, "flooder"):
                break
    await all.settled(line)


async def _mutant(all: Attackers, line: Line, rng: Random, most: int) -> None:
    """Send frames that are broken as bytes until the server ends the connection."""
    signed = rng.random() < 0.5
    if rng.random() < 0.9 and not await (all.enter(line, rng) if signed else all.greet(line)):
        return
    line.exact = False
    for _ in range(min(most, rng.choice((1, 4, 30)))):
        tag = rng.choice(all.grammar.tags)
        frame = framed(tag, rng.randrange(2**32), all.grammar.valid(tag, rng))
        if not await line.send(rng.choice(MUTATIONS)(frame, rng), "mutant"):
            return
        if rng.random() < 0.5:
            await trio.lowlevel.checkpoint()


async def _bomber(all: Attackers, line: Line, rng: Random, most: int) -> None:
    signed = rng.random() < 0.5
    if not await (all.enter(line, rng) if signed else all.greet(line)):
        return
    line.exact = False
    for _ in range(min(most, 10)):
        if not await line.send(bomb(rng, TO_SERVER if signed else UNSIGNED), "bomber"):
            return
        await trio.lowlevel.checkpoint()


async def _leaver(all: Attackers, line: Line, rng: Random, most: int) -> None:
    """Request much, read nothing, and reset the connection."""
    count = min(most, rng.choice((3, 30, 200)))
    hello = encode(m.Hello(protocols=m.PROTOCOL, program="fuzz"), 1) + encode(m.SignIn(name="Mallory"), 2)
    tags = [rng.choice(all.grammar.tags) for _ in range(count)]
    frames = [framed(tag, number + 10, all.grammar.body(tag, rng)) for number, tag in enumerate(tags)]
    await line.send(hello + b"".join(frames), "leaver", count)
    await trio.sleep(rng.choice((0, 0, 0.02, 0.2)))
    line.reset()


async def _quitter(all: Attackers, line: Line, rng: Random, most: int) -> None:
    """Close the sending half in the middle of a frame and keep reading: the server has to end it."""
    if rng.random() < 0.8 and not await all.greet(line):
        return
    frame = framed("look", 9, {}) + framed("watch", 9, all.grammar.valid("watch", rng))
    await line.send(frame[: rng.randrange(1, len(frame))], "quitter")
    line.say_no_more()
    await _ends(all, line)


async def _ends(all: Attackers, line: Line) -> None:
    with trio.move_on_after(ENDED_WITHIN_S):
        await line.over()
        return
    all.tally.fail(f"{line.name}: the server has not ended this connection within {ENDED_WITHIN_S:.0f} s")


GARBAGE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100),  # the beginning of a TLS greeting
    b"\x16\x03\x03\x00\x05\x01\x00\x00\x01\x00",
    b"\x80\x2e\x01\x00\x02\x00\x15\x00\x00\x00\x10" + bytes(40),  # as in SSL 2
    b"\x15\x03\x03\x00\x02\x02\x28",  # an alert
    b"\x17\x03\x03\x40\x00" + bytes(100),
    b"SSH-2.0-OpenSSH_9.2\r\n",
    b"\x00",
    b"\xff" * 20_000,
)


async def _garbage(all: Attackers, number: int, rng: Random) -> None:
    """Send bytes of other protocols, and invalid TLS."""
    sock = await connected(all.target, number)
    with sock:
        all.tally.connections["garbage"] += 1
        data = rng.choice((rng.choice(GARBAGE), rng.randbytes(rng.choice((1, 50, 5000)))))
        try:
            await sock.send(data)
            all.tally.frames["garbage"] += 1
            if rng.random() < 0.3:
                return
            with trio.move_on_after(ENDED_WITHIN_S):
                while await sock.recv(4096):
                    pass
                return
            all.tally.fail(f"garbage {number}: the server has not ended this connection: {data[:20]!r}")
        except OSError:
            all.tally.resets += 1


Attack = Callable[[Attackers, Line, Random, int], Awaitable[None]]


async def _nobody(all: Attackers, line: Line, rng: Random, most: int) -> None:
    raise AssertionError("garbage comes over a bare socket")


KINDS: dict[str, tuple[int, Attack]] = {
    "talker": (30, _talker),
    "stranger": (20, _stranger),
    "mutant": (50, _mutant),
    "bomber": (15, _bomber),
    "flooder": (1, _flooder),
    "leaver": (12, _leaver),
    "quitter": (10, _quitter),
    "garbage": (10, _nobody),
}

__all__ = ["KINDS", "MOST", "Attackers", "TurnedAway"]
