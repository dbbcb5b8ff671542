"""The machine that is measured on: cores, processes with servers, and what those use."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def cores() -> tuple[str, str]:
    """A core for the server and one for the load; empty where there is no choice."""
    if not hasattr(os, "sched_getaffinity"):
        return "", ""
    usable = sorted(os.sched_getaffinity(0))
    return (str(usable[0]), str(usable[1])) if len(usable) > 1 else ("", "")


@contextmanager
def running(kind: str, core: str) -> Iterator[tuple[int, int]]:
    """A server of that kind; its port and its process id. It ends with the block."""
    with tempfile.TemporaryDirectory(prefix="netgame-bench-") as folder:
        command = [sys.executable, "-m", "devtools.bench.floors", kind, core, folder]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None, "a pipe"
            try:
                yield int(process.stdout.readline().split()[0]), process.pid
            finally:
                process.communicate(timeout=20)


def cpu_seconds(pid: int) -> float:
    """CPU seconds of a process so far; 0 where the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            words = stat.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(pid: int) -> float:
    """Resident memory of a process; 0 where the system does not tell."""
    with suppress(OSError), open(f"/proc/{pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0
