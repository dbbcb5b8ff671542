"""Terms of clocks, lag, absence, and stops of the server. `devtools/scenarios` tell how clocks go on."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.serving import (
    Raw,
    config,
    kept,
    new_key,
    order,
    running,
    running_on_loopback,
    serve_in_memory,
    two_at_a_table,
)
from devtools.harness.server.timing import event, pass_time, player, timed_table
from netgame.match.events import Moved
from protocol import messages as m
from protocol.framing import encode
from server.app import Serving
from tests.systems import keeps_what_came


@pytest.fixture
async def serving(tmp_path: Path, mock_clock: MockClock) -> AsyncIterator[Serving]:
    async with running(tmp_path) as started:
        yield started


async def test_the_list_of_tables_shows_clock_policy_and_who_is_ready_at_which_seat(serving: Serving) -> None:
    ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
    agreed: dict[str, Any] = {"clock": "byoyomi 600+5x30", "absence": "forfeit 60", "spectators": False, "delay": 20}

    async def listed() -> m.TableInfo:
        [info] = (await bob.ask(m.ListTables())).tables
        return info  # type: ignore[no-any-return]

    make = m.MakeTable(key=new_key(), game="clod", options={}, player=0, ready=False, **agreed)
    table = (await ann.ask(make)).table
    info = await listed()
    assert {name: getattr(info, name) for name in agreed} == agreed
    assert (info.state, info.ready, info.started, info.paused) == ("open", (False, False), None, None)
    assert serving.match(table).created.clock == "byoyomi 600+5x30"

    assert isinstance(await ann.ask(m.TakeSeat(table=table, key=new_key(), player=1, ready=False)), m.Done)
    assert await ann.refusal(m.TakeSeat(table=table, key=new_key())) == "already_seated"
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    info = await listed()
    assert (info.state, info.ready, [seat and seat.name for seat in info.seats]) == (
        "open", (True, False), ["Bob", "Ann"],
    )  # fmt: skip

    await ann.ask(m.ReadyUp(table=table, key=new_key()))
    info = await listed()
    assert (info.state, info.started) == ("playing", serving.match(table).at)


async def test_an_echo_of_no_probe_measures_no_lag(serving: Serving, mock_clock: MockClock) -> None:
    ann, bob, table = await timed_table(serving)
    probe = await ann.push(m.Probe)
    mock_clock.jump(0.3)
    await ann.send(m.Echo(nonce=probe.nonce + 1))
    for line in (ann, bob, ann):
        await line.ask(order(serving, table))
        await pass_time(mock_clock, 2)

    moved = serving.match(table).history.last.event
    assert isinstance(moved, Moved)
    assert moved.lag == 0


async def causes_of_absence(line: Raw) -> tuple[str, str]:
    """Return why Bob is away: by the message about presence, and by the event. Accept them in any order."""
    causes: dict[str, str] = {}
    while len(causes) < 2:
        frame = await line.frame()
        assert frame is not None, "the server has ended the connection"
        match frame.message:
            case m.Presence(present=(True, False)):
                causes["presence"] = frame.message.causes[1]
            case m.TableEvents():
                for happened in frame.message.events:
                    if happened["type"] == "absent":
                        causes["event"] = happened["cause"]
    return causes["presence"], causes["event"]


async def test_a_client_that_says_goodbye_left_and_one_that_breaks_off_is_lost(serving: Serving) -> None:
    ann, bob, table = await timed_table(serving, absence="forfeit 60")
    await bob.send(m.Bye())
    await bob.stream.send_eof()
    assert await causes_of_absence(ann) == ("left", "left")
    bob = await player(serving, "Bob")
    assert (await event(ann, "returned"))["player"] == 1
    bob.reset()
    assert await causes_of_absence(ann) == ("lost", "lost")
    assert list(serving.match(table).away) == [1]


@keeps_what_came
async def test_a_goodbye_counts_although_the_server_cannot_send_any_more(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running_on_loopback(tmp_path) as serving:
        ann, bob, table = await timed_table(serving, absence="forfeit 60")
        peer = serving.services.lobby.peer_of(serving.match(table).seats[1].account)
        with socket.fromfd(bob.stream.socket.fileno(), socket.AF_INET, socket.SOCK_STREAM) as sock:
            sock.sendall(encode(m.Bye()))  # no other task runs until the server has sent
        bob.reset()
        for _ in range(2):  # the system may still take the first one
            peer.probe()
        assert await causes_of_absence(ann) == ("left", "left")


async def test_a_player_who_leaves_before_the_start_is_absent_from_the_start(serving: Serving) -> None:
    ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
    make = m.MakeTable(key=new_key(), game="thud", options={}, player=0, absence="forfeit 60")
    table = (await ann.ask(make)).table
    await bob.ask(m.Watch(table=table))
    ann.reset()
    while (await bob.push(m.Presence)).present != (False, False):
        pass
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    assert (await event(bob, "absent"))["player"] == 0


# ---- stops


async def test_a_minute_through_which_no_player_waits_does_not_count(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running(tmp_path / "a") as serving:
        _ann, _bob, table = await timed_table(serving)
        kept[tmp_path / "b"] = kept[tmp_path / "a"].crashed()
        async with running(tmp_path / "b") as again:
            ann = await player(again, "Ann")
            await pass_time(mock_clock, 50)
            ann.reset()
            await pass_time(mock_clock, 20)
            assert again.match(table).paused is not None


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


async def test_a_move_right_after_a_gap_finds_the_clocks_stopped(serving: Serving, mock_clock: MockClock) -> None:
    ann, _bob, table = await timed_table(serving, "sudden 300")
    await pass_time(mock_clock, 40)
    move = order(serving, table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ann.send, move, 7)
        mock_clock.jump(40)
    assert (await ann.reply(7)).code == "paused"


DAY_MS = 86_400_000


async def test_a_clock_that_was_ahead_does_not_stay_ahead(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with running(tmp_path) as serving:
        await two_at_a_table(serving)
        ahead = serving.services.clock.now() + DAY_MS
        await serving.services.store.alive(ahead)
    async with running(tmp_path) as serving:
        assert serving.services.clock.now() < ahead - DAY_MS // 2
    assert "clock of this host is 24.0 h behind" in caplog.text


async def test_timed_matches_that_were_ahead_keep_their_order(
    tmp_path: Path, mock_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as serving:
        serving.services.clock.reach(serving.services.clock.now() + DAY_MS)
        _ann, _bob, table = await timed_table(serving)
        match = serving.match(table)
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


async def test_the_time_is_written_while_it_is_spent(serving: Serving, mock_clock: MockClock, noted: list[int]) -> None:
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


async def test_no_time_is_written_while_none_is_spent(
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
