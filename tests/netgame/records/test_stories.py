"""Records of matches with clocks, take-backs, pauses, absence and ratings: any change in them is refused."""

import hashlib
import re
from collections.abc import Callable

import pytest

from devtools.harness.games.match_helpers import TALLY, TableByScript
from netgame.match import replay
from netgame.match.events import EVENTS, Created
from netgame.records.lines import RecordError
from netgame.records.reader import read_record
from netgame.records.writer import write_record
from tests.netgame.records.stories import away_story, claim_story, flag_story

# from the line of the clock on; the three dots replace title, time and names
FLAG = """\
clock: fischer 60+2
rated: true
...
2 +0.000 seated 0 "Ann" account "ann"
3 +0.000 seated 1 "Bob" account "bob"
4 +0.000 60.000/60.000 started leg 0
5 +0.000 60.000/60.000 rolled 0 roll 0 dice 3
6 +35.000 57.250/60.000 moved 0 lag 250 +3
7 +35.000 57.250/60.000 rolled 1 roll 1 dice 1
8 +35.000 57.250/60.000 rolled 1 roll 2 dice 1
9 +35.000 57.250/60.000 forfeited 1
10 +35.000 57.250/60.000 rolled 0 roll 3 dice 4
11 +47.345 44.905/60.000 offered 0 take_back to 6
12 +48.345 43.905/60.000 offer_closed 11 accepted
13 +48.345 60.000/60.000 taken_back 0 to 6
14 +48.845 62.000/60.000 moved 0 +2
15 +48.845 62.000/60.000 rolled 1 roll 1 dice 1
16 +48.845 62.000/60.000 rolled 1 roll 2 dice 1
17 +48.845 62.000/60.000 forfeited 1
18 +48.845 62.000/60.000 rolled 0 roll 3 dice 4
19 +52.845 58.000/60.000 offered 1 more_time
20 +52.845 58.000/60.000 offer_closed 19 accepted
21 +52.845 58.000/120.000 time_added 1 60.000
22 +52.845 63.000/120.000 moved 0 queued 3000 +4
23 +52.845 63.000/120.000 rolled 1 roll 4 dice 6
24 +202.846 63.000/0.000 ended flag by 1 winner 0 totals 0 0 rating 0 1500.00 350.00 0.060000 to 1662.31 \
290.32 0.060000 rating 1 1500.00 350.00 0.060000 to 1337.69 290.32 0.060000

result: player 0 won, player 1 ran out of time, totals 0 0
"""

AWAY = """\
clock: byoyomi 10+3x5
absence: forfeit 30
previous: "t1"
score: 1 0 2
...
2 +0.000 seated 0 "Ann" account "ann"
3 +0.000 seated 1 "Bob" account "bob"
4 +0.000 25.000/25.000 started leg 0
5 +1.000 25.000/25.000 moved 0 +1
6 +32.000 25.000/24.000 moved 1 +1
7 +44.000 13.000/24.000 offered 1 pause
8 +44.000 13.000/24.000 offer_closed 7 accepted
9 +44.000 13.000/24.000 paused agreed
10 +104.000 13.000/24.000 ready 0
11 +107.000 13.000/24.000 ready 1
12 +107.000 13.000/24.000 resumed
13 +108.500 15.000/24.000 moved 0 +2
14 +109.200 15.000/23.300 absent 1 lost
15 +129.200 15.000/3.300 returned 1
16 +129.200 15.000/3.300 paused restart
17 +138.200 15.000/3.300 resumed
18 +138.500 15.000/5.000 moved 1 +3
19 +138.500 15.000/5.000 offered 0 adjourn
20 +138.500 15.000/5.000 offer_closed 19 accepted
21 +138.500 15.000/5.000 paused adjourned
22 +86538.500 15.000/5.000 ready 1
23 +86538.500 15.000/5.000 ready 0
24 +86538.500 15.000/5.000 resumed
25 +86538.500 15.000/5.000 absent 1 left
26 +86544.500 10.000/5.000 moved 0 +4
27 +86548.500 10.000/1.000 ended absent by 1 winner 0 totals 0 0

result: player 0 won, player 1 was away for too long, totals 0 0
"""

CLAIM = """\
clock: none
absence: forfeit 10
access: code
spectators: false
spectator_chat: true
delay: 30
...
2 +0.000 seated 0 "Bob" account "bob" not ready
3 +0.000 unseated 0
4 +0.000 seated 1 "Bob" account "bob"
5 +0.000 seated 0 "Ann" account "ann" not ready
6 +1.000 ready 0
7 +1.000 started leg 0
8 +3.000 moved 0 +1
9 +3.000 moved 1 +2
10 +3.000 offered 0 take_back to 8
11 +4.000 absent 1 lost
12 +4.500 moved 0 +1
13 +4.500 offer_closed 10 lapsed
14 +14.000 ended absent by 1 draw totals 0 0

result: draw, player 1 was away for too long, totals 0 0
"""


Told = Callable[[], TableByScript]
STORIES = [
    pytest.param(flag_story, FLAG, id="flag"),
    pytest.param(away_story, AWAY, id="away"),
    pytest.param(claim_story, CLAIM, id="claim"),
]
TOLD = pytest.mark.parametrize(("told", "golden"), STORIES)


def refusal(text: str) -> RecordError:
    """Return why a text with a right checksum is refused."""
    body = text[: text.rindex("sha256: ")]
    with pytest.raises(RecordError) as caught:
        read_record(f"{body}sha256: {hashlib.sha256(body.encode()).hexdigest()}\n", TALLY)
    return caught.value


@TOLD
def test_a_story_is_written_as_people_read_it(told: Told, golden: str) -> None:
    text = write_record(told().log)
    shown = text[text.index("clock: ") : text.rindex("sha256: ")]
    assert re.sub(r'title: .*"Bob"\n\n', "...\n", shown, count=1, flags=re.DOTALL) == golden


@TOLD
def test_a_story_reads_back_to_its_log_and_its_match_wherever_it_stops(told: Told, golden: str) -> None:
    table = told()
    assert replay(read_record(write_record(table.log), TALLY), TALLY) == table.match
    for length in range(1, len(table.log) + 1):
        assert read_record(write_record(table.log[:length]), TALLY) == tuple(table.log[:length])


def test_the_stories_have_every_kind_of_event_but_the_end_of_a_leg_and_dice_of_players() -> None:
    kinds = {type(event) for told in (flag_story, away_story, claim_story) for event in told().log}
    assert {kind.__name__ for kind in EVENTS if kind not in kinds} == {
        "LegEnded", "Committed", "Revealed", "DiceHandedOver", "Rehosted",
    }  # fmt: skip
    assert Created in kinds


@pytest.mark.parametrize(
    ("told", "old", "new", "reason"),
    [
        (flag_story, "lag 250", "lag 251", "by the rules the clocks show other times"),
        (flag_story, "lag 250", "lag 1250", "than the lag bank holds"),
        (flag_story, "lag 250 ", "", "by the rules the clocks show other times"),
        (flag_story, "lag 250 ", "lag 0 lag 250 ", "should read: 6 +35.000 57.250/60.000 moved 0 lag 250 +3"),
        (flag_story, "lag 250 ", "queued 0 lag 250 ", "should read: 6 +35.000 57.250/60.000 moved 0 lag 250 +3"),
        (flag_story, "queued 3000", "queued 2999", "by the rules the clocks show other times"),
        (flag_story, "queued 3000", "queued 4001", "before the turn began"),
        (flag_story, "taken_back 0 to 6", "taken_back 1 to 6", "by the rules the next event is taken_back"),
        (flag_story, "offered 0 take_back to 6", "offered 0 take_back to 5", "Ann has no such move"),
        (
            flag_story,
            "15 +48.845 62.000/60.000 rolled 1 roll 1 dice 1",
            "15 +48.845 62.000/60.000 rolled 1 roll 1 dice 2",
            "this roll was 1 before the take-back",
        ),
        (flag_story, "time_added 1 60.000", "time_added 1 61.000", "by the rules the next event is time_added"),
        (flag_story, "24 +202.846", "24 +202.845", "nothing has ended this match"),
        (flag_story, "flag by 1 winner 0", "flag by 0 winner 1", "nothing has ended this match"),
        (flag_story, "flag by 1 winner 0", "left by 1 winner 1", "by the rules this match has another result"),
        (flag_story, "to 1662.31", "to 1662.32", "by the rules the ratings after the match are others"),
        (flag_story, "rated: true\n", "", "this match is not rated"),
        (flag_story, "clock: fischer 60+2", "clock: fischer 60+3", "by the rules the clocks show other times"),
        (flag_story, "clock: fischer 60+2", "clock: none", "by the rules the clocks show other times"),
        (away_story, "forfeit 30", "forfeit 31", "nothing has ended this match"),
        (away_story, "forfeit 30", "adjourn 30", "nothing has ended this match"),
        (away_story, "absence: forfeit 30\n", "", "this table does not limit absence"),
        (
            away_story,
            "9 +44.000 13.000/24.000 paused agreed",
            "9 +44.000 13.000/24.000 paused drain",
            "by the rules the next event is paused",
        ),
        (away_story, "returned 1", "returned 0", "Ann is not away"),
        (away_story, "returned 1", "resumed", "the match is not paused"),
        (
            claim_story,
            "offer_closed 10 lapsed",
            "offer_closed 10 withdrawn",
            "by the rules the next event is offer_closed",
        ),
        (claim_story, '"ann" not ready', '"ann"', "by the rules the next event is started"),
    ],
)
def test_an_impossible_log_is_refused(told: Told, old: str, new: str, reason: str) -> None:
    text = write_record(told().log)
    assert old in text
    assert reason in str(refusal(text.replace(old, new, 1)).reason)
