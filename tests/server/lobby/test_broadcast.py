"""Sending to many connections: all frames, in order, never to all in one step. Spectators hear after the players."""

import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server.serving import new_key, order, raw, running
from devtools.harness.server.timing import pass_time, player, settled, timed_table
from netgame.games import GAMES
from protocol import messages as m
from server.app import Serving
from server.lobby.broadcast import AT_ONCE, MAX_WAITING, Broadcast, send_all
from server.lobby.lobby import Lobby
from server.lobby.spectators import Spectators
from server.tables.clock import Clock
from server.tables.commands import Dice
from server.tables.table import Table


class Listener:
    """A connection that keeps the frames it gets."""

    def __init__(self) -> None:
        self.told: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.told.append(frame)


@pytest.fixture
async def broadcast() -> AsyncIterator[Broadcast]:
    made = Broadcast(Lobby())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(made.run)
        await wait_all_tasks_blocked()
        yield made
        nursery.cancel_scope.cancel()


def crowd(count: int = 10 * AT_ONCE) -> list[Listener]:
    return [Listener() for _ in range(count)]


def tell(broadcast: Broadcast, audience: str, frame: bytes, listeners: list[Listener]) -> None:
    broadcast.add(audience, lambda: (frame, listeners))


@pytest.mark.parametrize("is_queued", [True, False])
async def test_a_crowd_gets_a_frame_by_and_by(broadcast: Broadcast, nursery: trio.Nursery, is_queued: bool) -> None:
    listeners, told = crowd(), [0]
    if is_queued:
        tell(broadcast, "", b"frame", listeners)
    else:
        nursery.start_soon(send_all, b"frame", listeners)
    while told[-1] < len(listeners):
        await trio.lowlevel.checkpoint()
        told.append(sum(len(listener.told) for listener in listeners))

    # two turns, as trio shuffles tasks
    assert max(after - before for before, after in itertools.pairwise(told)) <= 2 * AT_ONCE


async def test_everybody_who_is_there_when_its_turn_comes_hears_everything_in_order(broadcast: Broadcast) -> None:
    listeners = crowd(AT_ONCE + 2)
    for frame in (b"1", b"2", b"3"):
        tell(broadcast, "", frame, listeners)
    gone = listeners.pop()
    await wait_all_tasks_blocked()
    assert gone.told == []
    assert all(listener.told == [b"1", b"2", b"3"] for listener in listeners)


async def test_a_table_does_not_wait_for_a_crowd(broadcast: Broadcast) -> None:
    listeners, player = crowd(), Listener()
    tell(broadcast, "", b"lobby", listeners)
    tell(broadcast, "table", b"table", [player])
    while not player.told:
        await trio.lowlevel.checkpoint()
    assert not listeners[-1].told


async def test_a_state_frame_is_made_once_when_its_turn_comes(broadcast: Broadcast) -> None:
    listener, state, made = Listener(), [b"first"], []

    def telling() -> tuple[bytes, list[Listener]]:
        made.append(state[-1])
        return state[-1], [listener]

    broadcast.add_state("table", telling)
    state.append(b"second")
    broadcast.add_state("table", telling)
    await wait_all_tasks_blocked()
    state.append(b"third")
    broadcast.add_state("table", telling)
    await wait_all_tasks_blocked()

    assert listener.told == made == [b"second", b"third"]


async def test_an_audience_that_has_too_much_to_hear_is_full_and_others_are_not(broadcast: Broadcast) -> None:
    for _ in range(MAX_WAITING):
        assert not broadcast.is_full("")
        tell(broadcast, "", b"", [])
    assert broadcast.is_full("")
    assert not broadcast.is_full("table")


# ---- spectators of a table


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
    monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock, serving: Serving
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


async def test_a_spectator_who_sits_down_gets_all_events_in_order(
    monkeypatch: pytest.MonkeyPatch, serving: Serving
) -> None:
    monkeypatch.setattr("server.lobby.broadcast.AT_ONCE", 1)
    ann = await player(serving, "Ann")
    table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0, ready=False))).table
    *crowd, bob = [await raw(serving, name=f"Spectator {number}") for number in range(20)]
    for line in (*crowd, bob):
        await line.ask(m.Watch(table=table))
    assert [event["number"] for event in (await bob.push(m.TableEvents)).events] == [1, 2]

    await ann.send(m.ReadyUp(table=table, key=new_key()))
    await bob.send(m.TakeSeat(table=table, key=new_key()))

    got = list[int]()
    while len(got) < serving.match(table).number - 2 or len(got) < 4:
        got += [event["number"] for event in (await bob.push(m.TableEvents)).events]
    assert got == list(range(3, 3 + len(got)))
