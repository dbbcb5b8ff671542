"""The keys with which a service signs the logs of its tables."""

from collections.abc import Iterable

from netgame.records.proof import origin
from protocol.identity.device_key import DeviceKey


class HostKeys:
    """All keys of a service. A log names the newest one of its beginning, and is signed with that to its end."""

    def __init__(self, keys: Iterable[DeviceKey]) -> None:
        """`keys` begin with the newest one; there is at least one."""
        self.newest, *self._former = keys

    @property
    def public(self) -> bytes:
        return self.newest.public

    @property
    def former(self) -> tuple[bytes, ...]:
        """The public keys before the newest one, which logs may still name."""
        return tuple(key.public for key in self._former)

    def signer(self, table: str, named: str) -> DeviceKey | None:
        """Return the key that the origin of a log names, if it is the log of that table here."""
        return next((key for key in (self.newest, *self._former) if origin(key.public, table) == named), None)


def host_keys(seeds: Iterable[bytes]) -> HostKeys:
    """Return the keys that these secret bytes are, the newest first."""
    return HostKeys(map(DeviceKey.from_seed, seeds))
