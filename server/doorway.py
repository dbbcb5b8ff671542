"""How many connections there are that have not said who they are: few, since each of them costs and none has proved
anything."""

from collections import Counter
from collections.abc import Callable

from server.meters import Meters
from server.policy import Policy, Remote


class Doorway:
    """Counts them, in all and by address. Sync; `policy` may be replaced."""

    def __init__(self, policy: Policy, meters: Meters) -> None:
        self.policy, self._meters = policy, meters
        self._unsigned: Counter[str] = Counter()
        self.reached = False  # whether anybody has ever come from another computer

    def note(self, remote: Remote, here: str) -> None:
        """Somebody came from there to that address of this computer. Who calls the own computer does it from the same
        address, whichever it is."""
        self.reached = self.reached or remote.address != here

    @property
    def unsigned(self) -> int:
        """How many there are."""
        return self._unsigned.total()

    def enter(self, remote: Remote, make_room: Callable[[], bool]) -> bool:
        """Whether one more may come from there; then it counts until `passed`. Where there is no room in all, somebody
        else may have to go: `make_room` lets one of them pass, or says that it cannot."""
        limits = self.policy.limits
        most = limits.unsigned_per_lan_address if remote.is_near else limits.unsigned_per_address
        if not self.policy.behind_proxy and self._unsigned[remote.key] >= most:
            self._meters.limited("unsigned_per_address", remote)
            return False
        if self.unsigned >= limits.unsigned:
            self._meters.limited("unsigned", remote)
            if not make_room():
                return False
        self._unsigned[remote.key] += 1
        return True

    def passed(self, remote: Remote) -> None:
        """One of them has signed in, or is gone."""
        self._unsigned[remote.key] -= 1
        if not self._unsigned[remote.key]:
            del self._unsigned[remote.key]
