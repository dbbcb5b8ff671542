"""The lobby of two windows at one server: a new name, and direct messages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from client_qt.app.application import Application
from client_qt.theme import Theme
from tests.client.clicks import click, settle
from tests.client.program import press, until
from tests.client.visiting import link_of, register, visitor
from tests.server.serving import running
from tests.window.input_devices import Keys, activate

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
KEYS = Keys()


@asynccontextmanager
async def ann_and_bob(theme: Theme, folder: Path) -> AsyncIterator[tuple[Application, Application]]:
    async with (
        running(folder / "s", plain=False) as serving,
        visitor(theme, folder / "a", serving, "Ann") as ann,
        visitor(theme, folder / "b", serving, "Bob") as bob,
    ):
        for app in (ann, bob):
            app.lobby_controller.show_lobby()
            await until(lambda app=app: len(app.window.lobby.people.rows) == 2)
        yield ann, bob


def rename(app: Application, name: str) -> None:
    app.window.action("home").trigger()
    activate(app.window)
    app.window.home.name_field.setFocus()
    KEYS.write(name)
    KEYS.press(Qt.Key.Key_Return)


def names(app: Application) -> set[str]:
    return {person.name for person in link_of(app).people}


async def test_a_changed_name_is_seen_by_others_at_once(theme: Theme, tmp_path: Path) -> None:
    async with ann_and_bob(theme, tmp_path) as (ann, bob):
        rename(bob, "Robert")
        await until(lambda: names(ann) == {"Ann", "Robert"})
        await until(lambda: any(row.title == "Robert" for row in ann.window.lobby.people.rows))

        assert link_of(bob).name == "Robert"


async def test_a_registered_player_is_told_that_the_name_stays(theme: Theme, tmp_path: Path) -> None:
    async with ann_and_bob(theme, tmp_path) as (_ann, bob):
        await register(bob, "Bob")
        rename(bob, "Robert")
        await until(lambda: bob.window.banner.shown)

        assert link_of(bob).name == "Bob"
