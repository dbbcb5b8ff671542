"""Players without a window: what they do while events are still on their way."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
import trio

from devtools.harness.games.match_helpers import TableByScript, created
from devtools.harness.window.opponent import Opponent
from netgame.games import GAMES
from netgame.match import HOST
from netgame.match.commands import MakeOffer, MarkAbsent, MarkReturned, Resign, Sit
from netgame.match.events import Event
from protocol.client import NewEvents, Refusal
from protocol.identity.device_key import DeviceKey
from protocol.messages import Done, SendAnswer, SendMove, SignedIn
from server.demo.player import DemoPlayer

Play = Callable[[str], Awaitable[Any]]
EXAMPLE = run_path(str(Path(__file__).parents[2] / "examples" / "random_player.py"))


class Lagging:
    """A session of the first player at a match whose events arrive one by one. The server has them all."""

    signed_in, signing_key = SignedIn(account="a0", name="Ann"), b""

    def __init__(self) -> None:
        table = TableByScript(created("clod", GAMES), GAMES)
        for player in (0, 1):
            table.do(Sit(player, f"a{player}", "Ann"), HOST)
        parts = [table.log[:]]
        parts += [table.do(MarkAbsent(1, "lost"), HOST), table.do(MarkReturned(1), HOST)]
        self._moved = len(table.log) + 1
        table.play("f6")
        table.do(Resign(match=True), 1)
        parts.append(table.log[self._moved - 1 :])
        self.moves = 0
        sender, self.updates = trio.open_memory_channel[NewEvents](len(parts))
        for events in parts:
            sender.send_nowait(NewEvents("t", tuple(events)))

    async def watch(self, table: str) -> None:
        pass

    async def unwatch(self, table: str) -> None:
        pass

    async def command(self, table: str, kind: type[Any], **fields: Any) -> Done:
        assert kind is SendMove
        self.moves += 1
        return Done(table=table, number=self._moved)


def opponent(session: Any) -> Play:
    return Opponent(session).play


def demo_player(session: Any) -> Play:
    player = DemoPlayer("Ann", 1)
    player.session = session
    return player.play


def random_player(session: Any) -> Play:
    return lambda table: EXAMPLE["play"](session, DeviceKey.new(), table, 5)


@pytest.mark.parametrize("player", [opponent, demo_player, random_player])
async def test_they_move_once_for_a_position_though_other_events_come_first(player: Callable[[Any], Play]) -> None:
    session = Lagging()
    await player(session)("t")
    assert session.moves == 1


async def test_the_opponent_goes_on_after_a_refusal_because_of_a_pause_that_it_has_not_seen() -> None:
    table = TableByScript(created("clod", GAMES), GAMES)
    for player in (0, 1):
        table.do(Sit(player, f"a{player}", "Ann"), HOST)
    table.do(MakeOffer("pause"), 1)
    session = AlreadyPaused(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(opponent(session), "t")
        await session.asked.wait()
        await session.say(table.do(Resign(match=True), 1))
    assert session.refused == [SendAnswer]


class AlreadyPaused(Lagging):
    """A session at a server that has paused the match. The event of the pause does not come."""

    def __init__(self, table: TableByScript) -> None:
        self._sender, self.updates = trio.open_memory_channel[NewEvents](2)
        self._sender.send_nowait(NewEvents("t", tuple(table.log)))
        self.refused, self.asked = list[type[Any]](), trio.Event()

    async def say(self, events: tuple[Event, ...]) -> None:
        await self._sender.send(NewEvents("t", events))

    async def command(self, table: str, kind: type[Any], **fields: Any) -> Done:
        self.refused.append(kind)
        self.asked.set()
        raise Refusal("paused", "the match is paused")
