"""The opponent in the benchmark of trips, a program of its own: `python -m devtools.bench.opposing PORT FINGERPRINT`.

It opens a table, prints its id, and answers every move at once. For each answer it prints the number of the event and
the time of sending, by the system's monotonic clock.
"""

import json
import sys
import time
from typing import Any

import trio

from devtools.harness.games.random_moves import any_move
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match import to_act
from netgame.match.create import new_match
from netgame.match.evolve import evolve
from protocol.address import Address
from protocol.client import NewEvents, Server, Session
from protocol.messages import ReadyUp, SendMove

GAME = "thud"


async def oppose(port: int, fingerprint: str) -> None:
    """Play until killed."""
    async with trio.open_nursery() as nursery:
        session = Session(Server(fingerprint, (Address("127.0.0.1", port),)), "Bob", None)
        await nursery.start(session.run)
        table = await session.make_table(GAME, {}, player=0)
        _say({"table": table})
        await session.watch(table)
        match, moved = None, 0
        async for update in session.updates:
            if not isinstance(update, NewEvents):
                continue
            for event in update.events:
                match = evolve(match, event) if match is not None else new_match(event, GAMES)  # type: ignore[arg-type]
            assert match is not None
            if match.number < moved:  # the event of our move comes after others
                continue
            if match.phase == "between":
                if 0 not in match.ready:
                    await session.command(table, ReadyUp)
            elif match.phase == "playing" and isinstance(match.turn, ToMove) and to_act(match) == 0:
                move = match.game.format(match.state, any_move(match.game, match.state, match.number))
                sent = time.monotonic()
                done = await session.command(table, SendMove, position=match.position, move=move)
                moved = done.number
                _say({"number": done.number, "sent": sent})


def _say(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    trio.run(oppose, int(sys.argv[1]), sys.argv[2])
