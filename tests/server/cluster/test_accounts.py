"""Signing in at the nodes of a service: what one node has done to an account counts at the others."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from argon2 import PasswordHasher
from trio.testing import MockClock

from devtools.harness.server.nodes import Node, Service, flowing_time, service_of
from protocol import messages as m
from server.ops.limits import Limits

PASSWORD, WRONG = "four old trolls dig", "three dwarfs throw"
HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)  # quick to check
HOME, ATTACKER = "192.0.2.1", "198.51.100.1"


@pytest.fixture
async def service(mock_clock: MockClock) -> AsyncIterator[Service]:
    async with service_of(2) as made, flowing_time(mock_clock):
        for node in made.nodes:
            node.services.policy.update(replace(node.services.policy, limits=Limits()))
        yield made


async def sign_in(node: Node, name: str, address: str = HOME, **fields: Any) -> Any:
    """Return the answer to a sign-in on a new connection."""
    return await (await node.greet(address)).ask(m.SignIn(name=name, **fields))


async def test_an_account_that_one_node_changes_is_so_at_the_other(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    service.accounts.add("Ann", HASH)

    # wrong passwords at one node delay guesses at the other
    guesses = [(await sign_in(first, "Ann", ATTACKER, password=WRONG)).code for _ in range(3)]
    assert guesses == ["bad_password"] * 3
    assert (await sign_in(second, "Ann", ATTACKER, password=PASSWORD)).code == "too_soon"
    assert isinstance(await sign_in(second, "Ann", HOME, password=PASSWORD), m.SignedIn)

    # a pairing code of one node adds a computer at the other, once
    bob = await first.connect("Bob")
    code = (await bob.ask(m.MakePairingCode())).code
    assert (await sign_in(second, "Bob", link=code)).account == bob.signed_in.account
    assert (await sign_in(first, "Eve", link=code)).code == "bad_link"

    # a computer that is removed at one node is unknown at the other
    cid = await first.connect("Cid")
    code = (await cid.ask(m.MakePairingCode())).code
    [device] = (await cid.ask(m.GetDevices())).devices
    await cid.ask(m.Revoke(device=device.device))
    assert (await sign_in(second, "Cid", link=code)).code == "bad_link"
    assert (await second.connect("Cid")).signed_in.account != cid.signed_in.account

    # a name is registered at one of them
    dan, eve = await first.connect("Dan"), await second.connect("Eve")
    assert isinstance(await dan.ask(m.SignUp(name="Troll", password=PASSWORD)), m.SignedIn)
    assert (await eve.ask(m.SignUp(name="TroII", password=PASSWORD))).code == "name_taken"
