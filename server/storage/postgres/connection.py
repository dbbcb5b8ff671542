"""Connections to a PostgreSQL database, and sentences about what keeps them from being made."""

import logging

import psycopg
import trio
from psycopg import conninfo
from psycopg.abc import Buffer, Params
from psycopg.pq import PGconn, Ping
from psycopg.types.string import StrDumper

from server.errors import StoreError
from server.ops.database_address import hide_password, without_password

log = logging.getLogger(__name__)

START_WAIT_S, START_PAUSE_S, PING_S = 60, 0.5, 2
OLDEST = 13  # which has transaction ids of 64 bits
CONNECT_S = 5
MAX_IDLE_MS, MAX_LOCK_MS = 5_000, 10_000  # in a transaction
# A link that drops packets counts as broken after some seconds, not after minutes.
_OPTIONS: dict[str, str | int] = {
    "connect_timeout": CONNECT_S,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 6000,  # ms
    "target_session_attrs": "read-write",  # of several hosts the primary one
    "application_name": "netgame-server",
}


def connection_options(address: str) -> dict[str, str | int]:
    """Return the options of a connection: those of the address, and defaults for the others."""
    try:
        given = conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise StoreError(
            "The address {address} of the database is invalid ({reason})",
            address=without_password(address), reason=reason_of(error, address),
        ) from None  # fmt: skip
    return {**_OPTIONS, **{name: value for name, value in given.items() if value is not None}}


def connect(address: str) -> psycopg.Connection:
    """Connect in autocommit mode; `psycopg.OperationalError` if that fails."""
    db = psycopg.connect(**connection_options(address), autocommit=True)  # type: ignore[arg-type]
    try:
        prepare_session(db)
    except psycopg.Error:
        db.close()
        raise
    return db


async def wait_until_up(address: str) -> None:
    """Wait while the database does not run yet or restarts, for a minute at most."""
    given = conninfo.make_conninfo("", **{**connection_options(address), "connect_timeout": PING_S}).encode()
    with trio.move_on_after(START_WAIT_S):
        is_told = False
        while await trio.to_thread.run_sync(PGconn.ping, given, abandon_on_cancel=True) in (
            Ping.REJECT,
            Ping.NO_RESPONSE,
        ):
            if not is_told:
                log.warning("the database does not answer; waiting for it for up to %d s", START_WAIT_S)
                is_told = True
            await trio.sleep(START_PAUSE_S)


def open_connection(address: str) -> psycopg.Connection:
    """Connect for the first time; `StoreError` with a sentence if the database cannot be used."""
    try:
        db = connect(address)
        try:
            _check(db, without_password(address))
        except BaseException:
            db.close()
            raise
    except psycopg.Error as error:
        raise unusable(address, reason_of(error, address)) from None  # its text and frames may hold the password
    return db


def unusable(address: str, reason: str) -> StoreError:
    """Return the error that says why a database cannot be used."""
    return StoreError(
        "The database {address} cannot be used ({reason}). Check its address, user, password and name, and that "
        "PostgreSQL runs",
        address=without_password(address), reason=reason,
    )  # fmt: skip


class _AnyText(StrDumper):
    """Writes a text of a client, who looks for something that does not exist: PostgreSQL refuses the character 0."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))


def prepare_session(db: psycopg.Connection) -> None:
    """Let the values of statements be any text, and do not wait forever for a server that hangs in a transaction."""
    db.adapters.register_dumper(str, _AnyText)
    for name, limit_ms in (("idle_in_transaction_session_timeout", MAX_IDLE_MS), ("lock_timeout", MAX_LOCK_MS)):
        db.execute(f"SET {name} = {limit_ms}".encode())
    commit_durably(db)
    db.commit()


def commit_durably(db: psycopg.Connection) -> None:
    """Let a commit of this connection wait for the disk, whatever the settings of the database are."""
    if setting(db, "synchronous_commit") == "off":
        db.execute("SET synchronous_commit = on")


def _check(db: psycopg.Connection, shown: str) -> None:
    version = db.info.server_version // 10_000
    if version < OLDEST:
        raise StoreError(
            "The database {address} is PostgreSQL {version}. Version {oldest} or newer is needed",
            address=shown, version=version, oldest=OLDEST,
        )  # fmt: skip
    encoding = setting(db, "server_encoding")
    if encoding != "UTF8":
        raise StoreError(
            "The database {address} stores texts as {encoding}. Create one with encoding UTF8",
            address=shown, encoding=encoding,
        )  # fmt: skip


def setting(db: psycopg.Connection, name: str) -> str:
    """Return a setting of the server."""
    return str(one(db, "SELECT current_setting(%s)", (name,)))


def one(db: psycopg.Connection, question: str, values: Params | None = None) -> object:
    """Return the single value of a question."""
    row = db.execute(question.encode(), values).fetchone()
    assert row is not None, "it has one row"
    value: object = row[0]
    return value


def reason_of(error: psycopg.Error, address: str) -> str:
    """Return what the database or its library says, on one line and without a password."""
    text = " ".join(hide_password(str(error), address).split())
    return text or type(error).__name__
