"""The server's time follows the clock of its computer, but no clock far ahead of its last life."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from trio.testing import MockClock

from devtools.harness.server.serving import Raw, new_key, raw, running
from devtools.harness.server.timing import Asleep, pass_time, timed_table
from netgame.games import GAMES
from protocol import messages as m
from server.app import Serving
from server.ops.limits import Limits
from server.tables.clock import Clock
from server.tables.host_time import FAR_MS, STEP_MS, HostTime
from tests.server.admin.conftest import Printed, typed
from tests.server.test_supervised import Faulty, faulty_table

DAY_MS = 86_400_000
ANN = b"a" * 32


class Host:
    """The clock of a computer that people and time services set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead_ms, really = 0, time.time
        monkeypatch.setattr(time, "time", lambda: really() + self.ahead_ms / 1000)


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Host:
    return Host(monkeypatch)


@pytest.fixture
async def serving(tmp_path: Path, mock_clock: MockClock, host: Host) -> AsyncIterator[Serving]:
    async with running(tmp_path) as started:
        yield started


async def looked(clock: MockClock) -> None:
    """Let the server look at the clock of its computer."""
    await pass_time(clock, 15)


def behind_ms(serving: Serving) -> float:
    """By how much the server's time is behind the clock of the computer."""
    return time.time() * 1000 - serving.services.clock.now()


@pytest.mark.parametrize("step_ms", [8 * 3_600_000, 5_000, 3 * DAY_MS])
async def test_a_clock_that_was_set_forward_is_followed(
    serving: Serving, mock_clock: MockClock, host: Host, step_ms: int
) -> None:
    host.ahead_ms = step_ms + 60_000
    await looked(mock_clock)

    assert -30_000 < behind_ms(serving) < 1_000


async def test_no_clock_of_a_match_notices_that_the_clock_was_set(
    serving: Serving, mock_clock: MockClock, host: Host
) -> None:
    ann, _bob, table = await timed_table(serving, "sudden 300")
    host.ahead_ms = 3_600_000
    await looked(mock_clock)
    match = serving.match(table)
    assert match is not None
    assert match.paused is None
    assert behind_ms(serving) > 3_000_000

    await ann.ask(m.SendLeave(table=table, key=new_key()))
    await looked(mock_clock)

    assert behind_ms(serving) < 1_000


async def test_a_table_that_is_set_aside_holds_no_time_back(tmp_path: Path, mock_clock: MockClock, host: Host) -> None:
    async with running(tmp_path, games={**GAMES, "faulty": Faulty}) as serving:
        await faulty_table(serving)
        host.ahead_ms = 3_600_000
        await looked(mock_clock)

        assert behind_ms(serving) < 1_000
        assert not serving.services.timers.has_frozen


async def test_a_clock_that_was_set_back_is_followed_slowly(
    serving: Serving, mock_clock: MockClock, host: Host
) -> None:
    await looked(mock_clock)
    before, host.ahead_ms = serving.services.clock.now(), -60_000
    await pass_time(mock_clock, 115)

    assert 100_000 < serving.services.clock.now() - before < 108_000


async def waiting_table(serving: Serving) -> tuple[Raw, str]:
    ann = await raw(serving, name="Ann", token=ANN)
    return ann, (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}))).table


@pytest.mark.parametrize("days", [FAR_MS // DAY_MS + 1, 400, 36_500])
async def test_a_start_far_ahead_fires_no_dates_until_the_operator_says_so(
    tmp_path: Path, mock_clock: MockClock, host: Host, capsys: Printed, days: int
) -> None:
    limits = Limits(guest_days=1, waiting_s=60)
    async with running(tmp_path, limits=limits) as serving:
        _ann, table = await waiting_table(serving)
        await raw(serving, name="Gus")
        await pass_time(mock_clock, 1)
    host.ahead_ms = days * DAY_MS
    async with running(tmp_path, limits=limits) as serving:
        await looked(mock_clock)
        guests = len(list(serving.services.accounts.listed(guests=True)))
        match = serving.match(table)

        assert guests == 2
        assert match is not None
        assert match.ended is None
        assert behind_ms(serving) > (days - 1) * DAY_MS
        assert await typed("status", data=tmp_path) == 0
        assert "clock --accept" in capsys.readouterr().out

        assert await typed("clock", "--accept", data=tmp_path) == 0
        assert abs(behind_ms(serving)) < 5_000
    async with running(tmp_path, limits=limits) as serving:  # and it does not ask again
        assert abs(behind_ms(serving)) < 5_000


async def test_after_a_wrong_clock_the_server_is_not_ahead(tmp_path: Path, mock_clock: MockClock, host: Host) -> None:
    async with running(tmp_path) as serving:
        await raw(serving, name="Ann")
        await pass_time(mock_clock, 1)
    host.ahead_ms = 400 * DAY_MS
    async with running(tmp_path) as serving:
        await timed_table(serving, "days 3")
        host.ahead_ms = 0
        await looked(mock_clock)
        assert abs(behind_ms(serving)) < 60_000
    async with running(tmp_path) as serving:
        assert abs(behind_ms(serving)) < 60_000


async def test_a_clock_that_a_time_service_keeps_right_is_believed(host: Host, mock_clock: MockClock) -> None:
    clock, times = Clock(), list[int | None]([None])
    host_time = HostTime(clock, Asleep(), lambda: times[-1])
    last_life = clock.now() - FAR_MS - DAY_MS

    host_time.begin(last_life)
    assert (host_time.is_held, clock.now()) == (True, last_life)
    times.append(int(time.time() * 1000) - 3_600_000)  # of another clock
    assert not host_time.has_stepped
    times.append(int(time.time() * 1000))
    host_time.follow()

    assert (host_time.is_held, abs(host_time.ahead_ms) < STEP_MS) == (False, True)


async def test_a_long_sleep_is_believed_and_a_jump_of_the_clock_is_not(host: Host, mock_clock: MockClock) -> None:
    for slept_ms, is_held in ((30 * DAY_MS, False), (0, True)):
        asleep = Asleep()
        host_time = HostTime(Clock(), asleep, lambda: None)
        asleep.ms += slept_ms
        host.ahead_ms += 30 * DAY_MS
        host_time.follow()

        assert host_time.is_held == is_held
