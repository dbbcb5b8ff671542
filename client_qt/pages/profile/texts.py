"""How somebody plays and what was played at a server, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from client_qt.table.clocks import control_words
from client_qt.text.locale_formats import day
from client_qt.text.rules_text import tr
from client_qt.widgets.list_view import ListRow, RowAction
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match.events import RatingChange
from netgame.match.rating import is_provisional
from netgame.match.time_control import read_control
from netgame.text import fill
from protocol.messages import Finished, Standing

DOT = "  ·  "


@dataclass(frozen=True)
class StandingRow:
    """One game of a profile. `curve`: time in ms and rating in hundredths."""

    game: str
    title: str
    rating: str  # empty for who never played rated
    played: str
    note: str
    curve: tuple[tuple[int, int], ...] = ()


def standing_row(standing: Standing) -> StandingRow:
    """How somebody plays a game."""
    rated = standing.rating is not None
    note = ""
    if not rated:
        note = tr("No rated match of this game yet. Ratings begin with the first one.")
    elif standing.provisional:
        note = tr("The question mark: too few matches to be sure of it.")
    counts = {"won": standing.won, "lost": standing.lost, "drawn": standing.drawn}
    played = fill(tr("{won} won, {lost} lost, {drawn} drawn"), counts)
    curve = tuple(standing.curve) if rated else ()
    return StandingRow(standing.game, game_title(standing.game), rating_words(standing), played, note, curve)


def rating_words(standing: Standing) -> str:
    """The rating in whole points, with a question mark as long as it is a guess."""
    if standing.rating is None:
        return ""
    return f"{round(standing.rating / 100)}{' ?' if standing.provisional else ''}"


def rating_change(change: RatingChange) -> str:
    """The rating after a match, and what the match did to it: "1512 (+12)"."""
    before, after = round(change.before[0] / 100), round(change.after[0] / 100)
    doubt = " ?" if is_provisional(change.after) else ""
    return f"{after}{doubt} ({after - before:+d})"


def curve_words(title: str, curve: Sequence[tuple[int, int]]) -> str:
    """A curve for who does not see it."""
    if not curve:
        return ""
    ratings = [round(rating / 100) for _at, rating in curve]
    words: dict[str, str | int] = {
        "game": title, "n": len(ratings), "first": ratings[0], "last": ratings[-1], "low": min(ratings),
        "high": max(ratings), "since": day_words(curve[0][0]),
    }  # fmt: skip
    if len(ratings) == 1:
        return fill(tr("Rating in {game}: one match, {last}"), words)
    return fill(
        tr("Rating in {game} over {n} matches since {since}: from {first} to {last}, lowest {low}, highest {high}"),
        words,
    )


def finished_row(match: Finished) -> ListRow:
    """A finished match as a row."""
    names = {"game": game_title(match.game), "first": match.names[0], "second": match.names[1]}
    title = fill(tr("{game}: {first} and {second}"), names)
    # the day before what may be cut in a small window
    parts = [result_words(match), day_words(match.ended), tr("rated") if match.rated else "", _clock_words(match.clock)]
    return ListRow(
        match.table,
        title,
        (DOT.join(part for part in parts if part),),
        match.game,
        problem="" if match.game in GAMES else tr("A game that this version does not know."),
        actions=(RowAction("replay", tr("Replay")), RowAction("save", tr("Save"))),
    )


def result_words(match: Finished) -> str:
    """Who won, and why where it was not on the board."""
    if match.reason == "aborted":
        return tr("aborted")
    if match.winner is None:
        return tr("a draw")
    why = {
        "flag": tr("{name} wins on time"), "resigned": tr("{name} wins: the other side resigned"),
        "left": tr("{name} wins: the other side left"), "absent": tr("{name} wins: the other side was away"),
    }  # fmt: skip
    return fill(why.get(match.reason, tr("{name} wins")), {"name": match.names[match.winner]})


def day_words(at_ms: int) -> str:
    """The day of a time of the server."""
    return day(datetime.fromtimestamp(at_ms / 1000))


def game_title(key: str) -> str:
    """What a game is called, even one that this program does not know."""
    return GAMES[key].title if key in GAMES else key


def _clock_words(notation: str) -> str:
    try:
        return control_words(read_control(notation)) if notation != "none" else ""
    except RulesError:
        return ""
