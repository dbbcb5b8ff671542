"""The shared state of the nodes of a service in PostgreSQL. After a crash of the database the nodes write it again."""

import zlib
from collections.abc import Sequence
from functools import partial

import msgspec
import psycopg
from psycopg import errors

from server.cluster.postgres_line import DatabaseLine
from server.cluster.seeks import SeekPair, SeekRow
from server.cluster.store import DEAD_MS, KEPT_MS, LEASE_MS, LOST_MS, Node, OnlineUser, Posted
from server.lookalikes import skeletons
from server.names import numbered

TRIES = 20  # of a claim, while others claim the same name
CLEAN_EVERY = 20  # heartbeats
SCHEMA_LOCK, NODE_LOCKS = 0x6E67636C, 0x6E67  # for advisory locks: the schema, and the class of those of the nodes

# unlogged: a crash of the database empties these tables, and the nodes write them again
_SCHEMA = """
CREATE UNLOGGED TABLE IF NOT EXISTS service_nodes (
    id text PRIMARY KEY, body bytea NOT NULL, heard bigint NOT NULL, lock bigint NOT NULL, leased bigint NOT NULL
);
ALTER TABLE service_nodes ADD COLUMN IF NOT EXISTS read bigint, ADD COLUMN IF NOT EXISTS leased_by text;
CREATE UNLOGGED TABLE IF NOT EXISTS service_online (
    account text PRIMARY KEY, node text NOT NULL, version bigint NOT NULL, registered boolean NOT NULL,
    body bytea NOT NULL
);
CREATE INDEX IF NOT EXISTS service_online_at ON service_online (node);
CREATE SEQUENCE IF NOT EXISTS service_online_version;
CREATE UNLOGGED TABLE IF NOT EXISTS service_names (
    skeleton text PRIMARY KEY, account text NOT NULL REFERENCES service_online ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS service_names_of ON service_names (account);
CREATE UNLOGGED TABLE IF NOT EXISTS service_relay (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL, node text NOT NULL, body bytea NOT NULL,
    changed xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX IF NOT EXISTS service_relay_changed ON service_relay (changed);
CREATE INDEX IF NOT EXISTS service_relay_at ON service_relay (at);
CREATE UNLOGGED TABLE IF NOT EXISTS service_seeks (
    account text PRIMARY KEY, id text NOT NULL, node text NOT NULL, body bytea NOT NULL, pair bytea
);
"""
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_IS_CONNECTED = f"""EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = {NODE_LOCKS} AND objid::bigint = lock AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
)"""
_POST = f"""
INSERT INTO service_relay (at, node, body)
SELECT {_NOW}, %s, body FROM unnest(%s::bytea[]) WITH ORDINALITY AS posted (body, place) ORDER BY place
"""
_POSTED = """
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, number, node, body
FROM (SELECT) AS one LEFT JOIN service_relay ON changed >= %s::text::xid8 ORDER BY number
"""
# a node of version 1.0.0 does not say what it has read
_CLEAN = f"""
DELETE FROM service_relay
WHERE at < {_NOW} - %s AND NOT EXISTS (SELECT FROM service_nodes WHERE read::text::xid8 <= changed)
"""
_ADD = """
INSERT INTO service_online (node, version, registered, body, account)
VALUES (%s, nextval('service_online_version'), %s, %s, %s) RETURNING version
"""
_REPLACE = """
UPDATE service_online SET node = %s, version = nextval('service_online_version'), registered = %s, body = %s
WHERE account = %s RETURNING version
"""
_PUT_SEEK = """
INSERT INTO service_seeks (account, id, node, body) VALUES (%s, %s, %s, %s)
ON CONFLICT (account) DO UPDATE SET id = excluded.id, node = excluded.node, body = excluded.body
WHERE service_seeks.pair IS NULL
"""
_LOCK_SEEKS = """
SELECT account FROM service_seeks
WHERE (account, id) IN ((%s, %s), (%s, %s)) AND (pair IS NULL OR pair = %s) ORDER BY account FOR UPDATE
"""

_encode = msgspec.msgpack.Encoder().encode
_node_of = msgspec.msgpack.Decoder(Node).decode
_user_of = msgspec.msgpack.Decoder(OnlineUser).decode
_seek_of = msgspec.msgpack.Decoder(SeekRow).decode
_pair_of = msgspec.msgpack.Decoder(SeekPair).decode


class PostgresClusterStore:
    """A `ClusterStore` in the database at an address. `prepare` makes its tables.

    The heartbeat has a connection of its own, so that it is not late when many users sign in. That connection holds a
    lock: if it is gone, other nodes see that this node may be dead.
    """

    def __init__(self, address: str) -> None:
        self._beats, self._users, self._relay = DatabaseLine(address), DatabaseLine(address), DatabaseLine(address)
        self._seeks = DatabaseLine(address)
        self._locked: psycopg.Connection | None = None  # the connection that holds the lock of this node
        self._beat_count = 0
        self._is_new = False  # its row was missing at a heartbeat that had no answer yet

    async def prepare(self) -> None:
        """Make the tables if they do not exist."""

        def make(db: psycopg.Connection) -> None:
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
                db.execute(_SCHEMA)
                # a restored backup may have messages of another database, whose transactions have greater numbers
                db.execute("DELETE FROM service_relay WHERE changed > pg_current_xact_id()")

        await self._users.ask(make)

    def close(self) -> None:
        """Close all connections."""
        for line in (self._beats, self._users, self._relay, self._seeks):
            line.close()

    # ---- nodes

    async def beat(self, node: Node) -> bool:
        return await self._beats.ask(partial(self._beat, node))

    def _beat(self, node: Node, db: psycopg.Connection) -> bool:
        lock = _lock_of(node.id)
        if self._locked is not db:
            signed = lock - (1 << 32) if lock >= 1 << 31 else lock
            row = db.execute("SELECT pg_try_advisory_lock(%s::int, %s::int)", (NODE_LOCKS, signed)).fetchone()
            self._locked = db if row is not None and row[0] else None  # a broken connection may hold it for a while
        self._beat_count += 1
        if self._beat_count % CLEAN_EVERY == 0:
            db.execute(_CLEAN.encode(), (KEPT_MS,))
        update = f"UPDATE service_nodes SET body = %s, heard = {_NOW}, read = %s WHERE id = %s"
        if not db.execute(update.encode(), (_encode(node), node.read, node.id)).rowcount:
            self._is_new = True
            insert = f"INSERT INTO service_nodes VALUES (%s, %s, {_NOW}, %s, 0, %s)"
            db.execute(insert.encode(), (node.id, _encode(node), lock, node.read))
        is_new, self._is_new = self._is_new, False
        return not is_new

    async def nodes(self) -> list[Node]:
        question = f"SELECT body, heard, {_NOW} - heard, {_IS_CONNECTED} FROM service_nodes".encode()
        rows = await self._beats.ask(lambda db: db.execute(question).fetchall())
        found = [
            msgspec.structs.replace(_node_of(body), heard=heard, age_ms=age, connected=connected)
            for body, heard, age, connected in rows
        ]
        return sorted(found, key=lambda node: (node.started, node.id))

    async def lease_cleanup_of(self, node: str, by: str, lost_ms: int = LOST_MS) -> int | None:
        update = (
            f"UPDATE service_nodes SET leased = {_NOW} + %s, leased_by = %s "
            f"WHERE id = %s AND (leased < {_NOW} OR leased_by = %s) AND "
            f"(heard <= {_NOW} - %s OR (heard <= {_NOW} - %s AND NOT {_IS_CONNECTED})) RETURNING heard"
        )
        values = (LEASE_MS, by, node, by, DEAD_MS, lost_ms)
        row = await self._beats.ask(lambda db: db.execute(update.encode(), values).fetchone())
        return row[0] if row is not None else None

    async def remove_node(self, node: str) -> list[str]:
        def remove(db: psycopg.Connection) -> list[str]:
            with db.transaction():
                rows = db.execute("DELETE FROM service_online WHERE node = %s RETURNING account", (node,)).fetchall()
                db.execute("DELETE FROM service_seeks WHERE node = %s", (node,))
                db.execute("DELETE FROM service_nodes WHERE id = %s", (node,))
            return [account for (account,) in rows]

        return await self._users.ask(remove)  # it may wait for a user of a node that hangs

    # ---- users

    async def claim(self, user: OnlineUser) -> tuple[OnlineUser, OnlineUser | None]:
        return await self._users.ask(partial(_claim, user), is_waited_for=True)

    async def release(self, account: str, version: int) -> None:
        delete = "DELETE FROM service_online WHERE account = %s AND version <= %s"
        await self._users.ask(lambda db: db.execute(delete, (account, version)))

    async def online(self, accounts: Sequence[str] | None = None) -> list[OnlineUser]:
        question = "SELECT body, version FROM service_online WHERE %s::text[] IS NULL OR account = ANY(%s)"
        wanted = list(accounts) if accounts is not None else None

        def read(db: psycopg.Connection) -> list[OnlineUser]:  # in the thread: there may be very many
            rows = db.execute(question, (wanted, wanted))
            return [msgspec.structs.replace(_user_of(body), version=version) for body, version in rows]

        return await self._users.ask(read)

    async def versions(self) -> dict[str, tuple[str, int]]:
        question = "SELECT account, node, version FROM service_online"
        return await self._users.ask(lambda db: {row[0]: row[1:] for row in db.execute(question)})

    # ---- wishes for a game

    async def put_seek(self, seek: SeekRow) -> bool:
        values = (seek.account, seek.id, seek.node, _encode(seek))
        return bool(await self._seeks.ask(lambda db: db.execute(_PUT_SEEK, values).rowcount, is_waited_for=True))

    async def remove_seek(self, id: str, *, paired: bool = False) -> None:
        delete = "DELETE FROM service_seeks WHERE id = %s AND (pair IS NOT NULL) = %s"
        await self._seeks.ask(lambda db: db.execute(delete, (id, paired)))

    async def pair_seeks(self, pair: SeekPair) -> bool:
        body = _encode(pair)

        def note(db: psycopg.Connection) -> bool:
            values = (pair.first.account, pair.first.id, pair.second.account, pair.second.id, body)
            with db.transaction():
                found = [account for (account,) in db.execute(_LOCK_SEEKS, values)]
                if len(found) == 2:
                    db.execute("UPDATE service_seeks SET pair = %s WHERE account = ANY(%s)", (body, found))
            return len(found) == 2

        return await self._seeks.ask(note, is_waited_for=True)

    async def seeks(self) -> list[tuple[SeekRow, SeekPair | None]]:
        def read(db: psycopg.Connection) -> list[tuple[SeekRow, SeekPair | None]]:
            rows = db.execute("SELECT body, pair FROM service_seeks")
            return [(_seek_of(body), _pair_of(pair) if pair is not None else None) for body, pair in rows]

        return await self._seeks.ask(read)

    # ---- relay

    async def post(self, node: str, messages: Sequence[bytes]) -> None:
        await self._relay.ask(lambda db: db.execute(_POST.encode(), (node, list(messages))))

    async def posted(self, cursor: int) -> tuple[list[Posted], int]:
        rows = await self._relay.ask(lambda db: db.execute(_POSTED, (cursor,)).fetchall())
        found = [(number, node, body) for _next, number, node, body in rows if number is not None]
        return found, rows[0][0]


def _claim(user: OnlineUser, db: psycopg.Connection) -> tuple[OnlineUser, OnlineUser | None]:
    """Claim a row and a name. Others may claim one of them at the same moment: then one of both tries again."""
    for _ in range(TRIES - 1):
        try:
            return _try_claim(user, db)
        except (errors.UniqueViolation, errors.DeadlockDetected, errors.SerializationFailure):
            pass
    return _try_claim(user, db)


def _try_claim(user: OnlineUser, db: psycopg.Connection) -> tuple[OnlineUser, OnlineUser | None]:
    question = (
        "SELECT FROM service_names JOIN service_online USING (account) "
        "WHERE skeleton = ANY(%s) AND account <> %s AND (registered OR NOT %s) LIMIT 1"
    )

    def is_taken(name: str) -> bool:
        return db.execute(question, (sorted(skeletons(name)), user.account, user.registered)).fetchone() is not None

    with db.transaction():
        select = "SELECT body, version FROM service_online WHERE account = %s FOR UPDATE"
        row = db.execute(select, (user.account,)).fetchone()
        before = msgspec.structs.replace(_user_of(row[0]), version=row[1]) if row is not None else None
        stored = msgspec.structs.replace(user, name=numbered(user.name, is_taken))
        values = (user.node, user.registered, _encode(stored), user.account)
        put = db.execute(_ADD if before is None else _REPLACE, values).fetchone()
        assert put is not None, "it returns a row"
        seen = sorted(skeletons(stored.name))
        delete = "DELETE FROM service_names WHERE account = %s OR (skeleton = ANY(%s) AND %s)"
        db.execute(delete, (user.account, seen, user.registered))
        db.execute("INSERT INTO service_names SELECT unnest(%s::text[]), %s", (seen, user.account))
    return msgspec.structs.replace(stored, version=put[0]), before


def _lock_of(node: str) -> int:
    return zlib.crc32(node.encode())
