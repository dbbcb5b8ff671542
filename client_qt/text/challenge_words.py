"""Challenges in words."""

from collections.abc import Mapping

from client_qt.text.clock_words import clock_words
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_title, options_line, translate
from client_qt.text.term_words import rated_words
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.match.create import options_at
from netgame.match.state import UnknownRules
from netgame.text import Text, fill
from protocol.messages import ChallengeInfo, DeclineReason


def reasons() -> dict[DeclineReason, str]:
    """Return what a player may say who declines a challenge."""
    return {
        "": tr("Without a reason"), "not_now": tr("Not now"), "too_fast": tr("The clock is too fast"),
        "too_slow": tr("The clock is too slow"), "other_game": tr("I would rather play another game"),
        "rated": tr("Only a rated match"), "casual": tr("Only an unrated match"),
    }  # fmt: skip


def challenge_title(info: ChallengeInfo, account: str, *, is_next: bool = False) -> str:
    """Return who challenges whom to which game, for a player who is one of them. `is_next`: after a game at a table."""
    names = {"name": info.name, "other": info.other_name, "game": game_title(info.terms.game)}
    if info.account == account:
        own = tr("You offer {other} a rematch: {game}") if info.rematch else tr("You challenge {other} to {game}")
        if is_next:
            own = tr("You ask {other} to play {game} next.")
        return fill(own, names)
    if info.rematch and info.changes:
        return fill(tr("{name} would like other sides in the rematch: {game}"), names)
    if info.rematch:
        return fill(tr("{name} wants a rematch: {game}"), names)
    if info.changes:
        return fill(tr("{name} suggests changes to your challenge: {game}"), names)
    return fill(
        tr("{name} would like to play {game} next") if is_next else tr("{name} challenges you to {game}"), names
    )


def challenge_lines(info: ChallengeInfo, account: str) -> tuple[str, str]:
    """Return clock, side and rating, and then the options, for a player who is one of the two."""
    terms = info.terms
    game = GAMES.get(terms.game)
    side = tr("sides by chance")
    if terms.player is not None and game is not None:
        mine = terms.player if info.account == account else 1 - terms.player
        side = fill(tr("You play {side}"), {"side": tr(game.seats[mine])})
    clock = clock_words(terms.clock) if terms.clock != "none" else tr("no clock")
    set_up = tr("from a set-up position") if terms.position is not None else ""
    rated = rated_words(terms.rated, False) or tr("unrated")
    return dotted(clock, side, rated), dotted(options_line(game, terms.options) if game is not None else "", set_up)


def challenge_problem(info: ChallengeInfo, versions: Mapping[str, int]) -> str:
    """Return why this program cannot play that game at a server with these versions of the rules; empty if it can."""
    try:
        if info.terms.game not in GAMES:
            unknown = "this program knows no game called {game}; update it"
            raise UnknownRules("unknown_game", unknown, game=info.terms.game[:40])
        options_at(versions.get(info.terms.game), info.terms.game, info.terms.options, GAMES)
    except UnknownRules as error:
        return translate(error.text)
    return ""


def refusal_words(code: str, why: Text) -> str:
    """Return why a server refused a message about challenges; older servers know none."""
    if code == "unknown_type":
        return tr("This server does not know challenges yet. Its operator can update it.")
    return translate(why)
