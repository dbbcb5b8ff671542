"""The window: `netgame`, `python -m client_qt`, `./run`. Puts the client and the server it may host together."""

import argparse
import gc
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from client_qt.system_libraries import problem
from protocol.log_text import TextFormatter

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtWidgets import QApplication

    from client_qt.app.application import Application
    from client_qt.app.first_page import Shell
    from client_qt.settings.file import Folders
    from protocol.limits import Interfaces

USAGE = 2
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
        from client_qt.app.check_setup import check_up
        from client_qt.settings.file import Folders

        return check_up(Folders.find(args.home).data, args.what, interfaces)
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
    from client_qt.hosting.server_process import ServerProcess
    from client_qt.program_info import host_name
    from client_qt.trio_guest import run as run_trio

    interfaces = interfaces_of_environment()
    around = AppContext(
        folders=folders,
        server=ServerProcess(folders.data, interfaces),
        interfaces=interfaces,
        host_name=host_name(),
        what=args.what,
        ui=args.ui,
    )

    async def work(quit_now: object) -> None:
        await run(shell.theme, shell.settings, around, ready, shell)

    run_trio(qt, work)


if __name__ == "__main__":
    sys.exit(main())
