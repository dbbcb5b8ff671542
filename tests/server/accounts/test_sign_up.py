"""Registering a name, when its answer is lost on the line and it is asked again."""

from pathlib import Path

import pytest

from protocol import messages as m
from protocol.client import Refusal, connect
from protocol.client.credentials import Credentials
from protocol.identity.device_key import DeviceKey
from server.app import Serving
from tests.server.serving import known, running

PASSWORD = "correct horse battery"

pytestmark = pytest.mark.slow  # passwords take their time


async def signed_in(serving: Serving, credentials: Credentials) -> m.SignedIn:
    """The answer to a message that is sent once; what it changes in the credentials comes to nobody's notice."""
    async with connect(known(serving), plain=True) as connection:
        asked = await credentials.sign_in(connection.fingerprint, connection.welcome.nonce)
        return await connection.ask(asked, m.SignedIn)


@pytest.mark.parametrize("device", [True, False])
async def test_who_registers_and_does_not_hear_the_answer_asks_again_and_is_in(tmp_path: Path, device: bool) -> None:
    ann = Credentials("Ann", device=DeviceKey.new() if device else None, password=PASSWORD, sign_up=True)
    async with running(tmp_path) as serving:
        first = await signed_in(serving, ann)
        again = await signed_in(serving, ann)

    assert again.registered
    assert (again.account, again.name) == (first.account, "Ann")


async def test_who_is_registered_does_not_register_with_another_password_or_name(tmp_path: Path) -> None:
    key = DeviceKey.new()
    async with running(tmp_path) as serving:
        await signed_in(serving, Credentials("Ann", device=key, password=PASSWORD, sign_up=True))
        for name, password in (("Ann", PASSWORD + "!"), ("Anna", PASSWORD)):
            with pytest.raises(Refusal) as refusal:
                await signed_in(serving, Credentials(name, device=key, password=password, sign_up=True))
            assert refusal.value.code == "registered"


async def test_a_guest_who_registers_and_does_not_hear_the_answer_asks_again(tmp_path: Path) -> None:
    order = m.SignUp(name="Ann", password=PASSWORD)
    async with running(tmp_path) as serving, connect(known(serving), plain=True) as connection:
        await connection.sign_in("Guest")
        first = await connection.ask(order, m.SignedIn)
        again = await connection.ask(order, m.SignedIn)

    assert (again.account, again.name, again.registered) == (first.account, "Ann", True)


async def test_who_changes_his_password_and_does_not_hear_the_answer_asks_again(tmp_path: Path) -> None:
    order = m.SetPassword(old=PASSWORD, new=PASSWORD + " staple")
    wrong = m.SetPassword(old=PASSWORD, new=PASSWORD + " other")
    async with running(tmp_path) as serving, connect(known(serving), plain=True) as connection:
        await connection.sign_in_with(Credentials("Ann", device=DeviceKey.new(), password=PASSWORD, sign_up=True))
        await connection.ask(order, m.Done)
        await connection.ask(order, m.Done)
        with pytest.raises(Refusal) as refusal:
            await connection.ask(wrong, m.Done)

    assert refusal.value.code == "bad_password"


async def test_somebody_else_does_not_get_a_name_by_its_password(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        await signed_in(serving, Credentials("Ann", device=DeviceKey.new(), password=PASSWORD, sign_up=True))
        with pytest.raises(Refusal) as refusal:
            await signed_in(serving, Credentials("Ann", device=DeviceKey.new(), password=PASSWORD, sign_up=True))

    assert refusal.value.code == "name_taken"
