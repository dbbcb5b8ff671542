"""Checks of the port and of the own server."""

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

import trio

from netgame.text import Text
from protocol.address import DEFAULT_PORT, Address
from protocol.client import Server, connect
from protocol.diagnostics.findings import Finding, Setup
from protocol.diagnostics.firewall import output_of
from protocol.discovery.interfaces import local_interfaces, without_spares
from protocol.discovery.udp import responder_socket
from protocol.errors import WireError

ANSWER_S = 5.0
TCP_LISTEN = "0A"  # in /proc/net/tcp
PROC = Path("/proc")


async def check_port(setup: Setup) -> Finding:
    """Check that the own server has, or can have, the default port."""
    own, port = setup.own, setup.port
    words: dict[str, str | int]
    if own is not None and own.port == port:
        return await _udp(setup, Text("Your server uses TCP port {port}", {"port": port}))
    user = await trio.to_thread.run_sync(program_using_tcp, port, setup.interfaces == "lo", abandon_on_cancel=True)
    if user is not None and await _is_netgame(port):
        words = {"port": port, "own": own.port if own is not None else 0}
        text = Text("Another netgame on this computer hosts on port {port}", words)
        if own is not None:
            text = Text("Your server uses port {own}; another netgame on this computer hosts on port {port}", words)
        return Finding("fine", text, Text("Both can host. The list of games has the right port of each."))
    if user is None and own is None:
        return await _udp(setup, Text("TCP port {port} is free", {"port": port}))
    if own is not None:
        words = {"port": port, "own": own.port, "user": user or "?"}
        text = Text("Your server uses port {own}", words)
        if user:
            text = Text("Your server uses port {own}, because {user} uses port {port}", words)
        advice = Text("Players who type your address have to type the port too. The list of games has the right port.")
        return Finding("fine" if not user else "problem", text, advice)
    text = Text("TCP port {port} is used by {user}", {"port": port, "user": user or "?"})
    return Finding("problem", text, Text("Hosting works on another port. To use this one, close that program."))


async def _is_netgame(port: int) -> bool:
    """Return whether a server of netgame answers there."""
    reasons: dict[str, str] = {}
    await _try(Server(None, (Address("127.0.0.1", port),)), reasons)
    return not reasons["127.0.0.1"]


async def _udp(setup: Setup, fine: Text) -> Finding:
    """Check the port of queries. Servers of this computer share it; other programs may block it."""
    try:
        responder_socket(setup.udp_port).close()
    except OSError:
        text = Text("Another program blocks UDP port {port}", {"port": setup.udp_port})
        return Finding("problem", text, Text("Other computers may not find games on this one. Close that program."))
    return Finding("fine", fine)


def program_using_tcp(port: int, loopback: bool = False) -> str | None:
    """Return the program that listens on that TCP port; None if the port is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        if os.name == "posix":  # recent connections do not block a port; on Windows the option differs
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("127.0.0.1" if loopback else "", port))
            sock.listen(1)
        except OSError:
            return listening_program(port) or "another program"
    return None


def listening_program(port: int) -> str:
    """Return the name and number of the listening process; empty if unknown."""
    if sys.platform == "linux":
        return _listening_program_on_linux(port)
    if sys.platform == "win32":
        output = output_of(["netstat", "-ano", "-p", "tcp"]) or ""
        for words in map(str.split, output.splitlines()):
            if len(words) > 1 and words[1].rpartition(":")[2] == str(port):
                return f"process {words[-1]}"
        return ""
    output = output_of(["lsof", "-nP", f"-iTCP:{port}", "-sTCP:LISTEN", "-Fpc"]) or ""
    parts = {line[:1]: line[1:] for line in output.splitlines()}
    return f"{parts['c']} ({parts.get('p', '?')})" if "c" in parts else ""


def _listening_program_on_linux(port: int) -> str:
    """Find the sockets of that port in /proc, then a process that has one, as far as this program may read them."""
    sockets = []
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (PROC / "net" / table).read_text("ascii").splitlines()[1:]:
                words = line.split()
                if words[3] == TCP_LISTEN and int(words[1].rpartition(":")[2], 16) == port:
                    sockets.append(f"socket:[{words[9]}]")
    for each in sockets:
        for process in filter(lambda entry: entry.name.isdecimal(), PROC.iterdir()):
            with suppress(OSError):
                if any(os.readlink(fd) == each for fd in (process / "fd").iterdir()):
                    name = (process / "comm").read_text("utf-8", "replace").strip()
                    return f"{name} ({process.name})"
    return ""


async def check_own_server(setup: Setup) -> Finding:
    """Check that the own server answers at each address of this computer."""
    own = setup.own
    if own is None:
        text = Text("No game is hosted here now")
        return Finding("unknown", text, Text("To check that others can join, host a game and come back."))
    # no bridges of this computer: others cannot use them
    links = [net for net in without_spares(local_interfaces(setup.interfaces)) if net.kind in ("lan", "vpn")]
    hosts = ["127.0.0.1", *(net.address for net in links)]
    reasons: dict[str, str] = {}
    async with trio.open_nursery() as nursery:
        for host in hosts:
            nursery.start_soon(_try, Server(own.fingerprint or None, (Address(host, own.port),)), reasons)
    unanswered = [host for host in hosts if reasons[host]]
    details = "\n".join(f"{host}: {reasons[host] or 'answers'}" for host in hosts)
    if not unanswered:
        port = "" if own.port == DEFAULT_PORT else f":{own.port}"
        text = Text("Your server answers at {hosts}", {"hosts": ", ".join(f"{host}{port}" for host in hosts)})
        return Finding("fine", text, details=details)
    text = Text("Your server does not answer at {hosts}", {"hosts": ", ".join(unanswered)})
    advice = Text("Stop hosting and host again. If that does not help, send the details to a helper.")
    return Finding("problem", text, advice, "", details)


async def _try(server: Server, reasons: dict[str, str]) -> None:
    host = server.addresses[0].host
    reasons[host] = "no answer"
    try:
        with trio.move_on_after(ANSWER_S):
            async with connect(server):
                reasons[host] = ""
    except WireError as error:
        reasons[host] = error.code
