"""A Swiss of three rounds at a server, with four players: a late entry, a killed server, and a withdrawal."""

import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from subprocess import PIPE

import pytest
import trio

from tests import netns
from tests.end_to_end.desk import Desk, desk
from tests.end_to_end.test_two_computers import CHECKOUT, Client, client
from tests.netns import Computer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.sweep,  # in memory: tests/client/hosting, tests/server/tournaments
    pytest.mark.needs_qt,
    pytest.mark.skipif(netns.why_not() is not None, reason=str(netns.why_not())),
]
NAMES = ("Ann", "Bob", "Cleo", "Dora")
START_S = 60.0


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


async def play_round(players: dict[str, Client], tournament: str, number: int, games: int) -> None:
    """Let one player of each open game of a round give up."""
    tables = {}
    for player in players.values():
        seen = await player.do("until_tournament", round=number, games=games)
        tables[seen["mine"]] = player
    tables.pop("", None)
    assert len(tables) == games
    for player in tables.values():
        await player.do("give_up")
        await player.do("back_to", tournament=tournament)


async def test_a_swiss_goes_on_with_a_late_entry_a_killed_server_and_a_withdrawal(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack, AsyncExitStack() as club:
        there, *computers = stack.enter_context(netns.lan(1 + len(NAMES)))
        fingerprint = await club.enter_async_context(server(there, tmp_path / "server"))
        players: dict[str, Client] = {}
        desks: dict[str, Desk] = {}
        for name, computer in zip(NAMES, computers, strict=True):
            desks[name] = stack.enter_context(desk(tmp_path / f"screen of {name}"))
            window = client(tmp_path / name, on=computer, desk=desks[name], robot="tournament_robot")
            players[name] = await stack.enter_async_context(window)
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
        for player in list(players.values())[1:]:
            await player.do("back_to", tournament=tournament)
        for player in list(players.values())[:3]:
            await player.do("press", name="tournament_enter")
        await ann.do("until_tournament", players=3)
        await ann.do("direct", name="start")
        await ann.do("until_tournament", round=1)

        await dora.do("press", name="tournament_enter")  # late: she plays from round 2 on
        await ann.do("until_tournament", players=4)
        await play_round(players, tournament, 1, games=1)

        await ann.do("until_tournament", round=2, games=2)
        desks["Ann"].keep("round-2")
        there.pull_plug()
        await club.aclose()
        await club.enter_async_context(server(there, tmp_path / "server"))
        await play_round(players, tournament, 2, games=2)

        await dora.do("until_tournament", round=3, games=2)
        await dora.do("press", name="tournament_withdraw")
        await dora.do("press", name="go_on")
        await ann.do("until_tournament", round=3, games=1)
        await play_round(players, tournament, 3, games=1)

        seen = [await player.do("until_tournament", phase="over") for player in players.values()]
        for name in NAMES:
            desks[name].keep(f"over-{name}")

    assert all(each[fact] == seen[0][fact] for each in seen for fact in ("results", "standings", "log", "said"))
    assert len(seen[0]["standings"]) == len(NAMES)
    assert [len(games) for games in seen[0]["results"]] == [2, 2, 2]
