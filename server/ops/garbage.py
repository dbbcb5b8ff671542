"""When to look for garbage that refers to itself: often, and only among what is new.

By itself Python looks at 50,000 objects at once, and at all of them now and then; with a thousand tables everybody
waits 40 ms for the one each second, and longer for the other. Most of what a server makes stays, and nearly all of the
rest is gone without a search. So what has outlasted one search is set aside, and looked at when nobody is here.
"""

import gc
import logging
from collections.abc import Callable
from time import perf_counter

import trio

log = logging.getLogger(__name__)

YOUNG_EVERY_S = 0.05
YOUNG = 1000  # new objects that are worth a search
ALL_EVERY_S = 3600.0  # once nobody is here, but
ALL_AFTER_S = 24 * 3600.0  # at the latest


async def keep_tidy(is_quiet: Callable[[], bool]) -> None:
    """Until cancelled. For a program that is a server and nothing else: it holds for the whole process."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        last = trio.current_time()
        while True:
            await trio.sleep(YOUNG_EVERY_S)
            since = trio.current_time() - last
            if since >= ALL_AFTER_S or (since >= ALL_EVERY_S and is_quiet()):
                last = trio.current_time()
                look_at_all()
            elif gc.get_count()[0] >= YOUNG:
                look_at_young()
    finally:  # what is set aside stays so: nobody shall wait for a search of everything while the server ends
        if enabled:
            gc.enable()


def look_at_young() -> None:
    """Search what has come since the last time; what is still needed is not looked at again for a while."""
    gc.collect(0)
    gc.freeze()


def look_at_all() -> None:
    """Search everything."""
    began = perf_counter()
    gc.unfreeze()
    found = gc.collect()
    gc.freeze()
    log.info("%d objects of garbage found in %.0f ms", found, 1000 * (perf_counter() - began))
