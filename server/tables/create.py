"""Checks a command that makes a table, and turns it into the first event of the log."""

from collections.abc import Callable
from typing import TypeVar

from netgame.errors import RulesError
from netgame.match import Games, Match, MatchError, created_event, new_match
from netgame.match.absence import read_absence, write_absence
from netgame.match.events import Created, terms_of
from netgame.match.time_control import read_control, write_control
from netgame.text import N_, Text
from protocol import messages as m
from server.names import is_seen, tidy

T = TypeVar("T")


class InvalidTable(Exception):
    """The command makes no valid table; `code` and `text` give the reason."""

    def __init__(self, code: str, text: Text | str, **args: str | int) -> None:
        self.code = code
        self.text = text if isinstance(text, Text) else Text(text, args)
        super().__init__(str(self.text))


def opened(command: m.MakeTable, now: int, games: Games, origin: str = "") -> tuple[Created, Match]:
    """Return the first event of a new table and the match that it creates. `InvalidTable` for an invalid command.

    `origin` is that of the event.
    """
    kind = games.get(command.game)
    if kind is None:
        raise InvalidTable("unknown_game", N_("No game called {game} is known here"), game=command.game[:40])
    if command.access == "code" and not command.code.strip():
        raise InvalidTable(
            "bad_code", N_("A table by code needs a code: some letters or digits that you tell the others")
        )
    title = tidy(command.title)
    if len(title) > m.MAX_TITLE or (title and not is_seen(title)):  # tidying may make it longer
        template = N_("The title of a table has at most {most} characters, all of which can be seen")
        raise InvalidTable("bad_title", template, most=m.MAX_TITLE)
    terms = terms_of(command)
    game = _checked("bad_option", lambda: kind(**command.options))
    terms["clock"] = _checked("bad_clock", lambda: write_control(read_control(command.clock)))
    terms["absence"] = _checked("bad_absence", lambda: write_absence(read_absence(command.absence)))
    created = created_event(game, at=max(now, 0), title=title, position=command.position, origin=origin, **terms)
    try:
        return created, new_match(created, games)
    except MatchError as error:  # the only part that is not checked above
        raise InvalidTable("bad_position", error.reason) from error


def check_rated(command: m.MakeTable) -> None:
    """`InvalidTable` for a rated table that would not be fair."""
    if command.position is not None:
        raise InvalidTable(
            "rated_position", N_("A rated match starts from the game's own position, not from one set up")
        )


def _checked(code: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except RulesError as error:
        raise InvalidTable(code, error.text) from error
