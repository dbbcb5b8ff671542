"""What the lobby of a server shows of people and tables, in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from client_qt.table.clocks import control_words
from client_qt.text.rules_text import options_line, tr
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match.time_control import read_control
from netgame.text import fill
from protocol.messages import Person, TableInfo

MINUTE_MS = 60_000
DOT = "  ·  "


@dataclass(frozen=True)
class PersonRow:
    """Somebody who is here."""

    account: str
    name: str
    note: str
    own: bool = False
    registered: bool = False
    muted: bool = False


@dataclass(frozen=True)
class TableRow:
    """A table of the lobby, and what this player can do there."""

    table: str
    game: str
    title: str
    what: str  # game, what was agreed
    note: str  # who plays, how far it is, who looks on
    locked: bool = False
    own: bool = False
    may_join: bool = False
    may_watch: bool = False
    may_invite: bool = False
    may_close: bool = False  # as a moderator


def person_rows(
    people: Iterable[Person], tables: Sequence[TableInfo], account: str, muted: frozenset[str], now: int
) -> list[PersonRow]:
    """Oneself first, then the others as they came."""
    titles = {info.table: info.title or _game_title(info.game) for info in tables}
    rows = [
        PersonRow(who.account, who.name, _person_note(who, titles, now), who.account == account, who.registered,
                  who.account in muted)
        for who in people
    ]  # fmt: skip
    return sorted(rows, key=lambda row: not row.own)


def table_rows(tables: Iterable[TableInfo], account: str, now: int, *, moderator: bool = False) -> list[TableRow]:
    """Own tables first, then those with a free seat."""
    rows = [_table_row(info, account, now, moderator) for info in tables if info.state != "over"]
    return sorted(rows, key=lambda row: (not row.own, not row.may_join))


def ago_words(ms: int) -> str:
    """How long something has lasted, roughly."""
    minutes = max(0, ms) // MINUTE_MS
    if minutes < 1:
        return tr("less than a minute")
    if minutes < 120:
        return fill(tr("{n} min"), {"n": minutes})
    hours = minutes // 60
    return fill(tr("{n} h"), {"n": hours}) if hours < 48 else fill(tr("{n} d"), {"n": hours // 24})


def paused_words(cause: str) -> str:
    """Why a match stands still."""
    words = {
        "agreed": tr("paused"), "adjourned": tr("adjourned"), "restart": tr("paused: the server was started anew"),
        "drain": tr("paused: the server stopped"),
    }  # fmt: skip
    return words.get(cause, tr("paused"))


def state_words(info: TableInfo) -> str:
    """How far a table is."""
    if info.paused:
        return paused_words(info.paused)
    words = {
        "open": tr("waiting for an opponent") if None in info.seats else tr("not started yet"),
        "playing": tr("being played"), "between": tr("between two battles"), "frozen": tr("stopped by a fault"),
    }  # fmt: skip
    return words.get(info.state, info.state)


def _person_note(who: Person, titles: dict[str, str], now: int) -> str:
    since = fill(tr("here for {time}"), {"time": ago_words(now - who.since)})
    where = fill(tr("plays at {table}"), {"table": titles[who.table]}) if who.table in titles else ""
    return DOT.join(part for part in (where, since) if part)


def _table_row(info: TableInfo, account: str, now: int, moderator: bool) -> TableRow:
    own = any(seat is not None and seat.account == account for seat in info.seats)
    known, free = info.game in GAMES, None in info.seats and info.state == "open"
    title = info.title or _game_title(info.game)
    return TableRow(
        info.table, info.game, title, _what(info), _note(info, now), info.access != "open", own,
        may_join=known and (own or free), may_watch=known and not own and info.spectators,
        may_invite=own and info.state == "open", may_close=moderator and not own and info.state == "open",
    )  # fmt: skip


def _what(info: TableInfo) -> str:
    if info.game not in GAMES:
        return tr("A game that this version does not know.")
    game = GAMES[info.game]
    try:
        clock = control_words(read_control(info.clock))
    except RulesError:
        clock = ""
    parts = [game.title, clock if info.clock != "none" else tr("no clock"), options_line(game, info.options)]
    parts.append(tr("from a set-up position") if info.set_up else "")
    parts.append(tr("rated") if info.rated else "")
    return DOT.join(part for part in parts if part)


def _note(info: TableInfo, now: int) -> str:
    names = [seat.name for seat in info.seats if seat is not None]
    words = {"first": names[0] if names else "", "second": names[-1] if names else ""}
    who = fill(tr("{first} and {second}"), words) if len(names) == 2 else words["first"]
    since = fill(tr("for {time}"), {"time": ago_words(now - (info.started or info.made))})
    watching = tr("%n watching", info.watching) if info.watching else ""
    return DOT.join(part for part in (who, f"{state_words(info)} {since}", watching) if part)


def _game_title(key: str) -> str:
    return GAMES[key].title if key in GAMES else key
