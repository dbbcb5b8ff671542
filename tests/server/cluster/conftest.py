"""Fixtures of the tests of several nodes."""

from collections.abc import AsyncIterator
from contextlib import nullcontext

import pytest
from trio.testing import MockClock

from devtools.harness.server.nodes import Service, flowing_time, service_of


@pytest.fixture
async def service(request: pytest.FixtureRequest, mock_clock: MockClock) -> AsyncIterator[Service]:
    """A service of two nodes in memory. Time passes by itself in modules that say `TIME_FLOWS`."""
    flows = getattr(request.module, "TIME_FLOWS", False)
    async with service_of(2) as made, flowing_time() if flows else nullcontext():
        yield made
