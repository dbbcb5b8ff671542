"""The settings that may change while the server runs."""

from dataclasses import dataclass, field, fields
from typing import Literal

from server.ops.limits import Limits
from server.ops.remote import Remote

SHARED_FACTOR = 25  # as so many addresses counts one that a school or a club shares

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
    shared_addresses: tuple[str, ...] = ()  # addresses and networks from each of which many players come
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

    def places(self, remote: Remote | None) -> dict[str, int]:
        """Return the places that limits by address count for a client, and as how many addresses each counts."""
        if remote is None or self.behind_proxy:
            return {}
        share = self.share(remote)
        return {place: weight * share for place, weight in remote.places.items()}

    def share(self, remote: Remote) -> int:
        """Return as how many addresses a client's address counts: more than one for a school or a club."""
        return SHARED_FACTOR if self.shared_addresses and remote.is_in(self.shared_addresses) else 1

    def update(self, other: "Policy") -> None:
        """Take over all values of another policy."""
        for each in fields(self):
            setattr(self, each.name, getattr(other, each.name))
