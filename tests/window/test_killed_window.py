"""A window that is killed in mid-game: what was sent is at the server, and the next window goes on from there."""

from pathlib import Path

import pytest
import trio

from protocol.client import Server
from server.app import Serving
from tests.server.serving import running
from tests.window.opponent import opponent
from tests.window.program import program

pytestmark = pytest.mark.slow
ROBOT = "tests.end_to_end.robot"


def events(serving: Serving, table: str) -> int:
    match = serving.match(table)
    assert match is not None
    return match.number


async def test_a_killed_window_has_lost_nothing_that_was_sent(tmp_path: Path) -> None:
    async with (
        running(tmp_path / "s", plain=False) as serving,
        opponent(Server(serving.fingerprint, serving.addresses)) as bob,
        trio.open_nursery() as nursery,
    ):
        table = await bob.session.make_table("clod", {}, player=1)
        nursery.start_soon(bob.play, table)
        async with program(ROBOT, tmp_path / "ann", f"netgame://127.0.0.1:{serving.port}/{table}") as ann:
            await ann.do("press", name="accept_server")
            await ann.do("press", name="take_seat")
            await ann.do("page", name="table")
            before = await ann.do("play", turns=3)
            ann.process.kill()
            await ann.process.wait()
        kept = events(serving, table)
        async with program(ROBOT, tmp_path / "ann") as ann:
            await ann.do("press", name=f"continue_{table}")
            await ann.do("online")
            after = await ann.do("state")
            more = await ann.do("play", turns=1)
        nursery.cancel_scope.cancel()

    assert kept >= before["number"]
    assert after["moves"][: len(before["moves"])] == before["moves"]
    assert after["mine"] == before["mine"]
    assert len(more["moves"]) > len(after["moves"])
