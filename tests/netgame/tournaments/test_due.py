"""The next step of a tournament: start, results, absent players, rounds and end."""

import pytest

from netgame.match.state import InvalidEvent
from netgame.tournaments import commands as c
from netgame.tournaments.due import LAPSE_MS
from netgame.tournaments.state import evolve
from tests.netgame.tournaments.scripted import START_MS, Scripted, ended

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


def test_who_did_not_appear_in_a_swiss_enters_again_and_a_new_start_of_the_server_gives_new_time() -> None:
    cup = started("ann", "bob", "cyd", "dan", here={"ann", "bob", "cyd"}, rounds=3, appear_s=300)
    cup.tick(300)
    assert cup.t.active == ("ann", "bob", "cyd")
    cup.enter("dan")
    assert "dan" in cup.t.active

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


def test_an_aborted_match_gives_no_points_and_in_a_knock_out_is_played_again() -> None:
    swiss, knockout = started("ann", "bob", rounds=1), started("ann", "bob", format="knockout")
    for cup in (swiss, knockout):
        [board] = cup.t.rounds[0]
        cup.ended[board.paired.table] = ended(None, "aborted")
        cup.tick()

    [board] = swiss.t.rounds[0]
    assert (board.points, board.played, board.cause) == ((0, 0), False, "aborted")
    assert [set(board.accounts) for [board] in knockout.t.rounds] == [{"ann", "bob"}] * 2
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
