"""The window: `netgame`, `python -m client_qt`, `./run`. Puts the client and the server it may host together."""

import argparse
import gc
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from client_qt.system_libraries import problem
from server.ops.log_formats import TextFormatter

if TYPE_CHECKING:
    import trio
    from PySide6.QtCore import QObject
    from PySide6.QtWidgets import QApplication

    from client_qt.app.application import Application
    from client_qt.app.first_page import Shell
    from client_qt.hosting.background import InBackground
    from client_qt.hosting.own_server import Served
    from client_qt.settings.file import Folders
    from protocol.limits import Interfaces

USAGE = 2
LOOPBACK, EVERYWHERE = "127.0.0.1", ("0.0.0.0", "::")
CANNOT_SHOW = 3  # exit code: no screen, or a library is missing


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window; the exit code."""
    args = arguments().parse_args(argv)
    try:
        interfaces = interfaces_of_environment()
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return USAGE
    if args.check:
        return check_up(args, interfaces)
    trouble = problem()
    if trouble:
        sys.stderr.write(trouble)
        return CANNOT_SHOW
    handler = logging.StreamHandler()
    handler.setFormatter(TextFormatter())  # names of guests cannot forge lines
    logging.basicConfig(level=os.environ.get("NETGAME_LOG", "WARNING").upper(), handlers=[handler])
    gc.disable()  # nothing of what comes into being until the window is open is garbage
    return start(args, _keep_what_there_is)


def _keep_what_there_is(app: "QObject") -> None:
    """Whatever was made up to here stays to the end. Python would look at all of it again and again, hold up the window
    for 40 ms each time, and do so in any thread."""
    from client_qt.app.garbage import Collector

    Collector(app)


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="netgame", description="Board games for two, on this network or at one screen."
    )
    parser.add_argument(
        "what", nargs="?", default="", help="a record to open, or an invitation: netgame://host:port/table"
    )
    parser.add_argument(
        "--check", action="store_true", help="say why others cannot join, or why an address does not answer"
    )
    parser.add_argument("--home", help="a folder for settings and hosted games, in place of the user's own")
    parser.add_argument("--ui", choices=("light", "dark", "contrast", "contrast_dark"), help="the look, for this time")
    return parser


def interfaces_of_environment() -> "Interfaces":
    """The network interfaces that NETGAME_LAN allows; ValueError with a sentence for other words."""
    from protocol.limits import interfaces_from

    return interfaces_from(os.environ)


def check_up(args: argparse.Namespace, interfaces: "Interfaces") -> int:
    """The doctor on a terminal; he knows the server that has the folder for games, if there is one."""
    from client_qt.app.check_setup import check_up as check
    from protocol.control.client import request
    from protocol.control.messages import ControlError
    from protocol.diagnostics import OwnServer
    from server.config.settings import default_data
    from server.storage.data_folder import CONTROL_FILE

    home = args.home or os.environ.get("NETGAME_HOME")
    data = Path(home) / "data" / "server" if home else default_data()
    try:
        _rows, told = request(data / CONTROL_FILE, "status")
        own = OwnServer(int(told["port"]), str(told["fingerprint"]))
    except (ControlError, KeyError, ValueError):
        own = None
    return check(data, args.what, interfaces, own)


def start(
    args: argparse.Namespace,
    ready: "Callable[[Application], None]",
    painted: "Callable[[Shell], None]" = lambda _shell: None,
) -> int:
    """Run the client. `painted` gets the window as soon as it is seen, `ready` the application when all is there."""
    from PySide6.QtWidgets import QApplication

    from client_qt.app.fault_log import note_faults, show_exceptions
    from client_qt.app.second_window import own_folders
    from client_qt.app.single_instance import SHOW, absolute, hand_over
    from client_qt.app.slices import in_slices
    from client_qt.program_info import host_name
    from client_qt.settings.file import Folders

    qt = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(qt, QApplication)
    qt.setApplicationName("netgame")
    qt.setDesktopFileName("io.github.netgame.Netgame")
    qt.setQuitOnLastWindowClosed(False)
    folders = Folders.find(args.home)
    if hand_over(folders.config, absolute(args.what) if args.what else SHOW):
        return 0  # the window that is open shows it, or the one that is out of sight comes back
    folders = own_folders(folders)
    log_path = note_faults(folders.log, TextFormatter())
    from client_qt.app.first_page import open_shell

    shell = open_shell(qt, folders, host_name(), log_path, args.ui)
    painted(shell)
    show_exceptions(shell.window.show_error)
    if in_slices(_rest(shell), lambda: not shell.meanwhile.left):
        _work(args, qt, shell, folders, ready)
    else:
        shell.close()
    return 0


def _rest(shell: "Shell") -> "Iterator[None]":
    """All that is behind the window: what it takes to import it, and what the other pages are made of."""
    from client_qt.app.slices import DESKS, LIBRARIES, PAGES, brought

    yield from brought(*LIBRARIES, *PAGES)
    yield from shell.window.furnishing()
    yield from brought(*DESKS)


def _work(
    args: argparse.Namespace,
    qt: "QApplication",
    shell: "Shell",
    folders: "Folders",
    ready: "Callable[[Application], None]",
) -> None:
    """The program behind the window, to its end."""
    from client_qt.app.context import AppContext
    from client_qt.app.running import run
    from client_qt.program_info import host_name
    from client_qt.trio_guest import run as run_trio

    interfaces = interfaces_of_environment()
    hosts = (LOOPBACK,) if interfaces == "lo" else EVERYWHERE
    around = AppContext(
        folders=folders,
        serve=partial(serve_here, hosts, interfaces),
        unfinished=has_unfinished,
        interfaces=interfaces,
        host_name=host_name(),
        what=args.what,
        ui=args.ui,
        unattended=Unattended(hosts, interfaces),
    )

    async def work(quit_now: object) -> None:
        await run(shell.theme, shell.settings, around, ready, shell)

    run_trio(qt, work)


async def serve_here(
    hosts: Sequence[str], announce: "Interfaces", data: Path, name: str, *, task_status: "trio.TaskStatus[Served]"
) -> None:
    """The server as the client hosts it: on these addresses, told to the LAN on those interfaces."""
    import trio

    await _loaded("server.app")
    from client_qt.hosting.own_server import CannotServe, FolderBusy, Served, first_of
    from server.app import DataFolderBusy, ServerError, Serving, serve
    from server.config.settings import Config

    def started(serving: Serving) -> None:
        near = [address for address in serving.addresses if not address.host.startswith("127.")]
        addresses = tuple(str(address) for address in near or serving.addresses)
        task_status.started(
            Served(serving.port, serving.fingerprint, addresses, serving.server_name, lambda: serving.was_reached)
        )

    config = Config(data=data, name=name, hosts=tuple(hosts), announce=announce)
    try:
        async with trio.open_nursery() as nursery:
            started(await nursery.start(serve, config))
    except* DataFolderBusy as group:
        busy = first_of(group, DataFolderBusy)
        raise FolderBusy(busy.port, busy.fingerprint) from None
    except* ServerError as group:
        raise CannotServe(first_of(group, ServerError).text) from None


async def _loaded(name: str) -> None:
    """Import a part of the server without holding up the window: nothing of it knows of Qt, so a thread can do it."""
    import trio

    await trio.to_thread.run_sync(import_module, name)


class Unattended:
    """Hosting that goes on without a window: the same server, in a process of its own."""

    def __init__(self, hosts: Sequence[str], announce: "Interfaces") -> None:
        self._hosts, self._announce = tuple(hosts), announce

    async def start(self, data: Path, name: str) -> None:
        await _loaded("server.cli.background")
        from server.cli.background import start

        from server.config.settings import Config

        await self._do(start, Config(data=data, name=name, hosts=self._hosts, announce=self._announce))

    async def stop(self, data: Path) -> None:
        await _loaded("server.cli.background")
        from server.cli.background import stop

        await self._do(stop, data)

    async def look(self, data: Path) -> "InBackground | None":
        import trio

        from client_qt.hosting.background import InBackground
        from server.storage.data_folder import BACKGROUND_FILE

        if not (data / BACKGROUND_FILE).exists():
            return None
        await _loaded("server.cli.background")
        from server.cli.background import find

        found = await trio.to_thread.run_sync(find, data)
        return InBackground(**vars(found)) if found is not None else None

    async def _do(self, work: Callable[..., object], *args: object) -> None:
        import trio

        from client_qt.hosting.own_server import CannotServe
        from server.errors import ServerError

        try:
            await trio.to_thread.run_sync(work, *args)
        except ServerError as error:
            raise CannotServe(error.text) from None


async def has_unfinished(data: Path) -> bool:
    """Are there matches in that folder that are not over? A folder that cannot be read has none to go on with."""
    from server.storage.data_folder import GAMES_FILE

    if not (data / GAMES_FILE).exists():
        return False  # most people never host: they need no server in their window
    await _loaded("server.app")
    from server.app import ServerError
    from server.app import has_unfinished as server_has

    try:
        return await server_has(data)
    except ServerError as error:
        logging.getLogger(__name__).warning("the hosted games cannot be looked at: %s", error)
        return False


if __name__ == "__main__":
    sys.exit(main())
