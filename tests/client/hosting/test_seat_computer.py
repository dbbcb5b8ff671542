"""A computer player at a hosted table, by clicks, with the real programs of the server and of the computer player."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from client_qt.app.application import Application
from client_qt.pages.table.strips.waiting_card import WaitingCard
from client_qt.settings.preferences import OwnEngine
from client_qt.table.remote import RemoteTable
from client_qt.theme import Theme
from netgame.match.events import Moved
from tests.client.clicks import button, click, settle, type_text
from tests.client.program import client, press, until
from tests.client.together import host, mover, number, play_one
from tests.client.visiting import link_of, make_table, visit
from tests.server.serving import running, running_on_loopback

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
        before = moves_of_computer(app)
        await play_one(await mover(app))
        await until(lambda: moves_of_computer(app) > before)

    assert sum(map(bool, strips)) == 1
    assert app.settings.value.table_computer == "level 1"


@asynccontextmanager
async def waiting(app: Application, folder: Path, serve: Any = running_on_loopback) -> AsyncIterator[WaitingCard]:
    """Bring a window to an open table of a server that lets in computer players; yield the card there."""
    async with serve(folder / "s", plain=False, computers="local") as serving:
        await visit(app, serving)
        app.table_controller.show(await make_table(app))
        await until(lambda: app.window.table.place.waiting.isVisible())
        yield app.window.table.place.waiting


async def test_the_card_says_why_no_computer_comes_and_offers_it_again(ann: Application, tmp_path: Path) -> None:
    folder = ann.settings.path.parent / "computers"
    if folder.exists():
        folder.rename(tmp_path / "computers")
    async with waiting(ann, tmp_path) as card:
        folder.write_text("in the way")
        await seat_computer(ann)
        await until(lambda: card.findChild(QLabel, "computer_problem").isVisible())

        folder.unlink()
        await seat_computer(ann)
        await until(lambda: sorted(computers(ann)) == ["", "level 1"])


async def test_a_computer_is_offered_where_it_may_sit(ann: Application, tmp_path: Path) -> None:
    async with waiting(ann, tmp_path, running) as card:
        for terms in ({"access": "invited"}, {"access": "code", "code": "sesame"}, {"ready": False}):
            shown: list[RemoteTable] = []
            link_of(ann).open_table(GAME, {}, shown.append, print, **terms)
            ann.table_controller.show(await until(lambda shown=shown: shown and shown[0]))
            await until(lambda: ann.window.table.model.match is not None and card.isVisible())

            offered = card.findChild(QComboBox, "computer_player").isVisible()
            assert offered == (terms.get("access") != "invited")


async def test_a_player_of_ones_own_with_the_code_takes_the_seat_of_a_private_table(
    ann: Application, tmp_path: Path
) -> None:
    file = tmp_path / "my player.py"
    file.write_text("def choose(game, state, limits):\n    return next(game.moves(state))\n", "utf-8")
    ann.preferences_controller.choose(engines=(OwnEngine("Snapper", (str(file),)),))
    click(ann.window.home.host_tile)
    await until(lambda: ann.window.page == "host")
    settle()
    click(button(ann.window.host, f"game_{GAME}"))
    await press(ann.window.host, "more_terms")
    access = ann.window.host.findChild(QComboBox, "access")
    access.setCurrentIndex(access.findData("code"))
    type_text(ann.window.host.findChild(QLineEdit, "code"), "sesame")
    await press(ann.window.host, "go")
    await until(lambda: ann.window.page == "table" and ann.window.table.place.waiting.isVisible())
    assert "sesame" in ann.window.table.findChild(QLabel, "waiting_code").text()

    await seat_computer(ann, "Snapper")
    await until(lambda: sorted(computers(ann)) == ["", "my player"])
    await play_one(await mover(ann))
    await until(lambda: moves_of_computer(ann) > 0)

    assert ann.settings.value.table_computer == "Snapper"
