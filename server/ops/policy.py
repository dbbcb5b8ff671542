"""The settings that may change while the server runs."""

from dataclasses import dataclass, field, fields
from typing import Literal

from server.ops.limits import Limits
from server.ops.remote import Remote

Computers = Literal["off", "local", "all"]
Makers = Literal["nobody", "moderators", "members", "anybody"]


@dataclass
class Policy:
    """The admission of players, and all limits. All services of a server share one object, so a reload reaches them.

    Connections keep their own message rates from when they connected, and guests already online may stay.
    """

    guests: bool = True  # unregistered players are admitted
    sign_up: bool = True  # players may register
    motd: str = ""  # the message of the day
    computers: Computers = "off"  # where computer players may sign in from
    tournaments: Makers = "members"  # who may make tournaments; members have a registered name
    addresses: tuple[str, ...] = ()  # of the servers of this service, for clients
    behind_proxy: bool = False  # all connections come from one address, and the clients' addresses are unknown
    limits: Limits = field(default_factory=Limits)

    def admits_computers(self, remote: Remote) -> bool:
        """Whether computer players may sign in from an address."""
        match self.computers:
            case "all":
                return True
            case "local":
                return remote.is_loopback and not self.behind_proxy
        return False

    def update(self, other: "Policy") -> None:
        """Take over all values of another policy."""
        for each in fields(self):
            setattr(self, each.name, getattr(other, each.name))
