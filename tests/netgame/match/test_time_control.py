"""Time controls and clocks: what each gives and charges, flags, lag, queues and pauses."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netgame.match.clocks import Clocks
from netgame.match.match_rules import CURRENT_RULES as RULES
from netgame.match.time_control import DAY_MS, ControlError, is_weekend, last_moment_of, weekdays_until, write_control
from netgame.match.time_control import read_control as control

NOW = 1_777_658_400_000
S = 1_000


def begun(notation: str) -> Clocks:
    """Return the clocks of a leg in which both have made their first move; the clock of player 0 runs since NOW."""
    clocks = Clocks.start(control(notation))
    for player in (0, 1):
        clocks = clocks.run(player, NOW).press(player, NOW)  # type: ignore[arg-type]
    return clocks.run(0, NOW)


def after(notation: str, *seconds: float) -> list[int]:
    """Return the clock of player 0 in seconds after each own move, which took that long."""
    clocks, at, said = begun(notation), NOW, []
    for took in seconds:
        at += int(took * S)
        clocks = clocks.press(0, at).run(1, at).press(1, at).run(0, at)
        said.append(clocks.left[0] // S)
    return said


# ---- each control


@pytest.mark.parametrize(
    ("notation", "start", "took", "left"),
    [
        ("sudden 600", 600, (10, 0, 90), [590, 590, 500]),
        ("fischer 300+5", 300, (2, 10, 0), [308, 303, 308]),  # the first move has brought its step
        ("fischer 0+5", 5, (), []),
        ("bronstein 300+5", 300, (3, 5, 12, 0), [300, 300, 293, 293]),  # what the move took, up to the step
        ("move 30", 30, (29, 1, 30), [30, 30, 30]),
        ("days 3", 259_200, (2 * 86_400, 10), [259_200, 259_200]),
        ("byoyomi 600+5x30", 750, (100, 499), [650, 151]),  # main time is not given back
        ("byoyomi 60+5x30", 210, (70, 29, 0.001), [150, 150, 150]),  # a period is, whole
        ("byoyomi 0+3x30", 90, (31, 59, 29), [60, 30, 30]),  # unless it is used up
        ("byoyomi 0+1x30", 30, (30, 30), [30, 30]),  # at the last moment
    ],
)
def test_each_control_gives_its_time(notation: str, start: int, took: tuple[float, ...], left: list[int]) -> None:
    assert Clocks.start(control(notation)).left == (start * S, start * S)
    assert after(notation, *took) == left


# ---- free time and lag


def test_free_time_outlasts_a_pause_and_a_turn_that_dice_end_and_uses_no_lag_bank() -> None:
    clocks = Clocks.start(control("sudden 60")).run(0, NOW)
    again = clocks.stop(NOW + 20 * S).run(0, NOW + 100 * S)

    assert again.read(NOW + 110 * S) == (60_000, 60_000)
    assert again.read(NOW + 111 * S) == (59_000, 60_000)
    assert clocks.end_turn(NOW + 3_000).free == (RULES.free_first_move_ms - 3_000, RULES.free_first_move_ms)
    assert clocks.uncharged_lag(0, 500, NOW + RULES.free_first_move_ms) == 0
    assert clocks.uncharged_lag(0, 500, NOW + RULES.free_first_move_ms + 20) == 20
    assert clocks.uncharged_lag(1, 500, NOW + RULES.free_first_move_ms + 20) == 0, "it is the turn of the other one"


def test_a_clock_is_restored_for_one_side_alone_and_runs_from_then() -> None:
    before = begun("fischer 60+5")
    later = before.press(0, NOW + 9_000, lag=300).run(1, NOW + 9_000).stop(NOW + 19_000)
    taken = later.restore(0, before).run(0, NOW + 19_000)
    assert taken.left == (65_000, 55_000)
    assert taken.bank == (800, 1_000), "or lag could be had twice"
    assert taken.read(NOW + 20_000) == (64_000, 55_000)


# ---- the notation

NOTATIONS = (
    "none", "move 30", "sudden 600", "fischer 300+5", "fischer 0+1", "bronstein 300+5", "byoyomi 600+5x30", "days 3",
    "move 3600", "sudden 360000", "byoyomi 0+30x3600", "days 30", "days 3 weekdays",
)  # fmt: skip


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_control_is_written_as_it_was_read(notation: str) -> None:
    assert write_control(control(notation)) == notation
    assert control(notation).is_timed == (notation != "none")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown time control ; use one of none, move"),
        ("blitz", "unknown time control blitz"),
        ("move", "time control like move 30"),
        ("move 0", "the time for a move, in seconds, must be from 1 to 3600"),
        ("move ٣", "time control like"),
        ("sudden 0", "from 1 to 360000"),
        ("bronstein 0+5", "from 1 to 360000"),
        ("fischer 300", "time control like fischer 300+5"),
        ("byoyomi 600+0x30", "the number of periods must be from 1 to 30"),
        ("days 0", "the number of days must be from 1 to 30"),
        ("days 3\n", "time control like"),
        ("days 3 weekends", "time control like"),
        ("sudden " + "9" * 5000, "time control like"),
    ],
)
def test_an_invalid_control_is_refused_with_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(ControlError) as caught:
        control(text)
    assert reason in str(caught.value)


@given(st.text(max_size=30))
def test_any_text_is_a_valid_control_or_refused(text: str) -> None:
    with suppress(ControlError):
        assert write_control(control(text)) == text


# ---- weekends off

FRIDAY = 1_000 * 7 * DAY_MS + DAY_MS  # in UTC; the time 0 is a Thursday
WEEKDAYS_CONTROL = control("days 3 weekdays")
TIMES = st.integers(0, 400 * DAY_MS).map(lambda ms: FRIDAY + ms)


def weekday_clock(at: int) -> Clocks:
    """Return clocks without free time of which player 0's runs since then."""
    return Clocks.start(WEEKDAYS_CONTROL)._replace(free=(0, 0)).run(0, at)


def seconds_of_weekdays(start: int, end: int) -> int:
    """Count the whole hours of weekdays by the calendar."""
    hours = range(start // 3_600_000, end // 3_600_000)
    return sum(3_600 for hour in hours if datetime.fromtimestamp(hour * 3_600, UTC).weekday() < 5)


@pytest.mark.parametrize(
    ("begun_at", "deadline"),
    [
        (FRIDAY + DAY_MS // 2, FRIDAY + 5 * DAY_MS + DAY_MS // 2),  # from Friday noon to Wednesday noon
        (FRIDAY + DAY_MS + 5_000, FRIDAY + 6 * DAY_MS),  # a turn that begins on Saturday counts from Monday
        (FRIDAY - 2 * DAY_MS, FRIDAY + 3 * DAY_MS),  # from Wednesday: a move on the weekend after the last day counts
    ],
)
def test_three_weekdays_leave_the_weekend_out(begun_at: int, deadline: int) -> None:
    assert weekday_clock(begun_at).deadline == deadline


def test_weekends_count_for_other_clocks_and_use_up_no_free_time() -> None:
    free = Clocks.start(WEEKDAYS_CONTROL).run(0, FRIDAY + DAY_MS)
    assert Clocks.start(control("days 1"))._replace(free=(0, 0)).run(0, FRIDAY).deadline == FRIDAY + DAY_MS
    assert begun("days 3").stop(NOW).run(0, FRIDAY).read(FRIDAY + 2 * DAY_MS)[0] == DAY_MS
    assert free.stop(FRIDAY + 3 * DAY_MS).free[0] == RULES.free_first_move_ms
    assert weekday_clock(FRIDAY).add(0, 2 * DAY_MS).deadline == FRIDAY + 7 * DAY_MS


@given(st.integers(0, 2_000), st.integers(0, 500))
def test_weekdays_are_those_of_the_calendar(start_h: int, length_h: int) -> None:
    start, end = FRIDAY + start_h * 3_600_000, FRIDAY + (start_h + length_h) * 3_600_000
    assert (weekdays_until(end) - weekdays_until(start)) // 1000 == seconds_of_weekdays(start, end)
    assert is_weekend(start) == (seconds_of_weekdays(start, start + 3_600_000) == 0)


@given(TIMES, st.integers(0, 20 * DAY_MS))
def test_deadline_and_charged_time_agree_over_weekends(at: int, left: int) -> None:
    clocks = weekday_clock(at)._replace(left=(left, 0))
    deadline = clocks.deadline
    assert deadline is not None
    assert clocks.stop(deadline).spent == left
    assert clocks.stop(deadline + 1).spent == left + 1
    assert not is_weekend(deadline)


def test_time_of_a_turn_before_a_pause_counts_for_what_the_move_gives_back() -> None:
    paused = begun("bronstein 60+5").stop(NOW + 4_000)
    assert paused.run(0, NOW + 50_000).press(0, NOW + 52_000).left[0] == 60_000 - 6_000 + 5_000


@given(TIMES, st.integers(0, 9 * DAY_MS), st.integers(0, 9 * DAY_MS))
def test_a_pause_in_between_charges_no_more_and_no_less(at: int, before: int, pause: int) -> None:
    whole = weekday_clock(at)
    paused = whole.stop(at + before).run(0, at + before + pause)
    assert paused.left == whole.read(at + before)
    if whole.left[0] > whole.stop(at + before).spent:
        assert paused.deadline == last_moment_of(weekdays_until(paused.since) + paused.left[0])
    assert whole.stop(at + before).run(0, at + before).read(at + before + pause) == whole.read(at + before + pause)


# ---- whatever happens

CONTROLS = st.sampled_from([notation for notation in NOTATIONS if notation not in ("none", "days 3 weekdays")])
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move", "move", "move", "pause", "add"]),
        st.integers(0, 40_000),  # how long it took
        st.integers(0, 50_000),  # queued, cut to what there was
        st.integers(0, 5_000),  # the round trip
    ),
    max_size=25,
)


def given_by(clocks: Clocks, left: int, spent: int) -> int:
    """Return the time that a move gives, computed in another way."""
    rule = clocks.control
    full = rule.periods * rule.step
    match rule.kind:
        case "move" | "days":
            return rule.step - left
        case "fischer":
            return rule.step
        case "bronstein":
            return min(spent, rule.step)
        case "byoyomi" if left <= full:
            return rule.step if left == 0 else -left % rule.step
    return 0


@given(CONTROLS, STEPS)
def test_clocks_agree_with_a_second_calculation(notation: str, steps: list[Any]) -> None:
    """Compare the clocks with sums of the time that passed, was free, queued or lag, and was added."""
    clocks = Clocks.start(control(notation)).run(0, NOW)
    at, player, turn, spent = NOW, 0, 0, 0  # `turn`: server time of this turn that counts; `spent`: charged of it
    own, free, moves, gained = [*clocks.left], [RULES.free_first_move_ms, RULES.free_first_move_ms], [0, 0], [0, 0]
    for what, took, queued, rtt in steps:
        at += took
        assert clocks.deadline is not None
        waiting = min(queued, at - clocks.since) if what == "move" else 0
        lag = clocks.uncharged_lag(player, rtt, at - waiting) if what == "move" else 0  # type: ignore[arg-type]
        if at - waiting > clocks.deadline:
            break  # the flag
        passed = at - clocks.since - waiting - lag
        turn += passed
        charged = max(0, turn - free[player]) - spent
        spent += charged
        own[player] -= charged
        if what == "move":
            assert lag <= rtt
            clocks = clocks.press(player, at, waiting, lag)  # type: ignore[arg-type]
            own[player] += given_by(clocks, own[player], spent)
            moves[player] += 1
            gained[player] += lag
            free[player] = 0
            player, turn, spent = 1 - player, 0, 0
        else:
            clocks = clocks.stop(at)
            if what == "add":
                clocks = clocks.add(player, 60_000)  # type: ignore[arg-type]
                own[player] += 60_000
            at += rtt  # nothing of the pause is lost or won
        clocks = clocks.run(player, at)  # type: ignore[arg-type]
        assert [*clocks.left] == own == [*clocks.read(at)]
        assert min(own) >= 0
        assert all(0 <= bank <= RULES.lag_bank_ms for bank in clocks.bank)
        assert all(gained[side] <= RULES.lag_bank_ms + RULES.lag_refill_ms * moves[side] for side in (0, 1))


@given(CONTROLS, st.lists(st.integers(0, 9_000), min_size=1, max_size=20))
def test_any_number_of_stops_without_a_pause_between_them_charges_the_same(notation: str, parts: list[int]) -> None:
    once, often, at = begun(notation), begun(notation), NOW
    for part in parts:
        at += part
        often = often.stop(at).run(0, at)

    assert often.read(at) == once.read(at)
    assert often.deadline == once.deadline or often.read(at)[0] == 0
    assert often.press(0, at).left == once.press(0, at).left
