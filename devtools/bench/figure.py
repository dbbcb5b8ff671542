"""One figure of the client benchmarks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A median of several runs."""

    name: str
    value: float
    unit: str
    runs: int
