"""The server under attack: a process as an operator runs it, and what can be seen of it from outside."""

import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Self

import trio

from tests.server.process import ROOT, command

START_WITHIN_S = 30
STOP_WITHIN_S = 30  # as promised to operators
MISTAKES = re.compile(r"Traceback|made a mistake|ERROR|CRITICAL|never awaited|ResourceWarning")
NO_MISTAKES = re.compile(r"no more connections: ")
TOLD = 5


class Victim:
    """Made by `running`."""

    def __init__(self, process: "subprocess.Popen[str]", log: Path, port: int) -> None:
        self.port = port
        self._process, self._log = process, log

    @classmethod
    @asynccontextmanager
    async def running(cls, folder: Path, words: Sequence[str]) -> AsyncIterator[Self]:
        """For the length of the block; killed at its end if it is still there."""
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
        """Whether it has not ended."""
        return self._process.poll() is None

    def memory_kib(self) -> int:
        """What it has in memory now; 0 where the system does not tell."""
        with suppress(OSError, StopIteration, ValueError):
            lines = Path(f"/proc/{self._process.pid}/status").read_text("ascii").splitlines()
            return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1])
        return 0

    def files(self) -> int:
        """How many file descriptors it has open; 0 where the system does not tell."""
        with suppress(OSError):
            return len(os.listdir(f"/proc/{self._process.pid}/fd"))
        return 0

    def cpu_s(self) -> float:
        """What it has used so far; 0 where the system does not tell."""
        with suppress(OSError):
            words = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
            return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    async def stop(self) -> int | None:
        """By the signal of service managers; the exit code, None if it does not end in time."""
        self._process.send_signal(signal.SIGTERM)
        with trio.move_on_after(STOP_WITHIN_S):
            await trio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)
        return self._process.poll()

    def mistakes(self) -> list[str]:
        """What it has logged and must not have."""
        return mistakes_in(self._log)


def mistakes_in(log: Path) -> list[str]:
    """Lines of a log that must not be there, the first few."""
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
