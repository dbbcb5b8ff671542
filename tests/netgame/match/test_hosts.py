"""Another host continues a match: it is paused, its seats are for its players, and ratings end with the first host."""

import pytest

from devtools.harness.games.match_helpers import TALLY, kinds, seated
from netgame.match import HOST, wakes_at
from netgame.match.commands import MakeOffer, MakeReady, MarkAbsent, Pause, Play, Rehost, Resume, Sit
from netgame.match.events import Rehosted
from netgame.match.state import to_act
from netgame.records.reader import read_record
from netgame.records.writer import write_record
from tests.signing import host_origin, public, signed_table


def test_the_match_goes_on_where_it_stood_when_both_sit_again_also_at_a_third_host() -> None:
    table = signed_table("+1", "+2", "+3")
    state, position = table.match.state, table.match.position

    table.rehost()
    table.resume()

    assert (table.match.state, table.match.position) == (state, position)
    assert [seat and seat.account for seat in table.match.seats] == ["ann@new", "bob@new"]
    table.play("+1", "+1")
    assert table.match.origin == host_origin("new", "t2")
    assert table.match.created.origin == host_origin("old")
    table.rehost("third", "t3")
    table.resume()
    table.play("+1")
    assert table.match.origin == host_origin("third", "t3")


def test_nothing_goes_on_before_both_have_taken_their_seats() -> None:
    table = signed_table("+1", clock="sudden 60")
    table.rehost()

    assert table.match.vacant == {0, 1}
    assert table.refused(Resume(), HOST).code == "vacant"
    assert table.do(Pause("restart"), HOST) == ()
    table.sit(1)
    assert table.match.vacant == {0}
    assert table.refused(Resume(), HOST).code == "vacant"
    assert table.refused(Play(table.match.position, "+1"), 1).code == "paused"
    assert table.refused(MakeReady(), 1).code == "paused"
    assert table.refused(MakeOffer("adjourn"), 0).code == "no_seat"
    assert table.refused(Sit(1, "bob@2", "Bob", key=public("bob")), HOST).code == "seat_taken"


@pytest.mark.parametrize(
    ("key", "computer", "code"),
    [
        (public("mallory"), "", "other_key"),
        (public("ann"), "", "other_key"),
        (b"", "", "other_key"),
        (public("bob"), "level 3", "other_computer"),
    ],
)
def test_only_the_player_with_the_key_opens_the_seat(key: bytes, computer: str, code: str) -> None:
    table = signed_table("+1")
    table.rehost()
    assert table.refused(Sit(1, "m", "Bob", computer=computer, key=key), HOST).code == code


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
    assert first.running == running


def test_the_clock_of_the_new_host_may_be_behind_but_not_before_the_beginning() -> None:
    table, early = signed_table("+1", "+1", clock="sudden 600"), signed_table("+1")
    table.after(60_000).play("+1")
    stood = table.log[-1].clocks
    table.now -= 30_000
    early.now = 0

    table.rehost()
    table.resume()
    table.play("+1")
    early.rehost()

    assert table.log[-1].clocks == stood
    assert read_record(write_record(table.log), TALLY) == tuple(table.log)
    assert early.log[-1].at == early.log[0].at
    assert "its time" in early.misfit(Rehosted(number=early.match.number + 1, at=0, origin=host_origin("third")))


def test_until_both_sit_the_player_there_may_give_up_the_continuation_alone() -> None:
    table, both = signed_table("+1", "+1", "+1"), signed_table("+1", "+1", "+1")
    table.rehost()
    table.sit(0)
    both.rehost()
    both.resume()

    assert kinds(table.do(MakeOffer("abort"), 0)) == ["Ended"]
    assert kinds(both.do(MakeOffer("abort"), 0)) == ["Offered"]


def test_absence_adjournment_and_rating_at_the_old_host_end_with_it() -> None:
    table = signed_table("+1", "+1", absence="forfeit 60", rated=True)
    table.do(MarkAbsent(0, "lost"), HOST)
    table.agree("adjourn", 0)
    assert table.match.is_rated
    table.after(600_000).rehost()
    table.resume()

    assert (table.match.away, table.match.spent_away, table.match.paused) == ({}, (0, 0), None)
    assert not table.match.is_rated


def test_a_match_that_is_over_or_of_players_without_keys_or_a_host_without_origin_stays_where_it_is() -> None:
    table = signed_table("+1")
    for origin in ("", "here/t1", host_origin("new") + " x", host_origin("old")):
        assert table.refused(Rehost(origin), HOST).code == "origin"
    table.do(MakeOffer("abort"), 0)
    assert table.refused(Rehost(host_origin("new")), HOST).code == "over"
    assert seated(dice=False).refused(Rehost(host_origin("new")), HOST).code == "no_key"


def test_a_continued_match_is_a_record_wherever_it_stops() -> None:
    table = signed_table("+1", "+1", clock="fischer 60+1")
    table.seal()
    table.rehost()
    table.resume()
    table.play("+2")

    for length in range(1, len(table.log) + 1):
        assert read_record(write_record(table.log[:length]), TALLY) == tuple(table.log[:length])
