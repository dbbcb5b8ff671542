"""Watching tables of others: leaving the page ends it, and a table that is refused or ends can be asked for again."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from client_qt.app.application import Application
from client_qt.pages.home.page import UnfinishedGame
from client_qt.records.files import write_match
from client_qt.table.model import ReviewTable
from client_qt.table.remote import RemoteTable
from client_qt.theme import Theme
from netgame.text import Text
from protocol.client import Session
from protocol.messages import LeaveSeat, Profile, SendResign
from server.app import Serving
from tests.client.clicks import settle
from tests.client.play import held, play_on, seeded_table
from tests.client.program import press, until
from tests.client.visiting import link_of, visitor
from tests.server.serving import HURRIED, known, running_on_loopback

FEW = 3  # tables that the server of these tests lets a connection follow
BACK_AND_FORTH = 5  # enough for requests to leave and to watch that could overtake each other

Leave = Callable[[Application, Path], Awaitable[None]]


@asynccontextmanager
async def club(tmp_path: Path) -> AsyncIterator[tuple[Serving, Session]]:
    """A server at which Ann makes tables."""
    limits = replace(HURRIED, watched=FEW)
    async with (
        running_on_loopback(tmp_path / "s", plain=False, limits=limits) as serving,
        trio.open_nursery() as nursery,
    ):
        ann = Session(known(serving), "Ann", None)
        await nursery.start(ann.run)
        yield serving, ann
        nursery.cancel_scope.cancel()


async def watch(app: Application, table: str) -> RemoteTable:
    app.lobby_controller.watch(table)
    return await until(lambda: table_shown(app, table))


def table_shown(app: Application, table: str) -> RemoteTable | None:
    """The model of that table, once its page shows it."""
    model = app.window.table.model
    there = app.window.page == "table" and isinstance(model, RemoteTable) and model.table == table
    return model if there and model.match is not None else None


def spectators(serving: Serving, table: str) -> int:
    return len(serving.services.lobby.watchers(table))


def choose(app: Application, entry: str) -> None:
    """An entry of the menus."""
    app.window.action(entry).trigger()


async def home(app: Application, _folder: Path) -> None:
    choose(app, "home")


async def lobby(app: Application, _folder: Path) -> None:
    app.lobby_controller.show_lobby()


async def host_form(app: Application, _folder: Path) -> None:
    choose(app, "host")


async def record(app: Application, folder: Path) -> None:
    table = seeded_table("clod")
    play_on(table, 4)
    write_match(folder / "a.netgame", held(table))
    app.records_controller.open_path(str(folder / "a.netgame"))
    await until(lambda: isinstance(app.window.table.model, ReviewTable))


async def stop_button(app: Application, _folder: Path) -> None:
    await press(app.window.table, "stop_watching")


async def stop_in_the_rail(app: Application, _folder: Path) -> None:
    app.window.resize(800, 560)
    await press(app.window.table, "rail_stop_watching")
    app.window.resize(1280, 800)


async def rules_and_home(app: Application, folder: Path) -> None:
    choose(app, "rules")
    assert app.window.page == "rules"
    await home(app, folder)


async def another_table(app: Application, _folder: Path) -> None:
    shown = app.window.table.model
    await watch(app, next(info.table for info in link_of(app).lobby.tables if info.table != shown.table))


async def lost_line(app: Application, _folder: Path) -> None:
    app.servers.forget_server(link_of(app).fingerprint)


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_spectator_can_watch_another_table_after_leaving_in_any_way(theme: Theme, tmp_path: Path) -> None:
    ways: tuple[Leave, ...] = (
        stop_button,
        stop_in_the_rail,
        home,
        lobby,
        host_form,
        record,
        rules_and_home,
        another_table,
        lost_line,
    )
    async with club(tmp_path) as (serving, ann), visitor(theme, tmp_path / "e", serving, "Eve") as eve:
        for leave in ways:
            table = await ann.make_table("clod", {}, "A table")
            await watch(eve, table)
            assert spectators(serving, table) == 1

            await leave(eve, tmp_path)

            await until(lambda: spectators(serving, table) == 0)  # noqa: B023


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_after_watching_the_page_before_is_shown_again(theme: Theme, tmp_path: Path) -> None:
    async with club(tmp_path) as (serving, ann), visitor(theme, tmp_path / "e", serving, "Eve") as eve:
        table = await ann.make_table("clod", {}, "A table")
        eve.lobby_controller.show_lobby()
        await watch(eve, table)

        await press(eve.window.table, "stop_watching")

        assert (eve.window.page, eve.window.table.model) == ("lobby", None)
        await until(lambda: spectators(serving, table) == 0)


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_reading_the_rules_does_not_end_watching_but_the_end_of_the_table_does(
    theme: Theme, tmp_path: Path
) -> None:
    async with club(tmp_path) as (serving, ann), visitor(theme, tmp_path / "e", serving, "Eve") as eve:
        before = eve.window.page
        table = await ann.make_table("clod", {}, "A table")
        model = await watch(eve, table)

        for page, back in (("rules", eve.window.rules.back), ("preferences", eve.window.preferences.back)):
            choose(eve, page)
            assert eve.window.page == page
            back.emit()

            assert (eve.window.page, eve.window.table.model) == ("table", model)
        assert spectators(serving, table) == 1
        choose(eve, "rules")
        model.close(Text("The server closed the table."))
        eve.window.rules.back.emit()
        assert (eve.window.page, eve.window.table.model) == (before, None)


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_player_finishes_more_matches_than_a_connection_may_follow(
    theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client_qt.net.session.MOST_OVER", 0)
    async with club(tmp_path) as (serving, ann), visitor(theme, tmp_path / "e", serving, "Eve") as eve:
        for _ in range(FEW + 1):
            table = await ann.make_table("clod", {}, "A table", player=0)
            eve.window.lobby.join.emit(table)
            model = await until(lambda: table_shown(eve, table))  # noqa: B023
            await until(lambda: model.mine)  # noqa: B023
            await home(eve, tmp_path)  # a player still follows the game there
            await ann.command(table, SendResign, match=True)

            await until(lambda: model.match.phase == "over")  # noqa: B023


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_spectator_who_returns_at_once_still_watches(theme: Theme, tmp_path: Path) -> None:
    async with club(tmp_path) as (serving, ann), visitor(theme, tmp_path / "e", serving, "Eve") as eve:
        table = await ann.make_table("clod", {}, "A table", player=0)
        await watch(eve, table)
        for _ in range(BACK_AND_FORTH):
            await home(eve, tmp_path)
            model = await watch(eve, table)
            answers: list[Profile] = []
            link_of(eve).request(link_of(eve).profile(link_of(eve).account), answers.append, print)
            await until(lambda: answers)  # noqa: B023  # the server has taken all that was sent before

            assert spectators(serving, table) == 1

        await ann.command(table, LeaveSeat)
        await until(lambda: model.match is not None and model.match.phase == "over")


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_table_that_the_server_refuses_says_so_each_time(theme: Theme, tmp_path: Path) -> None:
    async with club(tmp_path) as (serving, _ann), visitor(theme, tmp_path / "e", serving, "Eve") as eve:
        banner = eve.window.banner
        row = UnfinishedGame("nothing", "clod", "Clod against Ann", "", server=serving.fingerprint)
        for _ in range(2):
            eve.window.home.resume.emit(row)
            await until(lambda: banner.shown and eve.window.page == "home")
            await press(banner, "Close")
            assert not banner.shown


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_table_that_ended_for_this_window_is_fetched_again(theme: Theme, tmp_path: Path) -> None:
    async with club(tmp_path) as (serving, ann), visitor(theme, tmp_path / "e", serving, "Eve") as eve:
        table = await ann.make_table("clod", {}, "A table")
        first = await watch(eve, table)
        first.close(Text("This game cannot be shown here"))
        settle()
        assert eve.window.page == "home"

        again = await watch(eve, table)

        assert again is not first
        assert again.match is not None
