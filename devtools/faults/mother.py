"""`python -m devtools.faults.mother FILE run ...`: doomed servers, started without delay.

They are like those of `devtools.harness.server.doomed`.

Python takes longer to load a server than a server takes to start, so this process loads it once and forks one for
each start. It reads the lines `start`, `kill` and `stop`, and writes `pid N`, the output of the server, and `ended
CODE`. A server never outlives this process, and this process never outlives the owner of its standard input.

Their background tasks fail now and then, with exceptions of all kinds, and the servers go on.

With `lossy` before FILE the servers sometimes forget a commit, which the comparison has to notice.
"""

import os
import select
import signal
import sys
import traceback
from pathlib import Path
from random import Random

# modules that a server imports lazily; otherwise each fork would import them again
import argon2  # noqa: F401
import cryptography.hazmat.primitives.asymmetric.ed25519  # noqa: F401

import server.cli.run  # noqa: F401
from devtools.faults.harm import Harm, forget_commits
from devtools.harness.server.faulting import fail_at_random
from server.cli.main import main

FAILING = 0.01  # share of the awaits of background tasks at which the task fails
# a pause of these would be charged to players, as the comparison sees it
OF_TIME = frozenset(("timers", "ticks", "time", "ServiceTime", "heartbeats", "nodes"))


def serve_starts(doomed: Path, words: list[str]) -> None:
    """Serve lines until the end of standard input."""
    while (order := _order()) is not None:
        if order == "start":
            _mind(*_born(doomed, words))


def _born(doomed: Path, words: list[str]) -> tuple[int, int]:
    """Fork another server. Return its process and a file that ends with it."""
    end, held = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(end)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os._exit(_served(doomed, words))
    os.close(held)
    _say(f"pid {pid}")
    return pid, end


def _served(doomed: Path, words: list[str]) -> int:
    fail_at_random(Random(os.getpid()), FAILING, OF_TIME)
    try:
        return main(words, Harm(doomed))
    except BaseException:
        traceback.print_exc()
        return 70
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _mind(pid: int, end: int) -> None:
    """Watch that server until it ends."""
    while True:
        readable, _, _ = select.select([0, end], [], [])
        if end in readable:
            break
        order = _order()
        if order in ("kill", None):
            os.kill(pid, signal.SIGKILL)
        elif order == "stop":
            os.kill(pid, signal.SIGTERM)
        if order is None:
            break
    _pid, status = os.waitpid(pid, 0)
    os.close(end)
    _say(f"ended {os.waitstatus_to_exitcode(status)}")


_unread = b""


def _order() -> str | None:
    """Return the next line, or None at the end. Reads unbuffered, since `select` does not see Python's buffer."""
    global _unread
    while b"\n" not in _unread:
        data = os.read(0, 4096)
        if not data:
            return None
        _unread += data
    line, _unread = _unread.split(b"\n", 1)
    return line.decode()


def _say(line: str) -> None:
    os.write(1, line.encode() + b"\n")


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[0] == "lossy":
        forget_commits()
        given.pop(0)
    serve_starts(Path(given[0]), given[1:])
