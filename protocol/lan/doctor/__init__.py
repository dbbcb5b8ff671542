"""Why can they not see me? A doctor for the set-up of one computer: checks that each find something and say what to do.

No window and no server in here: whoever asks tells what he knows of the own server. Every check ends in time, and
trouble of the computer is a finding, never an exception.
"""

from protocol.lan.doctor.findings import Check, Finding, OwnServer, State, Subject, as_text, examine
from protocol.lan.doctor.firewall import lines_to_open
from protocol.lan.doctor.rounds import checks_of

__all__ = [
    "Check", "Finding", "OwnServer", "State", "Subject", "as_text", "checks_of", "examine", "lines_to_open",
]  # fmt: skip
