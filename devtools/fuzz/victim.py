"""The server under attack: a process as an operator runs it, and what is visible of it from outside."""

import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Self

import trio

from devtools.harness.server.process import ROOT, command

START_WITHIN_S = 30
STOP_WITHIN_S = 30  # as the documents promise to operators
MISTAKES = re.compile(r"Traceback|made a mistake|ERROR|CRITICAL|never awaited|ResourceWarning")
NO_MISTAKES = re.compile(r"no more connections: ")
TOLD = 5


class Victim:
    """The server process. Use `running`."""

    def __init__(self, process: "subprocess.Popen[str]", log: Path, port: int) -> None:
        self.port = port
        self._process, self._log = process, log

    @classmethod
    @asynccontextmanager
    async def running(cls, folder: Path, words: Sequence[str]) -> AsyncIterator[Self]:
        """Run a server during the block; kill it at the end if it still runs."""
        log = folder / "server.log"
        with log.open("w", encoding="utf-8") as errors:
            process = subprocess.Popen(
                command(folder / "data", *words), cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=errors
            )
        try:
            yield cls(process, log, await _port(process, log))
        finally:
            process.kill()
            process.communicate()

    @property
    def is_alive(self) -> bool:
        """Say whether it still runs."""
        return self._process.poll() is None

    def memory_kib(self) -> int:
        """Its memory; 0 where the system does not say."""
        with suppress(OSError, StopIteration, ValueError):
            lines = Path(f"/proc/{self._process.pid}/status").read_text("ascii").splitlines()
            return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1])
        return 0

    def files(self) -> int:
        """Its open file descriptors; 0 where the system does not say."""
        with suppress(OSError):
            return len(os.listdir(f"/proc/{self._process.pid}/fd"))
        return 0

    def cpu_s(self) -> float:
        """CPU time used so far; 0 where the system does not say."""
        with suppress(OSError):
            words = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
            return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    async def stop(self) -> int | None:
        """Stop it by the signal of service managers. Return the exit code, None if it does not end in time."""
        self._process.send_signal(signal.SIGTERM)
        with trio.move_on_after(STOP_WITHIN_S):
            await trio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)
        return self._process.poll()

    def mistakes(self) -> list[str]:
        """Return log messages that must not occur."""
        return mistakes_in(self._log)


def mistakes_in(log: Path) -> list[str]:
    """Return the first few lines of a log that must not occur."""
    found = list[str]()
    with log.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if MISTAKES.search(line) and not NO_MISTAKES.search(line):
                found.append(f"{log.name}:{number}: {line.strip()[:300]}")
            if len(found) >= TOLD:
                break
    return found


async def _port(process: "subprocess.Popen[str]", log: Path) -> int:
    assert process.stdout is not None
    with trio.move_on_after(START_WITHIN_S):
        said = await trio.to_thread.run_sync(process.stdout.readline, abandon_on_cancel=True)
        if (found := re.search(r"listens on port (\d+)", said)) is not None:
            return int(found[1])
    raise AssertionError(f"the server did not start: {log.read_text('utf-8')[-2000:]}")
