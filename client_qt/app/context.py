"""The inputs of the application: folders, environment, the server process, nurseries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # imported after the first paint
    from client_qt.computer.engines import Engines
    from client_qt.hosting.server_process import ServerProcess
    from client_qt.link_opener import LinkOpener
    from client_qt.settings.file import Folders
    from client_qt.theme import UiChoice
    from client_qt.trio_guest import Tasks
    from protocol.limits import Interfaces


@dataclass(frozen=True)
class AppContext:
    """The inputs that differ between the program and its tests."""

    folders: Folders
    server: ServerProcess  # of this computer
    interfaces: Interfaces
    host_name: str
    argument: str = ""  # the link, or the path of the record, on the command line
    ui: UiChoice | None = None  # the look of the command line
    engines: Engines | None = None  # of computer players; None: the usual ones
    opener: LinkOpener | None = None  # of links and records, where the user can choose it here


@dataclass(frozen=True)
class Nurseries:
    """The nurseries of all tasks. They end in this order."""

    sessions: Tasks
    servers: Tasks
    discovery: Tasks
