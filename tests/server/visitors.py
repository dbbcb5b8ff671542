"""Two players at a server that runs elsewhere: `python -m tests.server.visitors HOST PORT`.

With `find` in place of host and port they find the only server of their network; with `ask` they query each address
around their own for it. Prints the result as JSON.
"""

import json
import os
import sys
from functools import partial
from typing import Any

import trio

from devtools.harness import PATIENCE_S
from netgame.match.events import Moved
from protocol.address import Address
from protocol.client import Server
from protocol.client.dial import Dial, dial
from protocol.discovery.browser import Browser
from protocol.limits import interfaces_from
from protocol.messages import TakeSeat
from server.demo.__main__ import matches
from server.demo.player import DemoPlayer, play_together


async def visit(server: Server, dial: Dial = dial) -> dict[str, Any]:
    """Play a match and return what happened."""
    ann, bob = DemoPlayer("Ann", 1), DemoPlayer("Bob", 1)
    game, _variant, options = next(matches())
    async with trio.open_nursery() as nursery:
        for player in (ann, bob):
            await player.connect(server, nursery, dial=dial)
        table = await ann.make_table(game, options)
        await bob.session.command(table, TakeSeat)
        played = await play_together((ann, bob), table)
        nursery.cancel_scope.cancel()
    ended = played.match.ended
    assert ended is not None
    moves = sum(isinstance(event, Moved) for event in played.log)
    return {"table": table, "moves": moves, "events": len(played.log), "reason": ended.reason}


async def found(*, each_address: bool) -> tuple[Server, dict[str, Any]]:
    """Return the first server that discovery finds, and how it was found."""
    browser, began = Browser(), trio.current_time()
    if each_address:
        browser.query_each_address()
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(browser.run, interfaces=interfaces_from(os.environ)))
        row = await browser.until(lambda _row: True)
        nursery.cancel_scope.cancel()
    facts = {"found by": sorted(row.methods), "at": [*map(str, row.addresses)], "s": trio.current_time() - began}
    return Server(row.fingerprint, row.addresses), facts


async def main(words: list[str]) -> None:
    facts: dict[str, Any] = {"found by": []}
    with trio.fail_after(PATIENCE_S):
        if words in (["find"], ["ask"]):
            server, facts = await found(each_address=words == ["ask"])
        else:
            server = Server(None, (Address(words[0], int(words[1])),))
        told = await visit(server)
    sys.stdout.write(json.dumps({**told, **facts}) + "\n")


if __name__ == "__main__":
    trio.run(main, sys.argv[1:])
