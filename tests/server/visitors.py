"""Two people who play one whole game at a server that runs elsewhere: `python -m tests.server.visitors HOST PORT`.

With `find` in place of host and port they look for the only server of their network. Prints what happened as JSON.
"""

import json
import os
import sys
from functools import partial
from typing import Any

import trio

from netgame.match import Match
from netgame.match.events import Moved
from protocol.address import Address
from protocol.client import Server, Session
from protocol.discovery.browser import Browser
from protocol.limits import interfaces_from
from protocol.messages import TakeSeat
from server.demo.__main__ import matches
from server.demo.player import Guest, Played
from tests import PATIENCE_S


class Visitor(Guest):
    """A guest of the demonstration at a server whose own state cannot be looked at."""

    def __init__(self, name: str) -> None:
        super().__init__(name, 1, lambda _table: None)

    async def come(self, server: Server, nursery: trio.Nursery) -> None:
        self.session = Session(server, self.name, None)
        await nursery.start(self.session.run)

    def _compare(self, mine: Match, table: str) -> None:
        self.compared += 1


async def visit(server: Server) -> dict[str, Any]:
    """Play; both have to be told the same."""
    seen: dict[str, Played] = {}
    ann, bob = Visitor("Ann"), Visitor("Bob")
    game, _variant, options = next(matches())

    async def follow(guest: Visitor, table: str) -> None:
        seen[guest.name] = await guest.play(table)

    async with trio.open_nursery() as nursery:
        for guest in (ann, bob):
            await guest.come(server, nursery)
        table = await ann.open(game, options, player=0)
        await bob.session.command(table, TakeSeat)
        async with trio.open_nursery() as players:
            players.start_soon(follow, ann, table)
            players.start_soon(follow, bob, table)
        nursery.cancel_scope.cancel()
    assert seen["Ann"].log == seen["Bob"].log
    ended = seen["Ann"].match.ended
    assert ended is not None
    moves = sum(isinstance(event, Moved) for event in seen["Ann"].log)
    return {"table": table, "moves": moves, "events": len(seen["Ann"].log), "reason": ended.reason}


async def found() -> tuple[Server, list[str]]:
    """The first server that the network tells of, and by which means it does."""
    browser = Browser()
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(browser.run, interfaces=interfaces_from(os.environ)))
        row = await browser.until(lambda _row: True)
        nursery.cancel_scope.cancel()
    return Server(row.fingerprint, row.addresses), sorted(row.methods)


async def main(words: list[str]) -> None:
    means: list[str] = []
    with trio.fail_after(PATIENCE_S):
        if words == ["find"]:
            server, means = await found()
        else:
            server = Server(None, (Address(words[0], int(words[1])),))
        told = await visit(server)
    sys.stdout.write(json.dumps({**told, "found by": means}) + "\n")


if __name__ == "__main__":
    trio.run(main, sys.argv[1:])
