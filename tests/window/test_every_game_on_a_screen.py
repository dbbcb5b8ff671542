"""Every game, whole, under a real X server with a window manager: by the mouse alone, and by the keys alone.

The server is a process of its own, TLS over TCP on loopback, and the other side a session without a window.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from client_qt.settings import Folders, KnownServer, SettingsFile
from protocol.address import Address
from protocol.client import Server
from tests.server.process import ServerProcess
from tests.window.desk import Hands, KeyHands, MouseHands, window
from tests.window.opponent import Opponent, opponent
from tests.window.screen import Screen
from tests.window.test_whole_games import CLOD, CONQUID, KOOM, ROYAL, THUD, Kind

pytestmark = pytest.mark.slow


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Server]:
    """A server to play at."""
    process = await ServerProcess.start(folder)
    try:
        assert process.process.stdout is not None
        told = await trio.to_thread.run_sync(process.process.stdout.readline)
        yield Server(told.split()[1], (Address("127.0.0.1", process.port),))
    finally:
        with trio.CancelScope(shield=True):
            await process.end()


def known(server: Server, home: Path) -> None:
    """The client in that folder has met it before."""
    settings = SettingsFile(Folders.find(str(home)).config)
    place = KnownServer(server.fingerprint or "", "Club", (f"localhost:{server.addresses[0].port}",), "", 1)
    settings.change(settings.value.with_server(place))


async def play(hands: Hands, bob: Opponent, kind: Kind, port: int) -> None:
    """A table of that kind is joined and played to its end; both have seen the same."""
    table = await bob.session.make_table(kind.game, kind.options)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(bob.play, table)
        await hands.join(table, f"netgame://127.0.0.1:{port}/{table}")
        await hands.play()
    state = await hands.ann.do("state")
    assert bob.match is not None
    assert state["number"] == bob.match.number
    assert state["phase"] == "over"
    assert {reason for reason, *_ in state["legs"]} == {"board"}


BLOOMS = Kind("blooms", options={"side": 4, "variant": "race", "target": 5})
EVENINGS = ((CLOD, THUD, KOOM), (BLOOMS, CONQUID), (ROYAL,))


@pytest.mark.parametrize("kinds", EVENINGS)
@pytest.mark.parametrize("hands", [MouseHands, KeyHands])
async def test_whole_games_are_played_by_hand(
    desk: Screen, tmp_path: Path, hands: type[Hands], kinds: tuple[Kind, ...]
) -> None:
    async with served(tmp_path / "server") as server, opponent(server) as bob:
        if hands is MouseHands:
            known(server, tmp_path / "ann")
        async with window(desk, tmp_path / "ann") as ann:
            for kind in kinds:
                await play(hands(ann, desk), bob, kind, server.addresses[0].port)
