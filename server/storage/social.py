"""The database of chat, access to tables, match history and ratings, and of challenges and relations (`people.py`).

Match history and ratings can be rebuilt from the logs of the tables.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
from sqlalchemy import (
    BigInteger,
    Connection,
    Select,
    Text,
    bindparam,
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
MAX_WAITING_OF_ONE = 20  # lines of one account that wait for another one; a sign-in gets as many of a talk
MAX_CURVE = 500  # points of a rating curve
AT_ONCE = 500  # values in one statement
_PLAYERS = ("first", "second")  # columns of `finished` with the players' accounts
MAX_LAST_MATCHES = 500  # that are read to find the opponents of an account
MAX_LADDER = 10_000  # places
_RESULTS = ", ".join(f"count(*) FILTER (WHERE winner {which})" for which in ("= player", "= 1 - player", "IS NULL"))
_LAST = 2**63 - 1  # later than the end of any match
_SEEN = "ending NOT IN (SELECT ending FROM hidden WHERE until > :now AND first <> :viewer AND second <> :viewer)"
_BEFORE = bindparam("before", type_=BigInteger)
_LINE = select(*t.chat.c["number", "at", "account", "name", "text"])
_ROOM, _TABLE = bindparam("in_room", type_=Text), bindparam("in_table", type_=Text)
_HERE = t.chat.c.room == _ROOM, t.chat.c.table_id == _TABLE
_LINES = _LINE.where(*_HERE).order_by(t.chat.c.number.desc()).limit(bindparam("most", type_=BigInteger))
_BY_TIME = "direct.waiting > 0 DESC, direct.last_at DESC, direct.other"
_TALKS = f"FROM direct WHERE account = :me ORDER BY {_BY_TIME} LIMIT :most"
_LINES_OF_TALKS = f"""
    SELECT direct.other, chat.number, chat.at, chat.account, chat.name, chat.text
    FROM (SELECT other, waiting, last_at, last_number {_TALKS}) AS direct
    JOIN chat ON chat.room = 'direct' AND chat.number > direct.last_number - :lines AND chat.table_id =
        CASE WHEN :me < direct.other THEN :me || ' ' || direct.other ELSE direct.other || ' ' || :me END
    ORDER BY {_BY_TIME}, chat.number
"""
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
    aborted_by: Player | None = None  # who ended it alone


match_from = msgspec.msgpack.Decoder(FinishedMatch).decode


@dataclass(frozen=True)
class Outcome:
    """A finished match for the history. `ratings` are those after it, by player."""

    match: FinishedMatch
    is_open: bool  # everybody may see it
    ratings: tuple[Rating, Rating] | None = None
    hidden_until: int = 0  # when spectators see the end


@dataclass(frozen=True)
class Tally:
    """How often an account won, lost and drew a game."""

    game: str
    won: int
    lost: int
    drawn: int


class NotLeft(Exception):
    """A line was not left for an account: too many wait of this "one" account, or the account has enough ("full")."""

    def __init__(self, why: Literal["one", "full"]) -> None:
        super().__init__(why)
        self.why = why


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
        with self._transaction() as db:
            return self._added_line(db, room, table, author, text, at, key)

    def _added_line(
        self, db: Connection, room: str, table: str, author: tuple[str, str], text: str, at: int, key: bytes
    ) -> tuple[m.ChatLine, bool]:
        row = {"in_room": room, "in_table": table, "line_at": at, "author": author[0], "author_name": author[1]}
        row |= {"line": text, "line_key": key}
        while (number := db.scalar(self._add_line, row)) is None:  # the key is known, or a node was faster
            if (known := _line_of(db, author[0], key)) is not None:
                return known, False
        if number > MAX_LINES:
            here = t.chat.c.room == room, t.chat.c.table_id == table
            db.execute(delete(t.chat).where(*here, t.chat.c.number <= number - MAX_LINES))
        return m.ChatLine(number=number, at=at, account=author[0], name=author[1], text=text), True

    def leave_line(
        self, author: tuple[str, str], other: str, text: str, at: int, key: bytes, most: int
    ) -> tuple[m.ChatLine, bool]:
        """Store a line of a direct talk for an account that is away, as `add_line`. It waits for its next sign-in.

        Raise `NotLeft` if `most` lines wait for that account, or `MAX_WAITING_OF_ONE` of this author.
        """
        account, mine = author[0], (t.direct.c.account == other, t.direct.c.other == author[0])
        rows = select(t.direct.c.other, t.direct.c.waiting).where(t.direct.c.account == other, t.direct.c.waiting > 0)
        with self._transaction() as db:
            if (known := _line_of(db, account, key)) is not None:
                return known, False
            waiting = {row.other: row.waiting for row in db.execute(rows.with_for_update())}
            if waiting.get(account, 0) >= MAX_WAITING_OF_ONE:
                raise NotLeft("one")
            if sum(waiting.values()) >= most:
                raise NotLeft("full")
            line, is_new = self._added_line(db, "direct", place_of_talk(account, other), author, text, at, key)
            if is_new:
                self._note_direct(db, account, other)
                db.execute(update(t.direct).where(*mine).values(waiting=t.direct.c.waiting + 1))
            return line, is_new

    def waiting_lines(self, account: str) -> dict[str, int]:
        """Return how many lines wait for an account, by the other account."""
        direct = t.direct.c
        rows = self._rows(select(direct.other, direct.waiting).where(direct.account == account, direct.waiting > 0))
        return {row.other: row.waiting for row in rows}

    def lines_sent(self, account: str, counts: Mapping[str, int]) -> None:
        """Note that an account got lines that waited, by the other account. Lines that came meanwhile still wait."""
        direct = t.direct.c
        with self._transaction() as db:
            for other, count in counts.items():
                these = direct.account == account, direct.other == other, direct.waiting >= count
                db.execute(update(t.direct).where(*these).values(waiting=direct.waiting - count))

    def note_direct(self, account: str, other: str) -> None:
        """Note that two accounts talk to each other."""
        with self._transaction() as db:
            self._note_direct(db, account, other)

    def _note_direct(self, db: Connection, account: str, other: str) -> None:
        chat, direct = t.chat.c, t.direct.c
        here = chat.room == "direct", chat.table_id == place_of_talk(account, other)
        wanted = select(chat.number, chat.at).where(*here).order_by(chat.number.desc()).limit(1)
        found = db.execute(wanted).one_or_none()
        last = {"last_number": found.number, "last_at": found.at} if found else {"last_number": 0, "last_at": 0}
        pairs = sorted([(account, other), (other, account)])  # two nodes that store both must not wait for each other
        new = self._database.insert(t.direct).values([{"account": one, "other": two, **last} for one, two in pairs])
        later = new.excluded.last_number > direct.last_number
        db.execute(new.on_conflict_do_update(index_elements=["account", "other"], set_=last, where=later))

    def talks_of(self, account: str, most: int) -> list[str]:
        """Return accounts that have talked to an account directly, those with lines that wait first, then by time."""
        rows = self._rows(text(f"SELECT other {_TALKS}"), {"me": account, "most": most})
        return [row.other for row in rows]

    def last_lines_of_talks(self, account: str, talks: int, lines: int) -> dict[str, list[m.ChatLine]]:
        """Return the last lines of the talks of an account in the order of `talks_of`, by the other account."""
        found: dict[str, list[m.ChatLine]] = {}
        for other, *line in self._rows(text(_LINES_OF_TALKS), {"me": account, "most": talks, "lines": lines}):
            found.setdefault(other, []).append(_line(line))
        return found

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

    def uninvite(self, tables: Sequence[str], account: str) -> None:
        """Take back the invitations of an account to some tables."""
        self._write(delete(t.guests).where(t.guests.c.account == account, t.guests.c.table_id.in_(tables)))

    def access(self, table: str) -> tuple[str, set[str]]:
        """Return the code of a table, empty if it has none, and the accounts invited to it."""
        with self._read() as db:
            code, guests = (db.scalars(query, {"in_table": table}).all() for query in (_CODE, _GUESTS))
        return code[0] if code else "", set(guests)

    def tables_with_access(self) -> set[str]:
        """Return the tables that have a code or invitations."""
        with self._read() as db:
            return {id for table in (t.codes, t.guests) for id in db.scalars(select(table.c.table_id).distinct())}

    def forget_access(self, tables: Sequence[str]) -> None:
        """Delete the codes and invitations of these tables."""
        with self._transaction() as db:
            for table in (t.codes, t.guests):
                for first in range(0, len(tables), AT_ONCE):
                    db.execute(delete(table).where(table.c.table_id.in_(tables[first : first + AT_ONCE])))

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
                self._add_match(db, ending, outcome)
                match = outcome.match
                for account, after in zip(match.accounts, outcome.ratings or (), strict=False):
                    db.execute(self._put_in_ladder.values((match.game, account, match.ended, *after)))
        return True

    def add_late_match(self, ending: int, outcome: Outcome) -> None:
        """Add a match that was left out, unless it is there. Later matches have given the ratings of now."""
        with self._transaction() as db:
            if db.scalar(select(t.finished.c.ending).where(t.finished.c.ending == ending)) is None:
                self._add_match(db, ending, outcome)

    def _add_match(self, db: Connection, ending: int, outcome: Outcome) -> None:
        match, counts = outcome.match, outcome.match.reason != "aborted"  # as won, lost or drawn
        winner = 1 - match.aborted_by if match.rated and match.aborted_by is not None else match.winner
        row = (ending, match.game, *match.accounts, outcome.is_open, winner, counts, match.ended)
        db.execute(insert(t.finished).values((*row, msgspec.msgpack.encode(match))))
        for account, after in zip(match.accounts, outcome.ratings or (), strict=False):
            db.execute(insert(t.ratings).values((account, match.game, ending, match.ended, *after)))
        hidden = t.hidden.c
        db.execute(delete(t.hidden).where(hidden.until <= match.ended))
        until = outcome.hidden_until
        if outcome.ratings is not None:  # they follow from those of matches that are hidden
            rating = t.ratings.c
            query = select(func.max(hidden.until)).join(t.ratings, rating.ending == hidden.ending)
            query = query.where(rating.account.in_(match.accounts), rating.game == match.game)
            until = max(until, db.scalar(query) or 0)
        if until > match.ended:
            db.execute(insert(t.hidden).values((ending, until, match.game, *match.accounts)))

    def history(
        self, account: str | None, game: str | None, before: int | None, most: int, viewer: str,
        other: str | None = None, now: int = _LAST,
    ) -> list[FinishedMatch]:  # fmt: skip
        """Return the matches of an account or a game that the viewer may see now, the last to end first.

        `other`: only those of the account against it.
        """
        unseen = {row.ending for row in self._rows(_unseen(viewer, now))}
        question = text(history_question(account, game, viewer, other))
        values = {"account": account, "game": game, "viewer": viewer, "most": most + len(unseen), "other": other}
        values["before"] = before if before is not None else _LAST
        rows = [row for row in self._rows(question.bindparams(_BEFORE), values) if row.ending not in unseen]
        return [match_from(row.match) for row in rows[:most]]

    def tallies(self, account: str, viewer: str = "", now: int = _LAST) -> list[Tally]:
        """Count what an account has won, lost and drawn, by game, as far as the viewer may know now."""
        halves = " UNION ALL ".join(
            f"SELECT game, winner, {player} AS player FROM finished WHERE {column} = :account AND counts AND {_SEEN}"
            for player, column in enumerate(_PLAYERS)
        )
        question = f"SELECT game, {_RESULTS} FROM ({halves}) AS halves GROUP BY game ORDER BY game"
        values = {"account": account, "viewer": viewer, "now": now}
        return [Tally(*row) for row in self._rows(text(question), values)]

    def count_aborted(self, account: str, viewer: str = "", now: int = _LAST) -> int:
        """Count the rated matches that an account has aborted alone, as far as the viewer may know now."""
        halves = " UNION ALL ".join(
            f"SELECT ending FROM finished WHERE {own} = :account AND NOT counts AND winner = {1 - player} AND {_SEEN}"
            for player, own in enumerate(_PLAYERS)
        )
        values = {"account": account, "viewer": viewer, "now": now}
        return int(self._rows(text(f"SELECT count(*) AS aborted FROM ({halves}) AS halves"), values)[0].aborted)

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

    def rating(self, account: str, game: str, viewer: str = "", now: int = _LAST) -> tuple[Rating, int] | None:
        """Return the rating of an account in a game and its time; None if it has never played rated.

        With a time it is the rating that the viewer may know then.
        """
        rows = self._rows(_latest_ratings(account, game, viewer, now).limit(1))
        return next((((row.rating, row.deviation, row.volatility), row.at) for row in rows), None)

    def rating_curve(self, account: str, game: str, viewer: str = "", now: int = _LAST) -> list[tuple[int, int]]:
        """Return times and ratings of an account, the oldest first, as far as the viewer may know them now."""
        rows = self._rows(_latest_ratings(account, game, viewer, now).limit(MAX_CURVE))
        return [(row.at, row.rating) for row in reversed(rows)]

    def ladder(self, game: str, most_deviation: int) -> list[tuple[str, Rating, int]]:
        """Return accounts with their last ratings and the times of these, the highest first."""
        row = t.ladder.c
        query = select(t.ladder).where(row.game == game, row.deviation <= most_deviation)
        rows = self._rows(query.order_by(row.rating.desc(), row.account).limit(MAX_LADDER))
        return [(row.account, (row.rating, row.deviation, row.volatility), row.at) for row in rows]

    def known_ratings(self, game: str, now: int) -> dict[str, tuple[Rating, int] | None]:
        """Return the rating that everybody may know of each account with a rating that is hidden now."""
        h = t.hidden.c
        rows = self._rows(select(h.first, h.second).where(h.game == game, h.until > now))
        return {account: self.rating(account, game, now=now) for row in rows for account in (row.first, row.second)}

    def hidden_ends(self, now: int) -> list[tuple[str, int]]:
        """Return the tables whose end spectators have not seen yet, and when they see it."""
        query = select(t.finished.c.match, t.hidden.c.until).join(t.hidden, t.hidden.c.ending == t.finished.c.ending)
        return [(match_from(row.match).table, row.until) for row in self._rows(query.where(t.hidden.c.until > now))]

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


def _latest_ratings(account: str, game: str, viewer: str, now: int) -> Select[Any]:
    ratings = t.ratings.c
    latest = select(t.ratings).where(ratings.account == account, ratings.game == game).order_by(ratings.ending.desc())
    return latest.where(ratings.ending.not_in(_unseen(viewer, now))) if now != _LAST else latest


def _unseen(viewer: str, now: int) -> Select[Any]:
    """Return the query of the matches that have ended, and of which a viewer knows nothing yet."""
    h = t.hidden.c
    return select(h.ending).where(h.until > now, h.first != viewer, h.second != viewer)


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
