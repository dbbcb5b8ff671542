"""Clocks, flags and absence at a real server over sockets, with time moved by hand."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.serving import Raw, new_key, order, raw, running, running_on_loopback, two_at_a_table
from devtools.harness.server.timing import event, pass_time, player, timed_table
from netgame.match import Match
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


# ---- what a table is made with


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


async def test_the_list_of_tables_shows_clock_and_policy(serving: Serving) -> None:
    ann = await player(serving, "Ann")
    agreed: dict[str, Any] = {"clock": "byoyomi 600+5x30", "absence": "forfeit 60", "spectators": False, "delay": 20}

    made = await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=1, ready=False, **agreed))

    [info] = (await ann.ask(m.ListTables())).tables
    assert {name: getattr(info, name) for name in agreed} == agreed
    assert (info.ready, info.started, info.paused) == ((False, False), None, None)
    assert match_of(serving, made.table).created.clock == "byoyomi 600+5x30"


async def test_a_match_starts_when_both_are_ready_and_the_seats_may_change_before(serving: Serving) -> None:
    ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
    table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0, ready=False))).table

    assert isinstance(await ann.ask(m.TakeSeat(table=table, key=new_key(), player=1, ready=False)), m.Done)
    assert refused(await ann.ask(m.TakeSeat(table=table, key=new_key()))) == "already_seated"
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    [info] = (await bob.ask(m.ListTables())).tables
    assert (info.state, info.ready) == ("open", (True, False))
    assert [seat.name for seat in info.seats] == ["Bob", "Ann"]
    await ann.ask(m.ReadyUp(table=table, key=new_key()))

    [info] = (await bob.ask(m.ListTables())).tables
    assert (info.state, info.started) == ("playing", match_of(serving, table).at)


# ---- flags


async def test_a_flag_falls_by_the_server_alone(serving: Serving, mock_clock: MockClock) -> None:
    _ann, bob, _table = await timed_table(serving)

    await pass_time(mock_clock, 30 + 60 + 1)  # the first half minute is free

    ended = await event(bob, "ended")
    assert (ended["reason"], ended["player"], ended["winner"]) == ("flag", 0, 1)
    assert ended["clocks"] == [0, 60_000]


async def test_a_move_counts_that_had_arrived_at_the_deadline_and_no_later_one(
    serving: Serving, mock_clock: MockClock
) -> None:
    ann, _bob, table = await timed_table(serving)
    clocks = match_of(serving, table).clocks
    assert clocks is not None
    assert clocks.deadline is not None
    await pass_time(mock_clock, 90)
    assert match_of(serving, table).ended is None

    done = await ann.ask(order(serving, table))

    assert isinstance(done, m.Done)
    assert (await event(ann, "moved"))["at"] <= clocks.deadline
    ann, _bob, table = await timed_table(serving)
    await pass_time(mock_clock, 90)
    mock_clock.jump(0.05)

    assert refused(await ann.ask(order(serving, table))) == "flag"
    await pass_time(mock_clock, 1)
    assert (await event(ann, "ended"))["reason"] == "flag"


async def test_the_deadline_moves_with_every_move(serving: Serving, mock_clock: MockClock) -> None:
    ann, bob, table = await timed_table(serving, "move 30")
    for mover in (ann, bob, ann, bob):
        await pass_time(mock_clock, 29)
        assert isinstance(await mover.ask(order(serving, table)), m.Done)

    await pass_time(mock_clock, 31)

    assert (await event(ann, "ended"))["player"] == 0


async def test_nothing_happens_at_a_table_without_a_clock(serving: Serving, mock_clock: MockClock) -> None:
    ann, _bob, table = await two_at_a_table(serving)
    number = match_of(serving, table).number

    await pass_time(mock_clock, 120)

    assert await ann.ask(m.Ping()) == m.Pong()
    assert match_of(serving, table).number == number


# ---- lag


async def test_time_on_the_line_is_not_charged_as_far_as_the_server_measured_it(
    serving: Serving, mock_clock: MockClock
) -> None:
    ann, bob, table = await timed_table(serving)
    probe = await ann.push(m.Probe)
    mock_clock.jump(0.3)
    await ann.send(m.Echo(nonce=probe.nonce))
    await ann.ask(order(serving, table))
    await bob.ask(order(serving, table))

    await pass_time(mock_clock, 2)
    await ann.ask(order(serving, table))

    while (moved := await event(ann, "moved")).get("lag", 0) == 0:
        pass
    assert moved["lag"] == 300
    assert moved["clocks"][0] == 60_000 - 2_000 + 300
    await bob.send(m.Echo(nonce=12345))  # an answer to nothing measures nothing
    await pass_time(mock_clock, 2)
    await bob.ask(order(serving, table))
    assert "lag" not in await event(ann, "moved")


# ---- absence


async def until_present(line: Raw, present: tuple[bool, bool]) -> m.Presence:
    while (presence := await line.push(m.Presence)).present != present:
        pass
    return presence  # type: ignore[no-any-return]


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


async def test_absence_is_not_noted_without_a_policy_and_a_second_sign_in_is_none(serving: Serving) -> None:
    ann, bob, table = await timed_table(serving)
    number = match_of(serving, table).number
    bob.reset()
    await until_present(ann, (True, False))
    assert match_of(serving, table).number == number

    ann, _bob, table = await timed_table(serving, absence="forfeit 60")
    number = match_of(serving, table).number
    await player(serving, "Bob")
    await ann.ask(m.Ping())
    assert match_of(serving, table).number == number


async def test_a_win_is_claimed_when_the_other_was_away_for_too_long(serving: Serving, mock_clock: MockClock) -> None:
    ann, bob, table = await timed_table(serving, "none", absence="forfeit 60")
    bob.reset()
    await event(ann, "absent")
    await pass_time(mock_clock, 59)
    claim = m.SendClaim(table=table, key=new_key(), what="win")
    assert refused(await ann.ask(claim)) == "not_yet"

    await pass_time(mock_clock, 1)

    assert isinstance(await ann.ask(claim), m.Done)
    ended = await event(ann, "ended")
    assert (ended["reason"], ended["player"], ended["winner"]) == ("absent", 1, 0)


async def test_a_player_who_leaves_before_the_start_is_absent_from_the_start(serving: Serving) -> None:
    ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
    make = m.MakeTable(key=new_key(), game="thud", options={}, player=0, absence="forfeit 60")
    table = (await ann.ask(make)).table
    await bob.ask(m.Watch(table=table))
    ann.reset()
    await until_present(bob, (False, False))

    await bob.ask(m.TakeSeat(table=table, key=new_key()))

    assert (await event(bob, "absent"))["player"] == 0


async def test_a_return_in_the_same_moment_as_the_claim_is_a_return(serving: Serving, mock_clock: MockClock) -> None:
    ann, bob, table = await timed_table(serving, "none", absence="forfeit 60")
    bob.reset()
    await event(ann, "absent")
    await pass_time(mock_clock, 70)
    bob = await raw(serving)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(bob.ask, m.SignIn(name="Bob", token=b"b" * 32))
        await event(ann, "returned")
        reply = await ann.ask(m.SendClaim(table=table, key=new_key(), what="win"))

    assert refused(reply) == "is_back"
    bob.close()


# ---- effects of pauses and offers on the clocks


async def test_a_pause_that_both_want_stops_the_clock_until_both_are_ready(
    serving: Serving, mock_clock: MockClock
) -> None:
    ann, bob, table = await timed_table(serving, "move 30")
    await ann.ask(m.SendOffer(table=table, key=new_key(), kind="pause"))
    await bob.ask(m.SendOffer(table=table, key=new_key(), kind="pause"))
    [info] = (await bob.ask(m.ListTables())).tables
    assert info.paused == "agreed"

    await pass_time(mock_clock, 600)
    assert refused(await ann.ask(order(serving, table))) == "paused"
    for line in (ann, bob):
        await line.ask(m.ReadyUp(table=table, key=new_key()))

    assert isinstance(await ann.ask(order(serving, table)), m.Done)


async def test_a_take_back_names_its_move_and_a_player_who_leaves_loses(serving: Serving) -> None:
    ann, bob, table = await timed_table(serving)
    done = await ann.ask(order(serving, table))
    await bob.ask(order(serving, table))

    offered = await ann.ask(m.SendOffer(table=table, key=new_key(), kind="take_back", to=done.number))
    await bob.ask(m.SendAnswer(table=table, key=new_key(), offer=offered.number, accept=True))

    assert (await event(bob, "taken_back"))["to"] == done.number
    await ann.ask(m.SendLeave(table=table, key=new_key()))
    ended = await event(bob, "ended")
    assert (ended["reason"], ended["player"], ended["winner"]) == ("left", 0, 1)


# ---- coming back


@pytest.mark.slow
async def test_a_client_that_missed_more_than_500_events_gets_the_whole_log(serving: Serving) -> None:
    ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
    table = (await ann.ask(m.MakeTable(key=new_key(), game="thud", options={}, player=0))).table
    while match_of(serving, table).number <= 510:
        await bob.ask(m.TakeSeat(table=table, key=new_key(), ready=False))
        await bob.ask(m.LeaveSeat(table=table, key=new_key()))
    eve = await player(serving, "Eve")

    some, all_of_it = await eve.ask(m.Watch(table=table, after=100)), await eve.ask(m.Watch(table=table, after=5))

    assert some.after == 100
    assert all_of_it.after == 0
