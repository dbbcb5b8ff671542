"""What the page of a tournament shows: rows and words, computed from its state. There are no widgets here."""

from collections.abc import Sequence
from dataclasses import dataclass

from client_qt.text.clock_words import clock_words, time_words
from client_qt.text.locale_formats import number
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_title, options_line
from client_qt.text.term_words import rated_words
from client_qt.text.tournament_words import (
    NameOf,
    cause_words,
    event_words,
    format_words,
    result_words,
    wait_words,
    when_words,
)
from client_qt.text.translation import tr
from client_qt.widgets.list_view import ListColumn, ListRow, RowAction
from netgame.games import GAMES
from netgame.text import fill
from netgame.tournaments import TIE_BREAKS, standings
from netgame.tournaments.events import (
    Cancelled,
    Corrected,
    Event,
    GameFinished,
    Paired,
    PairedByHand,
    Replayed,
    RoundPaired,
)
from netgame.tournaments.export import half_points
from netgame.tournaments.state import Board, Place, Tournament
from netgame.tournaments.values import Points, Standing

RESULTS: tuple[Points, ...] = ((2, 0), (1, 1), (0, 2), (0, 0))
MOST_LOG = 500  # newest entries that the log shows
COLUMN_EMS = 8.6


@dataclass(frozen=True)
class Viewer:
    """Who looks at a tournament: the account, whether it may direct, and how players are called."""

    account: str
    directs: bool
    name_of: NameOf


@dataclass(frozen=True)
class BoardItem:
    """The game of a row."""

    round: int
    board: int
    table: str
    is_open: bool
    is_mine: bool


@dataclass(frozen=True)
class CrossTable:
    """The results of a round robin: a row and a column for each player, in their order."""

    captions: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def terms_line(t: Tournament) -> str:
    """The game, the clock and the other terms."""
    c = t.created
    options = options_line(GAMES[c.game], c.options) if c.game in GAMES else ""
    entry = tr("by invitation") if c.entry == "invited" else tr("open to everybody")
    appear = fill(tr("appear within {time}"), {"time": wait_words(c.appear_s)}) if c.appear_s else ""
    length = fill(tr("{n} min"), {"n": c.arena_minutes}) if t.is_arena else ""
    clock = clock_words(c.clock) or tr("no clock")
    pause = fill(tr("{time} between rounds"), {"time": wait_words(c.pause_s)}) if c.pause_s else ""
    every = fill(tr("a round every {time}"), {"time": wait_words(c.round_every_s)}) if c.round_every_s else ""
    return dotted(
        format_words(c.format),
        length,
        game_title(c.game),
        options,
        clock,
        rated_words(c.rated, False),
        entry,
        pause,
        every,
        appear,
    )


def state_line(t: Tournament, viewer: Viewer, now: int, round_at: int | None) -> str:
    """The state, and what comes next for this player. `round_at`: when the next round begins, if that is known."""
    match t.end:
        case Cancelled():
            return tr("Cancelled")
        case None:
            pass
        case _:
            return dotted(tr("Over"), winners_words(t, viewer.name_of))
    if t.phase == "open":
        players = fill(tr("{count} of {places} places taken"), {"count": len(t.players), "places": t.created.places})
        start = tr("The director starts it")
        if t.created.starts_at is not None:
            at = {"when": when_words(t.created.starts_at), "time": time_words(t.created.starts_at - now)}
            start = fill(tr("Starts at {when}, in {time}"), at)
        return dotted(players, tr("paused") if t.is_paused else start)
    place, rounds = t.board_of(viewer.account), round_words(t)
    if place is not None:
        return dotted(rounds, game_words(t, place, viewer))
    if t.is_paused:
        return dotted(rounds, tr("Paused: no round begins"))
    if t.is_arena:
        return dotted(fill(tr("{time} left"), {"time": time_words(t.ends_at - now)}), _waiting(t, viewer))
    if round_at is not None:
        words: dict[str, str | int] = {"round": len(t.rounds) + 1, "time": time_words(round_at - now)}
        return dotted(rounds, fill(tr("Round {round} begins in {time}"), words))
    still = sum(1 for _ in t.open_boards)
    return dotted(rounds, tr("%n game(s) still played", still) if still else tr("all games are over"))


def _waiting(t: Tournament, viewer: Viewer) -> str:
    return tr("You get the next opponent who is free") if viewer.account in t.active else ""


def round_words(t: Tournament) -> str:
    """Which round is played."""
    if t.is_arena:
        return ""
    if not t.rounds:
        return tr("The first round is about to begin")
    if t.created.format == "knockout":
        return fill(tr("Round {round}"), {"round": len(t.rounds)})
    return fill(tr("Round {round} of {rounds}"), {"round": len(t.rounds), "rounds": t.planned})


def game_words(t: Tournament, place: Place, viewer: Viewer) -> str:
    """The game that this player has now."""
    other = next((account for account in place.board.accounts if account != viewer.account), "")
    template = tr("Your game against {name}") if t.is_arena else tr("Your game in round {round} against {name}")
    return fill(template, {"round": place.round, "name": viewer.name_of(other)})


def winners_words(t: Tournament, name_of: NameOf) -> str:
    """Who won."""
    first = [place.account for place in places_of(t) if place.rank == 1]
    names = ", ".join(map(name_of, first))
    return fill(tr("won by {name}"), {"name": names}) if names else ""


# ---- standings


def places_of(t: Tournament) -> tuple[Standing, ...]:
    """The places of all players, the first one first."""
    return standings(t.created.format, t.entrants, t.games)


def standing_columns(places: Sequence[Standing]) -> tuple[ListColumn, ...]:
    """The points, then the tie-breaks of the format."""
    breaks = (ListColumn(tie_break_name(key), COLUMN_EMS) for key in _tie_breaks(places))
    return ListColumn(tr("Points"), 4.5, 4.5, "strong"), *breaks


def tie_break_words(t: Tournament, places: Sequence[Standing]) -> str:
    """How players with equal points are ordered."""
    if t.created.format == "knockout":
        return tr("Players are ordered by the round that they reached.")
    sentences = [f"{tie_break_name(key)}: {tr(TIE_BREAKS[key].explanation)}" for key in _tie_breaks(places)]
    return "\n".join((tr("Equal points are decided in this order:"), *sentences)) if sentences else ""


def tie_break_name(key: str) -> str:
    return tr(TIE_BREAKS[key].name)


def standing_rows(t: Tournament, places: Sequence[Standing], viewer: Viewer) -> list[ListRow]:
    """The places as rows."""
    rows = []
    for place in places:
        player = t.players[place.account]
        actions = [RowAction("profile", tr("Show the profile"), None)]
        if viewer.directs and player.last_round is None:
            actions.append(RowAction("remove", tr("Remove from the tournament ..."), None))
            actions.append(RowAction("direct", tr("Let this player direct ..."), None))
        rating = fill(tr("rating {rating}"), {"rating": round(player.rating / 100)}) if player.rating else ""
        late = fill(tr("since round {round}"), {"round": player.first_round}) if player.first_round > 1 else ""
        gone = tr("has left") if player.last_round is not None else ""
        you = " " + tr("(you)") if place.account == viewer.account else ""
        breaks = tuple(number(value / TIE_BREAKS[key].units) for key, value in place.tie_breaks.items())
        rows.append(
            ListRow(
                place.account,
                f"{place.rank}.  {viewer.name_of(place.account)}{you}",
                tuple(filter(None, (dotted(rating, late, gone),))),
                columns=(half_points(place.points), *breaks),
                actions=tuple(actions),
                end="more" if viewer.directs else "",
                group=tr("Players"),
            )
        )
    return rows


def _tie_breaks(places: Sequence[Standing]) -> tuple[str, ...]:
    return tuple(places[0].tie_breaks) if places else ()


# ---- rounds


def round_rows(t: Tournament, viewer: Viewer) -> list[ListRow]:
    """The games, the newest round first and own games first in it."""
    rows = []
    for at in range(len(t.rounds), 0, -1):
        boards = sorted(enumerate(t.rounds[at - 1]), key=lambda each: viewer.account not in each[1].accounts)
        group = "" if t.is_arena else fill(tr("Round {round}"), {"round": at})
        rows += [_board_row(t, at, index, board, viewer, group) for index, board in boards]
    return rows


def _board_row(t: Tournament, at: int, index: int, board: Board, viewer: Viewer, group: str) -> ListRow:
    paired, is_mine = board.paired, viewer.account in board.accounts
    first, second = viewer.name_of(paired.first), viewer.name_of(paired.second) if paired.second else ""
    result = "" if board.points is None else half_points(board.points[0])
    if board.points is not None and paired.second is not None:
        result = result_words(board.points)
    return ListRow(
        f"{at}/{index}",
        fill(tr("{first} and {second}"), {"first": first, "second": second}) if second else first,
        tuple(filter(None, (cause_words(board) if board.points is not None else "",))),
        tone="accent" if is_mine else "ink",
        chip=tr("being played") if board.is_open else "",
        columns=(result,),
        actions=_board_actions(t, board, viewer, is_mine, first, second),
        end="more" if viewer.directs and second and t.phase == "running" else "",
        group=group,
        item=BoardItem(at, index, paired.table, board.is_open, is_mine),
    )


def _board_actions(
    t: Tournament, board: Board, viewer: Viewer, is_mine: bool, first: str, second: str
) -> tuple[RowAction, ...]:
    actions = []
    if board.paired.table and board.is_open:
        actions.append(
            RowAction("open", tr("Open the game") if is_mine else tr("Watch"), "primary" if is_mine else "plain")
        )
    elif board.paired.table and board.played:
        actions.append(RowAction("open", tr("Replay")))
    if viewer.directs and second and t.phase == "running":
        win, names = tr("Result: {name} wins"), (first, second)
        texts = (
            fill(win, {"name": names[0]}), tr("Result: a draw"), fill(win, {"name": names[1]}),
            tr("Result: no point for both"),
        )  # fmt: skip
        for points, text in zip(RESULTS, texts, strict=True):
            if points != board.points:
                actions.append(RowAction(f"result {points[0]} {points[1]}", text, None))
        actions.append(RowAction("again", tr("Play this game again ..."), None))
    return tuple(actions)


# ---- cross table and log


def cross_table(t: Tournament, viewer: Viewer) -> CrossTable:
    """The results of everybody against everybody."""
    places = places_of(t)
    results: dict[tuple[str, str], list[str]] = {}
    for boards in t.rounds:
        for board in boards:
            if board.points is not None and board.paired.second is not None:
                pair = board.paired.first, board.paired.second
                for seat, points in enumerate(board.points):
                    results.setdefault(pair if seat == 0 else (pair[1], pair[0]), []).append(half_points(points))
    rows = []
    for at, row in enumerate(places, 1):
        against = (
            "-" if row is column else "  ".join(results.get((row.account, column.account), ())) for column in places
        )
        rows.append((f"{at}  {viewer.name_of(row.account)}", *against, half_points(row.points)))
    numbers = (str(at) for at in range(1, len(places) + 1))
    return CrossTable((tr("Player"), *numbers, tr("Points")), tuple(rows))


def log_rows(events: Sequence[Event], name_of: NameOf) -> list[ListRow]:
    """The newest events first."""
    rows, boards = list[ListRow](), dict[tuple[int, int], Paired]()
    for place, event in enumerate(events):
        match event:
            case RoundPaired(round=at, boards=paired) | PairedByHand(round=at, boards=paired):
                boards |= {(at, index): board for index, board in enumerate(paired)}
            case Replayed(round=at, board=index, game=game):
                boards[at, index] = game
        if place >= len(events) - MOST_LOG:
            board = boards.get((event.round, event.board)) if isinstance(event, GameFinished | Corrected) else None
            words = event_words(event, name_of, board)
            rows.append(ListRow(str(event.number), words, (f"{event.number}.  {when_words(event.at)}",)))
    return rows[::-1]
