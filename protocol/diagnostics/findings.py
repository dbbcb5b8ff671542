"""Checks and findings, and how a list of checks is run."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import trio

from netgame.text import Text
from protocol.address import DEFAULT_PORT
from protocol.discovery.announcement import UDP_PORT
from protocol.discovery.interfaces import Interfaces
from protocol.log_text import escaped

State = Literal["fine", "problem", "unknown"]
CHECK_TIMEOUT_S = 15.0
SIGNS: Mapping[State, str] = {"fine": "fine", "problem": "PROBLEM", "unknown": "?"}


@dataclass(frozen=True)
class OwnServer:
    """The server that this program runs."""

    port: int
    fingerprint: str


@dataclass(frozen=True)
class Setup:
    """The set-up to check, and known facts about it."""

    interfaces: Interfaces
    host_name: str  # of this computer on the network
    data: Path
    own: OwnServer | None = None
    friend: str = ""  # an address that the user typed
    known: Mapping[str, str] = field(default_factory=dict)  # address -> fingerprint of the server met there
    port: int = DEFAULT_PORT
    udp_port: int = UDP_PORT

    @property
    def ports(self) -> tuple[int, int]:
        """The TCP and UDP port that others have to reach."""
        return (self.own.port if self.own is not None else self.port), self.udp_port


@dataclass(frozen=True)
class Finding:
    """The result of one check. `commands` are lines for a terminal, `details` are for a helper."""

    state: State
    summary: Text
    advice: Text | None = None
    commands: str = ""
    details: str = ""


@dataclass(frozen=True)
class Check:
    """One check. `run` may take seconds and may be cancelled."""

    key: str
    title: Text
    run: Callable[[], Awaitable[Finding]]


async def run_checks(
    checks: Sequence[Check],
    report: Callable[[Check, Finding], object],
    started: Callable[[Check], object] | None = None,
) -> None:
    """Run the checks at the same time, since most of them wait. Report their findings in order; call `started` before
    waiting for each."""
    async with trio.open_nursery() as nursery:
        findings = []
        for check in checks:
            sender, finding = trio.open_memory_channel[Finding](1)
            nursery.start_soon(_run_check, check, sender)
            findings.append(finding)
        for check, finding in zip(checks, findings, strict=True):
            if started is not None:
                started(check)
            report(check, await finding.receive())


async def _run_check(check: Check, sender: trio.MemorySendChannel[Finding]) -> None:
    finding = Finding("unknown", Text("This took too long"), Text("Try again in a minute."))
    with trio.move_on_after(CHECK_TIMEOUT_S):
        try:
            finding = await check.run()
        except OSError as error:
            reason = error.strerror or type(error).__name__
            finding = Finding("unknown", Text("This check is not possible here ({reason})", {"reason": reason}))
    sender.send_nowait(finding)


def report_text(rows: Iterable[tuple[Check, Finding]], say: Callable[[Text], str] = str) -> str:
    """Return all findings as text that a user can send to a helper."""
    lines = []
    for check, finding in rows:
        lines.append(f"[{SIGNS[finding.state]}] {say(check.title)}: {say(finding.summary)}")
        if finding.advice is not None:
            lines.append(f"    {say(finding.advice)}")
        lines += [f"    $ {line}" for line in finding.commands.splitlines()]
        lines += [f"    {line}" for line in finding.details.splitlines()]
    return "".join(f"{escaped(line)}\n" for line in lines)  # other computers choose their names
