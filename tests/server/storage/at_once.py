"""Calls at the same time, as several servers make them."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def at_once(*calls: Callable[[], T]) -> list[T | Exception]:
    """Make all calls at the same time. Return their results, or what they raised."""
    ready = threading.Barrier(len(calls))

    def made(call: Callable[[], T]) -> T | Exception:
        ready.wait()
        try:
            return call()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(made, calls))
