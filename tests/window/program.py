"""The client as a process of its own, with a line of orders to the robot inside it."""

import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.end_to_end.test_two_computers import Client, as_process


@asynccontextmanager
async def program(
    module: str, home: Path, what: str = "", environment: Mapping[str, str] = os.environ
) -> AsyncIterator[Client]:
    """Its window open; killed at the end of the block if it still runs then."""
    home.mkdir(exist_ok=True)
    command = [sys.executable, "-m", module, "--home", str(home), *([what] if what else [])]
    alone = {**environment, "NETGAME_LAN": "lo", "LOGNAME": "ann", "USER": "ann"}
    async with as_process(command, alone, home / "log.txt") as made:
        yield made
