"""Sending to many connections: all frames, in order, and never to all of them in one step."""

import itertools
from collections.abc import AsyncIterator

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from server.lobby.broadcast import AT_ONCE, MAX_WAITING, Broadcast, send_all
from server.lobby.lobby import Lobby


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
async def test_a_crowd_gets_a_frame_a_few_at_a_time(
    broadcast: Broadcast, nursery: trio.Nursery, is_queued: bool
) -> None:
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


async def test_everybody_hears_everything_in_order(broadcast: Broadcast) -> None:
    listeners = crowd(AT_ONCE + 1)
    for frame in (b"1", b"2", b"3"):
        tell(broadcast, "", frame, listeners)
    await wait_all_tasks_blocked()
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


async def test_the_audience_is_determined_when_its_turn_comes(broadcast: Broadcast) -> None:
    listeners = [Listener(), Listener()]
    broadcast.add("", lambda: (b"frame", listeners))
    gone = listeners.pop()
    await wait_all_tasks_blocked()
    assert (listeners[0].told, gone.told) == ([b"frame"], [])
