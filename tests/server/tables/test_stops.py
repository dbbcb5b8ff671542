"""Effects of a stop on the clocks: the server ends, is killed, or the host sleeps. No player gains time by it."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.serving import (
    FullDisk,
    Raw,
    config,
    kept,
    new_key,
    order,
    raw,
    running,
    running_on_loopback,
    two_at_a_table,
)
from devtools.harness.server.timing import event, pass_time, player, timed_table
from netgame.match import Match
from protocol import messages as m
from server.app import Serving, serve
from server.tables.actor import STORE_FAILED


@asynccontextmanager
async def crashed_at(data: Path, copy: Path) -> AsyncIterator[Serving]:
    """A server that finds the folder as a crash at this moment would leave it."""
    kept[copy] = kept[data].crashed()
    async with running(copy) as serving:
        yield serving


async def back(serving: Serving, table: str, *names: str) -> list[Raw]:
    """Sign in and watch the table, from the event on that was its last one before."""
    match = match_of(serving, table)
    lines = [await player(serving, name) for name in names]
    for line in lines:
        await line.ask(m.Watch(table=table, after=match.number))
    return lines


def match_of(serving: Serving, table: str) -> Match:
    match = serving.match(table)
    assert match is not None
    return match


def left_of(serving: Serving, table: str) -> int:
    """Return the time left on Ann's clock."""
    clocks = match_of(serving, table).clocks
    assert clocks is not None
    return clocks.left[0]


# ---- killed


async def test_after_a_crash_the_clock_continues_from_the_last_moment_the_server_may_have_run(
    tmp_path: Path, mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.time()
    async with running(tmp_path / "a") as serving:
        _ann, _bob, table = await timed_table(serving, "sudden 300", absence="forfeit 300")
        await pass_time(mock_clock, 50, serving)
        async with crashed_at(tmp_path / "a", tmp_path / "b") as again:
            match = match_of(again, table)
            assert match.paused is not None
            assert match.paused.cause == "restart"
            assert 50_000 <= match.paused.at - match.history[0].event.at <= 51_000
            assert 279_000 <= left_of(again, table) <= 280_000

        monkeypatch.setattr(time, "time", lambda: began + 50 + 60)  # the host's clock a minute later
        async with crashed_at(tmp_path / "a", tmp_path / "c") as again:
            await back(again, table, "Ann", "Bob")
            assert 279_000 <= left_of(again, table) <= 280_000


async def test_after_a_crash_a_match_resumes_when_both_players_are_back_and_not_before_one_is(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with running(tmp_path / "a") as serving:
        _ann, _bob, table = await timed_table(serving, "sudden 60")
        await pass_time(mock_clock, 40, serving)
        async with crashed_at(tmp_path / "a", tmp_path / "b") as again:
            await pass_time(mock_clock, 600)
            before = left_of(again, table)

            [ann] = await back(again, table, "Ann")
            refused = await ann.ask(order(again, table))
            await pass_time(mock_clock, 30)
            assert left_of(again, table) == before
            await back(again, table, "Bob")
            await event(ann, "resumed")

            assert refused.code == "paused"
            await pass_time(mock_clock, 5)
            await ann.ask(order(again, table))
            assert left_of(again, table) == before - 5_000


async def test_after_a_crash_it_goes_on_a_minute_after_the_first_is_back(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running(tmp_path / "a") as serving:
        _ann, _bob, table = await timed_table(serving, "sudden 60", absence="forfeit 60")
        await pass_time(mock_clock, 40, serving)
        async with crashed_at(tmp_path / "a", tmp_path / "b") as again:
            [bob] = await back(again, table, "Bob")
            await pass_time(mock_clock, 59)
            match = match_of(again, table)
            assert match.paused is not None
            assert list(match.away) == [0]

            await pass_time(mock_clock, 2)

            await event(bob, "resumed")
            await pass_time(mock_clock, 60)
            assert (await event(bob, "ended"))["reason"] == "flag"


async def test_a_minute_through_which_no_player_waits_does_not_count(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running(tmp_path / "a") as serving:
        _ann, _bob, table = await timed_table(serving)
        async with crashed_at(tmp_path / "a", tmp_path / "b") as again:
            [ann] = await back(again, table, "Ann")
            await pass_time(mock_clock, 50)
            ann.reset()
            await pass_time(mock_clock, 20)

            match = match_of(again, table)
            assert match.paused is not None


async def test_a_table_without_clock_and_absence_does_not_note_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        _ann, _bob, table = await two_at_a_table(serving)
        before = serving.match(table)

    async with running(tmp_path) as serving:
        assert serving.match(table) == before


async def test_time_never_goes_back_over_a_restart_though_the_clock_of_the_computer_does(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with running(tmp_path / "a") as serving:
        _ann, _bob, table = await timed_table(serving)
        await pass_time(mock_clock, 80, serving)  # which the clock of the computer has not
        async with crashed_at(tmp_path / "a", tmp_path / "b") as again:
            [ann, _bob] = await back(again, table, "Ann", "Bob")

            resumed = await event(ann, "resumed")

            assert resumed["at"] >= match_of(serving, table).at + 78_000


# ---- ended in an orderly way


async def test_an_orderly_stop_pauses_and_tells_before_it_says_goodbye(tmp_path: Path, mock_clock: MockClock) -> None:
    told: dict[str, list[m.Message]] = {}

    async def listen(name: str, line: Raw) -> None:
        told[name] = await line.rest()
        await line.stream.aclose()

    async with trio.open_nursery() as nursery:
        serving: Serving = await nursery.start(serve, config(tmp_path))
        ann, bob, table = await timed_table(serving, "sudden 300")
        await pass_time(mock_clock, 45)
        async with trio.open_nursery() as listeners:
            listeners.start_soon(listen, "Ann", ann)
            listeners.start_soon(listen, "Bob", bob)
            listeners.cancel_scope.shield = True
            nursery.cancel_scope.cancel()

    *_, news, closing = [message for message in told["Bob"] if isinstance(message, m.TableEvents | m.Closing)]
    assert isinstance(news, m.TableEvents)
    assert isinstance(closing, m.Closing)
    paused = news.events[-1]
    assert (paused["type"], paused["cause"], paused["clocks"]) == ("paused", "drain", [285_000, 300_000])
    async with running_on_loopback(tmp_path) as again:
        await pass_time(mock_clock, 100)
        [ann, _bob] = await back(again, table, "Ann", "Bob")
        await event(ann, "resumed")
        assert left_of(again, table) == 285_000


# ---- the computer sleeps


async def test_after_a_gap_the_clocks_go_on_when_both_are_heard_again(serving: Serving, mock_clock: MockClock) -> None:
    ann, bob, table = await timed_table(serving, "sudden 300")
    await pass_time(mock_clock, 40)

    mock_clock.jump(50)

    nonces, paused = await probed_and_paused(ann)
    assert (paused["cause"], paused["clocks"]) == ("restart", [290_000, 300_000])
    await answer(ann, nonces)
    await pass_time(mock_clock, 10)
    assert match_of(serving, table).paused is not None
    await answer(bob, (await probed_and_paused(bob))[0])
    await event(ann, "resumed")
    assert left_of(serving, table) == 290_000


async def probed_and_paused(line: Raw) -> tuple[list[int], dict[str, Any]]:
    """Return the probes that came before the pause, and the pause."""
    nonces = []
    while (frame := await line.frame()) is not None:
        if isinstance(frame.message, m.Probe):
            nonces.append(frame.message.nonce)
        elif isinstance(frame.message, m.TableEvents) and frame.message.events[-1]["type"] == "paused":
            return nonces, frame.message.events[-1]
    raise AssertionError("the connection ended")


async def answer(line: Raw, nonces: list[int]) -> None:
    for nonce in nonces:
        await line.send(m.Echo(nonce=nonce))
    await line.ask(m.Ping())


async def test_no_player_loses_by_a_flag_that_would_have_fallen_in_a_gap(
    serving: Serving, mock_clock: MockClock
) -> None:
    _ann, _bob, table = await timed_table(serving, "sudden 60")

    mock_clock.jump(3600)
    await pass_time(mock_clock, 5, serving)

    assert match_of(serving, table).paused is not None


async def test_a_move_that_comes_right_after_a_gap_finds_the_clocks_stopped(
    serving: Serving, mock_clock: MockClock
) -> None:
    ann, _bob, table = await timed_table(serving, "sudden 300")
    await pass_time(mock_clock, 40)
    move = order(serving, table)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ann.send, move, 7)
        mock_clock.jump(40)

    assert (await ann.reply(7)).code == "paused"


# ---- a computer whose clock was wrong

DAY_MS = 86_400_000


async def test_a_run_with_a_clock_that_was_ahead_does_not_keep_the_time_of_the_server_ahead(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as serving:
        await two_at_a_table(serving)
        ahead = serving.services.clock.now() + DAY_MS
        await serving.services.store.alive(ahead)

    async with running(tmp_path) as serving:
        assert serving.services.clock.now() < ahead - DAY_MS // 2
    assert "clock of this host is 24.0 h behind" in caplog.text


async def test_matches_with_a_clock_that_were_played_ahead_of_time_keep_their_order(
    tmp_path: Path, mock_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as serving:
        serving.services.clock.reach(serving.services.clock.now() + DAY_MS)
        _ann, _bob, table = await timed_table(serving)
        match = match_of(serving, table)

    async with running(tmp_path) as serving:
        assert serving.services.clock.now() >= match.at
    assert "stays ahead" in caplog.text


# ---- signs of life


@pytest.fixture
def noted(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """When the server wrote that it lives."""
    times, really = list[int](), serving.services.store.alive

    async def alive(now: int) -> None:
        times.append(now)
        await really(now)

    monkeypatch.setattr(serving.services.store, "alive", alive)
    return times


async def test_a_server_writes_its_time_while_a_player_is_charged_for_time(
    serving: Serving, mock_clock: MockClock, noted: list[int]
) -> None:
    await timed_table(serving, "sudden 300")
    noted.clear()

    await pass_time(mock_clock, 10, serving)

    assert len(noted) >= 9


@pytest.mark.parametrize("fields", [{}, {"absence": "forfeit 60"}])
async def test_a_server_writes_no_time_while_no_player_is_charged(
    serving: Serving, mock_clock: MockClock, noted: list[int], fields: dict[str, str]
) -> None:
    ann, bob, _table = await timed_table(serving, "none", **fields)
    noted.clear()
    await pass_time(mock_clock, 10, serving)
    assert len(noted) == 0

    ann.reset()
    bob.reset()
    await pass_time(mock_clock, 10, serving)
    before = len(noted)
    await pass_time(mock_clock, 60, serving)

    assert len(noted) == before


async def test_a_budget_of_absence_that_is_spent_is_not_written_down_for_ever(
    serving: Serving, mock_clock: MockClock, noted: list[int]
) -> None:
    ann, _bob, _table = await timed_table(serving, "none", absence="forfeit 60")
    noted.clear()
    ann.reset()
    await pass_time(mock_clock, 70, serving)
    before = len(noted)
    assert before > 50

    await pass_time(mock_clock, 60, serving)

    assert len(noted) == before


# ---- the disk


async def test_with_a_full_disk_nothing_is_acknowledged_and_the_table_is_frozen_with_a_notice(tmp_path: Path) -> None:
    disk = FullDisk()
    async with running_on_loopback(tmp_path, disk) as serving:
        ann, bob, table = await two_at_a_table(serving)
        before = serving.match(table)
        disk.full = True

        move = order(serving, table)
        assert (await ann.ask(move)).code == "unconfirmed"
        assert (await bob.push(m.Frozen)).template == STORE_FAILED.template
        assert (await ann.ask(move)).code == "unconfirmed"
        assert (await ann.ask(order(serving, table))).code == "frozen"
        assert serving.match(table) == before
        disk.full = False
        carl = await raw(serving, name="Carl")
        assert isinstance(await carl.ask(m.MakeTable(key=new_key(), game="clod", options={})), m.Done)
    async with running_on_loopback(tmp_path) as serving:
        assert serving.match(table) == before
        ann = await player(serving, "Ann")
        [info] = [info for info in (await ann.ask(m.ListTables())).tables if info.table == table]
        assert info.state == "playing"
