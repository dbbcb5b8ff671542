"""A server with nothing to do lets its computer sleep."""

import trio
from trio.testing import MockClock

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.timing import counted_steps
from tests.server.services import services_in_memory

HOUR_S = 3600


async def test_a_server_with_nothing_to_do_wakes_up_less_than_once_a_second(autojump_clock: MockClock) -> None:
    async with services_in_memory(MemoryStore()):
        with counted_steps() as steps:
            await trio.sleep(HOUR_S)

    assert steps.count < HOUR_S
