"""The one definition of an address on a link, from interfaces as the system reports them."""

from collections.abc import Sequence

import ifaddr
import pytest

from protocol.discovery.interfaces import (
    all_networks,
    is_lan_address,
    local_interfaces,
    network_kind,
    with_zones,
    without_spares,
)

Link = tuple[str, Sequence[tuple[str, int]]]  # an interface and its addresses with their prefixes


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch):
    """Give this computer these interfaces."""

    def have(*links: Link) -> None:
        adapters = []
        for index, (name, addresses) in enumerate(links, 1):
            ips = [
                ifaddr.IP((address, 0, index) if ":" in address else address, prefix, name)
                for address, prefix in addresses
            ]
            adapters.append(ifaddr.Adapter(name, name, ips, index=index))
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)

    return have


ALWAYS = ("10.1.1.1", "172.31.0.1", "192.168.1.1", "169.254.1.1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1")
SHARED = ("100.64.0.1", "100.127.255.254", "25.1.2.3", "26.255.0.1")
NEVER = ("8.8.8.8", "100.128.0.1", "27.0.0.1", "203.0.113.5", "198.18.0.1", "240.0.0.1", "2001:4860::1", "ff02::1", "x")


def test_private_numbers_and_those_of_vpns_are_on_a_link_anywhere(on):
    on()
    assert [host for host in (*ALWAYS, *SHARED, *NEVER) if is_lan_address(host, "all")] == [*ALWAYS, *SHARED]


@pytest.mark.parametrize(
    ("link", "host", "is_near"),
    [
        (("wg0", [("5.6.7.1", 24)]), "5.6.7.9", True),
        (("Radmin VPN", [("5.6.7.1", 24)]), "5.6.7.9", True),
        (("wg0", [("5.6.7.1", 24)]), "5.6.8.9", False),
        (("eth0", [("5.6.7.1", 24)]), "5.6.7.9", False),  # a campus
        (("eth0", [("5.6.7.1", 32)]), "5.6.7.1", False),  # a rented server
        (("docker0", [("5.6.7.1", 24)]), "5.6.7.9", False),
        (("eth0", [("2001:4860:1::1", 64)]), "2001:4860:1::9", True),
        (("eth0", [("2001:4860:1::1", 64)]), "2001:4860:2::9", False),
        (("eth0", [("192.168.1.5", 24), ("2001:4860:1::1", 64)]), "2001:4860:1::9", True),
        (("eth0", [("5.6.7.1", 24), ("2001:4860:1::1", 64)]), "2001:4860:1::9", False),
        (("docker0", [("2001:4860:1::1", 64)]), "2001:4860:1::9", False),
    ],
)
def test_other_numbers_are_on_a_link_of_a_vpn_or_of_ipv6(on, link: Link, host: str, is_near: bool):
    on(link)
    assert is_lan_address(host, "all") is is_near
    assert bool(local_interfaces("all")) is (is_near or host == "5.6.8.9" or host == "2001:4860:2::9")
    assert not is_lan_address(host, "lo")


def test_a_network_with_public_ipv4_is_left_out_with_its_link_local_addresses(on):
    on(("eth0", [("5.6.7.1", 24), ("fe80::1", 64)]), ("eth1", [("10.0.0.2", 24), ("fe80::2", 64)]))
    assert {net.name for net in local_interfaces("all")} == {"eth1"}


def test_bridges_come_last_and_link_local_addresses_after_others(on):
    on(
        ("docker0", [("172.17.0.1", 16)]),
        ("lo", [("127.0.0.1", 8), ("::1", 128)]),
        ("wg0", [("10.8.0.2", 24)]),
        ("eth1", [("169.254.3.4", 16)]),
        ("eth0", [("fd00::5", 64), ("fe80::5", 64), ("192.168.5.2", 24)]),
    )
    known = [net.address for net in without_spares(local_interfaces("all"))]
    assert known == ["192.168.5.2", "fd00::5", "10.8.0.2", "169.254.3.4", "172.17.0.1", "127.0.0.1"]
    assert [net.broadcast for net in all_networks() if net.name == "eth0"][:2] == ["192.168.5.255", None]


def test_a_link_local_address_without_a_zone_may_be_on_each_link(on):
    on(("lo", [("::1", 128)]), ("eth0", [("fe80::1", 64)]))
    known = local_interfaces("all")
    assert len(with_zones("fe80::9", known)) == len({net.index for net in known})
    assert with_zones("fd00::9", known) == ("fd00::9",)
    assert with_zones("fe80::9%1", known) == ("fe80::9%1",)


@pytest.mark.parametrize("host", ["fe80::9%no-such-link", "fe80::9%4294967290", f"fe80::9%{10**25}", "FEBF::9"])
def test_a_zone_of_another_computer_counts_as_none(on, host: str):
    on(("lo", [("::1", 128)]), ("eth0", [("fe80::1", 64)]))
    known = local_interfaces("all")
    assert with_zones(host, known) == with_zones(host.partition("%")[0], known)
    assert all("%" in zoned for zoned in with_zones(host, known))


@pytest.mark.parametrize(
    ("name", "address", "prefix", "kind"),
    [
        ("eth0", "100.64.1.1", 10, "lan"), ("tailscale0", "100.64.1.1", 32, "vpn"), ("eth0", "5.6.7.8", 32, "public"),
        ("ham0", "25.1.2.3", 8, "vpn"), ("Famatech Radmin VPN Ethernet Adapter", "26.1.2.3", 8, "vpn"),
        ("eth0", "fe80::1", 64, "lan"), ("lo", "::1", 128, "loopback"), ("docker0", "fd00::1", 64, "virtual"),
    ],
)  # fmt: skip
def test_the_kind_of_a_network_follows_from_its_name_and_number(name: str, address: str, prefix: int, kind: str):
    assert network_kind(name, address, prefix) == kind
