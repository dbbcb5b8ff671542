"""Hosting in the background: a server process takes over, players stay, and it exits by itself."""

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from server.cli.background import LOG_FILE, BackgroundServer, find, start, stop

from protocol import messages as m
from protocol.address import Address
from protocol.client import NewEvents, Server, Session
from server.app import Config, ServerError, Serving
from server.cli.idle import is_played
from server.storage.data_folder import BACKGROUND_FILE
from tests import PATIENCE_S
from tests.server.serving import running

pytestmark = pytest.mark.slow


def alone(data: Path) -> Config:
    """Return the settings of the window, on loopback."""
    return Config(data=data, name="Test", hosts=("127.0.0.1",), announce="none")


async def until(condition: Callable[[], Any]) -> Any:
    while not (seen := condition()):
        await trio.sleep(0.02)
    return seen


def pid_in(data: Path) -> int:
    """Return the process that marked that folder."""
    return int((data / BACKGROUND_FILE).read_text().partition('"pid": ')[2].partition(",")[0])


@asynccontextmanager
async def in_background(data: Path, idle_s: float = 60) -> AsyncIterator[BackgroundServer]:
    await trio.to_thread.run_sync(start, alone(data), idle_s)
    pid = pid_in(data)
    try:
        found = await trio.to_thread.run_sync(find, data)
        assert found is not None
        yield found
    finally:
        with trio.move_on_after(PATIENCE_S, shield=True):
            if find(data) is not None:
                await trio.to_thread.run_sync(stop, data)
            await until(lambda: not Path(f"/proc/{pid}").exists())


class Player:
    """A client that reconnects, and the last event that it received."""

    def __init__(self, serving: Serving, name: str) -> None:
        here = (Address("127.0.0.1", serving.port),)
        self.session = Session(Server(serving.fingerprint, here), name, None)
        self.number = 0

    async def follow(self) -> None:
        async for update in self.session.updates:
            if isinstance(update, NewEvents):
                self.number = update.events[-1].number


@asynccontextmanager
async def two_playing(data: Path) -> AsyncIterator[tuple[Player, Player, str, Callable[[], object]]]:
    """Let two clients play at a server in this process; yield a function that stops the server."""
    async with trio.open_nursery() as sessions:
        server = running(data, plain=False, port=None)
        serving = await server.__aenter__()
        ann, bob = Player(serving, "Ann"), Player(serving, "Bob")
        for player in (ann, bob):
            await sessions.start(player.session.run)
            sessions.start_soon(player.follow)
        table = await ann.session.make_table("clod", {}, player=0)
        await bob.session.command(table, m.TakeSeat)
        for player in (ann, bob):
            await player.session.watch(table)
        await until(lambda: ann.number >= 4 and bob.number >= 4)
        yield ann, bob, table, partial(server.__aexit__, None, None, None)
        sessions.cancel_scope.cancel()


async def test_players_stay_and_it_exits_after_their_match(tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with two_playing(tmp_path) as (ann, bob, table, end_here):
            before = ann.number
            await end_here()
            async with in_background(tmp_path, idle_s=0.05) as hosting:
                assert (hosting.games, hosting.players) == (1, ("Ann and Bob",))
                await until(lambda: ann.session.status == bob.session.status == "online")
                await bob.session.command(table, m.SendResign, match=True)
                await until(lambda: ann.number > before)
                await until(lambda: find(tmp_path) is None)
    await until(lambda: not (tmp_path / BACKGROUND_FILE).exists())
    assert "no match is played any more" in (tmp_path / LOG_FILE).read_text()


async def test_stopping_it_keeps_the_match(tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with two_playing(tmp_path) as (ann, _bob, table, end_here):
            await end_here()
            async with in_background(tmp_path):
                await until(lambda: ann.session.status == "online")
                await trio.to_thread.run_sync(stop, tmp_path)
            assert find(tmp_path) is None
            async with running(tmp_path, plain=False) as serving:
                assert is_played(serving.services.lobby), "the game is there for the next server"
                assert table in serving.services.lobby.tables


async def test_sigterm_stops_it_in_order_and_sighup_does_not(tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with in_background(tmp_path) as hosting:
            pid = pid_in(tmp_path)
            assert os.getsid(pid) == pid, "it has no terminal to lose"
            os.kill(pid, signal.SIGHUP)
            assert find(tmp_path) == hosting
            os.kill(pid, signal.SIGTERM)
            await until(lambda: not (tmp_path / BACKGROUND_FILE).exists())


async def test_a_killed_server_is_not_found(tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with in_background(tmp_path):
            pid = pid_in(tmp_path)
            os.kill(pid, signal.SIGKILL)
            await until(lambda: not Path(f"/proc/{pid}").exists())
            assert (tmp_path / BACKGROUND_FILE).exists()
            assert find(tmp_path) is None
            async with running(tmp_path, plain=False):
                assert await trio.to_thread.run_sync(find, tmp_path) is None, "this server has a window, as it were"


async def test_a_busy_folder_is_an_error(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False):
        with pytest.raises(ServerError, match="Another server serves"):
            await trio.to_thread.run_sync(start, alone(tmp_path))


def test_without_a_server_nothing_is_found(tmp_path: Path) -> None:
    assert find(tmp_path) is None
    with pytest.raises(ServerError, match="No server runs"):
        stop(tmp_path)
