"""A screen reader as a process beside a window: give it steps, and wait for what it says."""

import re
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from devtools.harness import PATIENCE_S

PYTHON, PROGRAM = "/usr/bin/python3", Path(__file__).with_name("screen_reader.py")


class Reader:
    """A screen reader and its log. `said` are its announcements as one text."""

    def __init__(self, process: trio.Process) -> None:
        self.process = process
        self.log: list[str] = []
        self.said = ""
        self._heard = 0  # characters of `said`
        self._came = trio.Event()

    async def read(self) -> None:
        assert self.process.stdout is not None
        rest = b""
        async for data in self.process.stdout:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self.log.append(line.decode())
                kind, _, words = self.log[-1].partition("|")
                self.said += f"{words} " if kind == "say" else ""
            came, self._came = self._came, trio.Event()
            came.set()

    async def do(self, *steps: str) -> None:
        """Carry out steps, "role|part of the name|action", each when its part allows it."""
        assert self.process.stdin is not None
        for step in steps:
            known = len(self.log)
            await self.process.stdin.send_all(f"{step}\n".encode())
            while f"done|{step}" not in self.log[known:]:
                await self._more(step)

    async def hears(self, pattern: str) -> re.Match[str]:
        """Wait for a sentence after those that were heard before."""
        while (found := re.compile(pattern).search(self.said, self._heard)) is None:
            await self._more(pattern)
        self._heard = found.end()
        return found

    def focused(self, role: str) -> list[str]:
        """Return name and description of the parts with that role that got the focus."""
        start = f"focus|{role}|"
        return [line.removeprefix(start) for line in self.log if line.startswith(start)]

    async def _more(self, wanted: str) -> None:
        """Wait for the next line of the log. A long game on a busy machine has time as long as lines come."""
        with trio.move_on_after(PATIENCE_S) as scope:
            await self._came.wait()
        assert not scope.cancelled_caught, f"not {wanted}; the log ends with {self.log[-20:]}"


@asynccontextmanager
async def reading(environment: Mapping[str, str]) -> AsyncIterator[Reader]:
    """Run a screen reader on that screen. At the end it has done all steps, and has got the events before them."""
    process = await trio.lowlevel.open_process(
        [PYTHON, str(PROGRAM)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    reader = Reader(process)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(reader.read)
            yield reader
            assert process.stdin is not None
            await process.stdin.aclose()
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()
