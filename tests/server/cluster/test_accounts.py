"""Signing in at the nodes of a service: what one node has done to an account counts at the others."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from argon2 import PasswordHasher
from trio.testing import MockClock

from protocol import messages as m
from server.ops.limits import Limits
from tests.server.cluster.nodes import Node, Service, flowing_time, service_of

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


async def test_wrong_passwords_at_one_node_delay_guesses_at_the_other(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    service.accounts.add("Ann", HASH)
    guesses = [(await sign_in(first, "Ann", ATTACKER, password=WRONG)).code for _ in range(3)]

    assert guesses == ["bad_password"] * 3
    assert (await sign_in(second, "Ann", ATTACKER, password=PASSWORD)).code == "too_soon"
    assert isinstance(await sign_in(second, "Ann", HOME, password=PASSWORD), m.SignedIn)


async def test_a_pairing_code_of_one_node_adds_a_computer_at_the_other(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    ann = await first.connect("Ann")
    code = (await ann.ask(m.MakePairingCode())).code

    there = await sign_in(second, "Ann", link=code)

    assert there.account == ann.signed_in.account
    assert (await sign_in(first, "Eve", link=code)).code == "bad_link"


async def test_a_computer_that_is_removed_at_one_node_is_unknown_at_the_other(
    service: Service, mock_clock: MockClock
) -> None:
    first, second = service.nodes
    ann = await first.connect("Ann")
    code = (await ann.ask(m.MakePairingCode())).code
    [device] = (await ann.ask(m.GetDevices())).devices
    await ann.ask(m.Revoke(device=device.device))

    assert (await sign_in(second, "Ann", link=code)).code == "bad_link"
    assert (await second.connect("Ann")).signed_in.account != ann.signed_in.account


async def test_of_two_players_at_two_nodes_one_registers_a_name(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    ann, eve = await first.connect("Ann"), await second.connect("Eve")

    assert isinstance(await ann.ask(m.SignUp(name="Troll", password=PASSWORD)), m.SignedIn)
    assert (await eve.ask(m.SignUp(name="TroII", password=PASSWORD))).code == "name_taken"
