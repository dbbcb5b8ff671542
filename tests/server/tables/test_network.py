"""This computer loses its network: no player pays for it with time or by a claim."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.serving import new_key
from netgame.match import Match
from netgame.match.absence import budget_left
from protocol import messages as m
from server.app import Services
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.commands import User
from server.tables.network import ANY, Network
from tests.server.services import come, go, services_in_memory

ANN, BOB = User("ann", "Ann"), User("bob", "Bob")  # Ann is at this computer
CABLE, WIFI = "192.168.1.5", "192.168.7.5"
LO = {"127.0.0.1": "lo"}
BOTH = LO | {CABLE: "eth0", WIFI: "wlan0", "fe80::1": "eth0"}


class Addresses:
    """The addresses of this computer, as a test sets them."""

    def __init__(self) -> None:
        self.now: Mapping[str, str] = BOTH
        self.is_readable = True

    async def __call__(self) -> Mapping[str, str]:
        if not self.is_readable:
            raise OSError
        return self.now


class Evening:
    """Ann and Bob at a table. `bob` is the connection of Bob, which came over the cable."""

    def __init__(self, services: Services, addresses: Addresses) -> None:
        self.services, self.addresses = services, addresses
        self.clock: Any = trio.lowlevel.current_clock()
        come(services, ANN)
        self.bob = come(services, BOB, CABLE)

    async def begin(self, **fields: object) -> None:
        self.actor = self.services.registry.create("t1")
        make = m.MakeTable(key=new_key(), game="thud", options={"battles": 1}, player=1, **fields)  # type: ignore[arg-type]
        self.post(ANN, make)
        await self.services.commit.quiet()
        self.post(BOB, m.TakeSeat(table="t1", key=new_key()))
        await self.services.commit.quiet()

    def post(self, user: User, command: m.MakeTable | m.TableCommand) -> None:
        self.actor.post(CommandEnvelope(command, self.services.clock.now(), user))

    async def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.jump(1)
            await wait_all_tasks_blocked()
        await self.services.commit.quiet()

    async def set(self, addresses: Mapping[str, str]) -> None:
        self.addresses.now = addresses
        await self.wait(1)

    async def drop(self) -> None:
        """Let the connection of Bob end, as the server ends a silent one."""
        go(self.services, BOB, self.bob)
        await self.services.commit.quiet()

    @property
    def match(self) -> Match:
        return self.actor.table.match

    @property
    def left(self) -> int:
        """The time left on Bob's clock, as of the last event."""
        return self.match.clocks.left[0]

    @property
    def cause(self) -> str:
        """Why Bob is absent, as the others read it."""
        return self.services.lobby.presence(self.actor.table).causes[0]


@pytest.fixture
async def evening(mock_clock: MockClock) -> AsyncIterator[Evening]:
    addresses = Addresses()
    async with services_in_memory(MemoryStore(), network=Network(addresses)) as services:
        await wait_all_tasks_blocked()
        yield Evening(services, addresses)


def without(*gone: str) -> Mapping[str, str]:
    return {address: name for address, name in BOTH.items() if address not in gone}


async def test_nobody_is_charged_and_nobody_may_claim_while_the_cable_is_pulled(evening: Evening) -> None:
    await evening.begin(clock="sudden 300", absence="forfeit 60")
    await evening.wait(60)  # the first half minute is free
    await evening.set(without(CABLE))
    await evening.drop()
    await evening.wait(600)

    assert evening.match.paused is not None
    assert evening.match.paused.cause == "restart"
    assert 270_000 <= evening.left <= 271_000
    assert not evening.match.away
    assert evening.cause == "network"
    evening.post(ANN, m.SendClaim(table="t1", key=new_key(), what="win"))
    await evening.services.commit.quiet()
    assert evening.match.ended is None

    await evening.set(BOTH)  # from now on players have a minute to come back
    assert evening.cause == ""
    await evening.wait(58)
    assert evening.match.paused is not None
    await evening.wait(3)
    assert evening.match.paused is None
    assert list(evening.match.away) == [0]


@pytest.mark.parametrize("survives", [True, False])
async def test_the_match_goes_on_when_the_guest_is_back_or_heard_again(evening: Evening, survives: bool) -> None:
    await evening.begin(clock="sudden 300")
    await evening.set(without(CABLE))
    if not survives:
        await evening.drop()
    await evening.set(BOTH)
    assert evening.match.paused is not None
    if survives:
        evening.services.timers.heard("bob")
    else:
        come(evening.services, BOB, CABLE)
    await evening.services.commit.quiet()

    assert evening.match.paused is None


async def test_after_a_gap_the_clocks_go_on_when_both_are_heard_again(evening: Evening) -> None:
    await evening.begin(clock="sudden 300")
    await evening.wait(40)
    evening.clock.jump(50)
    await evening.wait(1)
    assert evening.actor.table.paused == "restart"
    evening.services.timers.heard("ann")
    await evening.wait(10)
    assert evening.actor.table.paused == "restart"

    evening.services.timers.heard("bob")
    await evening.services.commit.quiet()
    assert evening.actor.table.paused is None
    assert evening.left == 290_000


async def test_a_connection_that_is_heard_is_not_cut_off_whatever_the_interfaces_say(evening: Evening) -> None:
    await evening.begin(clock="sudden 300", absence="forfeit 60")
    evening.addresses.is_readable = False
    await evening.wait(60)
    assert evening.match.paused is None

    evening.addresses.is_readable = True
    await evening.set(without(CABLE))
    evening.services.timers.heard("bob")
    await evening.wait(60)
    assert evening.match.paused is None
    assert evening.cause == ""


async def test_a_connection_that_ends_after_the_network_is_back_is_not_logged_as_lost(evening: Evening) -> None:
    await evening.begin(absence="forfeit 60")
    await evening.set(without(CABLE))
    await evening.set(BOTH)
    await evening.drop()
    assert not evening.match.away
    assert evening.cause == ""


async def test_a_guest_whose_connection_ends_for_another_reason_pays_for_it(evening: Evening) -> None:
    await evening.begin(clock="sudden 300", absence="forfeit 60")
    await evening.set(without(WIFI))  # over which no player came
    await evening.drop()
    assert list(evening.match.away) == [0]
    assert evening.cause == "lost"
    await evening.wait(61)
    assert budget_left(evening.match, 0, evening.services.clock.now()) == 0
    assert evening.match.paused is None


async def test_a_guest_who_was_away_before_is_not_charged_either(evening: Evening) -> None:
    await evening.begin(absence="forfeit 60")
    await evening.drop()
    await evening.wait(20)
    await evening.set(without(CABLE))
    await evening.wait(600)
    assert budget_left(evening.match, 0, evening.services.clock.now()) >= 39_000
    assert evening.cause == "network"


@pytest.mark.parametrize(("address", "s", "paused"), [("10.0.0.5", 5, False), ("169.254.3.4", 600, True)])
async def test_another_address_gives_time_to_find_it_unless_it_is_that_of_a_network_without_a_router(
    evening: Evening, address: str, s: int, paused: bool
) -> None:
    await evening.begin(clock="sudden 300")
    await evening.set({**without(CABLE), address: "eth0"})
    assert evening.match.paused is not None
    await evening.drop()
    await evening.wait(58)
    assert evening.match.paused is not None
    await evening.wait(s)
    assert (evening.match.paused is not None) == paused


async def test_a_cable_that_comes_and_goes_charges_nobody(evening: Evening) -> None:
    await evening.begin(clock="sudden 300")
    await evening.wait(60)
    for _ in range(20):
        await evening.set(without(CABLE))
        await evening.set(BOTH)
    assert evening.match.paused is not None
    assert evening.left >= 270_000


async def test_players_who_agree_to_go_on_do_so_when_the_network_is_back(evening: Evening) -> None:
    await evening.begin(clock="sudden 300")
    await evening.wait(60)
    evening.post(BOB, m.SendOffer(table="t1", key=new_key(), kind="pause"))
    evening.post(ANN, m.SendOffer(table="t1", key=new_key(), kind="pause"))
    evening.post(BOB, m.ReadyUp(table="t1", key=new_key()))
    await evening.services.commit.quiet()
    assert evening.actor.table.paused == "agreed"
    await evening.set(without(CABLE))
    evening.post(ANN, m.ReadyUp(table="t1", key=new_key()))
    await evening.services.commit.quiet()

    assert evening.actor.table.paused == "restart"


async def test_a_table_without_clock_is_not_paused_but_the_host_reads_why_the_guest_is_away(evening: Evening) -> None:
    await evening.begin()
    await evening.set(without(CABLE))
    await evening.drop()
    assert evening.match.paused is None
    assert evening.cause == "network"


@pytest.mark.parametrize(("addresses", "paused"), [(LO, True), (BOTH, False)])
async def test_after_a_start_without_any_network_the_guest_is_not_charged(
    mock_clock: MockClock, addresses: Mapping[str, str], paused: bool
) -> None:
    store, now = MemoryStore(), Addresses()
    now.now = addresses
    async with services_in_memory(store, network=Network(Addresses())) as services:
        await Evening(services, Addresses()).begin(clock="sudden 300")
        at = services.clock.now()
    async with services_in_memory(store, at=at, network=Network(now)) as services:
        await wait_all_tasks_blocked()
        come(services, ANN)
        for _ in range(120):
            mock_clock.jump(1)
            await wait_all_tasks_blocked()
        actor = services.registry.get("t1")

        assert isinstance(actor, TableActor)
        assert (actor.table.paused is not None) == paused


@pytest.mark.parametrize(
    ("addresses", "is_lost"), [(LO, True), (LO | {"fe80::1": "eth0"}, False), (LO | {"169.254.1.1": "eth0"}, False)]
)
async def test_link_local_addresses_alone_are_a_network(addresses: Mapping[str, str], is_lost: bool) -> None:
    read = Addresses()
    read.now = addresses
    network = Network(read)
    await network.update(lambda: [ANY])

    assert (ANY in network.lost) == is_lost
    read.now = BOTH
    await network.update(lambda: [ANY])
    read.now = LO | {"fe80::1": "eth0"}
    await network.update(lambda: [ANY])
    assert ANY in network.lost, "the lease of this network is gone"
