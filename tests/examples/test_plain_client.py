"""Two clients without code of netgame play a match of Clod at a real server."""

import subprocess
import sys
from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import running_on_loopback

EXAMPLE = Path(__file__).parents[2] / "examples" / "plain_client.py"


@pytest.mark.slow
async def test_two_plain_clients_play_a_match(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path, plain=False) as serving:
        command = [sys.executable, "-I", str(EXAMPLE), "localhost", str(serving.port)]
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
