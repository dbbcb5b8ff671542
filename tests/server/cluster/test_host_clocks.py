"""Two servers of a service whose computers differ in time by an hour."""

import os
from pathlib import Path

import pytest
import trio

from netgame.match.events import Absent
from protocol import messages as m
from protocol.client import Address, NewEvents, Refusal, Server
from server.demo.player import DemoPlayer, play_together
from server.storage.event_store import host_time
from tests import PATIENCE_S
from tests.server.computer.test_player import quick
from tests.server.process import ServerProcess
from tests.server.serving import until

FAKETIME = next(map(str, Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), "")
MISSING = "" if FAKETIME else "NOT RUN: needs libfaketime; sudo apt install faketime"
AN_HOUR_AHEAD = {"LD_PRELOAD": FAKETIME, "FAKETIME": "+3600s", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
BUDGET_MS = 300_000

pytestmark = [pytest.mark.slow, pytest.mark.sweep, pytest.mark.skipif(bool(MISSING), reason=MISSING)]


async def test_an_hour_between_two_computers_changes_no_clock_no_limit_and_no_record(
    tmp_path: Path, database: str
) -> None:
    ann, bob, began = DemoPlayer("Ann", 1), DemoPlayer("Bob", 1), host_time()
    with trio.fail_after(PATIENCE_S):
        words = ("--port", "0", "--database", database)
        right = await ServerProcess.start(tmp_path / "right", *words)
        ahead = await ServerProcess.start(tmp_path / "ahead", *words, environ=os.environ | AN_HOUR_AHEAD)
        async with trio.open_nursery() as nursery:
            await ann.connect(Server(None, (Address("127.0.0.1", right.port),)), nursery)
            async with trio.open_nursery() as at_the_other_computer:
                await bob.connect(Server(None, (Address("127.0.0.1", ahead.port),)), at_the_other_computer)
                table = await ann.session.make_table("clod", quick("clod"), clock="sudden 300")
                await bob.session.command(table, m.TakeSeat)
                played = await play_together((ann, bob), table)
                history = await bob.session.history()

                left = await ann.session.make_table("clod", {}, absence="forfeit 300")
                await bob.session.command(left, m.TakeSeat)
                await ann.session.watch(left)
                at_the_other_computer.cancel_scope.cancel()
            absent = await until(
                ann.session,
                lambda update: isinstance(update, NewEvents) and any(isinstance(e, Absent) for e in update.events),
            )
            with pytest.raises(Refusal) as refused:
                await ann.session.command(left, m.SendClaim, what="win")
            nursery.cancel_scope.cancel()
        ended = host_time()
        for server in (right, ahead):
            await server.end()

    times = [event.at for event in [*played.log, *absent.events]] + [history.matches[0].ended]
    assert all(began <= at <= ended for at in times)
    assert played.match.ended is not None
    assert played.match.ended.reason != "flag"
    assert played.match.clocks is not None
    assert all(left_ms >= BUDGET_MS - (ended - began) for left_ms in played.match.clocks.left)
    assert refused.value.code == "not_yet"
