"""A server with nothing to do lets its computer sleep."""

import trio
from trio.testing import MockClock

from tests.server.services import services_in_memory
from tests.server.storage.in_memory import MemoryStore

HOUR_S = 3600


class Steps(trio.abc.Instrument):
    """Counts how often a task has something to do."""

    def __init__(self) -> None:
        self.count = 0

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self.count += 1


async def test_a_server_with_nothing_to_do_wakes_up_less_than_once_a_second(autojump_clock: MockClock) -> None:
    async with services_in_memory(MemoryStore()):
        trio.lowlevel.add_instrument(steps := Steps())

        await trio.sleep(HOUR_S)

        trio.lowlevel.remove_instrument(steps)
    assert steps.count < HOUR_S
