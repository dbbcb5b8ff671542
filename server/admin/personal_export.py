"""Everything that is stored of one person, as a JSON file that people can read."""

import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from netgame.match.events import Seated
from netgame.records.lines import RecordError
from netgame.records.writer import write_record
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes
from protocol.files import write_whole
from server.admin.databases import AdminError, reason_of
from server.admin.logs import Readable, Where, open_readable
from server.lookalikes import skeletons
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE

Fields = dict[str, Any]

# For each table of the databases: its parts of an export, or why it has none.
# docs/operating/privacy.md describes the same tables.
TABLES: dict[str, dict[str, tuple[str, ...] | str]] = {
    ACCOUNTS_FILE: {
        "accounts": ("account",),
        "credentials": ("devices",),
        "skeletons": "forms of the registered name, for finding names that look like it",
        "skeleton_rule": "a rule of the program",
        "address_bans": ("banned_addresses",),
        "reports": ("reports_by", "reports_about", "lines_in_reports"),
        "measures": ("measures_against", "measures_by"),
        "pairing_codes": "hashes of codes, which hold for five minutes",
        "failed_sign_ins": "hashes of names and addresses, which count for eleven minutes",
        "alembic_version": "a version of the program",
    },
    SOCIAL_FILE: {
        "chat": ("chat", "direct_messages"),
        "direct": ("direct_messages",),
        "codes": "codes of tables, which name nobody",
        "guests": ("invitations",),
        "finished": ("matches",),
        "ratings": ("ratings",),
        "cursor": "a position of the program",
        "alembic_version": "a version of the program",
    },
    GAMES_FILE: {
        "tables": ("records",),
        "events": ("records",),
        "alive": "a time of the program",
    },
}
_TIMES = ("at", "made", "seen", "used", "until", "banned_until", "muted_until", "ended")
_lines = msgspec.json.Decoder(list[m.ChatLine]).decode
_finished = msgspec.msgpack.Decoder(m.Finished).decode


def export_person(where: Where, name: str, file: Path, *, force: bool = False) -> Fields:
    """Write what is stored of an account into a file that only its owner may read. Return its account and name.

    Servers may use the data folder or database. `name` is an account or a name; `AdminError` if it is not exactly one
    account.
    """
    try:
        account = _account_named(where, name)
        person = person_of(where, account)
    except sqlite3.Error as error:
        raise AdminError(
            "The databases in {folder} cannot be read ({reason})", folder=str(where), reason=reason_of(error)
        ) from error
    try:
        text = json.dumps(person, ensure_ascii=False, indent=2) + "\n"
        write_whole(file, text.encode(), private=True, replace=force)
    except FileExistsError as error:
        raise AdminError("{file} exists. Choose another name, or give --force", file=str(file)) from error
    except OSError as error:
        raise AdminError("{file} cannot be written ({reason})", file=str(file), reason=reason_of(error)) from error
    return {"account": account, "name": person["account"]["name"]}


def _account_named(where: Where, name: str) -> str:
    """Return the account with that id, or that has registered that name or one like it, or the guest of that name."""
    bones = sorted(skeletons(name))
    orders = (
        ("SELECT account FROM accounts WHERE account = ?", [name]),
        ("SELECT account FROM accounts WHERE name = ? AND registered", [name]),
        (f"SELECT DISTINCT account FROM skeletons WHERE skeleton IN ({', '.join('?' * len(bones))})", bones),
        ("SELECT account FROM accounts WHERE name = ?", [name]),
    )
    with open_readable(where, ACCOUNTS_FILE) as db:
        if db is None:
            raise AdminError("There is no server data in {folder}", folder=str(where))
        answers = ([str(row[0]) for row in db.execute(order, values)] for order, values in orders)
        found: list[str] = next(filter(None, answers), [])
    if not found:
        raise AdminError("No account has the name {name}. See 'user list --guests'", name=name)
    if len(found) > 1:
        raise AdminError("{name} is the name of several accounts. Give an account of 'user list --guests'", name=name)
    return found[0]


def person_of(where: Where, account: str) -> Fields:
    """Return what is stored of an account, by the parts in `TABLES`."""
    parts: Fields = {}
    with open_readable(where, ACCOUNTS_FILE) as db:
        parts |= _accounts_parts(db, account) if db is not None else {}
    with open_readable(where, SOCIAL_FILE) as db:
        parts |= _social_parts(db, account) if db is not None else {}
    with open_readable(where, GAMES_FILE) as db:
        parts |= {"records": list(_records(db, account))} if db is not None else {}
    return parts


def _accounts_parts(db: Readable, account: str) -> Fields:
    (person,) = _rows(db, "SELECT * FROM accounts WHERE account = ?", account)
    person["password"] = "a hash" if person["password"] else None
    devices = _rows(db, "SELECT kind, label, made, used, value FROM credentials WHERE account = ?", account)
    for device in devices:
        value = device.pop("value")  # the hash of a token is of no use to a person
        device |= {"public_key": value.hex()} if device["kind"] == "key" else {}
    written = _rows(
        db,
        'SELECT at, name, account, place AS "table", words AS text, lines FROM reports WHERE by_account = ?',
        account,
    )
    about = _rows(db, 'SELECT at, place AS "table", lines FROM reports WHERE account = ?', account)
    for report in (*written, *about):  # who reported a person is not said to that person
        report["lines"] = _own_lines(report["lines"], account)
    quoted = _rows(
        db, "SELECT lines FROM reports WHERE instr(lines, ?1) > 0 AND ?1 NOT IN (account, by_account)", account
    )
    return {
        "account": person,
        "devices": devices,
        "banned_addresses": _rows(db, "SELECT address, until, reason FROM address_bans WHERE account = ?", account),
        "reports_by": written,
        "reports_about": about,
        "lines_in_reports": [line for each in quoted for line in _own_lines(each["lines"], account)],
        "measures_against": _rows(db, "SELECT at, what, until, reason FROM measures WHERE account = ?", account),
        "measures_by": _rows(db, "SELECT at, what, until, reason FROM measures WHERE moderator = ?", account),
    }


def _social_parts(db: Readable, account: str) -> Fields:
    own = (
        'SELECT room, table_id AS "table", at, name, text FROM chat WHERE account = ?'
        " AND room <> 'direct' ORDER BY at"
    )  # fmt: skip
    talks = (
        "SELECT at, name, text, account = ?1 AS own FROM chat WHERE room = 'direct' AND instr(table_id, ?1) > 0"
        " ORDER BY table_id, number"
    )
    matches = [
        _readable(msgspec.to_builtins(_finished(body)))
        for (body,) in db.execute("SELECT match FROM finished WHERE ?1 IN (first, second) ORDER BY ending", (account,))
    ]
    return {
        "chat": _rows(db, own, account),
        "direct_messages": _rows(db, talks, account),
        "invitations": [row["table_id"] for row in _rows(db, "SELECT table_id FROM guests WHERE account = ?", account)],
        "matches": matches,
        "ratings": _rows(db, "SELECT game, at, rating, deviation, volatility FROM ratings WHERE account = ?", account),
    }


def _records(db: Readable, account: str) -> Iterator[Fields]:
    """Yield the record of each table where the account had a seat, finished or not."""
    tables: dict[str, None] = {}
    for table, row in db.events_containing(account):
        event = event_from_bytes(row.body)
        if isinstance(event, Seated) and event.account == account:
            tables[table] = None
    for table in tables:
        rows = db.execute(
            "SELECT body FROM events JOIN tables USING (place) WHERE name = ? ORDER BY number", (table,)
        ).fetchall()
        try:
            record = write_record([event_from_bytes(body) for (body,) in rows])
        except (ProtocolError, RecordError) as error:
            yield {"table": table, "error": str(error)}
            continue
        yield {"table": table, "record": record.splitlines()}


def _own_lines(stored: str, account: str) -> list[Fields]:
    return [_readable(msgspec.to_builtins(line)) for line in _lines(stored) if line.account == account]


def _rows(db: Readable, order: str, account: str) -> list[Fields]:
    found = db.execute(order, (account,))
    columns = [column[0] for column in found.description]
    return [_readable(dict(zip(columns, row, strict=True))) for row in found.fetchall()]


def _readable(row: Fields) -> Fields:
    """Write times in ms since 1970 as text; 0 and None stay."""
    return {key: _time(value) if key in _TIMES and value else value for key, value in row.items()}


def _time(ms: int) -> str:
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)  # Windows refuses `fromtimestamp` after 3000
    return at.isoformat(timespec="seconds")
