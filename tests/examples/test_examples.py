"""The programs of examples/ and of docs/developing/write-a-client.md run as the pages say."""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import dial, known, running, running_on_loopback
from netgame.games import GAMES
from protocol import messages as m
from protocol.client import Session, connect
from protocol.identity.device_key import DeviceKey
from tests.project.sources import ROOT

PAGE = (ROOT / "docs" / "developing" / "write-a-client.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
PRINTED = ["Test", "and sitting at table", "the match is open", "'type': 'seated'"]


@pytest.mark.slow
async def test_two_clients_without_code_of_netgame_play_a_match(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path, plain=False) as serving:
        command = [sys.executable, "-I", str(ROOT / "examples/plain_client.py"), "localhost", str(serving.port)]
        with trio.fail_after(PATIENCE_S):
            first = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE)
            assert first.stdout is not None
            table = (await first.stdout.receive_some(100)).decode().strip()

            second = await trio.run_process([*command, table], capture_stdout=True)
            results = (await first.stdout.receive_some(100)).decode().strip(), second.stdout.decode().strip()
            code = await first.wait()

    assert code == 0
    assert results[0] == results[1]
    assert results[0].startswith("36 stones")


async def test_two_random_players_play_a_match_of_every_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = run_path(str(ROOT / "examples/random_player.py"))["main"]

    def arguments(name: str, game: str) -> argparse.Namespace:
        return argparse.Namespace(address=f"localhost:{serving.port}", game=game, name=name, moves=5)

    async with running_on_loopback(tmp_path, plain=False) as serving:
        for game in GAMES:
            with trio.fail_after(PATIENCE_S):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(play, arguments("Ann", game))
                    async with connect(known(serving)) as visitor:
                        while not await visitor.list_tables():
                            pass
                    nursery.start_soon(play, arguments("Bob", game))

            first, second = capsys.readouterr().out.splitlines()
            assert first == second
            assert all(word in first for word in (GAMES[game].title, "Ann", "Bob"))


async def test_a_random_player_whose_move_comes_too_late_sees_the_end(tmp_path: Path) -> None:
    play, key = run_path(str(ROOT / "examples/random_player.py"))["play"], DeviceKey.new()

    class Late(Session):
        async def command(self, table: str, kind: type[m.TableCommand], /, **fields: Any) -> m.Done:
            if kind is m.SendMove:
                await bob.command(table, m.SendResign, match=True)
            return await super().command(table, kind, **fields)

    async with running(tmp_path, plain=False) as serving, trio.open_nursery() as nursery:
        ann = Late(known(serving), "Ann", None, device=key, dial=dial)
        bob = Session(known(serving), "Bob", None, dial=dial)
        for session in (ann, bob):
            await nursery.start(session.run)
        table = await ann.make_table("blooms", options={}, player=0)
        await bob.command(table, m.TakeSeat)
        match = await play(ann, key, table, 5)
        nursery.cancel_scope.cancel()

    assert match.ended.winner == 0


def test_the_page_lists_every_method_of_a_session() -> None:
    listed = set(re.findall(r"`(\w+)`", PAGE.partition("### What a session does")[2].partition("\n\nIts")[0]))
    usual = {name for name in vars(Session) if not name.startswith("_")}
    assert usual - listed == {"identify", "retry_now", "request_with_retry", "handle_push"}


@pytest.mark.slow
async def test_the_programs_of_the_page_run(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path / "server", plain=False) as serving:
        for program, printed in zip(PROGRAMS, PRINTED, strict=True):
            (tmp_path / "client.py").write_text(program.replace("7763", str(serving.port)), "utf-8")
            command = [sys.executable, str(tmp_path / "client.py")]
            with trio.fail_after(PATIENCE_S):
                done = await trio.run_process(command, capture_stdout=True, stderr=subprocess.STDOUT, check=False)

            assert done.returncode == 0, done.stdout.decode()
            assert printed in done.stdout.decode()
