"""The programs of docs/developing/write-a-client.md run as the page says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import running_on_loopback
from protocol.client import Session

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "developing" / "write-a-client.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
PRINTED = ["Test", "and sitting at table", "the match is open", "'type': 'seated'"]


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
