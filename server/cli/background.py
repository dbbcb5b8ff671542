"""A server that goes on when the window that hosted is gone: a process of its own on the same data folder.

It ends by itself when nothing is played there any more, or when it is told to over its private socket.
"""

import argparse
import contextlib
import json
import logging
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import trio

from protocol.files import write_whole
from server.admin.control.client import Client, asked
from server.admin.control.errors import ControlError
from server.admin.control.socket_path import FILE as CONTROL_FILE
from server.app import Serving, serve
from server.cli.run import calm_collector
from server.config.settings import Config
from server.errors import ServerError
from server.lobby.lobby import Lobby, PeerT
from server.ops import logging as logs
from server.ops.garbage import keep_tidy
from server.storage.files import BACKGROUND_FILE as FILE

log = logging.getLogger(__name__)

LOG_FILE = "background.log"
START_S = 20.0
STOP_S = 15.0
QUIET_S = 60.0  # without a game, before it ends; ten times as long while somebody is there, who may want another
ABANDONED_S = 24 * 3600.0  # without anybody: a game that both have forgotten keeps no computer busy


@dataclass(frozen=True)
class Hosting:
    """A server in the background, as who asks it is told."""

    since: int  # ms since 1970
    port: int
    fingerprint: str
    games: int  # that are not over
    players: tuple[str, ...]  # who plays them: "Ann and Bob"


# ---- from outside; these calls block


def start(config: Config, quiet_s: float = QUIET_S) -> None:
    """Start one, and return when it can be reached. `ServerError` says why there is none; the folder must be free."""
    config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    log_file = config.data / LOG_FILE
    with open(log_file, "wb") as output:
        process = subprocess.Popen(
            _command(config, quiet_s), stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=config.data,
            env=_environment(), start_new_session=True,
            creationflags=getattr(subprocess, "DETACHED_PROCESS", 0),
        )  # fmt: skip
    threading.Thread(target=process.wait, daemon=True).start()  # so that nothing is left of it when it has ended
    deadline = time.monotonic() + START_S
    ended = threading.Event()
    while look(config.data) is None:
        if process.poll() is not None or time.monotonic() > deadline:
            process.terminate()
            said = log_file.read_text("utf-8", "replace").strip().splitlines()
            reason = said[-1][-200:] if said else f"exit code {process.poll()}"
            raise ServerError("Hosting in the background has not started: {reason}", reason=reason)
        ended.wait(0.05)


def look(data: Path) -> Hosting | None:
    """The server in the background that has that folder; None if there is none."""
    try:
        mark = json.loads((data / FILE).read_text("ascii"))
        _rows, told = asked(data / CONTROL_FILE, "status")
        rows, _told = asked(data / CONTROL_FILE, "tables")
        if told["pid"] != mark["pid"]:
            return None
        live = [row for row in rows if row["state"] in ("playing", "between")]
        players = tuple(" and ".join(seat["name"] for seat in row["players"] if seat is not None) for row in live)
        return Hosting(int(mark["since"]), int(told["port"]), str(told["fingerprint"]), len(live), players)
    except (OSError, ValueError, KeyError, TypeError, ControlError):
        return None


def stop(data: Path) -> None:
    """End it in order: everybody is told, the games are kept. `ServerError` if it does not end."""
    try:
        with Client(data / CONTROL_FILE) as client:
            client.ask("drain", seconds=0)
            client.wait_for_end(STOP_S)
    except ControlError as error:
        raise ServerError(error.text) from error


def _command(config: Config, quiet_s: float) -> list[str]:
    words = [sys.executable, "-P", "-m", "server.cli.background", "--data", str(config.data.absolute())]
    words += ["--name", config.name, "--announce", config.announce, "--quiet", str(quiet_s)]
    for host in config.hosts:
        words += ["--host", host]
    return words


def _environment() -> dict[str, str]:
    """With the place of this package, for a program that runs from a checkout."""
    here = str(Path(__file__).parents[2])
    known = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(part for part in (here, known) if part)}


# ---- the process


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve in the background; the exit code."""
    parser = argparse.ArgumentParser(prog="netgame-background", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--announce", choices=("all", "lo", "none"), required=True)
    parser.add_argument("--host", action="append", required=True)
    parser.add_argument("--quiet", type=float, default=QUIET_S)
    args = parser.parse_args(arguments)
    config = Config(data=args.data, name=args.name, hosts=tuple(args.host), announce=args.announce)
    logs.set_up("info", "text")
    calm_collector()
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # whoever logs out leaves the game to the others
    code = 0
    try:
        trio.run(_run, config, args.quiet)
    except* ServerError as group:
        problem: BaseException = group
        while isinstance(problem, BaseExceptionGroup):
            problem = problem.exceptions[0]
        sys.stderr.write(f"{problem}\n")
        code = 1
    return code


async def _run(config: Config, quiet_s: float) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_heed, signals, nursery.cancel_scope)
            serving: Serving = await nursery.start(_serve, config, nursery.cancel_scope)
            with _marked(config.data):
                nursery.start_soon(keep_tidy, lambda: not serving.house.peers)
                await until_over(serving.house.lobby, quiet_s)
                log.info("nothing is played any more")
                nursery.cancel_scope.cancel()


async def _serve(
    config: Config, scope: trio.CancelScope, *, task_status: trio.TaskStatus[Serving] = trio.TASK_STATUS_IGNORED
) -> None:
    await serve(config, task_status=task_status)
    scope.cancel()  # it was told to stop


async def _heed(signals: AsyncIterator[int], scope: trio.CancelScope) -> None:
    async for _which in signals:
        scope.cancel()


@contextlib.contextmanager
def _marked(data: Path) -> Iterator[None]:
    """Say in the folder that this server has no window."""
    mark = data / FILE
    write_whole(mark, json.dumps({"pid": os.getpid(), "since": round(time.time() * 1000)}).encode())
    try:
        yield
    finally:
        mark.unlink(missing_ok=True)


class _News:
    """That tables or people of a lobby are not what they were."""

    def __init__(self, lobby: Lobby[PeerT]) -> None:
        self._came = trio.Event()
        lobby.on_change.append(lambda: self._came.set())
        lobby.on_people.append(lambda: self._came.set())

    async def wait(self) -> None:
        await self._came.wait()
        self._came = trio.Event()


async def until_over(lobby: Lobby[PeerT], quiet_s: float = QUIET_S) -> None:
    """Return when nothing has been played for a while, or nobody has been there for very long."""
    news = _News(lobby)
    played = present = trio.current_time()  # until when
    while True:
        plays, peopled, now = is_played(lobby), bool(lobby.peers), trio.current_time()
        patience = quiet_s * 10 if peopled else quiet_s
        over = math.inf if plays else played + patience
        end = min(over, math.inf if peopled else present + ABANDONED_S)
        if now >= end:
            return
        with trio.move_on_at(end):
            await news.wait()
        played = trio.current_time() if plays else played
        present = trio.current_time() if peopled else present


def is_played(lobby: Lobby[PeerT]) -> bool:
    """Whether a match goes on: not one that both have put away for another day."""
    return any(
        table.state in ("playing", "between") and table.paused != "adjourned" and table.frozen is None
        for table in lobby.tables.values()
    )


if __name__ == "__main__":
    sys.exit(main())
