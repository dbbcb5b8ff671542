"""The files in deploy/: the unit is valid and restrictive, and clients play at a server under it."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from server.ops.limits import Limits
from tests.project.sources import ROOT
from tests.server.ops.systemd_box import LOOK_AGAIN_S, Box, box, why_not

DEPLOY = ROOT / "deploy"
UNIT, USERS = DEPLOY / "netgame-server.service", DEPLOY / "netgame.sysusers"
SERVICES = sorted(DEPLOY.glob("*.service"))
UNITS = [*SERVICES, *sorted(DEPLOY.glob("*.timer"))]
IN_A_HURRY = "[Service]\nWatchdogSec=2\nRestartSec=100ms\n"  # so that the tests do not wait
MOST_EXPOSED = 1.5  # of 10; what remains is the network, which it serves

needs_systemd_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="NOT RUN: systemd-analyze is missing"
)
needs_a_box = pytest.mark.skipif(why_not() is not None, reason=str(why_not()))


def analyzed(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True)


def test_the_units_start_only_the_server_and_the_shell_with_enough_open_files_for_all_connections() -> None:
    programs = {found for unit in SERVICES for found in re.findall(r"^Exec\w+=(\S+)", unit.read_text(), re.M)}
    allowed = re.search(r"^LimitNOFILE=(\d+)$", UNIT.read_text(), re.M)
    assert programs <= {"/opt/netgame/bin/netgame-server", "/bin/sh"}  # a small system may have no other
    assert allowed is not None
    assert int(allowed[1]) >= 2 * Limits().connections


@pytest.mark.slow
@needs_systemd_analyze
def test_systemd_accepts_every_line_of_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # the program is not installed here, and neither is its manual
        text = unit.read_text().replace("/opt/netgame/bin/netgame-server", "/bin/true")
        (tmp_path / unit.name).write_text(re.sub("^Documentation=.*\n", "", text, flags=re.M))
    done = analyzed("verify", "--man=no", *(str(tmp_path / unit.name) for unit in UNITS))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
@needs_systemd_analyze
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_the_unit_allows_only_the_network_and_the_data_folder(unit: Path) -> None:
    done = analyzed("security", "--offline=true", f"--threshold={MOST_EXPOSED * 10:.0f}", str(unit))
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="NOT RUN: systemd-sysusers is missing")
def test_the_user_of_the_unit_is_created_by_sysusers() -> None:
    done = subprocess.run(["systemd-sysusers", "--dry-run", USERS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "User=netgame" in UNIT.read_text().splitlines()
    assert re.search(r"^u netgame ", USERS.read_text(), re.M)


async def played(inside: Box) -> dict[str, object]:
    """Let two clients find the service on their network and play one match."""
    said = await inside.python("tests.server.visitors", "find")
    told: dict[str, object] = json.loads(said.splitlines()[-1])
    return told


@pytest.mark.slow
@needs_a_box
async def test_the_service_runs_under_all_restrictions_and_is_restarted_when_it_hangs(tmp_path: Path) -> None:
    etc = {
        f"systemd/system/{UNIT.name}": UNIT.read_text(),
        f"systemd/system/{UNIT.name}.d/hurry.conf": IN_A_HURRY,
        "sysusers.d/netgame.conf": USERS.read_text(),
    }
    async with box(tmp_path, etc) as inside:
        await write(inside, 'motd = "Welcome"')
        said = await inside.run("systemctl", "start", "netgame-server", check=False)
        known = await inside.properties("ActiveState", "MainPID")
        assert known["ActiveState"] == "active", f"{said}\n{await log_of(inside)}"
        pid = known["MainPID"]
        first = await watched(inside)
        identity = await inside.run("sha256sum", "-b", "/var/lib/netgame/identity.pem")

        # it is unprivileged, and writes only its own folder
        status = dict(line.split(":\t", 1) for line in (await inside.run("cat", f"/proc/{pid}/status")).splitlines())
        assert status["Uid"].split() == [(await inside.run("id", "-u", "netgame")).strip()] * 4
        assert {name: status[name] for name in ("NoNewPrivs", "Seccomp")} == {"NoNewPrivs": "1", "Seccomp": "2"}
        assert {int(status[f"Cap{kind}"], 16) for kind in ("Prm", "Eff", "Bnd", "Amb", "Inh")} == {0}
        assert await writable(inside, pid) == {"/var/lib/netgame", *PRIVATE}
        assert (await inside.run("stat", "-c", "%a %U", "/var/lib/netgame")).split() == ["700", "netgame"]

        # clients find it on their network and play
        told = await played(inside)
        assert told["moves"]
        assert told["found by"]

        # a reload uses the new settings, and wrong ones change nothing
        await write(inside, 'motd = "Good evening"\n[limits]\nconnections = 77')
        await inside.run("systemctl", "reload", "netgame-server")
        await logged(inside, "limits.connections is now 77")
        await write(inside, 'motd = "Good evening"\n[limits]\nconections = 5')
        await inside.run("systemctl", "reload", "netgame-server")
        await logged(inside, "settings not reloaded")
        await inside.until(ActiveState="active", MainPID=pid, NRestarts="0")
        assert "Serving on port 7763" in (await inside.properties("StatusText"))["StatusText"]

        # it runs while it sends keep-alives, and is restarted with the same identity when it hangs
        with trio.fail_after(PATIENCE_S):  # five times the time in which it has to give one
            while await watched(inside) < first + 3_000_000:
                await trio.sleep(LOOK_AGAIN_S)
        await inside.until(ActiveState="active", MainPID=pid, NRestarts="0")
        await write(inside, "")
        await inside.run("kill", "-STOP", pid)
        await inside.until(NRestarts="1", ActiveState="active")
        assert (await inside.properties("MainPID"))["MainPID"] != pid
        assert await inside.run("sha256sum", "-b", "/var/lib/netgame/identity.pem") == identity
        log = await log_of(inside)
        assert "Watchdog timeout" in log
        assert "Fatal Python error: Aborted" in log  # and where it was
        assert (await played(inside))["moves"]

        await inside.run("systemctl", "stop", "netgame-server")
        assert await inside.properties("Result", "ExecMainStatus") == {"Result": "success", "ExecMainStatus": "0"}

        # with wrong settings it is not restarted
        await write(inside, "prot = 7763")
        await inside.run("systemctl", "start", "netgame-server", check=False)
        await inside.until(ActiveState="failed", NRestarts="0")
        assert "Did you mean port?" in await log_of(inside)


PRIVATE = {"/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"}  # no other user can read it


async def writable(inside: Box, pid: str) -> set[str]:
    """Return the folders near the root that are writable for that user in that process."""
    found = await inside.run(
        *("nsenter", "-t", pid, "--mount", "setpriv", "--reuid=netgame", "--regid=netgame", "--clear-groups"),
        *("find", "/", "-maxdepth", "3", "-path", "/proc", "-prune", "-o", "-type", "d", "-writable", "-print"),
        check=False,  # it may not look into all of them
    )
    return {line for line in found.splitlines() if line.startswith("/")}


async def log_of(inside: Box) -> str:
    return await inside.run("journalctl", "--no-pager", "--unit=netgame-server")


async def watched(inside: Box) -> int:
    """Return when it has sent the last keep-alive, in microseconds."""
    return int((await inside.properties("WatchdogTimestampMonotonic"))["WatchdogTimestampMonotonic"])


async def write(inside: Box, settings: str) -> None:
    await inside.run("sh", "-c", 'mkdir -p /etc/netgame; echo "$0" >/etc/netgame/server.toml', settings)


async def logged(inside: Box, words: str) -> None:
    with trio.fail_after(PATIENCE_S):
        while words not in await log_of(inside):
            await trio.sleep(LOOK_AGAIN_S)
