"""A bus over NOTIFY and LISTEN of PostgreSQL, each on a connection of its own."""

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from functools import partial

import msgspec
import psycopg
import trio

from server.cluster.bus import Bus
from server.cluster.messages import BusMessage, RelayWritten, SeeksChanged, TableChanged, TournamentChanged
from server.cluster.postgres_line import DatabaseLine
from server.cluster.postgres_store import PostgresClusterStore
from server.ops.supervision import Supervision, Wakeup, keep_trying
from server.storage.postgres.connection import connect, reason_of

log = logging.getLogger(__name__)

CHANNEL = "netgame"
MAX_PAYLOAD = 7_900  # bytes; PostgreSQL takes up to 7,999
MAX_WAITING = 10_000  # messages that were not sent yet
RETRY_S = 0.5

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, list[BusMessage]]).decode


@asynccontextmanager
async def open_cluster(
    address: str, node: str, supervision: Supervision | None = None
) -> AsyncIterator[tuple["PostgresBus", PostgresClusterStore]]:
    """Connect a node with the others of its database, for the length of the block. `StoreBroken` if that fails."""
    store = PostgresClusterStore(address)
    try:
        await store.prepare()
        async with open_bus(address, node, supervision) as bus:
            yield bus, store
    finally:
        store.close()


@asynccontextmanager
async def open_bus(address: str, node: str, supervision: Supervision | None = None) -> AsyncIterator["PostgresBus"]:
    """Run a bus for the length of the block, which begins as soon as messages can arrive."""
    bus = PostgresBus(address, node, supervision)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(bus.run)
        await bus.is_listening.wait()
        yield bus
        nursery.cancel_scope.cancel()


class PostgresBus(Bus):
    """The bus of a node, made by `open_bus`. Messages go in batches, in transactions without anything else."""

    def __init__(self, address: str, node: str, supervision: Supervision | None = None) -> None:
        super().__init__(supervision)
        self.is_listening = trio.Event()
        self._address, self._node = address, node
        self._waiting: list[BusMessage] = []
        self._work = Wakeup()
        self._sender = DatabaseLine(address)

    def send(self, message: BusMessage) -> None:
        """Send a message soon. If too many wait, the database does not take them, and they are dropped."""
        if len(self._waiting) < MAX_WAITING:
            self._waiting.append(message)
            self._work.set()

    async def run(self) -> None:
        """Send and receive messages until cancelled."""
        try:
            await self.supervision.keep_all({"bus sender": self._keep_sending, "bus listener": self._keep_listening})
        finally:
            self._sender.close()

    async def _keep_sending(self) -> None:
        while True:
            await self._work.wait()
            await keep_trying("hints for other servers", self._send_waiting, RETRY_S, is_logged=False)

    async def _send_waiting(self) -> None:
        """Send the hints that wait. They are lost if the database fails."""
        waiting, self._waiting = self._waiting, []
        await self._sender.ask(partial(_notify, list(payloads_of(self._node, waiting))))

    async def _keep_listening(self) -> None:
        while True:
            try:
                with closing(await trio.to_thread.run_sync(_listen, self._address)) as db:
                    self._report_gap()
                    while True:
                        await trio.lowlevel.wait_readable(db.pgconn.socket)
                        db.pgconn.consume_input()
                        while (notify := db.pgconn.notifies()) is not None:
                            self._deliver(notify.extra)
            except psycopg.Error as error:
                log.debug("hints of other servers cannot be heard: %s", reason_of(error, self._address))
            await trio.sleep(RETRY_S)

    def _deliver(self, payload: bytes) -> None:
        try:
            node, messages = _decode(payload)
        except (msgspec.DecodeError, RecursionError):  # of a node with a newer version
            self._report_gap()
            return
        if node != self._node:
            for message in messages:
                self.deliver(message)

    def _report_gap(self) -> None:
        self.is_listening.set()
        self.call(self.on_gap)


def _listen(address: str) -> psycopg.Connection:
    db = connect(address)
    try:
        db.execute(f"LISTEN {CHANNEL}")
    except psycopg.Error:
        db.close()
        raise
    return db


def _notify(payloads: Sequence[str], db: psycopg.Connection) -> None:
    notify = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payloads (payload)"
    db.execute(notify, (CHANNEL, list(payloads)))


def payloads_of(node: str, messages: Sequence[BusMessage]) -> Iterator[str]:
    """Return messages as payloads that PostgreSQL takes. Of several about the same the last one is enough."""
    latest: dict[tuple[type, str], BusMessage] = {}
    for message in messages:
        known = latest.pop(_subject(message), None)
        if isinstance(message, TableChanged) and isinstance(known, TableChanged):
            number = max(message.number, known.number)
            latest[_subject(message)] = TableChanged(message.table, number, message.listed or known.listed)
        else:
            latest[_subject(message)] = message
    head = len(_encode((node, [])))
    batch: list[bytes] = []
    size = head
    for message in latest.values():
        body = _encode(message)
        if batch and size + len(body) + 1 > MAX_PAYLOAD:
            yield _payload(node, batch)
            batch, size = [], head
        if head + len(body) <= MAX_PAYLOAD:
            batch.append(body)
            size += len(body) + 1
    if batch:
        yield _payload(node, batch)


def _subject(message: BusMessage) -> tuple[type, str]:
    match message:
        case RelayWritten() | SeeksChanged():
            return type(message), ""
        case TournamentChanged(tournament=tournament):
            return TournamentChanged, tournament
    return type(message), message.table


def _payload(node: str, bodies: Sequence[bytes]) -> str:
    return _encode((node, [msgspec.Raw(body) for body in bodies])).decode()
