"""A computer player at a hosted table, by clicks, with the real programs of the server and of the computer player."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from client_qt.app.application import Application
from client_qt.settings.preferences import OwnEngine
from client_qt.table.remote import RemoteTable
from client_qt.theme import Theme
from netgame.match.events import Moved
from tests import PATIENCE_S
from tests.client.clicks import click, settle, type_text
from tests.client.program import client, press, until
from tests.client.together import host, mover, number, play_one, position
from tests.client.visiting import link_of, make_table, visitor
from tests.server.serving import running

pytestmark = [pytest.mark.qt_trio, pytest.mark.slow]
GAME = "clod"


def computers(app: Application) -> list[str]:
    """Return what the log of the shown table says of its players."""
    match = app.window.table.model.match
    return [seat.computer for seat in match.seats if seat is not None] if match is not None else []


def moves_of_computer(app: Application) -> int:
    model = app.window.table.model
    return sum(isinstance(event, Moved) and event.player not in model.mine for event in model.log)


async def seat_computer(app: Application, computer: str = "level 1") -> None:
    choice = app.window.table.place.waiting.findChild(QComboBox, "computer_player")
    choice.setCurrentIndex(choice.findData(computer))
    await press(app.window, "seat_computer")


async def test_the_computer_takes_the_free_seat_plays_and_comes_back_with_the_window(
    theme: Theme, tmp_path: Path
) -> None:
    with trio.fail_after(PATIENCE_S):
        async with client(theme, tmp_path, "Ann") as app:
            table = await host(app, GAME)
            await seat_computer(app)
            await until(lambda: sorted(computers(app)) == ["", "level 1"])
            await play_one(await mover(app))
            await until(lambda: moves_of_computer(app) > 0)
            strips = [strip.state.computer for strip in app.window.table.body.strips]
            app.leave()

        async with client(theme, tmp_path, "Ann") as app:
            await press(app.window.home, f"continue_{table}")
            await until(lambda: number(app) and all(app.window.table.model.presence))
            before = position(app), moves_of_computer(app)
            await play_one(await mover(app))
            await until(lambda: moves_of_computer(app) > before[1])

    assert sum(map(bool, strips)) == 1
    assert app.settings.value.table_computer == "level 1"


@asynccontextmanager
async def waiting(theme: Theme, folder: Path) -> AsyncIterator[Application]:
    """A window at an open table of a server that lets in computer players."""
    async with (
        running(folder / "s", plain=False, computers="local") as serving,
        visitor(theme, folder / "a", serving, "Ann") as app,
    ):
        app.table_controller.show(await make_table(app))
        await until(lambda: app.window.table.place.waiting.isVisible())
        yield app


async def test_a_player_of_ones_own_takes_the_free_seat(theme: Theme, tmp_path: Path) -> None:
    file = tmp_path / "my player.py"
    file.write_text("def choose(game, state, limits):\n    return next(game.moves(state))\n", "utf-8")
    with trio.fail_after(PATIENCE_S):
        async with client(theme, tmp_path / "home", "Ann") as app:
            app.preferences_controller.choose(engines=(OwnEngine("Snapper", (str(file),)),))
            await host(app, GAME)
            await seat_computer(app, "Snapper")
            await until(lambda: sorted(computers(app)) == ["", "my player"])
            await play_one(await mover(app))
            await until(lambda: moves_of_computer(app) > 0)

    assert app.settings.value.table_computer == "Snapper"


async def test_the_card_says_why_no_computer_comes_and_offers_it_again(theme: Theme, tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with waiting(theme, tmp_path) as app:
            (app.settings.path.parent / "computers").write_text("in the way")
            card = app.window.table.place.waiting
            await seat_computer(app)
            await until(lambda: card.findChild(QLabel, "computer_problem").isVisible())

            (app.settings.path.parent / "computers").unlink()
            await seat_computer(app)
            await until(lambda: sorted(computers(app)) == ["", "level 1"])


async def test_a_computer_is_offered_where_it_may_sit(theme: Theme, tmp_path: Path) -> None:
    async with waiting(theme, tmp_path) as app:
        card = app.window.table.place.waiting
        for terms in ({"access": "invited"}, {"access": "code", "code": "sesame"}, {"ready": False}):
            shown: list[RemoteTable] = []
            link_of(app).open_table(GAME, {}, shown.append, print, **terms)
            app.table_controller.show(await until(lambda shown=shown: shown and shown[0]))
            await until(lambda: app.window.table.model.match is not None and card.isVisible())

            offered = card.findChild(QComboBox, "computer_player").isVisible()
            assert offered == (terms.get("access") != "invited")


async def test_a_computer_with_the_code_takes_the_seat_of_a_private_table(theme: Theme, tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with client(theme, tmp_path, "Ann") as app:
            click(app.window.home.host_door)
            await until(lambda: app.window.page == "host")
            settle()
            await press(app.window.host, "more_terms")
            access = app.window.host.findChild(QComboBox, "access")
            access.setCurrentIndex(access.findData("code"))
            type_text(app.window.host.findChild(QLineEdit, "code"), "sesame")
            await press(app.window.host, "go")
            await until(lambda: app.window.page == "table" and app.window.table.place.waiting.isVisible())
            assert "sesame" in app.window.table.findChild(QLabel, "waiting_code").text()

            await seat_computer(app)

            await until(lambda: sorted(computers(app)) == ["", "level 1"])
