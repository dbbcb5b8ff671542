"""A new password by a code that is mailed to the confirmed address of an account."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server.serving import Raw, raw, running
from protocol import messages as m
from protocol.identity.device_key import DeviceKey
from server.app import Serving
from server.storage.accounts import FOREVER
from tests.server.notices.receivers import LOOPBACK, Inbox, code_in, mail_server

OLD, NEW = "four old trolls dig", "three dwarfs throw"
TO = "ann@example.org"


@dataclass
class Club:
    """A server that sends mails, and its member Ann."""

    serving: Serving
    inbox: Inbox
    account: str = ""

    async def line(self, name: str = "", device: DeviceKey | None = None, **fields: Any) -> tuple[Raw, Any]:
        """Sign in on a new connection. Return it and the answer."""
        line = await raw(self.serving)
        proof = device.prove(self.serving.fingerprint, line.welcome.nonce) if device is not None else None
        return line, await line.ask(m.SignIn(name=name, device=proof, **fields))

    async def sign_in(self, name: str = "Ann", device: DeviceKey | None = None, **fields: Any) -> Any:
        return (await self.line(name, device, **fields))[1]

    async def forget(self, name: str = "Ann") -> Any:
        """Ask for a code without a sign-in."""
        return await (await raw(self.serving)).ask(m.ForgotPassword(name=name))

    async def code(self, count: int = 1) -> str:
        """Return the code of the last mail, as soon as there are so many mails."""
        while len(self.inbox.mails) < count:
            await wait_all_tasks_blocked(0.002)
        return code_in(self.inbox)


@asynccontextmanager
async def club(folder: Path, *, address: str = TO) -> AsyncIterator[Club]:
    with mail_server(tls=False) as inbox:
        mails = {
            "mail_server": LOOPBACK,
            "mail_port": inbox.port,
            "mail_tls": "none",
            "mail_sender": "club@example.org",
        }
        async with running(folder, plain=False, **mails) as serving:
            made, accounts = Club(serving, inbox), serving.services.accounts
            made.account = (await made.sign_in(sign_up=True, password=OLD)).account
            if address:
                accounts.offer_address(made.account, address, b"code", serving.services.clock.now() + 1000)
                accounts.confirm_address(made.account, b"code", serving.services.clock.now())
            yield made


async def test_a_mailed_code_sets_a_new_password_once(tmp_path: Path) -> None:
    async with club(tmp_path) as c:
        assert isinstance(await c.forget(), m.Done)
        code = await c.code()
        weak = await c.sign_in(reset=code, password="short")
        key = DeviceKey.new()
        done = await c.sign_in(device=key, reset=code.lower(), password=NEW)
        repeated = await c.sign_in(device=key, reset=code, password=NEW)  # its answer was lost
        stolen = await c.sign_in(reset=code, password=OLD)
        old, new, by_key = await c.sign_in(password=OLD), await c.sign_in(password=NEW), await c.sign_in("Other", key)

    assert weak.code == "weak_password"
    assert (stolen.code, old.code) == ("bad_link", "bad_password")
    assert {each.account for each in (done, repeated, new, by_key)} == {c.account}
    assert c.inbox.receivers == [TO]


async def test_other_computers_of_the_account_are_signed_out_and_told(tmp_path: Path) -> None:
    async with club(tmp_path) as c:
        away, here = DeviceKey.new(), DeviceKey.new()
        await c.sign_in(device=away, password=OLD)
        line, _ = await c.line("Ann", here, password=OLD)
        await c.forget()
        await c.sign_in(reset=await c.code(), password=NEW)
        closing = await line.push(m.Closing)
        told, guest = await c.sign_in(device=away), await c.sign_in(device=away)
        back = await c.sign_in(device=here, password=NEW)
        devices = c.serving.services.accounts.devices(c.account, 0)

    assert (closing.code, told.code) == ("revoked", "revoked")
    assert guest.account != c.account
    assert back.account == c.account
    assert len(devices) == 2


async def test_no_answer_says_whether_a_name_or_an_address_exists(tmp_path: Path) -> None:
    async with club(tmp_path, address="") as c:
        for name in ("Ann", "Nobody"):
            answers = [await c.forget(name) for _ in range(4)]
            assert [type(each) for each in answers] == [m.Done] * 3 + [m.Refused]
            assert answers[-1].code == "too_soon"
            assert (await c.sign_in(name, reset="AAAA-AAAA", password=NEW)).code == "bad_link"
    assert c.inbox.mails == []


async def test_codes_for_passwords_share_the_budget_of_the_address(tmp_path: Path) -> None:
    async with club(tmp_path) as c:
        line, _ = await c.line("Ann", password=OLD)
        for count in (1, 2):
            await line.ask(m.SetAddress(address="ann+games@example.org"))
            await c.code(count)
        for _ in range(3):
            assert isinstance(await c.forget(), m.Done)
            await c.code(3)
    assert len(c.inbox.mails) == 3


@pytest.mark.parametrize("change", [m.RemoveAddress(), None])
async def test_a_code_ends_with_its_address_and_after_half_an_hour(
    tmp_path: Path, change: m.Message | None, mock_clock: MockClock
) -> None:
    async with club(tmp_path) as c:
        line, _ = await c.line("Ann", password=OLD)
        await c.forget()
        code = await c.code()
        if change is not None:
            await line.ask(change)
        else:
            mock_clock.jump(1800)
        assert (await c.sign_in(reset=code, password=NEW)).code == "bad_link"


async def test_wrong_codes_are_bounded(tmp_path: Path) -> None:
    async with club(tmp_path) as c:
        await c.forget()
        code = await c.code()
        codes = [(await c.sign_in(reset="AAAA-AAAA", password=NEW)).code for _ in range(6)]
        assert codes[-1] == "too_soon"
        assert (await c.sign_in(reset=code, password=NEW)).code == "too_soon"


async def test_a_server_without_mail_says_so(serving: Serving) -> None:
    assert (await (await raw(serving)).ask(m.ForgotPassword(name="Ann"))).code == "no_mail"


async def test_a_banned_address_gets_no_code(tmp_path: Path) -> None:
    async with club(tmp_path) as c:
        line = await raw(c.serving)
        c.serving.services.sanctions.set_address_ban("127.0.0.1", FOREVER, "")
        assert (await line.ask(m.ForgotPassword(name="Ann"))).code == "banned"
