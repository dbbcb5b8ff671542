"""`netgame --check`: the checks of the set-up on a terminal, also where no window can be opened."""

import sys
from pathlib import Path

import trio

from client_qt.program_info import host_name
from client_qt.system_libraries import problem
from netgame.text import Text
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE, CommandError
from protocol.diagnostics import Check, Finding, OwnServer, Setup, checks_for, report_text, run_checks
from protocol.limits import Interfaces

PROBLEM = 1  # exit code


def check_up(data: Path, friend: str, interfaces: Interfaces) -> int:
    """Run all checks and print each finding as it comes. Return the exit code: 0 if there is no problem.

    `friend` is an address that does not answer.
    """
    try:
        status = request(data / CONTROL_FILE, "status")[1]
        own = OwnServer(status["port"], status["fingerprint"])
    except CommandError:
        own = None
    setup = Setup(interfaces, host_name(), data, own, friend)
    checks = (*checks_for(setup), Check("window", Text("The window"), _check_window))
    states: list[str] = []

    def show(check: Check, finding: Finding) -> None:
        states.append(finding.state)
        sys.stdout.write(report_text([(check, finding)]))
        sys.stdout.flush()

    trio.run(run_checks, checks, show)
    return PROBLEM if "problem" in states else 0


async def _check_window() -> Finding:
    details = problem()
    if not details:
        return Finding("fine", Text("A window can be opened"))
    advice = Text("The details name what is missing.")
    return Finding("problem", Text("No window can be opened"), advice, details=details)
