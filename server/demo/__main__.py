"""`./run demo`: a server and two players on this computer play every variant of every game and compare every state.

Then they play with a clock, take moves back, pause, agree on a draw, chat and play a rematch.
"""

import argparse
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
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
from protocol.log_text import escaped
from protocol.program import PROGRAM
from server.app import Serving, serve
from server.config.settings import Config
from server.demo.player import DemoError, DemoPlayer, PlayedMatch, play_together
from server.demo.session import show_session
from server.errors import ServerError, leaves
from server.ops.limits import Limits

TIMEOUT_S = 300.0  # far more than it takes, so that a hang ends with an error
# limits for games in which random players could play for ever
QUIET_PLIES = 30  # turns in which nothing happens
MAX_TURNS = 600  # all turns
NAMES = ("Ann", "Bob")
NO_LIMITS = Limits(message_burst=1_000_000, move_burst=1_000_000, table_burst=1000)  # the players do not pause to think
GameClass = type[Game[Any, Any]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demonstration and return the exit code: 0 if every state agreed."""
    args = parser().parse_args(arguments)
    started, problem = time.perf_counter(), ""
    try:
        compared = trio.run(demonstrate, args.seed, args.records)
    except* (DemoError, RulesError, ServerError, WireError, OSError) as group:
        problem = str(next(leaves(group)))
    except* KeyboardInterrupt:
        problem = "interrupted"
    if problem:
        say("")
        say(f"Failed: {problem}")
        return 1
    say("")
    say(f"Both players agree with the server after each of {compared} events. {time.perf_counter() - started:.1f} s")
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="./run demo",
        description="Run a server and two players on this computer. The players find the server by LAN discovery and "
        "play every game with random moves.",
    )
    made.add_argument("--version", action="version", version=PROGRAM)
    made.add_argument(
        "--seed", type=int, default=secrets.randbelow(10**6), help="the seed of the moves; dice are always random"
    )
    made.add_argument("--records", type=Path, metavar="DIR", help="write the records of all matches to this folder")
    return made


async def demonstrate(seed: int, records: Path | None) -> int:
    """Play everything and return how many events both players compared. `DemoError` at the first difference."""
    say(f"Every variant of every game, with random moves (--seed {seed})")
    say("")
    with tempfile.TemporaryDirectory(prefix="netgame-demo-") as folder, trio.move_on_after(TIMEOUT_S):
        config = Config(
            data=Path(folder), hosts=("127.0.0.1",), port=0, name="Demonstration", announce="lo", limits=NO_LIMITS
        )
        async with trio.open_nursery() as nursery:
            serving: Serving = await nursery.start(serve, config)
            say(f"server   {config.name} serves at 127.0.0.1:{serving.port}")
            players = [DemoPlayer(name, seed, serving.match) for name in NAMES]
            for player in players:
                started = trio.current_time()
                found = await player.discover(serving.fingerprint, "lo", nursery)
                took, methods = trio.current_time() - started, " and ".join(sorted(found.methods))
                addresses = ", ".join(map(str, found.addresses))
                say(f"{player.name:8} found it on the LAN by {methods} in {took:.2f} s: {addresses}")
            say("")
            for game, variant, options in matches():
                played = await _play(game, variant, options, players)
                if records is not None:
                    _save(records / f"{game.key}-{variant.replace(' ', '-')}.netgame", played)
            say("")
            for name, played in await show_session(players, say):
                if records is not None:
                    _save(records / f"{name}.netgame", played)
            nursery.cancel_scope.cancel()
        return min(player.compared for player in players)
    raise DemoError(f"not finished after {TIMEOUT_S:.0f} seconds")


def matches() -> Iterator[tuple[GameClass, str, dict[str, OptionValue]]]:
    """Yield each variant of each game, with limits that end random play."""
    for game in GAMES.values():
        limits = {
            info.name: max(info.low, min(info.high, QUIET_PLIES if info.name.startswith("no_") else MAX_TURNS))
            for info in options_of(game)
            if info.optional and info.name.endswith("_limit") and info.low is not None and info.high is not None
        }
        for variant, options in variants(game).items():
            yield game, variant, {**options, **limits}


async def _play(
    game: GameClass, variant: str, options: dict[str, OptionValue], players: Sequence[DemoPlayer]
) -> PlayedMatch:
    """Play a match and print its result."""
    started = trio.current_time()
    host, other = players
    table = await host.make_table(game, options)
    await other.join(table)
    played = await play_together(players, table)
    seconds = trio.current_time() - started

    moves = sum(isinstance(event, Moved) for event in played.log)
    ended = played.match.ended
    assert ended is not None, "a match is reported after its end"
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
    return played


def _save(file: Path, played: PlayedMatch) -> None:
    """Write the record, and check that it reads as the match that was played."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(write_record(played.log).encode())
    if read_record(file.read_bytes(), GAMES) != tuple(played.log):
        raise DemoError(f"The record {file} is not the match that was played")


def say(line: str) -> None:
    sys.stdout.write(f"{escaped(line)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
