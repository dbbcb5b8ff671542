"""The report of a match in plain words: players, clocks and ends."""

import pytest

from devtools.harness.games.match_helpers import TableByScript, created, rated_by_host, seated
from netgame.cli.json_report import match_value
from netgame.cli.text_report import control_words, match_lines, result_line, span_words, write_clock
from netgame.formats.convert import LoadedMatch
from netgame.match import HOST, Refused, act
from netgame.match import commands as c
from netgame.match.events import Player
from netgame.match.time_control import read_control


def flag_story() -> TableByScript:
    """Fischer, with dice: lag, a queue, a take-back over a forfeited turn, more time, a flag, ratings."""
    table = seated(3, 1, 1, 4, 5, clock="fischer 60+2", rated=True, length=9, battles=1, absence="forfeit 300")
    table.after(35_000).do(c.Play(5, "+3", rtt=250), 0)
    table.after(12_345).agree("take_back", 0)
    table.after(1_500).play("+2")
    table.after(4_000).agree("more_time", 1)
    table.after(-3_000).play("+4")  # it had arrived before the offer, and lay in a queue
    assert table.match.clocks
    assert table.match.clocks.deadline is not None
    done = act(table.match, c.Tick(), HOST, table.match.clocks.deadline + 1, table.roll, rated_by_host)
    assert not isinstance(done, Refused)
    table.log += done[0]
    table.match = done[1]
    return table


def lines(table: TableByScript) -> list[str]:
    return list(match_lines(held(table)))


def held(table: TableByScript) -> LoadedMatch:
    return LoadedMatch("record", tuple(table.log), table.match)


def test_the_report_shows_clocks_take_backs_added_time_a_flag_and_ratings() -> None:
    told = lines(flag_story())

    assert told[4:7:2] == ["clock: 1 min, plus 2 s after every move", "rated"]
    for line in (
        "    6 0:57.2  1:00.0  First   +3  takes 3",
        '   13 1:00.0  1:00.0  "Ann" takes back 6 +3, and what followed',
        '   21 0:58.0  2:00.0  "Bob" has 1 min more',
        '   24 1:03.0  0:00.0  "Bob" ran out of time',
    ):
        assert line in told
    assert told[-3:] == [
        '"Ann" won, "Bob" ran out of time, totals 0 0',
        '"Ann": rating 1500 to 1662',
        '"Bob": rating 1500 to 1338',
    ]


@pytest.mark.parametrize(
    ("command", "by", "result"),
    [
        (c.Pause("drain"), HOST, "unfinished, paused: the server is stopping, First to move"),
        (c.MakeOffer("abort"), 1, "aborted, without a result"),
        (c.Resign(match=True), 0, '"Bob" won, "Ann" resigned the match, totals -10 10'),
    ],
)
def test_the_result_says_how_the_match_ended(command: c.Command, by: Player | None, result: str) -> None:
    table, computer = seated(dice=False), TableByScript(created())
    table.do(command, by)
    computer.do(c.Sit(0, "", "Computer", computer="level 3"), HOST)
    assert result_line(table.match) == result
    assert 'player 0: "Computer", computer level 3' in lines(computer)


def test_the_report_shows_pauses_absence_and_a_series() -> None:
    series = {"previous": "t1", "score": (1, 0, 2)}
    table = seated(dice=False, clock="byoyomi 10+3x5", absence="forfeit 10", length=9, battles=1, **series)
    table.play("+1", "+1")
    table.agree("pause", 1)
    table.make_ready()
    table.play("+2")
    table.do(c.MarkAbsent(1, "lost"), HOST)
    table.do(c.MarkReturned(1), HOST)
    table.do(c.Pause("restart"), HOST)
    table.do(c.Resume(), HOST)
    table.play("+3")
    table.agree("adjourn", 0)
    table.make_ready()
    table.do(c.MarkAbsent(1, "left"), HOST)
    table.after(10_000).play("+4")
    table.do(c.Claim("win"), 0)
    told = lines(table)

    assert told[4:7] == [
        "clock: 10 s, then 3 times 5 s",
        "absence: after 10 s away in all, the other side may claim the win, claim a draw, or adjourn",
        "a rematch; series score 1 to 0, 2 drawn",
    ]
    assert [line[22:] for line in told if not line[22:23].isupper() and line[:5].strip().isdecimal()] == [
        'leg 1: "Ann" has First, "Bob" has Second',
        "paused by agreement",
        "the match continues",
        '"Bob" lost the connection',
        '"Bob" is back',
        "paused: the server was interrupted",
        "the match continues",
        "adjourned",
        "the match continues",
        '"Bob" went away',
        '"Bob" was away for too long',
    ]


def test_a_table_without_a_clock_has_no_column_for_it_and_a_position_or_agreement_is_named() -> None:
    table = seated(dice=False, battles=1, absence="forfeit 10")
    table.do(c.MarkAbsent(1, "lost"), HOST)
    table.after(10_000).do(c.Claim("draw"), 0)
    told = lines(table)
    assert '    4 leg 1: "Ann" has First, "Bob" has Second' in told
    assert told[-1] == 'a draw, "Bob" was away for too long, totals 0 0'
    counted = seated(dice=False, position="1 move 6 5 5 1")
    counted.agree("count", 0)
    assert "from the position 1 move 6 5 5 1" in lines(counted)
    assert '    7 leg 1 over: both agreed to stop; a draw, "Ann" 5, "Bob" 5' in lines(counted)


def test_clocks_between_two_legs_are_left_blank() -> None:
    table = seated(dice=False, length=2, clock="sudden 60", absence="adjourn 60")
    table.play("+1", "+2")
    table.do(c.MarkAbsent(0, "lost"), HOST)
    assert '    8                 "Ann" lost the connection' in lines(table)
    assert "absence: after 1 min away in all, the other side may adjourn" in lines(table)


def test_the_json_report_has_the_same_content() -> None:
    value = match_value(held(flag_story()))

    assert [move["number"] for move in value["moves"] if move["taken_back"] == 13] == [6, 7, 8, 9, 10]
    assert [(one["number"], one["kind"], one["player"]) for one in value["happenings"]] == [
        (13, "taken_back", 0),
        (21, "time_added", 1),
        (24, "ended", 1),
    ]
    assert value["moves"][0]["clocks"] == [60_000, 60_000]
    assert (value["clock"], value["rated"], value["score"]) == ("fischer 60+2", True, [0, 0, 0])
    assert value["result"]["player"] == 1
    assert value["result"]["resigned"] is None
    assert value["result"]["ratings"][0] == {"before": [150_000, 35_000, 60_000], "after": [166_231, 29_032, 60_000]}


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (write_clock(0), "0:00.0"),
        (write_clock(59_999), "0:59.9"),  # never more than there is
        (write_clock(60_000), "1:00.0"),
        (write_clock(3_600_000), "1:00:00"),
        (write_clock(86_400_000), "1 d 00:00:00"),
        (write_clock(266_645_000), "3 d 02:04:05"),
        (span_words(0), "0 s"),
        (span_words(90_000), "1 min 30 s"),
        (span_words(3_600_000), "1 h"),
        (span_words(86_400_000), "1 day"),
        (control_words(read_control("none")), "none"),
        (control_words(read_control("move 30")), "30 s for every move"),
        (control_words(read_control("sudden 600")), "10 min for all moves"),
        (control_words(read_control("fischer 300+5")), "5 min, plus 5 s after every move"),
        (control_words(read_control("fischer 0+5")), "5 s, plus 5 s after every move"),
        (control_words(read_control("bronstein 300+5")), "5 min; every move gives back up to 5 s"),
        (control_words(read_control("byoyomi 600+5x30")), "10 min, then 5 times 30 s"),
        (control_words(read_control("byoyomi 0+5x30")), "5 times 30 s"),
        (control_words(read_control("days 3")), "3 days for every move"),
    ],
)
def test_clocks_spans_and_controls_are_written_so(written: str, text: str) -> None:
    assert written == text
