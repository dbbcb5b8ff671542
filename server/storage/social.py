"""The database of chat, access to tables, match history and ratings, and of challenges and relations (`people.py`).

Match history and ratings can be rebuilt from the logs of the tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Connection,
    Select,
    Text,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)  # fmt: skip

from netgame.match.events import Player, Rating
from protocol import messages as m
from server.storage import people
from server.storage import social_schema as t
from server.storage.conditional import ConditionalStore
from server.storage.people import PeopleStore
from server.storage.tournaments import TournamentStore

MAX_LINES = 1000  # kept of a room
MAX_CURVE = 500  # points of a rating curve
_PLAYERS = ("first", "second")  # columns of `finished` with the players' accounts
MAX_LAST_MATCHES = 500  # that are read to find the opponents of an account
MAX_LADDER = 10_000  # places
_RESULTS = ", ".join(f"count(*) FILTER (WHERE winner {which})" for which in ("= player", "= 1 - player", "IS NULL"))
_LAST = 2**63 - 1  # later than the end of any match
_BEFORE = bindparam("before", type_=BigInteger)
_LINE = select(*t.chat.c["number", "at", "account", "name", "text"])
_ROOM, _TABLE = bindparam("in_room", type_=Text), bindparam("in_table", type_=Text)
_HERE = t.chat.c.room == _ROOM, t.chat.c.table_id == _TABLE
_LINES = _LINE.where(*_HERE).order_by(t.chat.c.number.desc()).limit(bindparam("most", type_=BigInteger))
_CODE = select(t.codes.c.code).where(t.codes.c.table_id == _TABLE)
_GUESTS = select(t.guests.c.account).where(t.guests.c.table_id == _TABLE)


class FinishedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match as a row of `finished` has it, in MessagePack. A new field has a default value for older rows."""

    place: int  # in the order of the ends of matches
    table: str
    title: str
    game: str
    rules: int
    names: tuple[str, str]  # by player
    accounts: tuple[str, str]
    winner: Player | None
    reason: str
    totals: tuple[int, int]
    ended: int
    clock: str
    rated: bool
    ratings: tuple[int, int] | None = None  # afterwards, in hundredths
    computers: tuple[str, str] = ("", "")


match_from = msgspec.msgpack.Decoder(FinishedMatch).decode


@dataclass(frozen=True)
class Outcome:
    """A finished match for the history. `ratings` are those after it, by player."""

    match: FinishedMatch
    is_open: bool  # everybody may see it
    ratings: tuple[Rating, Rating] | None = None


@dataclass(frozen=True)
class Tally:
    """How often an account won, lost and drew a game."""

    game: str
    won: int
    lost: int
    drawn: int


class SocialStore(PeopleStore, ConditionalStore, TournamentStore):
    """Chat, access and history, and what `PeopleStore`, `ConditionalStore` and `TournamentStore` have.

    Matches are ordered by `ending`: it counts the finished matches.
    """

    def __init__(self, where: Path | str) -> None:
        super().__init__(where, t.SCHEMA)
        number = select(func.coalesce(func.max(t.chat.c.number), 0) + 1).where(*_HERE).scalar_subquery()
        row = (_ROOM, _TABLE, number, *map(bindparam, ("line_at", "author", "author_name", "line", "line_key")))
        last = self._database.insert(t.ladder)
        changed = {column: last.excluded[column] for column in ("at", "rating", "deviation", "volatility")}
        self._put_in_ladder = last.on_conflict_do_update(index_elements=["game", "account"], set_=changed)
        self._add_line = self._database.insert(t.chat).values(row).on_conflict_do_nothing().returning(t.chat.c.number)

    # ---- chat

    def add_line(
        self, room: str, table: str, author: tuple[str, str], text: str, at: int, key: bytes
    ) -> tuple[m.ChatLine, bool]:
        """Store a line and return it with True; if there is one with that key, return that with False.

        `author` is account and name. A reader of a line can read all lines of that room with smaller numbers.
        """
        row = {"in_room": room, "in_table": table, "line_at": at, "author": author[0], "author_name": author[1]}
        row |= {"line": text, "line_key": key}
        with self._transaction() as db:
            while (number := db.scalar(self._add_line, row)) is None:  # the key is known, or a node was faster
                if (known := _line_of(db, author[0], key)) is not None:
                    return known, False
            if number > MAX_LINES:
                here = t.chat.c.room == room, t.chat.c.table_id == table
                db.execute(delete(t.chat).where(*here, t.chat.c.number <= number - MAX_LINES))
        return m.ChatLine(number=number, at=at, account=author[0], name=author[1], text=text), True

    def note_direct(self, account: str, other: str) -> None:
        """Note that two accounts talk to each other."""
        pairs = sorted([(account, other), (other, account)])  # two nodes that store both must not wait for each other
        self._write(self._database.insert(t.direct).values(pairs).on_conflict_do_nothing())

    def talks_of(self, account: str, most: int) -> list[str]:
        """Return accounts that have talked to an account directly, the latest talk first. See `place_of_talk`."""
        me, other = t.direct.c.account, t.direct.c.other
        place = case((me < other, me + " " + other), else_=other + " " + me)
        chat = t.chat.c
        last = (
            select(chat.at).where(chat.room == "direct", chat.table_id == place).order_by(chat.number.desc()).limit(1)
        )
        query = select(other).where(me == account).order_by(last.scalar_subquery().desc().nulls_last()).limit(most)
        return [account for (account,) in self._rows(query)]

    def find_line(self, account: str, key: bytes) -> m.ChatLine | None:
        """Return the line that an account has sent with a key."""
        with self._read() as db:
            return _line_of(db, account, key)

    def lines(self, room: str, table: str, most: int) -> list[m.ChatLine]:
        """Return the last lines of a room, the oldest first."""
        rows = self._rows(_LINES, {"in_room": room, "in_table": table, "most": most})
        return [_line(row) for row in reversed(rows)]

    # ---- access to tables

    def set_code(self, table: str, code: str) -> None:
        """Set the code with which users enter a table."""
        new = self._database.insert(t.codes).values(table_id=table, code=code)
        self._write(new.on_conflict_do_update(index_elements=["table_id"], set_={"code": code}))

    def invite(self, table: str, account: str) -> None:
        """Let an account enter a table."""
        self._write(self._database.insert(t.guests).values(table_id=table, account=account).on_conflict_do_nothing())

    def access(self, table: str) -> tuple[str, set[str]]:
        """Return the code of a table, empty if it has none, and the accounts invited to it."""
        with self._read() as db:
            code, guests = (db.scalars(query, {"in_table": table}).all() for query in (_CODE, _GUESTS))
        return code[0] if code else "", set(guests)

    # ---- finished matches

    def cursor(self) -> int:
        """Return the ending up to which the logs have been read."""
        return int(self._value(select(t.cursor.c.ending)))

    def add_matches(self, cursor: int, outcomes: Sequence[tuple[int, Outcome | None]]) -> bool:
        """Add the finished matches after a cursor in the order of their endings; None for those that are left out.

        All or none: return False if the cursor is another one, because another node has added matches meanwhile.
        """
        with self._transaction() as db:
            moved = update(t.cursor).where(t.cursor.c.ending == cursor).values(ending=outcomes[-1][0])
            if not db.execute(moved).rowcount:
                return False
            for ending, outcome in outcomes:
                if outcome is None:
                    continue
                match, counts = outcome.match, outcome.match.reason != "aborted"  # as won, lost or drawn
                row = (ending, match.game, *match.accounts, outcome.is_open, match.winner, counts, match.ended)
                db.execute(insert(t.finished).values((*row, msgspec.msgpack.encode(match))))
                for account, after in zip(match.accounts, outcome.ratings or (), strict=False):
                    db.execute(insert(t.ratings).values((account, match.game, ending, match.ended, *after)))
                    db.execute(self._put_in_ladder.values((match.game, account, match.ended, *after)))
        return True

    def history(
        self, account: str | None, game: str | None, before: int | None, most: int, viewer: str,
        other: str | None = None,
    ) -> list[FinishedMatch]:  # fmt: skip
        """Return the matches of an account or a game that the viewer may see, the last to end first.

        `other`: only those of the account against it.
        """
        question = text(history_question(account, game, viewer, other))
        values = {"account": account, "game": game, "viewer": viewer, "most": most, "other": other}
        values["before"] = before if before is not None else _LAST
        return [match_from(row.match) for row in self._rows(question.bindparams(_BEFORE), values)]

    def tallies(self, account: str) -> list[Tally]:
        """Count what an account has won, lost and drawn, by game."""
        halves = " UNION ALL ".join(
            f"SELECT game, winner, {player} AS player FROM finished WHERE {column} = :account AND counts"
            for player, column in enumerate(_PLAYERS)
        )
        question = f"SELECT game, {_RESULTS} FROM ({halves}) AS halves GROUP BY game ORDER BY game"
        return [Tally(*row) for row in self._rows(text(question), {"account": account})]

    def results_between(self, account: str, other: str) -> list[Tally]:
        """Count what an account has won, lost and drawn against another one, by game."""
        halves = " UNION ALL ".join(
            f"SELECT game, winner, {player} AS player FROM finished"
            f" WHERE {own} = :account AND {theirs} = :other AND counts"
            for player, (own, theirs) in enumerate((_PLAYERS, _PLAYERS[::-1]))
        )
        question = text(f"SELECT game, {_RESULTS} FROM ({halves}) AS halves GROUP BY game ORDER BY game")
        return [Tally(*row) for row in self._rows(question, {"account": account, "other": other})]

    def opponents(self, account: str, since: int, most: int) -> dict[str, int]:
        """Return the opponents of an account in its last matches since a time, the latest first, with their ends."""
        halves = " UNION ALL ".join(
            f"SELECT * FROM (SELECT {other} AS other, ended FROM finished WHERE {own} = :account"
            " ORDER BY ending DESC LIMIT :matches) AS half"
            for own, other in (_PLAYERS, _PLAYERS[::-1])
        )
        question = text(
            f"SELECT other, max(ended) AS last FROM ({halves}) AS halves WHERE ended >= :since AND other <> :account"
            " GROUP BY other ORDER BY last DESC LIMIT :most"
        )
        values = {"account": account, "since": since, "most": most, "matches": MAX_LAST_MATCHES}
        return {row.other: row.last for row in self._rows(question, values)}

    def last_player(self, account: str, game: str) -> Player | None:
        """Return which player an account was in its last match of a game."""
        halves = " UNION ALL ".join(
            f"SELECT {player} AS player, ending FROM finished WHERE {column} = :account AND game = :game"
            for player, column in enumerate(_PLAYERS)
        )
        question = text(f"{halves} ORDER BY ending DESC LIMIT 1")
        player = self._value(question, {"account": account, "game": game})
        return None if player is None else (1 if player else 0)

    # ---- ratings

    def rating(self, account: str, game: str) -> tuple[Rating, int] | None:
        """Return the rating of an account in a game and its time; None if it has never played rated."""
        rows = self._rows(_latest_ratings(account, game).limit(1))
        return next((((row.rating, row.deviation, row.volatility), row.at) for row in rows), None)

    def rating_curve(self, account: str, game: str) -> list[tuple[int, int]]:
        """Return times and ratings of an account, the oldest first."""
        rows = self._rows(_latest_ratings(account, game).limit(MAX_CURVE))
        return [(row.at, row.rating) for row in reversed(rows)]

    def ladder(self, game: str, most_deviation: int) -> list[tuple[str, Rating, int]]:
        """Return accounts with their last ratings and the times of these, the highest first."""
        row = t.ladder.c
        query = select(t.ladder).where(row.game == game, row.deviation <= most_deviation)
        rows = self._rows(query.order_by(row.rating.desc(), row.account).limit(MAX_LADDER))
        return [(row.account, (row.rating, row.deviation, row.volatility), row.at) for row in rows]

    # ---- accounts of which something is stored

    def known(self, accounts: Sequence[str]) -> set[str]:
        """Return those of these accounts that have matches, lines of chat, talks, invitations or tournaments."""
        columns = (
            t.finished.c.first, t.finished.c.second, t.chat.c.account, t.direct.c.account, t.guests.c.account,
            t.tournament_people.c.account,
        )  # fmt: skip
        with self._read() as db:
            return {found for column in columns for found in db.scalars(select(column).where(column.in_(accounts)))}

    # ---- renaming and deleting accounts

    def rename(self, account: str, name: str) -> None:
        """Change the name of an account in chat and finished matches."""
        with self._transaction() as db:
            _rename(db, account, name)
        self._database.empty_wal()

    def erase(self, account: str, name: str) -> None:
        """Delete what is stored of an account; its lines of chat lose their text, and its matches get that name."""
        with self._transaction() as db:
            _rename(db, account, name)
            db.execute(update(t.chat).where(t.chat.c.account == account).values(text=""))
            db.execute(delete(t.direct).where(or_(t.direct.c.account == account, t.direct.c.other == account)))
            people.forget(db, account)
            for table in (t.guests, t.ratings, t.ladder, t.conditional):
                db.execute(delete(table).where(table.c.account == account))
        self._database.empty_wal()


def history_question(account: str | None, game: str | None, viewer: str, other: str | None = None) -> str:
    """Return the SQL of `SocialStore.history`: a union of disjoint parts, each of them a range of one index.

    With `open IS TRUE` the indexes of all public matches are not used, which have too many rows for one account.
    """
    if account is None:
        parts = ["open", "first = :viewer AND NOT open", "second = :viewer AND NOT open"]
    elif other is not None:
        seen = "" if viewer in (account, other) else " AND open IS TRUE"
        parts = [f"{own} = :account AND {theirs} = :other{seen}" for own, theirs in (_PLAYERS, _PLAYERS[::-1])]
    elif account == viewer:
        parts = ["first = :account", "second = :account"]
    else:
        parts = [f"{own} = :account AND open IS TRUE" for own in _PLAYERS]
        parts += [
            f"{own} = :account AND {other} = :viewer AND open IS NOT TRUE" for own, other in (_PLAYERS, _PLAYERS[::-1])
        ]
    more = " AND game = :game" if game is not None else ""
    last = "ORDER BY ending DESC LIMIT :most"
    selects = (
        f"SELECT * FROM (SELECT ending, match FROM finished WHERE {part}{more} AND ending < :before {last}) AS part"
        for part in parts
    )
    return f"{' UNION ALL '.join(selects)} {last}"


def _line_of(db: Connection, account: str, key: bytes) -> m.ChatLine | None:
    row = db.execute(_LINE.where(t.chat.c.account == account, t.chat.c.key == key)).one_or_none()
    return _line(row) if row is not None else None


def _line(row: Any) -> m.ChatLine:
    number, at, account, name, text = row
    return m.ChatLine(number=number, at=at, account=account, name=name, text=text)


def _latest_ratings(account: str, game: str) -> Select[Any]:
    ratings = t.ratings.c
    return select(t.ratings).where(ratings.account == account, ratings.game == game).order_by(ratings.ending.desc())


def _rename(db: Connection, account: str, name: str) -> None:
    db.execute(update(t.chat).where(t.chat.c.account == account).values(name=name))
    people.rename(db, account, name)
    finished = t.finished.c
    query = select(finished.ending, finished.match).where(or_(finished.first == account, finished.second == account))
    for ending, body in db.execute(query).all():
        match = match_from(body)
        first, second = (
            name if each == account else known for each, known in zip(match.accounts, match.names, strict=True)
        )
        renamed = msgspec.msgpack.encode(msgspec.structs.replace(match, names=(first, second)))
        db.execute(update(t.finished).where(finished.ending == ending).values(match=renamed))


def place_of_talk(account: str, other: str) -> str:
    """Return the `table` of the direct messages of two accounts."""
    return " ".join(sorted((account, other)))
