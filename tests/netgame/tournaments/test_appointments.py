"""Games whose players agree on when they begin."""

from typing import Any

import pytest

from netgame.match.state import InvalidEvent
from netgame.tournaments import commands as c
from netgame.tournaments.decide import MAX_PROPOSALS
from netgame.tournaments.due import next_round_at
from netgame.tournaments.events import GameBegun
from netgame.tournaments.state import LONGEST_ROUND_MS, Board, evolve
from tests.netgame.tournaments.scripted import START_MS, Scripted

HOUR_S, DAY_S = 3600, 86_400
HOUR_MS = HOUR_S * 1000
WEEK_S = 7 * DAY_S


def cup_of(*players: str, **terms: Any) -> Scripted:
    usual: dict[str, Any] = {
        "appointments": True,
        "round_every_s": WEEK_S,
        "appear_s": 600,
        "rounds": 2,
        "clock": "fischer 300+5",
    }
    return Scripted.started(*(players or ("ann", "bob")), **usual | terms)


def board(cup: Scripted) -> Board:
    return cup.t.rounds[0][0]


def propose(cup: Scripted, by: str, hours: float) -> str:
    return cup.order(c.ProposeTime(1, 0, START_MS + int(hours * HOUR_MS)), by)


def agree(cup: Scripted, hours: float) -> None:
    assert [propose(cup, each, hours) for each in ("ann", "bob")] == ["", ""]


@pytest.mark.parametrize("format", ["swiss", "round_robin", "double_round_robin"])
def test_a_game_begins_at_the_agreed_time_and_absence_counts_from_then(format: str) -> None:
    cup = cup_of(format=format, rounds=0)
    cup.here = set()
    agree(cup, 50)

    assert cup.tick(50 * HOUR_S - 1) == START_MS + 50 * HOUR_MS
    assert board(cup).appointment is not None
    assert cup.tick(1) == cup.now + 600_000
    assert board(cup).appointment is None
    assert board(cup).is_open
    cup.here = {"bob"}
    cup.tick(600)
    assert board(cup).cause == "absent"
    assert dict(zip(board(cup).accounts, board(cup).points or (), strict=True)) == {"ann": 0, "bob": 2}


@pytest.mark.parametrize(("every_s", "latest_ms"), [(WEEK_S, WEEK_S * 1000), (0, LONGEST_ROUND_MS)])
def test_a_game_without_an_agreement_begins_when_its_round_is_over(every_s: int, latest_ms: int) -> None:
    cup = cup_of(round_every_s=every_s)
    assert propose(cup, "ann", 1) == ""
    assert cup.tick(2 * HOUR_S) == START_MS + latest_ms
    assert propose(cup, "ann", latest_ms / HOUR_MS + 1) == "bad_date"
    cup.tick(latest_ms / 1000 - 2 * HOUR_S)
    assert board(cup).appointment is None


def test_a_time_is_proposed_changed_declined_and_agreed_by_the_two_players() -> None:
    cup = cup_of("ann", "bob", "cy", "di")
    one, other = board(cup).accounts
    [stranger, _] = cup.t.rounds[0][1].accounts
    assert propose(cup, stranger, 5) == propose(cup, "dora", 5) == "not_yours"
    assert propose(cup, one, -1) == "bad_date"
    assert cup.order(c.WithdrawTime(1, 0), one) == "no_change"
    assert [propose(cup, one, 5), propose(cup, one, 5)] == ["", "no_change"]
    assert propose(cup, other, 6) == ""
    appointment = board(cup).appointment
    assert appointment is not None
    assert (appointment.proposed_by, appointment.proposed_at) == (other, START_MS + 6 * HOUR_MS)
    assert propose(cup, other, 5) == ""  # the first proposal does not count any more
    assert cup.order(c.WithdrawTime(1, 0), one) == ""
    assert propose(cup, one, 6) == ""
    assert propose(cup, other, 6) == ""
    assert propose(cup, other, 6) == "no_change"
    assert propose(cup, one, 7) == ""
    cup.tick(6 * HOUR_S)
    assert board(cup).appointment is None, "the time that was agreed counts until another one is"
    assert propose(cup, other, 7) == cup.order(c.WithdrawTime(1, 0), other) == "no_appointment"


def test_a_proposal_that_has_passed_cannot_be_accepted() -> None:
    cup = cup_of()
    propose(cup, "ann", 1)
    cup.tick(2 * HOUR_S)
    assert propose(cup, "bob", 1) == "bad_date"


def test_a_player_cannot_fill_the_log_with_proposals() -> None:
    cup = cup_of()
    codes = [propose(cup, "ann", hours) for hours in range(1, MAX_PROPOSALS + 2)]
    assert codes == [""] * MAX_PROPOSALS + ["too_often"]
    assert propose(cup, "bob", MAX_PROPOSALS) == "", "the last one can be accepted"


def test_in_a_pause_no_game_begins_and_the_time_to_appear_begins_at_its_end() -> None:
    cup = cup_of()
    cup.here = set()
    agree(cup, 2)
    cup.tick(HOUR_S)
    assert cup.order(c.Pause()) == ""
    cup.tick(5 * HOUR_S)
    assert board(cup).appointment is not None
    assert cup.order(c.Resume()) == ""
    cup.tick()
    cup.tick(599)
    assert board(cup).is_open
    cup.tick(1)
    assert board(cup).points == (0, 0)

    cup = cup_of()
    agree(cup, 8)
    assert [cup.order(c.Pause()), cup.order(c.Resume())] == ["", ""]
    assert cup.tick() == START_MS + 8 * HOUR_MS


@pytest.mark.parametrize("end", ["withdraws", "is corrected"])
def test_an_appointment_ends_with_a_result_and_a_replayed_game_gets_a_new_one(end: str) -> None:
    cup = cup_of()
    agree(cup, 5)
    assert cup.order(c.Withdraw(), "ann") == "" if end == "withdraws" else cup.order(c.Correct(1, 0, (2, 0))) == ""
    assert (board(cup).appointment, board(cup).is_open) == (None, False)
    assert propose(cup, "bob", 6) == ("over" if cup.t.phase == "over" else "no_appointment")
    if end == "is corrected":
        assert cup.order(c.Replay(1, 0)) == ""
        appointment = board(cup).appointment
        assert appointment is not None
        assert (appointment.begins_at, appointment.agreed_at) == (START_MS + WEEK_S * 1000, 0)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"format": "knockout", "appointments": True}, "bad_terms"),
        ({"format": "arena", "arena_minutes": 9, "clock": "sudden 60", "appointments": True}, "bad_terms"),
        ({"pauses": False, "absence": "adjourn 60"}, "bad_terms"),
    ],
)
def test_terms_that_do_not_go_together_are_refused(terms: dict[str, Any], code: str) -> None:
    assert Scripted(**terms).made == code


def test_games_without_appointments_begin_at_once() -> None:
    cup = cup_of(appointments=False)
    assert board(cup).appointment is None
    assert propose(cup, "ann", 1) == "no_appointment"
    with pytest.raises(InvalidEvent):
        evolve(cup.t, GameBegun(number=cup.t.number + 1, at=cup.now, round=1, board=0))


def test_the_next_round_begins_by_the_zone_and_the_log_says_when() -> None:
    cup = Scripted(rounds=2, round_every_s=WEEK_S, zone="Europe/Berlin", starts_at=START_MS)
    cup.enter("ann", "bob", "cy", "di")
    cup.next_at = START_MS + (WEEK_S + HOUR_S) * 1000  # the clocks go back in this week
    cup.tick()
    cup.next_at = 0
    cup.play()
    assert next_round_at(cup.t) == cup.tick() == START_MS + (WEEK_S + HOUR_S) * 1000
    cup.tick(WEEK_S)
    assert len(cup.t.rounds) == 1
    cup.tick(HOUR_S)
    assert len(cup.t.rounds) == 2
    assert Scripted(round_every_s=HOUR_S, zone="Europe/Berlin").t.created.zone == "", "only days have an hour to keep"
