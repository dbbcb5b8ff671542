"""Tournaments that a session follows, when the server refuses, does not answer, or is back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from client_qt.net import session as session_module
from client_qt.net.session import ServerSession, TournamentChanged
from devtools.harness.window.program import until
from protocol import messages as m
from tests.protocol.client.scripted_server import SERVER, Scripted
from tests.protocol.client.test_tournaments import CREATED, ENTERED, news

pytestmark = pytest.mark.qt_trio


@asynccontextmanager
async def at(script: Scripted) -> AsyncIterator[tuple[ServerSession, list[Any]]]:
    """A session there, and its updates of tournaments."""
    told = list[Any]()

    def updated(_session: ServerSession, update: Any) -> None:
        if isinstance(update, TournamentChanged):
            told.append(update)

    async with trio.open_nursery() as nursery:
        session = ServerSession(SERVER, "Eve", nursery, updated, dial=script.dial)
        nursery.start_soon(session.run)
        await until(lambda: session.status == "online")
        yield session, told
        nursery.cancel_scope.cancel()


async def test_a_refused_tournament_says_so_and_the_same_model_goes_on_later() -> None:
    script = Scripted()
    script.replies[m.WatchTournament] = m.Refused(code="no_tournament", template="It was deleted")
    async with at(script) as (session, told):
        model = session.tournament("t")
        await until(lambda: told)
        assert (f"{model.reason}", told[0].model) == ("It was deleted", model)

        del script.replies[m.WatchTournament]
        script.after[m.WatchTournament] = news(CREATED, ENTERED)

        assert session.tournament("t") is model
        await until(lambda: model.state is not None and model.reason is None)


async def test_a_tournament_that_was_asked_for_in_vain_goes_on_with_the_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "PATIENCE_S", 0.01)
    script = Scripted()
    async with at(script) as (session, told):
        script.answers = False
        model = session.tournament("t")
        await until(lambda: model.reason is not None)
        assert told

        await script.send(news(CREATED))
        await until(lambda: model.state is not None)
        assert session.tournament("t") is model
        await script.send(news(ENTERED))

        await until(lambda: model.reason is None and len(model.events) == 2)


async def test_a_tournament_that_this_program_cannot_follow_is_not_asked_for_again() -> None:
    wrong = {**ENTERED, "account": "b", "type": "withdrew"}
    script = Scripted({m.WatchTournament: news(CREATED, wrong)})
    async with at(script) as (session, _told):
        model = session.tournament("t")
        await until(lambda: model.reason is not None)

        assert session.tournament("t") is model
        assert not model.is_readable
