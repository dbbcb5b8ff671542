"""A whole game of each kind, from the home page to the result: by mouse alone, or by keyboard alone.

The window hosts it, or joins a server elsewhere; the other side is a session without a window. Or the computer is the
opponent, with the real engine in a process of its own. A game on a large board begins near its end.
"""

import pytest

from client_qt.app.application import Application
from client_qt.net.known_servers import recent_servers
from client_qt.settings.schema import KnownServer
from devtools.harness.server.serving import listening
from devtools.harness.window.opponent import Opponent, opponent
from devtools.harness.window.players import KINDS, KeyPlayer, Kind, MousePlayer, play_out, served_by, table_of
from netgame.match.events import Moved
from protocol.address import Address
from server.app import Serving

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
# each game by the other means than against the computer
BY_KEYS, BY_MOUSE = tuple(KINDS)[::2], tuple(KINDS)[1::2]
PlayerKind = type[MousePlayer | KeyPlayer]
HOSTED = ("blooms", "conquid", "thud")


def games(*keys: str) -> pytest.MarkDecorator:
    rows = [pytest.param(MousePlayer, KINDS[key], id=f"mouse-{key}") for key in keys if key in BY_MOUSE]
    rows += [pytest.param(KeyPlayer, KINDS[key], id=f"keys-{key}") for key in keys if key in BY_KEYS]
    return pytest.mark.parametrize(("player_class", "kind"), rows)


@games(*HOSTED)
async def test_a_game_is_hosted_and_played(ann: Application, player_class: PlayerKind, kind: Kind) -> None:
    player = player_class(ann)
    await player.host(kind)
    async with opponent(served_by(ann)) as other:
        await other.sit_down(table_of(ann))
        await play_out(player, other, table_of(ann))


@games(*(key for key in KINDS if key not in HOSTED))
async def test_a_table_is_joined_and_played(
    ann: Application, serving: Serving, other: Opponent, player_class: PlayerKind, kind: Kind
) -> None:
    table = await other.session.make_table(kind.game, kind.options, position=kind.position)
    if player_class is MousePlayer:
        elsewhere = Address("localhost", serving.port)  # since 127.0.0.1 is not remembered
        listening[elsewhere] = listening[serving.addresses[0]]
        known = KnownServer(serving.fingerprint, "Club", (str(elsewhere),), "", 1)
        ann.settings.change(ann.settings.value.with_server(known))
        ann.browser.know(recent_servers(ann.settings.value))
    player = player_class(ann)
    await player.join(table if player_class is MousePlayer else f"netgame://127.0.0.1:{serving.port}/{table}")
    await play_out(player, other, table)


PLAYERS = (MousePlayer, KeyPlayer)
CASES = [
    pytest.param(PLAYERS[number % 2], kind, id=key, marks=[pytest.mark.sweep] * (number > 0))
    for number, (key, kind) in enumerate(KINDS.items())
]


@pytest.mark.parametrize(("player_class", "kind"), CASES)
async def test_a_whole_game_is_played_against_the_computer(
    ann: Application, player_class: PlayerKind, kind: Kind
) -> None:
    player = player_class(ann)
    await player.play_computer(kind)
    model = ann.window.table.model
    assert model is not None
    assert model.mine == {0}
    await player.play()

    match = model.match
    assert match is not None
    assert match.ended is not None
    assert match.seats[1] is not None
    assert match.seats[1].computer == "level 1"
    assert {event.player for event in model.log if isinstance(event, Moved)} == {0, 1}
