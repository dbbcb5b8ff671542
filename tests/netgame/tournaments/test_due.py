"""The next step of a tournament: start, results, absent players, rounds and end."""

from typing import Any

import pytest

from netgame.match.state import InvalidEvent
from netgame.tournaments import commands as c
from netgame.tournaments.due import EMPTY_MS, LAPSE_MS, LOOK_MS, is_idle
from netgame.tournaments.events import Ended
from netgame.tournaments.standings import standings
from netgame.tournaments.state import evolve
from tests.netgame.tournaments.scripted import DIRECTOR, START_MS, Scripted, ended

CLOCK, started = "sudden 60", Scripted.started


def test_a_tournament_starts_at_its_time() -> None:
    cup = Scripted(starts_at=START_MS + 60_000)
    cup.enter("ann", "bob")
    assert cup.tick() == START_MS + 60_000
    cup.tick(60)
    assert cup.t.phase == "running"
    assert len(cup.t.rounds) == 1


@pytest.mark.parametrize(("starts_at", "cause"), [(START_MS + 1000, "too_few"), (None, "lapsed")])
def test_a_tournament_without_players_or_start_is_cancelled(starts_at: int | None, cause: str) -> None:
    cup = Scripted(starts_at=starts_at)
    cup.enter("ann")
    cup.tick(LAPSE_MS / 1000)
    assert cup.t.end is not None
    assert getattr(cup.t.end, "cause", "") == cause


@pytest.mark.parametrize("is_paused", [False, True])
@pytest.mark.parametrize("starts_at", [None, START_MS + 360 * 86_400_000])
@pytest.mark.parametrize("entrants", [(), ("dora",), ("ann",)])
def test_a_tournament_that_nobody_enters_is_cancelled(
    entrants: tuple[str, ...], starts_at: int | None, is_paused: bool
) -> None:
    cup = Scripted(starts_at=starts_at)
    cup.enter(*entrants)
    if is_paused:
        cup.order(c.Pause())
    assert is_idle(cup.t, cup.now) == (entrants != ("ann",))
    cup.tick(EMPTY_MS / 1000 - 1)
    assert cup.t.phase == "open"
    cup.tick(1)
    assert (cup.t.phase == "over") == (entrants != ("ann",))
    cup.tick(360 * 86_400)
    cup.tick(LAPSE_MS / 1000)
    assert cup.t.phase == "over"


def test_the_best_rating_is_the_first_seed() -> None:
    cup = Scripted()
    cup.enter("ann", rating=150_000)
    cup.enter("bob", rating=170_000)
    cup.order(c.Start())
    cup.enter("late", rating=200_000)
    assert [entrant.account for entrant in cup.t.entrants] == ["bob", "ann", "late"]


@pytest.mark.parametrize(("format", "rounds"), [("swiss", 2), ("round_robin", 3), ("knockout", 2)])
def test_a_tournament_ends_after_its_last_round(format: str, rounds: int) -> None:
    cup = started("ann", "bob", "cy", "di", format=format)
    for _ in range(rounds):
        assert cup.t.phase == "running"
        cup.play()
    assert cup.kinds[-1] == "Ended"
    assert len(cup.t.rounds) == rounds


def test_a_round_waits_for_all_games_the_pause_and_its_time() -> None:
    cup = started("ann", "bob", "cy", "di", rounds=2, pause_s=60)
    first, second = cup.t.rounds[0]
    cup.ended[first.paired.table] = ended(0)
    assert cup.tick(30) is None
    cup.ended[second.paired.table] = ended(None)
    over_at = cup.now
    assert cup.tick() == over_at + 60_000
    cup.tick(60)

    assert [board.points for board in cup.t.rounds[0]] == [(2, 0), (1, 1)]
    assert len(cup.t.rounds) == 2

    cup = started("ann", "bob", "cy", rounds=2, round_every_s=3600)
    cup.play()
    assert len(cup.t.rounds) == 1
    cup.tick(3600)
    assert len(cup.t.rounds) == 2


@pytest.mark.parametrize("here", [{"ann"}, {"bob"}, set()])
def test_who_does_not_appear_in_time_loses(here: set[str]) -> None:
    cup = started("ann", "bob", here=here, rounds=1, appear_s=300)

    assert cup.tick() == START_MS + 300_000
    cup.tick(299)
    assert not cup.t.rounds[0][0].points
    cup.tick(1)
    [board] = cup.t.rounds[0]
    points = dict(zip(board.accounts, board.points or (), strict=True))
    assert points == {account: 2 * (account in here) for account in ("ann", "bob")}
    assert (board.played, board.cause) == (False, "absent")


@pytest.mark.parametrize("format", ["swiss", "round_robin"])
@pytest.mark.parametrize(
    ("no_show", "comes", "plays_on"),
    [
        ("ask", False, False),
        ("ask", True, True),
        ("withdraw", False, False),
        ("keep", False, True),
    ],
)
def test_players_who_did_not_appear_are_out_as_the_director_sets(
    format: str, no_show: str, comes: bool, plays_on: bool
) -> None:
    cup = started("ann", "bob", "cyd", "dan", here={"ann", "bob", "cyd"}, format=format, appear_s=300, no_show=no_show)
    cup.tick(300)
    assert ("dan" in cup.t.active) == (no_show != "withdraw")
    if comes:
        cup.enter("dan")
    cup.play()

    assert len(cup.t.rounds) == 2
    assert ("dan" in cup.t.active) == plays_on


@pytest.mark.parametrize("format", ["swiss", "round_robin"])
@pytest.mark.parametrize("no_show", ["ask", "withdraw", "keep"])
@pytest.mark.parametrize("was_asked", [False, True])
def test_a_ban_throws_nobody_out(format: str, no_show: str, was_asked: bool) -> None:
    cup = started("ann", "bob", "cyd", "dan", here={"ann", "bob", "cyd"}, format=format, appear_s=300, no_show=no_show)
    if was_asked and no_show == "ask":
        cup.tick(300)
    cup.banned["dan"] = 0
    cup.tick(300)
    cup.play()

    assert len(cup.t.rounds) == 2
    assert "dan" in cup.t.active
    assert cup.kinds.count("Banned") == 1
    assert cup.order(c.Remove("dan")) == "", "the director decides"
    assert "dan" not in cup.t.active


@pytest.mark.parametrize("is_lifted", [False, True])
@pytest.mark.parametrize("format", ["swiss", "knockout"])
def test_after_a_short_ban_there_is_the_whole_time_to_appear(format: str, is_lifted: bool) -> None:
    cup = started("ann", "bob", here={"ann"}, format=format, appear_s=300)
    cup.banned["bob"] = cup.now + 3_600_000
    assert cup.tick(60) == START_MS + 3_900_000
    if is_lifted:
        cup.tick(1740)
        cup.banned.clear()
        cup.tick()
    else:
        cup.tick(3540)
    cup.tick(299)
    assert next(cup.t.open_boards, None) is not None
    cup.tick(1)
    assert cup.t.rounds[0][0].cause == "absent"


def test_during_a_long_ban_a_game_is_lost_in_the_usual_time() -> None:
    cup = started("ann", "bob", here={"ann"}, appear_s=300)
    cup.banned["bob"] = cup.now + 2 * 86_400_000
    cup.tick(300)
    assert cup.t.rounds[0][0].cause == "absent"


def test_a_ban_before_the_start_or_in_a_pause_is_noted_and_one_that_is_over_is_not() -> None:
    cup = Scripted()
    cup.enter("ann", "bob")
    cup.banned["bob"] = cup.now + 60_000
    cup.tick(1)
    cup.order(c.Pause())
    cup.banned["ann"] = 0
    cup.tick(1)
    assert cup.kinds.count("Banned") == 2
    del cup.banned["bob"]
    cup.tick(3600)
    assert "Unbanned" not in cup.kinds


def test_a_new_start_of_the_server_gives_new_time_to_appear() -> None:
    cup = started("ann", "bob", here=set(), rounds=1, appear_s=300)
    cup.now += 3_600_000
    cup.up_since = cup.now
    assert cup.tick() == cup.now + 300_000


def test_nobody_loses_and_no_round_begins_while_a_tournament_is_paused() -> None:
    cup = started("ann", "bob", here=set(), rounds=2, appear_s=300)
    cup.order(c.Pause())

    assert cup.tick(10_000) is None
    cup.play()
    assert len(cup.t.rounds) == 1
    cup.order(c.Resume())
    cup.tick()
    assert cup.kinds[-1] == "Ended"  # the two have met


@pytest.mark.parametrize("down", [False, True])
def test_a_pause_gives_new_time_to_appear(down: bool) -> None:
    cup = started("ann", "bob", here={"ann"}, rounds=1, appear_s=300)
    cup.tick(8)
    cup.order(c.Pause())
    cup.tick(3600)
    cup.up_since = cup.now if down else 0
    cup.order(c.Resume())

    assert cup.tick() == cup.now + 300_000
    cup.tick(300)
    assert cup.t.rounds[0][0].cause == "absent"


def test_an_arena_lasts_as_long_without_its_pauses() -> None:
    cup = started("ann", "bob", format="arena", clock=CLOCK, arena_minutes=1)
    cup.tick(30)
    for _ in range(2):
        cup.order(c.Pause())
        cup.tick(600)
        cup.order(c.Resume())
    cup.play()
    cup.tick(29)
    cup.play()
    assert cup.t.phase == "running"
    cup.tick(1)
    cup.play()

    assert cup.t.phase == "over"


def test_an_aborted_match_gives_no_points_and_in_a_knock_out_is_played_again() -> None:
    swiss, knockout = started("ann", "bob", rounds=1), started("ann", "bob", format="knockout")
    for cup in (swiss, knockout):
        [board] = cup.t.rounds[0]
        cup.ended[board.paired.table] = ended(None, "aborted")
        cup.tick()

    [board] = swiss.t.rounds[0]
    assert (board.points, board.played, board.cause) == ((0, 0), False, "aborted")
    for number in (2, 3):
        [board] = knockout.t.rounds[-1]
        knockout.ended[board.paired.table] = ended(None, "aborted")
        knockout.tick()
        assert len(knockout.t.rounds) == number + 1  # each player who goes on has played
    assert all({*board.accounts} == {"ann", "bob"} for [board] in knockout.t.rounds)
    knockout.play()
    assert knockout.kinds[-1] == "Ended"


def test_an_arena_pairs_who_waits_and_is_online_until_its_time_is_over() -> None:
    cup = started("ann", "bob", "cy", format="arena", clock=CLOCK, arena_minutes=1)
    for _ in range(12):
        cup.play()
        cup.tick(5)
    paired = len(cup.t.rounds)
    cup.play()

    assert paired >= 3
    assert cup.kinds[-1] == "Ended"
    assert all(len({account for board in boards for account in board.accounts}) == 2 for boards in cup.t.rounds)
    cup = started("ann", "bob", "cy", here={"ann", "cy"}, format="arena", clock=CLOCK, arena_minutes=1)
    assert [set(board.accounts) for [board] in cup.t.rounds] == [{"ann", "cy"}]


def test_two_of_an_arena_who_have_just_met_wait_a_minute_for_others_and_then_play_again() -> None:
    cup = started("ann", "bob", "cy", "di", format="arena", clock=CLOCK, arena_minutes=10)
    board = cup.t.rounds[0][0]
    cup.ended[board.paired.table] = ended(0)

    assert cup.tick() == cup.now + LOOK_MS
    cup.tick(59)
    assert len(cup.t.rounds) == 1
    cup.tick(1)
    assert set(cup.t.rounds[1][0].accounts) == set(board.accounts)


def test_the_same_log_gives_the_same_tournament() -> None:
    cup = started("ann", "bob", "cy", "di", "eve", rounds=3)
    cup.play()
    cup.order(c.Withdraw(), "cy")
    cup.play(lambda board: None)
    cup.play(lambda board: 1)
    again = None
    for event in cup.log:
        again = evolve(again, event)

    assert again == cup.t
    assert cup.kinds[-1] == "Ended"
    for state in (cup.t, None):  # an event that does not fit
        with pytest.raises(InvalidEvent):
            evolve(state, cup.log[1])


@pytest.mark.parametrize(
    ("players", "terms", "rounds", "cause"),
    [
        (("ann", "bob", "cy", "di"), {"rounds": 10}, 3, "no_pairing"),
        (("ann", "bob", "cy", "di"), {"rounds": 2}, 2, "complete"),
        (("ann", "bob"), {"format": "knockout"}, 1, "complete"),
    ],
)
def test_the_end_of_a_tournament_has_a_cause(
    players: tuple[str, ...], terms: dict[str, Any], rounds: int, cause: str
) -> None:
    cup = started(*players, **terms)
    while cup.t.phase != "over":
        cup.play()

    assert len(cup.t.rounds) == rounds
    assert isinstance(cup.t.end, Ended)
    assert cup.t.end.cause == cause


def test_a_tournament_ends_by_its_director_or_when_all_others_have_left() -> None:
    cup, left = started("ann", "bob", "cy", rounds=3, pause_s=60), started("ann", "bob", rounds=5)
    cup.play()
    cup.order(c.Finish())
    left.order(c.Withdraw(), "bob")
    left.tick()

    assert [getattr(each.t.end, "cause", "") for each in (cup, left)] == ["director", "too_few"]


def test_a_player_of_an_arena_who_lost_without_a_move_is_out_until_they_enter() -> None:
    cup = started("ann", "bob", "cy", format="arena", clock=CLOCK, arena_minutes=9)
    [board] = cup.t.rounds[0]
    idle = board.accounts[1]
    cup.moved[board.paired.table] = (True, False)
    cup.play()
    for _ in range(9):
        cup.play()
        cup.tick(60)
    assert not any(idle in board.accounts for [board] in cup.t.rounds[1:])


@pytest.mark.parametrize("command", [c.Enter(), c.Correct(1, 0, (1, 1)), c.Replay(1, 0)])
def test_a_player_of_an_arena_who_is_out_plays_on_after(command: Any) -> None:
    cup = started("ann", "bob", format="arena", clock=CLOCK, arena_minutes=9)
    [board] = cup.t.rounds[0]
    cup.moved[board.paired.table] = (True, False)
    cup.play()
    assert len(cup.t.rounds) == 1
    assert cup.order(command, board.accounts[1] if isinstance(command, c.Enter) else DIRECTOR) == ""
    cup.play()
    cup.tick(60)
    assert len(cup.t.rounds) == 2


def test_players_of_an_arena_whose_game_was_aborted_are_paired_again() -> None:
    cup = started("ann", "bob", format="arena", clock=CLOCK, arena_minutes=9)
    table = cup.t.rounds[0][0].paired.table
    cup.ended[table], cup.moved[table] = ended(None, "aborted"), (False, False)
    cup.tick()
    cup.tick(60)

    assert len(cup.t.rounds) == 2


def test_only_meetings_of_a_knock_out_that_are_open_are_played_again() -> None:
    cup = started("ann", "bob", "cy", "di", format="knockout")
    decided, drawn = cup.t.rounds[0]
    cup.play(lambda board: 0 if board == decided else None)

    assert [set(board.accounts) for board in cup.t.rounds[1]] == [set(drawn.accounts)]


@pytest.mark.parametrize("format", ["swiss", "round_robin"])
@pytest.mark.parametrize("points", [None, (2, 0), (1, 1), (0, 2)])
def test_a_player_whom_the_director_lets_play_or_score_is_not_out_by_absence(
    format: str, points: tuple[int, int] | None
) -> None:
    cup = started("ann", "bob", "cy", "di", here={"ann", "bob", "cy"}, format=format, appear_s=300)
    cup.tick(300)
    [index] = [index for index, board in enumerate(cup.t.rounds[0]) if "di" in board.accounts]
    cup.here.add("di")
    cup.order(c.Replay(1, index) if points is None else c.Correct(1, index, points))
    cup.play()

    assert len(cup.t.rounds) == 2
    assert "di" in cup.t.active


def test_the_last_player_of_a_knock_out_wins_its_last_meeting() -> None:
    cup = started("ann", "bob", "cy", "di", format="knockout", pause_s=60)
    cup.play(lambda board: 0 if board.paired.first in ("ann", "bob") else 1)
    for account in ("cy", "di", "ann"):
        cup.order(c.Withdraw(), account)
    cup.tick()

    assert cup.t.phase == "over"
    assert standings("knockout", cup.t.entrants, cup.t.games)[0].account == "bob"
