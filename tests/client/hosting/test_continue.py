"""A match survives its host: two whole windows, and the servers that they start."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client_qt.app.application import Application
from client_qt.hosting import own_server
from client_qt.net.session import ServerSession
from client_qt.table.status import headline
from client_qt.theme import Theme
from netgame.records.writer import write_record
from protocol.address import Address
from protocol.client import session
from tests.client.clicks import button
from tests.client.program import client, press, until
from tests.client.together import goes_on, host, mover, number, play_one, port_of, words_in

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_server, "POLL_S", 0.1)
    monkeypatch.setattr(session, "FIRST_PAUSE_S", 0.1)
    monkeypatch.setattr(session, "LONGEST_PAUSE_S", 0.2)


@asynccontextmanager
async def playing(theme: Theme, folder: Path, moves: int = 4) -> AsyncIterator[tuple[Application, Application]]:
    """Yield the windows of Ann, who hosts, and Bob, who plays there, after some moves."""
    async with client(theme, folder / "ann", "Ann") as ann, client(theme, folder / "bob", "Bob") as bob:
        table = await host(ann)
        at_ann = meet(bob, ann)
        at_ann.take_seat(table, bob.join_controller.opened.emit, lambda why: pytest.fail(str(why)))
        await until(lambda: bob.window.page == "table" and goes_on(bob) and goes_on(ann))
        for _ in range(moves):
            await play_one(await mover(ann, bob))
        await until(lambda: number(ann) == number(bob))
        yield ann, bob


def banner(app: Application) -> str:
    return words_in(app.window.table.banner)


def model(app: Application):
    return app.window.table.model


def meet(one: Application, other: Application) -> ServerSession:
    """Let one window connect to the server of the other."""
    return one.servers.session_to(other.hosting.fingerprint, (Address("127.0.0.1", port_of(other)),), "Bob")


async def take_over(ann: Application, bob: Application) -> None:
    """Ann stops hosting, and Bob continues the match at the own computer."""
    ann.hosting.stop()
    await press(bob.window.table.banner, "Continue here")
    await until(lambda: model(bob) is not None and model(bob).match is not None and model(bob).match.rehosted)


async def test_the_guest_is_asked_at_once_and_both_play_on_at_the_new_host(theme: Theme, tmp_path: Path) -> None:
    async with playing(theme, tmp_path) as (ann, bob):
        before, moved = number(bob), model(bob).match.moved
        await take_over(ann, bob)
        assert model(bob).match.moved == moved
        await until(lambda: "Waiting for Ann" in words_in(bob.window.table))

        meet(ann, bob)
        await press(ann.window.table.banner, "Go on there")

        await until(lambda: goes_on(ann) and goes_on(bob) and number(ann) == number(bob))
        for _ in range(6):
            await play_one(await mover(ann, bob))
        await until(lambda: number(ann) == number(bob))
        assert number(bob) > before + 6
        assert model(ann).match.origin == model(bob).match.origin != model(bob).match.created.origin


async def test_the_record_of_an_unfinished_game_is_continued_here(theme: Theme, tmp_path: Path) -> None:
    async with playing(theme, tmp_path) as (ann, bob):
        moved, path = model(bob).match.moved, tmp_path / "kept.netgame"
        path.write_text(write_record(model(bob).log))
        ann.hosting.stop()
        await until(lambda: ann.hosting.state == "off")
        bob.window.action("home").trigger()
        bob.records_controller.open_path(str(path))
        await until(lambda: model(bob) is not None and model(bob).is_record)

        await press(bob.window.table.banner, "Continue here")
        await until(lambda: model(bob).match is not None and model(bob).match.rehosted)
        assert model(bob).match.moved == moved

        meet(ann, bob)
        await press(ann.window.table.banner, "Go on there")
        await until(lambda: goes_on(ann) and goes_on(bob))
        await play_one(await mover(ann, bob))
        await until(lambda: number(ann) == number(bob))


async def test_a_host_that_is_back_in_time_changes_nothing(theme: Theme, tmp_path: Path) -> None:
    async with playing(theme, tmp_path) as (ann, bob):
        ann.hosting.stop()
        await until(lambda: "continue here" in banner(bob))
        await until(lambda: ann.hosting.state == "off")
        ann.host_controller.resume()

        await until(lambda: goes_on(bob) and model(bob).status == "online")
        await until(lambda: "continue here" not in banner(bob))
        assert bob.hosting.state == "off"


async def test_the_old_host_that_is_back_hears_which_log_goes_further(theme: Theme, tmp_path: Path) -> None:
    async with playing(theme, tmp_path) as (ann, bob):
        await take_over(ann, bob)
        await until(lambda: ann.hosting.state == "off")
        old = model(ann)
        ann.host_controller.resume()
        await until(lambda: ann.hosting.state == "on" and old.status == "online")
        ann.table_controller.show(old)
        meet(ann, bob)

        await until(lambda: "You both have signed the same moves" in banner(ann))
        await press(ann.window.table.banner, "Go on there")
        await until(lambda: goes_on(ann) and goes_on(bob))
        for _ in range(4):
            await play_one(await mover(ann, bob))
        ann.table_controller.show(old)

        await until(lambda: "more move" in banner(ann))
        assert headline(old) in ann.window.windowTitle()
        assert not old.can_move
        ann.window.action("home").trigger()
        await until(lambda: ann.window.page == "home")
        assert old not in [game.table for game in ann.waiting_games.games]
        ann.table_controller.show(old)
        await until(lambda: "more move" in banner(ann))
        assert button(ann.window.table.banner, "Go on there").isEnabled()
