"""Maximum matchings of least cost, by networkx."""

from collections.abc import Mapping


def cheapest(costs: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return as many pairs as possible that have no number in common, and of those choices the cheapest one.

    Costs are whole numbers of any size, so a cost may have several parts of different importance.
    """
    import networkx  # only the server pairs, so others do not wait for it

    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in costs.items())
    return sorted((min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
