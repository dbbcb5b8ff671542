import gc
import weakref
from collections.abc import Iterator

import pytest
import trio
import trio.testing

from server.ops.garbage import ALL_AFTER_S, ALL_EVERY_S, YOUNG, YOUNG_EVERY_S, keep_tidy


class Knot:
    """Refers to itself: only a search finds that nobody needs it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    yield
    gc.unfreeze()
    assert gc.isenabled()


async def test_what_is_new_and_not_needed_is_found_soon(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_tidy, lambda: False)
        await trio.testing.wait_all_tasks_blocked()
        seen = weakref.ref(Knot())
        kept = [[number] for number in range(2 * YOUNG)]
        await trio.sleep(2 * YOUNG_EVERY_S)
        assert seen() is None
        assert len(kept) == 2 * YOUNG
        nursery.cancel_scope.cancel()


async def test_what_was_needed_for_a_while_is_looked_at_again_when_nobody_is_here(
    autojump_clock: trio.testing.MockClock,
) -> None:
    quiet = False
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_tidy, lambda: quiet)
        await trio.testing.wait_all_tasks_blocked()
        knot = Knot()
        seen = weakref.ref(knot)
        gc.freeze()
        del knot
        autojump_clock.jump(ALL_EVERY_S)
        await trio.sleep(2 * YOUNG_EVERY_S)
        assert seen() is not None
        quiet = True
        await trio.sleep(2 * YOUNG_EVERY_S)
        assert seen() is None
        nursery.cancel_scope.cancel()


async def test_it_is_looked_at_after_a_day_although_somebody_is_here(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_tidy, lambda: False)
        await trio.testing.wait_all_tasks_blocked()
        seen = weakref.ref(Knot())
        gc.freeze()
        autojump_clock.jump(ALL_AFTER_S)
        await trio.sleep(2 * YOUNG_EVERY_S)
        assert seen() is None
        nursery.cancel_scope.cancel()
