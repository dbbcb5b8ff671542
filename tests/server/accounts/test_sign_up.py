"""Registration requests that are repeated because their answer was lost."""

from pathlib import Path

import pytest

from protocol import messages as m
from protocol.client import Refusal, connect
from protocol.client.credentials import Credentials
from protocol.identity.device_key import DeviceKey
from server.app import Serving
from tests.server.serving import dial, known, running

PASSWORD = "correct horse battery"

pytestmark = pytest.mark.slow  # passwords take their time


async def signed_in(serving: Serving, credentials: Credentials) -> m.SignedIn:
    """Return the answer to a message. The test ignores new credentials in it."""
    async with connect(known(serving), plain=True, dial=dial) as connection:
        asked = await credentials.sign_in(connection.fingerprint, connection.welcome.nonce)
        return await connection.ask(asked, m.SignedIn)


@pytest.mark.parametrize("device", [True, False])
async def test_a_repeated_sign_up_signs_in(serving: Serving, device: bool) -> None:
    ann = Credentials("Ann", device=DeviceKey.new() if device else None, password=PASSWORD, sign_up=True)
    first = await signed_in(serving, ann)
    again = await signed_in(serving, ann)

    assert again.registered
    assert (again.account, again.name) == (first.account, "Ann")


async def test_a_registered_account_cannot_register_again(serving: Serving) -> None:
    key = DeviceKey.new()
    await signed_in(serving, Credentials("Ann", device=key, password=PASSWORD, sign_up=True))
    for name, password in (("Ann", PASSWORD + "!"), ("Anna", PASSWORD)):
        with pytest.raises(Refusal) as refusal:
            await signed_in(serving, Credentials(name, device=key, password=password, sign_up=True))
        assert refusal.value.code == "registered"


async def test_a_guest_may_repeat_a_sign_up(tmp_path: Path) -> None:
    order = m.SignUp(name="Ann", password=PASSWORD)
    async with running(tmp_path) as serving, connect(known(serving), plain=True, dial=dial) as connection:
        await connection.sign_in("Guest")
        first = await connection.ask(order, m.SignedIn)
        again = await connection.ask(order, m.SignedIn)

    assert (again.account, again.name, again.registered) == (first.account, "Ann", True)


async def test_a_password_change_may_be_repeated(tmp_path: Path) -> None:
    order = m.SetPassword(old=PASSWORD, new=PASSWORD + " staple")
    wrong = m.SetPassword(old=PASSWORD, new=PASSWORD + " other")
    async with running(tmp_path) as serving, connect(known(serving), plain=True, dial=dial) as connection:
        await connection.sign_in_with(Credentials("Ann", device=DeviceKey.new(), password=PASSWORD, sign_up=True))
        await connection.ask(order, m.Done)
        await connection.ask(order, m.Done)
        with pytest.raises(Refusal) as refusal:
            await connection.ask(wrong, m.Done)

    assert refusal.value.code == "bad_password"


async def test_a_sign_up_with_the_right_password_does_not_open_another_account(serving: Serving) -> None:
    await signed_in(serving, Credentials("Ann", device=DeviceKey.new(), password=PASSWORD, sign_up=True))
    with pytest.raises(Refusal) as refusal:
        await signed_in(serving, Credentials("Ann", device=DeviceKey.new(), password=PASSWORD, sign_up=True))

    assert refusal.value.code == "name_taken"
