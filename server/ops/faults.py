"""Where a server can be made to fail on purpose, by tests that show what it survives."""

from collections.abc import Callable
from typing import Literal

FaultPoint = Literal[
    "before_append",  # decided, and nothing is on its way to the disk
    "in_commit",  # in the writer's thread: written into the transaction, not committed
    "before_acknowledge",  # durable, and nobody knows
    "before_publish",  # who gave the order has its answer, and nobody else knows
]
Faults = Callable[[FaultPoint], None]
"""Called at each of the points. It may end the process there; at `in_commit` it may raise `sqlite3.Error`."""


def no_faults(_point: FaultPoint) -> None:
    """What every real server runs with."""
