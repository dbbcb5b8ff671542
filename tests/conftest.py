"""The base of every test run: loopback only, a home of its own, no screen, and Qt's tests where Qt can start."""

import contextlib
import gc
import hashlib
import logging
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("devtools.harness")

gc.set_threshold(0)  # collections during the imports and the collection of the tests would find nothing

# Before any import of ours or of Qt: nothing here may reach a real network, screen, desktop or home.
os.environ["NETGAME_LAN"] = "lo"
os.environ["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
os.environ["QT_QPA_PLATFORM"] = os.environ.get("NETGAME_TEST_SCREEN", "offscreen")
if sys.platform == "win32":  # there Qt without a screen has no fonts
    os.environ.setdefault("QT_QPA_FONTDIR", str(Path(__file__).parents[1] / "client_qt/resources/fonts"))
_home = tempfile.TemporaryDirectory(prefix="netgame-tests-")
os.environ["NETGAME_HOME"] = _home.name
_values = Path(_home.name) / "values"
_values.mkdir()
os.environ.setdefault("NETGAME_TEST_VALUES", str(_values))  # as well

LONGEST = {"end_to_end": 4, "window": 1, "server": 1}  # folders of tests, and how far apart their files are
ENDING_S, ENDING_LOOKS = 15.0, 300
KEPT = 5  # folders of compiled kernels
MANY_NEW = 200_000  # objects since the last garbage collection

try:
    from PySide6 import QtCore, QtWidgets

    QT_PROBLEM = None
except ImportError as exc:  # PySide6 is not installed, or one of the libraries it needs is missing
    QT_PROBLEM = str(exc)

# pytest-qt kills the whole session if Qt cannot start, so it is not loaded automatically (see addopts)
pytest_plugins = ["tests.postgres"] if QT_PROBLEM else ["tests.postgres", "pytestqt.plugin", "tests.qt_trio_plugin"]

TESTS = Path(__file__).parent
QT_REMEDY = (
    "sudo apt install libgl1 libegl1 libfontconfig1 libfreetype6 libglib2.0-0"
    " libdbus-1-3 libxkbcommon0 libx11-6 libbrotli1"
)

BUSY = [HealthCheck.too_slow]  # the machine may be busy
settings.register_profile("netgame", deadline=None, print_blob=True, max_examples=50, suppress_health_check=BUSY)
# the same commit gets the same verdict; developers' machines look for new examples
settings.register_profile("netgame-ci", settings.get_profile("netgame"), derandomize=True)
settings.register_profile("thorough", settings.get_profile("netgame"), max_examples=1000)
settings.load_profile("netgame-ci" if os.environ.get("CI") else "netgame")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--strict-qt", action="store_true", help="Qt tests that cannot run here are a failure")
    if QT_PROBLEM:  # pytest-qt is not loaded, so it does not register its settings in pyproject.toml
        for name in ("qt_api", "qt_log_level_fail", "qt_log_ignore"):
            parser.addini(name, "a setting of pytest-qt", type="linelist" if name == "qt_log_ignore" else None)


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("NUMBA_CACHE_DIR", str(_compiled(config)))
    if QT_PROBLEM and config.getoption("--strict-qt"):
        raise pytest.UsageError(f"--strict-qt, and Qt cannot start here: {QT_PROBLEM}\n{QT_REMEDY}")


def _compiled(config: pytest.Config) -> Path:
    """Return the folder for compiled kernels: one for all processes and all runs with these games."""
    cache = getattr(config, "cache", None)
    if cache is None:
        return Path(_home.name) / "compiled"
    sources = hashlib.sha256()
    for folder in ("boards", "games", "players"):
        for path in sorted((TESTS.parent / "netgame" / folder).rglob("*.py")):
            sources.update(path.read_bytes())
    folder = cache.mkdir("compiled") / sources.hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    folder.touch()
    for old in sorted(folder.parent.iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out tests that import Qt where it cannot start; header and summary say so."""
    imports_qt = collection_path.is_relative_to(TESTS / "client") or collection_path.is_relative_to(TESTS / "window")
    return True if QT_PROBLEM and imports_qt else None


def pytest_report_header() -> str:
    if QT_PROBLEM:
        return f"Qt tests: NOT RUN ({QT_PROBLEM}); {QT_REMEDY}"
    return "Qt tests: on"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if QT_PROBLEM:
        terminalreporter.write_line(
            f"WARNING: the tests of the window were NOT RUN: {QT_PROBLEM}", yellow=True, bold=True
        )
        terminalreporter.write_line(QT_REMEDY, yellow=True)


def pytest_unconfigure() -> None:
    _home.cleanup()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None]:
    """Delete objects that the test passed to `deleteLater`, since no loop runs between tests, and the main windows it
    closed: a whole client has over a thousand widgets, and each one that stays slows later changes of style."""
    yield
    if QT_PROBLEM is not None or QtCore.QCoreApplication.instance() is None:
        return
    for window in QtWidgets.QApplication.topLevelWidgets():
        if isinstance(window, QtWidgets.QMainWindow) and not window.isVisible():
            window.deleteLater()
    QtCore.QCoreApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete.value)
    if gc.get_count()[0] > MANY_NEW:
        gc.collect()


def pytest_collection_finish() -> None:
    """From now on collect garbage between tests, in this thread. By default Python collects in any thread, and Qt
    aborts the process if another thread deletes a timer or a widget."""
    if QT_PROBLEM is None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(0, 10, 10)


def _children() -> set[int]:
    """Return the running child processes; empty where the system does not say."""
    found: set[int] = set()
    for thread in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError):  # the thread has ended meanwhile
            found |= {int(pid) for pid in thread.read_text().split()}
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out tests that start Qt elsewhere where it cannot start. Start with the files that take longest, so that no
    process works alone at the end; those that mostly wait are apart, so that others work meanwhile."""
    if QT_PROBLEM:
        items[:] = [item for item in items if item.get_closest_marker("needs_qt") is None]
    files = list(dict.fromkeys(item.path for item in items))
    turns = {}
    for folder, step in LONGEST.items():
        turns |= {
            path: step * number for number, path in enumerate(p for p in files if p.is_relative_to(TESTS / folder))
        }
    items.sort(key=lambda item: turns.get(item.path, len(files)))


@pytest.fixture(scope="module", autouse=True)
def leaves_no_process() -> Iterator[None]:
    """Check that the tests of a module ended their processes: a forgotten server would affect later tests."""
    before, ending = _children(), threading.Event()
    yield
    left = _children() - before
    for _ in range(ENDING_LOOKS):  # a process that was asked to end needs a moment
        if not left:
            break
        ending.wait(ENDING_S / ENDING_LOOKS)
        left = _children() - before
    assert not left, f"left running by the tests of this module: {sorted(map(_command, left))}"


@pytest.fixture(scope="module", autouse=True)
def leaves_the_log_as_it_was() -> Iterator[None]:
    """Undo what the commands of a server did that ran in this process."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield
    root.setLevel(level)
    for handler in [each for each in root.handlers if each not in handlers]:
        root.removeHandler(handler)


def _command(pid: int) -> str:
    with contextlib.suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        return words or f"{pid}, which has ended and was not waited for"
    return str(pid)
