"""An address for notices, by clicks in a whole client at a server that mails to a real small mail server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from client_qt.app.application import Application
from server.app import Serving
from tests.client.clicks import type_text
from tests.client.program import press, until
from tests.client.visiting import register, to_account, visit
from tests.client.widget_tools import label_text
from tests.qt_trio_plugin import KeptRun
from tests.server.notices.receivers import LOOPBACK, Inbox, code_in, mail_server
from tests.server.serving import running

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]

TO = "ann@example.org"


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    with mail_server(tls=False) as opened:
        yield opened


@pytest.fixture
def serving(kept_run: KeptRun, tmp_path: Path, inbox: Inbox) -> Iterator[Serving]:
    """A server that sends mails."""
    sends = {"mail_server": LOOPBACK, "mail_port": inbox.port, "mail_tls": "none", "mail_sender": "club@example.org"}
    with kept_run.entered(running(tmp_path / "server", plain=False, **sends)) as made:
        yield made


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    """Ann as a guest of the server."""
    kept_run.call(lambda: visit(ann, serving))
    return ann


async def test_a_member_confirms_an_address_and_switches_a_kind_off(
    ann: Application, serving: Serving, inbox: Inbox
) -> None:
    page = await to_account(ann)
    card = page.notices
    assert not card.isVisible()  # a guest has none
    await register(ann, "Ann")
    await until(card.isVisible)
    type_text(card.address, TO)
    await press(card, "notices_address_go")
    await until(lambda: card.code.isVisible() and inbox.mails)
    type_text(card.code, "AAAA-AAAA")
    await press(card, "notices_code_go")
    await until(lambda: label_text(card, "notices_error"))
    card.code.clear()
    type_text(card.code, code_in(inbox))
    await press(card, "notices_code_go")
    await until(lambda: not card.code.isVisible())
    await press(card, "notices_time")

    def stored() -> tuple[str, tuple[str, ...]]:
        member = serving.services.accounts.notices_of(ann.lobby_controller.current().account)
        return member.address, member.kinds

    await until(lambda: stored() == (TO, ("turn", "challenge", "round")))
    assert inbox.receivers == [TO]


async def test_a_code_that_the_mail_server_refuses_is_an_error_in_the_window(ann: Application, inbox: Inbox) -> None:
    inbox.refuse_receiver = "550 unknown"
    page = await to_account(ann)
    await register(ann, "Ann")
    await until(page.notices.isVisible)
    type_text(page.notices.address, TO)
    await press(page.notices, "notices_address_go")

    await until(lambda: label_text(page.notices, "notices_error"))
    assert page.notices.address.isVisible()
    assert not page.notices.code.isVisible()
