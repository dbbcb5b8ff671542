"""`bench server --connections N`: the cost of idle signed-in connections, and the rate at which they connect."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from devtools.bench.files import room_for
from devtools.bench.machine import cpu_seconds, memory_mib, running

SETTLE_S = 3.0  # after the last one has connected


class Crowd:
    """The process with the clients."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None, "a pipe"
        assert process.stdout is not None, "a pipe"
        self._to, self._answers = process.stdin, process.stdout

    def do(self, *words: object) -> dict[str, Any]:
        """Send a command and wait until it is done."""
        self._to.write(" ".join(map(str, words)) + "\n")
        self._to.flush()
        answer = self._answers.readline()
        if not answer:
            sys.exit("The process with the clients has ended; its last words stand above")
        found: dict[str, Any] = json.loads(answer)
        return found


@contextmanager
def crowd(port: int, count: int, tls: bool, core: str) -> Iterator[Crowd]:
    """Run that many clients in a process that ends with the block."""
    command = [sys.executable, "-m", "devtools.bench.idle", str(port), str(count), "tls" if tls else "plain", core]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Crowd(process)
        finally:
            process.communicate(timeout=60)


def connections(count: int, tls: bool, seconds: float, cores: tuple[str, str]) -> dict[str, object]:
    """Connect that many, let them idle, disconnect and connect again."""
    kind = "lobby-tls" if tls else "lobby"
    with running(kind, cores[0]) as (port, pid), crowd(port, count, tls, cores[1]) as clients:
        empty, before = memory_mib(pid), cpu_seconds(pid)
        came = clients.do("open")
        coming_s = cpu_seconds(pid) - before
        clients.do("idle", SETTLE_S)
        full, before = memory_mib(pid), cpu_seconds(pid)
        idle = clients.do("idle", seconds)
        idle_s = cpu_seconds(pid) - before
        again = clients.do("storm")
        return {
            "name": f"server, {count} idle connections {'with TLS' if tls else 'without TLS'}",
            "value": round(1024 * (full - empty) / count, 1),
            "unit": "KiB a connection",
            "memory_mib": round(full, 1),
            "accepted_per_s": round(came["rate"]),
            "cpu_us_per_sign_in": round(1e6 * coming_s / count),
            "sign_in_p99_ms": round(came["p99_ms"], 1),
            "told_kib_coming": round(came["told_bytes"] / 1024 / count, 1),
            "idle_cpu_percent": round(100 * idle_s / idle["seconds"], 1),
            "idle_told_kib_per_s": round(idle["told_bytes"] / 1024 / idle["seconds"], 1),
            "storm_per_s": round(again["rate"]),
            "memory_mib_after": round(memory_mib(pid), 1),
        }


def check(count: int) -> None:
    """End with a sentence if this system does not allow so many."""
    if sentence := room_for(count):
        sys.exit(sentence)
