"""A tournament at the server that a window hosts, without a table: made by a guest, and played to its end."""

from pathlib import Path

import pytest

from client_qt.app.application import Application
from client_qt.hosting import own_server
from client_qt.theme import Theme
from protocol.address import Address
from tests.client.clicks import button, click, settle
from tests.client.pages.test_tournaments_served import begin, give_up, make, state
from tests.client.program import client, press, until
from tests.client.together import port_of
from tests.client.visiting import link_of

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_server, "POLL_S", 0.1)


async def hold(app: Application) -> None:
    """Begin to host by the button for tournaments."""
    click(app.window.home.host_tile)
    await press(app.window.host, "hold_tournament")
    await until(lambda: app.window.page == "tournaments" and app.window.tournaments.findChild(object, "tournament_new"))


async def come(app: Application, host: Application) -> None:
    """Go to the tournaments of the other computer."""
    session = app.servers.session_to(host.hosting.fingerprint, (Address("127.0.0.1", port_of(host)),), "Ann")
    await until(lambda: session.status == "online" and session.has_tournaments)
    app.lobby_controller.enter(session)
    settle()
    click(button(app.window.lobby, "lobby_tournaments"))


async def test_a_guest_makes_a_tournament_at_the_server_of_a_window_and_it_is_played(
    theme: Theme, tmp_path: Path
) -> None:
    async with client(theme, tmp_path / "ann", "Ann") as ann, client(theme, tmp_path / "bob", "Bob") as bob:
        await hold(ann)
        await come(bob, ann)
        t = await begin(bob, ann)
        await press(ann.window.tournament, "tournament_play")
        await until(lambda: ann.window.page == "table" and ann.window.table.model.match)
        await give_up(ann, t.rounds[0][0].paired.table)

        await until(lambda: state(bob).phase == "over")
        first = await until(lambda: bob.window.tournament.standings.rows[0])
        assert first.key == link_of(bob).account


async def test_a_tournament_goes_on_at_the_next_start_of_the_host(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path / "bob", "Bob") as bob:
        async with client(theme, tmp_path / "ann", "Ann") as ann:
            await hold(ann)
            await come(bob, ann)
            await make(bob)
            ann.hosting.stop()
            await until(lambda: ann.hosting.state == "off")
        async with client(theme, tmp_path / "ann", "Ann") as ann:
            await until(lambda: ann.hosting.state == "on" and ann.servers.sessions)
            await until(lambda: link_of(ann).lobby.tournaments)
            assert [info.title for info in link_of(ann).lobby.tournaments] == ["Friday"]
