import argparse
from pathlib import Path
from runpy import run_path

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import known, running_on_loopback
from netgame.games import GAMES
from protocol.client import connect

EXAMPLE = run_path(str(Path(__file__).parents[2] / "examples" / "random_player.py"))


async def test_two_random_players_play_a_match_of_every_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def arguments(name: str, game: str) -> argparse.Namespace:
        return argparse.Namespace(address=f"localhost:{serving.port}", game=game, name=name, moves=5)

    async with running_on_loopback(tmp_path, plain=False) as serving:
        for game in GAMES:
            with trio.fail_after(PATIENCE_S):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(EXAMPLE["main"], arguments("Ann", game))
                    async with connect(known(serving)) as visitor:
                        while not await visitor.list_tables():
                            pass
                    nursery.start_soon(EXAMPLE["main"], arguments("Bob", game))

            first, second = capsys.readouterr().out.splitlines()
            assert first == second
            assert all(word in first for word in (GAMES[game].title, "Ann", "Bob"))
