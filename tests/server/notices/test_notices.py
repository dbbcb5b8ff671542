"""The news of members: the services in memory, with a real mail server and webhook on loopback."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from netgame.games import GAMES
from netgame.match.create import created_event
from protocol import messages as m
from server.app import Services
from server.errors import RequestRefused
from server.notices.channels import MailServer, SendFailed, Webhook
from server.notices.open_challenges import OpenChallenges
from server.notices.outbox import Channels, Outbox
from server.notices.requests import NoticeRequests
from server.notices.rounds import Rounds
from server.notices.service import Notices
from server.notices.texts import Letter
from server.notices.turns import Turns
from server.ops.limits import Limits
from server.ops.remote import Remote
from server.storage.notices import DAY_MS, KINDS
from server.tables.actor import CommandEnvelope
from server.tables.commands import NewTable, User
from server.tables.table import Table
from tests.server.notices.receivers import LOOPBACK, Hook, Inbox, code_in, mail_server, web_server
from tests.server.services import come, go, services_in_memory
from tests.server.serving import move_of
from tests.server.storage.in_memory import MemoryStore

HOUR_MS, MINUTE_MS = 3_600_000, 60_000
TO = "ann@example.org"
REMOTE = Remote("192.0.2.7", 5)


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    with mail_server(tls=False) as opened:
        yield opened


@pytest.fixture
def hook() -> Iterator[Hook]:
    with web_server() as opened:
        yield opened


class Club:
    """A server whose members are Ann and Bob, and one more that shares its database: both only look when asked."""

    def __init__(self, services: Services, clock: MockClock, channels: Channels) -> None:
        self.services, self._clock, self.channels = services, clock, channels
        self.tasks: list[Callable[[], Awaitable[None]]] = []
        self.notices, self.requests = self.server()
        accounts = services.accounts
        self.ann, self.bob = (
            User(accounts.add(name, "hash", services.clock.now()), name, registered=True) for name in ("Ann", "Bob")
        )

    def server(self) -> tuple[Notices, NoticeRequests]:
        s = self.services
        outbox = Outbox(s.accounts, self.channels, Letter("Club", s.policy), s.limiter)
        sources = Turns(s.lobby, s.registry, s.store), Rounds(s.tournament_logs), OpenChallenges(s.social)
        notices = Notices(s.accounts, s.lobby, s.service, outbox, s.limiter, sources)
        return notices, NoticeRequests(s.accounts, outbox, s.lobby, s.limiter, self.tasks.append)

    def pass_time(self, ms: int) -> None:
        self._clock.jump(ms / 1000)

    async def ask(self, message: m.NoticeCommand, user: User | None = None) -> m.Notices:
        """Ask, and do what the server does after its answer."""
        answer = await self.requests.answer(message, user or self.ann, REMOTE)
        while self.tasks:
            await self.tasks.pop()()
        return answer

    async def subscribe(self, inbox: Inbox, user: User | None = None) -> None:
        """Add an address by the code that is mailed to it."""
        await self.ask(m.SetAddress(address=TO), user)
        await self.ask(m.ConfirmAddress(code=code_in(inbox)), user)
        inbox.mails.clear()
        self.pass_time(MINUTE_MS)

    async def game(self, table: str = "game", title: str = "", clock: str = "days 3") -> Table:
        """Start a game in which it is Ann's turn."""
        kind = GAMES["clod"]
        created = created_event(kind(), at=self.services.clock.now(), title=title, clock=clock)
        await self.services.paired_tables.make(table, NewTable(created, self.ann, self.bob))
        actor = self.services.registry.get(table)
        assert actor is not None
        return actor.table

    async def move(self, table: Table, user: User) -> None:
        """Play the first legal move."""
        match, actor = table.match, self.services.registry.get(table.id)
        assert match is not None
        assert actor is not None
        move = move_of(match)
        command = m.SendMove(table=table.id, key=bytes(16), position=move.position, move=move.move)
        actor.post(CommandEnvelope(command, self.services.clock.now(), user))
        await self.services.commit.quiet()
        assert table.match is not match


@asynccontextmanager
async def club(clock: MockClock, channels: Channels, **limits: int) -> AsyncIterator[Club]:
    async with services_in_memory(MemoryStore(), limits=Limits(**limits), at=100 * DAY_MS) as services:
        services.policy.addresses = ("games.example.org",)
        yield Club(services, clock, channels)


def mail_to(inbox: Inbox) -> MailServer:
    return MailServer(LOOPBACK, inbox.port, "none", "club@example.org")


async def test_a_member_who_is_offline_hears_once_that_it_is_their_turn(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        c.pass_time(MINUTE_MS)
        await c.game(title="Friday\r\nX: y")
        await c.notices.look()
        assert not inbox.mails  # they may be back in a moment
        c.pass_time(10 * MINUTE_MS)
        for _ in range(3):
            await c.notices.look()
            c.pass_time(HOUR_MS)

    (mail,) = inbox.mails
    assert inbox.receivers == [TO, TO]
    assert mail["Subject"].startswith("[Club] Your turn in Friday X: y")
    assert "netgame://games.example.org/game" in mail.get_content()
    assert "against Bob" in mail.get_content()
    assert "To switch it off" in mail.get_content()


async def test_nobody_hears_of_a_turn_that_they_have_seen_or_while_they_are_online(
    mock_clock: MockClock, inbox: Inbox
) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        line = come(c.services, c.ann)
        await c.game()
        c.pass_time(2 * DAY_MS)
        await c.notices.look()
        go(c.services, c.ann, line)
        c.pass_time(HOUR_MS)
        await c.notices.look()

    assert not inbox.mails


async def test_a_game_without_days_and_the_turn_of_the_other_are_no_news(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        await c.game("fast", clock="sudden 600")
        await c.move(await c.game("days"), c.ann)
        c.pass_time(5 * MINUTE_MS)
        await c.notices.look()

    assert not inbox.mails


async def test_all_news_of_some_time_are_in_one_mail_and_a_day_has_a_limit(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox)), notices_per_day=2) as c:
        await c.subscribe(inbox)
        await c.game("one")
        c.pass_time(10 * MINUTE_MS)
        await c.notices.look()
        await c.game("two")
        await c.notices.tell(c.ann.account, "challenge", "7", "Thud", other=c.bob.account)
        await c.notices.tell(c.ann.account, "challenge", "7", "Thud", other=c.bob.account)
        await c.notices.tell(c.ann.account, "round", "cup 2", "Summer cup", other=c.bob.account, table="three")
        c.pass_time(2 * MINUTE_MS)
        await c.notices.look()
        assert len(inbox.mails) == 1  # the last one is too new
        c.pass_time(20 * MINUTE_MS)
        await c.notices.look()
        await c.notices.tell(c.ann.account, "challenge", "8", "Chess", other=c.bob.account)
        c.pass_time(HOUR_MS)
        await c.notices.look()
        assert len(inbox.mails) == 2  # enough for a day
        c.pass_time(DAY_MS)
        await c.notices.look()

    grouped, later = (mail.get_content() for mail in inbox.mails[1:])
    assert "(and 2 more)" in inbox.mails[1]["Subject"]
    assert grouped.count("challenges you") == 1
    assert "netgame://games.example.org/two" in grouped
    assert "netgame://games.example.org/three" in grouped
    assert "/one" not in grouped
    assert "Bob challenges you to Chess" in later


async def test_what_a_member_has_switched_off_is_not_told(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        chosen = await c.ask(m.SetNotices(kinds=["round", "unheard of"]))
        await c.game()
        await c.notices.tell(c.ann.account, "challenge", "1", "Thud")
        await c.notices.tell(c.bob.account, "round", "1", "Cup")
        c.pass_time(HOUR_MS)
        await c.notices.look()
        assert not inbox.mails
        await c.notices.tell(c.ann.account, "round", "1", "Cup")
        c.pass_time(MINUTE_MS)
        await c.notices.look()

    assert chosen.kinds == ["round"]
    assert len(inbox.mails) == 1


async def test_who_comes_online_needs_no_mail_of_what_waits(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        await c.notices.tell(c.ann.account, "challenge", "1", "Thud")
        line = come(c.services, c.ann)
        await c.notices.look()
        await c.notices.tell(c.ann.account, "challenge", "2", "Thud")
        go(c.services, c.ann, line)
        c.pass_time(HOUR_MS)
        await c.notices.look()

    assert not inbox.mails


async def test_a_challenge_is_told_while_it_is_open(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        terms = m.GameTerms(game="thud", options={"battles": 1})
        orders = [m.Challenge(key=bytes([n] * 16), account=c.ann.account, terms=terms) for n in (1, 2)]
        made = [await c.services.challenges.carry_out(order, c.bob) for order in orders]
        open_ones = c.services.social.open_challenges(c.bob.account, c.services.clock.now())
        withdrawn = m.WithdrawChallenge(challenge=open_ones[0].challenge)
        await c.services.challenges.carry_out(withdrawn, c.bob)
        for _ in range(3):
            c.pass_time(HOUR_MS)
            await c.notices.look()

    assert all(isinstance(each, m.Done) for each in made)
    (mail,) = inbox.mails
    assert mail["Subject"] == "[Club] Bob challenges you to Thud"
    assert "netgame://games.example.org/" in mail.get_content()


async def test_the_game_of_a_round_is_told_with_its_link(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        c.services.policy.tournaments, requests = "anybody", c.services.tournament_requests
        cup = m.MakeTournament(
            key=bytes(16), title="Cup", format="round_robin", game="thud", options={}, clock="days 3"
        )
        made = await requests.carry_out(cup, c.bob)
        assert isinstance(made, m.Done)
        for user in (c.ann, c.bob):
            await requests.carry_out(m.EnterTournament(tournament=made.table, key=bytes([1] * 16)), user)
        await requests.carry_out(m.StartTournament(tournament=made.table, key=bytes([2] * 16)), c.bob)
        (tournament,) = c.services.tournament_logs.open
        while not tournament.rounds:
            await wait_all_tasks_blocked(0.001)
            (tournament,) = c.services.tournament_logs.open
        for _ in range(2):
            c.pass_time(HOUR_MS)
            await c.notices.look()

    (mail,) = inbox.mails
    assert "A round of Cup has begun. You play against Bob." in mail.get_content()
    assert f"netgame://games.example.org/{tournament.rounds[0][0].paired.table}" in mail.get_content()


async def test_two_servers_and_a_restart_tell_once(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        await c.game()
        c.pass_time(HOUR_MS)
        async with trio.open_nursery() as nursery:
            for notices in (c.notices, c.server()[0]):
                nursery.start_soon(notices.look)
        c.pass_time(HOUR_MS)
        await c.server()[0].look()

    assert len(inbox.mails) == 1


async def test_a_mail_that_cannot_be_sent_is_tried_again_and_given_up_after_a_day(
    mock_clock: MockClock, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    counts = {}
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        inbox.refuse = "451 try later"
        await c.notices.tell(c.ann.account, "challenge", "1", "Thud")
        c.pass_time(HOUR_MS)
        await c.notices.look()
        inbox.refuse = ""
        c.pass_time(2 * MINUTE_MS)
        await c.notices.look()
        assert len(inbox.mails) == 1
        inbox.refuse = "451 try later"
        await c.notices.tell(c.ann.account, "challenge", "2", "Thud")
        for _ in range(30):
            c.pass_time(HOUR_MS)
            await c.notices.look()
        inbox.refuse = ""
        c.pass_time(DAY_MS)
        await c.notices.look()
        counts = dict(c.services.counters.notices)

    assert len(inbox.mails) == 1
    assert counts["mail_sent"] == 2  # the code as well
    assert counts["mail_dropped"] == 1
    assert counts["mail_failed"] > 5
    assert not any(TO in each.getMessage() for each in caplog.records if each.name.startswith("server"))


@dataclass(frozen=True)
class Gone(MailServer):
    """A mail server that cannot be reached, and to whom mails were to be sent."""

    tries: list[str] = field(default_factory=list)

    def send(self, id: str, to: str, subject: str, text: str) -> None:
        self.tries.append(to)
        raise SendFailed("the mail server cannot be reached")


async def test_a_mail_server_that_is_gone_is_tried_once_for_all_who_wait(
    mock_clock: MockClock, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        for user in (c.ann, c.bob):
            await c.subscribe(inbox, user)
            await c.notices.tell(user.account, "challenge", "1", "Thud")
        c.pass_time(HOUR_MS)
        c.channels = Channels(gone := Gone(LOOPBACK, 1, "none", "club@example.org"))
        await c.server()[0].look()
        assert not inbox.mails
        c.pass_time(2 * MINUTE_MS)
        await c.notices.look()

    assert gone.tries == ["ann@example.org"]
    assert len(inbox.mails) == 2
    assert caplog.text.count("was not sent") == 2


async def test_the_server_has_a_limit_of_mails_in_an_hour(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox)), mails_per_hour=1) as c:
        await c.subscribe(inbox)
        await c.notices.tell(c.ann.account, "challenge", "1", "Thud")
        c.pass_time(20 * MINUTE_MS)
        await c.notices.look()
        assert not inbox.mails
        c.pass_time(HOUR_MS)
        await c.notices.look()

    assert len(inbox.mails) == 1


async def test_the_program_of_the_operator_gets_json_if_the_member_wants_that(
    mock_clock: MockClock, hook: Hook
) -> None:
    async with club(mock_clock, Channels(webhook=Webhook(hook.url, "key"))) as c:
        await c.ask(m.SetNotices(kinds=list(KINDS), webhook=True))
        await c.ask(m.SetNotices(kinds=list(KINDS)), c.bob)
        for user in (c.ann, c.bob):
            await c.notices.tell(user.account, "challenge", "1", "Thud", other=c.bob.account)
        c.pass_time(MINUTE_MS)
        await c.game()
        c.pass_time(HOUR_MS)
        await c.notices.look()
        account = c.ann.account

    ((_path, _headers, body),) = hook.requests
    told = json.loads(body)
    assert (told["account"], told["name"], told["server"]) == (account, "Ann", "Club")
    assert [each["kind"] for each in told["news"]] == ["turn", "challenge"]
    assert told["news"][0]["link"] == "netgame://games.example.org/game"
    assert "example.org" not in told["text"]


async def test_without_an_address_of_the_server_a_mail_has_no_link(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        c.services.policy.addresses = ()
        await c.subscribe(inbox)
        await c.game()
        c.pass_time(HOUR_MS)
        await c.notices.look()

    assert "netgame://" not in inbox.mails[0].get_content()


# ---- the address


async def refusal(ask: Callable[[], Awaitable[object]]) -> str:
    with pytest.raises(RequestRefused) as refused:
        await ask()
    return refused.value.code


async def test_an_address_counts_when_its_code_is_confirmed(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        asked = await c.ask(m.SetAddress(address=f" {TO} "))
        assert (asked.address, asked.waiting, asked.has_mail, asked.has_webhook) == ("", TO, True, False)
        await c.notices.tell(c.ann.account, "challenge", "1", "Thud")
        c.pass_time(10 * MINUTE_MS)
        await c.notices.look()
        assert len(inbox.mails) == 1  # the code
        confirmed = await c.ask(m.ConfirmAddress(code=code_in(inbox).lower().replace("-", " ")))
        assert (confirmed.address, confirmed.waiting, confirmed.kinds) == (TO, "", list(KINDS))
        assert await refusal(partial(c.ask, m.ConfirmAddress(code=code_in(inbox)))) == "no_code"
        removed = await c.ask(m.RemoveAddress())
        c.pass_time(HOUR_MS)
        await c.notices.look()

    assert (removed.address, removed.waiting) == ("", "")
    assert len(inbox.mails) == 1


async def test_a_code_has_five_tries_and_half_an_hour(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.ask(m.SetAddress(address=TO))
        wrong = [await refusal(partial(c.ask, m.ConfirmAddress(code="AAAA-AAAA"))) for _ in range(6)]
        after = await refusal(partial(c.ask, m.ConfirmAddress(code=code_in(inbox))))
        await c.ask(m.SetAddress(address=TO))
        c.pass_time(30 * MINUTE_MS)
        late = await refusal(partial(c.ask, m.ConfirmAddress(code=code_in(inbox))))

    assert wrong == ["bad_code"] * 5 + ["no_code"]
    assert (after, late) == ("no_code", "no_code")


async def test_codes_are_limited_by_account_and_by_address(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        for _ in range(3):
            await c.ask(m.SetAddress(address=TO))
        assert await refusal(partial(c.ask, m.SetAddress(address="other@example.org"))) == "too_soon"
        assert await refusal(partial(c.ask, m.SetAddress(address=TO.upper()), c.bob)) == "too_soon"
        c.pass_time(20 * MINUTE_MS)
        await c.ask(m.SetAddress(address=TO))

    assert len(inbox.mails) == 4


@pytest.mark.parametrize(
    "address",
    ["", "ann", "ann@", "@b.c", "ann@host", "a b@c.de", "ann@example.org\r\nBcc: x@y.zz", "ä@example.org", "a@b..c",
     "a@-b.org", f"{'a' * 65}@b.org", f"a@{'b.' * 130}org", "<ann@example.org>", 'ann"@example.org'],
)  # fmt: skip
async def test_what_is_no_address_is_refused(mock_clock: MockClock, inbox: Inbox, address: str) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        assert await refusal(partial(c.ask, m.SetAddress(address=address))) == "bad_address"

    assert not inbox.mails


async def test_a_code_that_cannot_be_mailed_is_forgotten_and_the_member_hears_of_it(
    mock_clock: MockClock, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[Any] = []
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        line = come(c.services, c.ann)
        line.send = sent.append
        inbox.refuse_receiver = f"550 {TO} is unknown"
        await c.ask(m.SetAddress(address=TO))
        now = await c.ask(m.GetNotices())

    assert (now.address, now.waiting) == ("", "")
    assert any(b"failed" in frame for frame in sent)
    assert not any(TO in each.getMessage() for each in caplog.records if each.name.startswith("server"))


async def test_without_a_channel_nothing_is_offered_or_kept(mock_clock: MockClock) -> None:
    async with club(mock_clock, Channels()) as c:
        assert await c.ask(m.GetNotices()) == m.Notices(has_mail=False)
        assert await refusal(partial(c.ask, m.SetAddress(address=TO))) == "no_notices"
        await c.notices.tell(c.ann.account, "challenge", "1", "Thud")
        await c.notices.run()  # returns at once


async def test_guests_have_no_notices_and_a_webhook_is_no_mail(mock_clock: MockClock, hook: Hook) -> None:
    async with club(mock_clock, Channels(webhook=Webhook(hook.url))) as c:
        guest = User("guest", "Guest")
        assert await refusal(partial(c.ask, m.GetNotices(), guest)) == "not_registered"
        assert await refusal(partial(c.ask, m.SetAddress(address=TO))) == "no_mail"


async def test_a_deleted_or_banned_member_hears_nothing(mock_clock: MockClock, inbox: Inbox) -> None:
    async with club(mock_clock, Channels(mail_to(inbox))) as c:
        await c.subscribe(inbox)
        await c.ask(m.SetAddress(address="bob@example.org"), c.bob)
        await c.ask(m.ConfirmAddress(code=code_in(inbox)), c.bob)
        inbox.mails.clear()
        for user in (c.ann, c.bob):
            await c.notices.tell(user.account, "challenge", "1", "Thud")
        c.services.accounts.lock_out(c.ann.account)
        c.services.accounts.ban(c.bob.account, 0)
        c.pass_time(HOUR_MS)
        await c.notices.look()
        assert c.services.accounts.notices_of(c.ann.account).address == ""

    assert not inbox.mails
