"""Exporting tournaments that are over: a page and JSON of each, beside the records of its matches."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path

from sqlalchemy import inspect, select

from netgame.match.state import InvalidEvent
from netgame.tournaments.events import Event
from netgame.tournaments.export import as_html, as_json
from netgame.tournaments.state import Tournament, evolve
from protocol.errors import ProtocolError
from protocol.event_codec import tournament_codec
from protocol.files import write_whole
from server.admin.databases import Finding
from server.admin.logs import Where, open_readable
from server.storage import accounts_schema, social_schema
from server.storage.accounts import DELETED
from server.storage.data_folder import ACCOUNTS_FILE, SOCIAL_FILE

TITLE_LETTERS = 40
_ID = re.compile(r"[a-z0-9]{1,64}")  # it becomes part of a file name


def export_tournaments(where: Where, directory: Path, suffix: str) -> Iterator[Finding | None]:
    """Write a page and JSON of each tournament that is over, unless they are there already; they link to records there.

    Results may change after the end, so files that differ are written again. Yield for each tournament that is written
    None, or what is wrong with one. Raise `AdminError` if it cannot be read, `OSError` if it
    cannot be written. `suffix` is that of records, whose names end with their table.
    """
    records = {path.stem.rpartition("-")[2]: path.name for path in directory.glob(f"*{suffix}")}
    names = _names(where)

    def name_of(account: str) -> str:
        return names.get(account, DELETED)

    for id, bodies in _finished(where):
        if not _ID.fullmatch(id):
            yield Finding("", 0, f"tournament {id}: its id is not valid")
            continue
        try:
            tournament = _replay([tournament_codec.from_bytes(body) for body in bodies])
        except (ProtocolError, InvalidEvent) as error:
            yield Finding("", 0, f"tournament {id}: {error}")
            continue
        own = {table: file for table in _tables(tournament) if (file := records.get(table)) is not None}
        stem = directory / _stem(tournament)
        made = {".html": as_html(tournament, name_of, own), ".json": as_json(tournament, name_of, own)}
        files = {stem.with_name(stem.name + ending): text.encode() for ending, text in made.items()}
        if all(path.exists() and path.read_bytes() == content for path, content in files.items()):
            continue
        for path, content in files.items():
            write_whole(path, content)
        yield None


def _finished(where: Where) -> Iterator[tuple[str, list[bytes]]]:
    """Yield the tournaments that are over, with their events."""
    over, events = social_schema.tournaments.c, social_schema.tournament_events.c
    with open_readable(where, SOCIAL_FILE) as db:
        if db is None or not inspect(db).has_table(social_schema.tournaments.name):
            return
        ids = list(db.scalars(select(over.tournament).where(over.over).order_by(over.tournament)))
        for id in ids:
            yield id, list(db.scalars(select(events.body).where(events.tournament == id).order_by(events.number)))


def _names(where: Where) -> dict[str, str]:
    known = accounts_schema.accounts.c
    with open_readable(where, ACCOUNTS_FILE) as db:
        rows = db.execute(select(known.account, known.name)).all() if db is not None else []
    return {row.account: row.name for row in rows}


def _replay(log: list[Event]) -> Tournament:
    first, *others = log
    return reduce(evolve, others, evolve(None, first))


def _tables(tournament: Tournament) -> Iterator[str]:
    return (board.paired.table for boards in tournament.rounds for board in boards if board.paired.table)


def _stem(tournament: Tournament) -> str:
    """Return a name like `2026-11-27-winter-cup-k3m5...`: day of the end, title, and the id, which is unique."""
    end = tournament.end.at if tournament.end is not None else tournament.at
    day = datetime.fromtimestamp(end / 1000, UTC).strftime("%Y-%m-%d")
    title = re.sub(r"[\W_]+", "-", tournament.created.title).strip("-").lower()[:TITLE_LETTERS]
    return "-".join(filter(None, (day, title, tournament.id)))
