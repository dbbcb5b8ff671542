"""Start, find and stop a server that keeps running when the window that hosted is closed.

It is a process of its own on the same data folder: `netgame-server run --exit-when-idle`.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from protocol.files import write_whole
from server.admin.control.client import Client, request
from server.admin.control.protocol import ControlError
from server.config.settings import Config, settings
from server.errors import ServerError
from server.storage.data_folder import BACKGROUND_FILE, CONTROL_FILE

LOG_FILE = "background.log"
START_S = 20.0
STOP_S = 15.0
IDLE_S = 60.0


@dataclass(frozen=True)
class BackgroundServer:
    """The state of a server in the background."""

    since: int  # ms since 1970
    port: int
    fingerprint: str
    games: int  # unfinished ones
    players: tuple[str, ...]  # of each of them: "Ann and Bob"


def start(config: Config, idle_s: float = IDLE_S) -> None:
    """Start a server and return when it answers. Blocks. `ServerError` says why it did not start."""
    config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    command = [sys.executable, "-P", "-m", "server", "run", "--exit-when-idle", str(idle_s), "--root"]
    command += ["--config", os.devnull, "--log-format", "text", "--data", str(config.data.absolute())]
    command += ["--name", config.name, "--announce", config.announce]
    command += [word for host in config.hosts for word in ("--host", host)]
    variables = {setting.variable for setting in settings().values()}  # hosting from the window does not use them
    environ = {name: value for name, value in os.environ.items() if name not in variables}
    package = str(Path(__file__).parents[2])  # for a program that runs from a checkout
    environ["PYTHONPATH"] = os.pathsep.join(filter(None, (package, environ.get("PYTHONPATH"))))
    log_file = config.data / LOG_FILE
    with open(log_file, "wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=config.data, env=environ,
            start_new_session=True, creationflags=getattr(subprocess, "DETACHED_PROCESS", 0),
        )  # fmt: skip
    threading.Thread(target=process.wait, daemon=True).start()  # reaps the process when it exits
    deadline = time.monotonic() + START_S
    while find(config.data) is None:
        if process.poll() is not None or time.monotonic() > deadline:
            process.terminate()
            lines = log_file.read_text("utf-8", "replace").strip().splitlines()
            reason = lines[-1][-200:].removeprefix("netgame-server: ") if lines else f"exit code {process.poll()}"
            raise ServerError("Hosting in the background has not started: {reason}", reason=reason)
        threading.Event().wait(0.05)


def find(data: Path) -> BackgroundServer | None:
    """Return the server in the background that uses a data folder, or None. Blocks."""
    try:
        mark = json.loads((data / BACKGROUND_FILE).read_text("ascii"))
        status = request(data / CONTROL_FILE, "status")[1]
        rows = request(data / CONTROL_FILE, "tables")[0]
        if status["pid"] != mark["pid"]:
            return None
        live = [row for row in rows if row["state"] in ("playing", "between")]
        players = tuple(" and ".join(seat["name"] for seat in row["players"] if seat is not None) for row in live)
        return BackgroundServer(int(mark["since"]), int(status["port"]), str(status["fingerprint"]), len(live), players)
    except (OSError, ValueError, KeyError, TypeError, ControlError):
        return None


def stop(data: Path) -> None:
    """Stop it in order: players are informed, and the games are kept. Blocks. `ServerError` if it does not stop."""
    try:
        with Client(data / CONTROL_FILE) as client:
            client.request("drain", seconds=0)
            client.wait_for_end(STOP_S)
    except ControlError as error:
        raise ServerError(error.text) from error


@contextlib.contextmanager
def marked(data: Path) -> Iterator[None]:
    """Mark the data folder as used by a server without a window."""
    mark = data / BACKGROUND_FILE
    write_whole(mark, json.dumps({"pid": os.getpid(), "since": round(time.time() * 1000)}).encode(), sync=False)
    try:
        yield
    finally:
        mark.unlink(missing_ok=True)
