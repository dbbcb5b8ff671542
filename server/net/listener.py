"""Listening sockets: on the configured port, the port of the last start, the default port, or any port."""

import errno
import logging
import socket
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from protocol.address import DEFAULT_PORT
from server.errors import PortTaken

log = logging.getLogger(__name__)

FILE = "port"
BACKLOG = 1024
ANY_PORT_ATTEMPTS = 10  # a port that is free for IPv4 may be used for IPv6


def listen(hosts: Sequence[str], port: int | None, folder: Path) -> list[socket.socket]:
    """Return sockets on one port of all these addresses; `PortTaken` if that is not possible."""
    problem: OSError | None = None
    for candidate in _candidates(port, folder):
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
    raise _port_taken(problem, hosts, port) from problem


def _candidates(port: int | None, folder: Path) -> Iterator[int]:
    if port:
        yield port
        return
    if port is None:
        yield from dict.fromkeys((_remembered(folder), DEFAULT_PORT))
    yield from [0] * ANY_PORT_ATTEMPTS


def _listen_on(hosts: Sequence[str], port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    try:
        for host in hosts:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            try:
                sock = _listening(family, host, port)
            except OSError as error:
                if sockets and error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                    log.info("cannot listen on %s: %s", host, error)  # for example a computer without IPv6
                    continue
                raise
            sockets.append(sock)
            port = sock.getsockname()[1]
    except BaseException:
        for sock in sockets:
            sock.close()
        raise
    return sockets


def _listening(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
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
    except BaseException:
        sock.close()
        raise
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


def _port_taken(error: OSError, hosts: Sequence[str], port: int | None) -> PortTaken:
    if error.errno == errno.EADDRINUSE and port:
        return PortTaken(
            "Port {port} is used by another program. Choose another one, or none: then a free one is taken", port=port
        )
    if error.errno == errno.EACCES and port:
        return PortTaken("Port {port} may not be used on this computer; choose one from 1024 to 65535", port=port)
    return PortTaken(
        "The server cannot listen on {hosts} ({reason}). Check the addresses",
        hosts=", ".join(hosts),
        reason=error.strerror or str(error),
    )
