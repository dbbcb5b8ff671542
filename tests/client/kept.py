"""Whole clients that all tests of a module share, and servers of one test; each test begins at the home page."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog

from client_qt.app.application import Application
from client_qt.net import known_servers, server_browser
from client_qt.settings.schema import Settings
from client_qt.theme import Theme
from devtools.harness.server.serving import dial, known, running
from devtools.harness.window.engines import ChosenEngines, FakeEngines
from devtools.harness.window.opponent import Opponent, opponent
from devtools.harness.window.program import client, until
from devtools.harness.window.qt_run import KeptRun
from protocol.engine import open_engine
from server.app import Serving
from tests.client.staging import BASE, as_new
from tests.client.visiting import Facing, face

Client = Callable[[str], Application]


async def begin_anew(app: Application, settings: Settings) -> None:
    """Bring a client back to its start: at no server, without games at this computer, and with these settings."""
    for dialog in app.window.findChildren(QDialog):
        dialog.close()
    app.window.table.set_model(None)
    for fingerprint in list(app.servers.sessions):
        app.servers.forget_server(fingerprint)
    await (
        app.local_controller.games.save_again()
    )  # what is still written of the test before would be listed in this one
    await app.finished_games.save_again()
    for table in list(app.local_controller.games.tables):
        app.local_controller.games.remove(table)
    app.settings.change(settings)
    as_new(app.window)
    app.window.home.show_name(settings.name)


@pytest.fixture(scope="session", autouse=True)
def reaches_memory() -> Iterator[None]:
    """Let clients connect to servers in memory, and to others over TCP."""
    with pytest.MonkeyPatch.context() as change:
        for module, name in ((known_servers, "ServerSession"), (known_servers, "connect"), (server_browser, "connect")):
            change.setattr(module, name, partial(getattr(module, name), dial=dial))
        yield


@pytest.fixture(scope="module")
def _chosen() -> ChosenEngines:
    return ChosenEngines()


@pytest.fixture
def chosen(_chosen: ChosenEngines) -> Iterator[ChosenEngines]:
    """The engines of the kept clients; the usual ones before and after a test that changes them."""
    yield _chosen
    _chosen.open = open_engine


@pytest.fixture
def fake(chosen: ChosenEngines) -> FakeEngines:
    """Engines in this process, for the kept clients."""
    made = FakeEngines()
    chosen.open = made.open
    return made


@pytest.fixture(scope="module")
def kept_client(
    kept_run: KeptRun, _chosen: ChosenEngines, _session_theme: Theme, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Client]:
    """Start a client with that name, or bring the one of an earlier test back to its start."""
    apps: dict[str, tuple[Application, Settings]] = {}
    with ExitStack() as clients:

        def get(name: str) -> Application:
            if name in apps:
                kept_run.call(partial(begin_anew, *apps[name]))
                return apps[name][0]
            context = client(_session_theme, tmp_path_factory.mktemp(name), name, engines=_chosen.engines)
            app = clients.enter_context(kept_run.entered(context))
            app.window.setUpdatesEnabled(False)  # tests without paint take three quarters of the time
            app.window.setProperty(BASE, app.window.children())
            apps[name] = app, app.settings.value
            return app

        yield get


@pytest.fixture
def ann(kept_run: KeptRun, kept_client: Client, theme: Theme) -> Iterator[Application]:
    yield (app := kept_client("Ann"))
    kept_run.call(partial(stop_hosting, app))


@pytest.fixture
def alone(kept_client: Client, theme: Theme) -> Application:
    """Ann at no server, where a module gives `ann` one."""
    return kept_client("Ann")


@pytest.fixture
def bob(kept_run: KeptRun, kept_client: Client, theme: Theme) -> Iterator[Application]:
    yield (app := kept_client("Bob"))
    kept_run.call(partial(stop_hosting, app))


async def stop_hosting(app: Application) -> None:
    """Stop the server of a window before its stores are forgotten."""
    app.hosting.stop()
    await until(lambda: app.hosting.state == "off")


@pytest.fixture
def serving(kept_run: KeptRun, tmp_path: Path) -> Iterator[Serving]:
    """A server in memory."""
    with kept_run.entered(running(tmp_path / "server", plain=False)) as made:
        yield made


@pytest.fixture
def other(kept_run: KeptRun, serving: Serving) -> Iterator[Opponent]:
    """Bob at that server, without a window."""
    with kept_run.entered(opponent(known(serving))) as made:
        yield made


@pytest.fixture
def facing(kept_run: KeptRun, ann: Application, serving: Serving, other: Opponent) -> Facing:
    """Ann at a table of that server, opposite Bob, who moves first."""
    return kept_run.call(lambda: face(ann, serving, other))
