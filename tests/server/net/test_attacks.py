"""Attempts to use the account of another player, or to stay after a ban: by races, by guesses, by likeness."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import raising
from devtools.harness.server.serving import Raw, new_key, raw, running
from protocol import messages as m
from protocol.identity.device_key import DeviceKey
from server.accounts.passwords import hash_password
from server.app import Serving
from server.errors import DatabaseFailed
from server.ops.limits import Limits
from server.ops.policy import Policy

PASSWORD, OTHER = "four old trolls dig", "three dwarfs throw"
GENEROUS = Limits(password_burst=1000)


async def line_of(serving: Serving, name: str, device: DeviceKey | None = None, **fields: Any) -> tuple[Raw, Any]:
    """A line, and the answer to the sign-in on it."""
    line = await raw(serving)
    proof = device.prove(serving.fingerprint, line.welcome.nonce) if device is not None else None
    return line, await line.ask(m.SignIn(name=name, device=proof, **fields))


async def sign_in(serving: Serving, name: str, device: DeviceKey | None = None, **fields: Any) -> Any:
    return (await line_of(serving, name, device, **fields))[1]


def code(reply: Any) -> str:
    assert isinstance(reply, m.Refused), reply
    return reply.code


def then(monkeypatch: pytest.MonkeyPatch, thing: object, name: str, after: Callable[[], object]) -> None:
    """Right after the next time that this was done, something else happens."""
    done = getattr(thing, name)

    def both(*args: Any, **more: Any) -> Any:
        result = done(*args, **more)
        monkeypatch.setattr(thing, name, done)
        after()
        return result

    monkeypatch.setattr(thing, name, both)


async def test_a_proof_for_another_server_is_worth_nothing(serving: Serving) -> None:
    line = await raw(serving)
    proof = DeviceKey.new().prove("ab" * 32, line.welcome.nonce)
    assert code(await line.ask(m.SignIn(name="Ann", device=proof))) == "bad_proof"


# ---- during a sign-in


async def test_what_happens_to_an_account_meanwhile_counts(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    key, accounts = DeviceKey.new(), serving.services.accounts
    ann = (await sign_in(serving, "Ann", key)).account
    accounts.make_moderator(ann)
    then(monkeypatch, accounts, "enter", lambda: accounts.make_moderator(ann, False))
    line, signed = await line_of(serving, "Ann", key)
    assert not signed.moderator
    assert code(await line.ask(m.GetReports())) == "not_moderator"
    then(monkeypatch, accounts, "enter", lambda: accounts.revoke_others(ann, 0))
    assert code(await sign_in(serving, "Ann", key)) == "revoked"

    cid = (await sign_in(serving, "Cid", key)).account
    then(monkeypatch, accounts, "enter", lambda: accounts.ban(cid, 0, "enough"))
    assert code(await sign_in(serving, "Cid", key)) == "banned"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda accounts, ann: accounts.revoke_others(ann, 0), "revoked"),
        (lambda accounts, ann: accounts.lock_out(ann), "revoked"),
        (lambda accounts, ann: accounts.ban(ann, 0, "enough"), "banned"),
    ],
    ids=["revoked", "deleted", "banned"],
)
async def test_a_sign_in_that_was_read_before_a_change_ends_with_it(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, change: Callable[[Any, str], None], why: str
) -> None:
    key, accounts = DeviceKey.new(), serving.services.accounts
    first, _ = await line_of(serving, "Ann", key)
    ann = (await first.ask(m.SetName(name="Ann"))).account
    then(monkeypatch, accounts, "holder", lambda: change(accounts, ann))

    line, signed = await line_of(serving, "Ann", key)

    assert isinstance(signed, m.SignedIn)
    assert (await line.push(m.Closing)).code == why


async def test_a_store_that_fails_right_after_a_sign_in_does_not_answer_it_again(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = serving.services.accounts
    fails = raising(DatabaseFailed("away"))
    then(monkeypatch, accounts, "holder", lambda: monkeypatch.setattr(accounts, "holder", fails))

    line, signed = await line_of(serving, "Ann", DeviceKey.new())
    await line.send(m.SetName(name="Ann"))

    assert isinstance(signed, m.SignedIn)
    while (frame := await line.frame()) is not None and not frame.id:
        pass  # what nobody asked for
    assert frame is not None
    assert isinstance(frame.message, m.SignedIn)


@pytest.mark.slow
async def test_a_password_changed_meanwhile_is_refused(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = serving.services.accounts
    ann = accounts.add("Ann", hash_password(PASSWORD))
    then(monkeypatch, accounts, "by_name", lambda: accounts.set_password(ann, "another hash"))
    assert code(await sign_in(serving, "Ann", DeviceKey.new(), password=PASSWORD)) == "bad_password"
    assert accounts.devices(ann, 0) == []


# ---- codes for another machine


async def test_a_code_from_before_a_revocation_or_a_new_password_is_worth_nothing(serving: Serving) -> None:
    own, stolen = DeviceKey.new(), DeviceKey.new()
    line, _ = await line_of(serving, "Ann", own)
    link = await line.ask(m.MakePairingCode())
    assert not (await sign_in(serving, "Ann", stolen, link=link.code)).new
    thief, _ = await line_of(serving, "Ann", stolen)
    left_behind = await thief.ask(m.MakePairingCode())
    line, _ = await line_of(serving, "Ann", own)
    assert isinstance(await line.ask(m.Revoke(device=0)), m.Done)
    assert code(await sign_in(serving, "Ann", DeviceKey.new(), link=left_behind.code)) == "bad_link"

    line, _ = await line_of(serving, "Bob", DeviceKey.new(), password=PASSWORD, sign_up=True)
    link = await line.ask(m.MakePairingCode())
    assert isinstance(await line.ask(m.SetPassword(old=PASSWORD, new=OTHER)), m.Done)
    assert code(await sign_in(serving, "Bob", DeviceKey.new(), link=link.code)) == "bad_link"


async def test_of_two_machines_that_say_one_code_at_once_one_gets_in_and_may_repeat_it(serving: Serving) -> None:
    line, ann = await line_of(serving, "Ann", DeviceKey.new())
    link, keys = await line.ask(m.MakePairingCode()), [DeviceKey.new(), DeviceKey.new()]
    replies: list[Any] = [None, None]

    async def say_it(number: int) -> None:
        replies[number] = await sign_in(serving, "Ann", keys[number], link=link.code)

    async with trio.open_nursery() as nursery:
        for number in range(2):
            nursery.start_soon(say_it, number)

    assert sorted(type(reply).__name__ for reply in replies) == ["Refused", "SignedIn"]
    paired = keys[isinstance(replies[1], m.SignedIn)]
    assert (await sign_in(serving, "Ann", paired, link=link.code)).account == ann.account  # after a lost answer


# ---- passwords


@pytest.mark.slow
async def test_a_password_is_the_same_however_a_computer_writes_its_accents(serving: Serving) -> None:
    password = "höhlentröll über alles"
    await sign_in(serving, "Ann", DeviceKey.new(), password=password, sign_up=True)
    reply = await sign_in(serving, "Ann", DeviceKey.new(), password=unicodedata.normalize("NFD", password))
    assert isinstance(reply, m.SignedIn)


@pytest.mark.slow
async def test_wrong_passwords_for_one_name_in_parallel_or_for_lookalikes_share_a_limit(tmp_path: Path) -> None:
    replies: dict[str, list[str]] = {"Anna": [], "Berta": []}
    async with running(tmp_path, limits=GENEROUS) as serving, trio.open_nursery() as nursery:
        for name in replies:
            serving.services.accounts.add(name, hash_password(PASSWORD))

        async def guess(name: str, written: str) -> None:
            replies[name].append(code(await sign_in(serving, written, password="wrong wrong wrong")))

        for written in ("Anna", "ANNA", "A n n a", "Аnnа", "ａｎｎａ"):
            await guess("Anna", written)
        for _ in range(8):
            nursery.start_soon(guess, "Berta", "Berta")

    assert replies["Anna"] == ["bad_password"] * 3 + ["too_soon"] * 2
    assert sorted(replies["Berta"]) == ["bad_password"] * 3 + ["too_soon"] * 5


# ---- what is written down, and what is decided while a server runs


async def test_endless_requests_for_codes_do_not_fill_the_log(serving: Serving) -> None:
    line, _ = await line_of(serving, "Ann")
    replies = [await line.ask(m.MakePairingCode() if number % 2 else m.Revoke(device=0)) for number in range(30)]
    assert [code(reply) for reply in replies[20:]] == ["too_fast"] * 10


async def test_too_frequent_sign_ins_are_logged_as_a_limit(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "netgame.security")
    async with running(tmp_path) as serving:
        serving.services.policy.update(Policy(limits=Limits(sign_in_burst=1, sign_in_per_minute=1)))
        replies = [await sign_in(serving, "Ann") for _ in range(5)]
    assert [code(reply) for reply in replies[1:]] == ["too_fast"] * 4
    assert sum("sign_in_failed" in record.getMessage() for record in caplog.records) == 0


async def test_reloaded_limits_of_chat_and_tables_apply_to_users_online(serving: Serving) -> None:
    line = await raw(serving, name="Ann")
    limits = Limits(chat_burst=1, table_burst=1, chat_per_minute=1, table_per_minute=1)
    serving.services.policy.update(Policy(limits=limits))
    lines = [await line.ask(m.Say(key=new_key(), room="lobby", text="Hello")) for _ in range(2)]
    tables = [await line.ask(m.MakeTable(key=new_key(), game="clod", options={})) for _ in range(2)]
    assert [type(reply) for reply in lines + tables] == [m.Done, m.Refused] * 2


# ---- registering, and disks


@pytest.mark.slow
async def test_tables_whose_match_is_over_are_no_seats_that_count(serving: Serving) -> None:
    limits = replace(serving.services.policy.limits, seats=1)
    serving.services.policy.update(replace(serving.services.policy, limits=limits))
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}))).table
    await ann.ask(m.Watch(table=table))
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    another = m.MakeTable(key=new_key(), game="clod", options={})
    assert code(await ann.ask(another)) == "too_many"

    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    assert isinstance(await ann.ask(another), m.Done)


async def test_two_simultaneous_registrations_register_once(serving: Serving) -> None:
    key, replies = DeviceKey.new(), []
    await sign_in(serving, "Guest", key)

    async def register(name: str, password: str) -> None:
        replies.append(await sign_in(serving, name, key, password=password, sign_up=True))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(register, "Anna", PASSWORD)
        nursery.start_soon(register, "Berta", OTHER)

    accepted = [reply.name for reply in replies if isinstance(reply, m.SignedIn)]
    assert len(accepted) == 1
    assert [known.name for known in serving.services.accounts.listed()] == accepted


@pytest.mark.parametrize("what", ["enter", "owner", "holder"])
async def test_a_disk_that_fails_at_a_sign_in_is_a_refusal(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    line = await raw(serving)
    with monkeypatch.context() as broken:
        broken.setattr(serving.services.accounts, what, raising(DatabaseFailed("database or disk is full")))
        assert code(await line.ask(m.SignIn(name="Ann"))) == "internal"
    assert isinstance(await line.ask(m.SignIn(name="Ann")), m.SignedIn)
