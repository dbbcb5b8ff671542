"""Find a smaller run that fails as well."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from devtools.simulation.club import KINDS, Wanted

SHORTEST_H = 0.05
Step = Callable[[Wanted], Wanted]


def shrink(wanted: Wanted, fails: Callable[[Wanted], bool]) -> Wanted:
    """Return a smaller plan that fails too: with fewer hours, people, servers and kinds of what happens.

    Each step is taken as often as the smaller plan still fails. `wanted` has to fail.
    """
    for step in _steps():
        while (smaller := step(wanted)) != wanted and fails(smaller):
            wanted = smaller
    return wanted


def _steps() -> Iterator[Step]:
    """Yield the ways to make a plan smaller, those first that make the runs after them much shorter."""
    yield lambda wanted: replace(wanted, hours=min(wanted.hours, max(SHORTEST_H, round(wanted.hours / 2, 3))))
    yield lambda wanted: replace(wanted, nodes=1)
    yield lambda wanted: replace(wanted, people=max(2, wanted.people // 2))
    yield lambda wanted: replace(wanted, without=frozenset(KINDS))
    yield from map(_without, KINDS)
    yield lambda wanted: replace(wanted, nodes=max(1, wanted.nodes - 1))
    yield lambda wanted: replace(wanted, people=max(2, wanted.people - 1))


def _without(kind: str) -> Step:
    return lambda wanted: replace(wanted, without=wanted.without | {kind})
