"""The life of sessions and table models: each request ends once, and what is replaced or closed says so."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
import trio

from client_qt.app.application import Application
from client_qt.net.session import ServerSession
from client_qt.table.remote import RemoteTable
from netgame.text import Text
from protocol.client import Session
from protocol.messages import LeaveSeat, Rematch
from server.app import Serving
from tests.client.program import until
from tests.client.visiting import Facing, link_of, visit
from tests.server.serving import dial, known, running
from tests.window.opponent import opponent

pytestmark = [pytest.mark.qt_trio, pytest.mark.slow]
ENDED = Text("The log cannot be replayed.")


@asynccontextmanager
async def session_at(serving: Serving) -> AsyncIterator[ServerSession]:
    """A session without a window."""
    async with trio.open_nursery() as nursery:
        session = ServerSession(known(serving), "Eve", nursery, ignore, dial=dial)
        nursery.start_soon(session.run)
        await until(lambda: session.status == "online")
        yield session
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def made_table(tmp_path: Path) -> AsyncIterator[tuple[ServerSession, Session, str]]:
    """A session at a server, and another player with an open table there."""
    async with (
        running(tmp_path, plain=False) as serving,
        opponent(known(serving)) as ann,
        session_at(serving) as eve,
    ):
        yield eve, ann.session, await ann.session.make_table("clod", {}, player=0)


def ignore(_session: ServerSession, _update: object) -> None:
    """Show nothing, as there is no window."""


def is_dropped(value: ref[Any]) -> bool:
    """Whether nothing keeps that any more."""
    gc.collect()
    return value() is None


async def test_a_wish_to_watch_fails_when_the_table_is_closed_meanwhile(tmp_path: Path) -> None:
    async with made_table(tmp_path) as (eve, _ann, table):
        opened, failed = list[RemoteTable](), list[Text]()
        eve.watch_table(table, opened.append, failed.append)

        eve.known_model(table).close(ENDED)
        await until(lambda: opened or failed)

        assert (opened, failed) == ([], [ENDED])
        eve.watch_table(table, opened.append, failed.append)
        await until(lambda: opened)


async def test_a_fetch_fails_when_its_table_is_closed(tmp_path: Path) -> None:
    async with made_table(tmp_path) as (eve, _ann, table):
        fetched, failed = list[RemoteTable](), list[Text]()
        eve.fetch_finished(table, fetched.append, failed.append)
        model = eve.known_model(table)
        await until(lambda: model.match is not None)

        model.close(ENDED)
        await until(lambda: failed)

        assert (fetched, failed) == ([], [ENDED])


async def test_a_match_that_is_not_finished_in_time_is_not_followed_any_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with made_table(tmp_path) as (eve, _ann, table):
        fetched, failed = list[RemoteTable](), list[Text]()
        monkeypatch.setattr("client_qt.net.session.PATIENCE_S", 0.5)

        eve.fetch_finished(table, fetched.append, failed.append)
        await until(lambda: failed)

        assert not fetched
        assert eve.known_model(table) is None


async def test_a_fetched_match_that_somebody_shows_is_kept_until_then(tmp_path: Path) -> None:
    async with made_table(tmp_path) as (eve, ann, table):
        fetched, failed = list[RemoteTable](), list[Text]()
        eve.fetch_finished(table, fetched.append, failed.append)
        model = eve.known_model(table)
        model.is_shown = True
        await ann.command(table, LeaveSeat)
        await until(lambda: fetched)
        assert eve.known_model(table) is model

        model.is_shown = False
        eve.forget(table)
        fetched.clear()
        was = ref(model)
        del model

        await until(lambda: is_dropped(was))


async def test_a_program_that_was_started_again_shows_the_talk_before_the_rematch(tmp_path: Path) -> None:
    async with made_table(tmp_path) as (eve, ann, first):
        sat: list[RemoteTable] = []
        eve.take_seat(first, sat.append, print)
        await until(lambda: sat and sat[0].match is not None and sat[0].match.phase == "playing")
        await eve.say("lobby", "", "Good evening")
        await eve.say("table", first, "Good luck")
        sat[0].resign(match=True)
        await until(lambda: sat[0].match.phase == "over")
        sat[0].rematch(swap=True)
        await ann.command(first, Rematch, swap=True)
        second = await until(lambda: sat[0].rematch_offers.made)
        await eve.say("table", second, "Good luck again")

        async with trio.open_nursery() as nursery:
            again = ServerSession(eve.server, "Eve", nursery, ignore, dial=dial)
            again.identify(eve.token, None)
            nursery.start_soon(again.run)
            model = again.model(second)
            await until(lambda: model.earlier and model.rooms["table"])
            nursery.cancel_scope.cancel()

        assert [line.text for line in (*again.lobby.lines, *model.earlier, *model.rooms["table"])] == [
            "Good evening", "Good luck", "Good luck again",
        ]  # fmt: skip
        assert again.known_model(second) is model


async def test_requests_of_a_closed_session_fail_once(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False) as serving, session_at(serving) as eve:
        failed: list[Text] = []
        eve.request(eve.profile(eve.account), print, failed.append)

        eve.close()
        assert eve.status == "failed"
        eve.request(eve.profile(eve.account), print, failed.append)
        await until(lambda: len(failed) == 2)


async def test_a_session_of_the_protocol_says_that_it_was_cancelled(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False) as serving, opponent(known(serving)) as ann:
        session = ann.session

    assert (session.status, session.error_code) == ("failed", "closed")


async def test_a_shown_table_goes_on_at_the_session_that_replaces_the_old_one(facing: Facing) -> None:
    app, old_session, old = facing.app, ref(link_of(facing.app)), ref(facing.app.window.table.model)

    app.servers.sign_in_again()
    new = app.window.table.model
    assert new is not old()
    await until(lambda: new.match is not None and new.mine)
    await facing.move()
    await until(lambda: new.can_move)
    await until(lambda: is_dropped(old) and is_dropped(old_session))

    assert app.servers.of(new) is app.lobby_controller.current() is link_of(app)


async def test_a_forgotten_server_takes_its_table_and_its_lobby_with_it(facing: Facing) -> None:
    app = facing.app
    app.lobby_controller.follow(link_of(app))

    app.servers.forget_server(facing.serving.fingerprint)

    assert (app.window.page, app.window.table.model) == ("home", None)
    assert app.lobby_controller.current() is None
    await until(lambda: not app.window.action("lobby").isEnabled())


async def test_home_lists_all_own_games_and_its_settings_stay_as_they_are(
    ann: Application, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client_qt.settings.schema.KEEP_TABLES", 2)
    monkeypatch.setattr("client_qt.pages.home.unfinished_games.KEEP_TABLES", 2)
    session, made = await visit(ann, serving), list[RemoteTable]()
    for _ in range(3):
        session.open_table("clod", {}, made.append, print)
    await until(lambda: len(session.own_tables()) == 3 and len(ann.settings.value.tables) == 2)
    before = ann.settings.value

    for _ in range(3):
        ann.unfinished_games.tidy()

    assert ann.settings.value is before
