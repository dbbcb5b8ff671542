"""Accepts connections on listening sockets and starts their sessions."""

import logging
import socket
from contextlib import suppress

import trio

from server.errors import is_shortage
from server.net.connection import Connection
from server.net.proxy_protocol import HEADER_S, HeaderError, Proxies, read_source
from server.net.session import Session, SessionServices
from server.net.tls import Tls
from server.ops.remote import Remote
from server.ops.supervision import Supervision

log = logging.getLogger(__name__)

FULL_PAUSE_S = 0.2  # between attempts to accept while there are no more file descriptors
LOG_EVERY_S = 60.0


class Acceptor:
    """Accepts the connections of one listening socket. `proxies` may name the address of a client that they pass on."""

    def __init__(
        self, listener: socket.socket, tls: Tls, proxies: Proxies | None, services: SessionServices,
        supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        self._supervision = supervision or Supervision()
        self._listener, self._tls, self._proxies, self._services = listener, tls, proxies, services
        self._waiting = 0  # connections without a complete header from their proxy
        self._log_again = 0.0

    async def run(self) -> None:
        """Accept connections and run their sessions, until cancelled."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            await self._supervision.keep("acceptor", self._keep_accepting)

    async def _keep_accepting(self) -> None:
        """Accept connections. A fault here does not end their sessions."""
        while True:
            await trio.lowlevel.wait_readable(self._listener)
            try:
                sock, address = self._listener.accept()
            except OSError as error:
                if is_shortage(error):
                    self._log_full(f"{error.strerror}. Raise the limit on open files (ulimit -n)")
                    await trio.sleep(FULL_PAUSE_S)
                continue  # otherwise the client has gone already
            with self._supervision.guard("acceptor") as attempt:
                self._accept(sock, Remote(address[0], address[1]))
            if attempt.has_failed:
                sock.close()

    def _accept(self, sock: socket.socket, remote: Remote) -> None:
        try:
            sock.setblocking(False)
            here = sock.getsockname()[0]
        except OSError:  # on macOS: the client has gone already
            sock.close()
            return
        limiter = self._services.limiter
        if self._proxies is None:
            self._start(sock, remote, here)
        elif not self._proxies.trusts(remote, here):
            limiter.count("not_a_proxy", remote)
            sock.close()
        elif self._waiting >= limiter.limits.unauthenticated:
            limiter.count("unauthenticated", remote)
            sock.close()
        else:
            self._nursery.start_soon(self._accept_from_proxy, sock, remote, here)

    async def _accept_from_proxy(self, sock: socket.socket, proxy: Remote, here: str) -> None:
        """Start a session with the client that a proxy names. Close the socket if no valid header arrives in time."""
        with self._supervision.guard("acceptor") as attempt:
            await self._start_behind_proxy(sock, proxy, here)
        if attempt.has_failed:
            sock.close()

    async def _start_behind_proxy(self, sock: socket.socket, proxy: Remote, here: str) -> None:
        remote: Remote | None = None
        self._waiting += 1
        try:
            with trio.fail_after(HEADER_S):
                remote = await read_source(sock, proxy)
        except (HeaderError, OSError, trio.TooSlowError) as error:
            log.debug("%s: %s", proxy, error)
            self._services.limiter.count("proxy_header", proxy)
        finally:
            self._waiting -= 1
            if remote is None:
                sock.close()
        if remote is not None:
            self._start(sock, remote, here)

    def _start(self, sock: socket.socket, remote: Remote, here: str) -> None:
        """Start a session if the limits allow it. Close the socket otherwise."""
        services, most = self._services, self._services.limiter.limits.connections
        if len(services.admission.connections) >= most:
            sock.close()
            services.limiter.count("connections")
            self._log_full(f"there are {most}")
            return
        services.admission.note_origin(remote, here)
        if not services.admission.admit(remote):
            sock.close()
            return
        services.limiter.counters.accepts += 1
        with suppress(OSError):  # some systems refuse it where the client has gone already
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(sock, self._tls.context, services.limiter.limits.outbound_bytes)
        session = Session(connection, services, remote, here, self._tls.seen, self._tls.public)
        self._nursery.start_soon(self._run_session, session)

    async def _run_session(self, session: Session) -> None:
        with self._supervision.guard("session"):  # a fault in its end does not end the others
            await session.run()

    def _log_full(self, reason: str) -> None:
        """Log why no more connections are accepted, once a minute: clients try thousands of times."""
        if trio.current_time() >= self._log_again:
            self._log_again = trio.current_time() + LOG_EVERY_S
            log.error("no more connections: %s", reason)
