"""Faults in the background tasks of a server: at one of its awaits a task gets an exception instead of a result."""

import types
from collections.abc import Callable, Coroutine, Generator
from pathlib import Path
from random import Random
from typing import Any

import trio

from server.errors import leaves
from server.ops.supervision import Supervision, Work

MARK = "injected"
_TRIO = str(Path(trio.__file__).parent)
_OWNING = frozenset(("acquire", "acquire_on_behalf_of", "to_thread_run_sync", "__aexit__", "aclose"))


def faults() -> list[Exception]:
    """Return an exception of each kind that bugs and bad input cause."""
    group = ExceptionGroup(MARK, [ValueError(MARK), ExceptionGroup(MARK, [KeyError(MARK)])])
    return [UnicodeError(MARK), KeyError(MARK), OSError(MARK), AssertionError(MARK), MemoryError(MARK), group]


def is_injected(error: BaseException) -> bool:
    """Tell whether an exception has its cause here."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(is_injected, leaves(error)))
    return MARK in error.args


def faulting(run: Work, next_fault: Callable[[], Exception | None]) -> Work:
    """Return a task like `run` that gets the exceptions of `next_fault`, which is asked after each wait."""

    @types.coroutine
    def driven() -> Generator[Any, Any, None]:
        coroutine: Any = run()
        step: Callable[[Any], Any] = coroutine.send
        value: Any = None
        try:
            while True:
                trap = step(value)
                try:
                    value = yield trap
                except BaseException as error:  # trio never throws, but the end of a run does
                    step, value = coroutine.throw, error
                    continue
                step = coroutine.send
                # also in place of a cancellation, which ends each sleep: one from outside comes again
                if _may_fail(coroutine) and (fault := next_fault()) is not None:
                    step, value = coroutine.throw, fault
        except StopIteration:
            return
        finally:
            coroutine.close()

    async def task() -> None:
        await driven()

    return task


def _may_fail(coroutine: Coroutine[Any, Any, None]) -> bool:
    """Tell whether the task waits for nothing that it would own without knowing it, such as a lock."""
    current: Any = coroutine
    while current is not None:
        code = getattr(current, "cr_code", None) or getattr(current, "gi_code", None)
        if code is not None and code.co_name in _OWNING and code.co_filename.startswith(_TRIO):
            return False
        current = getattr(current, "cr_await", None) or getattr(current, "gi_yieldfrom", None)
    return True


def fail_at_random(chance: Random, share: float, spared: frozenset[str] = frozenset()) -> None:
    """Let all tasks of all servers of this process fail from now on, at that share of their awaits."""

    def wrap(name: str, run: Work) -> Work:
        return run if name in spared else faulting(run, next_fault)

    def next_fault() -> Exception | None:
        return chance.choice(faults()) if chance.random() < share else None

    Supervision.wrap = staticmethod(wrap)
