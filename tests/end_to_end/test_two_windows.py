"""Two windows of one player, and a server that outlives its window: as processes, by clicks."""

import json
from functools import partial
from pathlib import Path

import pytest
import trio

from protocol import messages as m
from protocol.address import Address
from protocol.client import Server, Session
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE
from tests import PATIENCE_S
from tests.end_to_end.test_two_computers import client, host
from tests.server.serving import own_port

pytestmark = [pytest.mark.slow, pytest.mark.sweep, pytest.mark.needs_qt]
GAME = "blooms"  # without dice, which the other player would have to draw as well


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a player who hosts at a port that no other test takes."""
    own_port(tmp_path / "ann" / "data" / "server")
    return tmp_path / "ann"


async def test_a_second_window_plays_at_the_server_of_the_first(home: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with client(home) as first:
            await host(first, GAME)
            async with client(home) as second:
                await second.do("click_on", name="tile_host")
                await second.do("press", name="go")
                await second.do("press", name="show_its_games")
                await second.do("page", name="lobby")
                tables = await trio.to_thread.run_sync(request, home / "data" / "server" / CONTROL_FILE, "tables")
                await second.do("press", name=f"join_{tables[0][0]['table']}")
                await second.do("online")
                await first.do("online")
                async with trio.open_nursery() as both:
                    both.start_soon(partial(first.do, "play", number=9))
                    both.start_soon(partial(second.do, "play", number=9))
                one, other = await first.do("state"), await second.do("state")

    assert one["moves"][:4] == other["moves"][:4]
    assert sorted(one["mine"] + other["mine"]) == [0, 1]
    assert (home / "config" / "window-2").is_dir()


async def test_a_game_outlives_the_window_that_hosted_it(home: Path) -> None:
    control = home / "data" / "server" / CONTROL_FILE
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as sessions:
            async with client(home) as first:
                await host(first, GAME)
                table = await sit_down(home, sessions)
                await first.do("online")
                await first.do("close")
                await first.do("press", name="keep_hosting")
                await first.process.wait()
            status = (await trio.to_thread.run_sync(request, control, "status"))[1]
            assert status["playing"] == 1
            async with client(home) as again:
                await again.do("press", name=f"continue_{table}")
                await again.do("online")
                await again.do("press", name="Stop")
                while control.exists():
                    await trio.sleep(0.02)
            sessions.cancel_scope.cancel()


async def sit_down(home: Path, sessions: trio.Nursery) -> str:
    """Let another player take the free seat of the one table that is hosted there. Return the table."""
    told = json.loads((home / "data" / "server" / "lock").read_text())
    session = Session(Server(told["fingerprint"], (Address("127.0.0.1", told["port"]),)), "Bob", None)
    await sessions.start(session.run)
    async for update in session.updates:
        tables = getattr(update, "tables", None)
        if tables:
            await session.command(tables[0].table, m.TakeSeat)
            return str(tables[0].table)
    raise AssertionError("the server has told of no table")
