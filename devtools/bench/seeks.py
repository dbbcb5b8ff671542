"""`./run bench seeks`: 1,000 players with random wishes press "Play now"; how soon they play, and whether it is fair.

First the rules alone, by simulated time: the players come within a minute. Then a server with SQLite, and two nodes on
PostgreSQL, where all come at once. Each player that is paired twice, each table too many and each wish that waits while
another one fits counts as unfair. Exit code 1 if there is one.
"""

import json
import math
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import trio

from devtools.harness.postgres import MISSING, private_postgres
from devtools.harness.server.serving import new_key, running_on_loopback
from netgame.games import GAMES
from netgame.tournaments.seeks import Wish, pairs
from protocol import messages as m
from protocol.framing import TO_CLIENT, Decoder
from server.app import Serving
from server.tables.commands import User

COME_MS, LAST_MS, STEP_MS = 60_000, 120_000, 200
QUIET_S = 3.0  # after the last pair, before the wishes that are left count


@dataclass(frozen=True)
class Figure:
    """One line of the report."""

    name: str
    value: float
    unit: str

    def line(self) -> str:
        """The figure as text for people."""
        return f"{self.name:<58}{self.value:>12,.{0 if self.unit == '' else 2}f} {self.unit}".rstrip()


def random_wish(chance: Random, account: str, since: int) -> Wish:
    """Return a wish as people have them: one game or a few, mostly any rating."""
    games = chance.sample(sorted(GAMES), chance.choice((1, 1, 2, 3, len(GAMES))))
    clocks = chance.sample(m.USUAL_CLOCKS, chance.choice((1, 1, 2, 3)))
    rated = chance.choice(((False, True), (False, True), (True,), (False,)))
    ratings = {game: round(chance.gauss(150_000, 30_000)) for game in games if chance.random() < 0.7}
    within = chance.choice((None, None, 100, 200, 400))
    return Wish(account, since, frozenset(games), frozenset(clocks), frozenset(rated), ratings, within)


def spread(name: str, values: Sequence[float], unit: str) -> Iterator[Figure]:
    """Yield median, 99th percentile and maximum."""
    ordered = sorted(values) or [0.0]
    for word, value in (
        ("median", median(ordered)), ("99 %", ordered[math.ceil(len(ordered) * 0.99) - 1]), ("longest", ordered[-1]),
    ):  # fmt: skip
        yield Figure(f"{name}, {word}", value, unit)


def rules(count: int) -> Iterator[Figure]:
    """Let the players come within a minute, and look at who is new or accepts more, as a server does."""
    chance, waiting, unfair = Random(1), dict[str, Wish](), 0
    coming = sorted(
        (random_wish(chance, f"p{number}", chance.randrange(COME_MS)) for number in range(count)),
        key=lambda wish: wish.since,
    )
    took, waits, gaps, paired = list[float](), list[float](), list[float](), Counter[str]()
    for now in range(0, LAST_MS, STEP_MS):
        new = {wish.account: wish for wish in coming if now - STEP_MS < wish.since <= now}
        waiting |= new
        changed = {account for account, wish in waiting.items() if (wish.next_change(now - STEP_MS) or now + 1) <= now}
        for account in sorted(new.keys() | changed, key=lambda account: (waiting[account].since, account)):
            if account not in waiting:
                continue
            begun = process_time()
            found = pairs(waiting.values(), now, {account})
            took.append((process_time() - begun) * 1000)
            for one, other in found:
                paired.update((one.account, other.account))
                waits += [(now - wish.since) / 1000 for wish in (one, other)]
                gaps += [min(abs(one.rating(game) - other.rating(game)) / 100 for game in one.games & other.games)]
                del waiting[one.account], waiting[other.account]
        if now % (50 * STEP_MS) == 0:
            unfair += len(pairs(waiting.values(), now))
    yield Figure("rules: players who play", len(paired), "")
    yield Figure("rules: players who fit nobody", len(waiting), "")
    yield from spread("rules: wait for an opponent", waits, "s")
    yield from spread("rules: distance of the ratings", gaps, "points")
    yield from spread("rules: time for one wish", took, "ms")
    yield Figure("rules: unfair", unfair + sum(times > 1 for times in paired.values()), "")


class Seeker:
    """The connection of a player. It notes when the server has found an opponent."""

    remote: Any = None
    greeted, is_local, came_to = True, True, ""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.user = User(wish.account, wish.account, registered=True)
        self.tables: list[str] = []
        self.asked_at = self.paired_at = 0.0
        self._decoder = Decoder(m.ToClient, TO_CLIENT)

    def send(self, data: bytes) -> None:
        """Note the table of a pair."""
        for frame in self._decoder.feed(data) if b"seek_paired" in data else ():
            if isinstance(frame.message, m.SeekPaired):
                self.tables.append(frame.message.table)
                self.paired_at = perf_counter()

    def answer(self, frame: bytes) -> None:
        """Commands of tables are not sent."""

    def dismiss(self, closing: m.Closing) -> None:
        """Stay."""

    def probe(self) -> None:
        """Send nothing."""

    def check_silence(self, waited_s: float) -> None:
        """Stay."""

    async def seek(self, serving: Serving) -> None:
        """Ask for a game."""
        wish, self.asked_at = self.wish, perf_counter()
        rated = None if len(wish.rated) == 2 else True in wish.rated
        order = m.Seek(
            key=new_key(), games=sorted(wish.games), clocks=sorted(wish.clocks), rated=rated, within=wish.within
        )
        reply = await serving.services.seeks.answer(order, self.user, self, draws_dice=True)
        assert isinstance(reply, m.Done), reply


async def served(name: str, count: int, nodes: int, folder: Path, database: str) -> list[Figure]:
    """Let all players ask at once, at one server or at several nodes."""
    chance = Random(1)
    wishes = [random_wish(chance, f"p{number}", 0) for number in range(count)]
    ratings = {wish.account: wish.ratings for wish in wishes}

    async def known(account: str, _games: Sequence[str]) -> tuple[dict[str, int], list[str]]:
        return dict(ratings[account]), []

    async with AsyncExitStack() as stack:
        running = [
            await stack.enter_async_context(running_on_loopback(folder / str(node), database=database))
            for node in range(nodes)
        ]
        seekers = [Seeker(wish) for wish in wishes]
        for serving in running:
            serving.services.history.ratings_and_blocks = known  # type: ignore[method-assign, assignment]
        begun, cpu = perf_counter(), process_time()
        async with trio.open_nursery() as nursery:
            for number, seeker in enumerate(seekers):
                serving = running[number % nodes]
                serving.services.lobby.enter(seeker, seeker.user)
                nursery.start_soon(seeker.seek, serving)
        last = -1
        while (paired := sum(bool(seeker.tables) for seeker in seekers)) != last:
            last = paired
            await trio.sleep(QUIET_S)
        used = process_time() - cpu
        made = len(await running[0].services.store.unfinished())
    playing = [seeker for seeker in seekers if seeker.tables]
    left = [replace(seeker.wish, since=0) for seeker in seekers if not seeker.tables]
    twice = sum(len(seeker.tables) > 1 for seeker in seekers)
    unfair = twice + abs(made - len(playing) // 2) + len(playing) % 2 + len(pairs(left, 0))
    return [
        Figure(f"{name}: players who play", len(playing), ""),
        Figure(f"{name}: all of them after", max(seeker.paired_at for seeker in playing) - begun, "s"),
        *spread(f"{name}: wait for an opponent", [each.paired_at - each.asked_at for each in playing], "s"),
        Figure(f"{name}: processor time, all servers together", used, "s"),
        Figure(f"{name}: unfair", unfair, ""),
    ]


def main(argv: Sequence[str]) -> int:
    """Print one figure per line; with `--json` each is a JSON object."""
    parser = ArgumentParser(prog="./run bench seeks", description=__doc__)
    parser.add_argument("--players", type=int, default=1000, metavar="COUNT")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    args = parser.parse_args(argv)
    unfair = 0.0

    def show(figures: Iterator[Figure] | Sequence[Figure]) -> None:
        nonlocal unfair
        for figure in figures:
            sys.stdout.write((json.dumps(asdict(figure)) if args.json else figure.line()) + "\n")
            sys.stdout.flush()
            unfair += figure.value if figure.name.endswith("unfair") else 0

    show(rules(args.players))
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        show(trio.run(served, "server", args.players, 1, folder / "alone", ""))
        if MISSING:
            sys.stderr.write(f"no nodes: {MISSING}\n")
        else:
            postgres = stack.enter_context(private_postgres())
            show(trio.run(served, "two nodes", args.players, 2, folder / "nodes", postgres.create()))
    return 1 if unfair else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
