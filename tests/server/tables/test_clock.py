"""The clock of a server, and how the time of a service corrects it."""

import pytest
from trio.testing import MockClock

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


async def test_a_clock_that_is_far_behind_is_set_at_once_and_one_far_ahead_never_goes_backwards(
    mock_clock: MockClock,
) -> None:
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
async def test_a_moment_of_the_clock_takes_corrections_into_account(
    mock_clock: MockClock, error: int, in_ms: int
) -> None:
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
