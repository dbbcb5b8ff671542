"""The connection of a server with the others of its service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.cluster.bus import Bus
from server.cluster.store import ClusterStore, Node


@asynccontextmanager
async def connected_with_others(database: str, node: Node) -> AsyncIterator[tuple[Bus | None, ClusterStore | None]]:
    """Connect a node with the others that use the same database, for the length of the block.

    Without the address of a database the server is alone. `StoreBroken` if the database cannot be used.
    """
    if not database:
        yield None, None
        return
    from server.cluster.postgres_bus import open_cluster  # its library is an extra

    async with open_cluster(database, node.id) as (bus, shared):
        yield bus, shared
