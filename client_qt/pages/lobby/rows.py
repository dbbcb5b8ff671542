"""People and tables of a server as rows of the lobby."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from client_qt.text.clock_words import clock_words
from client_qt.text.computer_names import computer_mark, name_with_computer
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_title, options_line, rules_problem
from client_qt.text.seek_words import clocks_words, games_words, rating_words, wanted_words, within_words
from client_qt.text.term_words import rated_words
from client_qt.text.translation import tr
from client_qt.widgets.list_view import Badge, ListRow, RowAction
from netgame.games import GAMES
from netgame.text import fill
from protocol.messages import Person, SeekInfo, TableInfo

MINUTE_MS = 60_000


@dataclass(frozen=True)
class PersonItem:
    """The person of a row."""

    name: str
    own: bool
    muted: bool


def person_rows(
    people: Iterable[Person],
    tables: Sequence[TableInfo],
    account: str,
    muted: frozenset[str],
    now: int,
    *,
    moderator: bool = False,
    unread: Mapping[str, int] = MappingProxyType({}),
    relations: Mapping[str, str] | None = None,
) -> list[ListRow]:
    """The player first, then friends, then the others in their order. Without `relations` the server has none."""
    related = relations or {}
    games = {info.table: game_title(info.game) for info in tables}
    rows = []
    for person in sorted(people, key=lambda each: (each.account != account, related.get(each.account) != "follow")):
        relation = related.get(person.account, "")
        own, is_muted = person.account == account, person.account in muted
        new = 0 if is_muted else unread.get(person.account, 0)
        others = [
            *([] if person.computer else [RowAction("challenge", tr("Challenge ..."), None)]),
            RowAction("write", tr("Write a message"), None),
            *(relation_actions(relation) if relations is not None else ()),
            RowAction("mute", tr("Unmute") if is_muted else tr("Mute"), None),
            RowAction("report", tr("Report ..."), None),
        ]
        badges = [Badge("shield", tr("Registered at this server"), "ok")] if person.registered else []
        if relation == "follow":
            badges.append(Badge("players", tr("You follow this player"), "ok"))
        silenced = tr("blocked") if relation == "block" else tr("muted") if is_muted else ""
        if moderator:
            others.append(RowAction("moderate", tr("Mute, kick, ban ..."), None))
        where = fill(tr("plays {game}"), {"game": games[person.table]}) if person.table in games else ""
        since = fill(tr("here for {time}"), {"time": ago_words(now - person.since)})
        rows.append(
            ListRow(
                person.account,
                person.name + (" " + tr("(you)") if own else ""),
                (dotted(computer_mark(person.name, person.computer), where, since, silenced),),
                tone="accent",
                chip=fill(tr("{n} new"), {"n": new}) if new else "",
                badges=tuple(badges),
                actions=(RowAction("profile", tr("Show the profile"), None), *(() if own else others)),
                end="" if own else "more",
                item=PersonItem(person.name, own, is_muted),
            )
        )
    return rows


def relation_actions(relation: str) -> tuple[RowAction, ...]:
    """What a player can do about following or blocking another one."""
    if relation == "block":
        return (RowAction("unblock", tr("Unblock"), None),)
    follows = relation == "follow"
    follow = RowAction("unfollow", tr("Unfollow"), None) if follows else RowAction("follow", tr("Follow"), None)
    return follow, RowAction("block", tr("Block"), None)


def table_rows(tables: Iterable[TableInfo], account: str, now: int, *, moderator: bool = False) -> list[ListRow]:
    """Own tables first, then those with a free seat, then the others."""
    shown = [info for info in tables if info.state != "over"]
    shown.sort(key=lambda info: (not _is_own(info, account), not _is_free(info)))
    return [_table_row(info, account, now, moderator) for info in shown]


def _table_row(info: TableInfo, account: str, now: int, moderator: bool) -> ListRow:
    own, free = _is_own(info, account), _is_free(info)
    actions = []
    if own:
        actions.append(RowAction("join", tr("Open")))
    elif free:
        actions.append(RowAction("join", tr("Join"), "primary"))
    if not own and info.spectators:
        actions.append(RowAction("watch", tr("Watch")))
    if own and info.state == "open":
        actions.append(RowAction("invite", tr("Invite ...")))
    may_close = moderator and not own and info.state == "open"
    if may_close:
        actions.append(RowAction("close", tr("Close the table"), None))
    return ListRow(
        info.table,
        game_title(info.game),
        (dotted(info.title, _state(info, now)), _terms(info)),
        info.game,
        badges=(Badge("lock", tr("By code or invitation only")),) if info.access != "open" else (),
        actions=tuple(actions),
        end="more" if may_close else "",
    )


def seek_rows(seeks: Iterable[SeekInfo], account: str, now: int) -> list[ListRow]:
    """The wishes of others for games that this program knows, the longest waiting first."""
    shown = sorted(seeks, key=lambda info: info.since)
    return [_seek_row(info, now) for info in shown if info.account != account and not set(info.games).isdisjoint(GAMES)]


def _seek_row(info: SeekInfo, now: int) -> ListRow:
    games = [game for game in info.games if game in GAMES]
    since = fill(tr("for {time}"), {"time": ago_words(now - info.since)})
    within = within_words(info.within) if info.within is not None else ""
    return ListRow(
        info.seek,
        dotted(name_with_computer(info.name, info.computer), games_words(games)),
        (
            dotted(clocks_words(info.clocks), wanted_words(info.rated)),
            dotted(fill(tr("rating {rating}"), {"rating": rating_words(games, info.ratings)}), within, since),
        ),
        games[0],
        badges=(Badge("shield", tr("Registered at this server"), "ok"),) if info.registered else (),
        actions=(RowAction("accept", tr("Accept"), "primary"),),
    )


def _is_own(info: TableInfo, account: str) -> bool:
    return any(seat is not None and seat.account == account for seat in info.seats)


def _is_free(info: TableInfo) -> bool:
    return None in info.seats and info.state == "open" and not rules_problem(info)


def _terms(info: TableInfo) -> str:
    """The clock, the options and other terms of a table."""
    if problem := rules_problem(info):
        return problem
    game = GAMES[info.game]
    clock = clock_words(info.clock) if info.clock != "none" else tr("no clock")
    set_up = tr("from a set-up position") if info.set_up else ""
    return dotted(clock, options_line(game, info.options), set_up, rated_words(info.rated, info.rated_computers))


def _state(info: TableInfo, now: int) -> str:
    """The players, the state of the match and the spectators."""
    names = [name_with_computer(seat.name, seat.computer) for seat in info.seats if seat is not None]
    words = {"first": names[0] if names else "", "second": names[-1] if names else ""}
    players = fill(tr("{first} and {second}"), words) if len(names) == 2 else words["first"]
    # the list does not say when a pause or a wait between two battles began
    is_known = info.state in ("open", "playing") and not info.paused
    since = fill(tr("for {time}"), {"time": ago_words(now - (info.started or info.made))}) if is_known else ""
    watching = tr("%n watching", info.watching) if info.watching else ""
    return dotted(players, f"{state_words(info)} {since}".rstrip(), watching)


def state_words(info: TableInfo) -> str:
    """The state of a match."""
    paused = {
        "adjourned": tr("adjourned"), "restart": tr("paused: the server was interrupted"),
        "drain": tr("paused: the server stopped"), "vacation": tr("rests during a vacation"),
    }  # fmt: skip
    if info.paused == "restart" and info.origin:
        return tr("paused: waiting for the players")
    if info.paused:
        return paused.get(info.paused, tr("paused"))
    words = {
        "open": tr("waiting for an opponent") if None in info.seats else tr("not started yet"),
        "playing": tr("being played"), "between": tr("between two battles"), "frozen": tr("stopped by a fault"),
    }  # fmt: skip
    return words.get(info.state, info.state)


def ago_words(ms: int) -> str:
    """A rough duration."""
    minutes = max(0, ms) // MINUTE_MS
    if minutes < 1:
        return tr("less than a minute")
    if minutes < 120:
        return fill(tr("{n} min"), {"n": minutes})
    hours = minutes // 60
    return fill(tr("{n} h"), {"n": hours}) if hours < 48 else fill(tr("{n} d"), {"n": hours // 24})
