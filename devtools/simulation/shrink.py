"""Find a smaller run that fails as well."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from devtools.simulation.club import KINDS, Wanted

MOST_RUNS = 40
SHORTEST_H = 0.05


def shrink(wanted: Wanted, fails: Callable[[Wanted], bool]) -> Wanted:
    """Return the smallest plan that was found to fail, with fewer hours, people, servers and kinds of what happens.

    Each step keeps the first smaller plan that fails. `wanted` has to fail.
    """
    tried = {wanted}
    while len(tried) <= MOST_RUNS:
        for smaller in _smaller(wanted):
            if smaller not in tried and len(tried) <= MOST_RUNS:
                tried.add(smaller)
                if fails(smaller):
                    wanted = smaller
                    break
        else:
            break
    return wanted


def _smaller(wanted: Wanted) -> Iterator[Wanted]:
    """Yield plans that are smaller in one way, those first that make the runs after it much shorter."""
    if wanted.hours > SHORTEST_H:
        yield replace(wanted, hours=max(SHORTEST_H, round(wanted.hours / 2, 3)))
    if wanted.nodes > 1:
        yield replace(wanted, nodes=1)
        yield replace(wanted, nodes=wanted.nodes - 1)
    if wanted.people > 2:
        yield replace(wanted, people=max(2, wanted.people // 2))
    kinds = [kind for kind in KINDS if kind not in wanted.without]
    if len(kinds) > 1:
        yield replace(wanted, without=frozenset(KINDS))
    for kind in kinds:
        yield replace(wanted, without=wanted.without | {kind})
    if wanted.people > 2:
        yield replace(wanted, people=wanted.people - 1)
