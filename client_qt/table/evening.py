"""The score of an evening: the games of two players that ended without a long pause between them."""

from collections.abc import Iterable
from typing import NamedTuple

from client_qt.table.model import Result, TableModel
from client_qt.table.status import both
from client_qt.text.locale_formats import local_time
from client_qt.text.offer_words import series_score, series_words
from client_qt.text.translation import tr
from netgame.match.events import Player
from netgame.match.state import Match, other
from netgame.text import fill

PAUSE_MS = 6 * 3_600_000  # without the end of a game; then an evening is over
DAY = range(5, 17)  # hours


class Score(NamedTuple):
    """Won games by player, and drawn ones."""

    won: tuple[int, int]
    drawn: int

    @property
    def games(self) -> int:
        return sum(self.won) + self.drawn


def evening_score(results: Iterable[Result], now: int) -> Score | None:
    """Count the games of this evening; None before the first one has ended. `now` is the time of their clock, in ms."""
    winners, last = list[int | None](), now
    for ended, winner in sorted(results, key=lambda result: -result.ended):
        if last - ended > PAUSE_MS:
            break
        last = ended
        winners.append(winner)
    return Score((winners.count(0), winners.count(1)), winners.count(None)) if winners else None


def own_results(model: TableModel) -> tuple[Result, ...]:
    """Return the result of the shown match, if it has one."""
    ended = model.match.ended if model.match is not None else None
    return (Result(ended.at, ended.winner),) if ended is not None and ended.reason != "aborted" else ()


def score_at(model: TableModel) -> Score | None:
    """Return the score of this evening with the result of this match; None before the first game has ended."""
    return evening_score((*model.results, *own_results(model)), model.now()) if not model.is_record else None


def evening_words(model: TableModel) -> str:
    """Return the score of this evening with the result of this match; empty before the first game has ended.

    The user comes first. Other players keep their order when they swap sides.
    """
    score = score_at(model)
    if score is None:
        return ""
    names, won = both(model), score.won
    first: Player = min(model.mine) if len(model.mine) == 1 else 0 if names[0] <= names[1] else 1
    second = other(first)
    words = {"first": names[first], "second": names[second], "own": str(won[first]), "other": str(won[second])}
    text = tr("This evening: {first} {own} – {other} {second}")
    if local_time(model.now()).hour in DAY:
        text = tr("Today: {first} {own} – {other} {second}")
    return ", ".join(filter(None, (fill(text, words), tr("%n draw(s)", score.drawn) if score.drawn else "")))


def score_words(model: TableModel, match: Match, least: int = 1) -> str:
    """Return the score of the evening, or that of the series if it has more games. An evening counts from `least`
    games."""
    series, score = series_score(match), score_at(model)
    if score is None or score.games < least or (series is not None and sum(series) > score.games):
        return series_words(match, both(model))
    return evening_words(model)
