"""Swiss: equal points meet, no two players meet twice, sides and byes are fair."""

import pytest

from netgame.tournaments import Entrant, NoPairing, standings
from tests.netgame.tournaments.fields import after, field, games, names, play


def test_the_first_round_pairs_the_upper_half_with_the_lower_half_and_an_odd_last_player_has_a_bye() -> None:
    assert after("swiss", field(8), []) == {"p1 p5", "p6 p2", "p3 p7", "p8 p4"}
    assert after("swiss", field(5), []) == {"p1 p3", "p4 p2", "p5"}


def test_winners_meet_winners_by_the_fold_and_sides_alternate() -> None:
    rounds = [play("swiss", field(8), [])]
    # of the winners p1 and p3 were first, so they do not meet, and the halves p1 p2 and p3 p4 are kept
    assert after("swiss", field(8), rounds) == {"p4 p1", "p2 p3", "p5 p8", "p7 p6"}


def test_opponents_of_a_forfeit_may_meet_again_and_others_and_one_who_is_left_have_nobody() -> None:
    entrants = names("ann bob")
    assert after("swiss", entrants, [games("ann +:- bob")]) == {"ann bob"}
    with pytest.raises(NoPairing):
        after("swiss", entrants, [games("ann 1-0 bob")])
    with pytest.raises(NoPairing):
        after("swiss", names("ann"), [])


def test_a_late_entrant_is_paired_from_their_round_on_with_half_a_point() -> None:
    entrants = [*names("ann bob cid dot"), Entrant("eve", 5, first_round=2), Entrant("fay", 6, first_round=2)]
    rounds = [games("ann 1-0 cid, bob ½-½ dot")]
    assert not any("eve" in text for text in after("swiss", entrants, []))
    assert {"eve", "fay"} <= {name for text in after("swiss", entrants, rounds) for name in text.split()}
    table = {place.account: place.points for place in standings("swiss", entrants, rounds)}
    assert table == {"ann": 2, "bob": 1, "dot": 1, "eve": 1, "fay": 1, "cid": 0}
