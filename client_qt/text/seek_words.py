"""Wishes for a game in words."""

from collections.abc import Iterable, Mapping

from client_qt.text.clock_words import clock_words, length_words
from client_qt.text.rules_text import game_title
from client_qt.text.translation import tr
from netgame.match.rating import START
from netgame.match.time_control import ControlError, read_control
from netgame.text import fill


def games_words(games: Iterable[str]) -> str:
    """Return the names of games."""
    return ", ".join(map(game_title, games))


def clocks_words(clocks: Iterable[str]) -> str:
    """Return some time controls."""
    return ", ".join(map(short_clock, clocks))


def short_clock(notation: str) -> str:
    """Return a time control as short as possible."""
    try:
        control = read_control(notation)
    except ControlError:
        return notation
    if control.kind == "fischer":
        words = {"base": length_words(control.base), "step": length_words(control.step)}
        return fill(tr("{base} + {step} a move"), words)
    return clock_words(notation) or tr("no clock")


def rating_words(games: Iterable[str], ratings: Mapping[str, int]) -> str:
    """Return the ratings of a player in some games; one without has 1500 until the first rated matches."""
    shown = [round(ratings.get(game, START[0]) / 100) for game in games]
    low, high = min(shown), max(shown)
    return str(low) if low == high else fill(tr("{low} to {high}"), {"low": low, "high": high})


def within_words(points: int | None) -> str:
    """Return which opponents a player wants."""
    return tr("any rating") if points is None else fill(tr("within {points} points"), {"points": points})


def wanted_words(rated: bool | None) -> str:
    """Return whether the match is to be rated."""
    return tr("rated or unrated") if rated is None else tr("rated") if rated else tr("unrated")
