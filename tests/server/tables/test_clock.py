"""The clock of a server, how the time of a service corrects it, and its alarms."""

from collections.abc import Callable, Iterator

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock, wait_all_tasks_blocked

from server.tables.alarms import Alarms
from server.tables.clock import STEP_MS, Clock

AT = 1_800_000_000_000


@pytest.mark.parametrize("error", [-700, -40, 40, 700])
async def test_a_correction_is_gradual_and_exact_in_the_end(mock_clock: MockClock, error: int) -> None:
    clock = Clock()
    clock.set(AT)
    clock.steer(AT + error, mock_clock.current_time())
    shown = []
    for _ in range(100):
        mock_clock.jump(0.1)
        shown.append(clock.now())

    steps = [after - before for before, after in zip([AT, *shown], shown, strict=False)]
    assert all(89 <= step <= 111 for step in steps)
    assert abs(shown[-1] - (AT + 10_000 + error)) <= 1


async def test_a_clock_far_behind_is_set_at_once_and_one_far_ahead_never_goes_backwards(mock_clock: MockClock) -> None:
    clock = Clock()
    clock.set(AT)
    clock.steer(AT + STEP_MS, mock_clock.current_time())
    assert abs(clock.now() - AT - STEP_MS) <= 1
    clock = Clock()
    clock.set(AT)
    clock.steer(AT - 3_600_000, mock_clock.current_time())
    mock_clock.jump(1)
    assert AT + 800 <= clock.now() <= AT + 1_000


@pytest.mark.parametrize("error", [-700, -40, 0, 40, 700])
@pytest.mark.parametrize("in_ms", [10, 300, 900, 8_000])
async def test_a_moment_of_the_clock_allows_for_corrections(mock_clock: MockClock, error: int, in_ms: int) -> None:
    clock = Clock()
    clock.set(AT)
    clock.steer(AT + error, mock_clock.current_time())
    mock_clock.jump(clock.when(AT + in_ms) - mock_clock.current_time())
    assert abs(clock.now() - AT - in_ms) <= 1


async def test_corrections_that_follow_each_other_do_not_add_up(mock_clock: MockClock) -> None:
    clock = Clock()
    clock.set(AT)
    for second in range(20):
        clock.steer(AT + 500 + second * 1000, mock_clock.current_time())
        mock_clock.jump(1)
    assert abs(clock.now() - (AT + 20_500)) <= 1


# ---- alarms: many times, and one task that wakes at the next of them


class CountingClock(Clock):
    """Counts how often the task asks until when to sleep."""

    asked = 0

    def when(self, at: int) -> float:
        self.asked += 1
        return super().when(at)


class Bell:
    """Alarms that note what rang, and when."""

    def __init__(self) -> None:
        self.clock = CountingClock()
        self.start = self.clock.now()
        self.rang: list[tuple[str, int]] = []
        self.on_ring: Callable[[str], None] = lambda name: None
        self.alarms = Alarms(self.clock, self._ring)

    def _ring(self, name: str) -> None:
        self.rang.append((name, self.clock.now() - self.start))
        self.on_ring(name)

    def set(self, name: str, after: int | None) -> None:
        self.alarms.set(name, None if after is None else self.start + after)


@pytest.fixture
def bell(nursery: trio.Nursery, mock_clock: MockClock) -> Iterator[Bell]:
    made = Bell()
    nursery.start_soon(made.alarms.run)
    yield made
    nursery.cancel_scope.cancel()


async def pass_ms(clock: MockClock, ms: int) -> None:
    for _ in range(ms // 10):
        clock.jump(0.01)
        await wait_all_tasks_blocked()


async def test_each_rings_once_at_its_time(bell: Bell, mock_clock: MockClock) -> None:
    bell.set("past", -5000)
    await wait_all_tasks_blocked()
    assert [name for name, _at in bell.rang] == ["past"], "at once"
    bell.rang.clear()
    bell.set("late", 300)
    bell.set("soon", 100)
    await pass_ms(mock_clock, 500)

    assert [name for name, _at in bell.rang] == ["soon", "late"]
    assert [at - at % 20 for _name, at in bell.rang] == [100, 300]  # it may be a step later, by rounding
    assert len(bell.alarms) == 0


async def test_an_alarm_may_set_the_next_one(bell: Bell, mock_clock: MockClock) -> None:
    bell.on_ring = lambda name: bell.set("second", 200) if name == "first" else None
    bell.set("first", 100)
    await pass_ms(mock_clock, 250)
    assert [name for name, _at in bell.rang] == ["first", "second"]


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.one_of(st.none(), st.integers(0, 50))), max_size=30))
def test_only_the_last_setting_of_an_alarm_counts(words: list[tuple[str, int | None]]) -> None:
    async def main() -> None:
        bell = Bell()
        for name, after in words:
            bell.set(name, after)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bell.alarms.run)
            await pass_ms(clock, 60)
            nursery.cancel_scope.cancel()
        wanted = {name: after for name, after in dict(words).items() if after is not None}
        assert {name for name, _at in bell.rang} == wanted.keys()
        assert len(bell.rang) == len(wanted)
        assert all(wanted[name] <= at <= wanted[name] + 10 for name, at in bell.rang)

    clock = MockClock()
    trio.run(main, clock=clock)


async def test_alarms_moved_later_with_each_move_wake_the_task_twice(bell: Bell, mock_clock: MockClock) -> None:
    for move in range(10):
        for table in range(1000):
            bell.set(f"t{table}", 60_000 + move * 1000)
    await wait_all_tasks_blocked()
    bell.clock.asked = 0
    for _ in range(71):
        mock_clock.jump(1)
        await wait_all_tasks_blocked()

    assert len(bell.rang) == 1000
    assert bell.clock.asked <= 2, "not once for each of the ten times"
