"""What the page of a tournament shows: rows and words, computed from its state. There are no widgets here."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from client_qt.text.clock_words import clock_words, time_words
from client_qt.text.locale_formats import number
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_title, options_line
from client_qt.text.term_words import rated_words
from client_qt.text.tournament_words import (
    NameOf,
    appointment_words,
    ban_words,
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
from netgame.tournaments.decide import is_correctable
from netgame.tournaments.events import (
    Cancelled,
    Corrected,
    Ended,
    Event,
    GameBegun,
    GameFinished,
    Paired,
    PairedByHand,
    Replayed,
    RoundPaired,
    TimeAgreed,
    TimeProposed,
    TimeWithdrawn,
)
from netgame.tournaments.export import END_CAUSES, half_points
from netgame.tournaments.state import Board, Place, Tournament
from netgame.tournaments.values import Points, Standing

RESULTS: tuple[Points, ...] = ((2, 0), (1, 1), (0, 2), (0, 0))
OF_BOARD = GameFinished | Corrected | TimeProposed | TimeAgreed | TimeWithdrawn | GameBegun
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
    zone = fill(tr("time zone {zone}"), {"zone": c.zone}) if c.zone else ""
    rests = dotted("" if c.vacations else tr("no vacations"), "" if c.pauses else tr("no pauses"))
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
        zone,
        tr("players agree on times") if c.appointments else "",
        appear,
        rests,
    )


def state_line(t: Tournament, viewer: Viewer, now: int, round_at: int | None) -> str:
    """The state, and what comes next for this player. `round_at`: when the next round begins, if that is known."""
    match t.end:
        case Cancelled():
            return tr("Cancelled")
        case None:
            pass
        case _:
            final = tr("results can still be corrected") if is_correctable(t, now) else ""
            return dotted(tr("Over"), end_words(t), winners_words(t, viewer.name_of), final)
    if t.phase == "open":
        players = fill(tr("{count} of {places} places taken"), {"count": len(t.players), "places": t.created.places})
        start = tr("The director starts it")
        if t.created.starts_at is not None:
            at = {"when": when_words(t.created.starts_at), "time": time_words(t.created.starts_at - now)}
            start = fill(tr("Starts at {when}, in {time}"), at)
        return dotted(players, tr("paused") if t.is_paused else start)
    place, rounds = t.board_of(viewer.account), round_words(t)
    paused = tr("Paused: no game begins") if t.is_arena else tr("Paused: no round begins")
    paused = paused if t.is_paused else ""
    if place is not None:
        agreed = appointment_words(place.board.appointment, viewer.name_of)
        return dotted(rounds, game_words(t, place, viewer), agreed, paused)
    if viewer.account in t.players and t.players[viewer.account].is_asked:
        return dotted(
            rounds, tr("You were not there for your last game. Choose Play on, or you are not paired any more"), paused
        )
    if paused:
        return dotted(rounds, paused)
    if t.is_arena and now < t.ends_at:
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
    return fill(tr("won by {name}"), {"name": listed(first, name_of)}) if first else ""


def end_words(t: Tournament) -> str:
    """Why the tournament ended before its planned rounds; empty if it did not."""
    return tr(END_CAUSES.get(t.end.cause, "")) if isinstance(t.end, Ended) and t.end.cause in END_CAUSES else ""


def listed(accounts: Sequence[str], name_of: NameOf) -> str:
    """Return the names of accounts."""
    return ", ".join(map(name_of, accounts))


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
    sentences = [f"{tie_break_name(key)}: {tr(TIE_BREAKS[key].explanation)}" for key in _tie_breaks(places)]
    if t.created.format == "knockout":
        sentences = [tr("Players are ordered by the round that they reached.")]
    elif sentences:
        sentences.insert(0, tr("Equal points are decided in this order:"))
    if any(below.points > above.points for above, below in pairwise(places)):
        sentences.append(tr("Players who never came to a game are last."))
    return "\n".join(sentences)


def tie_break_name(key: str) -> str:
    return tr(TIE_BREAKS[key].name)


def standing_rows(t: Tournament, places: Sequence[Standing], viewer: Viewer) -> list[ListRow]:
    """The places as rows."""
    rows = []
    for place in places:
        player = t.players[place.account]
        actions = [RowAction("profile", tr("Show the profile"), None)]
        if viewer.directs and player.last_round is None and t.phase != "over":
            actions.append(RowAction("remove", tr("Remove from the tournament ..."), None))
            actions.append(RowAction("direct", tr("Let this player direct ..."), None))
        rating = fill(tr("rating {rating}"), {"rating": round(player.rating / 100)}) if player.rating else ""
        came_late = player.first_round > 1 and not t.is_arena  # which has no rounds
        late = fill(tr("since round {round}"), {"round": player.first_round}) if came_late else ""
        gone = tr("has left") if player.last_round is not None else tr("was absent") if player.is_asked else ""
        is_banned = player.last_round is None and t.phase != "over" and player.is_banned(t.at)
        banned = ban_words(player.banned_until or 0) if is_banned else ""
        you = " " + tr("(you)") if place.account == viewer.account else ""
        breaks = tuple(number(value / TIE_BREAKS[key].units) for key, value in place.tie_breaks.items())
        rows.append(
            ListRow(
                place.account,
                f"{place.rank}.  {viewer.name_of(place.account)}{you}",
                tuple(filter(None, (dotted(rating, late, gone, banned),))),
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
        tuple(filter(None, (_board_words(board, viewer.name_of),))),
        tone="accent" if is_mine else "ink",
        chip=tr("being played") if board.is_open and board.appointment is None else "",
        columns=(result,),
        actions=_board_actions(t, board, viewer, is_mine, first, second),
        end="more" if viewer.directs and second else "",
        group=group,
        item=BoardItem(at, index, paired.table, board.is_open, is_mine),
    )


def _board_words(board: Board, name_of: NameOf) -> str:
    if board.is_open:
        return appointment_words(board.appointment, name_of)
    is_forfeit = board.cause == "director" and not board.played and any(board.points or ())
    return dotted(cause_words(board), tr("by forfeit") if is_forfeit else "")


def _board_actions(
    t: Tournament, board: Board, viewer: Viewer, is_mine: bool, first: str, second: str
) -> tuple[RowAction, ...]:
    actions = []
    appointment = board.appointment
    if appointment is not None and is_mine:
        if appointment.proposed_by not in ("", viewer.account):
            accept = fill(tr("Accept {when}"), {"when": when_words(appointment.proposed_at)})
            actions += [RowAction("accept", accept, "primary"), RowAction("decline", tr("Decline"))]
        elif appointment.proposed_by:
            actions.append(RowAction("decline", tr("Withdraw the proposal")))
        actions.append(RowAction("propose", tr("Agree on a time ...")))
    elif appointment is None and board.paired.table and board.is_open:
        actions.append(
            RowAction("open", tr("Open the game") if is_mine else tr("Watch"), "primary" if is_mine else "plain")
        )
    elif board.paired.table and board.played:
        actions.append(RowAction("open", tr("Replay")))
    if viewer.directs and second:
        win, names = tr("Result: {name} wins"), (first, second)
        texts = (
            fill(win, {"name": names[0]}), tr("Result: a draw"), fill(win, {"name": names[1]}),
            tr("Result: no point for both"),
        )  # fmt: skip
        for points, text in zip(RESULTS, texts, strict=True):
            if points != board.points or not board.played:
                actions.append(RowAction(f"result {points[0]} {points[1]}", text, None))
        for points, name in zip(((2, 0), (0, 2)), names, strict=True):
            if points != board.points or board.played:
                text = fill(tr("Result: {name} wins by forfeit"), {"name": name})
                actions.append(RowAction(f"forfeit {points[0]} {points[1]}", text, None))
        if t.phase == "running":
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
            board = boards.get((event.round, event.board)) if isinstance(event, OF_BOARD) else None
            words = event_words(event, name_of, board)
            rows.append(ListRow(str(event.number), words, (f"{event.number}.  {when_words(event.at)}",)))
    return rows[::-1]
