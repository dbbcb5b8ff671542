"""Is the port free, or who has it? And does the own server answer where others would look for it?"""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import trio

from netgame.text import Text
from protocol.address import DEFAULT_PORT, Address
from protocol.client import Server, connect
from protocol.diagnostics.findings import Finding, Subject
from protocol.diagnostics.firewall import ask
from protocol.discovery.interfaces import local_interfaces
from protocol.discovery.udp import responder_socket
from protocol.errors import WireError

ANSWER_S = 5.0
LISTENS = "0A"  # in /proc/net/tcp
PROC = Path("/proc")


async def check_port(subject: Subject) -> Finding:
    """The port that friends try where none is said."""
    own, port = subject.own, subject.port
    if own is not None and own.port == port:
        return await _udp(subject, Text("Your server has TCP port {port}", {"port": port}))
    user = await trio.to_thread.run_sync(tcp_user, port, subject.interfaces == "lo", abandon_on_cancel=True)
    if user is None and own is None:
        return await _udp(subject, Text("TCP port {port} is free", {"port": port}))
    if own is not None:
        words: dict[str, str | int] = {"port": port, "own": own.port, "user": user or "?"}
        text = Text("Your server is at port {own}", words)
        if user:
            text = Text("Your server is at port {own}, because {user} has port {port}", words)
        todo = Text("Who types your address has to type the port as well. The list of games shows it right.")
        return Finding("fine" if not user else "look", text, todo)
    text = Text("TCP port {port} is taken by {user}", {"port": port, "user": user or "?"})
    return Finding("look", text, Text("Hosting works at another port. End that program to have this one."))


async def _udp(subject: Subject, fine: Text) -> Finding:
    """The port of queries is shared with other servers of this computer, but not with other programs."""
    try:
        responder_socket(subject.udp_port).close()
    except OSError:
        text = Text("Another program has UDP port {port} for itself", {"port": subject.udp_port})
        return Finding("look", text, Text("Games of this computer are listed by fewer means. End that program."))
    return Finding("fine", fine)


def tcp_user(port: int, loopback: bool = False) -> str | None:
    """Which program listens at that TCP port; None if it is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        if os.name == "posix":  # a port on which connections have just ended is free; on Windows it says another thing
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("127.0.0.1" if loopback else "", port))
            sock.listen(1)
        except OSError:
            return program_at(port) or "another program"
    return None


def program_at(port: int) -> str:
    """The program that listens there, with its number; empty where the system does not tell."""
    if sys.platform == "linux":
        return next((_name(pid) for inode in _inodes(port) for pid in _holders(inode)), "")
    if sys.platform == "win32":
        told = ask(["netstat", "-ano", "-p", "tcp"]) or ""
        pids = [words[-1] for line in told.splitlines() if (words := line.split())[1:2] and _is_at(words[1], port)]
        return f"process {pids[0]}" if pids else ""
    told = ask(["lsof", "-nP", f"-iTCP:{port}", "-sTCP:LISTEN", "-Fpc"]) or ""
    parts = {line[:1]: line[1:] for line in told.splitlines()}
    return f"{parts['c']} ({parts.get('p', '?')})" if "c" in parts else ""


def _is_at(address: str, port: int) -> bool:
    return address.rpartition(":")[2] == str(port)


def _inodes(port: int) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (PROC / "net" / table).read_text("ascii").splitlines()[1:]:
                words = line.split()
                if words[3] == LISTENS and int(words[1].rpartition(":")[2], 16) == port:
                    yield words[9]


def _holders(inode: str) -> Iterator[int]:
    """Processes with that socket, as far as one may look into them."""
    for entry in PROC.iterdir():
        with suppress(OSError):
            if entry.name.isdecimal() and any(
                os.readlink(fd) == f"socket:[{inode}]" for fd in (entry / "fd").iterdir()
            ):
                yield int(entry.name)


def _name(pid: int) -> str:
    with suppress(OSError):
        return f"{(PROC / str(pid) / 'comm').read_text('utf-8', 'replace').strip()} ({pid})"
    return str(pid)


async def check_own_server(subject: Subject) -> Finding:
    """Is the own server there, on this computer and at each of its addresses?"""
    own = subject.own
    if own is None:
        text = Text("No game is hosted here at the moment")
        return Finding("unknown", text, Text("To check that others can join, host a game and come back."))
    hosts = ["127.0.0.1", *(link.address for link in local_interfaces(subject.interfaces) if not link.is_loopback)]
    reasons: dict[str, str] = {}
    async with trio.open_nursery() as nursery:
        for host in hosts:
            nursery.start_soon(_try, Server(own.fingerprint or None, (Address(host, own.port),)), reasons)
    silent = [host for host in hosts if reasons[host]]
    details = "\n".join(f"{host}: {reasons[host] or 'answers'}" for host in hosts)
    if not silent:
        text = Text("Your server answers at {hosts}", {"hosts": ", ".join(_shown(host, own.port) for host in hosts)})
        return Finding("fine", text, details=details)
    text = Text("Your server does not answer at {hosts}", {"hosts": ", ".join(silent)})
    todo = Text("Stop hosting and host again. If it stays like this, send the details to whoever helps you.")
    return Finding("look", text, todo, "", details)


def _shown(host: str, port: int) -> str:
    return host if port == DEFAULT_PORT else f"{host}:{port}"


async def _try(server: Server, reasons: dict[str, str]) -> None:
    host = server.addresses[0].host
    reasons[host] = "no answer"
    try:
        with trio.move_on_after(ANSWER_S):
            async with connect(server):
                reasons[host] = ""
    except WireError as error:
        reasons[host] = error.code
