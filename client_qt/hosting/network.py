"""What several pages need of the network."""

from dataclasses import dataclass

from client_qt.hosting.own_server import Hosting
from client_qt.net.known_servers import KnownServers
from client_qt.net.server_browser import ServerBrowser


@dataclass(frozen=True)
class Network:
    """The servers that this window knows, those that it finds, and the one that it hosts."""

    servers: KnownServers
    browser: ServerBrowser
    hosting: Hosting
    host_name: str  # of this computer
