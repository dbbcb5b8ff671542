"""Seeded random numbers for searches. The system's randomness is never used, so a seed repeats a choice.

Outside `netgame.cli` this is the only module of `netgame` that may import `random`: its generator is written in C, and
a playout draws two numbers for each move.
"""

from random import Random

__all__ = ["Random", "generator"]


def generator(seed: int) -> Random:
    """Return a generator for that seed."""
    return Random(seed)
