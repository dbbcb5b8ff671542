"""One random tournament of `./run bench pairings`, for a process of its own."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from devtools.harness.games.random_tournaments import play
from netgame.tournaments import FORMATS, Format

FEWEST = 2


@dataclass(frozen=True)
class Outcome:
    """A tournament that was played to its end, or to a broken rule."""

    format: Format
    seen: Counter[str]
    slowest_s: float = 0.0
    broken: str = ""


def outcome(seed: int, most: int) -> Outcome:
    """Play the random tournament with that number: formats take turns, and small ones are as frequent as large ones."""
    format = FORMATS[seed % len(FORMATS)]
    count = round(FEWEST * (most / FEWEST) ** Random(seed).random())
    try:
        tournament = play(format, count, seed)
    except AssertionError as exc:
        return Outcome(format, Counter(), broken=f"play({format!r}, {count}, {seed}): {exc}")
    return Outcome(format, tournament.seen, tournament.slowest_s)
