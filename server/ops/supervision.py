"""Supervision of the tasks beside the sessions: an exception ends one try of a task, never the server.

A task that fails starts again after a pause that grows. An item that makes its task fail again and again (a table, a
tournament, a notice) is set aside, so that the others go on. It stays so, also after a restart, until the operator
lets the server try it again.
"""

import logging
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import trio

from server.errors import StoreProblem, leaves
from server.ops.counters import Counters

log = logging.getLogger(__name__)

RETRY_S = 1.0  # while the store fails
FIRST_PAUSE_S, MOST_PAUSE_S = 1.0, 60.0  # before a task starts again; twice as long after each fault in a row
WELL_S = 600.0  # a task that has run for so long begins again with the first pause
MOST_TRIES = 3  # of an item, until it is set aside

T = TypeVar("T")
Work = Callable[[], Awaitable[None]]
StartSoon = Callable[[Work], None]


class Serve(Protocol):
    """A task for `nursery.start`."""

    def __call__(self, *, task_status: trio.TaskStatus[Any]) -> Awaitable[None]: ...


class Wakeup:
    """An event that a loop waits for again and again. It is clear as soon as a wait has ended."""

    def __init__(self) -> None:
        self._event = trio.Event()

    def set(self) -> None:
        """End the wait that is under way, or the next one."""
        self._event.set()

    def is_set(self) -> bool:
        """Tell whether the next wait ends at once."""
        return self._event.is_set()

    async def wait(self, most_s: float = float("inf")) -> bool:
        """Wait until it is set, at most for so long. Return whether it was set."""
        with trio.move_on_after(most_s):
            await self._event.wait()
        was_set = self._event.is_set()
        self._event = trio.Event()
        return was_set


async def keep_trying(
    what: str, step: Callable[[], Awaitable[T]], every_s: float = RETRY_S, *, is_logged: bool = True
) -> T:
    """Take a step, again while the store fails, and return its result.

    `what` names the step in the log ("vacations"). An outage is logged once, and once more when it is over. A step
    that other steps fail with is not logged. Other exceptions are raised.
    """
    failures = 0
    while True:
        try:
            result = await step()
        except StoreProblem as problem:
            if is_logged and not failures:
                log.error("%s cannot be read or written: %s; retrying", what, problem)
            failures += 1
        else:
            if is_logged and failures:
                log.info("%s can be read and written again, after %d failures", what, failures)
            return result
        await trio.sleep(every_s)


@dataclass(frozen=True)
class Item:
    """An item that is set aside. `at` is in ms since 1970."""

    kind: str  # table, tournament, ...
    id: str
    at: int
    reason: str  # the type of the exception; the log has its traceback


class ItemStore(Protocol):
    """The database that keeps which items are set aside. The event loop calls the methods with `in_thread`."""

    async def in_thread(self, call: Callable[..., T], *args: Any) -> T: ...

    def items_set_aside(self) -> list[Item]: ...

    def set_item_aside(self, item: Item) -> None: ...

    def take_item_back(self, kind: str, id: str) -> None: ...


class Attempt:
    """The outcome of a guarded block.

    `error` is None if the block was completed. After a fault of an item `again_in_s` says in how many seconds to try it
    again: infinity if it was set aside.
    """

    error: BaseExceptionGroup[Exception] | None = None
    again_in_s = 0.0

    @property
    def has_failed(self) -> bool:
        return self.error is not None


class Supervision:
    """Runs the tasks of a server, logs and counts their faults, and knows the items that are set aside.

    `on_set_aside` and `on_retry` have a function for each kind of item, which is called with the id. `on_change` is
    called when this server has set an item aside or taken it back, and that is stored. Without a `store` that lasts
    until the end of the process. `holds` has a function for the kinds that no server of a service may change while they
    are set aside: it is called with the id, and whether that begins. `wrap` lets tests change a task, by its name.
    """

    wrap: Callable[[str, Work], Work] = staticmethod(lambda _name, run: run)

    def __init__(
        self, counters: Counters | None = None, now: Callable[[], int] = lambda: 0, store: ItemStore | None = None
    ) -> None:
        self._counters, self._now, self._store = counters or Counters(), now, store
        self._items: dict[tuple[str, str], Item] = {}
        self._faults: Counter[tuple[str, str]] = Counter()  # of an item, in a row
        self._unsaved: dict[tuple[str, str], Item | None] = {}  # None: it is to be removed
        self._unkept: set[tuple[str, str]] = set()
        self._has_unsaved, self._saving = Wakeup(), trio.Lock()
        self.on_set_aside: dict[str, Callable[[Item], None]] = {}
        self.on_retry: dict[str, Callable[[Item], None]] = {}
        self.on_change: Callable[[], None] = lambda: None
        self.holds: dict[str, Callable[[str, bool], Awaitable[None]]] = {}

    # ---- tasks

    async def keep(self, name: str, run: Work, first_s: float = FIRST_PAUSE_S) -> None:
        """Run a task until it is cancelled. After an exception it starts again, first after `first_s`."""
        faults = 0
        while True:
            began, attempt = trio.current_time(), Attempt()
            with self._guarding(name, attempt):
                return await self.wrap(name, run)()
            faults = 1 if trio.current_time() - began >= WELL_S else faults + 1
            log.error("%s starts again in %.0f s", name, pause_s(faults, first_s))
            await trio.sleep(pause_s(faults, first_s))

    async def keep_serving(
        self, name: str, serve: Serve, *, task_status: trio.TaskStatus[Any] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Run a task that reports when it is ready, as `keep` does. Raises what `serve` raises before it is ready."""
        status = _FirstStatus(task_status)
        failure: Exception | None = None

        async def run() -> None:
            nonlocal failure
            try:
                await serve(task_status=status)
            except Exception as error:
                if status.is_ready:
                    raise
                failure = error

        await self.keep(name, run)
        if failure is not None:
            raise failure

    async def keep_all(self, tasks: Mapping[str, Work]) -> None:
        """Run some tasks, by name, until cancelled."""
        async with trio.open_nursery() as nursery:
            for name, run in tasks.items():
                nursery.start_soon(self.keep, name, run)

    async def finish(self, name: str, work: Work) -> None:
        """Do a job. After an exception it is done again, a few times; then it is given up."""
        for tries in range(1, MOST_TRIES + 1):
            with self.guard("job", name) as attempt:
                await self.wrap("job", work)()
            if not attempt.has_failed:
                return
            if tries < MOST_TRIES:
                await trio.sleep(pause_s(tries))
        log.error("%s was given up after %d tries", name, MOST_TRIES)

    @contextmanager
    def guard(self, kind: str, name: str = "") -> Iterator[Attempt]:
        """Log and count an exception of the block, and go on after it."""
        attempt = Attempt()
        with self._guarding(kind, attempt, name):
            yield attempt

    @contextmanager
    def _guarding(self, kind: str, attempt: Attempt, name: str = "") -> Iterator[None]:
        try:
            yield
        except* Exception as group:
            attempt.error = group
            self.note_fault(kind, name, group)

    def note_fault(self, kind: str, name: str, error: BaseExceptionGroup[Exception]) -> None:
        """Log and count a fault that was caught. `kind` is a word of this program, a label of the metric."""
        self._counters.faults[kind] += 1
        log.error("fault in %s", f"{kind} {name}".strip(), exc_info=_unwrapped(error))

    # ---- items

    async def begin(self) -> None:
        """Read which items are set aside, and tell it to those who want to know. `StoreProblem`."""
        if self._store is not None:
            items = await self._store.in_thread(self._store.items_set_aside)
            self._items = {(item.kind, item.id): item for item in items}
            for item in items:
                self._tell(self.on_set_aside, item)

    async def read_again(self) -> None:
        """Take over what another server of the service has set aside, or lets be tried again. `StoreProblem`."""
        if self._store is None:
            return
        before, own = set(self._items), self._unsaved.keys() | self._unkept
        stored = {(item.kind, item.id): item for item in await self._store.in_thread(self._store.items_set_aside)}
        own |= self._unsaved.keys()  # what this server has changed meanwhile may be stored after it was read
        for key in (before & self._items.keys()) - stored.keys() - own:
            self._faults.pop(key, None)
            self._tell(self.on_retry, self._items.pop(key))
        for key in stored.keys() - before - self._items.keys() - own:
            self._items[key] = stored[key]
            self._tell(self.on_set_aside, stored[key])

    async def run(self) -> None:
        """Store which items are set aside, until cancelled."""
        while True:
            await keep_trying("what is set aside", self.save)
            await self._has_unsaved.wait()

    async def save(self) -> None:
        """Store which items are set aside. `StoreProblem`."""
        async with self._saving:  # else another call takes back what this one has just begun to hold
            while self._unsaved:
                await self._save_one(*next(iter(self._unsaved.items())))

    async def _save_one(self, key: tuple[str, str], item: Item | None) -> None:
        store = self._store
        if store is not None and item is not None:
            await store.in_thread(store.set_item_aside, item)
        if (hold := self.holds.get(key[0])) is not None:
            await hold(key[1], item is not None)
        if store is not None and item is None:
            await store.in_thread(store.take_item_back, *key)
        if self._unsaved.get(key, ...) is item:
            del self._unsaved[key]
        self.on_change()

    @property
    def items(self) -> list[Item]:
        """The items that are set aside, the first one first."""
        return sorted(self._items.values(), key=lambda item: item.at)

    def item(self, kind: str, id: str) -> Item | None:
        """Return an item if it is set aside."""
        return self._items.get((kind, id))

    @contextmanager
    def attempt(self, kind: str, id: str, problems: list[StoreProblem] | None = None) -> Iterator[Attempt]:
        """Try something with an item. After an exception go on after the block; after some in a row set the item aside.

        A `StoreProblem` is raised, since it is no fault of the item. With `problems` it is added there instead: a
        damaged page of the disk must not keep the caller from the items that come after this one.
        """
        attempt, key, problem = Attempt(), (kind, id), None
        with self._guarding(kind, attempt, id):
            try:
                yield attempt
            except* StoreProblem as group:
                problem = next(leaves(group))
        if attempt.error is not None:
            self._faults[key] += 1
            attempt.again_in_s = pause_s(self._faults[key])
            if self._faults[key] >= MOST_TRIES:
                attempt.again_in_s = math.inf
                self.set_aside(kind, id, attempt.error)
        elif problem is None:
            self._faults.pop(key, None)
        if problem is not None and attempt.error is None:
            if problems is None:
                raise problem
            problems.append(problem)

    async def try_item(self, kind: str, id: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `work` returns. After an exception it is done again; after some set the item aside, return None.

        Raises `StoreProblem`.
        """
        while True:
            with self.attempt(kind, id) as attempt:
                return await work()
            if attempt.again_in_s == math.inf:
                return None

    def set_aside(
        self,
        kind: str,
        id: str,
        error: BaseExceptionGroup[Exception],
        *,
        is_kept: bool = True,
        level: int = logging.ERROR,
    ) -> None:
        """Set an item aside, until the operator lets it be tried again; unless `is_kept`, at most until a restart.

        `level` is that of the line in the log, which is lower where nothing is wrong.
        """
        key, item = (kind, id), Item(kind, id, self._now(), type(_unwrapped(error)).__name__)
        if key in self._items:
            return
        log.log(level, "%s %s is set aside (%s); the command retry tries it again", kind, id, item.reason)
        self._items[key] = item
        if is_kept:
            self._change(key, item)
        else:
            self._unkept.add(key)
        self._tell(self.on_set_aside, item)

    def retry(self, kind: str, id: str) -> bool:
        """Try an item again that is set aside. Return whether it was."""
        key = (kind, id)
        item = self._items.pop(key, None)
        if item is None:
            return False
        log.info("%s %s is tried again", kind, id)
        self._faults.pop(key, None)
        self._unkept.discard(key)
        self._change(key, None)
        self._tell(self.on_retry, item)
        return True

    def _change(self, key: tuple[str, str], item: Item | None) -> None:
        self._unsaved[key] = item
        self._has_unsaved.set()

    def _tell(self, hooks: dict[str, Callable[[Item], None]], item: Item) -> None:
        if (hook := hooks.get(item.kind)) is not None:
            with self.guard(item.kind, item.id):
                hook(item)


class _FirstStatus(trio.TaskStatus[Any]):
    """The status of a task that starts again: its first start is reported."""

    def __init__(self, status: trio.TaskStatus[Any]) -> None:
        self._status, self.is_ready = status, False

    def started(self, value: Any = None) -> None:
        if not self.is_ready:
            self.is_ready = True
            self._status.started(value)


def pause_s(faults: int, first_s: float = FIRST_PAUSE_S) -> float:
    """Return the pause after so many faults in a row."""
    return min(MOST_PAUSE_S, first_s * 2.0 ** min(faults - 1, 20))


def _unwrapped(error: BaseException) -> BaseException:
    """Return the exception in groups that have only one."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
