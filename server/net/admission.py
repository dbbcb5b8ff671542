"""Which connections are admitted: few without a sign-in, since each costs something and has proved nothing."""

import random
from collections import Counter
from collections.abc import Callable

import trio

from netgame.text import N_
from protocol import messages as m
from server.ops.counters import Counters
from server.ops.policy import Policy
from server.ops.rate_limit import RateLimit, RateLimiter
from server.ops.remote import NETWORK_FACTOR as NETWORK_FACTOR
from server.ops.remote import Remote
from server.tables.users import Peer

CONNECTION_SHARE = 8  # one connection may request this part of the lists that its address may request
KIB = 1024
SWEEP_S = 1.0  # between checks for silence
SWEPT_AT_ONCE = 500  # connections, before other tasks run
PATIENCE_S = 5.0  # with a connection that has sent `hello` and does not sign in, while others wait
CROWDED = m.Closing(code="not_signed_in", template=N_("The server is busy and you had not signed in yet. Try again"))

AWAY = m.Closing(
    code="away",
    template=N_("This server cannot reach its database. Your program tries the other addresses of the service"),
)


class Admission:
    """Counts connections by address, makes room for new ones, and closes silent ones.

    IPv6 addresses count by 64-bit and by 48-bit network: one person may have all addresses of it.
    """

    def __init__(self, policy: Policy, counters: Counters, chance: random.Random | None = None) -> None:
        self._policy, self._counters, self._chance = policy, counters, chance or random.SystemRandom()
        self.connections: set[Peer] = set()
        self._some_come = trio.lowlevel.ParkingLot()  # where the sweep waits while there is no connection
        self.unauthenticated: dict[Peer, float] = {}  # connections that have not signed in, and when they came
        self.unauthenticated_count = 0  # the same, with connections before the start of their session
        self._unauthenticated_from: Counter[str] = Counter()  # by address and by network
        self._signed_in_from: Counter[str] = Counter()  # by network
        self._lists = RateLimiter(lambda: policy.limits.rate("list"))  # KiB, by address
        self._lists_here = RateLimiter(lambda: _share(policy.limits.rate("list")))  # KiB, by connection
        self.is_away: Callable[[], bool] = lambda: False  # whether a shared database cannot be reached
        self.was_reached = False  # whether a connection has come from another computer

    def note_origin(self, remote: Remote, here: str) -> None:
        """Note that a connection came to the address `here`. A program on this computer connects from that address."""
        self.was_reached = self.was_reached or remote.address != here

    def admit(self, remote: Remote) -> bool:
        """Admit one more connection from an address, if there is room or room can be made.

        It counts as unauthenticated until `sign_in` or `remove`.
        """
        if self.is_away():
            return False
        limits = self._policy.limits
        most = limits.unauthenticated_per_lan_address if remote.is_near else limits.unauthenticated_per_address
        places = self._policy.places(remote)
        if any(self._unauthenticated_from[place] >= most * weight for place, weight in places.items()):
            self._counters.count_limit("unauthenticated_per_address", remote)
            return False
        if self.unauthenticated_count >= limits.unauthenticated:
            self._counters.count_limit("unauthenticated", remote)
            if not self._make_room():
                return False
        self.unauthenticated_count += 1
        for place in remote.places:
            self._unauthenticated_from[place] += 1
        return True

    def add(self, peer: Peer) -> None:
        """Add a connection that was admitted."""
        self.connections.add(peer)
        self._some_come.unpark_all()
        self.unauthenticated[peer] = trio.current_time()

    def may_sign_in(self, remote: Remote, elsewhere: int = 0) -> bool:
        """Tell whether one more connection from an address may sign in. `elsewhere`: those to other servers."""
        most = self._policy.limits.connections_per_address * self._policy.share(remote) - elsewhere
        if self._policy.behind_proxy or self._signed_in_from[remote.network] < most:
            return True
        self._counters.count_limit("connections_per_address", remote)
        return False

    def sign_in(self, peer: Peer) -> None:
        """Count a connection as signed in."""
        self._no_longer_unauthenticated(peer)
        self._signed_in_from[peer.remote.network] += 1

    def remove(self, peer: Peer, *, signed_in: bool) -> None:
        """Remove a connection that has ended."""
        self.connections.discard(peer)
        self._no_longer_unauthenticated(peer)
        if signed_in:
            _decrement(self._signed_in_from, peer.remote.network)

    def _no_longer_unauthenticated(self, peer: Peer) -> None:
        if self.unauthenticated.pop(peer, None) is not None:
            self.unauthenticated_count -= 1
            for place in peer.remote.places:
                _decrement(self._unauthenticated_from, place)

    def _make_room(self) -> bool:
        """Close an unauthenticated connection; False if that would hit one that has just sent `hello`.

        It is a random one of those that have sent nothing: a flood of them then mostly hits itself, and a client that
        sends `hello` soon is hardly ever among them. If fewer than half have sent nothing, the flood consists of those
        that have sent `hello`, and the oldest of these is closed.
        """
        silent = [peer for peer in self.unauthenticated if not peer.greeted]
        oldest = next((peer for peer in self.unauthenticated if peer.greeted), None)
        is_late = oldest is not None and trio.current_time() - self.unauthenticated[oldest] >= PATIENCE_S
        if is_late and 2 * len(silent) < len(self.unauthenticated):
            peer = oldest
        else:
            peer = self._chance.choice(silent) if silent else None
        if peer is None:
            return False
        self._no_longer_unauthenticated(peer)
        peer.dismiss(CROWDED)
        return True

    def may_list(self, remote: Remote, now: int, size: int) -> bool:
        """Tell whether a list of `size` bytes may be sent. Anybody may request lists, which are much longer than that.

        The bytes are taken from the budgets of the connection and of its address.
        """
        kib = size / KIB
        if self._lists_here.spend(str(remote), now, kib) and (
            self._policy.behind_proxy or self._lists.spend(remote.network, now, kib / self._policy.share(remote))
        ):
            return True
        self._counters.count_limit("list", remote)
        return False

    async def run(self) -> None:
        """Close connections that are silent or do not sign in, until cancelled; all while the database is away."""
        while True:
            while not self.connections:
                await self._some_come.park()
            await trio.sleep(SWEEP_S)
            if self.is_away():  # other servers may reach it
                for peer in list(self.connections):
                    peer.dismiss(AWAY)
            await _check_silence(list(self.connections))


async def _check_silence(peers: list[Peer]) -> None:  # not in the loop, which would keep the last of them in memory
    for number, peer in enumerate(peers, 1):
        peer.check_silence(SWEEP_S)
        if number % SWEPT_AT_ONCE == 0:
            await trio.lowlevel.checkpoint()


def _decrement(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


def _share(whole: RateLimit) -> RateLimit:
    return RateLimit(max(1, whole.size // CONNECTION_SHARE), whole.per_second / CONNECTION_SHARE)
