"""Spectators: told after the players, with the delay of their table, and never at the cost of those who play."""

from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from devtools.harness.server.serving import new_key, order, raw, running
from devtools.harness.server.timing import pass_time, player, settled, timed_table
from netgame.games import GAMES
from protocol import messages as m
from server.app import Serving
from server.lobby.broadcast import AT_ONCE, Broadcast
from server.lobby.lobby import Lobby
from server.lobby.spectators import Spectators
from server.tables.clock import Clock
from server.tables.commands import Dice
from server.tables.table import Table
from tests.server.lobby.test_broadcast import Listener


async def test_after_a_restart_no_event_before_the_start_is_sent_again(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob, eve = await player(serving, "Ann"), await player(serving, "Bob"), await player(serving, "Eve")
        make = m.MakeTable(key=new_key(), game="thud", options={}, delay=30, clock="sudden 600")
        table = (await ann.ask(make)).table
        await bob.ask(m.TakeSeat(table=table, key=new_key(), ready=False))
        seen = (await eve.ask(m.Watch(table=table))).number
        await bob.ask(m.ReadyUp(table=table, key=new_key()))
    async with running(tmp_path) as serving:
        eve = await player(serving, "Eve")
        done = await eve.ask(m.Watch(table=table, after=seen))

    assert done.after == seen == 3
    assert done.number == 4  # that all are ready, and not that it has started


async def test_events_that_become_visible_at_once_are_sent_in_frames_of_limited_size(
    monkeypatch: pytest.MonkeyPatch, mock_clock: trio.testing.MockClock, serving: Serving
) -> None:
    ann, bob, table = await timed_table(serving, clock="sudden 600", delay=30)
    await pass_time(mock_clock, 31)
    eve = await raw(serving, name="Eve")
    await eve.ask(m.Watch(table=table))
    await eve.push(m.TableEvents)
    monkeypatch.setattr("server.tables.actor.CHUNK_BYTES", 1)
    for line in (ann, bob):
        await line.ask(order(serving, table))
    await pass_time(mock_clock, 31)

    for _ in range(2):
        assert len((await eve.push(m.TableEvents)).events) == 1


class Hall:
    """A table, and spectators of it."""

    def __init__(self, count: int) -> None:
        self.lobby: Any = Lobby[Listener]()
        self.lobby.add(table := Table("t", GAMES, Dice()))
        self.crowd = [Listener() for _ in range(count)]
        for listener in self.crowd:
            self.lobby.watch(listener, "t")
        self.broadcast = Broadcast(self.lobby)
        spectators = Spectators(self.lobby, self.broadcast, Clock())
        self.send = lambda: spectators.send(table, b"frame", self.crowd)  # type: ignore[arg-type]


async def test_hundreds_of_spectators_get_events_a_few_at_a_time_if_they_have_not_left() -> None:
    hall, turns = Hall(10 * AT_ONCE), list[int]()
    goes = hall.crowd.pop()
    async with trio.open_nursery() as nursery:
        hall.send()
        hall.lobby.unwatch(goes, "t")
        nursery.start_soon(hall.broadcast.run)
        while not hall.crowd[-1].told:
            turns.append(sum(bool(listener.told) for listener in hall.crowd))
            await trio.lowlevel.checkpoint()
        await settled()
        nursery.cancel_scope.cancel()
    assert len(turns) >= 10
    assert all(listener.told == [b"frame"] for listener in hall.crowd)
    assert not goes.told
