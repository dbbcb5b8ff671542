"""A server that is killed at each of the four named points, and started again."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import get_args

import pytest
import trio

from netgame.games import GAMES
from netgame.match import replay
from protocol import messages as m
from protocol.event_codec import event_from_plain
from server.ops.faults import FaultPoint
from tests import PATIENCE_S
from tests.server.process import ServerProcess, kill_at
from tests.server.serving import Raw, move_of, new_key

pytestmark = [pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL"), pytest.mark.slow]


async def line_to(server: ServerProcess, token: bytes, name: str, until: ExitStack) -> Raw:
    line = Raw(await trio.open_tcp_stream("127.0.0.1", server.port))
    until.callback(line.stream.socket.close)
    await line.ask(m.Hello(protocols=m.PROTOCOL, program="test"))
    await line.ask(m.SignIn(name=name, token=token))
    return line


@pytest.mark.parametrize("point", get_args(FaultPoint))
async def test_killed_anywhere_a_move_sent_again_has_happened_once(tmp_path: Path, point: FaultPoint) -> None:
    doomed = tmp_path / "doomed"
    server = await ServerProcess.start(tmp_path / "data", "--port", "0", "--plain", doomed=doomed)
    with trio.fail_after(PATIENCE_S), ExitStack() as until:
        ann = await line_to(server, b"a" * 32, "Ann", until)
        table = (await ann.ask(m.MakeTable(key=new_key(), game="thud", options={}, player=0))).table
        bob = await line_to(server, b"b" * 32, "Bob", until)
        await bob.ask(m.TakeSeat(table=table, key=new_key()))
        await ann.ask(m.Watch(table=table))
        told = (await ann.push(m.TableEvents)).events
        move = move_of(replay(map(event_from_plain, told), GAMES))
        order = m.SendMove(table=table, key=new_key(), position=move.position, move=move.move)

        kill_at(point, doomed)
        reply = await ann.ask(order)
        await server.killed()
        server = await ServerProcess.start(tmp_path / "data", "--port", "0", "--plain")
        ann = await line_to(server, b"a" * 32, "Ann", until)
        again = await ann.ask(order)

        assert (reply is not None) == (point == "before_publish")
        assert isinstance(again, m.Done)
        assert reply in (None, again)
        await ann.ask(m.Watch(table=table))
        events = (await ann.push(m.TableEvents)).events
        assert [event["number"] for event in events if event.get("move") == order.move] == [again.number]
    await server.end()
