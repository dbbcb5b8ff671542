"""Which checks there are, in which order."""

from functools import partial

from netgame.text import Text
from protocol.diagnostics.discovery import Hearing
from protocol.diagnostics.findings import Check, Subject
from protocol.diagnostics.firewall import check_firewall
from protocol.diagnostics.machine import check_clock, check_folder, check_program
from protocol.diagnostics.networks import check_name, check_networks
from protocol.diagnostics.ports import check_own_server, check_port
from protocol.diagnostics.remote_server import Friend


def checks_of(subject: Subject) -> tuple[Check, ...]:
    """The round for that subject: what is quick and what is most often wrong first."""
    hearing = Hearing(subject)
    checks = [
        Check("program", Text("This program"), partial(check_program, subject)),
        Check("networks", Text("Networks"), partial(check_networks, subject)),
        Check("port", Text("The port"), partial(check_port, subject)),
        Check("firewall", Text("The firewall of this computer"), partial(check_firewall, subject)),
        Check("own_server", Text("The game hosted here"), partial(check_own_server, subject)),
        Check("announced", Text("What the network is told"), hearing.check_announced),
        Check("others", Text("Others on this network"), hearing.check_others),
        Check("name", Text("The name of this computer"), partial(check_name, subject)),
        Check("folder", Text("Room for games"), partial(check_folder, subject)),
        Check("clock", Text("The clock"), partial(check_clock, subject)),
    ]
    if subject.friend.strip():
        friend = Friend(subject, hearing)
        checks.insert(1, Check("friend", Text("The address of your friend"), friend.check_reached))
        checks.insert(8, Check("listed", Text("Your friend in the list"), friend.check_listed))
    return tuple(checks)
