"""Signatures between programs of players and a server: what the server tells them, and what it keeps."""

from pathlib import Path

import msgpack

from devtools.harness.server.serving import Raw, Serving, move_of, new_key, raw, running
from netgame.match.commands import Play
from netgame.players.table_logs import TableLogs
from netgame.records.proof import origin, prove
from protocol import messages as m
from protocol.event_codec import event_from_bytes, event_from_plain
from protocol.framing import as_version_1, encode, encode_events
from protocol.identity.device_key import DeviceKey, verify

KEY = DeviceKey.from_seed(bytes(32))


async def sign_in(serving: Serving) -> Raw:
    """Return a connection of the player with the key."""
    line = await raw(serving)
    proof = KEY.prove(serving.fingerprint, line.welcome.nonce)
    assert isinstance(await line.ask(m.SignIn(name="Ann", device=proof)), m.SignedIn)
    return line


async def test_the_greeting_has_the_key_of_the_server_which_stays_after_a_restart(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        async with running(tmp_path) as serving:
            keys.add((await raw(serving)).welcome.signing_key)
    assert len(keys) == 1
    assert {len(key) for key in keys} == {32}


async def test_a_move_is_signed_by_the_device_that_has_signed_in(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await sign_in(serving), await raw(serving, name="Bob")
        done = await ann.ask(m.MakeTable(key=new_key(), game="thud", options={}, player=0))
        await bob.ask(m.TakeSeat(table=done.table, key=new_key()))
        logs = TableLogs(KEY.public, KEY.sign, lambda: ann.welcome.signing_key)
        await ann.ask(m.Watch(table=done.table))
        pushed = await ann.push(m.TableEvents)
        events = list(map(event_from_plain, pushed.events))
        logs.follow(done.table, events)
        match = serving.match(done.table)
        sent = move_of(match)
        fields = logs.signature(done.table, match, 0, Play(sent.position, sent.move))
        await ann.ask(m.SendMove(table=done.table, key=new_key(), position=sent.position, move=sent.move, **fields))
        table = serving.services.registry.get(done.table)
        proven = prove(map(event_from_bytes, table.table.log), verify)

    assert proven.origin == origin(ann.welcome.signing_key, done.table)
    assert proven.players[0].key == KEY.public
    assert proven.players[0].signed == (match.number + 1,)
    assert proven.players[1].key == b""


async def test_a_match_keeps_the_key_of_its_beginning_when_the_server_gets_a_new_one(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await sign_in(serving), await raw(serving, name="Bob")
        old = await ann.ask(m.MakeTable(key=new_key(), game="thud", options={}, player=0))
        await bob.ask(m.TakeSeat(table=old.table, key=new_key()))
        serving.services.accounts.renew_signing_key()
    async with running(tmp_path) as serving:
        again = await sign_in(serving)
        new = await again.ask(m.MakeTable(key=new_key(), game="thud", options={}, player=0))
        actor = await serving.services.registry.load(old.table)
        assert isinstance(await again.ask(m.SendResign(table=old.table, key=new_key(), match=True)), m.Done)
        proven = prove(map(event_from_bytes, actor.table.log), verify)
        created = serving.match(new.table).created

    assert again.welcome.former_keys == (ann.welcome.signing_key,)
    assert proven.origin == origin(ann.welcome.signing_key, old.table)
    assert proven.sealed == len(actor.table.log)
    assert created.origin == origin(again.welcome.signing_key, new.table)


async def test_a_key_for_which_anybody_can_sign_is_not_in_the_log(tmp_path: Path) -> None:
    weak = m.DeviceProof(
        key=(1).to_bytes(32, "little"), nonce=bytes(32), signature=(1).to_bytes(32, "little") + bytes(32)
    )
    async with running(tmp_path) as serving:
        eve = await raw(serving)
        assert isinstance(await eve.ask(m.SignIn(name="Eve", device=weak)), m.SignedIn)
        done = await eve.ask(m.MakeTable(key=new_key(), game="thud", options={}, player=0))
        match = serving.match(done.table)
    assert match.seats[0].key == b""


async def test_a_program_of_version_1_gets_no_seat_where_weekends_are_off(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, old = await raw(serving, name="Ann"), await raw(serving, greet=False)
        make = m.MakeTable(key=new_key(), game="thud", options={}, clock="days 3 weekdays")
        table = (await ann.ask(make)).table
        assert (await old.ask(m.Hello(protocols=(1, 1), program="test"))).protocol == 1
        await old.ask(m.SignIn(name="Old"))
        refused = await old.ask(m.TakeSeat(table=table, key=new_key()))
    assert refused.code == "version"


def test_only_events_are_changed_for_old_programs_which_see_a_vacation_as_a_pause_of_the_server() -> None:
    event = msgpack.packb({"type": "ready", "number": 9, "at": 1, "player": 0, "proof": {"seal": bytes(64)}})
    before, after = encode(m.Done(number=9), 7), encode(m.Pong(), 8)
    assert as_version_1(before + encode_events("t", [event]) + after) == (
        before + encode_events("t", [msgpack.packb({"type": "ready", "number": 9, "at": 1, "player": 0})]) + after
    )
    pause = {"type": "paused", "number": 9, "at": 1, "cause": "vacation"}
    assert as_version_1(encode_events("t", [msgpack.packb(pause)])) == (
        encode_events("t", [msgpack.packb(pause | {"cause": "restart"})])
    )
