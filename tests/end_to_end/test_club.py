"""Members of a club find each other: a challenge, "Play now", and a game by mail.

Server and windows are on this computer, because the mail server is on loopback; test_tournament has a real network.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import HURRIED, own_port, running_on_loopback
from server.app import Serving
from server.net.listener import FILE as PORT_FILE
from tests.end_to_end.desk import Desk, desk
from tests.end_to_end.test_two_computers import Client, client
from tests.server.notices.receivers import LOOPBACK, code_in, mail_server

pytestmark = [pytest.mark.slow, pytest.mark.sweep, pytest.mark.needs_qt]
GAME = "clod"
PASSWORD = "correct horse battery"


@dataclass
class Member:
    """A person whose window is in the lobby of the club."""

    client: Client
    desk: Desk
    account: str


@asynccontextmanager
async def club(folder: Path, names: Sequence[str], **changes: Any) -> AsyncIterator[tuple[Serving, list[Member]]]:
    """Run a server with these people in its lobby."""
    async with AsyncExitStack() as stack:
        settings: dict[str, Any] = {"plain": False, "announce": "lo", "name": "Club", **changes}
        serving = await stack.enter_async_context(running_on_loopback(folder / "server", **settings))
        members = []
        for name in names:
            place = stack.enter_context(desk(folder / f"screen of {name}"))
            window = await stack.enter_async_context(client(folder / name, desk=place))
            members.append(Member(window, place, (await window.do("visit", server=serving.fingerprint))["account"]))
        yield serving, members


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for a change at the server."""
    with trio.fail_after(PATIENCE_S):
        while not is_so():
            await trio.sleep(0.02)


async def challenge(by: Member, to: Member, **terms: object) -> None:
    """Challenge a person of the lobby, with these values of the form."""
    await by.client.do("choose_in_row", row=to.account, action="challenge")
    await by.client.do("page", name="challenge")
    await by.client.do("click_on", name=f"game_{GAME}")
    for name, value in terms.items():
        await by.client.do("choose", name=name, value=value)
    await by.client.do("press", name="go")
    await by.client.do("page", name="lobby")


async def at_a_table(serving: Serving, *members: Member) -> str:
    """Wait until these windows show one game. Return its table."""
    seats, tables = set(), set()
    for member in members:
        await member.client.do("page", name="table")
        await member.client.do("online")
        seats |= set((await member.client.do("state"))["mine"])
        tables |= {table.id for table in serving.services.lobby.unfinished_tables_of(member.account)}
    assert seats == {0, 1}
    (table,) = tables
    return table


async def test_a_challenge_is_changed_and_accepted(tmp_path: Path) -> None:
    async with club(tmp_path, ("ann", "bob")) as (serving, (ann, bob)):
        await challenge(ann, bob, clock="fischer 300+5")
        await bob.client.do("press", name="Change ...")
        await bob.client.do("page", name="challenge")
        bob.desk.keep("change")
        await bob.client.do("choose", name="clock", value="sudden 600")
        await bob.client.do("press", name="go")
        await ann.client.do("find_row", words="bob suggests changes")
        ann.desk.keep("changed")
        await ann.client.do("press", name="Accept")
        match = serving.match(await at_a_table(serving, ann, bob))
        ann.desk.keep("accepted-ann")
        bob.desk.keep("accepted-bob")

    assert match is not None
    assert (match.created.game, match.created.clock) == (GAME, "sudden 600")


async def test_of_two_who_wait_by_play_now_a_third_player_gets_the_one_they_click(tmp_path: Path) -> None:
    async with club(tmp_path, ("ann", "bob", "cleo")) as (serving, (ann, bob, cleo)):
        for member, clicks in ((ann, ()), (bob, (GAME, "thud"))):  # the form begins with the first game
            await member.client.do("press", name="lobby_play_now")
            for game in clicks:
                await member.client.do("click_on", name=f"seek_game_{game}")
            await member.client.do("press", name="play_now_go")
            await member.client.do("shown", name="play_now_cancel")
        for words in ("ann  ·  Clod", "bob  ·  Thud"):
            row = (await cleo.client.do("find_row", words=words))["row"]
        cleo.desk.keep("two-wait")
        await cleo.client.do("press", name=f"accept_{row}")
        match = serving.match(await at_a_table(serving, bob, cleo))
        bob.desk.keep("paired")
        await ann.client.do("shown", name="play_now_cancel")

    assert match is not None
    assert match.created.game == "thud"


async def test_a_mail_calls_a_player_back_to_a_game_by_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.notices.service.LOOK_EVERY_S", 0.2)
    monkeypatch.setattr("server.notices.service.MEMBER_EVERY_MS", 0)
    own_port(tmp_path / "server")
    port = int((tmp_path / "server" / PORT_FILE).read_text())
    with mail_server(tls=False) as inbox:
        async with club(
            tmp_path, ("ann", "bob"), port=port, addresses=(f"{LOOPBACK}:{port}",),
            mail_server=LOOPBACK, mail_port=inbox.port, mail_tls="none",
            mail_sender="club@example.org", limits=replace(HURRIED, notice_after_s=0),
        ) as (serving, (ann, bob)):  # fmt: skip
            await ann.client.do("press", name="lobby_account")
            for field in ("password", "again"):
                await ann.client.do("write", name=f"sign_up_{field}", text=PASSWORD)
            await ann.client.do("press", name="sign_up_go")
            await ann.client.do("write", name="notices_address", text="ann@example.org")
            ann.desk.keep("notices")
            await ann.client.do("press", name="notices_address_go")
            await until(lambda: len(inbox.mails) == 1)
            await ann.client.do("write", name="notices_code", text=code_in(inbox))
            await ann.client.do("press", name="notices_code_go")
            await until(lambda: bool(serving.services.accounts.notices_of(ann.account).address))
            ann.desk.keep("confirmed")

            await challenge(bob, ann, clock="days 3", seat=0)
            await ann.client.do("press", name="Accept")
            table = await at_a_table(serving, ann, bob)
            await ann.client.do("close")
            await ann.client.process.wait()
            await until(lambda: not serving.services.lobby.is_online(ann.account))
            await bob.client.do("play", turns=1)
            await until(lambda: len(inbox.mails) == 2)
            (link,) = [word for word in inbox.mails[1].get_content().split() if word.startswith("netgame://")]
            async with client(tmp_path / "ann", link, desk=ann.desk) as again:
                await again.do("page", name="table")
                await again.do("play", turns=1)
                ann.desk.keep("called-back")

    assert table in link
