"""A real systemd that runs a service in namespaces: its own processes, network, mounts and settings.

Nothing outside is changed: /etc is a copy, what else is written to is in memory, and the network is a wire whose both
ends are inside.
"""

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import trio

from devtools.harness import PATIENCE_S
from tests.project.sources import ROOT
from tests.systems import why_not_as_root

SYSTEMD = Path("/lib/systemd/systemd")
KINDS = ("mount", "pid", "net", "ipc", "uts", "cgroup")
LOOK_AGAIN_S = 0.05

# as process 1 of the namespaces; $FOLDER holds the files for /etc, /opt is made of the program that runs the tests
BOOT = """
set -eu
mount --make-rprivate /
mount -t proc proc /proc
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -t tmpfs tmpfs /opt -o mode=755
mkdir -p /opt/base /opt/site /opt/code /opt/netgame /opt/given
mount --bind "$BASE" /opt/base
mount --bind "$SITE" /opt/site
mount --bind "$CODE" /opt/code
mount --bind "$FOLDER" /opt/given
cp -r /opt/given/bin /opt/netgame
cp -r /opt/code/deploy/share /opt/netgame  # as pip does
cut -d' ' -f5 /proc/self/mountinfo | grep '^/run' | sort -r | while read -r place; do umount --lazy "$place"; done
mount -t tmpfs tmpfs /run -o mode=755
mkdir /run/upper /run/work
mount -t overlay overlay /etc -o lowerdir=/etc,upperdir=/run/upper,workdir=/run/work
cp -r /opt/given/etc/. /etc
for folder in /var/lib /var/log /var/backups /usr/local/sbin /usr/local/share; do
  mount -t tmpfs tmpfs "$folder" -o mode=755
done
for folder in /var/tmp /tmp; do mount -t tmpfs tmpfs "$folder" -o mode=1777; done
for place in / /opt/base /opt/site /opt/code /opt/given; do mount -o remount,bind,ro "$place"; done
ip link set lo up
ip link add wire0 type veth peer name wire1
ip address add 192.168.77.1/24 dev wire0
ip link set wire0 up
ip link set wire1 up
systemd-sysusers
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=other \
  "$SYSTEMD" --system --unit=box.target --log-target=journal --show-status=0
"""
PLACES = "LD_LIBRARY_PATH=/opt/base/lib PYTHONPATH=/opt/code:/opt/site"
PYTHON = f"/opt/base/bin/python{sys.version_info.major}.{sys.version_info.minor}"
# whether that will work, without a trace of it
TRIAL = """
mount --make-rprivate /
mount -t proc proc /proc
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -t tmpfs tmpfs /run
mkdir /run/upper /run/work
mount -t overlay overlay /etc -o lowerdir=/etc,upperdir=/run/upper,workdir=/run/work
ip link add wire0 type veth peer name wire1
"""
TARGET = "[Unit]\nDefaultDependencies=no\nWants=systemd-journald.service\n"


@cache
def why_not() -> str | None:
    """Return why this machine cannot do it, or None."""
    programs = str(SYSTEMD), "unshare", "nsenter", "systemctl", "systemd-sysusers", "ip"
    if reason := why_not_as_root("a real systemd in namespaces", *programs):
        return reason
    if _cgroups() is None:
        return "NOT RUN: no cgroup2 is mounted here"
    words = ["unshare", *(f"--{kind}" for kind in KINDS), "--fork", "sh", "-ec", TRIAL]
    tried = subprocess.run(words, capture_output=True, text=True)
    return None if tried.returncode == 0 else f"NOT RUN: this computer allows no such namespaces ({tried.stderr})"


def _cgroups() -> Path | None:
    for folder in (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified")):
        if (folder / "cgroup.controllers").exists():
            return folder
    return None


@dataclass
class Box:
    """Made by `box`."""

    pid: int

    async def run(self, *command: str, check: bool = True) -> str:
        """Run a command inside as root and return its output."""
        words = ["nsenter", "-t", str(self.pid), *(f"--{kind}" for kind in KINDS), "--", *command]
        done = await trio.run_process(words, check=False, capture_stdout=True, capture_stderr=True)
        said = (done.stdout + done.stderr).decode()
        assert not check or done.returncode == 0, f"{command}: {said}"
        return said

    async def python(self, module: str, *words: str) -> str:
        """Run a module of this checkout inside, as root and without the restrictions of the service."""
        return await self.run("env", *PLACES.split(), PYTHON, "-m", module, *words)

    async def properties(self, *names: str) -> dict[str, str]:
        said = await self.run("systemctl", "show", "netgame-server", *(f"--property={name}" for name in names))
        return dict(line.split("=", 1) for line in said.splitlines())

    async def until(self, **wanted: str) -> None:
        """Wait until the service has these properties."""
        with trio.fail_after(PATIENCE_S):
            while await self.properties(*wanted) != wanted:
                await trio.sleep(LOOK_AGAIN_S)


@asynccontextmanager
async def box(folder: Path, etc: dict[str, str]) -> AsyncIterator[Box]:
    """Boot a systemd with these files in /etc, and with this program in /opt/netgame."""
    lay_out(folder, etc)
    with _cgroup() as group:
        boot = f'echo 0 >{group}/cgroup.procs; exec unshare {" ".join(f"--{kind}" for kind in KINDS)} \
                 --fork --kill-child sh -c "$BOOT"'
        with (folder / "errors").open("wb") as errors:
            process = subprocess.Popen(["sh", "-c", boot], env=_environment(folder), stderr=errors)
        try:
            yield await _booted(process, folder / "errors")
        finally:
            process.kill()
            process.wait()


def lay_out(folder: Path, etc: dict[str, str]) -> None:
    """Write the files for /etc, and the command that starts the server."""
    for name, text in {"systemd/system/box.target": TARGET, **etc}.items():
        file = folder / "etc" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    program = folder / "bin" / "netgame-server"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\n{PLACES} exec {PYTHON} -m server "$@"\n')
    program.chmod(0o755)


def _environment(folder: Path) -> dict[str, str]:
    site = next(Path(path) for path in sys.path if path.endswith("site-packages"))
    places = {"BASE": sys.base_prefix, "SITE": site, "CODE": ROOT, "FOLDER": folder, "SYSTEMD": SYSTEMD}
    return {**os.environ, "BOOT": BOOT, **{name: str(place) for name, place in places.items()}}


@contextmanager
def _cgroup() -> Iterator[Path]:
    top = _cgroups()
    assert top is not None
    group = top / f"netgame-test-{os.getpid()}"
    group.mkdir()
    try:
        yield group
    finally:
        _remove(group)


def _remove(group: Path) -> None:
    """Remove a group and its subgroups once their processes have ended."""
    (group / "cgroup.kill").write_text("1")
    for _try in range(200):
        try:
            for inner, _folders, _files in os.walk(group, topdown=False):
                os.rmdir(inner)
            return
        except OSError:
            signal.sigtimedwait([], 0.02)


async def _booted(process: "subprocess.Popen[bytes]", errors: Path) -> Box:
    with trio.fail_after(PATIENCE_S):
        while process.poll() is None:
            made = Box(_child(process.pid))
            if made.pid and "running" in await made.run("systemctl", "is-system-running", check=False):
                return made
            await trio.sleep(LOOK_AGAIN_S)
    raise AssertionError(errors.read_text())


def _child(pid: int) -> int:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0
    return int(children[0]) if children else 0
