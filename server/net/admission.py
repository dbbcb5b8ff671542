"""Counts connections by address: few that have not signed in, since each costs something and none has proved anything;
enough of those that have."""

from collections import Counter
from collections.abc import Callable

from server.ops.counters import Counters
from server.ops.limits import RateLimit, RateLimiter
from server.ops.policy import Policy, Remote

HOUSEHOLDS = 4  # a network of 48 bits has the places of so many addresses: it may be one person's, or a whole campus
LOOK_SHARE = 8  # one connection may ask for this part of the lists that its address may ask for
KIB = 1024


class Admission:
    """The counts and the budgets by address. Sync.

    Of IPv6 most of them count by network of 48 bits: one person may have all addresses of it.
    """

    def __init__(self, policy: Policy, counters: Counters) -> None:
        self.policy, self._counters = policy, counters
        self._unsigned: Counter[str] = Counter()  # by address and by network
        self._signed_in: Counter[str] = Counter()  # by network
        self._looks = RateLimiter(lambda: policy.limits.bucket("look"))  # by address
        self._looks_here = RateLimiter(lambda: _of_one_connection(policy.limits.bucket("look")))
        self.unsigned = 0  # connections that have not signed in
        self.reached = False  # whether anybody has ever come from another computer

    def note(self, remote: Remote, here: str) -> None:
        """A connection from there came to that address of this computer. A program on this computer comes from the
        address that it goes to."""
        self.reached = self.reached or remote.address != here

    def enter(self, remote: Remote, make_room: Callable[[], bool]) -> bool:
        """Whether one more connection may come from there; then it counts until `passed`. Where all places are taken,
        `make_room` lets another connection pass, or says that it cannot."""
        limits = self.policy.limits
        most = limits.unsigned_per_lan_address if remote.is_near else limits.unsigned_per_address
        crowded = self._unsigned[remote.key] >= most or self._unsigned[remote.network] >= most * HOUSEHOLDS
        if crowded and not self.policy.behind_proxy:
            self._counters.count_limit("unsigned_per_address", remote)
            return False
        if self.unsigned >= limits.unsigned:
            self._counters.count_limit("unsigned", remote)
            if not make_room():
                return False
        self.unsigned += 1
        for place in _places(remote):
            self._unsigned[place] += 1
        return True

    def passed(self, remote: Remote) -> None:
        """One of those connections has signed in, or is gone."""
        self.unsigned -= 1
        for place in _places(remote):
            _less(self._unsigned, place)

    # ---- connections that have signed in

    def has_room(self, remote: Remote) -> bool:
        """Whether one more connection from there may sign in."""
        most = self.policy.limits.connections_per_address
        if self.policy.behind_proxy or self._signed_in[remote.network] < most:
            return True
        self._counters.count_limit("connections_per_address", remote)
        return False

    def signed_in(self, remote: Remote) -> None:
        """A connection from there has signed in; it counts until `left`."""
        self._signed_in[remote.network] += 1

    def left(self, remote: Remote) -> None:
        """A connection that had signed in is gone."""
        _less(self._signed_in, remote.network)

    # ---- lists

    def may_look(self, remote: Remote, now: int, size: int) -> bool:
        """Whether a list of so many bytes may go there now. Anybody may ask for lists, and they are much longer than
        the question."""
        kib = size / KIB
        if self._looks_here.spend(str(remote), now, kib) and (
            self.policy.behind_proxy or self._looks.spend(remote.network, now, kib)
        ):
            return True
        self._counters.count_limit("look", remote)
        return False


def _places(remote: Remote) -> set[str]:
    return {remote.key, remote.network}


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


def _of_one_connection(whole: RateLimit) -> RateLimit:
    return RateLimit(max(1, whole.size // LOOK_SHARE), whole.per_second / LOOK_SHARE)
