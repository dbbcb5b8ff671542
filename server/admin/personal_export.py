"""Everything that is stored of one person, as a JSON file that people can read."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, or_, select, text

from netgame.match.events import Seated
from netgame.records.lines import RecordError
from netgame.records.writer import write_record
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes, tournament_codec
from protocol.files import write_whole
from server.admin.control.requests import ambiguous
from server.admin.databases import AdminError, reason_and_remedy
from server.admin.logs import Where, find_events, open_readable, shown
from server.lookalikes import skeletons
from server.names import is_like_account
from server.storage import accounts_schema as t
from server.storage import social_schema as social
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE
from server.storage.social import match_from

Fields = dict[str, Any]

_TIMES = ("at", "made", "seen", "used", "until", "banned_until", "muted_until", "ended", "ends", "told")
_lines = msgspec.json.Decoder(list[m.ChatLine]).decode


def export_person(where: Where, name: str, file: Path, *, is_account: bool = False, force: bool = False) -> Fields:
    """Write what is stored of an account into a file that only its owner may read. Return its account and name.

    Servers may use the data folder or database. `name` is an account or a name, with `is_account` an account.
    `AdminError` if there is none, `Ambiguous` if it could mean several.
    """
    account = _account_named(where, name, is_account=is_account)
    person = person_of(where, account)
    try:
        content = json.dumps(person, ensure_ascii=False, indent=2) + "\n"
        write_whole(file, content.encode(), private=True, replace=force)
    except FileExistsError as error:
        raise AdminError(f"{file} exists. Choose another name, or give --force") from error
    except OSError as error:
        raise AdminError(f"{file} cannot be written ({reason_and_remedy(error)})") from error
    return {"account": account, "name": person["account"]["name"]}


def _account_named(where: Where, name: str, *, is_account: bool) -> str:
    """Return the account with that id, or that has registered that name or one like it, or the guest of that name."""
    known = t.accounts.c
    alike = select(t.skeletons.c.account).where(t.skeletons.c.skeleton.in_(sorted(skeletons(name))))
    conditions = [known.account == name]
    if not is_account:
        a_name = known.name == name
        # names like accounts are refused; those before version 1.2.0 were not
        if is_like_account(name):
            conditions[0] = or_(conditions[0], a_name)
        conditions += [and_(a_name, known.registered), known.account.in_(alike), a_name]
    with open_readable(where, ACCOUNTS_FILE) as db:
        if db is None:
            raise AdminError(f"There is no server data in {shown(where)}")
        rows = select(*known["account", "name", "registered"])
        answers = (db.execute(rows.where(condition).order_by(known.account)).all() for condition in conditions)
        found = next(filter(None, answers), [])
    if not found:
        raise AdminError(f"No account has the name {name}. See 'user list --guests'")
    if len(found) > 1:
        raise ambiguous(name, [(row.account, row.name, row.registered) for row in found])
    return str(found[0].account)


def person_of(where: Where, account: str) -> Fields:
    """Return what is stored of an account, by parts, which docs/operating/privacy.md describes."""
    parts: Fields = {}
    with open_readable(where, ACCOUNTS_FILE) as db:
        parts |= _accounts_parts(db, account) if db is not None else {}
    with open_readable(where, SOCIAL_FILE) as db:
        parts |= _social_parts(db, account) if db is not None else {}
    with open_readable(where, GAMES_FILE) as db:
        parts |= {"records": list(_records(db, where, account))} if db is not None else {}
    return parts


def _accounts_parts(db: Connection, account: str) -> Fields:
    known, keys, reports, measures = t.accounts.c, t.credentials.c, t.reports.c, t.measures.c
    (person,) = _rows(db, select(t.accounts).where(known.account == account))
    person["password"] = "a hash" if person["password"] else None
    devices = _rows(db, select(*keys["kind", "label", "made", "used", "value"]).where(keys.account == account))
    for device in devices:
        value = device.pop("value")  # the hash of a token is of no use to a person
        device |= {"public_key": value.hex()} if device["kind"] == "key" else {}
    place, written_text = reports.place.label("table"), reports.words.label("text")
    written = _rows(
        db,
        select(reports.at, reports.name, reports.account, place, written_text, reports.lines).where(
            reports.by_account == account
        ),
    )
    about = _rows(db, select(reports.at, place, reports.lines).where(reports.account == account))
    for report in (*written, *about):  # who reported a person is not said to that person
        report["lines"] = _own_lines(report["lines"], account)
    others = reports.account != account, reports.by_account != account
    quoted = db.scalars(select(reports.lines).where(reports.lines.contains(account), *others))
    chosen = select(*t.notice_people.c["address", "waiting", "kinds", "webhook", "seen", "told"])
    news, waiting = t.notice_news.c, select(*t.notice_outbox.c["channel", "news", "made", "failures"])
    bans, measure = t.address_bans.c, select(*measures["at", "what", "until", "reason"])
    return {
        "account": person,
        "devices": devices,
        "notices": _rows(db, chosen.where(t.notice_people.c.account == account)),
        "notices_told": _rows(db, select(*news["key", "facts", "at", "is_told"]).where(news.account == account)),
        "notices_waiting": _rows(db, waiting.where(t.notice_outbox.c.account == account)),
        "banned_addresses": _rows(db, select(*bans["address", "until", "reason"]).where(bans.account == account)),
        "reports_by": written,
        "reports_about": about,
        "lines_in_reports": [line for lines in quoted for line in _own_lines(lines, account)],
        "measures_against": _rows(db, measure.where(measures.account == account)),
        "vacation": _rows(db, select(t.vacations).where(t.vacations.c.account == account)),
        "measures_by": _rows(db, measure.where(measures.moderator == account)),
    }


def _social_parts(db: Connection, account: str) -> Fields:
    chat, finished, ratings = social.chat.c, social.finished.c, social.ratings.c
    lines = social.conditional.c
    own = select(chat.room, chat.table_id.label("table"), chat.at, chat.name, chat.text)
    own = own.where(chat.account == account, chat.room != "direct").order_by(chat.at)
    talks = select(chat.at, chat.name, chat.text, (chat.account == account).label("own"))
    talks = talks.where(chat.room == "direct", chat.table_id.contains(account)).order_by(chat.table_id, chat.number)
    matches = select(finished.match).where(or_(finished.first == account, finished.second == account))
    tables = select(social.guests.c.table_id).where(social.guests.c.account == account)
    rating = select(*ratings["game", "at", "rating", "deviation", "volatility"]).where(ratings.account == account)
    c, relations = social.challenges.c, social.relations.c
    challenges = select(*c["made", "ends", "state", "name", "other_name"], c.terms)
    relation = select(*relations["other", "kind", "at"]).where(relations.account == account)
    return {
        "chat": _rows(db, own),
        "direct_messages": _rows(db, talks),
        "conditional_moves": _rows(db, select(*lines["table_id", "base", "lines"]).where(lines.account == account)),
        "invitations": list(db.scalars(tables)),
        "matches": [
            _readable(msgspec.to_builtins(match_from(body))) for body in db.scalars(matches.order_by(finished.ending))
        ],
        "ratings": _rows(db, rating),
        "tournaments": list(_tournaments(db, account)),
        "challenges": [
            {**row, "terms": msgspec.to_builtins(msgspec.msgpack.decode(row["terms"]))}
            for row in _rows(db, challenges.where(or_(c.account == account, c.other == account)).order_by(c.made))
        ],
        "relations": _rows(db, relation),
    }


def _tournaments(db: Connection, account: str) -> Iterator[Fields]:
    """Yield each tournament in which the account has a role, with the events by it or about it."""
    people, log = social.tournament_people.c, social.tournament_events.c
    for tournament in db.scalars(select(people.tournament).where(people.account == account).distinct()).all():
        bodies = db.scalars(select(log.body).where(log.tournament == tournament).order_by(log.number)).all()
        events = [tournament_codec.to_plain(tournament_codec.from_bytes(body)) for body in bodies]
        own = [event for event in events if account in json.dumps(event)]
        yield {"tournament": tournament, "title": events[0]["title"], "events": list(map(_readable, own))}


def _records(db: Connection, where: Where, account: str) -> Iterator[Fields]:
    """Yield the record of each table where the account had a seat, finished or not."""
    events = text("SELECT body FROM events JOIN tables USING (place) WHERE name = :name ORDER BY number")
    tables: dict[str, None] = {}
    for table, row in find_events(where, account):
        event = event_from_bytes(row.body)
        if isinstance(event, Seated) and event.account == account:
            tables[table] = None
    for table in tables:
        bodies = db.scalars(events, {"name": table}).all()
        try:
            record = write_record([event_from_bytes(body) for body in bodies])
        except (ProtocolError, RecordError) as error:
            yield {"table": table, "error": str(error)}
            continue
        yield {"table": table, "record": record.splitlines()}


def _own_lines(stored: str, account: str) -> list[Fields]:
    return [_readable(msgspec.to_builtins(line)) for line in _lines(stored) if line.account == account]


def _rows(db: Connection, query: Select[Any]) -> list[Fields]:
    return [_readable(dict(row)) for row in db.execute(query).mappings()]


def _readable(row: Fields) -> Fields:
    """Write times in ms since 1970 as text; 0 and None stay."""
    return {key: _time(value) if key in _TIMES and value else value for key, value in row.items()}


def _time(ms: int) -> str:
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)  # Windows refuses `fromtimestamp` after 3000
    return at.isoformat(timespec="seconds")
