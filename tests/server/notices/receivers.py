"""A small mail server and a small HTTP server on loopback, which keep what they get."""

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

LOOPBACK = "127.0.0.1"


@cache
def tls_contexts() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return the context of a server on loopback, and that of a client that trusts it."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    now = datetime.now(UTC)
    built = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    built = built.serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    built = built.add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(LOOPBACK))]), critical=False)
    built = built.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    certificate = built.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "both.pem"
        path.write_bytes(certificate + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        server.load_cert_chain(path)
    return server, ssl.create_default_context(cadata=certificate.decode())


@dataclass
class Inbox:
    """A mail server. With `tls` it needs STARTTLS, with `login` a password.

    `refuse` is its answer to each mail instead of taking it, `refuse_receiver` to each address, `farewell` to QUIT. If
    it `hangs_up`, it closes the connection at each address.
    """

    port: int = 0
    tls: bool = True
    login: bool = False
    mails: list[EmailMessage] = field(default_factory=list)
    receivers: list[str] = field(default_factory=list)
    clients: list[str | None] = field(default_factory=list)  # their names in EHLO
    signed_in: list[tuple[bytes, bytes]] = field(default_factory=list)
    refuse: str = ""
    refuse_receiver: str = ""
    farewell: str = "221 Bye"
    hangs_up: bool = False

    async def handle_QUIT(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:
        return self.farewell

    async def handle_RCPT(
        self, server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if self.hangs_up:
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        if self.refuse_receiver:
            return self.refuse_receiver
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.refuse:
            return self.refuse
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        self.clients.append(session.host_name)
        self.receivers += [str(to) for to in envelope.rcpt_tos]
        return "250 OK"

    def session(self, loop: asyncio.AbstractEventLoop) -> SMTP:
        """Return the protocol of a new connection."""
        more = dict[str, Any]()
        if self.tls:
            more |= {"tls_context": tls_contexts()[0], "require_starttls": True}
        if self.login:
            more |= {"authenticator": self.sign_in, "auth_required": True}
        return SMTP(self, hostname="test", loop=loop, **more)

    def sign_in(self, _server: SMTP, _session: Session, _envelope: Envelope, _kind: str, data: Any) -> AuthResult:
        self.signed_in.append((data.login, data.password))
        return AuthResult(success=data.password == b"secret", handled=False)


class OddInbox(Inbox):
    """A mail server whose challenge at a sign-in is no base64."""

    async def auth_CRAM__MD5(self, server: SMTP, _words: list[str]) -> AuthResult:
        await server.challenge_auth("abcde", encode_to_b64=False)
        await server.push("221 bye")  # the client has sent QUIT
        return AuthResult(success=False)


def code_in(inbox: Inbox) -> str:
    """Return the code for an address in the last mail."""
    text: str = inbox.mails[-1].get_content()
    return text.partition("The code is ")[2].partition(". ")[0]


@contextmanager
def mail_server(*, tls: bool = True, login: bool = False, kind: type[Inbox] = Inbox) -> Iterator[Inbox]:
    """Run a mail server for the length of the block."""
    inbox, loop = kind(tls=tls, login=login), asyncio.new_event_loop()
    server = loop.run_until_complete(loop.create_server(partial(inbox.session, loop), LOOPBACK, 0))
    inbox.port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield inbox
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(server: asyncio.Server) -> None:
    server.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


@contextmanager
def endless_server(answer: bytes) -> Iterator[int]:
    """Run a server at a port that sends the same again and again, until the client has gone."""
    with socket.create_server((LOOPBACK, 0)) as listener:

        def answer_on() -> None:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                while True:
                    connection.sendall(answer)

        thread = threading.Thread(target=answer_on)
        thread.start()
        yield int(listener.getsockname()[1])
        thread.join()


@contextmanager
def hanging_up_server() -> Iterator[int]:
    """Run a server at a port that closes a connection after its first bytes."""
    with socket.create_server((LOOPBACK, 0)) as listener:

        def hang_up() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(65_536)

        thread = threading.Thread(target=hang_up)
        thread.start()
        yield int(listener.getsockname()[1])
        thread.join()


@dataclass
class Hook:
    """A program of an operator: what it got, and the status with which it answers."""

    url: str = ""
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    status: int = 204


@contextmanager
def web_server(*, tls: bool = False) -> Iterator[Hook]:
    """Run an HTTP server for the length of the block."""
    hook = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            hook.requests.append((self.path, dict(self.headers), body))
            self.send_response(hook.status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    with HTTPServer((LOOPBACK, 0), Handler) as server:
        if tls:
            server.socket = tls_contexts()[0].wrap_socket(server.socket, server_side=True)
        hook.url = f"{'https' if tls else 'http'}://{LOOPBACK}:{server.server_port}/hook?room=1"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield hook
        finally:
            server.shutdown()
            thread.join()
