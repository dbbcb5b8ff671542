"""No tables are made while the memory of the server is full."""

from trio.testing import MockClock

from devtools.harness.server.memory_store import MemoryStore
from server.lobby.new_tables import MEMORY_FULL
from server.ops.limits import Limits
from server.ops.policy import Policy
from tests.server.services import services_in_memory

LITTLE = Limits(memory_mib=1)


async def test_no_table_is_made_while_the_memory_is_full(mock_clock: MockClock) -> None:
    async with services_in_memory(MemoryStore(), limits=LITTLE) as services:
        for _ in range(2):
            assert services.new_tables.why_closed() == MEMORY_FULL
            mock_clock.jump(60)
        assert services.counters.limits["memory"] == 1  # once for the whole time
        services.policy.update(Policy())
        assert services.new_tables.why_closed() is None
