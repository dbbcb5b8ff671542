"""A whole game of each kind through the wire, from the home page to the result: by mouse alone, or by keyboard alone.

The window hosts it, or joins a server elsewhere; TLS over TCP on loopback in both. The other side is a session without
a window. A game on a large board begins near its end.
"""

from pathlib import Path

import pytest

from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KnownServer
from client_qt.theme import Theme
from protocol.client import Server
from tests.client.program import client
from tests.server.serving import running
from tests.window.opponent import opponent
from tests.window.players import KINDS, KeyPlayer, Kind, MousePlayer, play_out, served_by, table_of

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
# each game by the other means than in test_against_the_computer
BY_KEYS, BY_MOUSE = tuple(KINDS)[::2], tuple(KINDS)[1::2]
HOSTED = ("blooms", "conquid", "thud")


def games(*keys: str) -> pytest.MarkDecorator:
    rows = [pytest.param(MousePlayer, KINDS[key], id=f"mouse-{key}") for key in keys if key in BY_MOUSE]
    rows += [pytest.param(KeyPlayer, KINDS[key], id=f"keys-{key}") for key in keys if key in BY_KEYS]
    return pytest.mark.parametrize(("player_class", "kind"), rows)


@games(*HOSTED)
async def test_a_game_is_hosted_and_played(
    theme: Theme, tmp_path: Path, player_class: type[MousePlayer | KeyPlayer], kind: Kind
) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        player = player_class(app)
        await player.host(kind)
        async with opponent(served_by(app)) as other:
            await other.sit_down(table_of(app))
            await play_out(player, other, table_of(app))


@games(*(key for key in KINDS if key not in HOSTED))
async def test_a_table_is_joined_and_played(
    theme: Theme, tmp_path: Path, player_class: type[MousePlayer | KeyPlayer], kind: Kind
) -> None:
    async with (
        running(tmp_path / "s", plain=False) as serving,
        opponent(Server(serving.fingerprint, serving.addresses)) as other,
    ):
        table = await other.session.make_table(kind.game, kind.options, position=kind.position)
        settings = SettingsFile(tmp_path / "a" / "config")
        known = KnownServer(serving.fingerprint, "Club", (f"localhost:{serving.port}",), "", 1)
        if player_class is MousePlayer:
            settings.change(settings.value.with_server(known))
        async with client(theme, tmp_path / "a", "Ann") as app:
            player = player_class(app)
            await player.join(table if player_class is MousePlayer else f"netgame://127.0.0.1:{serving.port}/{table}")
            await play_out(player, other, table)
