"""Play while the server is killed, and compare at the end."""

import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import trio

from protocol.client import ConnectError
from tests.faults.evening import Evening
from tests.faults.evidence import Findings, compare, read_disk
from tests.faults.harm import ON_PURPOSE
from tests.faults.killer import ServerKiller
from tests.faults.player import Broken
from tests.faults.results import Result, Wanted
from tests.faults.victim import NoServer, Victim

LAST_LINES = 20


async def run(wanted: Wanted, tell: Callable[[str], None]) -> Result:
    """Play, kill and compare. Problems are in the findings of the result."""
    with tempfile.TemporaryDirectory(prefix="netgame-faults-") as name:
        return await run_in(Path(name), wanted, tell)


async def run_in(folder: Path, wanted: Wanted, tell: Callable[[str], None]) -> Result:
    """Do the same with all files in that folder."""
    began, port = time.monotonic(), _free_port()
    early = Findings()
    words = ["--port", str(port), *(["--plain"] if wanted.plain else [])]
    async with Victim.open(folder, *words, lossy=wanted.lossy) as victim:
        evening = Evening(wanted, ServerKiller(victim, folder / "data", port, wanted.seed), tell)
        with _said(early):
            await evening.go()
    result = evening.result
    result.findings.add(early)
    result.findings.differing += _faults_logged(folder / "server.log")
    if result.accepted:
        disk = read_disk(folder / "data")
        result.findings.add(compare(result.orders, result.logs, result.registered, disk))
    else:
        result.findings.differing.append("no order was ever accepted")
    result.seconds = time.monotonic() - began
    return result


@contextmanager
def _said(findings: Findings) -> Iterator[None]:
    """Record an exception that ends a run early as a finding."""
    try:
        yield
    except* (Broken, NoServer, ConnectError, trio.TooSlowError) as group:
        inner: BaseException = group
        while isinstance(inner, BaseExceptionGroup):
            inner = inner.exceptions[0]
        findings.differing.append(str(inner) or "something took too long")


def _faults_logged(log: Path) -> list[str]:
    """Return the log messages that a server should not have written."""
    lines = log.read_text(errors="replace").splitlines()
    lines = [line for line in lines if ON_PURPOSE not in line]
    bad = [at for at, line in enumerate(lines) if " ERROR " in line or line.startswith("Traceback")]
    if not bad:
        return []
    return ["the server logged: " + "\n    ".join(lines[bad[0] : bad[0] + LAST_LINES])]


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
