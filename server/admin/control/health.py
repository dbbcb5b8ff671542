"""Is a server well? Asked as a client asks, over its public port."""

import json
import socket
import ssl
import time
from dataclasses import dataclass
from pathlib import Path

from protocol import messages as m
from protocol.framing import TO_CLIENT, Decoder, ProtocolError, encode
from protocol.identity.server_certificate import client_context, fingerprint_of
from server.admin.control.client import asked
from server.admin.control.errors import ControlError
from server.admin.control.settings import control_place
from server.config.settings import Config
from server.net.proxy_protocol import LOCAL_HEADER
from server.storage.lock import FILE as LOCK

TIMEOUT_S = 5.0


@dataclass(frozen=True)
class Health:
    """A server that answered. `full` is that it took no more strangers and was asked over its private socket."""

    port: int
    name: str
    fingerprint: str
    ms: int
    full: bool = False


def health(config: Config, timeout_s: float = TIMEOUT_S) -> Health:
    """How the server with that data folder is; `ControlError` says what is wrong. Nothing is asked of its database."""
    port, fingerprint = _told(config.data)
    started = time.monotonic()
    try:
        welcome = _greeted(_host(config.hosts), port, fingerprint, timeout_s, bool(config.proxies))
    except (OSError, ProtocolError) as error:
        raise ControlError(
            "The server does not answer on port {port} ({reason})", port=port, reason=str(error) or "it is too slow"
        ) from error
    took = round((time.monotonic() - started) * 1000)
    if welcome is None:
        return _full(config, port, fingerprint, took)
    return Health(port, welcome.server, fingerprint, took)


def _full(config: Config, port: int, fingerprint: str, took: int) -> Health:
    """Strangers are turned away at the door while there are too many of them: that alone is no reason to start anew."""
    asked(control_place(config), "status")
    return Health(port, "", fingerprint, took, full=True)


def _told(data: Path) -> tuple[int, str]:
    """Port and fingerprint, as the server wrote them beside its lock."""
    try:
        told = json.loads((data / LOCK).read_bytes()[:4096])
        return int(told["port"]), str(told["fingerprint"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ControlError("No server runs in {folder}, or it is just starting", folder=str(data)) from error


def _host(hosts: tuple[str, ...]) -> str:
    """An address under which this computer reaches a server that listens on those."""
    for everywhere, here in (("0.0.0.0", "127.0.0.1"), ("::", "::1")):
        if everywhere in hosts:
            return here
    return hosts[0]


def _greeted(host: str, port: int, fingerprint: str, timeout_s: float, as_proxy: bool) -> m.Welcome | None:
    """The welcome of the server there; None if it closes at once. Empty fingerprint: without TLS."""
    with socket.create_connection((host, port), timeout_s) as plain:
        if as_proxy:
            plain.sendall(LOCAL_HEADER)
        if not fingerprint:
            return _welcome(plain, time.monotonic() + timeout_s)
        try:
            line = client_context().wrap_socket(plain)
        except (ConnectionError, ssl.SSLEOFError):
            return None
        with line:
            shown = fingerprint_of(line.getpeercert(binary_form=True) or b"")
            if shown != fingerprint:
                raise ControlError(
                    "On port {port} another server answers: its fingerprint is {shown}, not {own}",
                    port=port, shown=shown, own=fingerprint,
                )  # fmt: skip
            return _welcome(line, time.monotonic() + timeout_s)


def _welcome(line: socket.socket, until: float) -> m.Welcome | None:
    decoder = Decoder(m.ToClient, TO_CLIENT)
    line.sendall(encode(m.Hello(protocols=m.PROTOCOL, program="health"), 1))
    while True:
        line.settimeout(max(0.001, until - time.monotonic()))
        try:
            data = line.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            return None
        for frame in decoder.feed(data):
            if isinstance(frame.message, m.Welcome):
                line.sendall(encode(m.Bye()))
                return frame.message
            raise ControlError("The server answers with {what}", what=str(frame.message)[:200])
