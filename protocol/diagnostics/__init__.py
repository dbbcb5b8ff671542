"""Why can others not see this computer? Checks of the set-up that each report a finding and an advice.

No window and no server in here: the caller describes its own server. Every check ends in time. Errors of the system
become findings, not exceptions. Checks are imported on demand, which takes 0.1 s; a window does that in a thread.
"""

from protocol.diagnostics.findings import Check, Finding, OwnServer, Setup, State, report_text, run_checks

__all__ = [
    "Check", "Finding", "OwnServer", "Setup", "State", "checks_for", "commands_to_open", "report_text", "run_checks",
]  # fmt: skip


def checks_for(setup: Setup) -> tuple[Check, ...]:
    """Return the checks for that set-up, the quick and most often useful ones first."""
    from protocol.diagnostics.checks import checks_for

    return checks_for(setup)


def commands_to_open(ports: tuple[int, int]) -> tuple[str, ...]:
    """Return commands that open these ports (TCP, UDP) in the firewall; empty if they seem to be open. It blocks."""
    from protocol.diagnostics.firewall import commands_to_open

    return commands_to_open(ports)
