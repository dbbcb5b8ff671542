"""A whole server with SQLite, and a mail that arrives while the program of a member is closed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from protocol import messages as m
from protocol.address import Address
from server.app import Serving
from tests import PATIENCE_S
from tests.server.notices.receivers import LOOPBACK, Inbox, code_in, mail_server
from tests.server.serving import HURRIED, Raw, new_key, order, raw, running_on_loopback

pytestmark = pytest.mark.slow

TO, PASSWORD = "ann@example.org", "correct horse battery"


@asynccontextmanager
async def club(data: Path, inbox: Inbox) -> AsyncIterator[Serving]:
    """A server that mails at once, and only when it is asked to look."""
    with trio.fail_after(PATIENCE_S):
        async with running_on_loopback(
            data, limits=replace(HURRIED, notice_after_s=0), addresses=("games.example.org:7000",),
            mail_server=LOOPBACK, mail_port=inbox.port, mail_tls="none", mail_sender="club@example.org",
        ) as serving:  # fmt: skip
            yield serving


async def member(serving: Serving, name: str) -> Raw:
    line = await raw(serving)
    assert isinstance(await line.ask(m.SignIn(name=name, password=PASSWORD, sign_up=True)), m.SignedIn)
    return line


async def test_a_mail_arrives_while_the_program_is_closed(tmp_path: Path) -> None:
    with mail_server(tls=False) as inbox:
        async with club(tmp_path, inbox) as serving:
            ann, bob = [await member(serving, name) for name in ("Ann", "Bob")]
            await ann.ask(m.SetAddress(address=TO))
            while not inbox.mails:
                await trio.sleep(0)
            confirmed = await ann.ask(m.ConfirmAddress(code=code_in(inbox)))
            assert confirmed.address == TO
            terms = m.MakeTable(key=new_key(), game="thud", options={"battles": 1}, player=0, clock="days 3")
            made = await bob.ask(terms)
            await ann.ask(m.TakeSeat(table=made.table, key=new_key()))
            ann.close()
            while serving.services.lobby.is_online(serving.services.accounts.by_name("Ann")[0]):  # type: ignore[index]
                await trio.sleep(0)
            assert isinstance(await bob.ask(order(serving, made.table)), m.Done)
            await serving.services.notices.look()

    _code, mail = inbox.mails
    links = [line for line in mail.get_content().splitlines() if line.startswith("netgame://")]
    assert inbox.receivers == [TO, TO]
    assert "Your turn in Thud against Bob" in mail["Subject"]
    assert [Address.parse(link) for link in links] == [(Address("games.example.org", 7000), made.table)]
