"""Comparison of the tables in a file with those of this program, before anything in the file is carried out."""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing

from server.errors import DatabaseFailed, StoreError, reason_of
from server.storage.database import IN_MEMORY, SQLITE_ERRORS, prepare
from server.storage.schema import STAMP, Schema

# What SQLite evaluates or refuses when a server writes. No version has made any, except the check of a single row.
_ACTIVE = re.compile(
    r"\b(AS|CHECK|COLLATE|CONFLICT|GENERATED|REFERENCES|SELECT|VIRTUAL)\b|\bDEFAULT\s*\(", re.IGNORECASE
)
_SINGLE_ROW = "CHECK (id = 0)"
_QUOTED = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/""", re.DOTALL)
_KEPT = re.compile(rf"{re.escape(_SINGLE_ROW)}|AUTOINCREMENT|WITHOUT\s+ROWID|STRICT", re.IGNORECASE)

_STORED = {"number": "integer", "text": "text", "bytes": "blob"}

Shape = dict[str, object]


def difference(db: sqlite3.Connection, schema: Schema, name: str) -> str:
    """Return why a server would not use the tables in a database of that file name; empty if it would.

    Tables of an older version are compared after their migration, which is tried in memory, without rows.
    One of `SQLITE_ERRORS` if the file is damaged.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    statements: list[str] = []
    for kind, item, sql in db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type DESC").fetchall():
        if kind not in ("table", "index"):
            return f"no version of this program has made the {kind} {item}"
        if sql is None or item.startswith("sqlite_"):
            continue  # made by SQLite itself
        if _ACTIVE.search(_QUOTED.sub("''", sql.replace(_SINGLE_ROW, " "))):
            return f"no version of this program has made the {kind} {item} like this"
        statements.append(sql)
    try:
        schema.check(version, name)
        found, expected = _shape_of(schema, statements, version), _shape_of(schema, (), 0)
    except (StoreError, DatabaseFailed, *SQLITE_ERRORS) as error:
        return reason_of(error)
    wrong = sorted(item for item in found.keys() | expected.keys() if found.get(item) != expected.get(item))
    return f"this program makes {', '.join(wrong[:3])} in another way" if wrong else ""


def wrong_value(db: sqlite3.Connection) -> str:
    """Return a table with a value of another type than a server stores there; empty if there is none.

    Its tables are those of this program, see `difference`. SQLite takes any value in any column.
    """
    for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        if table == STAMP.name or table.startswith("sqlite_"):
            continue
        wrong = " OR ".join(
            f"""typeof("{column}") NOT IN ('{_STORED[_affinity(kind)]}', '{"" if filled or key else "null"}')"""
            for _id, column, kind, filled, _default, key in db.execute("SELECT * FROM pragma_table_info(?)", (table,))
        )
        if db.execute(f'SELECT 1 FROM "{table}" WHERE {wrong} LIMIT 1').fetchone():  # names of this program
            return f"{table} holds a value of a wrong type"
    return ""


def _shape_of(schema: Schema, statements: Sequence[str], version: int) -> Shape:
    """Return what the tables of that version mean to a server, once it has migrated them."""
    with closing(sqlite3.connect(IN_MEMORY, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {version}")
        prepare(db, "", schema)
        listed = db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        return {
            name: _table(db, name, sql) if kind == "table" else _index(db, name, sql)
            for kind, name, sql in listed
            if name != STAMP.name and not name.startswith("sqlite_")
        }


def _table(db: sqlite3.Connection, name: str, sql: str) -> object:
    columns = {
        column: (_affinity(kind), bool(key or filled), (default or "").strip("'"), key)
        for _id, column, kind, filled, default, key in db.execute("SELECT * FROM pragma_table_info(?)", (name,))
    }
    indexes = db.execute("SELECT name FROM pragma_index_list(?) WHERE origin = 'u'", (name,)).fetchall()
    unique = sorted(_columns(db, index) for (index,) in indexes)
    return columns, unique, {" ".join(word.upper().split()) for word in _KEPT.findall(sql)}


def _index(db: sqlite3.Connection, name: str, sql: str) -> object:
    head, _, condition = sql.partition(" WHERE ")
    return _columns(db, name), head.upper().split()[1], " ".join(condition.split())


def _columns(db: sqlite3.Connection, index: str) -> tuple[str | None, ...]:
    """Return the columns of an index; None for an expression."""
    return tuple(column for (column,) in db.execute("SELECT name FROM pragma_index_info(?) ORDER BY seqno", (index,)))


def _affinity(kind: str) -> str:
    """Return what SQLite makes of the declared type of a column; INTEGER and BOOLEAN store the same values."""
    upper = kind.upper()
    if "INT" in upper:
        return "number"
    if any(word in upper for word in ("CHAR", "CLOB", "TEXT")):
        return "text"
    return "bytes" if "BLOB" in upper or not kind else "number"
