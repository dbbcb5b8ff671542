"""The services of a server without a network, with everything in memory."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import trio

from devtools.harness.server.memory_store import MemoryStore
from netgame.games import GAMES
from server.app import Services
from server.ops.counters import Counters
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore
from server.tables.clock import Clock
from server.tables.commands import Dice, User
from server.tables.network import Network


@asynccontextmanager
async def services_in_memory(
    store: MemoryStore,
    *,
    limits: Limits | None = None,
    at: int = 0,
    dice: Dice | None = None,
    network: Network | None = None,
    kept: tuple[AccountStore, SocialStore] | None = None,
    **others: Callable[[], int],
) -> AsyncIterator[Services]:
    """Run services that start at the time `at`, for the length of the block. They do not drain at its end.

    Databases that are `kept` are those of services before them, and stay open.
    """
    accounts, social = kept or (AccountStore(":memory:"), SocialStore(":memory:"))
    clock = Clock()
    clock.reach(at)
    policy = Policy(limits=limits or Limits())
    made = Services(
        "Test", GAMES, store, accounts, social, clock, policy, Counters(), dice=dice, network=network, **others
    )
    async with trio.open_nursery() as nursery:
        await nursery.start(made.run)
        yield made
        nursery.cancel_scope.cancel()
    if kept is None:
        accounts.close()
        social.close()


class Line:
    """A connection that the lobby knows and that does nothing."""

    remote, greeted, is_local = None, True, False

    def __init__(self, came_to: str = "") -> None:
        self.came_to = came_to

    def _do_nothing(self, *_values: object) -> None:
        """Stay and send nothing."""

    send = answer = dismiss = probe = check_silence = _do_nothing


def come(services: Services, user: User, came_to: str = "") -> Any:
    """Let a user come online; return the connection. `came_to` is as that of a `Peer`."""
    line: Any = Line(came_to)
    services.lobby.enter(line, user)
    services.timers.user_online(user.account)
    services.expiry.check_tables_of(user.account)
    return line


def go(services: Services, user: User, line: Any) -> None:
    """Let the connection of a user end."""
    services.lobby.leave(line, user.account, came_to=line.came_to)
    services.timers.user_offline(user.account)
    services.expiry.check_tables_of(user.account)
