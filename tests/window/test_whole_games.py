"""A whole game of each kind through the wire, from the home page to the result: by mouse alone, and by keyboard alone.

The window hosts it, or joins a server elsewhere; TLS over TCP on loopback in both. The other side is a session without
a window. A game on a large board begins near its end.
"""

from collections.abc import Iterable
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
# every game is played by mouse and by keys; half of those that begin at their start are hosted in the window
HOSTED = [kind for kind in KINDS.values() if not kind.played]
BY_MOUSE, BY_KEYS = HOSTED[::2], HOSTED[1::2]


def games(by_mouse: Iterable[Kind], by_keys: Iterable[Kind]) -> pytest.MarkDecorator:
    rows = [pytest.param(MousePlayer, kind, id=f"mouse-{kind.game}") for kind in by_mouse]
    rows += [pytest.param(KeyPlayer, kind, id=f"keys-{kind.game}") for kind in by_keys]
    return pytest.mark.parametrize(("player_class", "kind"), rows)


@games(BY_MOUSE, BY_KEYS)
async def test_a_game_is_hosted_and_played(
    theme: Theme, tmp_path: Path, player_class: type[MousePlayer | KeyPlayer], kind: Kind
) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        player = player_class(app)
        await player.host(kind)
        async with opponent(served_by(app)) as other:
            await other.sit_down(table_of(app))
            await play_out(player, other, table_of(app))


@games(
    (kind for kind in KINDS.values() if kind not in BY_MOUSE), (kind for kind in KINDS.values() if kind not in BY_KEYS)
)
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
