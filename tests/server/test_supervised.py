"""Faults of a running server: what they end, what is set aside, and how it goes on."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from devtools.harness import PATIENCE_S, raising
from devtools.harness.server.faulting import faulting, faults
from devtools.harness.server.nodes import flowing_time
from devtools.harness.server.serving import new_key, order, raw, running, running_on_loopback, two_at_a_table
from netgame.games import GAMES
from protocol import messages as m
from server.app import Serving
from server.errors import StoreError
from server.ops.supervision import WELL_S, Supervision, Work
from server.storage.event_store import Row, StoreBroken
from server.tables.actor import STORE_FAILED, TableActor
from tests.server.admin.conftest import Printed, typed


class Faulty(GAMES["clod"]):  # type: ignore[misc]
    """A game with a bug: every move crashes."""

    key = "faulty"

    def check(self, state: Any, move: Any) -> None:
        raise ZeroDivisionError("a bug in the rules")


class Mended(GAMES["clod"]):  # type: ignore[misc]
    """The same game without it."""

    key = "faulty"


async def faulty_table(serving: Serving) -> str:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    made = m.MakeTable(key=new_key(), game="faulty", options={}, player=0, clock="sudden 600")
    table = (await ann.ask(made)).table
    await bob.ask(m.Watch(table=table))
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    replies = [(await ann.ask(order(serving, table))).code for _ in range(4)]
    assert replies == ["internal", "internal", "internal", "frozen"]
    assert (await bob.push(m.Frozen)).table == table
    return str(table)


async def test_a_table_set_aside_waits_for_the_operator_also_after_a_restart(tmp_path: Path, capsys: Printed) -> None:
    async with running(tmp_path, games={**GAMES, "faulty": Faulty}) as serving:
        table = await faulty_table(serving)
    async with running(tmp_path, games={**GAMES, "faulty": Mended}) as serving:
        assert serving.services.registry.get(table).table.state == "frozen"
        assert await typed("status", data=tmp_path) == 0
        assert table in capsys.readouterr().out
        before = serving.match(table).clocks

        assert await typed("retry", "table", table, data=tmp_path) == 0
        while serving.services.registry.get(table).table.paused != "restart":
            await trio.testing.wait_all_tasks_blocked(0.001)

        assert serving.match(table).clocks.left == before.left
        assert await typed("retry", "table", table, data=tmp_path) == 1
    async with running(tmp_path, games={**GAMES, "faulty": Mended}) as serving:
        assert serving.services.registry.get(table).table.frozen is None


def once(monkeypatch: pytest.MonkeyPatch, thing: object, name: str) -> None:
    """The next call of that function has a fault. The thing may be the name of a module."""
    thing = sys.modules[thing] if isinstance(thing, str) else thing
    works = getattr(thing, name)

    def fails(*_arguments: Any) -> None:
        monkeypatch.setattr(thing, name, works)
        raise KeyError(name)

    monkeypatch.setattr(thing, name, fails)


async def test_a_task_that_fails_does_what_it_was_woken_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    async with running(tmp_path, games={**GAMES, "faulty": Faulty}) as serving, flowing_time():
        services = serving.services
        once(monkeypatch, services.accounts, "set_item_aside")
        table = await faulty_table(serving)
        with trio.fail_after(WELL_S):
            while not services.accounts.items_set_aside():
                await trio.sleep(1)
        once(monkeypatch, services.store, "read")
        assert services.supervision.retry("table", table)
        with trio.fail_after(WELL_S):
            while not services.supervision.items:
                await trio.sleep(1)
        once(monkeypatch, services.recovery, "_reload")

        assert services.supervision.retry("table", table)
        with trio.fail_after(WELL_S):
            while services.registry.get(table).table.frozen is not None:
                await trio.sleep(1)


async def test_a_table_that_could_not_be_read_once_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as serving:
        table = (await two_at_a_table(serving))[2]
    once(monkeypatch, "server.tables.table", "event_from_bytes")

    async with running(tmp_path) as serving:
        assert serving.services.registry.get(table).table.frozen is None
        assert not serving.services.supervision.items


async def test_a_long_log_whose_head_could_not_be_computed_once_takes_the_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.table.SEALED_EVERY", 2)
    async with running(tmp_path) as serving:
        ann, bob, table = await two_at_a_table(serving)
        serving.services.registry.get(table).reload(await serving.services.store.read(table))
        once(monkeypatch, "server.tables.table", "head_after")

        for player in (ann, bob):
            assert isinstance(await player.ask(order(serving, table)), m.Done)
        assert serving.services.counters.faults["table"] == 1
        assert not serving.services.supervision.items


@pytest.mark.parametrize("problem", [KeyError("a fault"), StoreBroken("database disk image is malformed")])
async def test_a_table_with_a_fault_or_a_damaged_log_does_not_keep_others_from_going_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock, problem: Exception
) -> None:
    async with running(tmp_path) as serving, flowing_time():
        registry, thaw = serving.services.registry, TableActor.thaw
        is_a_fault = isinstance(problem, KeyError)
        faulty, well = [(await two_at_a_table(serving))[2] for _ in range(2)]

        def thaws(actor: TableActor, rows: Sequence[Row]) -> None:
            if actor.id == faulty:
                raise problem
            thaw(actor, rows)

        monkeypatch.setattr(TableActor, "thaw", thaws)
        for table in (faulty, well):
            registry.get(table).freeze(STORE_FAILED)

        with trio.fail_after(WELL_S):
            while registry.get(well).table.frozen is not None or (is_a_fault and registry.frozen_by_disk()):
                await trio.sleep(1)
        assert [item.id for item in serving.services.supervision.items] == ([faulty] if is_a_fault else [])


async def test_a_fault_of_the_history_holds_nobody_up_and_no_match_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    async with running(tmp_path) as serving, flowing_time():
        once(monkeypatch, serving.services.social, "add_matches")
        ann, _bob, table = await two_at_a_table(serving)
        await ann.ask(m.SendResign(table=table, key=new_key()))
        with trio.fail_after(WELL_S):
            while not (await ann.ask(m.GetHistory(game="clod"))).matches:
                await trio.sleep(1)


async def test_a_log_that_cannot_be_replayed_keeps_no_server_from_its_start(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        _ann, _bob, table = await two_at_a_table(serving)

    class Broken(GAMES["clod"]):  # type: ignore[misc]
        def start(self) -> Any:
            raise KeyError("start")

    async with running(tmp_path, games={**GAMES, "clod": Broken}) as serving:
        assert [(item.kind, item.id) for item in serving.services.supervision.items] == [("table", table)]
        assert isinstance(
            await (await raw(serving, name="Eve")).ask(m.MakeTable(key=new_key(), game="thud", options={})), m.Done
        )


async def test_a_server_without_its_store_ends_in_order_and_says_so(tmp_path: Path) -> None:
    with pytest.RaisesGroup(StoreError, flatten_subgroups=True):
        async with running_on_loopback(tmp_path) as serving:
            serving.services.store.lanes.commits.stop()
            await trio.sleep_forever()


async def test_a_fault_while_a_server_drains_does_not_keep_it_from_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with trio.fail_after(PATIENCE_S):
        async with running_on_loopback(tmp_path) as serving:
            monkeypatch.setattr(serving.services, "drain", raising(KeyError("drain")))

    assert serving.services.counters.faults["drain"] == 1


async def test_a_match_is_played_while_all_background_tasks_fail_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    failed = dict[str, int]()

    def wrap(name: str, run: Work) -> Work:
        def next_fault() -> Exception:
            failed[name] = failed.get(name, 0) + 1
            return faults()[failed[name] % len(faults())]

        return faulting(run, next_fault)

    monkeypatch.setattr(Supervision, "wrap", staticmethod(wrap))
    async with running(tmp_path) as serving, flowing_time():
        ann, bob, table = await two_at_a_table(serving, "thud")
        for number in range(20):
            await trio.sleep(2)
            reply = await (ann, bob)[number % 2].ask(order(serving, table))
            assert isinstance(reply, m.Done)

        assert {"lists", "broadcast", "registry", "admission"} <= failed.keys()
        assert set(serving.services.counters.faults) >= failed.keys() - {"job"}
