"""Listening sockets: on the configured port, the port of the last start, the default port, or any port."""

import errno
import logging
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from netgame.text import N_
from protocol.address import DEFAULT_PORT
from server.errors import PortTaken

log = logging.getLogger(__name__)

FILE = "port"
BACKLOG = 1024
ANY_PORT_ATTEMPTS = 10  # a port that is free for IPv4 may be used for IPv6


def listen(hosts: Sequence[str], port: int | None, folder: Path) -> list[socket.socket]:
    """Return sockets on one port of all these addresses; `PortTaken` if that is not possible."""
    last = dict.fromkeys((_remembered(folder), DEFAULT_PORT)) if port is None else ()
    problem: OSError | None = None
    for candidate in [port] if port else [*last, *[0] * ANY_PORT_ATTEMPTS]:
        try:
            sockets = _listen_on(hosts, candidate)
        except OSError as error:
            problem = error
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                break
        else:
            _remember(sockets[0].getsockname()[1], folder)
            return sockets
    assert problem is not None, "there is always a candidate"
    if problem.errno == errno.EADDRINUSE and port:
        template = N_("Port {port} is used by another program. Choose another one, or none: then a free one is taken")
        raise PortTaken(template, port=port) from problem
    if problem.errno == errno.EACCES and port:
        template = N_("Port {port} may not be used on this computer; choose one from 1024 to 65535")
        raise PortTaken(template, port=port) from problem
    template = N_("The server cannot listen on {hosts} ({reason}). Check the addresses")
    raise PortTaken(template, hosts=", ".join(hosts), reason=problem.strerror or str(problem)) from problem


def _listen_on(hosts: Sequence[str], port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    with ExitStack() as stack:  # closes the sockets after an error
        for host in hosts:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            try:
                sock = _listening(family, host, port)
            except OSError as error:
                if sockets and error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                    log.info("cannot listen on %s: %s", host, error)  # for example a computer without IPv6
                    continue
                raise
            sockets.append(stack.enter_context(sock))
            port = sock.getsockname()[1]
        stack.pop_all()
    return sockets


def _listening(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    with ExitStack() as stack:  # closes the socket on failure
        sock = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
        if sys.platform == "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # a restarted server gets its port even if old connections are in TIME_WAIT
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.setblocking(False)
        sock.bind((host, port))
        sock.listen(BACKLOG)
        stack.pop_all()
    return sock


def _remembered(folder: Path) -> int:
    try:
        port = int((folder / FILE).read_text("ascii"))
    except (OSError, ValueError):
        return DEFAULT_PORT
    return port if 0 < port < 65536 else DEFAULT_PORT


def _remember(port: int, folder: Path) -> None:
    if _remembered(folder) != port or not (folder / FILE).exists():
        try:
            (folder / FILE).write_text(f"{port}\n", "ascii")
        except OSError as error:
            log.error("the port for the next start could not be saved: %s", error.strerror)
