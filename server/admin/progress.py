"""How far a long piece of work is."""

from collections.abc import Callable

Progress = Callable[[int, int], None]  # done, of how many


def silent(_done: int, _all: int) -> None:
    """Progress that nobody sees."""
