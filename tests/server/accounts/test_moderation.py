import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.serving import Raw, new_key, raw, running, two_at_a_table
from protocol import messages as m
from server.app import Serving
from server.storage.data_folder import ACCOUNTS_FILE

BOB = b"b" * 32


@dataclass(frozen=True)
class Person:
    """A line, and the account behind it."""

    line: Raw
    account: str

    async def ask(self, message: m.Message) -> Any:
        return await self.line.ask(message)

    async def moderate(self, whom: "Person", what: Any, **fields: Any) -> None:
        assert await self.ask(m.Moderate(account=whom.account, what=what, **fields)) == m.Done()

    async def reports(self, *, closed: bool = False) -> list[m.ReportInfo]:
        found: list[m.ReportInfo] = (await self.ask(m.GetReports(closed=closed))).reports
        return found


async def person(serving: Serving, name: str, token: bytes | None = None, *, moderator: bool = False) -> Person:
    line = await raw(serving)
    signed = await line.ask(m.SignIn(name=name, token=token))
    assert isinstance(signed, m.SignedIn), signed
    if moderator:
        serving.services.accounts.make_moderator(signed.account)
        return await person(serving, name, signed.token)
    return Person(line, signed.account)


async def company(serving: Serving) -> tuple[Person, Person, Person]:
    """Moritz, a moderator, and Ann and Bob."""
    moritz = await person(serving, "Moritz", moderator=True)
    return moritz, await person(serving, "Ann"), await person(serving, "Bob", BOB)


def code(reply: Any) -> str:
    assert isinstance(reply, m.Refused), reply
    return reply.code


def say(text: str, **room: Any) -> m.Say:
    return m.Say(key=new_key(), **({"room": "lobby"} | room), text=text)


def report(about: str, text: str = "rude", table: str = "") -> m.Report:
    return m.Report(key=new_key(), account=about, text=text, table=table)


async def test_of_a_muted_user_no_line_is_sent_until_the_mute_ends_or_is_lifted_also_after_a_new_sign_in(
    serving: Serving, mock_clock: MockClock
) -> None:
    moritz, ann, bob = await company(serving)
    await moritz.moderate(bob, "mute")

    assert code(await bob.ask(say("buy my dice"))) == "muted_here"
    await ann.ask(say("nice weather"))
    assert [line.text for line in (await moritz.line.push(m.Chat)).lines] == ["nice weather"]
    await moritz.moderate(bob, "unmute")
    assert isinstance(await bob.ask(say("sorry")), m.Done)

    await moritz.moderate(bob, "mute", minutes=1)
    bob = await person(serving, "Bob", BOB)
    assert code(await bob.ask(say("again"))) == "muted_here"
    mock_clock.jump(50)
    await bob.ask(m.Ping())
    mock_clock.jump(11)
    assert isinstance(await bob.ask(say("again")), m.Done)


async def test_a_mute_is_in_memory_while_its_user_is_online_and_holds_at_the_next_sign_in(serving: Serving) -> None:
    moritz, _ann, bob = await company(serving)

    def is_muted() -> bool:
        return serving.services.sanctions.is_muted(bob.account, serving.services.clock.now())

    async def leaves() -> None:
        await bob.line.stream.aclose()
        while serving.services.lobby.is_online(bob.account):
            await trio.sleep(0)

    for is_online in (True, False):
        if not is_online:
            await leaves()
        await moritz.moderate(bob, "mute")
        assert is_muted() == is_online
        if is_online:
            await leaves()
            assert not is_muted()
        bob = await person(serving, "Bob", BOB)
        assert code(await bob.ask(say("hello"))) == "muted_here"
        await moritz.moderate(bob, "unmute")


async def test_a_kicked_user_may_return_at_once_and_a_banned_one_when_the_ban_ends_or_is_lifted(
    serving: Serving, mock_clock: MockClock
) -> None:
    moritz, _ann, bob = await company(serving)
    await moritz.moderate(bob, "kick", reason="cool down")
    closing = (await bob.line.rest())[-1]
    assert isinstance(closing, m.Closing)
    assert (closing.code, closing.args) == ("kicked", {"reason": "cool down"})

    for minutes in (0, 1):
        account, bob = bob.account, await person(serving, "Bob", BOB)
        assert bob.account == account
        until = serving.services.clock.now() + 60_000 if minutes else 0
        await moritz.moderate(bob, "ban", reason="cheats", minutes=minutes)
        for answer in ((await bob.line.rest())[-1], await (await raw(serving)).ask(m.SignIn(name="Bob", token=BOB))):
            assert isinstance(answer, m.Closing | m.Refused)
            assert (answer.code, answer.args) == ("banned", {"reason": "cheats", "until": until})
        if minutes:
            mock_clock.jump(61)
        else:
            await moritz.moderate(bob, "unban")
    assert (await person(serving, "Bob", BOB)).account == bob.account


@pytest.mark.parametrize("where", ["elsewhere", "beside the moderator", "behind a proxy"])
async def test_an_address_ban_holds_for_new_accounts_of_that_address_only(tmp_path: Path, where: str) -> None:
    answers = []
    for is_first in (True, False):  # and it is on disk
        async with running(tmp_path) as serving:
            serving.services.policy.update(replace(serving.services.policy, behind_proxy=where == "behind a proxy"))
            if is_first:
                moritz = await person(serving, "Moritz", moderator=True)
                line = await raw(serving) if where == "beside the moderator" else await raw(serving, host="127.0.0.2")
                bob = await line.ask(m.SignIn(name="Bob"))
                await moritz.ask(m.Moderate(account=bob.account, what="ban", minutes=60, address=True))
                await line.rest()
            answers.append(type(await (await raw(serving, host="127.0.0.2")).ask(m.SignIn(name="Somebody"))))
            assert isinstance(await (await raw(serving)).ask(m.SignIn(name="Ann")), m.SignedIn)

    assert answers == [m.Refused if where == "elsewhere" else m.SignedIn] * 2


async def test_a_ban_survives_a_restart_and_the_match_can_still_end(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, _bob, table = await two_at_a_table(serving)
        moritz = await person(serving, "Moritz", moderator=True)
        bobs = account_at(serving, table)
        await moritz.ask(m.Moderate(account=bobs, what="ban"))
        while (await ann.push(m.Presence)).present != (True, False):
            pass
    async with running(tmp_path) as serving:
        assert serving.services.accounts.get(bobs).is_banned(0)  # type: ignore[union-attr]
        assert serving.match(table) is not None


def account_at(serving: Serving, table: str, seat: int = 1) -> str:
    """Return the account in a seat, that of Bob."""
    match = serving.match(table)
    assert match is not None
    member = match.seats[seat]
    assert member is not None
    return member.account


async def test_reports_reach_moderators_with_the_last_lines_and_bans_and_are_closed(serving: Serving) -> None:
    moritz, ann, bob = await company(serving)
    await bob.ask(say("you are a troll"))
    told = report(bob.account, "  He is   rude ")
    for _ in range(2):  # the answer was lost: it is one report
        assert await ann.ask(told) == m.Done()

    [found] = await moritz.reports()
    banned = []
    for what in ("ban", "unban"):
        await moritz.moderate(bob, what)
        banned.append((await moritz.reports())[0].banned)

    assert (found.by_name, found.name, found.text) == ("Ann", "Bob", "He is rude")
    assert [line.text for line in found.lines] == ["you are a troll"]
    assert [found.banned, *banned] == [False, True, False]
    assert await moritz.ask(m.CloseReport(report=found.report)) == m.Done()
    assert await moritz.reports() == []
    assert [closed.closed_by for closed in await moritz.reports(closed=True)] == ["Moritz"]


async def test_a_report_about_a_table_has_its_lines_those_of_the_lobby_and_direct_messages_of_the_two(
    serving: Serving,
) -> None:
    ann, bob, table = await two_at_a_table(serving)
    moritz, bobs = await person(serving, "Moritz", moderator=True), account_at(serving, table)
    await bob.ask(say("hurry up", room="table", table=table))
    await bob.ask(say("you are slow"))
    await bob.ask(say("you are a troll", room="direct", account=account_at(serving, table, 0)))
    await bob.ask(say("not for Ann", room="direct", account=moritz.account))
    await ann.ask(report(bobs, table=table))

    [found] = await moritz.reports()

    assert found.table == table
    assert {line.text for line in found.lines} == {"hurry up", "you are slow", "you are a troll"}


async def test_reports_and_orders_are_refused_with_a_reason(serving: Serving) -> None:
    ann, moritz, max_ = [await person(serving, name, moderator=name != "Ann") for name in ("Ann", "Moritz", "Maxi")]
    refused: list[tuple[Person, m.Message, str]] = [
        (ann, report("nobody"), "no_account"),
        (ann, report("nobody", " "), "bad_text"),
        (ann, report("nobody", "x" * 401), "bad_text"),
        (ann, report(moritz.account, table="\x1b[2Jnothing"), "no_table"),
        (ann, m.GetReports(), "not_moderator"),
        (ann, m.CloseReport(report=1), "not_moderator"),
        (ann, m.Moderate(account="nobody", what="kick"), "not_moderator"),
        (moritz, m.Moderate(account=moritz.account, what="ban"), "not_moderator"),
        (moritz, m.Moderate(account=max_.account, what="ban"), "not_moderator"),
        (moritz, m.Moderate(account="nobody", what="ban"), "no_account"),
        (moritz, m.CloseReport(report=5), "no_report"),
        (moritz, m.CloseTable(table="nowhere"), "no_table"),
    ]
    for who, order, why in refused:
        assert code(await who.ask(order)) == why, order


async def test_reports_of_one_user_are_limited(serving: Serving) -> None:
    _moritz, ann, bob = await company(serving)
    answers = [await ann.ask(report(bob.account)) for _ in range(6)]
    assert [getattr(answer, "code", "") for answer in answers] == [""] * 5 + ["too_fast"]


async def test_a_moderator_closes_an_open_table_and_its_users_are_notified_and_measures_are_recorded(
    tmp_path: Path,
) -> None:
    async with running(tmp_path, on_disk=True) as serving:
        moritz, ann, bob = await company(serving)
        await moritz.moderate(bob, "mute", minutes=5, reason="loud")
        make = m.MakeTable(key=new_key(), game="clod", options={}, title="rude", player=0)
        table = (await ann.ask(make)).table
        await bob.ask(m.Watch(table=table))

        assert await moritz.ask(m.CloseTable(table=table)) == m.Done(table=table, number=3)

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
        assert code(await moritz.ask(m.CloseTable(table=table))) == "over"
        with closing(sqlite3.connect(tmp_path / ACCOUNTS_FILE)) as db:
            rows = db.execute("SELECT moderator, what, account, reason FROM measures").fetchall()

    assert rows == [
        (moritz.account, "mute", bob.account, "loud"), (moritz.account, "close", ann.account, "rude"),
    ]  # fmt: skip
