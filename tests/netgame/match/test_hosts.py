"""Another host continues a match: it is paused, its seats are for its players, and ratings end with the first host."""

import pytest

from netgame.match import HOST, MatchError, evolve, wakes_at
from netgame.match.commands import MakeOffer, MakeReady, MarkAbsent, Pause, Play, Rehost, Resume, Sit
from netgame.match.events import Rehosted
from netgame.match.state import to_act
from netgame.records.reader import read_record
from netgame.records.writer import write_record
from tests.netgame.match.match_helpers import TALLY, kinds, seated
from tests.signing import host_origin, public, signed_table


def test_the_match_goes_on_where_it_stood_when_both_sit_again() -> None:
    table = signed_table("+1", "+2", "+3")
    state, position = table.match.state, table.match.position

    table.rehost()
    table.resume()

    assert (table.match.state, table.match.position) == (state, position)
    assert [seat and seat.account for seat in table.match.seats] == ["ann@new", "bob@new"]
    table.play("+1", "+1")
    assert table.match.origin == host_origin("new", "t2")
    assert table.match.created.origin == host_origin("old")


def test_nothing_goes_on_before_both_have_taken_their_seats() -> None:
    table = signed_table("+1")
    table.rehost()

    assert table.match.vacant == {0, 1}
    assert table.refused(Resume(), HOST).code == "vacant"
    table.sit(1)
    assert table.match.vacant == {0}
    assert table.refused(Resume(), HOST).code == "vacant"
    assert table.refused(Play(table.match.position, "+1"), 1).code == "paused"
    assert table.refused(MakeReady(), 1).code == "paused"


def test_a_player_who_does_not_sit_yet_can_do_nothing() -> None:
    table = signed_table("+1", "+1")
    table.rehost()

    assert table.refused(MakeOffer("adjourn"), 0).code == "no_seat"


@pytest.mark.parametrize("who", ["mallory", "ann"])
def test_only_the_key_of_the_player_opens_the_seat(who: str) -> None:
    table = signed_table("+1")
    table.rehost()

    assert table.refused(Sit(1, "m", "Bob", key=public(who)), HOST).code == "other_key"
    assert table.refused(Sit(1, "m", "Bob"), HOST).code == "other_key"


def test_a_seat_is_taken_once() -> None:
    table = signed_table("+1")
    table.rehost()
    table.sit(1)

    assert table.refused(Sit(1, "bob@2", "Bob", key=public("bob")), HOST).code == "seat_taken"


def test_no_computer_sits_for_a_person() -> None:
    table = signed_table("+1")
    table.rehost()

    assert table.refused(Sit(1, "b", "Bob", computer="level 3", key=public("bob")), HOST).code == "other_computer"


def test_clocks_stand_as_after_the_last_event_of_the_old_host() -> None:
    table = signed_table("+1", "+1", clock="sudden 600")
    table.after(60_000).play("+1", "+1")
    stood = table.log[-1].clocks

    table.after(3_600_000).rehost()

    assert table.log[-1].clocks == stood
    assert wakes_at(table.match) is None
    table.after(3_600_000).resume()
    assert table.log[-1].clocks == stood
    running, first = to_act(table.match), table.match.clocks
    assert first is not None
    assert first.running == running


def test_the_clock_of_the_new_host_may_be_behind() -> None:
    table = signed_table("+1", "+1", clock="sudden 600")
    table.after(60_000).play("+1")
    stood = table.log[-1].clocks
    table.now -= 30_000

    table.rehost()
    table.resume()
    table.play("+1")

    assert table.log[-1].clocks == stood
    assert read_record(write_record(table.log), TALLY) == tuple(table.log)


def test_the_clock_of_the_new_host_is_not_before_the_beginning() -> None:
    table = signed_table("+1")
    table.now = 0

    table.rehost()

    assert table.log[-1].at == table.log[0].at
    with pytest.raises(MatchError, match="its time"):
        evolve(table.match, Rehosted(number=table.match.number + 1, at=0, origin=host_origin("third")))


def test_absence_at_the_old_host_ends_with_it() -> None:
    table = signed_table("+1", absence="forfeit 60")
    table.do(MarkAbsent(0, "lost"), HOST)

    table.after(600_000).rehost()

    assert table.match.away == {}
    assert table.match.spent_away == (0, 0)


def test_a_pause_of_the_old_host_and_an_adjournment_end_when_both_sit() -> None:
    table = signed_table("+1", "+1")
    table.agree("adjourn", 0)

    table.rehost()
    table.resume()

    assert table.match.paused is None


def test_until_both_sit_the_player_there_may_give_up_the_continuation_alone() -> None:
    table = signed_table("+1", "+1", "+1")
    table.rehost()
    table.sit(0)

    (ended,) = table.do(MakeOffer("abort"), 0)

    assert kinds((ended,)) == ["Ended"]


def test_once_both_sit_nobody_aborts_alone() -> None:
    table = signed_table("+1", "+1", "+1")
    table.rehost()
    table.resume()

    assert kinds(table.do(MakeOffer("abort"), 0)) == ["Offered"]


def test_a_rated_match_is_not_rated_after_another_host_continued_it() -> None:
    table = signed_table("+1", rated=True)
    assert table.match.is_rated

    table.rehost()

    assert not table.match.is_rated


def test_a_third_host_may_continue_it() -> None:
    table = signed_table("+1", "+1")
    table.rehost()
    table.resume()
    table.play("+1")
    table.rehost("third", "t3")

    table.resume()
    table.play("+1")

    assert table.match.origin == host_origin("third", "t3")


def test_the_same_host_cannot_continue_its_own_table() -> None:
    table = signed_table("+1")

    assert table.refused(Rehost(host_origin("old")), HOST).code == "origin"


@pytest.mark.parametrize("origin", ["", "here/t1", host_origin("new") + " x"])
def test_an_origin_has_its_form(origin: str) -> None:
    assert signed_table("+1").refused(Rehost(origin), HOST).code == "origin"


def test_a_match_that_has_not_begun_or_is_over_stays_where_it_is() -> None:
    table = signed_table("+1")
    table.do(MakeOffer("abort"), 0)
    assert table.refused(Rehost(host_origin("new")), HOST).code == "over"


def test_a_match_of_players_without_keys_stays_where_it_is() -> None:
    table = seated(dice=False)

    assert table.refused(Rehost(host_origin("new")), HOST).code == "no_key"


def test_a_stop_of_the_new_host_changes_nothing_while_a_seat_waits() -> None:
    table = signed_table("+1", clock="sudden 60")
    table.rehost()

    assert table.do(Pause("restart"), HOST) == ()


def test_a_continued_match_is_a_record_wherever_it_stops() -> None:
    table = signed_table("+1", "+1", clock="fischer 60+1")
    table.seal()
    table.rehost()
    table.resume()
    table.play("+2")

    for length in range(1, len(table.log) + 1):
        assert read_record(write_record(table.log[:length]), TALLY) == tuple(table.log[:length])
