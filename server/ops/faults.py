"""Points at which tests make a server fail, to show what it survives."""

from collections.abc import Callable
from typing import Literal

FaultPoint = Literal[
    "before_append",  # decided, nothing sent to the disk
    "in_commit",  # in the writer's thread: written in the transaction, not committed
    "before_acknowledge",  # durable, no client informed
    "before_publish",  # the sender has its answer, other clients are not informed
    "before_tournament",  # decided for a tournament, nothing sent to the disk
    "after_tournament",  # durable, no client informed and nothing made of it
]
Faults = Callable[[FaultPoint], None]
"""Called at each point. It may kill the process; at `in_commit` it may raise `sqlite3.Error`."""


def no_faults(_point: FaultPoint) -> None:
    """Do nothing: the default."""
