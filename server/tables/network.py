"""The network of this computer: whether the addresses that players connected to are still there."""

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from ipaddress import ip_address
from socket import AF_INET, AF_INET6

import psutil
import trio

log = logging.getLogger(__name__)

ANY = "any"  # instead of an address: it is lost while no interface can reach other computers
AddressReader = Callable[[], Awaitable[Mapping[str, str]]]


async def read_addresses() -> Mapping[str, str]:
    """Return the addresses of all interfaces that are up, and the names of these. `OSError` if that fails."""
    return await trio.to_thread.run_sync(_read_addresses)


def _read_addresses() -> Mapping[str, str]:
    addresses = psutil.net_if_addrs()
    try:
        stats = psutil.net_if_stats()
    except OSError:  # a sandbox may hide them; then only addresses that are gone count
        stats = {}
    return {
        entry.address.partition("%")[0]: name
        for name, entries in addresses.items()
        if name not in stats or stats[name].isup
        for entry in entries
        if entry.family in (AF_INET, AF_INET6)
    }


class Network:
    """Which addresses this computer has lost. Each is lost when no interface that is up has it any more.

    It is back when an interface has it again. It also counts as back when its interface has another address, because
    clients then find the server there.
    """

    def __init__(self, read: AddressReader = read_addresses) -> None:
        self._read = read
        self._known = {ANY: ""}
        self.lost: Mapping[str, str] = {}  # addresses, and the interfaces that they were on
        self._had_more = False  # than link-local addresses, which alone make a network too

    async def update(self, in_use: Callable[[], Collection[str]]) -> None:
        """Find out what is lost. Only addresses that are in use count."""
        try:
            known = dict(await self._read())
        except OSError as error:
            log.debug("the network interfaces cannot be read: %s", error)
            return
        networks = {address: name for address, name in known.items() if not ip_address(address).is_loopback}
        routed = {name for address, name in networks.items() if not ip_address(address).is_link_local}
        self._had_more = self._had_more or bool(routed)
        usable = routed if self._had_more else set(networks.values())
        if usable:
            known[ANY] = ""
        lost = {address: name for address, name in self.lost.items() if name not in usable} | self._known
        lost = {address: name for address, name in lost.items() if address not in known}
        used = in_use() if lost else ()
        self._known, self.lost = known, {address: name for address, name in lost.items() if address in used}
