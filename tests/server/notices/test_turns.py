"""The news of a turn in a game by days, by the log of the match, and of a round of a tournament."""

from types import SimpleNamespace
from typing import Any

import pytest

from devtools.harness.server.serving import move_of
from netgame.games import GAMES
from netgame.match import Match
from netgame.match.commands import AnswerOffer, Command, MakeOffer, Pause, Play, Resume, Sit
from netgame.match.create import created_event, new_match
from netgame.match.decide import Refused, act
from netgame.match.events import Player
from netgame.tournaments.commands import ProposeTime, Start
from server.notices.rounds import Rounds
from server.notices.texts import words_of
from server.notices.turns import Turn, turn_of
from server.storage.notices import News
from tests.netgame.tournaments.scripted import START_MS, Scripted

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
FREE_MS = 30_000  # before the first move of a side


def do(match: Match, command: Command, by: Player | None = None, at: int = 0) -> Match:
    outcome = act(match, command, by, at, lambda count, sides: (1,) * count)
    assert not isinstance(outcome, Refused)
    return outcome[1]


def match_of(clock: str, title: str = "") -> Match:
    """Return a match that begins at 0, with the first player to move."""
    match = new_match(created_event(GAMES["clod"](), at=0, clock=clock, title=title), GAMES)
    match = do(match, Sit(0, "ann", "Ann", ready=True))
    return do(match, Sit(1, "bob", "Bob", ready=True))


def after_move(match: Match, by: Player, at: int) -> Match:
    move = move_of(match)
    return do(match, Play(move.position, move.move), by, at)


def turn(match: Match) -> Turn:
    found = turn_of("t", match)
    assert found is not None
    return found


def test_it_is_the_turn_of_the_player_to_move_since_the_last_move() -> None:
    match = match_of("days 3")
    assert (turn(match).account, turn(match).opponent, turn(match).began) == ("ann", "bob", 0)
    match = after_move(match, 0, HOUR_MS)
    found = turn(match)
    assert (found.account, found.opponent, found.began) == ("bob", "ann", HOUR_MS)
    assert 0 <= found.deadline - HOUR_MS - 3 * DAY_MS <= FREE_MS
    second = turn(after_move(match, 1, HOUR_MS + 1))
    assert second.account == "ann"
    keys = [{news.key for news in each.news(7 * DAY_MS, -1)} for each in (turn(match_of("days 3")), found, second)]
    assert len(set.union(*keys)) == sum(map(len, keys)), "each turn has keys of its own"


@pytest.mark.parametrize(("days", "short_ms"), [(1, 6 * HOUR_MS), (3, 12 * HOUR_MS), (14, 12 * HOUR_MS)])
def test_time_is_short_in_the_last_quarter_and_at_most_half_a_day(days: int, short_ms: int) -> None:
    found = turn(match_of(f"days {days}"))
    short_at = found.deadline - short_ms
    assert [news.kind for news in found.news(short_at - 1, -1)] == ["turn"]
    assert [news.kind for news in found.news(short_at, -1)] == ["turn", "time"]
    assert [news.kind for news in found.news(short_at, short_at - 1)] == ["time"]
    assert found.news(short_at + 1, short_at) == []  # the player was online since then


def test_a_stop_of_the_server_does_not_change_whose_turn_it_is() -> None:
    before = match_of("days 3")
    stopped = do(before, Pause("restart"), at=HOUR_MS)
    resumed = do(stopped, Resume(), at=DAY_MS)
    assert (turn(stopped).began, turn(stopped).deadline) == (0, 0)
    assert [news.key for news in turn(stopped).news(DAY_MS, -1)] == [news.key for news in turn(before).news(1, -1)]
    assert turn(resumed).began == 0
    assert turn(resumed).deadline == turn(before).deadline + DAY_MS - HOUR_MS


def test_no_one_is_told_of_other_matches_and_during_an_agreed_pause() -> None:
    assert turn_of("t", match_of("sudden 600")) is None
    assert turn_of("t", match_of("none")) is None
    asked = do(match_of("days 3"), MakeOffer("pause"), 0, at=1)
    assert turn_of("t", do(asked, AnswerOffer(asked.number, accept=True), 1, at=2)) is None


@pytest.mark.parametrize(
    ("left_ms", "words"),
    [
        (HOUR_MS - 1, "less than an hour left"), (HOUR_MS, "1 hour left"), (5 * HOUR_MS, "5 hours left"),
        (3 * DAY_MS, "3 days left"), (3 * DAY_MS - 300_000, "3 days left"),
        (2 * DAY_MS + 13 * HOUR_MS, "2 days and 13 hours left"), (-5, "less than an hour left"),
    ],
)  # fmt: skip
def test_a_sentence_says_how_much_time_is_left(left_ms: int, words: str) -> None:
    (news, *_) = turn(match_of("days 3", title="Cup")).news(0, -1)
    assert words_of(news, {"bob": "Bob"}, news.deadline - left_ms) == f"Your turn in Cup (Clod) against Bob, {words}."


async def test_a_round_that_began_while_a_player_was_away_is_news() -> None:
    cup = Scripted(rounds=1)
    cup.enter("ann", "bob", "cy")
    cup.order(Start())
    cup.tick()
    logs: Any = SimpleNamespace(open=[cup.t])
    board = cup.t.rounds[0][0]
    first, second = board.accounts
    found = await Rounds(logs).news_of({first: START_MS - 1, second: START_MS, "dora": START_MS - 1}, cup.now)
    [news] = found[first]

    assert (news.kind, news.title, news.other, news.table) == ("round", "Cup", second, board.paired.table)
    assert words_of(news, {second: "Bo"}, cup.now) == "A round of Cup has begun. You play against Bo."
    assert found[second] == found["dora"] == []


async def test_an_appointment_is_news_when_it_is_paired_shortly_before_and_when_it_begins() -> None:
    cup = Scripted.started("ann", "bob", appointments=True, round_every_s=7 * DAY_MS // 1000, rounds=1)
    at = START_MS + 2 * DAY_MS
    for account in ("ann", "bob"):
        assert cup.order(ProposeTime(1, 0, at), account) == ""

    async def told(now: int, seen: int = START_MS - 1) -> list[News]:
        logs: Any = SimpleNamespace(open=[cup.t])
        return list((await Rounds(logs).news_of({"ann": seen}, now))["ann"])

    [paired] = await told(START_MS)
    assert (paired.kind, paired.table, paired.deadline) == ("round", "", 0)
    assert await told(at - 12 * HOUR_MS - 1, seen=START_MS) == []
    [reminder] = await told(at - 12 * HOUR_MS, seen=START_MS)
    assert words_of(reminder, {"bob": "Bob"}, at - HOUR_MS) == "Your game in Cup against Bob begins soon: 1 hour left."
    assert await told(at - HOUR_MS, seen=at - 2 * HOUR_MS) == [], "the program has shown it"
    cup.tick(2 * DAY_MS / 1000)
    [begun] = await told(cup.now, seen=START_MS)
    assert begun.table == cup.t.rounds[0][0].paired.table
    assert len({paired.key, reminder.key, begun.key}) == 3
