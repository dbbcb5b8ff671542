"""Sign-in by keys, tokens, passwords and pairing codes; registration, also with requests that are repeated because
their answer was lost; devices."""

from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.serving import Raw, dial, known, new_key, online, raw, running
from protocol import messages as m
from protocol.client import Session, connect
from protocol.client.credentials import Credentials
from protocol.errors import Refusal
from protocol.identity.device_key import DeviceKey
from server.app import Serving
from server.ops.limits import Limits
from server.ops.policy import Policy
from tests.server.accounts.test_moderation import code

PASSWORD = "four old trolls dig"
OTHER = "three dwarfs throw"


async def sign_in(serving: Serving, name: str, device: DeviceKey | None = None, **fields: Any) -> Any:
    """Return the answer to a sign-in on a new connection."""
    return await sign_in_on(await raw(serving), serving, name, device, **fields)


async def sign_in_on(line: Raw, serving: Serving, name: str, device: DeviceKey | None = None, **fields: Any) -> Any:
    proof = device.prove(serving.fingerprint, line.welcome.nonce) if device is not None else None
    return await line.ask(m.SignIn(name=name, device=proof, **fields))


async def register(
    serving: Serving, device: DeviceKey | None = None, name: str = "Ann", password: str = PASSWORD, **fields: Any
) -> Any:
    return await sign_in(serving, name, device, sign_up=True, password=password, **fields)


async def test_a_key_is_the_same_account_again_under_any_name_and_one_beside_a_known_token_is_added_to_its_account(
    serving: Serving,
) -> None:
    key, other = DeviceKey.new(), DeviceKey.new()
    first, again = await sign_in(serving, "Ann", key), await sign_in(serving, "Anna", key)
    assert (first.new, again.new) == (True, False)
    assert again.account == first.account
    assert first.token == b""  # the key is enough

    guest = await sign_in(serving, "Bob")
    both = [await sign_in(serving, "Bob", other, token=token) for token in (guest.token, None)]
    assert {signed.account for signed in both} == {guest.account}


async def test_a_proof_for_another_connection_or_server_is_refused(tmp_path: Path) -> None:
    key = DeviceKey.new()
    async with (
        running(tmp_path / "one", plain=False) as one,
        running(tmp_path / "two", plain=False) as two,
        connect(known(one), dial=dial) as line,
        connect(known(two), dial=dial) as other,
        connect(known(two), dial=dial) as third,
    ):
        stolen = key.prove(line.fingerprint, other.welcome.nonce)  # the client saw one, and two asked for it
        early = key.prove(other.fingerprint, third.welcome.nonce)
        for proof in (stolen, early):
            with pytest.raises(Refusal, match="is invalid"):
                await other.ask(m.SignIn(name="Eve", device=proof), m.SignedIn)
        assert (await other.sign_in_with(Credentials("Ann", device=key))).new


async def test_a_session_needs_no_token_where_there_is_a_key(tmp_path: Path, nursery: trio.Nursery) -> None:
    key = DeviceKey.new()
    accounts = []
    async with running(tmp_path, plain=False) as serving:
        for _ in range(2):
            session = Session(known(serving), "Ann", None, device=key, dial=dial)
            with trio.CancelScope() as scope:
                nursery.start_soon(session.run)
                await online(session)
                assert session.signed_in is not None
                accounts.append(session.signed_in.account)
                assert session.token == b""
                scope.cancel()
    assert accounts[0] == accounts[1]
    nursery.cancel_scope.cancel()


async def test_a_registered_name_belongs_to_one_account(serving: Serving) -> None:
    line = await raw(serving)
    before = await line.ask(m.SignIn(name="Ann"))
    signed = await line.ask(m.SignUp(name="Ann", password=PASSWORD))
    again = await line.ask(m.SignUp(name="Ann", password=PASSWORD))

    assert (signed.registered, signed.name, signed.account) == (True, "Ann", before.account)
    assert (again.registered, again.name, again.account) == (True, "Ann", before.account)
    assert code(await line.ask(m.SignUp(name="Anna", password=PASSWORD))) == "registered"
    line.close()
    assert (await sign_in(serving, "Ann")).name == "Ann 2"
    assert (await sign_in(serving, "Аnn")).name == "Аnn 3"  # with a Cyrillic A
    assert code(await register(serving, password=OTHER)) == "name_taken"
    assert (await sign_in(serving, "Whatever", token=before.token)).name == "Ann"


@pytest.mark.parametrize("key", [DeviceKey.new(), None], ids=["key", "token"])
async def test_a_new_user_registers_and_signs_in_with_one_request_that_may_be_repeated(
    serving: Serving, key: DeviceKey | None
) -> None:
    credentials, answers = Credentials("Ann", device=key, password=PASSWORD, sign_up=True), list[Any]()
    for _ in range(2):
        line = await raw(serving)
        answers.append(await line.ask(await credentials.sign_in(serving.fingerprint, line.welcome.nonce)))
    signed, again = answers

    assert (signed.new, signed.registered, signed.name) == (True, True, "Ann")
    assert (again.account, again.registered, again.name) == (signed.account, True, "Ann")
    if key is not None:
        assert (await sign_in(serving, "Ann", key)).account == signed.account
        assert code(await register(serving, key, password=OTHER)) == "registered"
        assert code(await register(serving, key, "Anna")) == "registered"
        assert code(await register(serving, DeviceKey.new())) == "name_taken"


async def test_a_password_signs_in_another_computer_and_moves_its_key_to_the_account_and_back(serving: Serving) -> None:
    first, second = DeviceKey.new(), DeviceKey.new()
    guest = await sign_in(serving, "Somebody", second)
    ann, bob = await register(serving, first), await register(serving, name="Bob", password=OTHER)
    assert len({guest.account, ann.account, bob.account}) == 3

    for name, password, account in (("Ann", PASSWORD, ann.account), ("Bob", OTHER, bob.account)) * 2:
        assert (await sign_in(serving, name, second, password=password)).account == account
        assert (await sign_in(serving, "Ann", second)).account == account
    assert (await sign_in(serving, "Ann", first)).account == ann.account


async def test_a_password_without_a_key_returns_a_token_and_a_wrong_one_looks_like_an_unknown_name(
    serving: Serving,
) -> None:
    ann = await register(serving)
    there = await sign_in(serving, "Ann", password=PASSWORD)
    wrong, unknown = await sign_in(serving, "Ann", password=OTHER), await sign_in(serving, "Bob", password=OTHER)
    assert there.token not in (b"", ann.token)
    assert (await sign_in(serving, "Ann", token=there.token)).account == ann.account
    assert wrong == unknown
    assert code(wrong) == "bad_password"


async def test_after_some_failures_a_user_must_wait_before_the_right_password_works(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with running(tmp_path, limits=Limits(password_burst=100, sign_in_burst=100)) as serving:
        await register(serving)
        codes = [code(await sign_in(serving, "Ann", password=OTHER)) for _ in range(4)]
        refused = await sign_in(serving, "Ann", password=PASSWORD)
        mock_clock.jump(refused.args["seconds"] + 1)
        opened = await sign_in(serving, "Ann", password=PASSWORD)

    assert codes == ["bad_password"] * 3 + ["too_soon"]
    assert code(refused) == "too_soon"
    assert opened.name == "Ann"


async def test_known_devices_of_one_address_come_back_at_once_though_nobody_new_may(serving: Serving) -> None:
    limits, key = Limits(sign_in_burst=1, sign_in_per_minute=1, connections_per_address=5), DeviceKey.new()
    serving.services.policy.update(Policy(limits=limits))
    await sign_in(serving, "Ann", key)
    back = [await sign_in(serving, "Ann", key) for _ in range(2)]
    stranger = await sign_in(serving, "Bob")
    by_password = await sign_in(serving, "Cid", password=PASSWORD)
    too_many = await sign_in(serving, "Ann", key)

    assert [reply.name for reply in back] == ["Ann", "Ann"]
    assert [code(reply) for reply in (stranger, by_password, too_many)] == ["too_fast"] * 3


async def test_common_passwords_are_refused(serving: Serving) -> None:
    line = await raw(serving, name="Annabelle")
    for password in ("short", "aaaaaaaaaa", "password1", "x" * 129, "Annabelle"):
        assert code(await line.ask(m.SignUp(name="Annabelle", password=password))) == "weak_password"


async def test_a_password_change_revokes_all_other_devices_and_may_be_repeated(serving: Serving) -> None:
    here, elsewhere = DeviceKey.new(), DeviceKey.new()
    ann, line = await register(serving, elsewhere), await raw(serving)
    await sign_in_on(line, serving, "Ann", here, password=PASSWORD)

    assert code(await line.ask(m.SetPassword(old=OTHER, new=OTHER))) == "bad_password"
    for _ in range(2):
        assert await line.ask(m.SetPassword(old=PASSWORD, new=OTHER)) == m.Done()
    assert code(await line.ask(m.SetPassword(old=PASSWORD, new=OTHER + "!"))) == "bad_password"

    assert (await sign_in(serving, "Ann", here)).account == ann.account
    assert (await sign_in(serving, "Ann", elsewhere)).account != ann.account
    assert (await sign_in(serving, "Ann", password=OTHER)).account == ann.account
    assert code(await sign_in(serving, "Ann", password=PASSWORD)) == "bad_password"


async def test_registration_can_be_closed_and_guests_switched_off_but_earlier_ones_may_register(tmp_path: Path) -> None:
    key = DeviceKey.new()
    async with running(tmp_path) as serving:
        before = await sign_in(serving, "Ann", key)
    async with running(tmp_path, sign_up=False) as serving:
        assert (await raw(serving)).welcome.sign_up is False
        assert code(await register(serving)) == "no_sign_up"
    async with running(tmp_path, guests=False) as serving:
        assert (await raw(serving)).welcome.guests is False
        assert code(await sign_in(serving, "Ann", key)) == "guests_off"
        assert (await register(serving, key)).account == before.account
        assert code(await sign_in(serving, "Bob")) == "guests_off"
        bob = await register(serving, name="Bob")

        assert (await sign_in(serving, "Bob", token=bob.token)).account == bob.account


async def test_new_accounts_of_one_address_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False, limits=Limits(account_burst=3)) as serving:
        answers = [await sign_in(serving, f"guest {number}") for number in range(4)]
    assert [getattr(answer, "code", "") for answer in answers] == ["", "", "", "too_fast"]


async def test_a_pairing_code_adds_one_computer_once_within_five_minutes(
    serving: Serving, mock_clock: MockClock
) -> None:
    first, second, third = DeviceKey.new(), DeviceKey.new(), DeviceKey.new()
    line = await raw(serving)
    ann = await sign_in_on(line, serving, "Ann", first, label="Ann's desk")
    link = await line.ask(m.MakePairingCode())

    line = await raw(serving)
    there = await sign_in_on(line, serving, "Ann", second, link=link.code.lower().replace("-", " "), label="laptop")
    late = await line.ask(m.MakePairingCode())
    mock_clock.jump(late.seconds + 1)

    assert there.account == ann.account
    for worthless in (link.code, late.code, "AAAA-AAAA"):
        assert code(await sign_in(serving, "Eve", third, link=worthless)) == "bad_link"


async def test_devices_are_listed_and_revoked_and_who_revokes_the_own_one_is_signed_out(serving: Serving) -> None:
    first, second = DeviceKey.new(), DeviceKey.new()
    ann, line = await register(serving, first, label="old tower"), await raw(serving)
    await sign_in_on(line, serving, "Ann", second, password=PASSWORD, label="laptop")

    here, elsewhere = (await line.ask(m.GetDevices())).devices
    assert (here.kind, here.label, here.here) == ("key", "laptop", True)
    assert (elsewhere.kind, elsewhere.label, elsewhere.here) == ("key", "old tower", False)
    assert code(await line.ask(m.Revoke(device=12345))) == "no_device"
    assert await line.ask(m.Revoke(device=elsewhere.device)) == m.Done()
    assert (await sign_in(serving, "Ann", first)).account != ann.account

    await line.send(m.Revoke(device=here.device), 7)
    assert [message.code for message in await line.rest() if isinstance(message, m.Closing)] == ["revoked"]


async def test_others_see_a_newly_registered_name_whose_user_may_make_rated_tables(serving: Serving) -> None:
    bob, line = await raw(serving, name="Bob"), await raw(serving, name="Ann")
    table = {"game": "clod", "options": {}, "rated": True}
    assert code(await line.ask(m.MakeTable(key=new_key(), **table))) == "not_registered"
    await line.ask(m.SignUp(name="Annabel", password=PASSWORD))
    seen = {("Bob", False), ("Annabel", True)}
    await bob.people(lambda people: {(person.name, person.registered) for person in people} == seen)
    assert isinstance(await line.ask(m.MakeTable(key=new_key(), **table)), m.Done)
