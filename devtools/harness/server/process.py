"""The server as a process that can be stopped and killed."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import trio

from devtools.harness.systems import KILLED, WINDOWS
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE
from server.ops.faults import FaultPoint

ROOT = Path(__file__).parents[3]


class ServerProcess:
    """`python -m server run` on loopback; made by `start`."""

    def __init__(self, process: "subprocess.Popen[str]", said: str, data: Path) -> None:
        self.process = process
        self._data = data
        self.said = said
        found = re.search(r"port (\d+)", said)
        assert found is not None, said
        self.port = int(found[1])

    @classmethod
    async def start(
        cls,
        data: Path,
        *words: str,
        prepare: Callable[[], None] | None = None,
        doomed: Path | None = None,
        within: Sequence[str] = (),
        environ: Mapping[str, str] | None = None,
    ) -> "ServerProcess":
        """Start a server and wait until it listens.

        `doomed` is the file that `kill_at` writes (see `doomed.py`), `within` a command that runs the
        server, and `environ` is added to its environment.
        """
        process = subprocess.Popen(
            [*within, *command(data, *words, doomed=doomed)],
            cwd=ROOT,
            env={**os.environ, **(environ or {})},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=prepare,
        )
        said = await trio.to_thread.run_sync(process.stdout.readline)
        if not said:
            raise AssertionError(process.communicate()[1])
        return cls(process, said, data)

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.communicate()

    async def killed(self) -> str:
        """Wait until it has killed itself, and return its log."""
        _out, log = await trio.to_thread.run_sync(self.process.communicate)
        assert self.process.returncode == KILLED, log
        return log

    async def logged(self, words: str) -> str:
        """Return the log up to a line with these words."""
        said = ""
        while words not in said:
            line = await trio.to_thread.run_sync(self.process.stderr.readline)
            assert line, said
            said += line
        return said

    async def end(self) -> tuple[int, str]:
        """Stop it in order. Return the exit code and the log."""
        if WINDOWS:  # which has no SIGTERM for one process
            await trio.to_thread.run_sync(partial(request, self._data / CONTROL_FILE, "drain", seconds=0))
        else:
            self.process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> tuple[int, str]:
        """Wait until it has ended. Return the exit code and the log."""
        _out, log = await trio.to_thread.run_sync(self.process.communicate)
        return self.process.returncode, log


def kill_at(point: FaultPoint, doomed: Path) -> None:
    """Make the server with that file kill itself the next time it passes a point. It removes the file first."""
    doomed.with_suffix(".new").write_text(point)
    doomed.with_suffix(".new").replace(doomed)


def command(data: Path, *words: str, doomed: Path | None = None) -> list[str]:
    program = ["server"] if doomed is None else ["devtools.harness.server.doomed", str(doomed)]
    return [
        sys.executable, "-m", *program, "run", "--data", str(data), "--host", "127.0.0.1", "--announce", "none",
        "--root", "--config", os.devnull, *words,
    ]  # fmt: skip
