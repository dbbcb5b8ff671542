"""A whole game of each kind through the wire, from the home page to the result: by mouse alone, and by keyboard alone.

The window hosts it, or joins a server elsewhere; TLS over TCP on loopback in both. The other side is a session without
a window.
"""

from pathlib import Path

import pytest
import trio

from client_qt.app import Application
from client_qt.look import Theme
from client_qt.settings import KnownServer, SettingsFile
from protocol.address import Address
from protocol.client import Server
from tests.client.program import client
from tests.server.serving import running
from tests.window.evening import KeyPlayer, Kind, MousePlayer, Player
from tests.window.opponent import Opponent, opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]

CLOD = Kind("clod")
ROYAL = Kind("royalclod", "wide", {}, {"layout": "wide"})
BLOOMS = Kind("blooms", "first game", {}, {"side": 4})
CONQUID = Kind("conquid", "small", {"turn_limit": 60}, {"rows": 7, "columns": 14, "base": 1, "turn_limit": 60})
THUD = Kind("thud", "", {"no_capture_limit": 8}, {"no_capture_limit": 8})
KOOM = Kind("koom", "", {"no_progress_limit": 12, "battles": 1}, {"no_progress_limit": 12, "battles": 1})


async def play_out(player: Player, other: Opponent, table: str) -> None:
    """Both play to the end, and both have seen the same."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(other.play, table)
        await player.play()
    match = player.table.model.match if player.table.model is not None else None
    assert match is not None
    assert other.match is not None
    assert match.ended is not None
    assert (match.number, match.ended, match.state) == (other.match.number, other.match.ended, other.match.state)
    assert all(leg.reason == "board" for leg in match.legs_ended)
    assert player.table.result.isVisible()
    assert player.turns >= 3


def table_of(app: Application) -> str:
    return str(getattr(app.window.table.model, "table"))  # noqa: B009


def served_by(app: Application) -> Server:
    served = app.hosting.served
    assert served is not None
    return Server(served.fingerprint, (Address("127.0.0.1", served.port),))


@pytest.mark.parametrize("kind", [CLOD, BLOOMS, THUD], ids=lambda kind: kind.game)
async def test_a_game_is_hosted_and_played_by_mouse_alone(theme: Theme, tmp_path: Path, kind: Kind) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        player = MousePlayer(app)
        await player.host(kind)
        async with opponent(served_by(app)) as other:
            await other.sit_down(table_of(app))
            await play_out(player, other, table_of(app))


@pytest.mark.parametrize("kind", [ROYAL, CONQUID, KOOM], ids=lambda kind: kind.game)
async def test_a_game_is_hosted_and_played_by_keyboard_alone(theme: Theme, tmp_path: Path, kind: Kind) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        player = KeyPlayer(app)
        await player.host(kind)
        async with opponent(served_by(app)) as other:
            await other.sit_down(table_of(app))
            await play_out(player, other, table_of(app))


@pytest.mark.parametrize("kind", [ROYAL, CONQUID, KOOM], ids=lambda kind: kind.game)
async def test_a_table_is_joined_and_played_by_mouse_alone(theme: Theme, tmp_path: Path, kind: Kind) -> None:
    async with running(tmp_path / "s", plain=False) as serving:
        server = Server(serving.fingerprint, serving.addresses)
        settings = SettingsFile(tmp_path / "a" / "config")
        known = KnownServer(serving.fingerprint, "Club", (f"localhost:{serving.port}",), "", 1)
        settings.change(settings.value.with_server(known))
        async with opponent(server) as other:
            table = await other.session.make_table(kind.game, kind.options)
            async with client(theme, tmp_path / "a", "Ann") as app:
                player = MousePlayer(app)
                await player.join(table)
                await play_out(player, other, table)


@pytest.mark.parametrize("kind", [CLOD, BLOOMS, THUD], ids=lambda kind: kind.game)
async def test_a_table_is_joined_and_played_by_keyboard_alone(theme: Theme, tmp_path: Path, kind: Kind) -> None:
    async with (
        running(tmp_path / "s", plain=False) as serving,
        opponent(Server(serving.fingerprint, serving.addresses)) as other,
    ):
        table = await other.session.make_table(kind.game, kind.options)
        async with client(theme, tmp_path / "a", "Ann") as app:
            player = KeyPlayer(app)
            await player.join(f"netgame://127.0.0.1:{serving.port}/{table}")
            await play_out(player, other, table)
