"""Why can they not see me? A doctor for the set-up of one computer: checks that each find something and say what to do.

No window and no server in here: whoever asks tells what he knows of the own server. Every check ends in time, and
trouble of the computer is a finding, never an exception. The checks are loaded when they are asked for, which
takes a tenth of a second: a window does that in a thread.
"""

from protocol.diagnostics.findings import Check, Finding, OwnServer, State, Subject, as_text, examine

__all__ = [
    "Check", "Finding", "OwnServer", "State", "Subject", "as_text", "checks_of", "examine", "lines_to_open",
]  # fmt: skip


def checks_of(subject: Subject) -> tuple[Check, ...]:
    """The round for that subject: what is quick and what is most often wrong first."""
    from protocol.diagnostics.checks import checks_of as made

    return made(subject)


def lines_to_open(ports: tuple[int, int]) -> tuple[str, ...]:
    """What opens these ports, TCP and UDP, on this system; empty where nothing seems to close them. It blocks."""
    from protocol.diagnostics.firewall import lines_to_open as found

    return found(ports)
