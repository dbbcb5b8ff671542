"""Limits by address and for strangers: places at the door, lists, connections, and messages that come too fast."""

from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.serving import HURRIED, Raw, line_to, new_key, raw, running
from protocol import messages as m
from server.app import Serving
from server.lobby.table_list import SHORT_LIST
from server.net.admission import NETWORK_FACTOR, Admission
from server.ops.counters import Counters
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.ops.remote import Remote


async def test_few_connections_may_be_unauthenticated_and_their_places_become_free(tmp_path: Path) -> None:
    limits = Limits(unauthenticated=3, unauthenticated_per_lan_address=100)
    async with running(tmp_path, limits=limits) as serving:
        lines = [await raw(serving) for _ in range(3)]
        shut = await raw(serving, greet=False)
        assert await shut.frame() is None
        await lines[0].ask(m.SignIn(name="Ann"))
        assert (await raw(serving)).welcome.protocol == 2
        assert serving.services.counters.limits["unauthenticated"] == 1


async def test_one_address_has_a_share_of_the_unauthenticated_connections(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False, limits=Limits(unauthenticated_per_lan_address=2)) as serving:
        streams = [await line_to(serving) for _ in range(3)]
        assert await streams[2].receive_some(1) == b""
        assert serving.services.counters.limits["unauthenticated_per_address"] == 1
        for stream in streams:
            await stream.aclose()
        while serving.services.admission.unauthenticated_count:
            await trio.testing.wait_all_tasks_blocked(0.001)
        assert (await raw(serving)).welcome.protocol == 2


@pytest.mark.parametrize("setting", ["127.0.0.1", "127.0.0.0/8"])
async def test_three_hundred_players_behind_one_address_sign_in_and_play(tmp_path: Path, setting: str) -> None:
    async with running(tmp_path, plain=False, shared_addresses=(setting,)) as serving:
        lines: list[Raw] = []

        async def come(number: int) -> None:
            lines.append(line := await raw(serving, name=f"Player {number}"))
            assert isinstance(await line.ask(m.ListTables()), m.Tables)
            assert isinstance(await line.ask(m.MakeTable(game="clod", options={}, key=new_key())), m.Done)

        async with trio.open_nursery() as nursery:
            for number in range(300):
                nursery.start_soon(come, number)
        assert (len(lines), dict(serving.services.counters.limits)) == (300, {})

        serving.services.policy.shared_addresses = ("192.0.2.0/24",)
        assert not serving.services.admission.may_sign_in(Remote("127.0.0.1"))


def admission(**limits: int) -> Admission:
    return Admission(Policy(limits=Limits(**limits)), Counters())


class Caller:
    """A connection from an address, as far as admission uses it."""

    greeted = False

    def __init__(self, address: str) -> None:
        self.remote = Remote(address)


def test_a_network_of_48_bits_has_the_places_of_a_few_addresses() -> None:
    here = admission(unauthenticated_per_lan_address=2)
    entered = [here.admit(Remote(f"2001:db8:7:{number:x}::1")) for number in range(20)]
    assert entered.count(True) == 2 * NETWORK_FACTOR
    assert here.admit(Remote("2001:db8:8::1"))


async def test_places_are_free_again_when_connections_sign_in_or_end() -> None:
    here = admission(unauthenticated_per_lan_address=2, connections_per_address=1)
    callers: list[Any] = [Caller("2001:db8::1"), Caller("192.0.2.1"), Caller("2001:db8::1"), Caller("192.0.2.1")]
    for caller in callers:
        here.admit(caller.remote)
        here.add(caller)
    here.sign_in(callers[0])
    assert not here.may_sign_in(callers[0].remote)
    for caller in callers[1:]:
        here.remove(caller, signed_in=False)

    assert here.unauthenticated_count == 0
    assert all(here.admit(caller.remote) for caller in callers)
    here.remove(callers[0], signed_in=True)
    assert here.may_sign_in(callers[0].remote)


# ---- lists for strangers


async def test_a_stranger_gets_a_short_list_with_free_seats_and_that_of_a_link_first(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    made = [
        (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, title=str(number)))).table
        for number in range(SHORT_LIST + 5)
    ]
    await bob.ask(m.TakeSeat(table=made[-1], key=new_key()))
    eve = await raw(serving)
    short = (await eve.ask(m.ListTables())).tables
    whole = (await ann.ask(m.ListTables())).tables
    linked = [(await eve.ask(m.ListTables(table=table))).tables for table in (made[0], made[-2])]

    assert [info.table for info in short] == made[-2 : -2 - SHORT_LIST : -1]
    assert [info.table for info in whole] == made[::-1]
    assert [tables[0].table for tables in linked] == [made[0], made[-2]]
    assert [len(tables) for tables in linked] == [SHORT_LIST + 1, SHORT_LIST]


async def test_a_connection_that_asks_for_lists_all_the_time_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path, limits=Limits(list_burst=8, list_per_minute=1, table_burst=100)) as serving:
        ann, eve = await raw(serving, name="Ann"), await raw(serving)
        for _ in range(10):
            await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}))
        replies = [await eve.ask(m.ListTables()) for _ in range(3)]
        assert [getattr(reply, "code", "list") for reply in replies] == ["list", "too_fast", "too_fast"]
        assert isinstance(await (await raw(serving)).ask(m.ListTables()), m.Tables)
        assert serving.services.counters.limits["list"] == 2


def test_an_address_and_a_network_of_48_bits_have_a_budget_for_lists_that_fills_again() -> None:
    here = admission(list_burst=64, list_per_minute=60)
    one = [Remote("192.0.2.1", port) for port in range(1000, 1100)]
    network = [Remote(f"2001:db8:7:{number:x}::1", 1) for number in range(100)]

    def lists(remotes: list[Remote], now: int) -> int:
        """How many lists of 4 KiB a hundred connections get then."""
        return sum(here.may_list(remote, now, 4096) for remote in remotes)

    assert [lists(one, 0), lists(one, 16_000), lists(network, 0)] == [16, 4, 16]
    assert here.may_list(Remote("192.0.2.2", 1000), 16_000, 4096)


# ---- after signing in


async def test_an_address_has_a_limit_of_people(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False, limits=Limits(connections_per_address=2)) as serving:
        for name in ("Ann", "Bob"):
            await raw(serving, name=name, token=name[:1].encode() * 32)
        assert (await (await raw(serving)).ask(m.SignIn(name="Cid"))).code == "too_many"
        assert serving.services.counters.limits["connections_per_address"] == 1
        await raw(serving, name="Ann", token=b"A" * 32)


async def test_a_connection_without_a_sign_in_is_closed_in_time(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running(tmp_path, limits=HURRIED) as serving:
        line = await raw(serving)
        mock_clock.jump(10)
        await line.ask(m.Ping())
        mock_clock.jump(6)
        assert [message.code for message in await line.rest()] == ["not_signed_in"]  # type: ignore[attr-defined]


async def test_a_client_that_is_too_fast_is_read_slowly_without_loss(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running(tmp_path, limits=Limits(message_burst=20, message_per_minute=60)) as serving:
        line = await raw(serving, name="Ann")
        for id in range(100, 130):
            await line.send(m.Ping(), id)
        mock_clock.jump(1)
        answered = [frame.id for _ in range(15) if (frame := await line.frame()) is not None and frame.id >= 100]
        mock_clock.autojump_threshold = 0.01
        assert await line.reply(129) == m.Pong()

    assert answered == sorted(answered)
    assert serving.services.counters.limits["message"] > 0


async def test_it_is_known_whether_anybody_came_from_another_computer(serving: Serving) -> None:
    here = serving.services.admission
    own = await raw(serving)
    assert not here.was_reached
    far = await line_to(serving, "127.0.0.2")
    await far.send_all(b"anything")
    while not here.was_reached:
        await trio.testing.wait_all_tasks_blocked(0.001)
    await far.aclose()
    assert own.welcome.protocol == 2
