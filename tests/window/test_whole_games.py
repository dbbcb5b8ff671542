"""A whole game of each kind through the wire, from the home page to the result: by mouse alone, and by keyboard alone.

The window hosts it, or joins a server elsewhere; TLS over TCP on loopback in both. The other side is a session without
a window. The board of RoyalClod is large, so its game begins when two thirds of it are played.
"""

from pathlib import Path

import pytest

from client_qt.look import Theme
from client_qt.settings import KnownServer, SettingsFile
from protocol.client import Server
from tests.client.program import client
from tests.server.serving import running
from tests.window.evening import (
    BLOOMS,
    CLOD,
    CONQUID,
    KOOM,
    ROYAL,
    THUD,
    KeyPlayer,
    Kind,
    MousePlayer,
    play_out,
    served_by,
    table_of,
)
from tests.window.opponent import opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.mark.parametrize("kind", [CLOD, BLOOMS, THUD], ids=lambda kind: kind.game)
async def test_a_game_is_hosted_and_played_by_mouse_alone(theme: Theme, tmp_path: Path, kind: Kind) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        player = MousePlayer(app)
        await player.host(kind)
        async with opponent(served_by(app)) as other:
            await other.sit_down(table_of(app))
            await play_out(player, other, table_of(app))


@pytest.mark.parametrize("kind", [CLOD, CONQUID, KOOM], ids=lambda kind: kind.game)
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
            table = await other.session.make_table(kind.game, kind.options, position=kind.position)
            async with client(theme, tmp_path / "a", "Ann") as app:
                player = MousePlayer(app)
                await player.join(table)
                await play_out(player, other, table)


@pytest.mark.parametrize("kind", [ROYAL, BLOOMS, THUD], ids=lambda kind: kind.game)
async def test_a_table_is_joined_and_played_by_keyboard_alone(theme: Theme, tmp_path: Path, kind: Kind) -> None:
    async with (
        running(tmp_path / "s", plain=False) as serving,
        opponent(Server(serving.fingerprint, serving.addresses)) as other,
    ):
        table = await other.session.make_table(kind.game, kind.options, position=kind.position)
        async with client(theme, tmp_path / "a", "Ann") as app:
            player = KeyPlayer(app)
            await player.join(f"netgame://127.0.0.1:{serving.port}/{table}")
            await play_out(player, other, table)
