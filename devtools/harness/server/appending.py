"""Appends to a store that wait for the commit."""

import trio

from server.storage.event_store import Append, EventStore, Problems


async def appended(store: EventStore, *appends: Append) -> Problems:
    """Append them together, and wait for the commit."""
    done, problems = trio.Event(), Problems()

    def note(found: Problems) -> None:
        problems.extend(found)
        done.set()

    store.append_soon(appends, note)
    await done.wait()
    return problems


async def append(store: EventStore, *appends: Append) -> None:
    """Append them together, and raise the first problem."""
    for problem in await appended(store, *appends):
        if problem is not None:
            raise problem
