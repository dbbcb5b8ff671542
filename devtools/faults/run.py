"""Play while the server is killed, and compare at the end."""

import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import trio

from devtools.faults.evening import Evening
from devtools.faults.evidence import Findings, compare, read_disk
from devtools.faults.fairness import charges
from devtools.faults.harm import ON_PURPOSE
from devtools.faults.killer import ServerKiller
from devtools.faults.player import Broken
from devtools.faults.results import Result, Wanted
from devtools.faults.victim import NoServer, Victim
from devtools.harness.postgres import private_postgres
from devtools.harness.server.balancer import MISSING as BALANCER_MISSING
from devtools.harness.server.balancer import balancer
from devtools.harness.server.faulting import MARK
from protocol.client import ConnectError
from protocol.event_codec import event_from_bytes

LAST_LINES = 20
# all players and the checks of HAProxy have the address of this computer
ONE_ADDRESS = ("--limit", "account_burst=1000", "--limit", "unauthenticated_per_lan_address=1000")
EVERYBODY_MAKES = ("--tournaments", "anybody")
# in lines of the log: harm to the disk, or to the database and the links to it
EXPECTED = (
    ON_PURPOSE, "database failed", "connection failed", "closed the connection", "terminating connection",
    "cannot read the ratings", "starts again in", "was given up",
)  # fmt: skip


async def run(wanted: Wanted, tell: Callable[[str], None]) -> Result:
    """Play, kill and compare. Problems are in the findings of the result."""
    with tempfile.TemporaryDirectory(prefix="netgame-faults-") as name:
        return await run_in(Path(name), wanted, tell)


async def run_in(folder: Path, wanted: Wanted, tell: Callable[[str], None]) -> Result:
    """Do the same with all files in that folder."""
    began, early = time.monotonic(), Findings()
    if wanted.nodes:
        result = await _run_service(folder, wanted, tell, early)
    else:
        result = await _run_server(folder, wanted, tell, early)
    result.findings.add(early)
    result.seconds = time.monotonic() - began
    return result


async def _run_server(folder: Path, wanted: Wanted, tell: Callable[[str], None], early: Findings) -> Result:
    port = _free_port()
    words = ["--port", str(port), *EVERYBODY_MAKES, *(["--plain"] if wanted.plain else [])]
    async with Victim.open(folder, *words, lossy=wanted.lossy) as victim:
        evening = Evening(wanted, ServerKiller(victim, folder / "data", port, wanted.seed, plain=wanted.plain), tell)
        with _said(early):
            await evening.go()
    result = evening.result
    result.findings.differing += _faults_logged(folder / "server.log")
    if result.accepted:
        disk = read_disk(folder / "data")
        is_complete = not any(early)
        result.findings.add(compare(result.orders, result.logs, result.registered, disk, is_complete=is_complete))
    else:
        result.findings.differing.append("no order was ever accepted")
    return result


async def _run_service(folder: Path, wanted: Wanted, tell: Callable[[str], None], early: Findings) -> Result:
    """Play at several nodes, in front of which is a load balancer if there is HAProxy on this computer."""
    from devtools.faults.cluster import service
    from devtools.faults.postgres_evidence import read_database

    folder.chmod(0o755)  # PostgreSQL may run as another user
    ports = [_free_port() for _ in range(wanted.nodes)]
    with ExitStack() as stack:
        postgres = stack.enter_context(private_postgres())  # processes are killed here, not the computer
        database = postgres.create()
        front = None if BALANCER_MISSING else stack.enter_context(balancer(folder, ports, with_header=False))
        words = [*ONE_ADDRESS, *EVERYBODY_MAKES, *(["--plain"] if wanted.plain else [])]
        result = Result(Counter())
        with _said(early):
            async with service(folder, ports, postgres, database, front, wanted, words) as killer:
                evening = Evening(wanted, killer, tell)
                result, result.others = evening.result, killer.others
                await evening.go()
        for number in range(1, wanted.nodes + 1):
            result.findings.differing += _faults_logged(folder / f"node{number}" / "server.log")
        if not result.accepted:
            result.findings.differing.append("no order was ever accepted")
            return result
        with suppress(AssertionError):  # if the run ended early, the database may be down
            postgres.start()
        disk = read_database(database)
    is_complete = not any(early)
    result.findings.add(compare(result.orders, result.logs, result.registered, disk, is_complete=is_complete))
    stored = {table: [event_from_bytes(row.body) for row in rows] for table, rows in disk.logs.items()}
    result.charges = charges(stored, result.away)
    away = {account: result.from_kills(intervals) for account, intervals in result.away.items()}
    result.charges_from_kills = charges(stored, away)
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
    lines = [line for line in lines if MARK not in line]
    lines = [line for line in lines if "traceback=" in line or not any(words in line for words in EXPECTED)]
    bad = [
        at
        for at, line in enumerate(lines)
        if " ERROR " in line or "level=error" in line or line.startswith("Traceback")
    ]
    if not bad:
        return []
    return ["the server logged: " + "\n    ".join(lines[bad[0] : bad[0] + LAST_LINES])]


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
