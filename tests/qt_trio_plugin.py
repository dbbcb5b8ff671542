"""Runs tests marked `qt_trio` with trio as a guest in Qt's loop; other async tests stay with pytest-trio.

Never use qtbot's waiting inside such a test: it would run the loop that runs the test.
"""

import functools
import inspect
from collections.abc import Iterable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from devtools.harness.window.qt_run import KeptRun, run_in_qt


@pytest.fixture(scope="module")
def kept_run(qapp: QApplication) -> Iterator[KeptRun]:
    """One run of trio for the tests of a module from the first one on that uses this fixture."""
    KeptRun.current = run = KeptRun()
    yield run
    KeptRun.current = None
    run.close()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    marker = pyfuncitem.get_closest_marker("qt_trio")
    if marker is None or not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    test = functools.partial(pyfuncitem.obj, **{name: pyfuncitem.funcargs[name] for name in names})
    if KeptRun.current is not None:
        KeptRun.current.call(test)
    else:
        run_in_qt(test)
    return True


@pytest.hookimpl(trylast=True)  # after pytest-trio has marked every coroutine
def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("qt_trio") and isinstance(item, pytest.Function):
            if "qapp" not in item.fixturenames:
                item.fixturenames.insert(0, "qapp")
            item.own_markers[:] = [marker for marker in item.own_markers if marker.name != "trio"]
