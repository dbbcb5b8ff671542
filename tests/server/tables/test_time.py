"""Terms of a table with a clock, lag, absence. `devtools/scenarios` tell of clocks, flags, claims and pauses."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from trio.testing import MockClock

from devtools.harness.server.serving import Raw, new_key, order, running, running_on_loopback
from devtools.harness.server.timing import event, pass_time, player, timed_table
from netgame.match import Match
from netgame.match.events import Moved
from protocol import messages as m
from protocol.framing import encode
from server.app import Serving
from tests.systems import keeps_what_came


@pytest.fixture
async def serving(tmp_path: Path, mock_clock: MockClock) -> AsyncIterator[Serving]:
    async with running(tmp_path) as started:
        yield started


def match_of(serving: Serving, table: str) -> Match:
    match = serving.match(table)
    assert match is not None
    return match


def refused(reply: object) -> str:
    assert isinstance(reply, m.Refused), reply
    return reply.code


async def test_an_impossible_clock_or_policy_is_refused_with_a_sentence(serving: Serving) -> None:
    ann = await player(serving, "Ann")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"clock": "fischer"}, "bad_clock"), ({"clock": "move 0"}, "bad_clock"),
        ({"absence": "forfeit 5"}, "bad_absence"), ({"absence": "never"}, "bad_absence"),
        ({"access": "code"}, "bad_code"), ({"rated": True}, "not_registered"),
    ]  # fmt: skip
    for fields, code in wrong:
        reply = await ann.ask(m.MakeTable(key=new_key(), game="thud", options={}, **fields))

        assert refused(reply) == code
        assert len(reply.template) > 15


async def test_the_list_of_tables_shows_clock_policy_and_who_is_ready_at_which_seat(serving: Serving) -> None:
    ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
    agreed: dict[str, Any] = {"clock": "byoyomi 600+5x30", "absence": "forfeit 60", "spectators": False, "delay": 20}

    async def listed() -> m.TableInfo:
        [info] = (await bob.ask(m.ListTables())).tables
        return info  # type: ignore[no-any-return]

    make = m.MakeTable(key=new_key(), game="clod", options={}, player=0, ready=False, **agreed)
    table = (await ann.ask(make)).table
    info = await listed()
    assert {name: getattr(info, name) for name in agreed} == agreed
    assert (info.state, info.ready, info.started, info.paused) == ("open", (False, False), None, None)
    assert match_of(serving, table).created.clock == "byoyomi 600+5x30"

    assert isinstance(await ann.ask(m.TakeSeat(table=table, key=new_key(), player=1, ready=False)), m.Done)
    assert refused(await ann.ask(m.TakeSeat(table=table, key=new_key()))) == "already_seated"
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    info = await listed()
    assert (info.state, info.ready, [seat and seat.name for seat in info.seats]) == (
        "open", (True, False), ["Bob", "Ann"],
    )  # fmt: skip

    await ann.ask(m.ReadyUp(table=table, key=new_key()))
    info = await listed()
    assert (info.state, info.started) == ("playing", match_of(serving, table).at)


async def test_an_echo_of_no_probe_measures_no_lag(serving: Serving, mock_clock: MockClock) -> None:
    ann, bob, table = await timed_table(serving)
    probe = await ann.push(m.Probe)
    mock_clock.jump(0.3)
    await ann.send(m.Echo(nonce=probe.nonce + 1))
    for line in (ann, bob, ann):
        await line.ask(order(serving, table))
        await pass_time(mock_clock, 2)

    moved = match_of(serving, table).history.last.event
    assert isinstance(moved, Moved)
    assert moved.lag == 0


async def causes_of_absence(line: Raw) -> tuple[str, str]:
    """Return why Bob is away: by the message about presence, and by the event. Accept them in any order."""
    causes: dict[str, str] = {}
    while len(causes) < 2:
        frame = await line.frame()
        assert frame is not None, "the server has ended the connection"
        match frame.message:
            case m.Presence(present=(True, False)):
                causes["presence"] = frame.message.causes[1]
            case m.TableEvents():
                for happened in frame.message.events:
                    if happened["type"] == "absent":
                        causes["event"] = happened["cause"]
    return causes["presence"], causes["event"]


async def test_a_client_that_says_goodbye_left_and_one_that_breaks_off_is_lost(serving: Serving) -> None:
    ann, bob, table = await timed_table(serving, absence="forfeit 60")
    await bob.send(m.Bye())
    await bob.stream.send_eof()
    assert await causes_of_absence(ann) == ("left", "left")
    bob = await player(serving, "Bob")
    assert (await event(ann, "returned"))["player"] == 1
    bob.reset()

    assert await causes_of_absence(ann) == ("lost", "lost")
    assert list(match_of(serving, table).away) == [1]


@keeps_what_came
async def test_a_goodbye_counts_although_the_server_cannot_send_any_more_when_it_reads_it(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with running_on_loopback(tmp_path) as serving:
        ann, bob, table = await timed_table(serving, absence="forfeit 60")
        bobs = match_of(serving, table).seats[1]
        assert bobs is not None
        peer = serving.services.lobby.peer_of(bobs.account)
        assert peer is not None
        with socket.fromfd(bob.stream.socket.fileno(), socket.AF_INET, socket.SOCK_STREAM) as sock:
            sock.sendall(encode(m.Bye()))  # no other task runs until the server has sent
        bob.reset()
        for _ in range(2):  # the system may still take the first one
            peer.probe()

        assert await causes_of_absence(ann) == ("left", "left")


async def test_a_player_who_leaves_before_the_start_is_absent_from_the_start(serving: Serving) -> None:
    ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
    make = m.MakeTable(key=new_key(), game="thud", options={}, player=0, absence="forfeit 60")
    table = (await ann.ask(make)).table
    await bob.ask(m.Watch(table=table))
    ann.reset()
    while (await bob.push(m.Presence)).present != (False, False):
        pass
    await bob.ask(m.TakeSeat(table=table, key=new_key()))

    assert (await event(bob, "absent"))["player"] == 0
