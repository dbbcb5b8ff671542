"""`./run demo`: a server and two players on this computer play every game in each way, and everything is compared.

Then they play with a clock, take moves back, pause, agree on a draw, talk and play again.
"""

import argparse
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import trio

from netgame.errors import RulesError
from netgame.game import Game
from netgame.games import GAMES
from netgame.match.events import Moved
from netgame.options import OptionValue, options_of, variants
from netgame.records.reader import read_record
from netgame.records.writer import write_record
from protocol.errors import WireError
from server.app import Serving, serve
from server.config.settings import Config
from server.demo.player import DemoError, Guest, Played
from server.demo.session import show_session
from server.errors import ServerError
from server.ops.limits import Limits

LIMIT_S = 300.0  # far more than it takes, so that a hang ends with a sentence
# two players without a plan could otherwise go on for ever
QUIET_PLIES = 30  # for limits of turns in which nothing happens
MOST_TURNS = 600  # for limits of all turns
NAMES = ("Ann", "Bob")
IN_A_HURRY = Limits(message_burst=1_000_000, move_burst=1_000_000, table_burst=1000)  # they think no time at all
GameClass = type[Game[Any, Any]]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if everything was played and agreed."""
    args = parser().parse_args(arguments)
    started, problem = time.perf_counter(), ""
    try:
        compared = trio.run(demonstrate, args.seed, args.records)
    except* (DemoError, RulesError, ServerError, WireError, OSError) as group:
        problem = str(_first(group))
    except* KeyboardInterrupt:
        problem = "it was stopped"
    if problem:
        say(f"\nFailed: {problem}")
        return 1
    say(f"\nBoth players agree with the server after each of {compared} events. {time.perf_counter() - started:.1f} s")
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="./run demo",
        description="A server and two players who find it by LAN discovery, all here, play every game at random.",
    )
    made.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="of the moves; the dice are new")
    made.add_argument("--records", type=Path, metavar="DIR", help="write the record of every match to this folder")
    return made


async def demonstrate(seed: int, records: Path | None) -> int:
    """Play everything; how many events both guests compared. `DemoError` at the first difference."""
    say(f"Every game in each of its ways, with random moves (--seed {seed})\n")
    with tempfile.TemporaryDirectory(prefix="netgame-demo-") as folder, _time_limit():
        config = Config(
            data=Path(folder), hosts=("127.0.0.1",), port=0, name="Demonstration", announce="lo", limits=IN_A_HURRY
        )
        async with trio.open_nursery() as nursery:
            serving: Serving = await nursery.start(serve, config)
            say(f"server   {config.name} serves at 127.0.0.1:{serving.port}")
            guests = [Guest(name, seed, serving.match) for name in NAMES]
            for guest in guests:
                await _arrive(guest, serving, nursery)
            say("")
            for game, variant, chosen in matches():
                played = await _play(game, variant, chosen, guests)
                if records is not None:
                    _keep(records / f"{game.key}-{variant.replace(' ', '-')}.netgame", played)
            say("")
            for name, played in await show_session(guests, say):
                if records is not None:
                    _keep(records / f"{name}.netgame", played)
            compared = min(guest.compared for guest in guests)
            nursery.cancel_scope.cancel()
    return compared


async def _arrive(guest: Guest, serving: Serving, nursery: trio.Nursery) -> None:
    started = trio.current_time()
    found = await guest.arrive(serving.fingerprint, "lo", nursery)
    means = " and ".join(sorted(found.methods))
    took = trio.current_time() - started
    say(f"{guest.name:8} found it on the LAN by {means} in {took:.2f} s: {', '.join(map(str, found.addresses))}")


def matches() -> Iterator[tuple[GameClass, str, dict[str, OptionValue]]]:
    """What is played: each game as it comes and by each of its presets, with those limits set that end random play."""
    for game in GAMES.values():
        limits = {
            info.name: max(info.low, min(info.high, QUIET_PLIES if info.name.startswith("no_") else MOST_TURNS))
            for info in options_of(game)
            if info.optional and info.name.endswith("_limit") and info.low is not None and info.high is not None
        }
        for variant, chosen in variants(game).items():
            yield game, variant, {**chosen, **limits}


async def _play(game: GameClass, variant: str, chosen: dict[str, OptionValue], guests: Sequence[Guest]) -> Played:
    """One match of a game."""
    started = trio.current_time()
    host, other = guests
    table = await host.open(game, chosen, player=0)
    seen: dict[str, Played] = {}

    async def follow(guest: Guest) -> None:
        seen[guest.name] = await guest.play(table)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(follow, host)
        await other.join(table)
        nursery.start_soon(follow, other)
    if seen[host.name].log != seen[other.name].log:
        raise DemoError(f"{host.name} and {other.name} were told different events of table {table}")
    _report(game, variant, seen[host.name], trio.current_time() - started)
    return seen[host.name]


def _report(game: GameClass, variant: str, played: Played, seconds: float) -> None:
    moves = sum(isinstance(event, Moved) for event in played.log)
    ended = played.match.ended
    assert ended is not None, "reported when it has ended"
    names = [seat.name if seat else "nobody" for seat in played.match.seats]
    result = "a draw" if ended.winner is None else f"{names[ended.winner]} wins"
    if len(played.legs) > 1 and ended.winner is not None:
        result += f" by {ended.totals[ended.winner]} over {len(played.legs)} battles"
    title = f"{game.title}, {variant}" if len(variants(game)) > 1 else game.title
    say(f"{title:34} {result:32} {moves:5} moves {seconds:6.1f} s")
    for number, leg in enumerate(played.legs, 1):
        which = f"battle {number}: " if len(played.legs) > 1 else ""
        sides = ", ".join(f"{side} ({leg.names[seat]}) {leg.scores[seat]}" for seat, side in enumerate(game.seats))
        say(f"           {which}{sides}; {leg.reason}")


def _keep(file: Path, played: Played) -> None:
    """Write the record, and see that it reads as the match that was played."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(write_record(played.log).encode())
    if read_record(file.read_bytes(), GAMES) != tuple(played.log):
        raise DemoError(f"The record {file} is not the match that was played")


@contextmanager
def _time_limit() -> Iterator[None]:
    try:
        with trio.fail_after(LIMIT_S):
            yield
    except trio.TooSlowError:
        raise DemoError(f"it was not over after {LIMIT_S:.0f} seconds") from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    inner: BaseException = group
    while isinstance(inner, BaseExceptionGroup):
        inner = inner.exceptions[0]
    return inner


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
