"""Players in the lobby of a server."""

from functools import partial

import pytest

from client_qt.app.application import Application
from protocol.client import Session
from server.app import Serving
from tests.client.program import until
from tests.client.visiting import link_of, visit
from tests.qt_trio_plugin import KeptRun
from tests.window.opponent import Opponent


async def enter(app: Application, serving: Serving) -> None:
    await visit(app, serving)
    app.lobby_controller.show_lobby()


async def meets_somebody(app: Application) -> None:
    await until(lambda: len(app.window.lobby.people.rows) == 2 and link_of(app).knows_relations)


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    """Ann in the lobby of the server."""
    kept_run.call(lambda: enter(ann, serving))
    return ann


@pytest.fixture
def bob(kept_run: KeptRun, bob: Application, ann: Application, serving: Serving) -> Application:
    """Bob in the same lobby."""
    kept_run.call(lambda: enter(bob, serving))
    for each in (ann, bob):
        kept_run.call(partial(meets_somebody, each))
    return bob


@pytest.fixture
def session(kept_run: KeptRun, ann: Application, other: Opponent) -> Session:
    """Bob in the same lobby without a window."""
    kept_run.call(partial(meets_somebody, ann))
    return other.session
