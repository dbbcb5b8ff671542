"""Moderation: reports, mutes, kicks, bans, closed tables."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from protocol import messages as m
from server.app import Serving
from server.storage.data_folder import ACCOUNTS_FILE
from tests.server.serving import Raw, new_key, raw, running, running_on_loopback, two_at_a_table


class Person:
    """A line, and the account behind it."""

    def __init__(self, line: Raw, account: str) -> None:
        self.line, self.account = line, account

    async def ask(self, message: m.Message) -> Any:
        return await self.line.ask(message)


async def person(serving: Serving, name: str, token: bytes | None = None, *, moderator: bool = False) -> Person:
    line = await raw(serving)
    signed = await line.ask(m.SignIn(name=name, token=token))
    assert isinstance(signed, m.SignedIn), signed
    if moderator:
        serving.services.accounts.make_moderator(signed.account)
        return await person(serving, name, signed.token)
    return Person(line, signed.account)


@pytest.fixture
async def on_disk(tmp_path: Path) -> AsyncIterator[Serving]:
    async with running_on_loopback(tmp_path) as server:
        yield server


@asynccontextmanager
async def company(serving: Serving) -> AsyncIterator[tuple[Person, Person, Person]]:
    """Moritz, a moderator, and Ann and Bob."""
    yield await person(serving, "Moritz", moderator=True), await person(serving, "Ann"), await person(serving, "Bob")


def code(reply: Any) -> str:
    assert isinstance(reply, m.Refused), reply
    return reply.code


def say(text: str) -> m.Say:
    return m.Say(key=new_key(), room="lobby", text=text)


async def test_a_muted_user_is_refused_and_no_line_is_sent(serving: Serving) -> None:
    async with company(serving) as (moritz, ann, bob):
        assert await moritz.ask(m.Moderate(account=bob.account, what="mute")) == m.Done()

        assert code(await bob.ask(say("buy my dice"))) == "muted_here"
        await ann.ask(say("nice weather"))
        lines = (await moritz.line.push(m.Chat)).lines

        assert [line.text for line in lines] == ["nice weather"]
        await moritz.ask(m.Moderate(account=bob.account, what="unmute"))
        assert isinstance(await bob.ask(say("sorry")), m.Done)


async def leaves(serving: Serving, somebody: Person) -> None:
    await somebody.line.stream.aclose()
    while serving.services.lobby.is_online(somebody.account):
        await trio.sleep(0)


async def test_a_mute_is_in_memory_while_its_user_is_online(serving: Serving) -> None:
    services = serving.services
    moritz, bob = await person(serving, "Moritz", moderator=True), await person(serving, "Bob", b"b" * 32)
    await moritz.ask(m.Moderate(account=bob.account, what="mute"))
    assert services.sanctions.is_muted(bob.account, services.clock.now())

    await leaves(serving, bob)
    assert not services.sanctions.is_muted(bob.account, services.clock.now())

    bob = await person(serving, "Bob", b"b" * 32)
    assert code(await bob.ask(say("hello"))) == "muted_here"


async def test_a_mute_of_an_offline_user_holds_at_the_next_sign_in(serving: Serving) -> None:
    services = serving.services
    moritz, bob = await person(serving, "Moritz", moderator=True), await person(serving, "Bob", b"b" * 32)
    await leaves(serving, bob)

    assert await moritz.ask(m.Moderate(account=bob.account, what="mute")) == m.Done()

    assert not services.sanctions.is_muted(bob.account, services.clock.now())
    bob = await person(serving, "Bob", b"b" * 32)
    assert code(await bob.ask(say("hello"))) == "muted_here"


async def test_a_mute_for_some_minutes_ends_and_survives_a_new_sign_in(serving: Serving, mock_clock: MockClock) -> None:
    moritz = await person(serving, "Moritz", moderator=True)
    bob = await person(serving, "Bob", b"b" * 32)
    await moritz.ask(m.Moderate(account=bob.account, what="mute", minutes=1))
    bob = await person(serving, "Bob", b"b" * 32)
    assert code(await bob.ask(say("again"))) == "muted_here"
    mock_clock.jump(50)
    await bob.ask(m.Ping())
    mock_clock.jump(11)

    assert isinstance(await bob.ask(say("again")), m.Done)


async def test_a_kicked_user_is_disconnected_and_may_return(serving: Serving) -> None:
    moritz, bob = await person(serving, "Moritz", moderator=True), await person(serving, "Bob", b"b" * 32)

    await moritz.ask(m.Moderate(account=bob.account, what="kick", reason="cool down"))

    closing = (await bob.line.rest())[-1]
    assert isinstance(closing, m.Closing)
    assert (closing.code, closing.args) == ("kicked", {"reason": "cool down"})
    assert (await person(serving, "Bob", b"b" * 32)).account == bob.account


async def test_a_banned_user_is_disconnected_and_cannot_return(serving: Serving) -> None:
    moritz, bob = await person(serving, "Moritz", moderator=True), await person(serving, "Bob", b"b" * 32)

    await moritz.ask(m.Moderate(account=bob.account, what="ban", reason="cheats"))

    closing = (await bob.line.rest())[-1]
    line = await raw(serving)
    refused = await line.ask(m.SignIn(name="Bob", token=b"b" * 32))
    for answer in (closing, refused):
        assert isinstance(answer, m.Closing | m.Refused)
        assert (answer.code, answer.args) == ("banned", {"reason": "cheats", "until": 0})
    await moritz.ask(m.Moderate(account=bob.account, what="unban"))
    assert isinstance(await line.ask(m.SignIn(name="Bob", token=b"b" * 32)), m.SignedIn)


async def from_elsewhere(serving: Serving) -> Raw:
    """A greeted line from another address."""
    return await raw(serving, host="127.0.0.2")


@pytest.mark.parametrize("where", ["elsewhere", "beside the moderator", "behind a proxy"])
async def test_an_address_ban_holds_for_new_accounts_of_that_address_only(tmp_path: Path, where: str) -> None:
    async with running(tmp_path) as serving:
        serving.services.policy.update(replace(serving.services.policy, behind_proxy=where == "behind a proxy"))
        moritz = await person(serving, "Moritz", moderator=True)
        line = await raw(serving) if where == "beside the moderator" else await from_elsewhere(serving)
        bob = await line.ask(m.SignIn(name="Bob"))
        await moritz.ask(m.Moderate(account=bob.account, what="ban", minutes=60, address=True))
        await line.rest()
        answers = [type(await (await from_elsewhere(serving)).ask(m.SignIn(name="Somebody")))]
    async with running(tmp_path) as serving:  # and it is on disk
        serving.services.policy.update(replace(serving.services.policy, behind_proxy=where == "behind a proxy"))
        answers += [type(await (await from_elsewhere(serving)).ask(m.SignIn(name="Somebody")))]
        assert isinstance(await (await raw(serving)).ask(m.SignIn(name="Ann")), m.SignedIn)

    assert answers == [m.Refused if where == "elsewhere" else m.SignedIn] * 2


async def test_a_ban_survives_a_restart_and_the_match_can_still_end(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob, table = await two_at_a_table(serving)
        moritz = await person(serving, "Moritz", moderator=True)
        match = serving.match(table)
        assert match is not None
        seat = match.seats[1]
        assert seat is not None
        await moritz.ask(m.Moderate(account=seat.account, what="ban"))
        while (await ann.push(m.Presence)).present != (True, False):
            pass
        assert bob is not None
    async with running(tmp_path) as serving:
        assert serving.services.accounts.get(seat.account).is_banned(0)  # type: ignore[union-attr]
        assert serving.match(table) is not None


async def test_reports_reach_moderators_with_the_last_lines_and_are_closed(serving: Serving) -> None:
    async with company(serving) as (moritz, ann, bob):
        await bob.ask(say("you are a troll"))
        report = m.Report(key=new_key(), account=bob.account, text="  He is   rude ")
        assert await ann.ask(report) == m.Done()
        assert await ann.ask(report) == m.Done()  # the answer was lost: it is one report

        [found] = (await moritz.ask(m.GetReports())).reports

        assert (found.by_name, found.name, found.text) == ("Ann", "Bob", "He is rude")
        assert [line.text for line in found.lines] == ["you are a troll"]
        assert await moritz.ask(m.CloseReport(report=found.report)) == m.Done()
        assert (await moritz.ask(m.GetReports())).reports == []
        [closed] = (await moritz.ask(m.GetReports(closed=True))).reports
        assert closed.closed_by == "Moritz"


async def test_a_report_has_the_direct_messages_of_the_two_and_no_others(serving: Serving) -> None:
    async with company(serving) as (moritz, ann, bob):
        await bob.ask(m.Say(key=new_key(), room="direct", account=ann.account, text="you are a troll"))
        await bob.ask(m.Say(key=new_key(), room="direct", account=moritz.account, text="not for Ann"))
        await ann.ask(m.Report(key=new_key(), account=bob.account, text="rude"))

        [found] = (await moritz.ask(m.GetReports())).reports

        assert [line.text for line in found.lines] == ["you are a troll"]


async def test_a_report_about_a_table_has_the_lines_of_the_players_and_of_the_lobby(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving)
    moritz = await person(serving, "Moritz", moderator=True)
    await bob.ask(m.Say(key=new_key(), room="table", table=table, text="hurry up"))
    await bob.ask(say("you are slow"))
    match = serving.match(table)
    assert match is not None
    seat = match.seats[1]
    assert seat is not None
    await ann.ask(m.Report(key=new_key(), account=seat.account, table=table, text="rude"))

    [found] = (await moritz.ask(m.GetReports())).reports

    assert found.table == table
    assert {line.text for line in found.lines} == {"hurry up", "you are slow"}


@pytest.mark.parametrize(
    ("message", "refusal"),
    [
        (m.Report(key=bytes(16), account="nobody", text="x"), "no_account"),
        (m.Report(key=bytes(16), account="nobody", text=" "), "bad_text"),
        (m.Report(key=bytes(16), account="nobody", text="x" * 401), "bad_text"),
        (m.GetReports(), "not_moderator"),
        (m.CloseReport(report=1), "not_moderator"),
        (m.Moderate(account="nobody", what="kick"), "not_moderator"),
    ],
)
async def test_other_users_can_only_send_valid_reports(serving: Serving, message: m.Message, refusal: str) -> None:
    assert code(await (await person(serving, "Ann")).ask(message)) == refusal


async def test_moderators_cannot_act_on_themselves_or_each_other(serving: Serving) -> None:
    moritz, max_ = await person(serving, "Moritz", moderator=True), await person(serving, "Maxi", moderator=True)

    for account in (moritz.account, max_.account):
        assert code(await moritz.ask(m.Moderate(account=account, what="ban"))) == "not_moderator"
    assert code(await moritz.ask(m.Moderate(account="nobody", what="ban"))) == "no_account"
    assert code(await moritz.ask(m.CloseReport(report=5))) == "no_report"


async def test_reports_of_one_user_are_limited(serving: Serving) -> None:
    async with company(serving) as (_moritz, ann, bob):
        for _ in range(5):
            await ann.ask(m.Report(key=new_key(), account=bob.account, text="again"))
        assert code(await ann.ask(m.Report(key=new_key(), account=bob.account, text="again"))) == "too_fast"


def measures(data: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(data / ACCOUNTS_FILE)) as db:
        return db.execute("SELECT moderator, what, account, reason FROM measures").fetchall()


async def test_measures_are_recorded(on_disk: Serving, tmp_path: Path) -> None:
    async with company(on_disk) as (moritz, _ann, bob):
        await moritz.ask(m.Moderate(account=bob.account, what="mute", minutes=5, reason="loud"))

        rows = measures(tmp_path)

    assert rows == [(moritz.account, "mute", bob.account, "loud")]


# ---- tables


async def waiting_table(ann: Person, bob: Person) -> str:
    """A table that Ann has made, and that Bob watches."""
    made: str = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, title="rude", player=0))).table
    await bob.ask(m.Watch(table=made))
    return made


async def test_a_moderator_closes_an_open_table_and_its_users_are_notified(serving: Serving) -> None:
    async with company(serving) as (moritz, ann, bob):
        table = await waiting_table(ann, bob)

        reply = await moritz.ask(m.CloseTable(table=table))

        assert reply == m.Done(table=table, number=3)
        assert (await ann.ask(m.ListTables())).tables == []
        happened, notices = list[str](), list[m.Notice]()
        while not notices or "ended" not in happened:  # spectators hear of events a little later than of anything else
            frame = await bob.line.frame()
            assert frame is not None
            if isinstance(frame.message, m.TableEvents):
                happened += [event["type"] for event in frame.message.events]
            elif isinstance(frame.message, m.Notice):
                notices.append(frame.message)
        assert happened == ["created", "seated", "unseated", "ended"]


async def test_the_closing_of_a_table_is_recorded(on_disk: Serving, tmp_path: Path) -> None:
    async with company(on_disk) as (moritz, ann, bob):
        await moritz.ask(m.CloseTable(table=await waiting_table(ann, bob)))

        rows = measures(tmp_path)

    assert rows == [(moritz.account, "close", ann.account, "rude")]


async def test_a_table_that_is_over_or_unknown_is_not_closed(serving: Serving) -> None:
    async with company(serving) as (moritz, ann, bob):
        table = await waiting_table(ann, bob)
        await moritz.ask(m.CloseTable(table=table))

        assert code(await moritz.ask(m.CloseTable(table=table))) == "over"
        assert code(await moritz.ask(m.CloseTable(table="nowhere"))) == "no_table"
