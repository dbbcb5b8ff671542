"""Positions that a command line names: the start of a game with options, a position text, or an event of a file."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from netgame.errors import NotationError, RulesError
from netgame.formats.convert import LoadedMatch
from netgame.game import Game
from netgame.games import GAMES
from netgame.match.create import is_plain, new_match
from netgame.match.events import Created, Event
from netgame.match.evolve import evolve
from netgame.match.match_rules import MAX_POSITION
from netgame.match.state import Match
from netgame.options import OptionValue, check_option, options_of

_YES, _NO = ("true", "yes"), ("false", "no")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


class PositionError(RulesError):
    """The game, option or event does not exist."""


@dataclass(frozen=True)
class Position:
    """A game and one of its states."""

    game: Game[Any, Any]
    state: Any


def game_of(key: str, words: Iterable[str]) -> Game[Any, Any]:
    """Return the game with the options given as `name=value`. Raise `PositionError` or `OptionError` for wrong ones."""
    kind = kind_of_game(key)
    options: dict[str, OptionValue] = {}
    for given in words:
        name, _, text = given.partition("=")
        if name in options:
            raise PositionError("the option {option} appears twice", option=name)
        options[name] = option_value(kind, name, text)
    return kind(**options)


def kind_of_game(key: str) -> type[Game[Any, Any]]:
    """Return the class of a game. Raise `PositionError` if there is none with that key."""
    kind = GAMES.get(key)
    if kind is None:
        raise PositionError("there is no game {game}; there are {games}", game=key[:40], games=", ".join(GAMES))
    return kind


def option_value(kind: type[Game[Any, Any]], name: str, text: str) -> OptionValue:
    """Return the value that a text means. Raise `PositionError` or `OptionError` for a wrong name or value."""
    infos = {info.name: info for info in options_of(kind)}
    if name not in infos:
        raise PositionError(
            "{game} has no option {option}; it has {options}",
            game=kind.title, option=name[:40], options=", ".join(infos) or "none",
        )  # fmt: skip
    info, word = infos[name], text.lower()
    value: OptionValue = text
    if info.kind == "bool" and word in (*_YES, *_NO):
        value = word in _YES
    elif info.kind == "int" and info.optional and word in ("none", "null"):
        value = None
    elif info.kind == "int" and _NUMBER.fullmatch(text):
        value = int(text)
    check_option(info, value)
    return value


def start_of(game: Game[Any, Any]) -> Position:
    """Return the start of a game."""
    return Position(game, game.start())


def position_of(game: Game[Any, Any], text: str) -> Position:
    """Return the position of a position text. Raise `NotationError` for other text."""
    if len(text) > MAX_POSITION or not is_plain(text):
        raise NotationError("a position is one line of plain characters")
    return Position(game, game.read_position(text))


def board_of(loaded: LoadedMatch, number: int | None) -> Position:
    """Return the board of a match after the event with that number, or after the last one."""
    match = loaded.match if number is None else match_at(loaded.log, number)
    return Position(match.game, match.state)


def match_at(log: tuple[Event, ...], number: int) -> Match:
    """Return the match up to the event with that number."""
    if not 1 <= number <= len(log):
        raise PositionError("the match has no event {number}, only 1 to {last}", last=len(log), number=number)
    created = log[0]
    assert isinstance(created, Created), "a log begins with created"
    match = new_match(created, GAMES)
    for event in log[1:number]:
        match = evolve(match, event)
    return match
