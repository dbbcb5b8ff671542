"""deploy/Containerfile builds an image with a server, without the window, that does not run as root."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from devtools.harness import PATIENCE_S
from protocol.address import DEFAULT_PORT
from tests.project.sources import ROOT
from tests.server.ops.image import Engine, Stage, StepFailed, chrooted, engine, lines_of, why_not

FILE = ROOT / "deploy" / "Containerfile"
LINES = lines_of(FILE.read_text())
LAST = LINES[max(number for number, line in enumerate(LINES) if line.name == "FROM") :]


def said(name: str) -> list[str]:
    return [line.text for line in LAST if line.name == name]


def test_it_runs_as_a_numeric_user_with_data_in_a_volume_and_without_the_window_from_files_that_exist() -> None:
    copied = [line.words[:-1] for line in LINES if line.name == "COPY" and not line.text.startswith("--from")]

    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", said("USER")[-1]), "not root"
    assert said("EXPOSE") == [f"{DEFAULT_PORT}/tcp {DEFAULT_PORT}/udp"]
    assert said("VOLUME") == ["/data"]
    assert said("CMD") == ['["run", "--data", "/data"]']
    assert "PySide6" not in FILE.read_text()
    assert '"netgame[server] @' in FILE.read_text()
    assert [name for words in copied for name in words if not (ROOT / name).exists()] == []


OFFLINE = ("NewConnectionError", "Temporary failure in name resolution", "Network is unreachable")


@contextmanager
def made() -> Iterator[tuple[Engine, Stage]]:
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with tempfile.TemporaryDirectory() as folder, engine(Path(folder), ROOT) as running:
        try:
            built = running.build(FILE.read_text())
        except StepFailed as failed:
            if any(words in str(failed) for words in OFFLINE):
                pytest.skip("NOT RUN: the packages cannot be fetched here")
            raise
        yield running, built


class Container:
    """A running image."""

    def __init__(self, running: Engine, stage: Stage) -> None:
        self.stage = stage
        self.process = subprocess.Popen(
            running.running(stage), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        self.log = ""
        while not re.search("^fingerprint", self.log, re.M):
            line = self.process.stdout.readline()
            assert line, self.log
            self.log += line

    @property
    def pid(self) -> str:
        """The process of the server, the first of its namespace."""
        [child] = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return child

    def run(self, *words: str, inside: bool = True) -> "subprocess.CompletedProcess[str]":
        """Run a command in the image as its user, or only in its network."""
        if inside:
            enter = ["nsenter", "-t", self.pid, "--mount", "--net", "--pid", "--", *chrooted(self.stage, [*words])]
        else:
            enter = ["nsenter", "-t", self.pid, "--net", "--", *words]
        return subprocess.run(enter, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S)

    def stop(self) -> int:
        """Stop it as an engine does."""
        os.kill(int(self.pid), signal.SIGTERM)
        self.log += self.process.communicate()[0]
        return self.process.returncode

    def __enter__(self) -> "Container":
        return self

    def __exit__(self, *_problem: object) -> None:
        if self.process.poll() is None:
            os.kill(int(self.pid), signal.SIGKILL)  # it would outlive what started it, which was another user
            self.process.communicate()


@pytest.mark.slow
@pytest.mark.sweep
def test_two_clients_play_at_a_server_that_can_change_only_its_data_and_a_restart_keeps_the_identity() -> None:
    with made() as image, Container(*image) as container:
        # no window is installed
        assert "ModuleNotFoundError" in container.run("python", "-c", "import PySide6").stderr
        assert container.run("id", "-u").stdout == "7763\n"
        assert container.run("head", "-c4", "/opt/netgame/share/man/man1/netgame-server.1").stdout == ".TH "
        rights = container.run("sh", "-c", "stat -c '%a %u' /data; touch /opt/netgame/x /usr/x 2>&1 | wc -l")
        assert rights.stdout == "700 7763\n2\n"

        # the health check fails for a server that hangs
        assert container.run(*container.stage.health).returncode == 0
        os.kill(int(container.pid), signal.SIGSTOP)
        try:
            assert container.run(*container.stage.health).returncode == 1
        finally:
            os.kill(int(container.pid), signal.SIGCONT)

        visitors = sys.executable, "-m", "tests.server.visitors", "127.0.0.1", str(DEFAULT_PORT)
        done = container.run(*visitors, inside=False)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["moves"]
        assert container.stop() == 0, container.log

        with Container(*image) as again:
            shown, before = (re.findall(r"^fingerprint \w+$", each.log, re.M) for each in (again, container))
            assert shown == before != []


@pytest.mark.slow
@pytest.mark.skipif(
    "NETGAME_TEST_IMAGE" not in os.environ,
    reason="NOT RUN: the image itself, which comes from the network; NETGAME_TEST_IMAGE=podman or docker builds it",
)
def test_a_container_engine_builds_the_image_and_clients_play() -> None:
    program = os.environ["NETGAME_TEST_IMAGE"]
    name = f"netgame-test-{os.getpid()}"

    def call(*words: str) -> str:
        done = subprocess.run([program, *words], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    call("build", *(["--format=docker"] if program == "podman" else []), "--tag", name, "--file", str(FILE), ".")
    try:
        call("run", "--detach", "--name", name, "--read-only", "--cap-drop=all", "--network=none", name)
        with subprocess.Popen([program, "logs", "--follow", name], stdout=subprocess.PIPE, text=True) as log:
            assert log.stdout is not None
            assert any(line.startswith("fingerprint") for line in log.stdout)
            log.terminate()
        call("exec", name, "netgame-server", "health", "--data", "/data")
        pid = call("inspect", "--format={{.State.Pid}}", name)
        visitors = [sys.executable, "-m", "tests.server.visitors", "127.0.0.1", str(DEFAULT_PORT)]
        done = subprocess.run(["nsenter", "-t", pid, "--net", *visitors], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        call("stop", name)
        assert call("inspect", "--format={{.State.ExitCode}}", name) == "0"
    finally:
        call("rm", "--force", "--volumes", name)
        call("rmi", name)
