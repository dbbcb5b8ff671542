"""docs/operating is correct and complete: its commands are valid, and the commands for the service work."""

import argparse
import ast
import re
import shlex
import shutil
import socket
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import get_args

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import running_on_loopback
from devtools.manual import settings_page
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE
from protocol.identity.server_certificate import client_context
from protocol.messages.accounts import ModerationAction
from server.admin.metrics import METRICS
from server.cli import main as cli
from server.config.loading import read_config
from server.config.settings import settings
from server.ops.limits import Limits
from server.storage.accounts import MAX_CREDENTIALS
from server.storage.social import MAX_LINES as LINES_KEPT
from tests.project.sources import ROOT, sources
from tests.server.admin.personal_parts import TABLES
from tests.server.ops.systemd_box import LOOK_AGAIN_S, PLACES, PYTHON, Box, box, why_not

PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs" / "operating").glob("*.md"))}
ALL = "\n".join(PAGES.values())
MAX_LINES = 150
# root needs no sudo, and the program is installed already; the folder of the project has a file with a password, too
PRELUDE = r"""
set -eux
sudo() {
  case "$*" in
    *pip\ install*|*-m\ venv*) ;;
    -u\ *) user=$2; shift 2; setpriv --reuid="$user" --regid="$user" --clear-groups "$@" ;;
    *) "$@" ;;
  esac
}
systemctl reset-failed || true  # the service may start a few times in a short time; a person takes longer
mkdir -p /run/project
cd /run/project
ln -sfn /opt/code/deploy deploy
echo "a long enough password" >password.txt
"""
# of a block of commands, and the reason in the line before it if it cannot run in a test
COMMANDS = re.compile(r"^(?: *<!-- not run: ([^\n]+) -->\n)?( *)```sh\n(.*?)^ *```", re.M | re.S)
BEFORE = {
    "metrics.md": """
mkdir -p /etc/netgame
echo metrics_port = 9763 >/etc/netgame/server.toml
systemctl restart netgame-server
""",
    "computer-players.md": """
mkdir -p /etc/netgame
printf 'computers = "local"\\n' >/etc/netgame/server.toml
systemctl restart netgame-server
""",
    "network.md": f"""
RENEWED_LINEAGE=/run/lineage
export RENEWED_LINEAGE
env {PLACES} {PYTHON} -c 'from pathlib import Path; from protocol.identity.server_certificate import make_identity
make_identity(Path("/run/lineage"))'
cp /run/lineage/identity.pem /run/lineage/fullchain.pem
cp /run/lineage/identity.pem /run/lineage/privkey.pem
printf 'cert = "/etc/netgame/fullchain.pem"\\nkey = "/etc/netgame/privkey.pem"\\n' >/etc/netgame/server.toml
""",
    "privacy.md": "netgame-admin user add --stdin Carol <password.txt;",
}
PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("missing"))  # where Debian has them
POSTGRES_PATH = f"PATH={PROGRAMS}:$PATH\n"
POSTGRES = f"""{POSTGRES_PATH}
install -d -o postgres /run/postgresql
install -d -o postgres /var/lib/postgresql
cd /var/lib/postgresql
sudo -u postgres initdb --auth trust data
sudo -u postgres pg_ctl --pgdata data --log log --wait start
echo 127.0.0.1 db.example.org >>/etc/hosts
cd /run/project
"""
BACKUPS = "install -d -m 700 -o netgame -g netgame /var/backups/netgame\n"
BEGIN = r"(?:sudo |podman exec netgame |podman run --rm .* |\S*/)?"  # of a line with a command


def blocks(kind: str, text: str = ALL) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)


def run_blocks(text: str) -> list[str]:
    """Return the blocks of commands that run in a test, in the order of the page."""
    return [dedent(block) for reason, _indent, block in COMMANDS.findall(text) if not reason]


def commands() -> Iterator[list[str]]:
    """Yield the arguments of each netgame-server command on the pages."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    in_text = re.findall(r"`(netgame-(?:server|admin) [^`|]+)[`|]", ALL)
    for line in (*lines, *in_text):
        if found := re.match(BEGIN + r"netgame-(?:server|admin) ([^<]+)", line):
            yield shlex.split(found[1])


def test_commands_of_the_pages_are_valid_and_every_command_below_user_is_among_them() -> None:
    parser, found = cli.parser(), list(commands())
    for words in found:
        parser.parse_args(words)
    assert len(found) > 50

    named = {" ".join(words[:2]) for words in found if words[0] == "user"}
    [every] = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    [known] = [each for each in every.choices["user"]._actions if isinstance(each, argparse._SubParsersAction)]
    assert {f"user {name}" for name in known.choices} == named


def test_pages_are_short_the_first_one_leads_to_all_and_that_of_settings_is_up_to_date() -> None:
    assert [page for page, text in PAGES.items() if len(text.splitlines()) > MAX_LINES] == []
    assert [page for page in PAGES if page != "README.md" and f"({page})" not in PAGES["README.md"]] == []
    assert PAGES["settings.md"] == settings_page.page(), "write it anew: ./run manual"


def test_settings_of_the_pages_are_valid(tmp_path: Path) -> None:
    first, *more = blocks("toml", PAGES["configure.md"] + PAGES["network.md"])
    (tmp_path / "server.toml").write_text("\n".join([*more, first]))  # the table of the limits comes last
    args = cli.parser().parse_args(["check-config", "--config", str(tmp_path / "server.toml")])
    config, _sources = read_config(args, {})
    assert (config.limits.connections, config.metrics_port) == (2000, 9763)
    known = {name.rpartition(".")[2] for name in settings()}
    assert set(re.findall(r"`(\w+) = [^`]+`", ALL)) <= known


def test_numbers_beside_the_name_of_a_setting_are_its_default_and_metrics_exist() -> None:
    named = re.findall(r"([\d,]+) [^.(`\d]*\(`(\w+)`\)", ALL)
    assert ("256", "connections_per_address") in named
    assert [(int(number.replace(",", "")), name) for number, name in named] == [
        (getattr(Limits(), name), name) for _number, name in named
    ]
    assert set(re.findall(r"`(netgame_\w+)", ALL)) <= {metric.full_name for metric in METRICS}


def test_the_pages_list_every_exit_code() -> None:
    listed = re.findall(r"^\| (\d+) \|", PAGES["administer.md"], re.M)
    assert set(map(int, listed)) == {0, *exit_codes()}


def exit_codes() -> set[int]:
    """Return the numbers that commands return. Wrong arguments end with 2 as well."""
    found = {2}
    for source in sources("server/cli", "server/config"):
        for function in source.nodes:
            if isinstance(function, ast.FunctionDef) and function.returns and ast.unparse(function.returns) == "int":
                returned = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
                constants = [part for node in returned for part in ast.walk(node) if isinstance(part, ast.Constant)]
                found |= {part.value for part in constants if type(part.value) is int}
    return found


def test_the_page_about_privacy_has_every_table_and_every_part_of_an_export() -> None:
    rows = [line.split("|") for line in PAGES["privacy.md"].splitlines() if line.startswith("| `")]
    words = [[re.findall(r"`(\w+)`", cell) for cell in row] for row in rows if len(row) == 7]  # of the five columns
    listed = {table: set(row[4]) for row in words for table in row[1]}
    stored = [(table, parts) for tables in TABLES.values() for table, parts in tables.items()]
    assert listed == {table: set(parts) if isinstance(parts, tuple) else set() for table, parts in stored}
    assert f"the last {LINES_KEPT:,} of each room" in PAGES["privacy.md"]
    assert f"at most {MAX_CREDENTIALS}" in PAGES["privacy.md"]


def test_the_compose_file_keeps_the_data_where_the_image_does() -> None:
    text = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    container = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    [volume] = re.findall(r"- netgame:(\S+)", text)
    assert f"VOLUME {volume}\n" in container
    [port] = re.findall(r'- "7763:(\d+)/tcp"', text)
    assert f"EXPOSE {port}/tcp" in container
    assert set(re.findall(r"NETGAME_\w+", text)) <= {setting.variable for setting in settings().values()}


def test_the_page_about_logs_names_every_security_event_and_its_facts_of_which_none_is_a_secret() -> None:
    rows = [line.split("|")[1:-1] for line in PAGES["logs.md"].splitlines() if line.startswith("| `")]
    words = [[re.findall(r"`(\w+)`", cell) for cell in (row[0], row[-1])] for row in rows]
    known = security_events()
    assert {event: set(facts) for names, facts in words for event in names if facts} == known
    assert not {name for name in set().union(*known.values()) if re.search("password|token|secret|key|hash", name)}


def security_events() -> dict[str, set[str]]:
    """Return the events and facts of all calls of `security` in the server. An event is a word or a measure."""
    found = defaultdict[str, set[str]](set)
    for node in (node for source in sources("server") for node in ast.walk(source.tree)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "security":
            event = node.args[0]
            for name in (event.value,) if isinstance(event, ast.Constant) else get_args(ModerationAction):
                found[str(name)] |= {keyword.arg for keyword in node.keywords if keyword.arg is not None}
    return dict(found)


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
    async with running_on_loopback(tmp_path / "data", plain=False, proxies=("127.0.0.1",)) as serving:
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
@pytest.mark.sweep
@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
async def test_the_commands_for_the_service_work(tmp_path: Path) -> None:
    async with box(tmp_path, {}) as inside:
        text, removal = PAGES["install.md"].split("## Remove")
        install, *upgrade = run_blocks(text)[1:]
        assert "active" in await done(inside, install + "systemctl is-active netgame-server\n")
        assert (await inside.python("tests.server.visitors", "find")).startswith("{")

        for block in upgrade:
            await done(inside, block)
        for page, text in PAGES.items():
            for block in run_blocks(text) if page != "install.md" else ():
                await done(inside, BEFORE.get(page, "") + block)

        assert ".zip" in await done(inside, "ls /var/lib/netgame-backups")
        assert "all is well" in await done(inside, "netgame-admin verify; netgame-admin health")
        users = await done(inside, "netgame-admin user list")
        assert "Dora" in users
        assert "Carol" not in users
        for block in blocks("sh", removal):
            await done(inside, block)
        places = "/etc /opt/netgame /var/lib /var/backups /var/log /usr/local"
        assert await inside.run("sh", "-c", f"find {places} -name '*netgame*' 2>/dev/null || true") == ""


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
async def test_the_service_of_a_computer_player_signs_in_to_its_registered_account_each_time(tmp_path: Path) -> None:
    [unit] = blocks("ini", PAGES["computer-players.md"])
    [install] = [block for block in blocks("sh", PAGES["install.md"]) if "enable --now netgame-server" in block]
    _guest, registered = blocks("sh", PAGES["computer-players.md"])
    async with box(tmp_path, {"systemd/system/netgame-computer.service": unit}) as inside:
        await done(inside, install + BEFORE["computer-players.md"] + registered)
        await done(inside, "systemctl enable --now netgame-computer")
        first = await online(inside, 1)
        await done(inside, "systemctl stop netgame-computer")
        result = await inside.run("systemctl", "show", "--property=Result", "netgame-computer")
        await online(inside, 0)
        await done(inside, "systemctl start netgame-computer")
        second = await online(inside, 1)

    assert result == "Result=success\n"
    assert first == second == ["House computer"]


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.skipif(why_not() is not None or not PROGRAMS.exists(), reason=f"NOT RUN: {why_not() or 'no PostgreSQL'}")
async def test_the_commands_for_postgresql_work(tmp_path: Path) -> None:
    [install] = [block for block in blocks("sh", PAGES["install.md"]) if "enable --now netgame-server" in block]
    [settings] = blocks("toml", PAGES["postgresql.md"])
    driver, make, dump, restore, move = blocks("sh", PAGES["postgresql.md"])
    use = f"echo '{settings}' >/etc/netgame/server.toml\nsystemctl restart netgame-server\nnetgame-admin verify\n"
    empty = "systemctl stop netgame-server\ndropdb --username postgres netgame\n" + make.splitlines()[1] + "\n"
    async with box(tmp_path, {}) as inside:
        await done(inside, install + BACKUPS)
        await inside.python("tests.server.visitors", "find")
        await done(inside, POSTGRES + driver + make)
        await done(inside, POSTGRES_PATH + use + dump)
        await done(inside, POSTGRES_PATH + empty + restore + use)
        forget = "rm /etc/netgame/server.toml /var/lib/netgame/database.txt\n"
        moved = await done(inside, POSTGRES_PATH + empty + forget + move + use)
    assert "1 tables (1 of them over)" in moved


async def online(inside: Box, count: int) -> list[str]:
    """Wait until so many players are online, and return their names."""
    control = Path(f"/proc/{inside.pid}/root/var/lib/netgame") / CONTROL_FILE  # a process for each look takes long
    with trio.fail_after(PATIENCE_S):
        while True:
            rows, _more = await trio.to_thread.run_sync(partial(request, control, "user.list", guests=True))
            here = [row["name"] for row in rows if row["here"]]
            if len(here) == count:
                return here
            await trio.sleep(LOOK_AGAIN_S)


async def done(inside: Box, script: str) -> str:
    """Run the lines in a shell, which must all succeed, and return their output."""
    return await inside.run("sh", "-c", PRELUDE + script)
