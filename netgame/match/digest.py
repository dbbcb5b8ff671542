"""Digests of positions: now and then an event says which position follows it, so programs notice that they differ."""

from hashlib import sha256

from netgame.game import Over, ToMove, ToRoll, Turn
from netgame.match.state import Match

DIGEST_BYTES = 6
DIGEST_EVERY = 16  # changes of the board


def position_digest(match: Match) -> bytes:
    """Return the digest of the current position: the first bytes of the SHA-256 of `position_summary`."""
    return sha256(position_summary(match).encode()).digest()[:DIGEST_BYTES]


def position_summary(match: Match) -> str:
    """Return the position as text: the leg, the number of its rolls, the turn, and the position text of the game."""
    return f"{match.leg} {match.rolls} {_turn_words(match.turn)}\n{match.game.write_position(match.state)}"


def digest_is_due(match: Match) -> bool:
    """Return whether the next event that changes the board should have a digest, or the one that has just done so."""
    return match.undigested >= DIGEST_EVERY


def _turn_words(turn: Turn) -> str:
    match turn:
        case ToMove(seat):
            return f"move {seat}"
        case ToRoll(seat, count, sides):
            return f"roll {seat} {count} {sides}"
        case Over(winner=winner, scores=(first, second)):
            return f"{'draw' if winner is None else f'won {winner}'} {first} {second}"
