"""Every message to a client fits into a frame that the client accepts, whatever texts people write."""

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import structs

from devtools.harness.server.serving import HURRIED, new_key, raw, running
from devtools.harness.server.timing import settled
from netgame.games import GAMES
from netgame.records.shared_lines import MAX_LINES
from protocol import messages as m
from protocol.framing import PAGE_BYTES, PAGE_ENTRIES, TO_CLIENT, Decoder, encode, pages
from server.app import Serving
from server.config.settings import MAX_MOTD
from server.lobby import chat, lobby, people, presence, public_tables, table_list
from server.lobby.play_now import seek_list
from server.storage import people as relations
from server.storage import social
from tests.server.accounts.test_moderation import person

WIDE, LONGEST_POSITION, MOST_DEVICES = "\U0001f9d9", 6061, 200  # a character of four bytes
NAME, TITLE, ID, NUMBER = WIDE * m.MAX_NAME, WIDE * m.MAX_TITLE, "a" * 32, 2**53 - 1
OPTIONS: dict[str, Any] = {f"option {number}": "value" * 4 for number in range(16)}
SEAT = m.SeatInfo(name=NAME, account=ID, present=True, computer="c" * 40)
TABLE = m.TableInfo(
    table=ID, title=TITLE, game="g" * 20, rules=99, options=OPTIONS, seats=(SEAT, SEAT), state="between",
    events=NUMBER, made=NUMBER, started=NUMBER, paused="network", clock="c" * 40, absence="a" * 40, delay=NUMBER,
    dice="players", watching=NUMBER, previous=ID, origin="o" * 100,
)  # fmt: skip
PLAYER = m.PlayerInfo(account=ID, name=NAME, registered=True, online=True, seen=NUMBER, played=NUMBER)
LADDER = m.LadderEntry(place=NUMBER, account=ID, name=NAME, rating=NUMBER, deviation=NUMBER)
TERMS = m.GameTerms(game="g" * 20, options=OPTIONS, position="p" * LONGEST_POSITION, clock="c" * 40, absence="a" * 40)
CHALLENGE = m.ChallengeInfo(
    challenge=ID, account=ID, name=NAME, other=ID, other_name=NAME, terms=TERMS, made=NUMBER, ends=NUMBER, changes=ID
)
SEEK = m.SeekInfo(
    seek=ID, account=ID, name=NAME, since=NUMBER, games=["g" * 20] * m.MAX_SEEK_GAMES,
    clocks=["c" * 40] * m.MAX_SEEK_CLOCKS, within=NUMBER, ratings=dict.fromkeys(GAMES, NUMBER), computer="c" * 40,
)  # fmt: skip
LINE = m.ReportLine(number=NUMBER, account=ID, name=NAME, text=WIDE * m.MAX_CHAT, at=NUMBER, room="direct")
REPORT = m.ReportInfo(
    report=NUMBER, at=NUMBER, by=ID, by_name=NAME, account=ID, name=NAME, table=ID, text=WIDE * m.MAX_REASON,
    lines=[LINE] * chat.LINES_PER_REPORT,
)  # fmt: skip
STANDING = m.Standing(game="g" * 20, won=9, lost=9, drawn=9, curve=[(NUMBER, NUMBER)] * social.MAX_CURVE)
MATCH = m.Finished(
    place=NUMBER, table=ID, title=TITLE, game="g" * 20, rules=99, names=(NAME, NAME), accounts=(ID, ID), winner=0,
    reason="r" * 40, totals=(NUMBER, NUMBER), ended=NUMBER, clock="c" * 40, rated=True, computers=("c" * 40,) * 2,
)  # fmt: skip
TOURNAMENT = m.TournamentInfo(
    tournament=ID, title=TITLE, format="f" * 20, game="g" * 20, options=OPTIONS, clock="c" * 40, rated=True,
    entry="invited", director=m.Member(account=ID, name=NAME), state="cancelled", players=NUMBER, places=NUMBER,
    made=NUMBER, winners=[m.Member(account=ID, name=NAME)] * m.MAX_PLAYERS,
)  # fmt: skip
# the largest messages with lists; the others consist of a few texts
SHARED = m.SharedLine(after=NUMBER, moves=["m" * (m.MAX_LINE // m.MAX_LINE_MOVES)] * m.MAX_LINE_MOVES,
                      by=[1] * m.MAX_LINE_MOVES)  # fmt: skip
LARGEST: dict[type[m.Message], m.Message] = {
    m.Welcome: m.Welcome(
        protocol=2, program="p" * 200, server=NAME, games=dict.fromkeys(GAMES, 99), motd=WIDE * MAX_MOTD,
        addresses=("h" * 255,) * 32, former_keys=(bytes(32),) * 1000,
    ),
    m.Tables: m.Tables(tables=[TABLE] * public_tables.MAX_LISTED),
    m.People: m.People(people=[m.Person(account=ID, name=NAME, since=NUMBER, table=ID)] * presence.MAX_LISTED, count=1),
    m.Presence: m.Presence(table=ID, present=(True, True), spectators=[NAME] * lobby.MAX_SPECTATORS),
    m.Chat: m.Chat(room="table", table=ID, lines=[m.ChatLine(number=1, account=ID, name=NAME, text=LINE.text, at=1)]
                   * chat.TABLE_LINES),
    m.Profile: m.Profile(account=ID, name=NAME, registered=True, standings=[STANDING] * len(GAMES)),
    m.Devices: m.Devices(
        devices=[m.Device(device=NUMBER, kind="token", label=WIDE * 40, made=NUMBER, used=NUMBER, here=True)]
        * MOST_DEVICES
    ),
    m.Challenges: m.Challenges(challenges=[CHALLENGE] * (relations.MAX_CHALLENGES + relations.MAX_RECEIVED)),
    m.Relations: m.Relations(
        follows=[PLAYER] * relations.MAX_RELATIONS, blocks=[PLAYER] * relations.MAX_RELATIONS
    ),
    m.Players: m.Players(players=[PLAYER] * people.MAX_OPPONENTS),
    m.Ladder: m.Ladder(game="g" * 20, entries=[LADDER] * people.MAX_LADDER, count=NUMBER, own=LADDER),
    m.HeadToHead: m.HeadToHead(account=ID, results=[m.Results(game="g" * 20, won=1, lost=1, drawn=1)] * len(GAMES)),
    m.Seeks: m.Seeks(seeks=[SEEK] * seek_list.MAX_LISTED),
    m.SeeksDelta: m.SeeksDelta(changed=[SEEK] * seek_list.MAX_LISTED, gone=[ID] * seek_list.MAX_LISTED),
    m.AnalysisState: m.AnalysisState(table=ID, wants=(True, True), lines=[SHARED] * MAX_LINES, shown=SHARED),
    m.ConditionalMoves: m.ConditionalMoves(table=ID, base=NUMBER, lines=[["a1" * 400] * 20] * 50),
}  # fmt: skip
# the lists that are split into pages, with their largest entries
PAGED: dict[type[m.Message], Any] = {
    m.TablesDelta: TABLE, m.PeopleDelta: TABLE, m.History: MATCH, m.Reports: REPORT, m.Tournaments: TOURNAMENT,
    m.TournamentsDelta: TOURNAMENT,
}  # fmt: skip
CHUNKED = {m.TableEvents, m.TournamentEvents}  # as many events as fit: `server.tables.actor.chunk`
SMALL = {m.RematchState, m.Notices}  # with a few words of the server


def test_the_largest_message_of_each_kind_fits() -> None:
    listing = {
        kind
        for kind in get_args(m.ToClient)
        if any("list" in str(field.type) or "tuple" in str(field.type) for field in structs.fields(kind))
    }
    assert listing == LARGEST.keys() | PAGED.keys() | CHUNKED | SMALL
    for kind, message in LARGEST.items():
        frames = encode(message)
        [frame] = Decoder(m.ToClient, TO_CLIENT).feed(frames)
        assert isinstance(frame.message, kind), frame.message


@pytest.mark.parametrize("kind", PAGED)
def test_a_page_has_as_many_entries_as_fit(kind: type[m.Message]) -> None:
    entries = [PAGED[kind]] * 2 * PAGE_ENTRIES
    parts = pages(entries)

    assert sum(map(len, parts)) == len(entries)
    assert max(map(len, parts)) <= PAGE_ENTRIES
    size = len(encode(m.TablesDelta(changed=[PAGED[kind]])))
    assert all(PAGE_BYTES // 2 < len(part) * size < TO_CLIENT for part in parts[:-1])
    assert pages([]) == []


async def test_reports_with_the_longest_lines_come_in_pages(serving: Serving) -> None:
    moderator, last = await person(serving, "Moritz", moderator=True), 60
    for _number in range(last):
        serving.services.accounts.add_report(new_key(), REPORT)

    found, page = list[int](), m.Reports(reports=[], more=True)
    while page.more:
        page = await moderator.ask(m.GetReports(before=min(found, default=None)))
        found += [each.report for each in page.reports]

    assert found == list(range(last, 0, -1))


async def test_who_is_invited_to_very_many_tables_signs_in(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.framing.PAGE_BYTES", 1000)  # some tables
    ann, eve = await raw(serving), await raw(serving, name="Eve")
    signed = await ann.ask(m.SignIn(name="Ann"))
    made = [await eve.ask(m.MakeTable(key=new_key(), game="clod", options={}, access="invited")) for _ in range(8)]
    for each in made:
        await eve.ask(m.Invite(table=each.table, key=new_key(), account=signed.account))
    ann.close()

    ann = await raw(serving)
    await ann.ask(m.SignIn(name="Ann", token=signed.token))
    parts = list[list[str]]()
    while sum(map(len, parts)) < len(made):
        parts.append([each.table for each in (await ann.push(m.TablesDelta)).changed])

    assert len(parts) > 1
    assert {table for part in parts for table in part} == {each.table for each in made}


async def test_a_player_whom_many_have_written_much_can_sign_in(tmp_path: Path) -> None:
    limits = replace(HURRIED, outbound_bytes=1 << 16)
    async with running(tmp_path, limits=limits) as serving:
        ann = (await (await raw(serving)).ask(m.SignIn(name="Ann", password="four old trolls", sign_up=True))).account
        writers = [await raw(serving, name=f"Guest {number}") for number in range(12)]
        for line, _ in product(writers, range(chat.DIRECT_LINES)):
            say = m.Say(key=new_key(), room="direct", account=ann, text=WIDE * m.MAX_CHAT)
            assert isinstance(await line.ask(say), m.Done)

        back = await raw(serving)
        await back.send(m.SignIn(name="Ann", password="four old trolls"))
        await settled()  # before the client reads anything

        talks = [await back.push(m.Chat) for _ in writers]
        assert [len(talk.lines) for talk in talks] == [chat.DIRECT_LINES] * len(writers)


async def test_a_list_names_the_own_tables_and_the_newest_of_very_many_to_which_a_user_is_invited(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_list, "MAX_INVITED", 2)
    ann, bob = await raw(serving, name="Ann"), await raw(serving)
    account = (await bob.ask(m.SignIn(name="Bob"))).account
    make = m.MakeTable(game="clod", options={}, access="invited")
    own = (await bob.ask(structs.replace(make, key=new_key()))).table
    invited = [(await ann.ask(structs.replace(make, key=new_key()))).table for _ in range(4)]
    for table in invited:
        await ann.ask(m.Invite(table=table, key=new_key(), account=account))

    frames = Decoder(m.ToClient, TO_CLIENT).feed(serving.services.lists.complete(account))

    shown = {
        info.table for frame in frames if isinstance(frame.message, m.TablesDelta) for info in frame.message.changed
    }
    assert own in shown
    assert len(shown & {*invited}) == 2
