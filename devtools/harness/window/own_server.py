"""The server that a window starts, in the process of the test; its control socket is real."""

from collections import defaultdict
from pathlib import Path

import trio

from client_qt.hosting import server_process
from client_qt.hosting.server_process import ServerProcess, ServerStatus
from devtools.harness.server.serving import PORTS, config, kept, serve_in_memory
from server.app import Serving
from server.cli.idle import until_idle

ports: defaultdict[Path, int] = defaultdict(lambda: next(PORTS))  # by data folder, as a server that starts again has it
running: dict[Path, trio.CancelScope] = {}


class OwnServer(ServerProcess):
    """A server in memory, in the run of trio whose threads call its methods. The next one in that folder goes on with
    its tables."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, "none", ("127.0.0.1",))
        self.data = data

    def start(self, name: str, *, if_unfinished: bool = False) -> ServerStatus | None:
        if if_unfinished:
            found = kept.get(self.data)
            if found is None or not (found.log.unfinished() or found.social.open_tournaments()):
                return None
        trio.from_thread.run(self._start, name)
        return self.find()

    async def _start(self, name: str) -> None:
        started = trio.Event()
        trio.lowlevel.spawn_system_task(self._run, name, started)
        await started.wait()

    async def _run(self, name: str, started: trio.Event) -> None:
        usual = {"plain": False, "computers": "local", "tournaments": "anybody"}
        settings = config(self.data, name=name, port=ports[self.data], **usual)

        async def until_stopped(*, task_status: trio.TaskStatus[Serving]) -> None:
            await serve_in_memory(settings, trio.Event(), task_status=task_status)
            nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            running[self.data] = nursery.cancel_scope
            serving = await nursery.start(until_stopped)
            started.set()
            services = serving.services
            await until_idle(services.lobby, serving.control.hold, services.tournament_logs, server_process.IDLE_S)
            nursery.cancel_scope.cancel()


def crash(home: Path) -> None:
    """End the server of that home at once."""
    running[home / "data/server"].cancel()
