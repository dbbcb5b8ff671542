"""Time moved by hand, for a real server in the same run as its clients: no test of clocks sleeps."""

import contextlib
from collections.abc import Iterator
from typing import Any

import trio
import trio.testing

from devtools.harness.server.appending import appended
from devtools.harness.server.serving import Raw, opened, raw, table_of
from protocol import messages as m
from server.app import Serving

LOOK_AGAIN_S = 0.001
STEP_S = 1.0  # as the server ticks, so that it does not see a gap
PING_EVERY_S = 20


async def pass_time(clock: trio.testing.MockClock, seconds: float, serving: Serving | None = None) -> None:
    """Time goes on as it does at a computer that runs. `clock.jump` is a computer that was suspended.

    With a server, what that writes every few seconds is on disk before the next of them passes.
    """
    await settled()
    passed = 0.0
    while passed < seconds:
        step = min(seconds - passed, STEP_S)
        clock.jump(step)
        passed += step
        await settled()
        if serving is not None:
            await all_written(serving)
        if passed % PING_EVERY_S < STEP_S:
            await ping_all()


async def settled(idle_s: float = 0) -> None:
    """Wait until all tasks have waited so long, for time or for messages, and none for a thread on a busy machine."""
    await trio.testing.wait_all_tasks_blocked(idle_s)
    while _waits_for_a_thread():
        await trio.testing.wait_all_tasks_blocked(LOOK_AGAIN_S)


def _waits_for_a_thread() -> bool:
    tasks = [task for task in [trio.lowlevel.current_root_task()] if task is not None]
    for task in tasks:  # which grows meanwhile
        if any(frame.f_globals["__name__"] == "trio._threads" for frame, _line in task.iter_await_frames()):
            return True
        tasks += [child for nursery in task.child_nurseries for child in nursery.child_tasks]
    return False


async def all_written(serving: Serving) -> None:
    """Wait until the events and the time that the server had to write are on disk."""
    await appended(serving.services.store)
    await serving.services.store.last_alive()


async def ping_all() -> None:
    """Every client says that it is there; what it hears stays to be read."""
    for line in opened:
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await line.send(m.Ping())
    await trio.testing.wait_all_tasks_blocked(0.001)


class Asleep:
    """How long a computer was suspended."""

    ms = 0

    def __call__(self) -> int:
        return self.ms


class Steps(trio.abc.Instrument):
    """Counts how often a task has something to do; made by `counted_steps`."""

    count = 0

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self.count += 1


@contextlib.contextmanager
def counted_steps() -> Iterator[Steps]:
    """Count the steps of all tasks in the block."""
    trio.lowlevel.add_instrument(steps := Steps())
    yield steps
    trio.lowlevel.remove_instrument(steps)


async def timed_table(serving: Serving, clock: str = "sudden 60", **fields: Any) -> tuple[Raw, Raw, str]:
    """Ann (player 0, token of a's) and Bob (b's), who both watch their table: Thud with a clock."""
    ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
    return ann, bob, await table_of(ann, bob, game="thud", options={"battles": 1}, clock=clock, **fields)


async def player(serving: Serving, name: str) -> Raw:
    """Sign in a player with a token that follows from the name, so that a second call is the same account."""
    return await raw(serving, name=name, token=name[0].lower().encode() * 32)


async def event(line: Raw, kind: str) -> dict[str, Any]:
    """Return the next event of a kind."""
    while (news := await line.push(m.TableEvents)) is not None:
        for happened in news.events:
            if happened["type"] == kind:
                return dict(happened)
    raise AssertionError(f"the connection ended without {kind}")
