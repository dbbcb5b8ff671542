"""Whom players follow and block, searches, opponents, ladders, and results between two. Through whole servers."""

from pathlib import Path
from typing import Any

import pytest
from trio.testing import MockClock

from devtools.harness.server.serving import Raw, new_key, running
from protocol import messages as m
from server.app import Serving
from server.lobby.people import MAX_FOUND
from server.storage.people import MAX_RELATIONS
from server.storage.social import FinishedMatch, Outcome
from tests.server.lobby.test_challenges import challenge, code_of, come, received, two

EVE = b"e" * 32
RATED = 160_000, 5_000, 6_000  # a certain rating


async def relate(line: Raw, account: str, relation: Any) -> None:
    assert await line.ask(m.SetRelation(account=account, relation=relation)) == m.Done()


def names(players: list[m.PlayerInfo]) -> list[str]:
    return [player.name for player in players]


def finished(
    number: int, accounts: tuple[str, str], winner: int | None, ended: int, rating: int = 0, deviation: int = 5_000
) -> Outcome:
    after = (rating, deviation, RATED[2]), RATED
    match = FinishedMatch(
        place=number, table=f"t{number}", title="", game="clod", rules=1, names=("Ann", "Bob"), accounts=accounts,
        winner=winner, reason="resigned", totals=(1, 0), ended=ended, clock="", rated=bool(rating),
    )  # fmt: skip
    return Outcome(match, True, after if rating else None)


# ---- following and blocking


async def test_a_player_knows_whom_they_follow_and_block_and_others_do_not(serving: Serving) -> None:
    ann, bob, anns, bobs = await two(serving)
    _eve, eves = await come(serving, "Eve", EVE)
    await relate(ann, bobs, "follow")
    await relate(ann, eves, "block")

    known = await ann.ask(m.GetRelations())
    assert (names(known.follows), names(known.blocks)) == (["Bob"], ["Eve"])
    assert known.follows[0].online
    assert await bob.ask(m.GetRelations()) == m.Relations()

    await relate(ann, bobs, "block")
    await relate(ann, eves, "")
    known = await ann.ask(m.GetRelations())
    assert (names(known.follows), names(known.blocks)) == ([], ["Bob"])
    assert await code_of(ann, m.SetRelation(account=anns, relation="follow")) == "self"
    assert await code_of(ann, m.SetRelation(account="nobody", relation="follow")) == "no_account"


async def test_the_number_of_relations_is_limited(serving: Serving) -> None:
    ann, _bob, anns, bobs = await two(serving)
    for number in range(MAX_RELATIONS):
        assert serving.services.social.relate(anns, f"other {number}", "follow", number)

    assert await code_of(ann, m.SetRelation(account=bobs, relation="follow")) == "too_many"
    await relate(ann, bobs, "block")


async def test_of_two_players_who_block_each_other_none_writes_invites_or_challenges(serving: Serving) -> None:
    ann, bob, anns, bobs = await two(serving)
    await relate(ann, bobs, "block")
    table = (await bob.ask(m.MakeTable(key=new_key(), game="clod", options={}))).table

    for line, other in ((bob, anns), (ann, bobs)):
        assert await code_of(line, challenge(other)) == "blocked"
        assert await code_of(line, m.Say(key=new_key(), room="direct", account=other, text="hello")) == "blocked"
    assert await code_of(bob, m.Invite(key=new_key(), table=table, account=anns)) == "blocked"
    await relate(ann, bobs, "")
    assert await bob.ask(challenge(anns)) == m.Done()


async def test_blocking_ends_the_open_challenges_between_the_two(serving: Serving) -> None:
    ann, bob, anns, bobs = await two(serving)
    await received(ann, bob, bobs)
    await received(bob, ann, anns)

    await relate(ann, bobs, "block")

    assert {(await bob.push(m.ChallengeChanged)).state for _ in range(2)} == {"withdrawn", "declined"}
    assert not serving.services.social.open_challenges(anns, serving.services.clock.now())


# ---- search


async def test_registered_players_are_found_by_the_beginning_of_the_name_and_guests_while_online(
    serving: Serving,
) -> None:
    ann, bob, *_accounts = await two(serving)
    await come(serving, "Anna", EVE)
    await bob.stream.aclose()
    await ann.people(lambda people: len(people) == 2)

    assert names((await ann.ask(m.FindPlayers(name="an"))).players) == ["Ann", "Anna"]
    [found] = (await ann.ask(m.FindPlayers(name="BO"))).players
    assert (found.name, found.registered, found.online) == ("Bob", True, False)
    assert found.seen > 0
    assert await code_of(ann, m.FindPlayers(name="a ")) == "bad_name"
    assert (await ann.ask(m.FindPlayers(name="zz"))).players == []


async def test_a_search_finds_few_and_is_slowed_down(serving: Serving) -> None:
    ann, *_rest = await two(serving)
    for number in range(MAX_FOUND + 5):
        serving.services.accounts.add(f"Zoe{number}", "x")

    assert len((await ann.ask(m.FindPlayers(name="zoe"))).players) == MAX_FOUND
    codes = [getattr(await ann.ask(m.FindPlayers(name="zoe")), "code", "") for _ in range(12)]
    assert codes[-1] == "too_fast"


# ---- matches


async def test_opponents_of_the_last_weeks_and_results_against_one(serving: Serving) -> None:
    ann, _bob, anns, bobs = await two(serving)
    _eve, eves = await come(serving, "Eve", EVE)
    now, day = serving.services.clock.now(), 24 * 3_600_000
    outcomes = [
        finished(1, (anns, bobs), 0, now - 40 * day), finished(2, (bobs, anns), 0, now - 3 * day),
        finished(3, (eves, anns), None, now - 2 * day),
    ]  # fmt: skip
    serving.services.social.add_matches(0, [(outcome.match.place, outcome) for outcome in outcomes])

    opponents = (await ann.ask(m.GetOpponents())).players
    assert [(each.name, each.played) for each in opponents] == [("Eve", now - 2 * day), ("Bob", now - 3 * day)]
    assert (await ann.ask(m.GetHeadToHead(account=bobs))).results == [m.Results(game="clod", won=1, lost=1, drawn=0)]
    assert (await ann.ask(m.GetHeadToHead(account=eves))).results == [m.Results(game="clod", won=0, lost=0, drawn=1)]
    history = await ann.ask(m.GetHistory(account=anns, other=bobs))
    assert [match.place for match in history.matches] == [2, 1]


async def test_a_ladder_has_certain_ratings_in_order_and_the_own_place(
    tmp_path: Path, mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.lobby.people.KEPT_LADDER_S", 1.0)
    async with running(tmp_path) as serving:
        ann, _bob, anns, bobs = await two(serving)
        now = serving.services.clock.now()
        assert (await ann.ask(m.GetLadder(game="clod"))).entries == []
        serving.services.social.add_matches(0, [(1, finished(1, (anns, bobs), 0, now, rating=150_000))])
        assert (await ann.ask(m.GetLadder(game="clod"))).entries == [], "of this second"

        mock_clock.jump(1)
        ladder = await ann.ask(m.GetLadder(game="clod"))

        assert [(each.place, each.name, each.rating) for each in ladder.entries] == [
            (1, "Bob", 160_000), (2, "Ann", 150_000),
        ]  # fmt: skip
        assert (ladder.own, ladder.count) == (ladder.entries[1], 2)
        assert await code_of(ann, m.GetLadder(game="chess")) == "unknown_game"
        serving.services.social.erase(bobs, "[deleted]")
        mock_clock.jump(1)
        assert [each.name for each in (await ann.ask(m.GetLadder(game="clod"))).entries] == ["Ann"]
        serving.services.social.add_matches(1, [(2, finished(2, (anns, bobs), 0, 0, 150_000, 10_900))])
        mock_clock.jump(1)
        entries = (await ann.ask(m.GetLadder(game="clod"))).entries
        assert [each.name for each in entries] == ["Bob"], "the rating of Ann has become uncertain"
