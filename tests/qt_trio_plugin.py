"""Runs tests marked `qt_trio` with trio as a guest in Qt's loop; other async tests stay with pytest-trio.

Never use qtbot's waiting inside such a test: it would run the loop that runs the test.
"""

import functools
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest
import trio
from PySide6.QtCore import QEventLoop
from trio.testing import MockClock

from client_qt.trio_guest import Guest
from tests import PATIENCE_S


def run_in_qt(work: Callable[[], Awaitable[Any]]) -> Any:
    """Run `work` as a guest of a local loop. The application's own loop is not touched, so no test can end it.

    A test may let the time jump forward by `trio.lowlevel.current_clock()`.
    """
    loop = QEventLoop()
    guest = Guest(loop.quit)

    async def limited() -> Any:
        with trio.fail_after(PATIENCE_S):
            return await work()

    guest.start(limited, MockClock(rate=1))
    if guest.result is None:
        loop.exec()
    assert guest.result is not None, "the local event loop was ended from outside"
    return guest.result.unwrap()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    marker = pyfuncitem.get_closest_marker("qt_trio")
    if marker is None:
        return None
    names = pyfuncitem._fixtureinfo.argnames
    test = functools.partial(pyfuncitem.obj, **{name: pyfuncitem.funcargs[name] for name in names})
    run_in_qt(test)
    return True


@pytest.hookimpl(trylast=True)  # after pytest-trio has marked every coroutine
def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("qt_trio") and isinstance(item, pytest.Function):
            if "qapp" not in item.fixturenames:
                item.fixturenames.insert(0, "qapp")
            item.own_markers[:] = [marker for marker in item.own_markers if marker.name != "trio"]
