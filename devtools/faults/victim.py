"""The server that is killed again and again, always with the same folder and port."""

import re
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import trio

from devtools.faults.harm import DISK
from devtools.harness.server.process import ROOT, command, kill_at
from server.ops.faults import FaultPoint

START_WITHIN_S = 120  # on a machine that does much else, while the database restarts
STOP_WITHIN_S = 30


class NoServer(Exception):
    """The server did not start, or ended by itself. The message says why."""


class Victim:
    """The server processes, one after another. Use `open`."""

    def __init__(self, process: trio.Process, doomed: Path, log: Path) -> None:
        self.log = log
        self.port = 0
        self.start_s = 0.1  # duration of the last start
        self.gone = trio.Event()  # the process that was started last has ended
        self._listens = trio.Event()
        self._code: int | None = None
        self._process, self._doomed = process, doomed

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, *words: str, lossy: bool = False) -> AsyncIterator[Self]:
        """Provide servers for that folder during the block. None runs at first."""
        log = folder / "server.log"
        doomed = folder / "doomed"
        line = command(folder / "data", "--log", "warning", *words, doomed=doomed)
        at = line.index("devtools.harness.server.doomed")
        line[at : at + 1] = ["devtools.faults.mother", *(["lossy"] if lossy else [])]
        with log.open("ab") as errors:
            process = await trio.lowlevel.open_process(
                line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=ROOT
            )
        victim = cls(process, doomed, log)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(victim._listen)
            try:
                yield victim
            finally:
                nursery.cancel_scope.cancel()
                assert process.stdin is not None
                with trio.CancelScope(shield=True):
                    await process.stdin.aclose()  # it ends at the end of its standard input, and its server with it
                    await process.wait()

    async def start(self) -> None:
        """Start a server and wait until it listens."""
        began = trio.current_time()
        await self.launch()
        with trio.move_on_after(START_WITHIN_S):
            await self._listens.wait()
        if self.gone.is_set() or not self._listens.is_set():
            ended = f"it ended with the code {self._code}" if self.gone.is_set() else "it goes on starting"
            last = self.log.read_text(errors="replace").splitlines()[-1:]
            raise NoServer(f"The server did not start: {ended}; its log ends with {last}")
        self.start_s = trio.current_time() - began

    async def launch(self) -> None:
        """Start a server without waiting."""
        self.gone, self._listens = trio.Event(), trio.Event()
        await self._order("start")

    def doom(self, point: FaultPoint) -> None:
        """Let it end the next time it passes that point."""
        kill_at(point, self._doomed)

    def spoil(self) -> None:
        """Let its next commit fail."""
        self._doomed.with_suffix(".new").write_text(DISK)
        self._doomed.with_suffix(".new").replace(self._doomed)

    @property
    def is_spoilt(self) -> bool:
        """Say whether a requested failure is still pending."""
        return self._doomed.exists()

    def spare(self) -> None:
        """Take back `doom`: the point was not passed."""
        self._doomed.unlink(missing_ok=True)

    async def kill(self) -> None:
        """Kill it immediately."""
        await self._order("kill")
        await self.killed()

    async def kill_unless_stopped(self) -> bool:
        """Kill it while it stops. Return False if it stopped first."""
        await self._order("kill")
        await self.gone.wait()
        if self._code != 0:
            self._check_end(-signal.SIGKILL)
        return self._code != 0

    @property
    def has_failed(self) -> bool:
        """Say whether it ended by itself with an error, as a server does that cannot start."""
        return self.gone.is_set() and self._code == 1

    async def kill_unless_ended(self) -> None:
        """Kill it, unless it has stopped or failed by then."""
        await self._order("kill")
        await self.gone.wait()
        if self._code not in (0, 1):
            self._check_end(-signal.SIGKILL)

    async def killed(self) -> None:
        """Wait until it is killed, by anyone."""
        await self.gone.wait()
        self._check_end(-signal.SIGKILL)

    async def stop(self) -> None:
        """Stop it in order."""
        await self.tell_to_stop()
        with trio.move_on_after(STOP_WITHIN_S):
            await self.stopped()
            return
        raise NoServer("The server was told to stop, and did not end")

    async def tell_to_stop(self) -> None:
        """Ask it to stop."""
        await self._order("stop")

    async def stopped(self) -> None:
        """Wait until it has stopped after `tell_to_stop`."""
        await self.gone.wait()
        self._check_end(0)

    def _check_end(self, expected: int) -> None:
        if self._code != expected:
            raise NoServer(f"The server ended with the code {self._code}, and not {expected}; its log says why")

    async def _order(self, word: str) -> None:
        assert self._process.stdin is not None
        await self._process.stdin.send_all(word.encode() + b"\n")

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        unread = b""
        async for data in self._process.stdout:
            *lines, unread = (unread + data).split(b"\n")
            for line in lines:
                self._heard(line.decode())
        raise NoServer("The process that starts the servers has ended")

    def _heard(self, line: str) -> None:
        if found := re.search(r"listens on port (\d+)", line):
            self.port = int(found[1])
            self._listens.set()
        elif line.startswith("ended "):
            self._code = int(line.removeprefix("ended "))
            self.gone.set()
            self._listens.set()
