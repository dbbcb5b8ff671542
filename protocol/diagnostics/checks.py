"""The list of checks."""

from functools import partial

from netgame.text import Text
from protocol.diagnostics.discovery import DiscoveryListener
from protocol.diagnostics.findings import Check, Setup
from protocol.diagnostics.firewall import check_firewall
from protocol.diagnostics.machine import check_clock, check_folder, check_program
from protocol.diagnostics.networks import check_name, check_networks
from protocol.diagnostics.ports import check_own_server, check_port
from protocol.diagnostics.remote_server import FriendChecks


def checks_for(setup: Setup) -> tuple[Check, ...]:
    """Return the checks for that set-up, the quick and most often useful ones first."""
    listener = DiscoveryListener(setup)
    checks = [
        Check("program", Text("This program"), partial(check_program, setup)),
        Check("networks", Text("Networks"), partial(check_networks, setup)),
        Check("port", Text("The port"), partial(check_port, setup)),
        Check("firewall", Text("The firewall of this computer"), partial(check_firewall, setup)),
        Check("own_server", Text("The game hosted here"), partial(check_own_server, setup)),
        Check("announced", Text("Announcement on the network"), listener.check_announced),
        Check("others", Text("Others on this network"), listener.check_others),
        Check("name", Text("The name of this computer"), partial(check_name, setup)),
        Check("folder", Text("Space for games"), partial(check_folder, setup)),
        Check("clock", Text("The clock"), partial(check_clock, setup)),
    ]
    if setup.friend.strip():
        friend = FriendChecks(setup, listener)
        checks.insert(1, Check("friend", Text("The address of your friend"), friend.check_reachable))
        checks.insert(8, Check("listed", Text("Your friend in the list"), friend.check_listed))
    return tuple(checks)
