"""Texts of the screenshots in the words of the program, so that they are translated: titles and results of matches."""

from collections.abc import Sequence
from datetime import datetime

from client_qt.text.locale_formats import moment
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.records.lines import RecordError
from netgame.text import Arg, Text, fill

DOT = "  ·  "


def against(game: str, name: str) -> str:
    """A match under way, as its row is called."""
    return fill(tr("{game} against {name}"), {"game": game, "name": name})


def played(game: str, first: str, second: str) -> str:
    """A match that is over, as its row is called."""
    return fill(tr("{game}: {first} and {second}"), {"game": game, "first": first, "second": second})


def turn_of(name: str, where: str = "") -> str:
    """Return the player to move and the place, which is this screen by default."""
    return DOT.join((fill(tr("{name}'s turn"), {"name": name}), where or tr("on this screen")))


def table_of(name: str) -> str:
    """Return the usual title of a table."""
    return fill(tr("{name}'s table"), {"name": name})


def results(winners: Sequence[str]) -> tuple[str, ...]:
    """Six ways in which matches can end, or not, each with the name of who might have won."""
    by, wins, scores = tr("{name} wins by {points}."), tr("{name} wins."), tr("{name} wins {scores}.")
    templates = (by, wins, tr("It is a draw."), tr("unfinished"), scores, wins)
    more: dict[str, Arg] = {"points": 7, "scores": "12 : 8"}
    return tuple(fill(words, {"name": name, **more}) for words, name in zip(templates, winners, strict=True))


def on_day(number: int) -> str:
    """The evening of a day of May, as the language writes it."""
    return moment(datetime(2026, 5, number, 21, 40))


def too_old(server: str, version: str) -> str:
    """Return the reason why a server is too old."""
    words = tr("{server} has the older version {version}. It must be updated to play with this one.")
    return fill(words, {"server": server, "version": version})


def broken() -> str:
    """Why a record is not read."""
    return translate(RecordError(12, Text("the checksum does not match the lines above: the record was changed")).text)
