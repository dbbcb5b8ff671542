"""How often passwords and codes may be tried, by address and by name: after failures less and less often."""

from typing import TYPE_CHECKING

from netgame.text import Text
from server.limits import Buckets, Delays
from server.lookalikes import skeletons
from server.policy import Remote
from server.refusing import Refusing

if TYPE_CHECKING:
    from server.house import House

ADDRESS_DELAY_S, NAME_DELAY_S = 300, 10  # nobody keeps the owner of a name out for long by guessing at it


class Tries:
    """Belongs to a house. Names that look alike are one: they are the same account's."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self.bucket = Buckets(house.policy.limits.bucket("password"))  # by address
        self._addresses, self._names = Delays(ADDRESS_DELAY_S), Delays(NAME_DELAY_S)

    def check(self, remote: Remote, name: str | None = None) -> None:
        """`Refusing` where it is too soon for another one."""
        now = self._house.clock.now()
        key = "" if self._house.policy.behind_proxy else remote.key
        by_name = self._names.wait_ms(min(skeletons(name)), now) if name else 0
        wait = max(self._addresses.wait_ms(key, now) if key else 0, by_name)
        if not wait and key and not self.bucket.take(key, now):
            wait = 60_000 // self._house.policy.limits.password_per_minute
        if wait:
            self._house.meters.limited("password", remote)
            words = {"seconds": -(-wait // 1000)}
            raise Refusing("too_soon", Text("That was tried too often. Wait {seconds} s and try again", words))

    def begin(self, name: str) -> None:
        """A password is being tried. It counts as a failure until it was right: many at once are no way around."""
        self._names.failed(min(skeletons(name)), self._house.clock.now())

    def failed(self, remote: Remote, name: str | None = None) -> None:
        """It was wrong; `name` where that does not count already."""
        now = self._house.clock.now()
        if name:
            self._names.failed(min(skeletons(name)), now)
        if not self._house.policy.behind_proxy:
            self._addresses.failed(remote.key, now)

    def succeeded(self, remote: Remote, name: str) -> None:
        """It was right."""
        self._addresses.succeeded(remote.key)
        self._names.succeeded(min(skeletons(name)))
