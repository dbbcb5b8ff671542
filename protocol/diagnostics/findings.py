"""What a check is, what it finds, and how a row of checks is gone through."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import trio

from netgame.text import Text
from protocol.address import DEFAULT_PORT
from protocol.discovery.announcement import UDP_PORT
from protocol.discovery.interfaces import Interfaces

State = Literal["fine", "look", "unknown"]  # nothing to do, somebody should look here, cannot be known
WITHIN_S = 15.0  # no check takes longer
SIGNS: Mapping[State, str] = {"fine": "fine", "look": "LOOK", "unknown": "?"}


@dataclass(frozen=True)
class OwnServer:
    """The server that this program runs, as far as others need to know it."""

    port: int
    fingerprint: str


@dataclass(frozen=True)
class Subject:
    """What is examined, and what is known of it beforehand."""

    interfaces: Interfaces
    host_name: str  # how this computer calls itself on the network
    data: Path
    own: OwnServer | None = None
    friend: str = ""  # an address, as somebody typed it
    known: Mapping[str, str] = field(default_factory=dict)  # addresses, and the fingerprint of the server met there
    port: int = DEFAULT_PORT
    udp_port: int = UDP_PORT

    @property
    def ports(self) -> tuple[int, int]:
        """What others have to get through to: TCP and UDP."""
        return (self.own.port if self.own is not None else self.port), self.udp_port


@dataclass(frozen=True)
class Finding:
    """What one check found. `copy` are lines for a terminal, `details` are for whoever helps."""

    state: State
    found: Text
    todo: Text | None = None
    copy: str = ""
    details: str = ""


@dataclass(frozen=True)
class Check:
    """One thing to look at. `look` may take seconds and may be cancelled."""

    key: str
    title: Text
    look: Callable[[], Awaitable[Finding]]


async def examine(
    checks: Sequence[Check], tell: Callable[[Check, Finding], object], begun: Callable[[Check], object] | None = None
) -> None:
    """Go through them one after the other; each is told when it begins and when it has found something."""
    for check in checks:
        if begun is not None:
            begun(check)
        tell(check, await _found_by(check))


async def _found_by(check: Check) -> Finding:
    finding = Finding("unknown", Text("This took too long"), Text("Try it again in a minute."))
    with trio.move_on_after(WITHIN_S):
        try:
            finding = await check.look()
        except OSError as error:
            reason = error.strerror or type(error).__name__
            finding = Finding("unknown", Text("This cannot be found out here ({reason})", {"reason": reason}))
    return finding


def as_text(rows: Iterable[tuple[Check, Finding]], say: Callable[[Text], str] = str) -> str:
    """All that was found, as text to send to whoever helps."""
    lines = []
    for check, finding in rows:
        lines.append(f"[{SIGNS[finding.state]}] {say(check.title)}: {say(finding.found)}")
        if finding.todo is not None:
            lines.append(f"    {say(finding.todo)}")
        lines += [f"    $ {line}" for line in finding.copy.splitlines()]
        lines += [f"    {line}" for line in finding.details.splitlines()]
    return "\n".join(lines) + "\n"
