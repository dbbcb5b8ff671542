"""docs/operating.md is correct: its commands are valid, and the commands for the service work."""

import re
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest
import trio

from protocol.identity.server_certificate import client_context
from server.admin.metrics import METRICS
from server.cli import main as cli
from server.config.loading import read_config
from server.config.settings import Config
from tests.project.sources import ROOT
from tests.server.ops.systemd_box import Box, box, why_not
from tests.server.serving import running

PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
# sudo is not needed by who is root; where the project lies, there is the file with a password, too
PRELUDE = """
set -eux
sudo() { "$@"; }
mkdir -p /run/project
cd /run/project
ln -sfn /opt/code/deploy deploy
echo "a long enough password" >password.txt
"""


def blocks(kind: str, title: str = "") -> list[str]:
    """Return the code blocks of that kind on the page, or in the section with that title."""
    page = PAGE if not title else re.split("^## ", PAGE.split(f"\n## {title}\n", 1)[1], maxsplit=1, flags=re.M)[0]
    return re.findall(rf"^```{kind}\n(.*?)^```", page, re.M | re.S)


def commands() -> Iterator[list[str]]:
    """Yield the arguments of each netgame-server command on the page."""
    for line in "".join(blocks("sh")).splitlines():
        for part in re.split(r" && | <", line):
            program, *words = shlex.split(part.removeprefix("sudo ").removeprefix("podman exec netgame ")) or [""]
            if program in ("netgame-admin", "netgame-server"):
                yield words
    yield from (shlex.split(text) for text in re.findall(r"`netgame-(?:server|admin) ([^`|]+?)(?: &&[^`]*)?[`|]", PAGE))


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_commands_of_the_page_are_valid(words: list[str]) -> None:
    cli.parser().parse_args(words)


def test_settings_of_the_page_are_valid(tmp_path: Path) -> None:
    first, *more = blocks("toml")
    (tmp_path / "server.toml").write_text("\n".join([*more, first]))  # the table of the limits comes last
    args = cli.parser().parse_args(["check-config", "--config", str(tmp_path / "server.toml")])

    config, _sources = read_config(args, {})

    assert (config.limits.connections, config.metrics_port) == (2000, 9763)
    assert set(re.findall(r"`(\w+) = (?:true|false)`", PAGE)) <= {field.name for field in fields(Config)}


def test_metrics_of_the_page_exist() -> None:
    assert set(re.findall(r"netgame_\w+", PAGE)) <= {metric.full_name for metric in METRICS}


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("nft") is None or why_not() is not None, reason="NOT RUN: needs nft, and root on Linux"
)
def test_the_rules_for_nftables_are_valid(tmp_path: Path) -> None:
    [rules] = blocks("nft")

    done = subprocess.run(["unshare", "--net", "nft", "--file", "-"], input=rules, capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("haproxy") is None, reason="NOT RUN: needs haproxy")
async def test_the_configuration_for_haproxy_passes_the_address_of_a_player(tmp_path: Path) -> None:
    [lines] = blocks("haproxy")
    async with running(tmp_path / "data", plain=False, proxies=("127.0.0.1",)) as serving:
        with socket.create_server(("127.0.0.1", 0)) as public:
            lines = lines.replace(":7763", f"fd@{public.fileno()}").replace(":7764", f":{serving.port}")
            (tmp_path / "haproxy.cfg").write_text(lines)
            command = ["haproxy", "-db", "-f", str(tmp_path / "haproxy.cfg")]
            async with trio.open_nursery() as nursery:
                nursery.start_soon(partial(trio.run_process, command, pass_fds=(public.fileno(),), check=False))
                async with await trio.open_tcp_stream(*public.getsockname(), local_address="127.0.0.2") as stream:
                    await trio.SSLStream(stream, client_context()).do_handshake()
                    assert [peer.remote.address for peer in serving.services.admission.connections] == ["127.0.0.2"]
                nursery.cancel_scope.cancel()


@pytest.mark.slow
@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
async def test_the_commands_for_the_service_work(tmp_path: Path) -> None:
    async with box(tmp_path, {}) as inside:
        [install] = [block for block in blocks("sh") if "systemd-sysusers" in block]
        assert "active" in await done(inside, install + "systemctl is-active netgame-server\n")
        assert (await inside.python("tests.server.visitors", "find")).startswith("{")

        for title in ("Settings", "Day by day", "Moderation", "Back up and restore"):
            for block in blocks("sh", title):
                if "RENEWED_LINEAGE" not in block:  # which certbot runs
                    await done(inside, block)

        assert ".zip" in await done(inside, "ls /var/lib/netgame-backups")
        assert "all is well" in await done(inside, "netgame-admin verify; netgame-admin health")
        assert "Carol" in await done(inside, "netgame-admin user list")


async def done(inside: Box, script: str) -> str:
    """Run the lines in a shell, which must all succeed, and return their output."""
    return await inside.run("sh", "-c", PRELUDE + script)
