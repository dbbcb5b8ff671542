"""Acknowledged moves survive SIGKILL: a real process is killed during a game, again and again."""

import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest
import trio

from netgame.games import GAMES
from netgame.match import Match, evolve, new_match, player_of
from netgame.match.events import Event
from protocol import messages as m
from protocol.client import Address, NewEvents, Refusal, Server, Session
from tests import PATIENCE_S
from tests.server.process import ServerProcess

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")

KILLS = 5


class Player:
    """Plays at random and records acknowledged moves."""

    def __init__(self, name: str, number: int, seed: int) -> None:
        self.session = Session(Server(None, ()), name, None, plain=True)
        self.number = number
        self.match: Match | None = None
        self.events: list[Event] = []
        self.acknowledged: dict[int, str] = {}  # number of the event -> the move
        self.ticks, self.ticked = trio.open_memory_channel[None](10_000)  # one for each acknowledged move
        self._rng = random.Random(seed)

    async def follow(self, table: str) -> None:
        """Apply events and answer them until the match is over."""
        async for update in self.session.updates:
            if isinstance(update, NewEvents):
                for event in update.events:
                    self.events.append(event)
                    self.match = evolve(self.match, event) if self.match else new_match(event, GAMES)  # type: ignore[arg-type]
                assert self.match is not None
                if self.match.ended:
                    return
                await self._move(table, self.match)

    async def _move(self, table: str, match: Match) -> None:
        turn: Any = match.turn
        if match.phase != "playing" or player_of(turn.seat, match.leg) != self.number:
            return
        move = match.game.format(match.state, self._rng.choice(list(match.game.moves(match.state))))
        try:
            done = await self.session.command(table, m.SendMove, position=match.position, move=move)
        except Refusal as refusal:
            if refusal.code != "stale":  # several updates came at once, and this was about an old one
                raise
        else:
            self.acknowledged[done.number] = move
            self.ticks.send_nowait(None)


@pytest.mark.slow
async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    rng = random.Random(7)
    server = await ServerProcess.start(tmp_path, "--port", "0", "--plain")
    ann, bob = Player("Ann", 0, 1), Player("Bob", 1, 2)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as sessions:
            for player in (ann, bob):
                player.session.server = Server(None, (Address("127.0.0.1", server.port),))
                await sessions.start(player.session.run)
            table = await ann.session.make_table("thud", {"no_capture_limit": 30, "battles": 1}, player=0)
            await bob.session.command(table, m.TakeSeat)
            for player in (ann, bob):
                await player.session.watch(table)
            async with trio.open_nursery() as playing:
                playing.start_soon(ann.follow, table)
                playing.start_soon(bob.follow, table)
                for _ in range(KILLS):
                    for _ in range(rng.randint(3, 12)):
                        await ann.ticked.receive()
                    await trio.sleep(rng.uniform(0, 0.003))  # somewhere in the middle of whatever goes on
                    await server.end(signal.SIGKILL)
                    server = await ServerProcess.start(tmp_path, "--port", str(server.port), "--plain")
                    ann.session.retry_now()
                    bob.session.retry_now()
            sessions.cancel_scope.cancel()
    await server.end()

    assert ann.events == bob.events
    assert [event.number for event in ann.events] == list(range(1, len(ann.events) + 1))
    told = {event.number: getattr(event, "move", None) for event in ann.events}
    for number, move in (ann.acknowledged | bob.acknowledged).items():
        assert told[number] == move
    assert ann.match is not None
    assert ann.match.ended
    assert len(ann.acknowledged) > 3 * KILLS
