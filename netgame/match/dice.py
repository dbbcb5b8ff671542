"""Dice that the programs of both players draw together: no player and no host can know, choose or repeat a roll.

Each player's program has a chain of links, each the SHA-256 of the next, and commits to it with its tip before the
match. For a roll both reveal their next link, the player who rolls last of all. Everybody checks each link against the
one before, and computes the dice from both. docs/developing/dice.md says which attack each part stops.
"""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

from netgame.match.events import Player

LINKS = 1 << 15  # of one chain; a match has fewer rolls, since a log has at most 20,000 events
LINK_BYTES = 32
APART = 128  # links of a chain that are kept in memory, to compute the others from

Links = tuple[bytes, bytes]  # by player


def link(secret: bytes, number: int) -> bytes:
    """Return a link of the chain with that secret, 32 random bytes. Link 0 is the tip, `LINKS` the secret itself."""
    if not 0 <= number <= LINKS:
        raise ValueError(f"a chain has links 0 to {LINKS}, not {number}")
    anchor = -(-number // APART)
    return _hashed(_anchors(secret)[anchor], anchor * APART - number)


@lru_cache(maxsize=64)  # of 8 KB; a player has few matches at a time
def _anchors(secret: bytes) -> list[bytes]:
    """Return every link of a chain whose number `APART` divides."""
    anchors = [secret]
    for _ in range(LINKS // APART):
        anchors.append(_hashed(anchors[-1], APART))
    return anchors[::-1]


def _hashed(link: bytes, times: int) -> bytes:
    for _ in range(times):
        link = sha256(link).digest()
    return link


def draw(links: Links, tips: Links, leg: int, index: int, count: int, sides: int) -> tuple[int, ...]:
    """Return the dice of the roll with that index in its leg: `count` numbers from 1 to `sides`, all equally likely.

    The numbers are words of 32 bits of HMAC-SHA256 in counter mode, keyed with both links. Words that would make some
    numbers likelier are left out (rejection sampling).
    """
    most = (1 << 32) - (1 << 32) % sides
    words = _words(links[0] + links[1], b"netgame dice 1\n" + tips[0] + tips[1] + _number(leg) + _number(index))
    dice: list[int] = []
    while len(dice) < count:
        if (word := next(words)) < most:
            dice.append(1 + word % sides)
    return tuple(dice)


def _words(key: bytes, context: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(key, context + _number(counter), "sha256")
        yield from (int.from_bytes(block[place : place + 4]) for place in range(0, len(block), 4))
        counter += 1


def _number(value: int) -> bytes:
    return value.to_bytes(4)


@dataclass(frozen=True, slots=True)
class PlayersDice:
    """The links that both players have revealed so far. A tip is empty until its player has committed to a chain."""

    tips: Links = (b"", b"")
    links: Links = (b"", b"")  # the last ones, at first the tips
    revealed: tuple[int, int] = (0, 0)  # the numbers of these
    drawn: int = 0  # the number of the last pair of links that dice were drawn from

    @property
    def is_ready(self) -> bool:
        """Whether both players have committed to their chains."""
        return all(self.tips)

    def with_tip(self, player: Player, tip: bytes) -> "PlayersDice":
        """Return this with the chain of a player, or without one if `tip` is empty."""
        tips = _put(self.tips, player, tip)
        return replace(self, tips=tips, links=tips)

    def is_next(self, player: Player, link: bytes) -> bool:
        """Return whether that is the link of this player for the next pair, and was not revealed yet."""
        return self.revealed[player] == self.drawn and sha256(link).digest() == self.links[player]

    def with_link(self, player: Player, link: bytes) -> "PlayersDice":
        """Return this with one more link of a player."""
        first, second = self.revealed
        revealed = (first, second + 1) if player else (first + 1, second)
        return replace(self, links=_put(self.links, player, link), revealed=revealed)

    def awaited(self, roller: Player) -> Player | None:
        """Return whose link a new pair needs next; `roller` is always the last. None: both are there."""
        first: Player = 0 if roller else 1
        return next((player for player in (first, roller) if self.revealed[player] == self.drawn), None)

    def pair(self, number: int) -> Links:
        """Return both links of the last pair that dice were drawn from, or of the one after it."""
        first, second = (
            sha256(link).digest() if count > number else link
            for link, count in zip(self.links, self.revealed, strict=True)
        )
        return first, second


def _put(links: Links, player: Player, link: bytes) -> Links:
    return (links[0], link) if player else (link, links[1])
