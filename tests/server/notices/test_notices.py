"""The news of members: services, a mail server and a webhook in memory."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.serving import move_of
from netgame.games import GAMES
from netgame.match.create import created_event
from protocol import messages as m
from server.app import Services
from server.errors import RequestRefused
from server.notices.channels import TIMEOUT_S, MailServer, SendFailed, Webhook
from server.notices.open_challenges import OpenChallenges
from server.notices.outbox import Channels, Outbox
from server.notices.requests import CODES_PER_PLACE, NoticeRequests
from server.notices.rounds import Rounds
from server.notices.service import Notices
from server.notices.texts import Letter
from server.notices.turns import Turns
from server.ops.remote import NETWORK_FACTOR, Remote
from server.storage.notices import DAY_MS, KINDS
from server.tables.actor import CommandEnvelope
from server.tables.commands import NewTable, User
from server.tables.table import Table
from tests.server.notices.receivers import LOOPBACK, mail_server
from tests.server.services import come, go, services_in_memory

HOUR_MS, MINUTE_MS = 3_600_000, 60_000
MORNING_MS = 30_000 * DAY_MS  # after now, so that the tests do not depend on the time of day
TO, BOBS = "ann@example.org", "bob@example.org"
REMOTE = Remote("192.0.2.7", 5)


@dataclass(frozen=True)
class Post(MailServer):
    """A mail server that keeps the mails as receiver, subject and text. It fails as the last of `failures` says."""

    host: str = "mail.example.org"
    port: int = 25
    tls: Any = "none"
    sender: str = "club@example.org"
    mails: list[tuple[str, str, str]] = field(default_factory=list)
    failures: list[SendFailed] = field(default_factory=list)
    tries: list[str] = field(default_factory=list)  # to whom
    faults: dict[str, Exception] = field(default_factory=dict)  # by receiver
    actions: dict[str, Callable[[], None]] = field(default_factory=dict)  # before a mail is taken, by receiver

    def send(self, id: str, to: str, subject: str, text: str) -> None:
        self.tries.append(to)
        if self.failures:
            raise self.failures[-1]
        if to in self.faults:
            raise self.faults[to]
        self.actions.get(to, lambda: None)()
        self.mails.append((to, subject, text))


@dataclass(frozen=True)
class Hook(Webhook):
    """A program of the operator that keeps what it gets."""

    url: str = "http://hook.example.org"
    bodies: list[bytes] = field(default_factory=list)

    def send(self, id: str, body: bytes) -> None:
        self.bodies.append(body)


class Club:
    """A server whose members are Ann and Bob, and one more that shares its database: both only look when asked."""

    def __init__(self, services: Services, clock: MockClock, channels: Channels | None) -> None:
        self.services, self._clock, self.post = services, clock, Post()
        self.channels = channels or Channels(self.post)
        self.mails = self.post.mails
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

    def limit(self, **limits: int) -> None:
        self.services.policy.limits = replace(self.services.policy.limits, **limits)

    def pass_time(self, ms: int) -> None:
        self._clock.jump(ms / 1000)

    async def look_after(self, ms: int) -> None:
        self.pass_time(ms)
        await self.notices.look()

    async def ask(self, message: m.NoticeCommand, user: User | None = None) -> m.Notices:
        """Ask, and do what the server does after its answer."""
        answer = await self.requests.answer(message, user or self.ann, REMOTE)
        while self.tasks:
            await self.tasks.pop()()
        return answer

    async def refusal(self, message: m.NoticeCommand, user: User | None = None) -> str:
        with pytest.raises(RequestRefused) as refused:
            await self.ask(message, user)
        return refused.value.code

    @property
    def code(self) -> str:
        return self.mails[-1][2].partition("The code is ")[2].partition(". ")[0]

    async def subscribe(self, user: User | None = None, to: str = TO) -> None:
        """Add an address by the code that is mailed to it."""
        await self.ask(m.SetAddress(address=to), user)
        await self.ask(m.ConfirmAddress(code=self.code), user)
        self.mails.clear()
        self.pass_time(MINUTE_MS)

    async def challenge(self, key: str = "1", user: User | None = None, game: str = "Thud") -> None:
        """Tell a member that Bob challenges them."""
        await self.notices.tell((user or self.ann).account, "challenge", key, game, other=self.bob.account)

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
async def club(clock: MockClock, channels: Channels | None = None) -> AsyncIterator[Club]:
    async with services_in_memory(MemoryStore(), at=MORNING_MS) as services:
        services.policy.addresses = ("games.example.org",)
        yield Club(services, clock, channels)


@pytest.fixture
async def c(mock_clock: MockClock) -> AsyncIterator[Club]:
    """A club with mail. Ann has an address."""
    async with club(mock_clock) as made:
        await made.subscribe()
        yield made


async def test_a_member_who_is_offline_hears_once_from_all_servers_that_it_is_their_turn(
    c: Club, mock_clock: MockClock
) -> None:
    c.pass_time(MINUTE_MS)
    await c.game(title="Friday")
    await c.notices.look()
    assert not c.mails  # they may be back in a moment
    c.pass_time(10 * MINUTE_MS)
    async with trio.open_nursery() as nursery:
        for notices in (c.notices, c.server()[0]):
            nursery.start_soon(notices.look)
    c.pass_time(HOUR_MS)
    await c.server()[0].look()  # after a restart
    assert len(c.mails) == 1
    c.services.policy.addresses = ()
    await c.game("second")
    await c.look_after(HOUR_MS)

    (to, subject, text), (_to, _subject, without_link) = c.mails
    assert to == TO
    assert subject.startswith("[Club] Your turn in Friday")
    assert "netgame://games.example.org/game" in text
    assert "against Bob" in text
    assert "To switch it off" in text
    assert "netgame://" not in without_link


async def test_nobody_hears_of_what_they_have_seen_online_of_games_without_days_or_turns_of_others(
    c: Club, mock_clock: MockClock
) -> None:
    await c.challenge("1")
    line = come(c.services, c.ann)
    await c.game()
    await c.look_after(2 * DAY_MS)
    await c.challenge("2")
    go(c.services, c.ann, line)
    await c.game("fast", clock="sudden 600")
    await c.move(await c.game("days"), c.ann)
    await c.look_after(HOUR_MS)

    assert not c.mails


async def test_all_news_of_some_time_are_in_one_mail_and_a_day_has_a_limit(c: Club, mock_clock: MockClock) -> None:
    c.limit(notices_per_day=2)
    await c.game("one")
    await c.look_after(10 * MINUTE_MS)
    await c.game("two")
    for _ in range(2):
        await c.challenge("7")
    await c.notices.tell(c.ann.account, "round", "cup 2", "Summer cup", other=c.bob.account, table="three")
    await c.look_after(2 * MINUTE_MS)
    assert len(c.mails) == 1  # the last one is too new
    await c.look_after(20 * MINUTE_MS)
    await c.challenge("8", game="Chess")
    await c.look_after(HOUR_MS)
    assert len(c.mails) == 2  # enough for a day
    await c.look_after(DAY_MS)

    (_to, subject, grouped), (_to, _subject, later) = c.mails[1:]
    assert "(and 2 more)" in subject
    assert grouped.count("challenges you") == 1
    assert "netgame://games.example.org/two" in grouped
    assert "netgame://games.example.org/three" in grouped
    assert "/one" not in grouped
    assert "Bob challenges you to Chess" in later


async def test_what_a_member_has_switched_off_is_not_told(c: Club, mock_clock: MockClock) -> None:
    chosen = await c.ask(m.SetNotices(kinds=["round", "unheard of"]))
    await c.game()
    await c.challenge()
    await c.notices.tell(c.bob.account, "round", "1", "Cup")
    await c.look_after(HOUR_MS)
    assert not c.mails
    await c.notices.tell(c.ann.account, "round", "1", "Cup")
    await c.look_after(MINUTE_MS)

    assert chosen.kinds == ["round"]
    assert len(c.mails) == 1


async def test_a_challenge_is_told_while_it_is_open(c: Club, mock_clock: MockClock) -> None:
    terms = m.GameTerms(game="thud", options={"battles": 1})
    for number in (1, 2):
        order = m.Challenge(key=bytes([number] * 16), account=c.ann.account, terms=terms)
        assert isinstance(await c.services.challenges.carry_out(order, c.bob), m.Done)
    first = c.services.social.open_challenges(c.bob.account, c.services.clock.now())[0]
    await c.services.challenges.carry_out(m.WithdrawChallenge(challenge=first.challenge), c.bob)
    for _ in range(3):
        await c.look_after(HOUR_MS)

    [(_to, subject, text)] = c.mails
    assert subject == "[Club] Bob challenges you to Thud"
    assert "netgame://games.example.org/" in text


async def test_the_game_of_a_round_is_told_with_its_link(c: Club, mock_clock: MockClock) -> None:
    c.services.policy.tournaments, requests = "anybody", c.services.tournament_requests
    cup = m.MakeTournament(key=bytes(16), title="Cup", format="round_robin", game="thud", options={}, clock="days 3")
    made = await requests.carry_out(cup, c.bob)
    assert isinstance(made, m.Done)
    for user in (c.ann, c.bob):
        await requests.carry_out(m.EnterTournament(tournament=made.table, key=bytes([1] * 16)), user)
    await requests.carry_out(m.StartTournament(tournament=made.table, key=bytes([2] * 16)), c.bob)
    [tournament] = c.services.tournament_logs.open
    while not tournament.rounds:
        await wait_all_tasks_blocked(0.001)
        [tournament] = c.services.tournament_logs.open
    for _ in range(2):
        await c.look_after(HOUR_MS)

    [(_to, _subject, text)] = c.mails
    assert "A round of Cup has begun. You play against Bob." in text
    assert f"netgame://games.example.org/{tournament.rounds[0][0].paired.table}" in text


async def test_a_mail_that_cannot_be_sent_is_tried_again_and_given_up_after_a_day(
    c: Club, mock_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    c.post.failures.append(SendFailed("try later", is_alone=True))
    await c.challenge("1")
    await c.look_after(HOUR_MS)
    failures = c.post.failures[:]
    c.post.failures.clear()
    await c.look_after(2 * MINUTE_MS)
    assert len(c.mails) == 1
    c.post.failures.extend(failures)
    await c.challenge("2")
    for _ in range(10):
        await c.look_after(3 * HOUR_MS)
    c.post.failures.clear()
    await c.look_after(DAY_MS)

    counts = c.services.counters.notices
    assert len(c.mails) == 1
    assert counts["mail_sent"] == 2  # the code as well
    assert counts["mail_dropped"] == 1
    assert counts["mail_failed"] > 5
    assert not any(TO in each.getMessage() for each in caplog.records if each.name.startswith("server"))


@pytest.mark.parametrize(
    "fault", [UnicodeError(), KeyError(), AssertionError(), MemoryError(), ExceptionGroup("x", [OSError()])]
)
async def test_any_fault_of_one_mail_is_only_its_own(c: Club, mock_clock: MockClock, fault: Exception) -> None:
    await c.subscribe(c.bob, BOBS)
    for user in (c.ann, c.bob):
        await c.challenge(user=user)
    c.post.faults[TO] = fault
    await c.look_after(HOUR_MS)
    for _ in range(12):
        await c.look_after(3 * HOUR_MS)
    c.post.tries.clear()
    await c.look_after(DAY_MS)

    assert [to for to, _subject, _text in c.mails] == [BOBS]
    assert c.services.counters.notices["mail_dropped"] == 1
    assert not c.post.tries


async def test_a_fault_while_a_code_is_mailed_is_told_to_the_member(c: Club, mock_clock: MockClock) -> None:
    c.post.faults[TO] = KeyError()
    await c.ask(m.SetAddress(address=TO))
    assert (await c.ask(m.GetNotices())).waiting == ""


async def test_a_guest_with_a_coded_name_can_challenge_a_member(c: Club, mock_clock: MockClock) -> None:
    name = "=?utf-16?q?)(=FF?="
    guest = c.services.accounts.enter(name, None, None, "", c.services.clock.now()).id
    c.services.accounts.set_name(guest, name)
    await c.notices.tell(c.ann.account, "challenge", "1", "Thud", other=guest)
    with mail_server(tls=False) as inbox:
        server = MailServer(LOOPBACK, inbox.port, "none", "club@example.org")
        c.channels = Channels(server)
        c.notices, c.requests = c.server()
        await c.look_after(HOUR_MS)

    [mail] = inbox.mails
    assert mail["Subject"] == f"[Club] {name} challenges you to Thud"


async def test_a_mail_server_that_is_gone_is_tried_once_for_all_who_wait(
    c: Club, mock_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    await c.subscribe(c.bob)
    for user in (c.ann, c.bob):
        await c.challenge(user=user)
    c.post.tries.clear()
    c.post.failures.append(SendFailed("the mail server cannot be reached"))
    await c.look_after(HOUR_MS)
    assert c.post.tries == [TO]
    c.post.failures.clear()
    await c.look_after(2 * MINUTE_MS)

    assert len(c.mails) == 2
    assert caplog.text.count("was not sent") == 1


@pytest.mark.parametrize(("seconds", "is_alone"), [(0, False), (TIMEOUT_S, True)], ids=["at once", "after a while"])
async def test_a_mail_that_always_fails_holds_up_no_others_for_long(
    c: Club, mock_clock: MockClock, seconds: float, is_alone: bool
) -> None:
    def fail(first: str) -> None:
        if c.post.tries[0] == first:
            trio.from_thread.run_sync(mock_clock.jump, seconds)
            raise SendFailed("the mail server hangs up", is_alone=is_alone)

    await c.subscribe(c.bob, BOBS)
    for user in (c.ann, c.bob):
        await c.challenge(user=user)
    c.post.tries.clear()
    for to in (TO, BOBS):
        c.post.actions[to] = partial(fail, to)
    await c.look_after(HOUR_MS)
    assert len(c.post.tries) == 1
    for _ in range(12):
        await c.look_after(3 * HOUR_MS)

    assert [to for to, _subject, _text in c.mails] == [each for each in (TO, BOBS) if each != c.post.tries[0]]
    assert c.services.counters.notices["mail_dropped"] == 1


async def test_the_server_has_a_limit_of_mails_in_an_hour(mock_clock: MockClock) -> None:
    async with club(mock_clock) as c:
        c.limit(mails_per_hour=1)
        await c.subscribe()
        await c.challenge()
        await c.look_after(20 * MINUTE_MS)
        assert not c.mails
        await c.look_after(HOUR_MS)
        assert len(c.mails) == 1


async def test_the_program_of_the_operator_gets_json_if_the_member_wants_that(mock_clock: MockClock) -> None:
    hook = Hook()
    async with club(mock_clock, Channels(webhook=hook)) as c:
        await c.ask(m.SetNotices(kinds=list(KINDS), webhook=True))
        await c.ask(m.SetNotices(kinds=list(KINDS)), c.bob)
        assert await c.refusal(m.SetAddress(address=TO)) == "no_mail"
        for user in (c.ann, c.bob):
            await c.challenge(user=user)
        c.pass_time(MINUTE_MS)
        await c.game()
        await c.look_after(HOUR_MS)

    told = json.loads(*hook.bodies)
    assert (told["account"], told["name"], told["server"]) == (c.ann.account, "Ann", "Club")
    assert [each["kind"] for each in told["news"]] == ["turn", "challenge"]
    assert told["news"][0]["link"] == "netgame://games.example.org/game"
    assert "example.org" not in told["text"]


async def test_an_address_counts_when_its_code_is_confirmed(mock_clock: MockClock) -> None:
    async with club(mock_clock) as c:
        asked = await c.ask(m.SetAddress(address=f" {TO} "))
        assert (asked.address, asked.waiting, asked.has_mail, asked.has_webhook) == ("", TO, True, False)
        await c.challenge()
        await c.look_after(10 * MINUTE_MS)
        assert len(c.mails) == 1  # the code
        confirmed = await c.ask(m.ConfirmAddress(code=c.code.lower().replace("-", " ")))
        assert (confirmed.address, confirmed.waiting, confirmed.kinds) == (TO, "", list(KINDS))
        assert await c.refusal(m.ConfirmAddress(code=c.code)) == "no_code"
        removed = await c.ask(m.RemoveAddress())
        await c.look_after(HOUR_MS)

        assert (removed.address, removed.waiting) == ("", "")
        assert len(c.mails) == 1


async def test_a_code_has_five_tries_and_half_an_hour(c: Club, mock_clock: MockClock) -> None:
    await c.ask(m.SetAddress(address=TO))
    wrong = [await c.refusal(m.ConfirmAddress(code="AAAA-AAAA")) for _ in range(6)]
    after = await c.refusal(m.ConfirmAddress(code=c.code))
    await c.ask(m.SetAddress(address=TO))
    c.pass_time(30 * MINUTE_MS)
    late = await c.refusal(m.ConfirmAddress(code=c.code))
    assert wrong == ["bad_code"] * 5 + ["no_code"]
    assert (after, late) == ("no_code", "no_code")


async def test_codes_are_limited_by_network(c: Club, mock_clock: MockClock) -> None:
    refused = []
    for number in range(NETWORK_FACTOR * CODES_PER_PLACE.size + 1):
        user = User(c.services.accounts.add(f"Member {number}", "hash"), f"Member {number}", registered=True)
        message, remote = m.SetAddress(address=f"{number}@example.org"), Remote(f"2001:db8:7:{number:x}::1")
        try:
            await c.requests.answer(message, user, remote)
        except RequestRefused as refusal:
            refused.append((number, refusal.code))

    assert refused == [(NETWORK_FACTOR * CODES_PER_PLACE.size, "too_soon")]


async def test_codes_are_limited_by_account_and_by_address_and_forgotten_if_they_cannot_be_mailed(
    mock_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[Any] = []
    async with club(mock_clock) as c:
        assert await c.refusal(m.GetNotices(), User("guest", "Guest")) == "not_registered"
        for _ in range(3):
            await c.ask(m.SetAddress(address=TO))
        assert await c.refusal(m.SetAddress(address="other@example.org")) == "too_soon"
        for same in (TO.upper(), "ann+1@example.org", "Ann+a+b@Example.org"):
            assert await c.refusal(m.SetAddress(address=same), c.bob) == "too_soon"
        c.pass_time(20 * MINUTE_MS)
        come(c.services, c.ann).send = sent.append
        c.post.failures.append(SendFailed("the receiver is unknown", is_final=True, is_alone=True))
        await c.ask(m.SetAddress(address=TO))
        now = await c.ask(m.GetNotices())

    assert len(c.post.tries) == 4
    assert (now.address, now.waiting) == ("", "")
    assert any(b"failed" in frame for frame in sent)
    assert not any(TO in each.getMessage() for each in caplog.records if each.name.startswith("server"))


async def test_what_is_no_address_is_refused(c: Club, mock_clock: MockClock) -> None:
    for address in (
        "", "ann", "ann@", "@b.c", "ann@host", "a b@c.de", "ann@example.org\r\nBcc: x@y.zz", "ä@example.org", "a@b..c",
        "a@-b.org", f"{'a' * 65}@b.org", f"a@{'b.' * 130}org", "<ann@example.org>", 'ann"@example.org',
        "=?utf-8?q?x?=@x.example",
    ):  # fmt: skip
        assert await c.refusal(m.SetAddress(address=address)) == "bad_address", address
    assert not c.mails


async def test_without_a_channel_nothing_is_offered_or_kept(mock_clock: MockClock) -> None:
    async with club(mock_clock, Channels()) as c:
        assert await c.ask(m.GetNotices()) == m.Notices(has_mail=False)
        assert await c.refusal(m.SetAddress(address=TO)) == "no_notices"
        await c.challenge()
        await c.notices.run()  # returns at once


async def test_a_deleted_or_banned_member_hears_nothing(c: Club, mock_clock: MockClock) -> None:
    await c.subscribe(c.bob, BOBS)
    for user in (c.ann, c.bob):
        await c.challenge(user=user)
    c.services.accounts.lock_out(c.ann.account)
    c.services.accounts.ban(c.bob.account, 0)
    await c.look_after(HOUR_MS)
    assert c.services.accounts.notices_of(c.ann.account).address == ""
    assert not c.mails
