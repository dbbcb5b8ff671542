"""How a match begins: the event `created` checked against the games known here, and the position of every start."""

from collections.abc import Mapping
from typing import Any, get_args

from netgame.errors import NotationError, OptionError
from netgame.game import Game, Over
from netgame.match.absence import read_absence
from netgame.match.events import Access, Created, OptionValue
from netgame.match.state import Games, InvalidEvent, Match
from netgame.match.time_control import read_control
from netgame.options import options_of

MAX_POSITION = 8192  # characters; the largest board has under 1000 cells
MOST_DELAY_S = 3_600
MAX_AT = 253_402_300_799_999  # ms: the end of the year 9999, the last time that a record can write


def opened(created: Created, games: Games) -> Match:
    """The match before anybody sits. `RulesError` for anything about it that is not known here."""
    if created.number != 1 or not 0 <= created.at <= MAX_AT:
        raise InvalidEvent("number", "a match begins with the number 1, at a time from 1970 to 9999")
    kind = _known(created, games)
    _check_names(kind, created.options)
    _check_agreed(created)
    game = kind(**created.options)
    state = first_state(game, created.position)
    return Match(game, created, state, game.turn(state), created.number, created.at)


def _check_agreed(created: Created) -> None:
    """What was agreed besides the game, as far as it has only some values."""
    read_control(created.clock)
    read_absence(created.absence)
    if created.access not in get_args(Access):
        raise InvalidEvent("access", "a table is open, with a code, or for who is invited")
    if not 0 <= created.delay <= MOST_DELAY_S:
        raise InvalidEvent("delay", "spectators are behind by at most {most} seconds", most=MOST_DELAY_S)
    if len(created.score) != 3 or min(created.score) < 0:
        raise InvalidEvent("score", "the score of a series is how many each has won, and how many were drawn")
    if created.rated and created.position is not None:
        raise InvalidEvent("rated_position", "a rated match starts as the rules say, without a position of its own")


def _check_names(kind: type[Game[Any, Any]], options: Mapping[str, OptionValue]) -> None:
    names = {info.name for info in options_of(kind)}
    for name in sorted(options.keys() - names):
        raise OptionError("{game} has no option {option}", game=kind.title, option=name[:40])
    for name in sorted(names - options.keys()):
        raise OptionError("the option {option} is not given", option=name)


def _known(created: Created, games: Games) -> type[Game[Any, Any]]:
    kind = games.get(created.game)
    if kind is None:
        raise InvalidEvent("unknown_game", "no game called {game} is known here", game=created.game[:40])
    if kind.version != created.rules:
        raise InvalidEvent(
            "rules_version",
            "the match goes by version {theirs} of the rules of {game}, and only version {ours} is known here",
            game=kind.title,
            theirs=created.rules,
            ours=kind.version,
        )
    return kind


def first_state(game: Game[Any, Any], position: str | None) -> Any:
    """Where every leg starts. `RulesError` for a text that is no position to play from."""
    if position is None:
        return game.start()
    if len(position) > MAX_POSITION or not is_plain(position):
        raise NotationError("a position is one line of plain characters")
    state = game.read_position(position)
    if isinstance(game.turn(state), Over):
        raise InvalidEvent("finished_position", "a match cannot start from a position in which the game is over")
    return state


def is_plain(text: str) -> bool:
    """Whether a text is fit for one line of a record; every notation and position text is."""
    return text.isascii() and text.isprintable()
