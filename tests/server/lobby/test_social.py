"""People at a server: who is here, what they say, whom they let in, and playing again, also on a disk that fails."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness import raising
from devtools.harness.server.serving import Raw, kept, new_key, order, raw, running
from protocol import messages as m
from server.app import Serving
from server.errors import DatabaseFailed
from server.lobby.broadcast import Broadcast
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.storage.accounts import FOREVER
from server.storage.database import IN_MEMORY
from server.storage.event_store import EventStore, StoreBroken
from server.storage.social import Outcome, SocialStore
from tests.server.stored import finished_match

ANN, BOB = b"a" * 32, b"b" * 32


async def table_of(line: Raw, **fields: Any) -> str:
    """A table of Clod at which that player sits first."""
    made = await line.ask(m.MakeTable(key=new_key(), game="clod", options={}, **({"player": 0} | fields)))
    assert isinstance(made, m.Done), made
    return made.table


async def sit(line: Raw, table: str, **fields: Any) -> Any:
    return await line.ask(m.TakeSeat(table=table, key=new_key(), **fields))


async def say(line: Raw, text: str, room: Any = "lobby", table: str = "", **fields: Any) -> Any:
    return await line.ask(m.Say(**{"key": new_key(), "room": room, "table": table, "text": text} | fields))


async def watching(line: Raw, table: str, **fields: Any) -> Any:
    return await line.ask(m.Watch(table=table, **fields))


async def finished(serving: Serving, ann: Raw, bob: Raw, **fields: Any) -> str:
    """A table that Bob has resigned at."""
    table = await table_of(ann, **fields)
    await sit(bob, table)
    for line in (ann, bob):
        await watching(line, table)
    await ann.ask(order(serving, table))
    assert isinstance(await bob.ask(m.SendResign(table=table, key=new_key(), match=True)), m.Done)
    return table


async def come(serving: Serving, *names: str) -> list[Raw]:
    """Sign users in. The token follows from the name, so that a second call is the same account."""
    return [await raw(serving, name=name, token=name[0].lower().encode() * 32) for name in names]


async def accounts_of(line: Raw, count: int) -> dict[str, str]:
    """Return the accounts by name, as soon as so many users are in the list."""
    return {person.name: person.account for person in await line.people(lambda people: len(people) == count)}


# ---- who is here


async def test_all_users_get_the_list_of_users_online_with_the_tables_of_players(serving: Serving) -> None:
    [ann] = await come(serving, "Ann")
    assert [person.name for person in (await ann.push(m.People)).people] == ["Ann"]
    bob, eve = await come(serving, "Bob", "Eve")
    assert [person.name for person in (await bob.push(m.People)).people] == ["Bob", "Ann"]
    assert list(await accounts_of(ann, 3)) == ["Eve", "Bob", "Ann"]
    table = await table_of(ann)
    await eve.tables(lambda tables: [entry.table for entry in tables] == [table])
    await sit(bob, table)
    people = await eve.people(lambda people: any(person.table for person in people))
    assert {person.name: person.table for person in people} == {"Ann": table, "Bob": table, "Eve": ""}
    second = await table_of(eve)
    while second not in (changed := [entry.table for entry in (await eve.push(m.TablesDelta)).changed]):
        pass
    assert changed == [second], "only changes are sent"
    await bob.stream.aclose()
    assert set(await accounts_of(ann, 2)) == {"Eve", "Ann"}


async def test_a_guest_who_changes_the_name_has_it_in_the_list_at_once(serving: Serving) -> None:
    ann, bob = await come(serving, "Ann", "Bob")
    assert (await ann.ask(m.SetName(name="  Anna "))).name == "Anna"
    assert (await ann.ask(m.SetName(name="Bob"))).name == "Bob 2"
    assert (await ann.ask(m.SetName(name=" "))).code == "bad_name"

    await bob.people(lambda people: {person.name for person in people} == {"Bob", "Bob 2"})
    await ann.ask(m.SetName(name="Anna"))
    assert (await say(ann, "hello")).number == 1
    assert (await bob.push(m.Chat)).lines[0].name == "Anna"
    await ann.ask(m.SignUp(name="Ann", password="four old trolls"))
    assert (await ann.ask(m.SetName(name="Anna"))).code == "registered"


async def test_who_come_at_the_same_time_share_one_read_of_the_lobby_and_miss_no_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    async with running(tmp_path) as serving:
        social = serving.services.social
        lines, reads = social.lines, list[str]()
        monkeypatch.setattr(social, "lines", lambda *where: reads.append(where[0]) or lines(*where))
        ann = await raw(serving, name="Ann")
        found = []
        for text in ("one", "two"):
            await say(ann, text)
            for _ in range(20):
                chat = await (await raw(serving, name="Guest")).push(m.Chat)
                found.append([line.text for line in chat.lines])

        assert found == [["one"]] * 20 + [["one", "two"]] * 20
        assert reads == ["lobby"] * 3, "before the first line, and after each"


# ---- direct messages


async def test_a_sign_in_reads_all_talks_at_once(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    social, really, read = serving.services.social, serving.services.social.lines, list[str]()
    ann, *_others = await come(serving, "Ann", "Bob", "Cid", "Dan")
    accounts = {user.name: user.account for user in serving.services.lobby.users}
    for name in ("Bob", "Cid", "Dan", "Bob"):
        await say(ann, f"to {name}", "direct", account=accounts[name])

    def lines(room: str, *more: Any) -> list[m.ChatLine]:
        read.append(room)
        return really(room, *more)

    monkeypatch.setattr(social, "lines", lines)
    again = await raw(serving, name="Ann", token=ANN)
    talks = [await again.push(m.Chat) for _ in range(3)]

    assert [talk.account for talk in talks] == [accounts[name] for name in ("Bob", "Dan", "Cid")]
    assert [line.text for line in talks[0].lines] == ["to Bob"] * 2
    assert "direct" not in read


async def test_two_players_talk_alone_and_read_it_again_after_they_come_back(serving: Serving) -> None:
    ann, bob, eve = await come(serving, "Ann", "Bob", "Eve")
    accounts = await accounts_of(ann, 3)

    assert isinstance(await say(ann, "Thud?", "direct", account=accounts["Bob"]), m.Done)
    came = await bob.push(m.Chat)
    assert (came.room, came.account, came.lines[0].text) == ("direct", accounts["Ann"], "Thud?")
    assert isinstance(await say(bob, "Yes", "direct", account=accounts["Ann"]), m.Done)
    while (came := await ann.push(m.Chat)).lines[0].text != "Yes":  # her own line may come before it
        pass
    assert (came.room, came.account) == ("direct", accounts["Bob"])
    assert isinstance(await say(bob, "Hello all"), m.Done)
    assert (await eve.push(m.Chat)).room == "lobby", "nobody else reads a talk"
    await bob.stream.aclose()
    [again] = await come(serving, "Bob")
    talks = [chat for chat in [await again.push(m.Chat) for _ in range(2)] if chat.room == "direct"]
    assert [(talk.account, [line.text for line in talk.lines]) for talk in talks] == [
        (accounts["Ann"], ["Thud?", "Yes"])
    ]


async def enter(serving: Serving, name: str, *, registered: bool = True) -> tuple[str, Raw]:
    """Sign a user in, as a member or as a guest. Return the account and the line."""
    line, token = await raw(serving), name[0].lower().encode() * 32
    password = "four old trolls" if registered else None
    signed_in = await line.ask(m.SignIn(name=name, token=token, password=password, sign_up=registered))
    assert isinstance(signed_in, m.SignedIn), signed_in
    return signed_in.account, line


async def leave(serving: Serving, account: str, line: Raw) -> None:
    await line.stream.aclose()
    while serving.services.lobby.is_online(account):
        await wait_all_tasks_blocked(0.001)


async def talk_at_sign_in(line: Raw) -> m.Chat:
    while (chat := await line.push(m.Chat)).room != "direct":
        pass
    return chat


async def test_a_member_who_is_away_reads_messages_at_the_next_visit(tmp_path: Path) -> None:
    async with running(tmp_path, on_disk=True) as serving:
        bob, line = await enter(serving, "Bob")
        await leave(serving, bob, line)
        [ann] = await come(serving, "Ann")
        key = new_key()
        done = [await say(ann, "Thud on Friday?", "direct", account=bob, key=key) for _ in range(2)]
        assert done[0] == done[1] == m.Done(number=1)
        await say(ann, "Or on Sunday?", "direct", account=bob)
    async with running(tmp_path, on_disk=True) as serving:  # a restart between
        seen = []
        for _ in range(2):
            bob, line = await enter(serving, "Bob")
            seen.append(await talk_at_sign_in(line))
            await leave(serving, bob, line)

    assert [line.text for line in seen[0].lines] == ["Thud on Friday?", "Or on Sunday?"]
    assert [chat.unread for chat in seen] == [2, 0]
    assert seen[0].lines == seen[1].lines


async def test_messages_for_a_member_who_is_away_have_limits_by_author_and_by_reader(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        serving.services.policy.update(Policy(limits=Limits(chat_burst=1000)))
        bob, line = await enter(serving, "Bob")
        await leave(serving, bob, line)
        guests = await come(serving, "Ann", "Cleo", "Dan", "Eve")
        _hal, hal = await enter(serving, "Hal")
        lines = zip(guests, (21, 21, 11, 1), strict=True)
        said = [[await say(each, str(n), "direct", account=bob) for n in range(most)] for each, most in lines]
        allowed = [sum(isinstance(each, m.Done) for each in answers) for answers in said]
        assert allowed == [20, 20, 10, 0]
        codes = {each.code for answers in said for each in answers if isinstance(each, m.Refused)}
        assert codes == {"too_many", "too_fast"}
        assert isinstance(await say(hal, "hello", "direct", account=bob), m.Done), "guests leave room for members"
        bob, line = await enter(serving, "Bob")
        unread = [(await talk_at_sign_in(line)).unread for _ in range(4)]

    assert sorted(unread) == [1, 10, 20, 20]


async def test_no_message_waits_from_who_is_blocked_or_muted(serving: Serving) -> None:
    bob, line = await enter(serving, "Bob")
    ann_id, ann = await enter(serving, "Ann", registered=False)
    cleo_id, cleo = await enter(serving, "Cleo", registered=False)
    await line.ask(m.SetRelation(account=ann_id, relation="block"))
    await leave(serving, bob, line)
    known = serving.services.accounts.get(cleo_id)
    assert known is not None
    await serving.services.moderation.act("mute", known, FOREVER, "", by="")
    assert (await say(ann, "hello", "direct", account=bob)).code == "blocked"
    assert (await say(cleo, "hello", "direct", account=bob)).code == "muted_here"


async def test_a_direct_message_needs_another_player_who_is_online_or_registered(serving: Serving) -> None:
    ann, bob = await come(serving, "Ann", "Bob")
    accounts = await accounts_of(ann, 2)
    await bob.stream.aclose()
    await ann.people(lambda people: len(people) == 1)
    for account in (accounts["Bob"], accounts["Ann"], "nobody", ""):
        assert (await say(ann, "Thud?", "direct", account=account)).code == "not_here"


# ---- talk


async def test_a_lobby_line_reaches_all_users_once_and_later_ones_read_it(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        key = new_key()
        first = await say(ann, " Hello   all ", key=key)
        assert await say(ann, " Hello   all ", key=key) == first
        [line] = (await bob.push(m.Chat)).lines
        assert (line.name, line.text, line.number) == ("Ann", "Hello all", 1)
    async with running(tmp_path) as serving:
        [eve] = await come(serving, "Eve")
        assert (await eve.push(m.Chat)).lines == [line]


# joined emoji, Persian, Sinhala, Malayalam, Burmese, Hebrew, a flag, a keycap, Han; then new emoji and letters
TYPED = [
    "👩\u200d💻", "🏳\ufe0f\u200d🌈", "می\u200cخواهم", "ශ\u0dca\u200dරී", "അവൻ ന\u0d4d\u200d", "ရွှံ့", "שָׁלוֹם",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "1\ufe0f\u20e3", "葛\U000e0100",
    "\U0001fae9", "\U0001e5d0", "10² cells", "H₂O", "½ point", "①", "Ａ", "Quoi\u00a0?",
]  # fmt: skip
STRAY = [
    ("see you\u200e", "see you"), ("\ufeffhello", "hello"), ("co\u00adoperate", "cooperate"), ("a\u200b b", "a b"),
    ("end\u200d", "end"), ("a \u200db", "a b"), ("hi\ufe0f", "hi"), ("\u202eabc\u202c", "abc"),
    ("a\t\nb", "a b"), ("e\u0301", "é"), ("a\u3164b", "ab"), ("a\ufffeb\U000e0041", "ab"),
]  # fmt: skip


async def test_a_line_is_shown_as_typed_without_stray_invisible_characters(serving: Serving) -> None:
    ann, bob = await come(serving, "Ann", "Bob")
    serving.services.policy.update(Policy(limits=Limits(chat_burst=100)))
    for typed, shown in (*((text, text) for text in TYPED), *STRAY):
        assert isinstance(await say(ann, typed), m.Done), ascii(typed)
        [line] = (await bob.push(m.Chat)).lines
        assert line.text == shown
    for refused in ("\x1b[2J", "a\x07b", "\u3164\u200d", "a" + 6 * "\u0301", "ก" + 6 * "\u0e47"):
        assert (await say(ann, refused)).code == "bad_text"


async def test_long_or_frequent_lines_are_refused_and_one_sent_again_is_answered(
    serving: Serving, mock_clock: MockClock
) -> None:
    ann = await raw(serving, name="Ann")
    assert (await say(ann, "x" * 401)).code == "bad_text"
    assert (await say(ann, " \u202e ")).code == "bad_text"
    key = new_key()
    first = await say(ann, "line 0", key=key)
    answers = [await say(ann, f"line {number}") for number in range(1, 22)]
    assert answers[-1].code == "too_fast"
    assert await say(ann, "line 0", key=key) == first


async def test_watching_a_new_table_reads_no_chat_from_disk(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    lines = SocialStore.lines
    ann = await raw(serving, name="Ann")
    monkeypatch.setattr(SocialStore, "lines", lambda self, room, *rest: reads.append(room) or lines(self, room, *rest))
    table = await table_of(ann)
    await watching(ann, table)
    await ann.ask(m.Unwatch(table=table))
    assert reads == []

    await say(ann, "hello", "table", table)
    await watching(ann, table)
    assert [line.text for line in (await ann.push(m.Chat)).lines] == ["hello"]


# ---- codes and invitations


async def test_a_table_by_code_is_for_those_who_have_the_code_which_is_guessed_slowly(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        table = await table_of(ann, access="code", code="Blue Moon")
        assert (await sit(bob, table)).code == "wrong_code"
        assert (await sit(bob, table, code="red moon")).code == "wrong_code"
        assert (await watching(bob, table)).code == "wrong_code"
    async with running(tmp_path) as serving:
        bob, cid, eve = await come(serving, "Bob", "Cid", "Eve")
        codes = [(await sit(cid, table, code=f"no{number}")).code for number in range(7)]
        assert (codes[0], codes[-1]) == ("wrong_code", "too_fast")
        assert isinstance(await sit(bob, table, code="blue-moon"), m.Done)
        assert isinstance(await watching(bob, table), m.Done)
        await bob.ask(m.SendLeave(table=table, key=new_key()))
        assert len((await bob.ask(m.GetHistory())).matches) == 1
        assert (await eve.ask(m.GetHistory())).matches == [], "its match is private"
        assert (await watching(eve, table)).code == "wrong_code"


async def test_without_spectators_only_the_players_look_on(serving: Serving) -> None:
    ann, bob, eve = await come(serving, "Ann", "Bob", "Eve")
    table = await table_of(ann, spectators=False)
    assert (await watching(eve, table)).code == "no_spectators"
    await sit(bob, table)
    assert (await watching(eve, table)).code == "no_spectators"
    assert isinstance(await watching(bob, table), m.Done)


async def test_only_a_few_who_are_invited_see_a_table(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.lobby.invitations.MAX_GUESTS", 1)
    ann, bob, eve = await come(serving, "Ann", "Bob", "Eve")
    accounts = await accounts_of(eve, 3)
    table = await table_of(ann, access="invited")
    assert (await sit(bob, table)).code == "not_invited"
    assert (await bob.ask(m.Invite(key=new_key(), table=table, account=accounts["Ann"]))).code == "no_seat"
    invite = m.Invite(key=new_key(), table=table, account=accounts["Bob"])
    assert [await ann.ask(invite) for _ in range(2)] == [m.Done(table=table)] * 2
    assert (await ann.ask(m.Invite(key=new_key(), table=table, account=accounts["Eve"]))).code == "too_many"
    invited = await bob.push(m.Invited)
    assert (invited.name, invited.table.table) == ("Ann", table)
    assert (await bob.tables(bool))[0].access == "invited"
    assert (await eve.ask(m.ListTables())).tables == []
    assert await eve.tables(lambda _: True) == []

    await bob.send(m.Ping(), 99)
    while (frame := await bob.frame()) is not None and frame.id != 99:
        assert not isinstance(frame.message, m.Invited)
    assert isinstance(await sit(bob, table), m.Done)


async def test_a_repeated_request_during_the_commit_gets_the_rematch(serving: Serving) -> None:
    ann, bob = await come(serving, "Ann", "Bob")
    table = await finished(serving, ann, bob)
    await ann.ask(m.Rematch(table=table, key=new_key()))
    for id in (101, 102, 103):
        await bob.send(m.Rematch(table=table, key=new_key()), id)
    answers = [await bob.reply(id) for id in (101, 102, 103)]
    assert {type(answer) for answer in answers} == {m.Done}
    assert len({answer.table for answer in answers} | {table}) == 2


# ---- what was played, and bounds


async def test_a_finished_match_is_in_the_history_and_the_profile_and_is_read_from_the_logs(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        table = await finished(serving, ann, bob)
        while not (history := await ann.ask(m.GetHistory())).matches:
            await trio.lowlevel.checkpoint()
        [match] = history.matches
        assert (match.table, match.names, match.winner, match.reason) == (table, ("Ann", "Bob"), 0, "resigned")
        assert (await ann.ask(m.GetHistory(game="thud"))).matches == []
        profile = await bob.ask(m.GetProfile(account=match.accounts[0]))
        assert [(s.game, s.won, s.lost, s.rating) for s in profile.standings] == [("clod", 1, 0, None)]
        assert (await bob.ask(m.GetProfile(account="nobody"))).code == "no_account"
    kept[tmp_path].social.close()
    kept[tmp_path].social = SocialStore(IN_MEMORY)
    async with running(tmp_path) as serving:
        history = await (await raw(serving, name="Eve")).ask(m.GetHistory())
        assert [match.table for match in history.matches] == [table]


async def test_a_rated_match_of_a_player_below_every_rating_can_end(serving: Serving) -> None:
    services = serving.services
    accounts = {name: services.accounts.enter(name, name[0].lower().encode() * 32).id for name in ("Ann", "Bob")}
    for account in accounts.values():
        services.accounts.register(account)
    low, usual = (-1234, 35_000, 60_000), (150_000, 35_000, 60_000)
    match = finished_match(accounts=(accounts["Ann"], accounts["Bob"]), rated=True)
    services.social.add_matches(0, [(1, Outcome(match, True, (usual, low)))])
    ann, bob = await come(serving, "Ann", "Bob")
    table = await finished(serving, ann, bob, rated=True)

    ended = getattr(serving.match(table), "ended", None)
    assert ended is not None
    assert (ended.ratings[1].before[0], ended.ratings[1].after[0]) == (0, 0)


async def test_chat_is_refused_while_too_many_frames_wait(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await raw(serving, name="Ann")
    with monkeypatch.context() as crowded:
        crowded.setattr(Broadcast, "is_full", lambda self, audience: audience == "")
        assert (await say(ann, "hello")).code == "busy"
        table = await table_of(ann)
        assert isinstance(await say(ann, "hello", "table", table), m.Done)


# ---- a disk that fails


async def test_a_line_is_refused_while_the_disk_fails(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await raw(serving, name="Ann")
    with monkeypatch.context() as broken:
        broken.setattr(SocialStore, "add_line", raising(DatabaseFailed("full")))
        broken.setattr(EventStore, "read", raising(StoreBroken("full")))
        assert (await say(ann, "hello")).code == "internal"
        assert (await say(ann, "hello", "table", "t")).code == "internal"
    assert isinstance(await say(ann, "hello"), m.Done)
    assert (await say(ann, "hello", "table", "t")).code == "no_table"


async def test_a_match_that_cannot_be_stored_affects_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        with monkeypatch.context() as broken:
            broken.setattr(SocialStore, "add_matches", raising(DatabaseFailed("full")))
            await finished(serving, ann, bob)
            assert (await ann.ask(m.GetHistory())).matches == []
            assert isinstance(await ann.ask(m.ListTables()), m.Tables)
    async with running(tmp_path) as serving:  # it is taken in before anybody is let in
        ann = await raw(serving, name="Ann")
        assert len((await ann.ask(m.GetHistory())).matches) == 1


def test_the_database_works_after_a_failed_write(tmp_path: Path) -> None:
    with closing(SocialStore(tmp_path / "social")) as social, closing(sqlite3.connect(tmp_path / "social")) as other:
        other.execute("CREATE TRIGGER broken BEFORE INSERT ON chat BEGIN SELECT RAISE(ABORT, 'disk'); END")
        with pytest.raises(DatabaseFailed):
            social.add_line("lobby", "", ("a", "Ann"), "hello", 1, b"k" * 16)
        other.execute("DROP TRIGGER broken")
        line, new = social.add_line("lobby", "", ("a", "Ann"), "hello", 1, b"k" * 16)
    assert (line.number, new) == (1, True)


async def test_a_rematch_that_the_disk_does_not_take_is_not_promised(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        table = await finished(serving, ann, bob)
        await ann.ask(m.Rematch(table=table, key=new_key()))
        kept[tmp_path].log.is_full = True
        for _ in range(2):
            assert (await bob.ask(m.Rematch(table=table, key=new_key()))).code == "unconfirmed"
