import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.address import is_private
from protocol.client import Address, AddressError


@pytest.mark.parametrize(
    ("text", "host", "port", "table"),
    [
        ("192.168.1.5", "192.168.1.5", 7763, None),
        ("  192.168.1.5:80 ", "192.168.1.5", 80, None),
        ("myserver.example", "myserver.example", 7763, None),
        ("my_pc:1", "my_pc", 1, None),
        ("münchen.local:65535", "münchen.local", 65535, None),
        ("::1", "::1", 7763, None),
        ("[::1]", "::1", 7763, None),
        ("[fe80::1%eth0]:7763", "fe80::1%eth0", 7763, None),
        ("netgame://10.0.0.7", "10.0.0.7", 7763, None),
        ("netgame://10.0.0.7:99/", "10.0.0.7", 99, None),
        ("NETGAME://host/abc-1", "host", 7763, "abc-1"),
        ("netgame://[::1]:5/abc?x=1#y", "::1", 5, "abc"),
    ],
)
def test_addresses_are_parsed_as_people_write_them(text: str, host: str, port: int, table: str | None) -> None:
    assert Address.parse(text) == (Address(host, port), table)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Type the address"), ("   ", "Type the address"), ("http://host", "netgame://"),
        ("1.2.3", "1.2.3 is not an IP address"), ("1.2.3.400", "1.2.3.400 is not an IP address"),
        ("host:", "from 1 to 65535"), ("host:0", "from 1 to 65535"), ("host:65536", "from 1 to 65535"),
        ("host:٣", "from 1 to 65535"), ("host:12x", "12x is not a port"), ("two words", "two words"),
        ("-x", "-x is not the name"), ("a..b", "a..b"), ("[::1", "brackets"), ("[::1]7763", "brackets"),
        ("1:2:3", "not an IP address"), ("netgame://", "not the name"), ("netgame://host/a/b", "not a table"),
        ("x" * 500, "too long"),
    ],
)  # fmt: skip
def test_other_texts_are_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(AddressError) as caught:
        Address.parse(text)
    assert said in str(caught.value)


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_an_address_error(text: str) -> None:
    try:
        address, table = Address.parse(text)
    except AddressError:
        return
    assert Address.parse(str(address)) == (address, None)
    assert Address.parse(address.link(table)) == (address, table)


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("fe80::1%eth0", "fe80::1%eth0"), ("[fe80::1%eth0]:7763", "fe80::1%eth0"), ("fe80::1%12", "fe80::1%12"),
        ("[fe80::1%25eth0]", "fe80::1%eth0"), ("netgame://[fe80::1%25eth0]/t1", "fe80::1%eth0"),
        ("netgame://[fe80::1%2512]", "fe80::1%12"), ("fe80::1%25", "fe80::1%25"), ("fe80::1", "fe80::1"),
        ("netgame://[fe80::1%25%C3%A4th0]/t1", "fe80::1%äth0"), ("netgame://[fe80::1%25en%2D1]", "fe80::1%en-1"),
        ("fd00::1%eth0", "fd00::1"),
    ],
)  # fmt: skip
def test_a_zone_is_read_with_the_sign_of_a_link_or_without(text: str, host: str):
    address, _table = Address.parse(text)
    assert address.host == host
    assert Address.parse(str(address))[0] == address
    assert Address.parse(address.link("t1")) == (address, "t1")


@pytest.mark.parametrize("text", ["fe80::1%", "fe80::1%a b", "fe80::1%eth0%eth1", "1.2.3.4%eth0", "fe80::1%é/"])
def test_a_zone_that_is_no_interface_is_refused(text: str):
    with pytest.raises(AddressError):
        Address.parse(text)


def test_only_addresses_with_nobody_in_between_are_private():
    private = ["10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.1.1", "fd00::1", "fe80::1%eth0", "::ffff:10.0.0.1"]
    other = [
        "100.64.0.1",
        "25.0.0.1",
        "26.0.0.1",
        "198.18.0.1",
        "192.0.2.1",
        "2001:4860::1",
        "8.8.8.8",
        "127.0.0.1",
        "x",
    ]
    assert [host for host in (*private, *other) if is_private(host)] == private
