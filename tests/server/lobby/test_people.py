"""Challenges, and whom players follow and block, searches, opponents and ladders. Through whole servers."""

from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec import structs
from trio.testing import MockClock

from devtools.harness.server.serving import Raw, new_key, raw, running, table_of
from protocol import messages as m
from server.app import Serving
from server.lobby.challenges import LIVE_MS, challenge_table
from server.lobby.people import MAX_FOUND
from server.storage.people import MAX_CHALLENGES, MAX_CHALLENGES_TO_ONE
from server.storage.social import Outcome
from tests.server.stored import finished_match

ANN, BOB, EVE = b"a" * 32, b"b" * 32, b"e" * 32
PASSWORD = "four old trolls"
RATED = 160_000, 5_000, 6_000  # a certain rating


async def come(serving: Serving, name: str, token: bytes, *, register: bool = False) -> tuple[Raw, str]:
    """Sign in; return the connection and the account."""
    line = await raw(serving)
    account = (await line.ask(m.SignIn(name=name, token=token))).account
    if register:
        assert isinstance(await line.ask(m.SignUp(name=name, password=PASSWORD)), m.SignedIn)
    return line, account


async def two(serving: Serving) -> tuple[Raw, Raw, str, str]:
    """Ann and Bob, who have registered, and their accounts."""
    ann, anns = await come(serving, "Ann", ANN, register=True)
    bob, bobs = await come(serving, "Bob", BOB, register=True)
    return ann, bob, anns, bobs


def challenge(account: str, key: bytes = b"", changes: str = "", **terms: Any) -> m.Challenge:
    return m.Challenge(
        key=key or new_key(), account=account, terms=m.GameTerms(**({"game": "clod"} | terms)), changes=changes
    )


async def pushed(line: Raw, state: str) -> m.ChallengeChanged:
    """Return the next news of a challenge that is in that state."""
    while True:
        news = await line.push(m.ChallengeChanged)
        if news.state == state:
            return news


async def received(challenger: Raw, line: Raw, account: str, **terms: Any) -> m.ChallengeInfo:
    """Challenge the player of a line; return what they get."""
    assert await challenger.ask(challenge(account, **terms)) == m.Done()
    return (await pushed(line, "open")).challenge


async def test_an_accepted_challenge_is_one_table_with_both_players_on_their_seats(serving: Serving) -> None:
    ann, bob, anns, bobs = await two(serving)
    info = await received(ann, bob, bobs, player=1, clock="fischer 300+5", rated=True)
    assert (info.account, info.name, info.other, info.other_name) == (anns, "Ann", bobs, "Bob")
    assert info.terms.options == {"ties": "draw"}
    for _ in range(2):
        done = await bob.ask(m.AnswerChallenge(challenge=info.challenge, accept=True))
        assert done == m.Done(table=challenge_table(info.challenge), number=1)

    assert len(serving.services.lobby.tables) == 1
    assert (await pushed(ann, "accepted")).table == done.table
    assert await ann.refusal(m.WithdrawChallenge(challenge=info.challenge)) == "challenge_over"
    match = serving.match(done.table)
    assert [seat.account for seat in match.seats if seat] == [bobs, anns], "Ann wanted to be player 1"
    assert (match.created.clock, match.created.rated, match.phase) == ("fischer 300+5", True, "playing")


async def test_an_acceptance_that_comes_again_makes_no_new_table(serving: Serving) -> None:
    ann, bob, _anns, bobs = await two(serving)
    made = list[str]()
    serving.services.registry.on_create.append(made.append)
    info = await received(ann, bob, bobs)
    accept = m.AnswerChallenge(challenge=info.challenge, accept=True)
    done = await bob.ask(accept)
    await ann.ask(m.Watch(table=done.table))
    await ann.ask(m.Say(key=new_key(), room="table", table=done.table, text="hello"))
    await bob.ask(m.SendLeave(table=done.table, key=new_key()))
    await ann.ask(m.Unwatch(table=done.table))
    assert serving.services.registry.get(done.table) is None, "it has left memory"

    assert await bob.ask(accept) == done
    await bob.ask(m.Watch(table=done.table))
    assert (await bob.push(m.Chat)).lines[0].text == "hello"
    assert made == [done.table]


async def test_a_challenge_is_declined_withdrawn_by_its_challenger_or_ends_by_itself(serving: Serving) -> None:
    ann, bob, _anns, bobs = await two(serving)
    info = await received(ann, bob, bobs)
    for _again in range(2):
        assert await bob.ask(m.AnswerChallenge(challenge=info.challenge, accept=False, reason="too_fast")) == m.Done()
    assert (await pushed(ann, "declined")).reason == "too_fast"
    assert await bob.refusal(m.AnswerChallenge(challenge=info.challenge, accept=True)) == "challenge_over"
    info = await received(ann, bob, bobs)
    assert await bob.refusal(m.WithdrawChallenge(challenge=info.challenge)) == "no_challenge"
    assert await ann.refusal(m.AnswerChallenge(challenge=info.challenge, accept=True)) == "no_challenge"
    assert await ann.ask(m.WithdrawChallenge(challenge=info.challenge)) == m.Done()
    assert (await pushed(bob, "withdrawn")).challenge == info
    assert await bob.refusal(m.AnswerChallenge(challenge=info.challenge, accept=True)) == "challenge_over"

    info = await received(ann, bob, bobs)
    assert info.ends - info.made == LIVE_MS
    serving.services.clock.reach(info.ends)
    assert await bob.refusal(m.AnswerChallenge(challenge=info.challenge, accept=True)) == "no_challenge"


async def test_a_challenge_is_changed_and_sent_back(serving: Serving) -> None:
    ann, bob, anns, bobs = await two(serving)
    first = await received(ann, bob, bobs, clock="sudden 600")
    assert await bob.ask(challenge(anns, changes=first.challenge, clock="days 3")) == m.Done()
    assert (await pushed(ann, "changed")).challenge == first
    second = (await pushed(ann, "open")).challenge
    assert (second.changes, second.account, second.terms.clock) == (first.challenge, bobs, "days 3")
    assert await bob.refusal(m.AnswerChallenge(challenge=first.challenge, accept=True)) == "challenge_over"
    assert await bob.refusal(challenge(anns, changes=first.challenge)) == "no_challenge"
    assert (await ann.ask(m.AnswerChallenge(challenge=second.challenge, accept=True))).table


async def test_registered_players_who_are_offline_are_challenged_and_find_it_when_they_come(serving: Serving) -> None:
    ann, bob, anns, bobs = await two(serving)
    await ann.people(lambda people: len(people) == 2)
    await bob.stream.aclose()
    await ann.people(lambda people: len(people) == 1)
    assert await ann.ask(challenge(bobs, clock="days 2")) == m.Done()
    await ann.stream.aclose()
    bob, _ = await come(serving, "Bob", BOB)
    [info] = (await bob.push(m.Challenges)).challenges
    assert (info.account, info.terms.clock) == (anns, "days 2")
    table = (await bob.ask(m.AnswerChallenge(challenge=info.challenge, accept=True))).table

    assert {seat.name for seat in serving.match(table).seats if seat} == {"Ann", "Bob"}


async def gone(serving: Serving, line: Raw, account: str) -> None:
    """End a connection, and wait until the lobby knows."""
    await line.stream.aclose()
    while serving.services.lobby.is_online(account):
        await trio.lowlevel.checkpoint()


@pytest.mark.parametrize("terms", [{"clock": "sudden 60"}, {"absence": "forfeit 60"}])
async def test_a_live_challenge_waits_while_its_author_is_away_or_plays(
    serving: Serving, terms: dict[str, str]
) -> None:
    ann, bob, anns, bobs = await two(serving)
    eve, _eves = await come(serving, "Eve", EVE)
    accept = m.AnswerChallenge(challenge=(await received(ann, bob, bobs, **terms)).challenge, accept=True)
    other = await table_of(ann, eve, clock="sudden 600")
    assert await bob.refusal(accept) == "playing"
    await eve.ask(m.SendResign(table=other, key=new_key(), match=True))
    await gone(serving, ann, anns)
    assert await bob.refusal(accept) == "not_here"

    ann, _ = await come(serving, "Ann", ANN)
    assert [each.challenge for each in (await ann.push(m.Challenges)).challenges] == [accept.challenge]
    assert (await bob.ask(accept)).table


async def test_a_challenge_that_ended_meanwhile_is_not_in_the_list_after_the_sign_in(serving: Serving) -> None:
    ann, bob, _anns, bobs = await two(serving)
    assert await ann.ask(challenge(bobs, clock="days 2")) == m.Done()
    info = (await pushed(bob, "open")).challenge
    await gone(serving, bob, bobs)
    assert await ann.ask(m.WithdrawChallenge(challenge=info.challenge)) == m.Done()

    bob, _ = await come(serving, "Bob", BOB)

    assert (await bob.push(m.Challenges)).challenges == []


async def test_the_table_of_an_accepted_challenge_is_made_after_a_crash(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob, _anns, bobs = await two(serving)
        info = await received(ann, bob, bobs)
        serving.services.social.end_challenge(info.challenge, "accepted", info.made)  # and the server ends
    async with running(tmp_path) as serving:
        serving.services.clock.reach(info.made + 60_000)
        bob, _ = await come(serving, "Bob", BOB)
        done = await bob.ask(m.AnswerChallenge(challenge=info.challenge, accept=True))
        assert serving.match(done.table) is not None


async def test_a_challenge_that_would_make_no_table_or_has_no_key_is_refused(serving: Serving) -> None:
    ann, _bob, _anns, bobs = await two(serving)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "unknown_game"), ({"options": {"ties": 7}}, "bad_option"), ({"clock": "x"}, "bad_clock"),
        ({"absence": "never"}, "bad_absence"), ({"position": "nonsense"}, "bad_position"),
    ]  # fmt: skip
    for terms, code in wrong:
        assert await ann.refusal(challenge(bobs, **terms)) == code
    assert await ann.refusal(m.Challenge(account=bobs, terms=m.GameTerms(game="clod"))) == "malformed"


async def test_the_number_of_open_challenges_is_limited(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.storage.people.MAX_CHALLENGES", 4)
    ann, _bob, _anns, bobs = await two(serving)
    _eve, eves = await come(serving, "Eve", EVE)
    assert MAX_CHALLENGES >= MAX_CHALLENGES_TO_ONE == 3
    assert [await ann.ask(challenge(bobs)) for _ in range(3)] == [m.Done()] * 3
    assert await ann.refusal(challenge(bobs)) == "too_many"
    assert await ann.ask(challenge(eves)) == m.Done()
    assert await ann.refusal(challenge(eves)) == "too_many"


async def test_a_challenge_that_is_sent_again_is_the_same_and_comes_again_after_a_gap(serving: Serving) -> None:
    ann, bob, _anns, bobs = await two(serving)
    order = challenge(bobs)
    assert [await ann.ask(order) for _ in range(2)] == [m.Done()] * 2
    info = (await pushed(bob, "open")).challenge

    serving.services.relay.missed()
    assert (await bob.push(m.Challenges)).challenges == [info]
    await ann.stream.aclose()
    await bob.people(lambda people: len(people) == 1)
    ann, _ = await come(serving, "Ann", ANN)
    assert (await ann.push(m.Challenges)).challenges == [info]


async def test_guests_who_are_offline_muted_players_and_computers_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path, computers="all") as serving:
        ann, bob, anns, bobs = await two(serving)
        eve, eves = await come(serving, "Eve", EVE)
        robot = await raw(serving)
        robots = (await robot.ask(m.SignIn(name="Robot", computer="level 3"))).account

        assert await eve.refusal(challenge(bobs, rated=True)) == "not_registered"
        assert await ann.refusal(challenge(eves, rated=True)) == "not_registered"
        assert await ann.refusal(challenge(robots)) == "computer"
        assert await ann.refusal(challenge(anns)) == "self"
        assert await ann.refusal(challenge("nobody")) == "no_account"
        await received(ann, eve, eves)
        await eve.stream.aclose()
        await ann.people(lambda people: eves not in {person.account for person in people})
        assert await ann.refusal(challenge(eves)) == "not_here"
        serving.services.sanctions.set_mute(bobs, 0)
        assert await bob.refusal(challenge(anns)) == "muted_here"


async def relate(line: Raw, account: str, relation: Any) -> None:
    assert await line.ask(m.SetRelation(account=account, relation=relation)) == m.Done()


def names(players: list[m.PlayerInfo]) -> list[str]:
    return [player.name for player in players]


def finished(
    number: int, accounts: tuple[str, str], winner: int | None, ended: int, rating: int = 0, deviation: int = 5_000
) -> Outcome:
    after = (rating, deviation, RATED[2]), RATED
    match = finished_match(number, accounts=accounts, winner=winner, ended=ended, rated=bool(rating))
    return Outcome(match, True, after if rating else None)


async def test_a_player_follows_and_blocks_a_few_in_secret(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.storage.people.MAX_RELATIONS", 2)
    ann, bob, anns, bobs = await two(serving)
    _eve, eves = await come(serving, "Eve", EVE)
    _cleo, cleos = await come(serving, "Cleo", b"c" * 32)
    await relate(ann, bobs, "follow")
    await relate(ann, eves, "follow")
    assert await ann.refusal(m.SetRelation(account=cleos, relation="follow")) == "too_many"
    await relate(ann, eves, "")
    await relate(ann, eves, "block")
    known = await ann.ask(m.GetRelations())
    assert (names(known.follows), names(known.blocks)) == (["Bob"], ["Eve"])
    assert known.follows[0].online
    assert await bob.ask(m.GetRelations()) == m.Relations()

    await relate(ann, bobs, "block")
    await relate(ann, eves, "")
    known = await ann.ask(m.GetRelations())
    assert (names(known.follows), names(known.blocks)) == ([], ["Bob"])
    assert await ann.refusal(m.SetRelation(account=anns, relation="follow")) == "self"
    assert await ann.refusal(m.SetRelation(account="nobody", relation="follow")) == "no_account"


async def test_of_two_players_who_block_each_other_none_writes_invites_or_challenges(serving: Serving) -> None:
    ann, bob, anns, bobs = await two(serving)
    await received(ann, bob, bobs)
    await received(bob, ann, anns)
    await relate(ann, bobs, "block")
    assert {(await bob.push(m.ChallengeChanged)).state for _ in range(2)} == {"withdrawn", "declined"}
    assert not serving.services.social.open_challenges(anns, serving.services.clock.now())

    table = (await bob.ask(m.MakeTable(key=new_key(), game="clod", options={}))).table
    for line, other in ((bob, anns), (ann, bobs)):
        assert await line.refusal(challenge(other)) == "blocked"
        assert await line.refusal(m.Say(key=new_key(), room="direct", account=other, text="hello")) == "blocked"
    assert await bob.refusal(m.Invite(key=new_key(), table=table, account=anns)) == "blocked"
    await relate(ann, bobs, "")
    assert await bob.ask(challenge(anns)) == m.Done()


async def test_a_search_finds_a_few_members_by_the_beginning_of_the_name_and_guests_online(serving: Serving) -> None:
    ann, bob, *_accounts = await two(serving)
    await come(serving, "Anna", EVE)
    await bob.stream.aclose()
    await ann.people(lambda people: len(people) == 2)
    assert names((await ann.ask(m.FindPlayers(name="an"))).players) == ["Ann", "Anna"]
    [found] = (await ann.ask(m.FindPlayers(name="BO"))).players
    assert (found.name, found.registered, found.online) == ("Bob", True, False)
    assert found.seen > 0
    assert await ann.refusal(m.FindPlayers(name="a ")) == "bad_name"
    assert names((await ann.ask(m.FindPlayers(name="李"))).players) == []
    assert (await ann.ask(m.FindPlayers(name="zz"))).players == []

    for number in range(MAX_FOUND + 5):
        serving.services.accounts.add(f"Zoe{number}", "x")
    assert len((await ann.ask(m.FindPlayers(name="zoe"))).players) == MAX_FOUND
    codes = [getattr(await ann.ask(m.FindPlayers(name="zoe")), "code", "") for _ in range(12)]
    assert codes[-1] == "too_fast"


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


async def test_a_ladder_is_read_once_for_all_who_ask_together(serving: Serving) -> None:
    ann, bob, _anns, _bobs = await two(serving)
    social, read = serving.services.social, list[str]()
    ladder = social.ladder

    def counted(game: str, most: int) -> list[tuple[str, Any, int]]:
        read.append(game)
        return ladder(game, most)

    social.ladder = counted  # type: ignore[method-assign]
    for line in (ann, bob):
        for id in range(5):
            await line.send(m.GetLadder(game="clod"), 1000 + id)
    for line in (ann, bob):
        assert (await line.reply(1004)).entries == []
    assert read == ["clod"]


async def test_a_ladder_has_certain_ratings_in_order(
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
        assert await ann.refusal(m.GetLadder(game="chess")) == "unknown_game"
        serving.services.social.erase(bobs, "[deleted]")
        mock_clock.jump(1)
        assert [each.name for each in (await ann.ask(m.GetLadder(game="clod"))).entries] == ["Ann"]
        serving.services.social.add_matches(1, [(2, finished(2, (anns, bobs), 0, 0, 150_000, 10_900))])
        mock_clock.jump(1)
        entries = (await ann.ask(m.GetLadder(game="clod"))).entries
        assert [each.name for each in entries] == ["Bob"], "the rating of Ann has become uncertain"


async def abort(line: Raw, other: Raw, *, rated: bool = True) -> None:
    """Let the player of a line abort a match alone."""
    table = await table_of(line, other, rated=rated)
    assert isinstance(await line.ask(m.SendOffer(table=table, key=new_key(), kind="abort")), m.Done)


async def test_repeated_aborts_alone_delay_wishes_and_challenges(serving: Serving) -> None:
    ann, bob, anns, bobs = await two(serving)
    accept = m.AnswerChallenge(challenge=(await received(bob, ann, anns)).challenge, accept=True)
    seek = m.Seek(key=new_key(), games=["clod"], clocks=["sudden 60"])
    for _ in range(3):
        await abort(ann, bob, rated=False)
    for _ in range(2):
        await abort(ann, bob)
        assert isinstance(await ann.ask(structs.replace(seek, key=new_key())), m.Done)
    await ann.ask(m.Unseek())
    await abort(ann, bob)

    refused = await ann.ask(structs.replace(seek, key=new_key()))
    assert (refused.code, refused.args) == ("aborted", {"minutes": 10})
    assert await ann.refusal(challenge(bobs)) == "aborted"
    assert await ann.refusal(accept) == "aborted"
    assert await bob.ask(challenge(anns)) == m.Done()
    serving.services.clock.reach(serving.services.clock.now() + 600_000)
    assert (await ann.ask(accept)).table


async def test_a_profile_counts_rated_matches_aborted_alone(serving: Serving) -> None:
    ann, bob, anns, bobs = await two(serving)
    await abort(ann, bob)
    await abort(ann, bob, rated=False)
    await abort(bob, ann)
    await abort(ann, bob)

    profiles = [await bob.ask(m.GetProfile(account=account)) for account in (anns, bobs)]
    assert [profile.aborted for profile in profiles] == [2, 1]
    assert not any(profile.standings for profile in profiles)
