"""A whole server as one function. Embeddable: it has no globals, takes no signals and never ends the program."""

import errno
import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import trio

from netgame.games import GAMES
from netgame.match import Match
from protocol.address import Address
from protocol.discovery.interfaces import local_interfaces
from server.admin.control.operations import ControlOperations
from server.admin.control.service import serve_control
from server.admin.control.socket_path import FILE as CONTROL_FILE
from server.admin.databases import open_readonly
from server.admin.metrics_http import serve_metrics
from server.config.settings import Config
from server.errors import DataFolderBusy, DataFolderUnusable, PortTaken, ServerError, StoreError
from server.house import House
from server.net.lan import announcer, keep_announced
from server.net.listener import listen
from server.net.proxy_protocol import HEADER_S, HeaderError, Proxies, read_source
from server.net.session import Session
from server.net.sign_in_requests import PROGRAM
from server.net.tls import Tls
from server.ops.counters import Counters
from server.ops.faults import Faults, no_faults
from server.ops.policy import Policy, Remote
from server.storage.accounts import AccountStore
from server.storage.database import check_room, usable
from server.storage.files import ACCOUNTS_FILE, ANNALS_FILE
from server.storage.files import GAMES_FILE as GAMES_FILE
from server.storage.leftovers import tidy
from server.storage.lock import FolderLock, hold, unusable
from server.storage.social import SocialStore
from server.storage.sqlite import open_store
from server.storage.wal import kept_logs
from server.tables.clock import Clock

__all__ = [
    "Config", "DataFolderBusy", "DataFolderUnusable", "PortTaken", "ServerError", "Serving", "StoreError",
    "has_unfinished", "serve",
]  # fmt: skip

log = logging.getLogger(__name__)

FULL_PAUSE_S = 0.2  # between tries to accept while there are no more file descriptors
COMPLAIN_EVERY_S = 60.0
DRAIN_S = 2.0  # to stop the clocks of all tables at the end
_FULL = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


@dataclass(frozen=True)
class Serving:
    """A server that can be reached. `match` is how a table stands, for programs that run the server inside them.

    `reload` makes limits, who may come in, the message of the day and the certificate those of another configuration.
    """

    port: int
    fingerprint: str  # empty without TLS
    addresses: tuple[Address, ...]  # for other computers first
    server_name: str
    match: Callable[[str], Match | None]
    reload: Callable[[Config], None]
    house: House


async def serve(
    config: Config,
    *,
    faults: Faults = no_faults,
    task_status: trio.TaskStatus[Serving] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Serve until cancelled, or stopped by a command; then everybody is told, what was accepted is on disk, and it ends
    within five seconds.

    `ServerError` says in a sentence why it cannot start; `DataFolderBusy` which server has the folder.
    """
    with ExitStack() as until_the_end, ExitStack() as stack:
        lock = stack.enter_context(hold(config.data))
        _prepare(config.data)
        tls = Tls(config)
        sockets = listen(config.hosts, config.port, config.data)
        for sock in sockets:
            stack.enter_context(closing(sock))
        tls.on_change = partial(_tell_others, lock, tls, sockets)
        tls.on_change()
        accounts = stack.enter_context(closing(AccountStore(config.data / ACCOUNTS_FILE)))
        annals = stack.enter_context(closing(SocialStore(config.data / ANNALS_FILE)))
        counters = Counters()
        async with open_store(config.data / GAMES_FILE, faults, counters.count_commit) as store:
            house = House(
                config.name, GAMES, store, accounts, Clock(), annals=annals, faults=faults, policy=policy_of(config),
                counters=counters,
            )  # fmt: skip
            stop = trio.Event()
            control = ControlOperations(
                accounts, house.sign_in, house.moderation, house.lobby, house, house.clock, counters,
                partial(_facts, config, tls, sockets), stop.set, until_the_end,
            )  # fmt: skip
            async with trio.open_nursery() as nursery:
                scope = trio.CancelScope(shield=True)
                nursery.start_soon(_work, scope, config, tls, sockets, house, control, task_status)
                await _drain_at_the_end(house, scope, stop)


def _prepare(data: Path) -> None:
    """Remove what was left half written, say what is lost, and see whether there is room to start."""
    tidy(data)
    for name, kept in kept_logs(data):
        log.warning("%s has lost commits: %s is what is left of them; see verify", name, kept.name)
    try:
        check_room(data)
    except OSError as error:
        raise unusable(data, error) from error


def _tell_others(lock: FolderLock, tls: Tls, sockets: Sequence[socket.socket]) -> None:
    """Write beside the lock where the server listens. Without that only `health` does not find it."""
    try:
        lock.tell(sockets[0].getsockname()[1], tls.fingerprint)
    except OSError as error:
        log.error("port and fingerprint could not be written beside the lock: %s", error.strerror)


def _facts(config: Config, tls: Tls, sockets: Sequence[socket.socket]) -> dict[str, str | int]:
    """What whoever runs it wants to see first."""
    port = sockets[0].getsockname()[1]
    return {"name": config.name, "data": str(config.data), "port": port, "fingerprint": tls.fingerprint}


async def has_unfinished(data: Path) -> bool:
    """Whether a server in that folder has tables whose match is not over. `ServerError` if that cannot be found out."""
    if not (data / GAMES_FILE).exists():
        return False
    return await trio.to_thread.run_sync(_has_unfinished, data / GAMES_FILE)


def _has_unfinished(games: Path) -> bool:
    # read only: a server in this process may have the file open
    with closing(open_readonly(games)) as db, usable(games):
        return db.execute("SELECT 1 FROM tables WHERE ended = 0 LIMIT 1").fetchone() is not None


async def _drain_at_the_end(house: House, work: trio.CancelScope, stop: trio.Event) -> None:
    """Wait to be stopped or cancelled; then the clocks stop, which everybody is told, before anything else does."""
    try:
        await stop.wait()
    finally:
        with trio.CancelScope(shield=True, deadline=trio.current_time() + DRAIN_S):
            await house.drain()
        work.cancel()


async def _work(
    scope: trio.CancelScope,
    config: Config,
    tls: Tls,
    sockets: Sequence[socket.socket],
    house: House,
    control: ControlOperations,
    task_status: trio.TaskStatus[Serving],
) -> None:
    with scope:
        async with trio.open_nursery() as nursery:
            await nursery.start(house.run)
            await nursery.start(serve_control, config.control or config.data / CONTROL_FILE, control)
            if (wanted := config.metrics_port) is not None:
                await nursery.start(partial(serve_metrics, house, config.data, wanted, tls=not config.plain))
            await _keep_open(config, tls, sockets, house, task_status)


async def _keep_open(
    config: Config,
    tls: Tls,
    sockets: Sequence[socket.socket],
    house: House,
    task_status: trio.TaskStatus[Serving],
) -> None:
    port = sockets[0].getsockname()[1]
    async with trio.open_nursery() as nursery:
        proxies = Proxies(config.proxies) if config.proxies else None
        if config.plain and proxies is None:
            log.warning("limits by address are off: with plain all connections count as those of a proxy. Set proxies")
        for sock in sockets:
            nursery.start_soon(_accept, sock, proxies, tls, house, nursery)
        if config.announce != "none" and not config.is_behind_proxy:
            telling = announcer(
                tls.identity.fingerprint,
                config.name,
                port,
                PROGRAM,
                house.lobby.listing.offers,
                house.games,
                anybody=config.answer_public,
            )
            house.lobby.on_change.append(telling.changed)
            nursery.start_soon(keep_announced, telling, config.announce)

        def reload(fresh: Config) -> None:
            """Limits, who may come in, the message of the day and the certificate hold as they stand there from now on;
            `DataFolderUnusable` where the certificate cannot be used, and then nothing is different."""
            tls.use(replace(config, cert=fresh.cert, key=fresh.key))
            house.follow(policy_of(replace(fresh, plain=config.plain, proxies=config.proxies)))

        log.info("%s listens on port %d", config.name, port)
        task_status.started(
            Serving(port, tls.fingerprint, _addresses(sockets), config.name, house.match, reload, house)
        )


async def _accept(
    listener: socket.socket, proxies: Proxies | None, tls: Tls, house: House, nursery: trio.Nursery
) -> None:
    door = _Door(tls, house, nursery)
    while True:
        await trio.lowlevel.wait_readable(listener)
        try:
            sock, remote_address = listener.accept()
        except OSError as error:
            if error.errno in _FULL:
                door.complain(f"{error.strerror}. Raise the limit on open files (ulimit -n)")
                await trio.sleep(FULL_PAUSE_S)
            continue  # otherwise the other side has gone already
        sock.setblocking(False)
        remote = Remote(remote_address[0], remote_address[1])
        if proxies is None:
            door.enter(sock, remote)
        elif not proxies.trusts(remote, sock.getsockname()[0]):
            house.counters.count_limit("not_a_proxy", remote)
            sock.close()
        elif door.waiting >= house.policy.limits.unsigned:
            house.counters.count_limit("unsigned", remote)
            sock.close()
        else:
            nursery.start_soon(door.enter_by_proxy, sock, remote)


class _Door:
    """Lets in the connections of one listening socket."""

    def __init__(self, tls: Tls, house: House, nursery: trio.Nursery) -> None:
        self._tls, self._house, self._nursery = tls, house, nursery
        self.complain = _Complaint()
        self.waiting = 0  # connections whose proxy has not sent its whole header

    async def enter_by_proxy(self, sock: socket.socket, proxy: Remote) -> None:
        """Let a connection in under the address that the proxy names. Close it if no valid header comes in time."""
        remote: Remote | None = None
        self.waiting += 1
        try:
            with trio.fail_after(HEADER_S):
                remote = await read_source(sock, proxy)
        except (HeaderError, OSError, trio.TooSlowError) as error:
            log.debug("%s: %s", proxy, error)
            self._house.counters.count_limit("proxy_header", proxy)
        finally:
            self.waiting -= 1
            if remote is None:
                sock.close()
        if remote is not None:
            self.enter(sock, remote)

    def enter(self, sock: socket.socket, remote: Remote) -> None:
        """Begin a session if the limits allow it. Close the socket otherwise."""
        house = self._house
        most = house.policy.limits.connections
        if len(house.peers) >= most:
            sock.close()
            house.counters.count_limit("connections")
            self.complain(f"there are {most}")
            return
        house.doorway.note(remote, sock.getsockname()[0])
        if not house.doorway.enter(remote, house.make_room):
            sock.close()
            return
        house.counters.count_connection()
        with suppress(OSError):  # some systems refuse it where the other side has gone already
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._nursery.start_soon(Session(sock, self._tls.context, house, remote, self._tls.seen).run)


class _Complaint:
    """Why nobody gets in, in the log once a minute: whoever tries does so thousands of times."""

    def __init__(self) -> None:
        self._again = 0.0

    def __call__(self, why: str) -> None:
        if trio.current_time() >= self._again:
            self._again = trio.current_time() + COMPLAIN_EVERY_S
            log.error("no more connections: %s", why)


def policy_of(config: Config) -> Policy:
    """As far as it may change while the server runs."""
    return Policy(
        config.guests,
        config.sign_up,
        config.motd,
        behind_proxy=config.plain and not config.proxies,
        limits=config.limits,
    )


def _addresses(sockets: Sequence[socket.socket]) -> tuple[Address, ...]:
    """Where people reach it: for "all interfaces" the addresses of each of them."""
    found: list[Address] = []
    for sock in sockets:
        host, port = sock.getsockname()[:2]
        if host == "0.0.0.0":
            near = sorted(local_interfaces("all"), key=lambda link: link.is_loopback)
            found += [Address(link.address, port) for link in near]
        elif host != "::":
            found.append(Address(host, port))
    return tuple(dict.fromkeys(found))
