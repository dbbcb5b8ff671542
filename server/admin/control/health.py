"""The health check of a server: connect to its public port as a client does, and ask it what is wrong."""

import json
import socket
import ssl
import time
from dataclasses import dataclass
from pathlib import Path

from protocol import messages as m
from protocol.control.client import Client
from protocol.control.messages import CommandError, NoServer
from protocol.framing import TO_CLIENT, Decoder, ProtocolError, encode
from protocol.identity.server_certificate import client_context, fingerprint_of
from server.config.settings import Config
from server.net.proxy_protocol import LOCAL_HEADER
from server.storage.data_folder import LOCK_FILE


@dataclass(frozen=True)
class Health:
    """A server that answered. `full`: it admits no new connections now, and answered on its control socket.

    `warnings` are about later, such as a certificate that ends soon.
    """

    port: int
    name: str
    fingerprint: str
    ms: int
    full: bool = False
    warnings: tuple[str, ...] = ()


def check_health(config: Config, control: Path, timeout_s: float) -> Health:
    """Check the server of a data folder without touching its databases; `CommandError` says what is wrong."""
    try:
        content = json.loads((config.data / LOCK_FILE).read_bytes()[:4096])
        port, fingerprint = int(content["port"]), str(content["fingerprint"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise CommandError(f"No server runs in {config.data}, or it is just starting") from error
    # an address by which this computer reaches a server that listens on those hosts
    hosts = config.hosts
    host = "127.0.0.1" if "0.0.0.0" in hosts else "::1" if "::" in hosts else hosts[0]
    started = time.monotonic()
    try:
        welcome = _greet(host, port, fingerprint, timeout_s, bool(config.proxies))
    except (OSError, ProtocolError) as error:
        raise CommandError(f"The server does not answer on port {port} ({str(error) or 'timeout'})") from error
    ms = round((time.monotonic() - started) * 1000)
    try:
        with Client(control, timeout_s=timeout_s) as client:
            status = client.request("status")[1]
    except NoServer:
        if welcome is None:  # too many connections are no reason to restart a server that answers here
            raise
        status = {}  # its control socket is elsewhere
    if errors := status.get("errors"):
        raise CommandError("\n".join(errors))
    name, warnings = "" if welcome is None else welcome.server, tuple(status.get("warnings", ()))
    return Health(port, name, fingerprint, ms, welcome is None, warnings)


def _greet(host: str, port: int, fingerprint: str, timeout_s: float, as_proxy: bool) -> m.Welcome | None:
    """Return the welcome of a server, without TLS if the fingerprint is empty; None if it closes at once."""
    with socket.create_connection((host, port), timeout_s) as plain:
        if as_proxy:
            plain.sendall(LOCAL_HEADER)
        if not fingerprint:
            return _read_welcome(plain, time.monotonic() + timeout_s)
        try:
            secure = client_context().wrap_socket(plain)
        except (ConnectionError, ssl.SSLEOFError):
            return None
        with secure:
            found = fingerprint_of(secure.getpeercert(binary_form=True) or b"")
            if found != fingerprint:
                raise CommandError(
                    f"On port {port} another server answers: its fingerprint is {found}, not {fingerprint}"
                )
            return _read_welcome(secure, time.monotonic() + timeout_s)


def _read_welcome(sock: socket.socket, deadline: float) -> m.Welcome | None:
    decoder = Decoder(m.ToClient, TO_CLIENT)
    sock.sendall(encode(m.Hello(protocols=m.PROTOCOL, program="health"), 1))
    while True:
        sock.settimeout(max(0.001, deadline - time.monotonic()))
        try:
            data = sock.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            return None
        for frame in decoder.feed(data):
            if isinstance(frame.message, m.Welcome):
                sock.sendall(encode(m.Bye()))
                return frame.message
            raise CommandError(f"The server answers with {str(frame.message)[:200]}")
