"""Checks a command that makes a table, and turns it into the first event of the log."""

from collections.abc import Callable
from typing import TypeVar

from netgame.errors import RulesError
from netgame.match import CURRENT_RULES, Games, Match, MatchError, created_event, new_match
from netgame.match.absence import read_new_absence, write_absence
from netgame.match.events import Created, terms_of
from netgame.match.time_control import read_control, write_control
from netgame.text import N_, Text
from protocol import messages as m
from protocol.texts import cleaned, is_legible, normalized_code
from server.tables.commands import User

T = TypeVar("T")


class InvalidTable(Exception):
    """The command makes no valid table; `code` and `text` give the reason."""

    def __init__(self, code: str, text: Text | str, **args: str | int) -> None:
        self.code = code
        self.text = text if isinstance(text, Text) else Text(text, args)
        super().__init__(str(self.text))


def opened(
    command: m.MakeTable, now: int, games: Games, origin: str = "", match_rules: int = CURRENT_RULES.version
) -> tuple[Created, Match]:
    """Return the first event of a new table and the match that it creates. `InvalidTable` for an invalid command.

    `origin` and `match_rules` are those of the event.
    """
    kind = games.get(command.game)
    if kind is None:
        raise InvalidTable("unknown_game", N_("No game called {game} is known here"), game=command.game[:40])
    if command.access == "code":
        check_code(command.code)
    title = cleaned(command.title)
    if len(title) > m.MAX_TITLE or (command.title.strip() and not is_legible(command.title)):  # NFC may make it longer
        template = N_("The title of a table has at most {most} characters, all of which can be seen")
        raise InvalidTable("bad_title", template, most=m.MAX_TITLE)
    terms = terms_of(command)
    game = _checked("bad_option", lambda: kind(**command.options))
    if command.dice == "players" and not kind.has_dice:
        raise InvalidTable("bad_dice", N_("{game} has no dice that the players could draw"), game=kind.title)
    if command.rated:
        check_rated(command)
    control = _checked("bad_clock", lambda: read_control(command.clock))
    absence = _checked("bad_absence", lambda: read_new_absence(command.absence, control))
    terms["clock"], terms["absence"] = write_control(control), write_absence(absence)
    created = created_event(
        game, at=max(now, 0), title=title, position=command.position, match_rules=match_rules, origin=origin, **terms
    )
    try:
        return created, new_match(created, games)
    except MatchError as error:  # the only part that is not checked above
        raise InvalidTable("bad_position", error.reason) from error


def rules_for(*users: User | None) -> int:
    """Return the newest match rules that the programs of all these users know; None is a user who is offline."""
    return 1 if any(user is not None and user.is_old for user in users) else CURRENT_RULES.version


def check_code(code: str) -> None:
    """`InvalidTable` for a new code of a table that is too short; older tables may have shorter ones."""
    if len(normalized_code(code)) < m.MIN_CODE:
        template = N_("A table by code needs a code of at least {least} letters or digits that you tell the others")
        raise InvalidTable("bad_code", template, least=m.MIN_CODE)


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
