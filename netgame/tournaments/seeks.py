"""Play now: which wishes for a game fit, and who plays whom.

Of all wishes that fit, the closest rating comes first, but ten points of difference count as little as one second of
waiting. So a player without equals does not wait forever. All times are those of the server, in ms.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from netgame.match.rating import START

WIDENS_EVERY_MS, WIDENINGS = 10_000, 6  # after a minute the wanted range of ratings is twice as wide
HUNDREDTHS_PER_MS = 1  # so much difference in rating as a wait: ten points for a second


@dataclass(frozen=True)
class Wish:
    """The wish of an account for a game. Games, clocks and `rated` are those that it accepts.

    `ratings` are in hundredths, by game; a game without one has the rating of a new player. `within` is the wanted
    distance of ratings, in points; None: any. `computers_after_s` says after how many seconds computer players are
    welcome, too; None: never. Those matches are not rated. `computer` is the wish of a computer player, who plays
    people only. `blocks` are the accounts with whom this one does not play.
    """

    account: str
    since: int
    games: frozenset[str]
    clocks: frozenset[str]
    rated: frozenset[bool] = frozenset((False, True))
    ratings: Mapping[str, int] = field(default_factory=dict)
    within: int | None = None
    computers_after_s: int | None = None
    computer: bool = False
    blocks: frozenset[str] = frozenset()

    def rating(self, game: str) -> int:
        """Return the rating in a game, in hundredths."""
        return self.ratings.get(game, START[0])

    def accepts(self, gap: int, now: int) -> bool:
        """Tell whether that difference of ratings, in hundredths, is accepted by now."""
        if self.within is None:
            return True
        steps = min(max(0, now - self.since) // WIDENS_EVERY_MS, WIDENINGS)
        return gap * WIDENINGS <= self.within * 100 * (WIDENINGS + steps)

    def takes_computers(self, now: int) -> bool:
        """Tell whether a computer player is welcome by now."""
        return self.computers_after_s is not None and now >= self.since + self.computers_after_s * 1000

    def next_change(self, now: int) -> int | None:
        """Return when the wish accepts more than now; None: it does not change any more."""
        times = [self.since + self.computers_after_s * 1000] if self.computers_after_s is not None else []
        if self.within is not None:
            times += [self.since + step * WIDENS_EVERY_MS for step in range(1, WIDENINGS + 1)]
        return min((time for time in times if time > now), default=None)


class Terms(NamedTuple):
    """The terms of a match between two accounts."""

    game: str
    clock: str
    rated: bool


def agreements(one: Wish, other: Wish, now: int) -> list[Terms]:
    """Return all that two wishes have in common, in a fixed order; nothing if they do not fit.

    A match that may be rated for both is rated.
    """
    if _gap(one, other, now) is None:
        return []
    is_rated = True in one.rated & other.rated and not (one.computer or other.computer)
    games = (game for game in sorted(one.games & other.games) if _accept_each_other(one, other, game, now))
    return [Terms(game, clock, is_rated) for game in games for clock in sorted(one.clocks & other.clocks)]


def pairs(
    wishes: Iterable[Wish],
    now: int,
    changed: Collection[str] | None = None,
) -> list[tuple[Wish, Wish]]:
    """Return who plays whom. Each wish is in one pair at most, and no two of the others fit.

    The longest waiting goes first, and gets the best partner. With `changed` only the wishes of these accounts look for
    a partner: no two of the others fit.
    """
    waiting, found = {wish.account: wish for wish in wishes}, list[tuple[Wish, Wish]]()
    looking = [wish for wish in waiting.values() if changed is None or wish.account in changed]
    for wish in sorted(looking, key=lambda wish: (wish.since, wish.account)):
        if wish.account not in waiting:
            continue
        fitting = [
            (gap + (other.since - now) * HUNDREDTHS_PER_MS, other.since, other.account)
            for other in waiting.values()
            if (gap := _gap(wish, other, now)) is not None
        ]
        if fitting:
            found.append((waiting.pop(wish.account), waiting.pop(min(fitting)[2])))
    return found


def _gap(one: Wish, other: Wish, now: int) -> int | None:
    """Return how far apart the ratings are in the game in which they are closest; None: the wishes do not fit."""
    if one.games.isdisjoint(other.games) or one.clocks.isdisjoint(other.clocks) or one.account == other.account:
        return None
    if one.account in other.blocks or other.account in one.blocks:
        return None
    if one.computer or other.computer:
        person, computer = (other, one) if one.computer else (one, other)
        if person.computer or not person.takes_computers(now) or False not in computer.rated:
            return None
    elif one.rated.isdisjoint(other.rated):
        return None
    gap = min([abs(one.rating(game) - other.rating(game)) for game in one.games & other.games])
    return gap if one.accepts(gap, now) and other.accepts(gap, now) else None


def _accept_each_other(one: Wish, other: Wish, game: str, now: int) -> bool:
    gap = abs(one.rating(game) - other.rating(game))
    return one.accepts(gap, now) and other.accepts(gap, now)
