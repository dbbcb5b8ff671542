"""Who has a whole network of IPv6 addresses is limited like a few addresses."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from trio.testing import MockClock

from devtools.harness.server.serving import running
from protocol import messages as m
from server.app import Serving
from server.errors import RequestRefused
from server.ops.limits import Limits
from server.ops.remote import NETWORK_FACTOR, Remote
from server.storage.accounts import FOREVER

NONCE = bytes(m.NONCE_BYTES)
LIMITS = {
    "account": m.SignIn(name="Guest"),
    "sign_in": m.SignIn(name="Ann", link="ABCD-EFGH"),
    "password": m.SignIn(name="Ann", password="three dwarfs throw"),
}


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    async with running(tmp_path, plain=False) as server:
        yield server


def home(number: int, network: int = 7) -> Remote:
    return Remote(f"2001:db8:{network}:{number:x}::1")


async def sign_in(serving: Serving, message: m.SignIn, remote: Remote) -> str:
    """Return the code of the refusal; empty if it succeeded."""
    try:
        await serving.services.sign_in.sign_in(message, NONCE, "", remote)
    except RequestRefused as refused:
        return refused.code
    return ""


@pytest.mark.parametrize("limit", LIMITS)
async def test_limits_of_sign_ins_hold_for_a_network_of_48_bits(
    serving: Serving, limit: str, mock_clock: MockClock
) -> None:
    policy = serving.services.policy
    policy.update(replace(policy, limits=replace(Limits(), **{f"{limit}_burst": 2, f"{limit}_per_minute": 1})))
    message, last = LIMITS[limit], 3 * NETWORK_FACTOR

    codes = [await sign_in(serving, replace_name(message, f"Guest {number}"), home(number)) for number in range(last)]

    refused = [code in ("too_fast", "too_soon") for code in codes]
    assert refused == [False] * 2 * NETWORK_FACTOR + [True] * NETWORK_FACTOR, codes
    assert await sign_in(serving, replace_name(message, "Guest 99"), home(0, network=8)) == codes[0]


def replace_name(message: m.SignIn, name: str) -> m.SignIn:
    return m.SignIn(name=name, link=message.link, password=message.password)


async def test_a_few_banned_addresses_of_a_network_ban_the_network(serving: Serving) -> None:
    for number in range(NETWORK_FACTOR):
        assert await sign_in(serving, m.SignIn(name="Neighbour"), home(99)) == ""
        serving.services.sanctions.set_address_ban(home(number).key, FOREVER, "spam")

    assert await sign_in(serving, m.SignIn(name="Neighbour"), home(99)) == "banned"
    assert await sign_in(serving, m.SignIn(name="Neighbour"), home(99, network=8)) == ""
    serving.services.sanctions.set_address_ban(home(0).key, None)
    assert await sign_in(serving, m.SignIn(name="Neighbour"), home(99)) == ""
