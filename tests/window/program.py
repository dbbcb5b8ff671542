"""The client as a process of its own, with a line of orders to the robot inside it."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from tests.end_to_end.test_two_computers import CHECKOUT, Client, _end


@asynccontextmanager
async def program(
    module: str, home: Path, what: str = "", environment: Mapping[str, str] = os.environ
) -> AsyncIterator[Client]:
    """Its window open; killed at the end of the block if it still runs then."""
    home.mkdir(exist_ok=True)
    command = [sys.executable, "-m", module, "--home", str(home), *([what] if what else [])]
    alone = {**environment, "NETGAME_LAN": "lo", "LOGNAME": "ann", "USER": "ann"}
    log = home / "log.txt"
    with log.open("ab") as errors:
        process = await trio.lowlevel.open_process(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=alone, cwd=str(CHECKOUT)
        )
    made = Client(process, log)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(made.read)
            await made.ready()
            yield made
            nursery.cancel_scope.cancel()
    finally:
        await _end(process)
