"""What is around the application: what its composition root knows, and where its tasks live."""

from dataclasses import dataclass

from client_qt.hosting.server_process import ServerProcess
from client_qt.settings.file import Folders
from client_qt.theme import UiChoice
from client_qt.trio_guest import Tasks
from protocol.limits import Interfaces


@dataclass(frozen=True)
class AppContext:
    """What the composition root knows and the client does not."""

    folders: Folders
    server: ServerProcess
    interfaces: Interfaces
    host_name: str
    what: str = ""  # a link, or the path of a record, that the program was started with
    ui: UiChoice | None = None  # the look that it was asked for, this time


@dataclass(frozen=True)
class Nurseries:
    """Where the tasks of the client live, so that they can end one after the other: innermost first."""

    sessions: Tasks
    servers: Tasks
    discovery: Tasks
