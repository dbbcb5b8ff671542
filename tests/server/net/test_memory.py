"""A connection that has ended leaves nothing in memory, without the garbage collector."""

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import Raw, known, new_key, order, raw, running_on_loopback, two_at_a_table
from protocol import messages as m
from protocol.client import connect
from server.app import Serving
from server.net import admission


async def leaves(line: Raw) -> None:
    await line.send(m.Bye())
    await line.stream.aclose()


async def is_cut(line: Raw) -> None:
    await line.send(m.ListTables())
    line.reset()


async def sends_nonsense(line: Raw) -> None:
    await line.stream.send_all(b"\xff" * 100)
    await line.rest()
    await line.stream.aclose()


async def stops_inside_a_frame(line: Raw) -> None:
    await line.stream.send_all(b"\x00\x00\x00\x09\x93")
    await line.stream.aclose()


@contextmanager
def uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def connections(serving: Serving) -> list[weakref.ref[object]]:
    return [weakref.ref(peer) for peer in serving.services.admission.connections]


async def all_gone(lines: list[weakref.ref[object]]) -> bool:
    with trio.move_on_after(PATIENCE_S):
        while any(line() for line in lines):
            await trio.sleep(0.002)  # the last words, and those who are telling others of it at this moment
    return not any(line() for line in lines)


async def test_a_connection_is_let_go_however_it_ends_and_signed_in_or_not(serving: Serving) -> None:
    ends = (leaves, is_cut, sends_nonsense, stops_inside_a_frame)
    lines = [(end, await raw(serving)) for end in ends]
    lines += [
        (end, await raw(serving, name=name)) for end, name in zip(ends, ("Ann", "Bob", "Cid", "Dan"), strict=True)
    ]
    ann, bob, table = await two_at_a_table(serving)  # no table keeps its players either
    await ann.ask(m.Say(key=new_key(), room="table", table=table, text="bye"))
    await ann.ask(order(serving, table))
    lines += [(is_cut, line) for line in (ann, bob)]
    with uncollected():
        gone = connections(serving)
        for end, line in lines:
            await end(line)
        assert await all_gone(gone)


async def test_a_connection_that_was_checked_is_let_go(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    with trio.fail_after(PATIENCE_S):
        line = await raw(serving)
        (peer,) = serving.services.admission.connections
        looked = trio.Event()
        check = type(peer).check_silence

        def look(peer: Any, waited_s: float) -> None:
            check(peer, waited_s)
            monkeypatch.setattr(admission, "SWEEP_S", 3600.0)  # the one look, and then none that would forget it
            looked.set()

        monkeypatch.setattr(type(peer), "check_silence", look)
        with uncollected():
            await looked.wait()
            gone = weakref.ref(peer)
            del peer
            await leaves(line)
            assert await all_gone([gone])


async def test_a_failed_handshake_leaves_nothing_in_memory(tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with running_on_loopback(tmp_path, plain=False) as serving, connect(known(serving)):
            others = set(serving.services.admission.connections)
            line = await raw(serving, greet=False)
            with uncollected():
                while serving.services.admission.connections == others:
                    await trio.sleep(0)
                gone = [weakref.ref(peer) for peer in serving.services.admission.connections - others]
                await line.stream.send_all(b"GET / HTTP/1.1\r\n\r\n")
                await line.stream.aclose()
                assert await all_gone(gone)
