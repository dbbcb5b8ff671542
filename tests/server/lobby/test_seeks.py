"""Play now: wishes for a game, the list of them, and the tables of those that fit."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.nodes import flowing_time
from devtools.harness.server.serving import Raw, kept, new_key, raw, running, table_of
from protocol import messages as m
from server.app import Serving
from server.lobby.play_now.seeks import ACCEPTED_ELSEWHERE, ELSEWHERE, PER_ACCOUNT, PLAYS
from server.refusals import RATED_COMPUTER

BLITZ, SLOW, DAYS = "fischer 180+2", "fischer 900+10", "days 3"


@pytest.fixture
async def serving(tmp_path: Path, mock_clock: MockClock) -> AsyncIterator[Serving]:
    async with running(tmp_path / "data", computers="all") as made, flowing_time():
        yield made


def seek(games: str = "clod", clocks: str = BLITZ, **more: Any) -> m.Seek:
    return m.Seek(key=new_key(), games=games.split(), clocks=clocks.split(","), **more)


async def seeking(serving: Serving, name: str, games: str = "clod", clocks: str = BLITZ, **more: Any) -> Raw:
    """Return a new user who looks for an opponent."""
    line = await raw(serving, name=name)
    answer = await line.ask(seek(games, clocks, **more))
    assert isinstance(answer, m.Done), answer
    return line


async def watching(serving: Serving) -> Raw:
    """Return a user who follows the list of wishes."""
    line = await raw(serving, name="Watcher")
    await line.send(m.WatchSeeks())
    assert (await line.push(m.Seeks)).seeks == []
    return line


async def listed(line: Raw) -> m.SeekInfo:
    """Return the next wish that a user sees."""
    return (await line.push(m.SeeksDelta)).changed[0]


async def test_two_wishes_that_fit_get_a_table_whose_match_has_started(serving: Serving) -> None:
    ann = await seeking(serving, "Ann", "clod thud", f"{BLITZ},{SLOW}")
    bob = await seeking(serving, "Bob", "thud blooms", f"{SLOW},{DAYS}")
    paired = await ann.push(m.SeekPaired)

    assert await bob.push(m.SeekPaired) == paired
    [info] = await ann.tables(lambda tables: len(tables) == 1)
    assert (info.table, info.game, info.clock, info.state) == (paired.table, "thud", SLOW, "playing")
    assert {seat.name for seat in info.seats if seat is not None} == {"Ann", "Bob"}
    assert not info.rated
    for line in (ann, bob):  # who are free for another wish
        assert isinstance(await line.ask(seek()), m.Done)
    assert (await ann.push(m.SeekPaired)).table == (await bob.push(m.SeekPaired)).table != paired.table


async def test_a_wish_ends_when_its_player_begins_a_live_game(serving: Serving) -> None:
    ann, bob, eve = await seeking(serving, "Ann", clocks=f"{BLITZ},{DAYS}"), await raw(serving), await watching(serving)
    await bob.ask(m.SignIn(name="Bob"))
    wish = await listed(eve)
    table = await table_of(ann, bob, clock="sudden 600", ready=False)
    await ann.ask(m.ReadyUp(table=table, key=new_key()))

    assert (await ann.push(m.SeekEnded)).template == PLAYS.template
    assert (await eve.push(m.SeeksDelta)).gone == [wish.seek]
    assert await bob.refusal(m.AcceptSeek(key=new_key(), seek=wish.seek)) == "gone"
    assert isinstance(await ann.ask(seek()), m.Done), "who wants another game beside this one says so"
    assert (await (await seeking(serving, "Cleo")).push(m.SeekPaired)).table == (await ann.push(m.SeekPaired)).table


@pytest.mark.parametrize(("wish", "clock"), [(BLITZ, DAYS), (DAYS, BLITZ)])
async def test_a_game_or_a_wish_by_days_ends_no_wish(serving: Serving, wish: str, clock: str) -> None:
    ann, bob = await seeking(serving, "Ann", clocks=wish), await raw(serving, name="Bob")
    await table_of(ann, bob, clock=clock)
    cleo = await seeking(serving, "Cleo", clocks=wish)
    assert (await cleo.push(m.SeekPaired)).table == (await ann.push(m.SeekPaired)).table


async def test_an_old_game_without_a_limit_of_time_ends_no_wish_when_its_other_player_comes(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving)
    token = (await bob.ask(m.SignIn(name="Bob"))).token
    await table_of(ann, bob)
    await bob.stream.aclose()
    await trio.sleep(1)
    assert isinstance(await ann.ask(seek()), m.Done)
    await raw(serving, name="Bob", token=token)
    assert (await (await seeking(serving, "Cleo")).push(m.SeekPaired)).table == (await ann.push(m.SeekPaired)).table


async def test_the_programs_of_both_draw_the_dice_if_there_are_any_but_not_over_days(serving: Serving) -> None:
    for game, clock in (("clod", BLITZ), ("clod", DAYS), ("thud", BLITZ)):
        ann, bob = await seeking(serving, "Ann", game, clock), await seeking(serving, "Bob", game, clock)
        table = (await ann.push(m.SeekPaired)).table
        assert serving.match(table).created.dice == ("players" if (game, clock) == ("clod", BLITZ) else "host")
        await ann.stream.aclose()
        await bob.stream.aclose()


async def test_a_wish_is_withdrawn_replaced_and_ends_with_the_connection(serving: Serving) -> None:
    eve = await watching(serving)
    ann = await seeking(serving, "Ann")
    first = await listed(eve)
    await ann.ask(seek("thud"))
    second = await eve.push(m.SeeksDelta)
    assert [info.games for info in second.changed] == [["thud"]]
    assert second.gone == [first.seek]
    await ann.ask(m.Unseek())
    assert (await eve.push(m.SeeksDelta)).gone == [second.changed[0].seek]
    await ann.ask(seek("blooms"))
    third = await listed(eve)

    ann.reset()

    assert (await eve.push(m.SeeksDelta)).gone == [third.seek]
    bob = await seeking(serving, "Bob", "clod thud blooms")
    assert (await listed(eve)).name == "Bob"
    assert isinstance(await bob.ask(m.Unseek()), m.Done)
    assert isinstance(await bob.ask(m.Unseek()), m.Done)


async def test_a_wish_ends_in_time_and_one_for_days_later(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.lobby.play_now.seeks.LASTS_MS", 3000)
    ann, bob = await seeking(serving, "Ann"), await seeking(serving, "Bob", clocks=DAYS)
    assert (await ann.push(m.SeekEnded)).template
    cleo = await seeking(serving, "Cleo", clocks=f"{BLITZ},{DAYS}")
    assert (await cleo.push(m.SeekPaired)) == await bob.push(m.SeekPaired)


async def test_the_list_shows_who_wants_to_play_what_and_a_click_accepts_a_wish_once(serving: Serving) -> None:
    eve, bob = await watching(serving), await raw(serving, name="Bob")
    ann = await seeking(serving, "Ann", "thud clod", f"{SLOW},{BLITZ}", within=200, computers_after=30)
    info = await listed(eve)
    assert (info.name, info.games, info.clocks) == ("Ann", ["thud", "clod"], [SLOW, BLITZ])
    assert (info.rated, info.within, info.ratings, info.computer) == (False, 200, {}, "")  # a guest plays unrated
    await bob.send(m.WatchSeeks())
    assert [entry.name for entry in (await bob.push(m.Seeks)).seeks] == ["Ann"]

    accept = m.AcceptSeek(key=new_key(), seek=info.seek)
    done = await bob.ask(accept)
    assert isinstance(done, m.Done)
    assert (await ann.push(m.SeekPaired)).table == done.table
    for line in (eve, bob):
        assert (await line.ask(m.AcceptSeek(key=new_key(), seek=info.seek))).code == "gone"
    assert await bob.ask(accept) == done  # the reply was lost, and the same order comes again
    [table] = await eve.tables(lambda tables: len(tables) == 1)
    assert table.table == done.table


async def test_who_accepts_a_wish_looks_no_longer_and_looks_on_if_it_has_gone(serving: Serving) -> None:
    eve = await watching(serving)
    ann, bob = await seeking(serving, "Ann", "thud"), await seeking(serving, "Bob", "clod")
    ids = {}
    while len(ids) < 2:
        ids |= {info.name: info.seek for info in (await eve.push(m.SeeksDelta)).changed}
    assert (await bob.ask(m.AcceptSeek(key=new_key(), seek="nowhere"))).code == "gone"
    assert (await bob.ask(m.AcceptSeek(key=new_key(), seek=ids["Bob"]))).code == "own_seek"
    done = await bob.ask(m.AcceptSeek(key=new_key(), seek=ids["Ann"]))

    assert (await ann.push(m.SeekPaired)).table == done.table
    cleo = await seeking(serving, "Cleo", "clod")
    assert isinstance(await cleo.ask(m.Unseek()), m.Done)  # hers was the only wish


async def test_people_who_block_each_other_are_not_paired_also_if_one_waits_already(serving: Serving) -> None:
    eve, ann, bob = await watching(serving), await raw(serving, name="Ann"), await raw(serving, name="Bob")
    accounts = {user.name: user.account for user in serving.services.lobby.users}
    await bob.ask(m.SetRelation(account=accounts["Ann"], relation="block"))
    await ann.ask(seek())
    wish = (await listed(eve)).seek
    for blocker, other in ((bob, "Ann"), (ann, "Bob")):
        await blocker.ask(m.SetRelation(account=accounts[other], relation="block"))  # of Ann it is while she waits
        assert isinstance(await bob.ask(seek()), m.Done)
        await trio.sleep(1)  # in which all wishes are looked at
        assert (await bob.ask(m.AcceptSeek(key=new_key(), seek=wish))).code == "unwanted"
        assert isinstance(await bob.ask(m.Unseek()), m.Done)
        await blocker.ask(m.SetRelation(account=accounts[other]))

    await bob.ask(seek())
    assert (await bob.push(m.SeekPaired)).table == (await ann.push(m.SeekPaired)).table


async def test_a_range_of_ratings_is_wider_with_time(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def known(account: str, games: list[str]) -> tuple[dict[str, int], list[str]]:
        user = serving.services.lobby.user(account)
        return {"clod": 161_000} if user is not None and user.name == "Ann" else {}, []

    monkeypatch.setattr(serving.services.history, "ratings_and_blocks", known)
    ann = await seeking(serving, "Ann", within=100)
    began = trio.current_time()
    await seeking(serving, "Bob")
    await ann.push(m.SeekPaired)
    assert 9 < trio.current_time() - began < 12


async def test_a_computer_player_is_taken_after_the_wanted_time(serving: Serving) -> None:
    robbie = await raw(serving)
    await robbie.ask(m.SignIn(name="Robbie", computer="level 3"))
    assert isinstance(await robbie.ask(seek("clod thud")), m.Done)
    await seeking(serving, "Bob", "thud")
    began = trio.current_time()
    ann = await seeking(serving, "Ann", computers_after=15)
    table = (await ann.push(m.SeekPaired)).table

    assert (await robbie.push(m.SeekPaired)).table == table
    assert 14 < trio.current_time() - began < 17
    assert {seat.computer for seat in serving.match(table).seats if seat is not None} == {"", "level 3"}


WRONG: list[tuple[m.Message, str]] = [
    (seek("chess"), "unknown_game"), (seek(clocks="soon"), "bad_clock"), (seek(rated=True), "not_registered"),
     (m.Seek(games=[], clocks=[BLITZ]), "malformed"), (m.Seek(games=["clod"] * 30, clocks=[BLITZ]), "malformed"),
     (seek(within=0), "malformed"), (seek(computers_after=-1), "malformed"), (m.AcceptSeek(seek="x"), "malformed"),
]  # fmt: skip


async def test_wrong_and_too_many_wishes_are_refused_and_the_last_right_one_stays(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    for wrong, code in WRONG:
        assert (await ann.ask(wrong)).code == code
    answers = [await ann.ask(seek()) for _ in range(PER_ACCOUNT.size + 2)]
    assert answers[-1].code == "too_fast"
    assert (await (await seeking(serving, "Bob")).push(m.SeekPaired)).table


async def test_no_tables_are_made_while_the_server_is_closed(serving: Serving) -> None:
    ann = await seeking(serving, "Ann")
    serving.services.new_tables.closed = m.Refused(code="closed", template="Soon").text
    assert (await (await raw(serving, name="Bob")).ask(seek())).code == "closed"
    serving.services.new_tables.closed = None
    await seeking(serving, "Cleo")
    assert (await ann.push(m.SeekPaired)).table


async def test_a_pair_gets_its_table_when_the_disk_works_again(serving: Serving, tmp_path: Path) -> None:
    log = kept[tmp_path / "data"].log
    ann = await seeking(serving, "Ann")
    log.is_full = True
    bob = await seeking(serving, "Bob")
    while not serving.services.registry.frozen_by_disk():
        await trio.sleep(0.1)
    assert (await ann.ask(m.Unseek())).code == "paired"
    assert (await bob.ask(seek())).code == "paired"
    log.is_full = False

    table = (await ann.push(m.SeekPaired)).table
    assert (await bob.push(m.SeekPaired)).table == table
    [info] = await ann.tables(lambda tables: len(tables) == 1)
    assert info.table == table


async def test_a_pair_whose_table_is_refused_for_good_ends_both_wishes(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_arguments: Any) -> m.Refused:
        return RATED_COMPUTER

    monkeypatch.setattr(serving.services.paired_tables, "make", refused)
    lines = [await seeking(serving, name) for name in ("Ann", "Bob")]

    assert [(await line.push(m.SeekEnded)).template for line in lines] == [RATED_COMPUTER.template] * 2
    monkeypatch.undo()
    for line in lines:
        assert isinstance(await line.ask(seek()), m.Done)
    assert (await lines[0].push(m.SeekPaired)).table


async def test_who_leaves_a_pair_for_another_server_costs_nobody_anything(serving: Serving) -> None:
    ann, bob = await seeking(serving, "Ann"), await seeking(serving, "Bob")
    for _ in range(5):  # more often than rated matches may be aborted alone
        table = (await ann.push(m.SeekPaired)).table
        await bob.push(m.SeekPaired)

        assert (await ann.ask(m.Unseek(table=table))).table == table
        notice = await bob.push(m.Notice)
        assert (notice.template, notice.table) == (ELSEWHERE.template, table)

        assert table not in {info.table for info in await ann.tables(lambda tables: True) if info.state == "playing"}
        for line in (ann, bob):
            assert isinstance(await line.ask(seek()), m.Done)


async def test_who_accepted_a_wish_from_the_list_does_not_read_that_play_now_goes_on(serving: Serving) -> None:
    eve, bob = await watching(serving), await raw(serving, name="Bob")
    ann = await seeking(serving, "Ann")
    table = (await bob.ask(m.AcceptSeek(key=new_key(), seek=(await listed(eve)).seek))).table

    assert (await ann.ask(m.Unseek(table=table))).table == table

    notice = await bob.push(m.Notice)
    assert (notice.template, notice.table) == (ACCEPTED_ELSEWHERE.template, "")


@pytest.mark.parametrize("end", ["left", "withdrawn"])
async def test_a_wish_that_comes_again_at_once_keeps_its_place(serving: Serving, end: str) -> None:
    eve = await watching(serving)
    bob = await seeking(serving, "Bob")
    place = (await listed(eve)).since
    await trio.sleep(20)
    if end == "left":
        ann = await seeking(serving, "Ann")
        await ann.ask(m.Unseek(table=(await bob.push(m.SeekPaired)).table))
    else:
        await bob.ask(m.Unseek())

    await bob.ask(seek())
    assert [info.since for info in await wishes_of(eve, "Bob")][-1] == place

    await bob.ask(m.Unseek())
    await bob.ask(seek(within=100))
    assert [info.since for info in await wishes_of(eve, "Bob")][-1] > place, "another wish"


async def wishes_of(line: Raw, name: str) -> list[m.SeekInfo]:
    """Return the wishes of a player in the next change of the list that has one."""
    while not (found := [info for info in (await line.push(m.SeeksDelta)).changed if info.name == name]):
        pass
    return found


async def test_a_pair_is_left_only_in_its_moment_by_its_players_and_before_a_move(serving: Serving) -> None:
    ann, bob, eve = await seeking(serving, "Ann"), await seeking(serving, "Bob"), await raw(serving, name="Eve")
    table = (await ann.push(m.SeekPaired)).table
    assert await eve.refusal(m.Unseek(table=table)) == "begun"
    await trio.sleep(11)
    assert await bob.refusal(m.Unseek(table=table)) == "begun"
    assert serving.match(table).ended is None
