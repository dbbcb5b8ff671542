"""Valid and invalid messages over a connection to a server in memory."""

import errno
import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgpack
import pytest
import trio
from trio.testing import MockClock

from devtools.harness import raising
from devtools.harness.server.serving import Raw, new_key, order, raw, running_on_loopback, two_at_a_table
from devtools.harness.server.timing import settled
from netgame.match.digest import DIGEST_EVERY
from protocol import messages as m
from protocol.framing import encode
from server.accounts.sign_in import SignInService
from server.app import Serving
from server.lobby.rematch import Rematches
from server.storage.event_store import EventStore, StoreBroken


def refused(reply: object) -> str:
    assert isinstance(reply, m.Refused), reply
    return reply.code


# ---- coming in


async def test_the_greeting_names_the_server_and_its_games_and_comes_first(serving: Serving) -> None:
    line, rude = [await raw(serving, greet=False) for _ in range(2)]
    welcome = await line.ask(m.Hello(protocols=(1, 7), program="test"))
    await rude.send(m.ListTables())
    assert (welcome.protocol, welcome.server) == (2, "Test")
    assert "thud" in welcome.games
    assert await line.refusal(m.SignIn(name="x")) == "bad_name"
    assert isinstance(await line.ask(m.SignIn(name="Ann")), m.SignedIn)  # one may try again
    assert [getattr(message, "code", "") for message in await rude.rest()] == ["hello_first"]


async def test_no_version_in_common_is_refused_with_what_is_needed(serving: Serving) -> None:
    for protocols, said in (((0, 0), "Update your program"), ((3, 9), "server has to be updated")):
        line = await raw(serving, greet=False)
        reply = await line.ask(m.Hello(protocols=protocols, program="test"))
        assert refused(reply) == "version"
        assert said in reply.template
        assert [type(message) for message in await line.rest()] == [m.Closing]


# ---- what is wrong


async def test_an_invalid_frame_closes_only_its_own_connection(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving)
    for data, code in INVALID:
        line = await raw(serving)
        await line.stream.send_all(data)
        assert [getattr(message, "code", "") for message in await line.rest()] == [code]
    assert isinstance(await ann.ask(order(serving, table)), m.Done)
    assert await bob.push(m.TableEvents)


def framed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


INVALID = (
    (b"\xff\xff\xff\xff", "too_large"),
    (b"\xff" * 200_000, "too_large"),  # the reason arrives although the rest of the flood was never read
    (b"\x00\x00\x10\x01", "too_large"),
    (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "too_large"),
    (framed(b""), "not_msgpack"),
    (framed(b"abc"), "not_msgpack"),
    (framed(msgpack.packb(["ping", 1, 2.5])), "not_msgpack"),
    (framed(msgpack.packb(["ping", 1])), "not_msgpack"),
)


async def test_frames_may_be_larger_after_signing_in(serving: Serving) -> None:
    stranger, ann = await raw(serving), await raw(serving, name="Ann")
    large = m.MakeTable(key=new_key(), game="x", options={str(i): "y" * 190 for i in range(30)})
    assert await ann.refusal(large) == "unknown_game"
    await stranger.send(large)
    assert [getattr(message, "code", "") for message in await stranger.rest()] == ["too_large"]


async def test_an_unknown_type_and_wrong_fields_are_answered_and_it_goes_on(serving: Serving) -> None:
    line = await raw(serving, name="Ann")
    for body in (["dance", 50, {}], ["move", 51, {"table": 3}], ["watch", 52, [1]], ["hello", 53, {"protocols": [1]}]):
        await line.stream.send_all(framed(msgpack.packb(body)))
    assert [refused(await line.reply(id)) for id in (50, 51, 52, 53)] == ["unknown_type"] + ["malformed"] * 3
    assert await line.refusal(m.SendResign(table="t")) == "malformed"  # without a key
    assert await line.refusal(m.Watch(table="nowhere")) == "no_table"
    assert await line.refusal(m.ReadyUp(table="nowhere", key=new_key())) == "no_table"
    assert await line.ask(m.Ping()) == m.Pong()


# ---- playing


async def test_watching_from_a_number_on_tells_what_came_after_until_unwatching(serving: Serving) -> None:
    ann, _bob, table = await two_at_a_table(serving)
    eve = await raw(serving, name="Eve")
    done = await eve.ask(m.Watch(table=table, after=2))

    news = await eve.push(m.TableEvents)
    assert [event["number"] for event in news.events] == list(range(3, done.number + 1))
    assert await eve.refusal(m.Watch(table=table, after=99)) == "ahead"
    await eve.ask(m.Unwatch(table=table))
    await ann.ask(order(serving, table))
    await eve.send(m.Ping(), 77)
    while (frame := await eve.frame()) is not None and frame.id != 77:
        assert not isinstance(frame.message, m.TableEvents)


async def test_a_match_that_is_over_can_still_be_read_when_everybody_has_left_it(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving)
    resign = m.SendResign(table=table, key=new_key(), match=True)
    done = await ann.ask(resign)
    for line in (ann, bob):
        await line.ask(m.Unwatch(table=table))
    assert serving.match(table) is None

    assert await ann.ask(resign) == done
    await bob.ask(m.Watch(table=table))
    news = await bob.push(m.TableEvents)
    assert news.events[-1]["type"] == "ended"


# ---- going away


async def test_a_reset_affects_no_other_connection(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving)
    eves = [await raw(serving, name="Eve") for _ in range(5)]
    for eve in eves:
        await eve.ask(m.Watch(table=table))
        await eve.send(m.ListTables(), 5)  # its answer is never read

    for eve in eves:
        eve.reset()
    for _ in range(4):
        mover = (ann, bob)[serving.match(table).turn.seat]
        assert isinstance(await mover.ask(order(serving, table)), m.Done)


async def test_a_client_that_does_not_read_is_dropped_and_the_others_go_on(serving: Serving) -> None:
    policy = serving.services.policy
    policy.limits = replace(policy.limits, list_burst=1_000_000)
    sleeper, other = await raw(serving, name="Sleeper"), await raw(serving, name="Ann")
    made = await sleeper.ask(m.MakeTable(key=new_key(), game="clod", options={"ties": "draw"}, title="x" * 60))
    for _ in range(40):
        await other.ask(m.MakeTable(key=new_key(), game="clod", options={}, title="x" * 60))
    with pytest.raises(trio.BrokenResourceError):
        await _ask_without_end(sleeper)

    back = await raw(serving, name="Sleeper")
    assert isinstance(await back.ask(m.Watch(table=made.table)), m.Done)
    assert await other.ask(m.Ping()) == m.Pong()


async def _ask_without_end(line: Raw) -> None:
    while True:
        await line.stream.send_all(encode(m.ListTables(), 1) * 100)  # it does not read the answers of some 6 KB


async def test_frames_may_arrive_in_pieces_and_end_in_the_middle(serving: Serving) -> None:
    line = await raw(serving)
    for byte in encode(m.Ping(), 33):
        await line.stream.send_all(bytes([byte]))
    assert await line.reply(33) == m.Pong()
    await line.stream.send_all(encode(m.Ping(), 1)[:-1])
    await line.stream.send_eof()
    assert [getattr(message, "code", "") for message in await line.rest()] == ["truncated"]


async def test_a_request_that_fails_affects_no_later_one(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    line = await raw(serving)
    with monkeypatch.context() as broken:
        broken.setattr(EventStore, "read", raising(StoreBroken("database or disk is full")))
        await line.stream.send_all(encode(m.SignIn(name="Ann"), 10) + encode(m.Watch(table="none"), 11))
        await line.reply(11)
    assert await line.refusal(m.Watch(table="none")) == "no_table"


async def test_a_fault_when_a_session_ends_affects_no_other(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, _ = await two_at_a_table(serving)
    with monkeypatch.context() as broken:
        broken.setattr(Rematches, "left", raising(RuntimeError()))
        await bob.stream.send_eof()
        await bob.rest()
    assert await ann.ask(m.Ping()) == m.Pong()
    assert serving.connections == 1


async def test_a_client_that_is_gone_at_once_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_gone(_: socket.socket) -> None:  # as on macOS after a reset
        raise OSError(errno.EINVAL, "Invalid argument")

    async with running_on_loopback(tmp_path) as serving:
        with monkeypatch.context() as broken:
            broken.setattr(socket.socket, "getsockname", is_gone)
            assert await (await raw(serving, greet=False)).rest() == []
        assert await (await raw(serving)).ask(m.Ping()) == m.Pong()


async def test_more_account_requests_than_anybody_needs_are_refused(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    await ann.stream.send_all(b"".join(encode(m.GetDevices(), number) for number in range(10, 90)))
    assert isinstance(await ann.reply(10), m.Devices)
    assert refused(await ann.reply(89)) == "too_fast"


async def test_claims_wait_together_for_sign_ins(
    mock_clock: MockClock, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(*_: object) -> None:
        await trio.sleep_forever()

    ann, eve = await raw(serving, name="Ann"), await raw(serving)
    monkeypatch.setattr(SignInService, "sign_in", hangs)
    await eve.send(m.SignIn(name="Eve"), 9)
    await settled(0.01)
    claims = (encode(m.SendClaim(table="none", key=new_key(), what="win"), number) for number in range(10, 40))
    await ann.stream.send_all(b"".join(claims))
    await settled(0.01)
    mock_clock.jump(1)

    for number in range(10, 40):
        assert refused(await ann.reply(number)) == "no_table"


async def old_program(serving: Serving, name: str = "Old") -> tuple[Raw, str]:
    """Sign in a registered user with a program of protocol version 1. Return their account as well."""
    line = await raw(serving, greet=False)
    await line.ask(m.Hello(protocols=(1, 1), program="netgame 1.1.0"))
    return line, (await line.ask(m.SignIn(name=name, password="four old trolls", sign_up=True))).account


WEEKDAYS = {"clock": "days 3 weekdays"}


@pytest.mark.parametrize("terms", [{"dice": "players"}, WEEKDAYS])
async def test_a_program_of_version_1_makes_no_table_that_it_cannot_play_at_and_takes_no_seat_there(
    serving: Serving, terms: dict[str, str]
) -> None:
    old, _ = await old_program(serving)
    make: dict[str, Any] = {"game": "clod", "options": {}} | terms
    table = (await (await raw(serving, name="New")).ask(m.MakeTable(key=new_key(), **make))).table

    assert await old.refusal(m.MakeTable(key=new_key(), **make)) == "version"
    assert await old.refusal(m.TakeSeat(table=table, key=new_key())) == "version"


async def test_a_program_of_version_1_gets_no_weekends_off_by_a_challenge_a_wish_or_a_tournament(
    serving: Serving,
) -> None:
    old, account = await old_program(serving)
    new = await raw(serving, greet=False)
    await new.ask(m.Hello(protocols=m.PROTOCOL, program="test"))
    other = (await new.ask(m.SignIn(name="New", password="four old trolls", sign_up=True))).account
    terms, cup = m.GameTerms(game="clod", **WEEKDAYS), {"title": "Cup", "format": "swiss", "game": "clod"}
    await new.send(m.WatchSeeks())
    assert (await new.push(m.Seeks)).seeks == []

    assert await old.refusal(m.Challenge(key=new_key(), account=other, terms=terms)) == "version"
    assert await old.refusal(m.Seek(key=new_key(), games=["clod"], clocks=list(WEEKDAYS.values()))) == "version"
    assert isinstance(await new.ask(m.Challenge(key=new_key(), account=account, terms=terms)), m.Done)
    challenge = (await old.push(m.ChallengeChanged)).challenge.challenge
    assert await old.refusal(m.AnswerChallenge(challenge=challenge, accept=True)) == "version"
    assert isinstance(await new.ask(m.Seek(key=new_key(), games=["clod"], clocks=list(WEEKDAYS.values()))), m.Done)
    seek = (await new.push(m.SeeksDelta)).changed[0].seek
    assert await old.refusal(m.AcceptSeek(key=new_key(), seek=seek)) == "version"
    made = await new.ask(m.MakeTournament(key=new_key(), options={}, **cup, **WEEKDAYS))
    assert await old.refusal(m.EnterTournament(key=new_key(), tournament=made.table)) == "version"


async def test_a_program_of_version_1_starts_no_match_for_which_a_newer_one_took_the_seat(serving: Serving) -> None:
    new, ann = await raw(serving), await raw(serving, name="Ann")
    await new.ask(m.SignIn(name="Bob", password="four old trolls", sign_up=True))
    table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}))).table
    await new.ask(m.TakeSeat(table=table, key=new_key(), ready=False))
    old = await raw(serving, greet=False)
    await old.ask(m.Hello(protocols=(1, 1), program="netgame 1.1.0"))
    await old.ask(m.SignIn(name="Bob", password="four old trolls"))

    assert await old.refusal(m.ReadyUp(table=table, key=new_key())) == "version"
    assert isinstance(await old.ask(m.LeaveSeat(table=table, key=new_key())), m.Done)


@pytest.mark.parametrize("request_", [m.Ping(), m.ListTables(), m.Say(key=new_key(), room="lobby", text="Hello")])
async def test_a_request_with_the_id_0_ends_the_connection(serving: Serving, request_: m.Message) -> None:
    line = await raw(serving, name="Ann")
    await line.stream.send_all(encode(request_, 0))
    assert [each.code for each in await line.rest() if isinstance(each, m.Closing)] == ["not_a_frame"]


async def test_a_greeting_with_the_id_0_ends_the_connection(serving: Serving) -> None:
    line = await raw(serving, greet=False)
    await line.stream.send_all(encode(m.Hello(protocols=m.PROTOCOL, program="test"), 0))
    assert [each.code for each in await line.rest() if isinstance(each, m.Closing)] == ["not_a_frame"]


async def test_a_program_of_protocol_version_1_gets_events_as_it_knows_them(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving, "thud")
    old, _ = await old_program(serving)
    await old.ask(m.Watch(table=table))
    for _ in range(DIGEST_EVERY):
        match = serving.match(table)
        await (ann, bob)[match.state.seat].ask(order(serving, table))
    number = serving.match(table).number

    new, known = await raw(serving, name="New"), dict[int, dict[str, object]]()
    await new.ask(m.Watch(table=table))
    for event in (await new.push(m.TableEvents)).events:
        known[event["number"]] = event
    seen: list[dict[str, object]] = []
    while len(seen) < number:
        seen += (await old.push(m.TableEvents)).events

    newer = {"digest", "proof", "origin", "key"}
    assert any("digest" in event for event in known.values())
    assert [{k: v for k, v in known[n].items() if k not in newer} for n in sorted(known)] == seen


SHORTAGES = [
    OSError(errno.EMFILE, os.strerror(errno.EMFILE)), OSError(errno.ENFILE, os.strerror(errno.ENFILE)), MemoryError(),
    ImportError(f"libargon2.so: {os.strerror(errno.EMFILE)}"), RuntimeError("can't start new thread"),
    ExceptionGroup("tasks", [OSError(errno.EMFILE, "files")]),
]  # fmt: skip


@pytest.mark.parametrize("error", SHORTAGES, ids=lambda error: str(error)[:20])
async def test_a_shortage_refuses_a_request_and_is_logged_once(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    def fails(*_values: object) -> str:
        raise error

    eve, new = await raw(serving, name="Eve"), await raw(serving)
    monkeypatch.setattr("server.accounts.sign_in.checked_password", fails)
    monkeypatch.setattr(serving.services.social, "tallies", fails)
    account = next(iter(serving.services.lobby.users)).account

    refused = [
        await new.refusal(m.SignIn(name="Ann", password="correct horse 7", sign_up=True)),
        await eve.refusal(m.SignUp(name="Eve", password="correct horse 7")),
        await eve.refusal(m.GetProfile(account=account)),
    ]

    assert refused == ["busy"] * 3
    assert caplog.text.count("ulimit -n") == 1
    monkeypatch.undo()
    assert (await new.ask(m.SignIn(name="Ann", password="correct horse 7", sign_up=True))).registered
    assert await eve.ask(m.Ping()) == m.Pong()


async def test_another_error_of_the_system_is_logged_and_said(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_values: object) -> str:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    eve = await raw(serving, name="Eve")
    monkeypatch.setattr("server.accounts.sign_in.checked_password", fails)
    await eve.send(m.SignUp(name="Eve", password="correct horse 7"), 9)

    assert (await eve.push(m.Closing)).code == "internal"
    assert "PermissionError" in caplog.text
