"""Create a match: check the event `created` against the known games and set up the board."""

import re
from collections.abc import Mapping
from typing import Any, get_args

from netgame.errors import NotationError, OptionError, RulesError
from netgame.game import Game, Over
from netgame.match.absence import read_absence
from netgame.match.dice import PlayersDice
from netgame.match.events import Access, Created, DiceSource, OptionValue
from netgame.match.match_rules import CURRENT_RULES, MATCH_RULES, MAX_AT, MAX_POSITION
from netgame.match.state import Games, InvalidEvent, Match, MatchError, UnknownRules
from netgame.match.time_control import read_control
from netgame.options import option_values, options_of
from netgame.text import N_

_ORIGIN = re.compile("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]/[!-.0-~]{1,40}")  # 43 characters hold 32 bytes and two zeros
_BAD_ORIGIN = N_("the origin of a log is the key of its host in base64url, / and the table")


def created_event(
    game: Game[Any, Any], *, at: int, title: str = "", position: str | None = None,
    match_rules: int = CURRENT_RULES.version, **agreed: Any,
) -> Created:  # fmt: skip
    """Return the first event of a new match by the current rules. `agreed` are other fields of `Created`."""
    return Created(
        number=1,
        at=at,
        title=title,
        game=game.key,
        rules=game.version,
        match_rules=match_rules,
        options=option_values(game),
        position=position,
        **agreed,
    )


def new_match(created: Created, games: Games) -> Match:
    """Return the match that a log begins. Raise `MatchError` for anything that this program does not know."""
    try:
        if created.number != 1 or not 0 <= created.at <= MAX_AT:
            raise InvalidEvent("number", N_("a match begins with event 1, at a time from 1970 to 9999"))
        check_rules(created.game, created.rules, created.match_rules, created.options, games)
        kind, rules = games[created.game], MATCH_RULES[created.match_rules]
        game = kind(**_options(kind, created.options, created.rules))
        read_control(created.clock, rules)
        read_absence(created.absence, rules)
        if created.access not in get_args(Access):
            raise InvalidEvent("access", N_("the access of a table must be open, code or invited"))
        if not 0 <= created.delay <= rules.max_delay_s:
            raise InvalidEvent("delay", N_("spectators can be at most {most} seconds behind"), most=rules.max_delay_s)
        if created.dice not in get_args(DiceSource) or (created.dice == "players" and not kind.has_dice):
            raise InvalidEvent("dice", N_("the dice are of the host, or in a game with dice of the players"))
        if len(created.score) != 3 or min(created.score) < 0:
            raise InvalidEvent("score", N_("the score of a series is three numbers: wins of each player, and draws"))
        if created.proof is not None:
            raise InvalidEvent("proof", N_("nobody signs the first event of a log"))
        if created.origin:
            check_origin(created.origin)
        if created.rated and created.position is not None:
            raise InvalidEvent("rated_position", N_("a rated match must start from the usual position of the game"))
        state = first_state(game, created.position)
    except RulesError as exc:
        raise MatchError(created.number, exc.text) from exc
    drawing = PlayersDice() if created.dice == "players" else None
    return Match(game, rules, created, state, game.turn(state), created.number, created.at, drawing=drawing)


def check_origin(origin: str) -> None:
    """Raise `InvalidEvent` unless a text has the form of an origin."""
    if not _ORIGIN.fullmatch(origin):
        raise InvalidEvent("origin", _BAD_ORIGIN)


def check_rules(
    game: str, rules: int, match_rules: int, options: Mapping[str, OptionValue], games: Games, *, is_live: bool = False
) -> None:
    """Raise `UnknownRules` unless this program knows these rules, for example those of a table in a list.

    `is_live`: the match is at a server, which makes tables by the rules that it knows itself.
    """
    kind = games.get(game)
    if kind is None:
        raise UnknownRules("unknown_game", N_("this program knows no game called {game}; update it"), game=game[:40])
    if rules > kind.version:
        template = N_(
            "the match uses version {theirs} of the rules of {game}, but this program knows version {ours}; update it"
        )
        raise UnknownRules("rules_version", template, game=kind.title, theirs=rules, ours=kind.version)
    if match_rules not in MATCH_RULES:
        template = N_(
            "the match uses version {theirs} of the match rules, but this program knows versions up to {ours};"
            " update it"
        )
        raise UnknownRules("match_rules", template, theirs=match_rules, ours=max(MATCH_RULES))
    infos, newer = options_of(kind), range(rules + 1, kind.version + 1)
    if {info.since for info in infos} & set(newer) != set(newer):
        template = N_(
            "the match uses version {theirs} of the rules of {game}, which this program with version {ours} no longer"
            " knows"
        )
        if is_live:
            template = N_(
                "the server uses version {theirs} of the rules of {game}, which this program with version {ours} no"
                " longer knows; ask the operator of the server to update it"
            )
        raise UnknownRules("rules_version", template, game=kind.title, theirs=rules, ours=kind.version)
    unknown = options.keys() - {info.name for info in infos if info.since <= rules}
    if unknown:
        template = N_("{game} has no option {option}")
        raise UnknownRules("unknown_option", template, game=kind.title, option=min(unknown)[:40])


def options_at(
    server_rules: int | None, game: str, options: Mapping[str, OptionValue], games: Games
) -> dict[str, OptionValue]:
    """Return the options for a new table at a server with that version of the rules; None: it has no such game.

    Raise `UnknownRules` if this program could not play that table, or the server has not all of these rules.
    """
    kind = games[game]
    if server_rules is None:
        template = N_("the server does not know the game {game}; ask its operator to update it")
        raise UnknownRules("unknown_game", template, game=kind.title)
    check_rules(game, server_rules, CURRENT_RULES.version, {}, games, is_live=True)
    newer = {info.name: info.older for info in options_of(kind) if info.since > server_rules}
    for name, older in newer.items():
        if options.get(name, older) != older:
            template = N_(
                "the server has version {theirs} of the rules of {game}, which is older than version {ours} of this"
                " program and has no option {option}; ask its operator to update it"
            )
            raise UnknownRules(
                "rules_version", template, theirs=server_rules, ours=kind.version, game=kind.title, option=name
            )
    return {name: value for name, value in options.items() if name not in newer}


def _options(kind: type[Game[Any, Any]], options: Mapping[str, OptionValue], rules: int) -> dict[str, OptionValue]:
    """Return every option of the game. An option that is newer than the log has its value for older logs."""
    infos = options_of(kind)
    for name in sorted({info.name for info in infos if info.since <= rules} - options.keys()):
        raise OptionError("the option {option} is missing", option=name)
    return {**options, **{info.name: info.older for info in infos if info.since > rules}}


def first_state(game: Game[Any, Any], position: str | None) -> Any:
    """Return the board at the start of a leg. Raise `RulesError` for a position that cannot be played from."""
    if position is None:
        return game.start()
    if len(position) > MAX_POSITION or not is_plain(position):
        raise NotationError("a position is one line of plain characters")
    state = game.read_position(position)
    if isinstance(game.turn(state), Over):
        raise InvalidEvent("finished_position", N_("the game is already over in this position"))
    return state


def is_plain(text: str) -> bool:
    """Return whether a text fits into one line of a record; every notation and position text does."""
    return text.isascii() and text.isprintable()
