"""A Swiss of three rounds at a server, on four real screens: a late entry, a killed server, and a withdrawal.

NETGAME_PICTURES names a folder for pictures of the screens.
"""

import json
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from subprocess import PIPE

import pytest
import trio

from tests import netns
from tests.end_to_end.test_another_host import keep, shown_on, switch_off
from tests.end_to_end.test_two_computers import CHECKOUT, Client, as_process
from tests.netns import Computer
from tests.window import screen as screens
from tests.window.screen import Screen, screen

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs_qt,
    pytest.mark.skipif(netns.why_not() is not None, reason=str(netns.why_not())),
    pytest.mark.skipif(screens.why_not() is not None, reason=str(screens.why_not())),
]
NAMES = ("Ann", "Bob", "Cleo", "Dora")
START_S = 60.0


@pytest.fixture
def computers() -> Iterator[list[Computer]]:
    """Return a computer for the server, and one for each player."""
    with netns.lan(1 + len(NAMES)) as made:
        yield made


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[list[Screen]]:
    """Return a screen for each player."""
    with ExitStack() as stack:
        made = []
        for name in NAMES:
            folder = tmp_path / f"screen of {name}"
            folder.mkdir()
            made.append(stack.enter_context(screen(folder)))
        yield made


@asynccontextmanager
async def server(computer: Computer, home: Path) -> AsyncIterator[str]:
    """Run the server of a club where anybody may make tournaments; yield its fingerprint."""
    home.mkdir(exist_ok=True)
    command = computer.command(
        sys.executable, "-m", "server", "run", "--json", "--root", "--name", "Club", "--announce", "all",
        "--data", str(home / "data"), "--port", "7763", "--tournaments", "anybody",
    )  # fmt: skip
    with (home / "log.txt").open("ab") as log:
        process = await trio.lowlevel.open_process(
            command, stdout=PIPE, stderr=log, cwd=str(CHECKOUT), env={**os.environ, "HOME": str(home)}
        )
        assert process.stdout is not None
        async with process.stdout:
            try:
                with trio.fail_after(START_S):
                    line = b""
                    while not line.endswith(b"\n"):
                        line += await process.stdout.receive_some()
                yield json.loads(line)["fingerprint"]
            finally:
                with trio.CancelScope(shield=True):
                    if process.returncode is None:
                        process.terminate()
                    await process.wait()


@asynccontextmanager
async def player(computer: Computer, home: Path, name: str, desk: Screen) -> AsyncIterator[Client]:
    home.mkdir()
    command = computer.command(sys.executable, "-m", "tests.end_to_end.tournament_robot", "--home", str(home))
    environment = {**os.environ, "NETGAME_LAN": "all", "LOGNAME": name, "USER": name, **shown_on(desk)}
    async with as_process(command, environment, home / "log.txt", START_S) as made:
        yield made


async def play_round(players: dict[str, Client], tournament: str, number: int, games: int) -> None:
    """Let one player of each open game of a round give up."""
    tables = {}
    for client in players.values():
        seen = await client.do("until_tournament", round=number, games=games)
        tables[seen["mine"]] = client
    tables.pop("", None)
    assert len(tables) == games
    for client in tables.values():
        await client.do("give_up")
        await client.do("back_to", tournament=tournament)


async def test_a_swiss_goes_on_with_a_late_entry_a_killed_server_and_a_withdrawal(
    computers: list[Computer], desks: list[Screen], tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        club = AsyncExitStack()
        fingerprint = await club.enter_async_context(server(computers[0], tmp_path / "server"))
        stack.push_async_exit(club)
        players: dict[str, Client] = {}
        for name, computer, desk in zip(NAMES, computers[1:], desks, strict=True):
            players[name] = await stack.enter_async_context(player(computer, tmp_path / name, name.lower(), desk))
            await players[name].do("visit", server=fingerprint)
        ann, dora = players["Ann"], players["Dora"]

        await ann.do("press", name="tournament_new")
        await ann.do("page", name="new_tournament")
        await ann.do("write", name="tournament_title", text="Friday")
        await ann.do("choose", name="format", value="swiss")
        await ann.do("set_count", name="rounds", value=3)
        await ann.do("press", name="tournament_go")
        await ann.do("page", name="tournament")
        tournament = (await ann.do("tournament"))["tournament"]
        for client in list(players.values())[1:]:
            await client.do("back_to", tournament=tournament)
        for client in list(players.values())[:3]:
            await client.do("press", name="tournament_enter")
        await ann.do("until_tournament", players=3)
        await ann.do("direct", name="start")
        await ann.do("until_tournament", round=1)

        await dora.do("press", name="tournament_enter")  # late: she plays from round 2 on
        await ann.do("until_tournament", players=4)
        await play_round(players, tournament, 1, games=1)

        await ann.do("until_tournament", round=2, games=2)
        keep(desks[0], "round-2")
        switch_off(computers[0])
        await club.aclose()
        await club.enter_async_context(server(computers[0], tmp_path / "server"))
        await play_round(players, tournament, 2, games=2)

        await dora.do("until_tournament", round=3, games=2)
        await dora.do("press", name="tournament_withdraw")
        await dora.do("press", name="go_on")
        await ann.do("until_tournament", round=3, games=1)
        await play_round(players, tournament, 3, games=1)

        seen = [await client.do("until_tournament", phase="over") for client in players.values()]
        for name, desk in zip(NAMES, desks, strict=True):
            keep(desk, f"over-{name}")

    assert all(each[fact] == seen[0][fact] for each in seen for fact in ("results", "standings", "log", "said"))
    assert len(seen[0]["standings"]) == len(NAMES)
    assert [len(games) for games in seen[0]["results"]] == [2, 2, 2]
