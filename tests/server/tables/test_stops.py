"""Stops of the server or of its host, and what it writes of its time. `devtools/scenarios` tell how clocks go on."""

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.serving import config, kept, order, running, serve_in_memory, two_at_a_table
from devtools.harness.server.timing import pass_time, player, timed_table
from netgame.match import Match
from protocol import messages as m
from server.app import Serving


def match_of(serving: Serving, table: str) -> Match:
    match = serving.match(table)
    assert match is not None
    return match


async def test_a_minute_through_which_no_player_waits_does_not_count(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running(tmp_path / "a") as serving:
        _ann, _bob, table = await timed_table(serving)
        kept[tmp_path / "b"] = kept[tmp_path / "a"].crashed()
        async with running(tmp_path / "b") as again:
            ann = await player(again, "Ann")
            await pass_time(mock_clock, 50)
            ann.reset()
            await pass_time(mock_clock, 20)

            assert match_of(again, table).paused is not None


async def test_a_table_without_clock_and_absence_does_not_note_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        _ann, _bob, table = await two_at_a_table(serving)
        before = serving.match(table)
    async with running(tmp_path) as serving:
        assert serving.match(table) == before


async def test_an_orderly_stop_pauses_and_tells_before_it_says_goodbye(tmp_path: Path, mock_clock: MockClock) -> None:
    stop = trio.Event()
    async with trio.open_nursery() as nursery:
        serving: Serving = await nursery.start(serve_in_memory, config(tmp_path), stop)
        ann, bob, _table = await timed_table(serving, "sudden 300")
        await pass_time(mock_clock, 45)
        stop.set()
        ann.close()
        told = await bob.rest()
        bob.close()

    *_, news, closing = [message for message in told if isinstance(message, m.TableEvents | m.Closing)]
    assert isinstance(news, m.TableEvents)
    assert isinstance(closing, m.Closing)
    paused = news.events[-1]
    assert (paused["type"], paused["cause"], paused["clocks"]) == ("paused", "drain", [285_000, 300_000])


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


@pytest.fixture
def noted(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """When the server wrote that it lives."""
    times, really = list[int](), serving.services.store.alive

    async def alive(now: int) -> None:
        times.append(now)
        await really(now)

    monkeypatch.setattr(serving.services.store, "alive", alive)
    return times


async def test_a_server_writes_its_time_while_a_player_is_charged_for_absence_or_time(
    serving: Serving, mock_clock: MockClock, noted: list[int]
) -> None:
    ann, _bob, _table = await timed_table(serving, "none", absence="forfeit 60")
    noted.clear()
    ann.reset()
    await pass_time(mock_clock, 70, serving)
    spent = len(noted)
    assert spent > 50
    await pass_time(mock_clock, 60, serving)
    assert len(noted) == spent

    await timed_table(serving, "sudden 300")
    noted.clear()
    await pass_time(mock_clock, 10, serving)
    assert len(noted) >= 9


async def test_a_server_writes_no_time_while_no_player_is_charged(
    serving: Serving, mock_clock: MockClock, noted: list[int]
) -> None:
    for fields in ({}, {"absence": "forfeit 60"}):
        ann, bob, _table = await timed_table(serving, "none", **fields)
        noted.clear()
        await pass_time(mock_clock, 10, serving)
        assert noted == []

        ann.reset()
        bob.reset()
        await pass_time(mock_clock, 10, serving)
        before = len(noted)
        await pass_time(mock_clock, 60, serving)
        assert len(noted) == before


# ---- the disk
