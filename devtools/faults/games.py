"""The matches to play: every game in its variants, with and without clocks, short enough to end soon."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from netgame.games import GAMES
from netgame.options import options_of, variants

CLOCKS = ("none", "none", "none", "fischer 300+5", "sudden 600", "bronstein 300+5", "byoyomi 60+3x30", "move 60")
ABSENCE = ("wait", "wait", "forfeit 60", "adjourn 60")
QUIET_PLIES = 8  # for limits of turns, so that some matches end by their rules and not by resignation


@dataclass(frozen=True)
class Plan:
    """One match: the arguments of `make_table`, the account that makes it, and the own moves after which a player
    resigns."""

    game: str
    options: dict[str, Any]
    terms: dict[str, Any]
    maker: int
    code: str
    moves: int
    rated: bool  # where both are registered
    again: bool  # one more match, with sides swapped


def plans(seed: int) -> Iterator[Plan]:
    """Yield plans without end; every game comes once in six."""
    rng = Random(f"plans {seed}")
    while True:
        kinds = list(GAMES)
        rng.shuffle(kinds)
        yield from (_plan(kind, rng) for kind in kinds)


def short_options(kind: str) -> dict[str, Any]:
    """Return the options with which a game ends by its rules after a few plies, if it has such options."""
    return {
        info.name: max(info.low, min(info.high, QUIET_PLIES))
        for info in options_of(GAMES[kind])
        if info.optional and info.name.endswith("_limit") and info.low is not None and info.high is not None
    }


def _plan(kind: str, rng: Random) -> Plan:
    game = GAMES[kind]
    options = dict(rng.choice(list(variants(game).values())))
    if rng.random() < 0.5:
        options |= short_options(kind)
    code = f"{rng.randrange(10**6):06}" if rng.random() < 0.2 else ""
    terms = {"clock": rng.choice(CLOCKS), "absence": rng.choice(ABSENCE), "ready": rng.random() < 0.8}
    terms["delay"] = rng.choice((0, 0, 0, 1))
    terms["dice"] = "players" if game.has_dice and rng.random() < 0.8 else "host"
    terms |= {"access": "code", "code": code} if code else {}
    return Plan(
        kind, options, terms, rng.randrange(2), code, rng.randint(3, 14), rng.random() < 0.7, rng.random() < 0.2
    )
