"""`netgame --check`: the doctor on a terminal, also where no window can be opened."""

import platform
import sys
from collections.abc import Sequence
from pathlib import Path

import trio

from client_qt.system_libraries import problem
from netgame.text import Text
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE, ControlError
from protocol.diagnostics import Check, Finding, OwnServer, Setup, checks_for, report_text, run_checks
from protocol.limits import Interfaces

LOOK = 1  # exit code: something needs a look


def check_up(data: Path, friend: str, interfaces: Interfaces) -> int:
    """Run all checks and print each finding as it comes; the exit code is 0 if all is well."""
    try:
        _rows, status = request(data / CONTROL_FILE, "status")
        own = OwnServer(int(status["port"]), str(status["fingerprint"]))
    except (ControlError, KeyError, ValueError):
        own = None
    subject = Setup(interfaces, f"{platform.node().split('.')[0]}.local", data, own, friend)
    return trio.run(_check_up, (*checks_for(subject), Check("window", Text("The window"), _check_window)))


async def _check_up(checks: Sequence[Check]) -> int:
    found: list[Finding] = []

    def tell(check: Check, finding: Finding) -> None:
        found.append(finding)
        sys.stdout.write(report_text([(check, finding)]))
        sys.stdout.flush()

    await run_checks(checks, tell)
    return LOOK if any(finding.state == "problem" for finding in found) else 0


async def _check_window() -> Finding:
    """Could one be opened?"""
    trouble = problem()
    if not trouble:
        return Finding("fine", Text("A window can be opened"))
    return Finding("problem", Text("No window can be opened"), Text("What is missing stands below."), details=trouble)
