"""A record from before there were clocks: offers lapse without an event, and none is muted. It is read and written as
it stands."""

from netgame.match import HOST, act, replay
from netgame.match.commands import Tick
from netgame.match.events import OfferClosed
from netgame.records.reader import read_record
from netgame.records.writer import write_record
from tests.netgame.match.match_helpers import TALLY

OLD = """\
netgame record 1
game: tally
rules: 3
option battles: 2
option count: true
option dice: true
option length: 20
option ties: "draw"
clock: none
title: "A table"
created: 1970-01-01T00:00:01.000Z
player 0: "Ann"
player 1: "Bob"

2 +0.000 seated 0 "Ann" account "ann"
3 +0.000 seated 1 "Bob" account "bob"
4 +0.000 started leg 0
5 +0.000 rolled 0 roll 0 dice 3
6 +0.000 offered 1 count
7 +1.500 moved 0 +2
8 +1.500 rolled 1 roll 1 dice 1
9 +1.500 rolled 1 roll 2 dice 1
10 +1.500 forfeited 1
11 +1.500 rolled 0 roll 3 dice 4
12 +3.000 moved 0 +4
13 +3.000 rolled 1 roll 4 dice 6
14 +4.500 moved 1 +1
15 +4.500 rolled 0 roll 5 dice 6
16 +4.500 offered 1 count
17 +4.500 offer_closed 16 declined
18 +6.000 moved 0 +1
19 +6.000 rolled 1 roll 6 dice 6
20 +7.500 moved 1 +1
21 +7.500 rolled 0 roll 7 dice 6
22 +7.500 offered 1 count
23 +7.500 offer_closed 22 declined
24 +9.000 moved 0 +1
25 +9.000 rolled 1 roll 8 dice 6
26 +10.500 moved 1 +1
27 +10.500 rolled 0 roll 9 dice 6
28 +10.500 offered 1 count
29 +10.500 offer_closed 28 declined
30 +12.000 moved 0 +1
31 +12.000 rolled 1 roll 10 dice 6
32 +13.500 moved 1 +1
33 +13.500 rolled 0 roll 11 dice 6
34 +13.500 offered 1 count
35 +13.500 offer_closed 34 declined
36 +15.000 moved 0 +1
37 +15.000 rolled 1 roll 12 dice 6
38 +15.000 offered 0 count
39 +15.000 offer_closed 38 withdrawn
40 +16.500 moved 1 +1
41 +16.500 rolled 0 roll 13 dice 6
42 +16.500 offered 1 count
43 +16.500 leg_ended leg 0 resigned by 0 winner 1 scores 10 15
44 +16.500 ready 0
45 +16.500 ready 1
46 +16.500 started leg 1
47 +16.500 rolled 1 roll 0 dice 6
48 +18.000 moved 1 +1
49 +18.000 rolled 0 roll 1 dice 6
50 +18.000 offered 0 count
51 +18.000 leg_ended leg 1 resigned by 1 winner 0 scores 10 1
52 +18.000 ended resigned by 1 winner 0 totals 4 -4

result: player 0 won, player 1 resigned, totals 4 -4
sha256: 94fffe5e66e3cfdb4d37434d78834c348321bfe6190e8be543793c2f0053daf1
"""


def test_a_record_from_before_there_were_clocks_is_read_and_written_as_it_stands() -> None:
    log = read_record(OLD, TALLY)

    assert write_record(log) == OLD
    assert not any(isinstance(event, OfferClosed) and event.outcome == "lapsed" for event in log)
    match = replay(log, TALLY)
    assert match.ended
    assert match.offers == {}


def test_a_table_that_stopped_after_such_an_offer_goes_on_with_its_lapse() -> None:
    log = read_record(OLD, TALLY)[:7]  # up to the move with which it lapsed
    match = replay(log, TALLY)

    done = act(match, Tick(), HOST, match.at, lambda count, sides: (6,) * count)

    assert isinstance(done, tuple)
    assert [type(event).__name__ for event in done[0]] == ["OfferClosed", "Rolled"]
    assert done[1].offers == {}
