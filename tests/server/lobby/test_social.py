"""People at a server: who is here, what they say, whom they let in, and playing again. All through real sockets."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from protocol import messages as m
from server.app import Serving
from server.lobby.broadcast import Broadcast
from server.storage.data_folder import ACCOUNTS_FILE, SOCIAL_FILE
from server.storage.social import SocialStore, place_of_talk
from tests.server.serving import Raw, new_key, order, raw, running, running_on_loopback

ANN, BOB, EVE = b"a" * 32, b"b" * 32, b"e" * 32


async def table_of(line: Raw, **fields: Any) -> str:
    """A table of Clod at which that player sits first."""
    made = await line.ask(m.MakeTable(key=new_key(), game="clod", options={}, **({"player": 0} | fields)))
    assert isinstance(made, m.Done), made
    return made.table


async def sit(line: Raw, table: str, **fields: Any) -> Any:
    return await line.ask(m.TakeSeat(table=table, key=new_key(), **fields))


async def say(line: Raw, text: str, room: Any = "lobby", table: str = "", key: bytes = b"") -> Any:
    return await line.ask(m.Say(key=key or new_key(), room=room, table=table, text=text))


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


# ---- who is here


async def test_all_users_get_the_list_of_users_online(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    assert [person.name for person in (await ann.push(m.People)).people] == ["Ann"]
    bob = await raw(serving, name="Bob")
    assert [person.name for person in (await bob.push(m.People)).people] == ["Bob", "Ann"]
    assert [person.name for person in await ann.people(lambda people: len(people) == 2)] == ["Bob", "Ann"]
    await bob.stream.aclose()
    assert [person.name for person in await ann.people(lambda people: len(people) == 1)] == ["Ann"]


async def test_the_list_of_users_has_the_tables_of_players(serving: Serving) -> None:
    ann, bob, eve = [await raw(serving, name=name) for name in ("Ann", "Bob", "Eve")]
    table = await table_of(ann)
    await sit(bob, table)
    people = await eve.people(lambda people: any(person.table for person in people))
    assert {person.name: person.table for person in people} == {"Ann": table, "Bob": table, "Eve": ""}


async def test_a_guest_who_changes_the_name_has_it_in_the_list_at_once(serving: Serving) -> None:
    ann = await raw(serving, name="Ann", token=ANN)
    bob = await raw(serving, name="Bob")

    assert (await ann.ask(m.SetName(name="  Anna "))).name == "Anna"
    assert (await ann.ask(m.SetName(name="Bob"))).name == "Bob 2"
    assert (await ann.ask(m.SetName(name=" "))).code == "bad_name"

    await bob.people(lambda people: {person.name for person in people} == {"Bob", "Bob 2"})
    await ann.ask(m.SetName(name="Anna"))
    assert (await say(ann, "hello")).number == 1
    assert (await bob.push(m.Chat)).lines[0].name == "Anna"


async def test_a_registered_player_keeps_the_name(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
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


async def test_two_players_talk_alone_and_read_it_again_after_they_come_back(serving: Serving) -> None:
    ann, bob, eve = [
        await raw(serving, name=name, token=token) for name, token in (("Ann", ANN), ("Bob", BOB), ("Eve", EVE))
    ]
    accounts = {person.name: person.account for person in await ann.people(lambda people: len(people) == 3)}

    assert isinstance(await _say_directly(ann, "Thud?", accounts["Bob"]), m.Done)
    came = await bob.push(m.Chat)
    assert (came.room, came.account, came.lines[0].text) == ("direct", accounts["Ann"], "Thud?")
    assert isinstance(await _say_directly(bob, "Yes", accounts["Ann"]), m.Done)
    while (came := await ann.push(m.Chat)).lines[0].text != "Yes":  # her own line may come before it
        pass
    assert (came.room, came.account) == ("direct", accounts["Bob"])
    assert isinstance(await say(bob, "Hello all"), m.Done)
    assert (await eve.push(m.Chat)).room == "lobby", "nobody else reads a talk"
    await bob.stream.aclose()
    again = await raw(serving, name="Bob", token=BOB)
    talks = [chat for chat in [await again.push(m.Chat) for _ in range(2)] if chat.room == "direct"]
    assert [(talk.account, [line.text for line in talk.lines]) for talk in talks] == [
        (accounts["Ann"], ["Thud?", "Yes"])
    ]


async def test_a_direct_message_needs_another_player_who_is_online(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    accounts = {person.name: person.account for person in await ann.people(lambda people: len(people) == 2)}
    await bob.stream.aclose()
    await ann.people(lambda people: len(people) == 1)

    for account in (accounts["Bob"], accounts["Ann"], "nobody", ""):
        assert (await _say_directly(ann, "Thud?", account)).code == "not_here"


def test_the_latest_talks_come_first() -> None:
    social = SocialStore(":memory:")
    for at, other in enumerate(("cleo", "ann", "eve", "ann")):
        social.add_line("direct", place_of_talk("bob", other), ("bob", "Bob"), "Thud?", at, new_key())
        social.note_direct("bob", other)

    assert social.talks_of("bob", 2) == ["ann", "eve"]
    assert social.talks_of("cleo", 2) == ["bob"]
    social.close()


async def _say_directly(line: Raw, text: str, account: str) -> Any:
    return await line.ask(m.Say(key=new_key(), room="direct", account=account, text=text))


async def test_only_changes_of_the_lists_are_sent(serving: Serving) -> None:
    ann, eve = [await raw(serving, name=name) for name in ("Ann", "Eve")]
    first = await table_of(ann)
    await eve.tables(lambda tables: [table.table for table in tables] == [first])
    second = await table_of(ann)
    assert [table.table for table in (await eve.push(m.TablesDelta)).changed] == [second]


async def test_a_name_that_looks_like_one_that_is_here_gets_a_number(serving: Serving) -> None:
    await raw(serving, name="Ann")
    other = await raw(serving)
    assert (await other.ask(m.SignIn(name="Аnn"))).name == "Аnn 2"  # with a Cyrillic A


async def test_spectators_are_counted_and_named_to_those_at_the_table(serving: Serving) -> None:
    ann, eve = await raw(serving, name="Ann"), await raw(serving, name="Eve")
    table = await table_of(ann)
    await watching(ann, table)
    await ann.push(m.Presence)
    await watching(eve, table)
    presence = await ann.push(m.Presence)
    assert (presence.spectators, presence.watching) == (["Eve"], 1)


# ---- talk


async def test_a_lobby_line_reaches_all_users_once_and_later_ones_read_it(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    key = new_key()
    first = await say(ann, " Hello   all ", key=key)
    assert await say(ann, " Hello   all ", key=key) == first
    [line] = (await bob.push(m.Chat)).lines
    assert (line.name, line.text, line.number) == ("Ann", "Hello all", 1)
    eve = await raw(serving, name="Eve")
    assert (await eve.push(m.Chat)).lines == [line]


async def test_a_line_is_kept_over_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        await say(await raw(serving, name="Ann"), "still here")
    async with running(tmp_path) as serving:
        bob = await raw(serving, name="Bob")
        assert (await bob.push(m.Chat)).lines[0].text == "still here"


async def test_long_or_frequent_lines_are_refused(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    assert (await say(ann, "x" * 401)).code == "bad_text"
    assert (await say(ann, " \u202e ")).code == "bad_text"
    answers = [await say(ann, f"line {number}") for number in range(7)]
    assert [getattr(answer, "code", "") for answer in answers][-1] == "too_fast"


async def test_players_do_not_read_the_chat_of_spectators_during_play(serving: Serving) -> None:
    ann, bob, eve = [await raw(serving, name=name) for name in ("Ann", "Bob", "Eve")]
    table = await table_of(ann)
    await sit(bob, table)
    for line in (ann, bob, eve):
        await watching(line, table)
    assert (await say(eve, "take the middle", "table", table)).code == "players_only"
    assert (await say(ann, "sh", "spectators", table)).code == "spectators_only"
    await say(eve, "take the middle", "spectators", table)
    await say(bob, "your turn", "table", table)
    heard = await ann.push(m.Chat)
    assert [line.text for line in heard.lines] == ["your turn"]
    assert [(await eve.push(m.Chat)).room for _ in range(2)] == ["spectators", "table"]


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


async def test_a_table_by_code_admits_users_with_the_code(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    table = await table_of(ann, access="code", code="Blue Moon")
    assert (await sit(bob, table)).code == "wrong_code"
    assert (await sit(bob, table, code="red moon")).code == "wrong_code"
    assert (await watching(bob, table)).code == "wrong_code"
    assert isinstance(await sit(bob, table, code="bluemoon"), m.Done)
    assert isinstance(await watching(bob, table), m.Done)


async def test_a_code_lasts_over_a_restart_and_is_guessed_slowly(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        table = await table_of(await raw(serving, name="Ann", token=ANN), access="code", code="x1y2")
    async with running(tmp_path) as serving:
        bob = await raw(serving, name="Bob")
        codes = [(await sit(bob, table, code=f"no{number}")).code for number in range(7)]
        assert codes[0] == "wrong_code"
        assert codes[-1] == "too_fast"
        assert isinstance(await sit(await raw(serving, name="Eve"), table, code="X1-Y2"), m.Done)


async def test_a_table_by_invitation_is_visible_to_invited_users(serving: Serving) -> None:
    ann, bob, eve = [await raw(serving, name=name) for name in ("Ann", "Bob", "Eve")]
    [ann_person, bob_person] = [p for p in (await eve.push(m.People)).people if p.name != "Eve"][::-1]
    table = await table_of(ann, access="invited")
    assert (await eve.ask(m.ListTables())).tables == []
    assert (await sit(bob, table)).code == "not_invited"
    assert (await bob.ask(m.Invite(key=new_key(), table=table, account=ann_person.account))).code == "no_seat"
    assert isinstance(await ann.ask(m.Invite(key=new_key(), table=table, account=bob_person.account)), m.Done)
    invited = await bob.push(m.Invited)
    assert (invited.name, invited.table.table) == ("Ann", table)
    assert (await bob.tables(bool))[0].access == "invited"
    assert await eve.ask(m.Ping()) is not None
    assert await eve.tables(lambda _: True) == []
    assert isinstance(await sit(bob, table), m.Done)


async def test_without_spectators_only_the_players_look_on(serving: Serving) -> None:
    ann, bob, eve = [await raw(serving, name=name) for name in ("Ann", "Bob", "Eve")]
    table = await table_of(ann, spectators=False)
    await sit(bob, table)
    assert (await watching(eve, table)).code == "no_spectators"
    assert isinstance(await watching(bob, table), m.Done)


# ---- again


async def test_both_play_again_with_sides_swapped_and_the_score_goes_on(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    table = await finished(serving, ann, bob, title="Friday")
    await ann.ask(m.Rematch(table=table, key=new_key(), swap=True))
    assert (await bob.push(m.RematchState)).offers == (True, None)
    made = await bob.ask(m.Rematch(table=table, key=new_key(), swap=True))
    assert (await ann.push(m.RematchState)).offers == (True, None)
    assert (await ann.push(m.RematchState)).made == made.table != table
    again = serving.match(made.table)
    assert again is not None
    assert (again.phase, again.created.previous, again.created.score) == ("playing", table, (0, 1, 0))
    assert [seat.name for seat in again.seats if seat] == ["Bob", "Ann"]
    assert (await ann.ask(m.Rematch(table=table, key=new_key(), swap=False))).table == made.table


async def test_a_rematch_is_declined_or_withdrawn_or_ends_when_a_player_leaves(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    table = await finished(serving, ann, bob)
    for line, closed in ((bob, "declined"), (ann, "withdrawn")):
        await ann.ask(m.Rematch(table=table, key=new_key()))
        assert (await ann.push(m.RematchState)).offers == (True, None)
        await line.ask(m.CloseRematch(table=table, key=new_key()))
        assert (await ann.push(m.RematchState)).closed == closed
    await ann.ask(m.Rematch(table=table, key=new_key()))
    assert (await ann.push(m.RematchState)).offers == (True, None)
    await bob.stream.aclose()
    assert (await ann.push(m.RematchState)).closed == "left"
    while (answer := await ann.ask(m.Rematch(table=table, key=new_key()))).__class__ is m.Done:
        await trio.lowlevel.checkpoint()
    assert answer.code == "gone"


# ---- what was played


async def test_a_finished_match_is_in_the_history_and_on_the_profile(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await raw(serving, name="Ann", token=ANN), await raw(serving, name="Bob", token=BOB)
        table = await finished(serving, ann, bob)
        while not (history := await ann.ask(m.GetHistory())).matches:
            await trio.lowlevel.checkpoint()
        [match] = history.matches
        assert (match.table, match.names, match.winner, match.reason) == (table, ("Ann", "Bob"), 0, "resigned")
        assert (await ann.ask(m.GetHistory(game="thud"))).matches == []
        profile = await bob.ask(m.GetProfile(account=match.accounts[0]))
        assert [(s.game, s.won, s.lost, s.rating) for s in profile.standings] == [("clod", 1, 0, None)]
        assert (await bob.ask(m.GetProfile(account="nobody"))).code == "no_account"
    async with running(tmp_path) as serving:  # the annals need no log to be read again
        assert [m.table for m in (await (await raw(serving, name="Eve")).ask(m.GetHistory())).matches] == [table]


async def test_matches_at_private_tables_are_private_in_the_history(serving: Serving) -> None:
    ann, bob, eve = [await raw(serving, name=name) for name in ("Ann", "Bob", "Eve")]
    table = await table_of(ann, access="code", code="door")
    await sit(bob, table, code="door")
    await ann.ask(order(serving, table))
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    while not (await ann.ask(m.GetHistory())).matches:
        await trio.lowlevel.checkpoint()
    assert (await eve.ask(m.GetHistory())).matches == []
    assert (await watching(eve, table)).code == "wrong_code"


async def test_a_rated_match_of_registered_players_changes_their_ratings(serving: Serving) -> None:
    for name, token in (("Ann", ANN), ("Bob", BOB)):
        await raw(serving, name=name, token=token)
    eve = await raw(serving, name="Eve", token=EVE)
    assert (await eve.ask(m.MakeTable(key=new_key(), game="clod", options={}, rated=True))).code == "not_registered"
    for known in serving.services.accounts.listed(guests=True):
        if known.name != "Eve":
            serving.services.accounts.register(known.account)
    ann, bob = await raw(serving, name="Ann", token=ANN), await raw(serving, name="Bob", token=BOB)
    for _ in range(2):
        await finished(serving, ann, bob, rated=True)
    while len((history := await ann.ask(m.GetHistory())).matches) < 2:
        await trio.lowlevel.checkpoint()
    [second, first] = history.matches
    profile = await bob.ask(m.GetProfile(account=first.accounts[0]))
    [standing] = profile.standings
    assert second.ratings[0] > first.ratings[0] > 150_000 > first.ratings[1] > second.ratings[1]
    assert (standing.rating, standing.won, standing.provisional) == (second.ratings[0], 2, True)
    assert [rating for _at, rating in standing.curve] == [first.ratings[0], second.ratings[0]]


# ---- bounds


async def test_so_many_are_invited_to_a_table_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.lobby.invitations.MAX_GUESTS", 1)
    async with running(tmp_path) as serving:
        ann, _bob, eve = [await raw(serving, name=name) for name in ("Ann", "Bob", "Eve")]
        accounts = {person.name: person.account for person in (await eve.push(m.People)).people}
        table = await table_of(ann, access="invited")
        invites = [m.Invite(key=new_key(), table=table, account=accounts[name]) for name in ("Bob", "Eve")]
        replies = [await ann.ask(invite) for invite in invites]
        assert [type(reply) for reply in replies] == [m.Done, m.Refused]
        assert replies[1].code == "too_many"


async def test_chat_is_refused_while_too_many_frames_wait(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await raw(serving, name="Ann")
    with monkeypatch.context() as crowded:
        crowded.setattr(Broadcast, "is_full", lambda self, audience: audience == "")
        assert (await say(ann, "hello")).code == "busy"
        table = await table_of(ann)
        assert isinstance(await say(ann, "hello", "table", table), m.Done)


async def test_a_rated_match_of_a_player_below_every_rating_can_end(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path) as serving:
        for name, token in (("Ann", ANN), ("Bob", BOB)):
            await raw(serving, name=name, token=token)
    with closing(sqlite3.connect(tmp_path / ACCOUNTS_FILE)) as db, db:
        db.execute("UPDATE accounts SET registered = 1")
        [(account,)] = db.execute("SELECT account FROM accounts WHERE name = 'Bob'").fetchall()
    with closing(sqlite3.connect(tmp_path / SOCIAL_FILE)) as db, db:
        db.execute("INSERT INTO ratings VALUES (?, 'clod', 1, 1, -1234, 35000, 60000)", (account,))
    async with running_on_loopback(tmp_path) as serving:
        ann, bob = await raw(serving, name="Ann", token=ANN), await raw(serving, name="Bob", token=BOB)
        table = await finished(serving, ann, bob, rated=True)
        ended = getattr(serving.match(table), "ended", None)

    assert ended is not None
    assert (ended.ratings[1].before[0], ended.ratings[1].after[0]) == (0, 0)
