"""The contract of the social data, in a file and in a shared database, and for several servers at once."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from devtools.harness.server.serving import new_key
from netgame.match.events import Rating
from protocol import messages as m
from server.storage.people import KEPT_MS, NotAdded, StoredChallenge
from server.storage.social import NotLeft, Outcome, SocialStore, Tally, place_of_talk
from server.storage.tournaments import TournamentAppend, TournamentRow
from tests.server.storage.at_once import at_once
from tests.server.stored import finished_match

ANN, BOB = ("ann", "Ann"), ("bob", "Bob")
ROUNDS = 5  # of each race


@pytest.fixture
def elsewhere(social: SocialStore, place: Path | str) -> Iterator[SocialStore]:
    """The same data, opened by another server."""
    with closing(SocialStore(place)) as opened:
        yield opened


def finished(ending: int, winner: int | None = 0, *, reason: str = "resigned", ratings: bool = False) -> Outcome:
    after: tuple[Rating, Rating] | None = ((1500 + ending, 300, 60), (1500 - ending, 300, 60)) if ratings else None
    match = finished_match(ending, game="thud", winner=winner, reason=reason, ended=1000 + ending, rated=ratings)
    return Outcome(match, True, after)


# ---- chat


def test_lines_are_numbered_by_room_and_a_key_is_stored_once(social: SocialStore) -> None:
    key = new_key()
    first, is_new = social.add_line("lobby", "", ANN, "hello", 1, key)
    again = social.add_line("lobby", "", ANN, "hello", 2, key)
    other, _ = social.add_line("table", "t", BOB, "hey", 3, key)
    second, _ = social.add_line("lobby", "", BOB, "hi", 4, new_key())

    assert (first.number, is_new, again) == (1, True, (first, False))
    assert (other.number, second.number) == (1, 2)
    assert social.lines("lobby", "", 9) == [first, second]
    assert social.lines("lobby", "", 1) == [second]
    assert social.find_line("bob", key) == other


def test_the_oldest_lines_of_a_room_go(social: SocialStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.storage.social.MAX_LINES", 3)
    for number in range(5):
        social.add_line("lobby", "", ANN, str(number), 1, new_key())
    assert [line.text for line in social.lines("lobby", "", 9)] == ["2", "3", "4"]


def test_talks_are_listed_with_the_latest_first(social: SocialStore) -> None:
    for at, other in enumerate(("cleo", "ann", "eve", "ann")):
        social.add_line("direct", place_of_talk("bob", other), BOB, "Thud?", at, new_key())
        social.note_direct("bob", other)
    social.note_direct("bob", "zoe")  # whose first line was not stored
    assert social.talks_of("bob", 2) == ["ann", "eve"]
    assert social.talks_of("bob", 9) == ["ann", "eve", "cleo", "zoe"]
    assert social.talks_of("cleo", 9) == ["bob"]
    talks = social.last_lines_of_talks("bob", 2, 1)
    assert [(other, [line.at for line in lines]) for other, lines in talks.items()] == [("ann", [3]), ("eve", [2])]


def test_lines_for_an_account_that_is_away_wait_until_they_are_sent(social: SocialStore) -> None:
    def leave(author: str, number: int, most: int = 25) -> tuple[m.ChatLine, bool]:
        return social.leave_line((author, author), "bob", "hello", number, bytes([number] * 16), most)

    assert leave("ann", 1)[1]
    assert leave("ann", 1) == (leave("ann", 1)[0], False), "sent again"
    for number in range(2, 21):
        leave("ann", number)
    with pytest.raises(NotLeft, match="one"):
        leave("ann", 21)
    leave("cleo", 1)
    with pytest.raises(NotLeft, match="full"):
        leave("cleo", 2, most=21)
    social.add_line("direct", place_of_talk("bob", "eve"), ("eve", "eve"), "hello", 99, bytes(16))
    social.note_direct("bob", "eve")
    assert social.waiting_lines("bob") == {"ann": 20, "cleo": 1}
    assert social.talks_of("bob", 2) == ["ann", "cleo"], "before a later talk without lines that wait"
    leave("cleo", 3)
    social.lines_sent("bob", {"ann": 20, "cleo": 1})
    assert social.waiting_lines("bob") == {"cleo": 1}, "it came meanwhile"
    assert social.waiting_lines("ann") == {}


# ---- history, and accounts that are deleted


def test_matches_are_counted_by_player_result_and_opponent(social: SocialStore) -> None:
    outcomes = [finished(1), finished(2, 1), finished(3, None), finished(4, None, reason="aborted"), finished(5)]
    assert social.add_matches(0, list(enumerate(outcomes, 1)))
    assert social.tallies("ann") == [Tally("thud", 2, 1, 1)]
    assert social.tallies("bob") == [Tally("thud", 1, 2, 1)]
    assert social.tallies("eve") == []
    assert (social.last_player("ann", "thud"), social.last_player("bob", "thud")) == (0, 1)
    assert social.last_player("ann", "clod") is None
    assert social.opponents("ann", 1004, 9) == {"bob": 1005}
    assert social.opponents("ann", 1006, 9) == {}
    assert social.results_between("bob", "ann") == [Tally("thud", 1, 2, 1)]
    assert social.results_between("bob", "eve") == []
    for viewer in ("ann", "eve"):
        assert [match.place for match in social.history("ann", None, None, 9, viewer, "bob")] == [5, 4, 3, 2, 1]
    assert social.history("ann", None, None, 9, "ann", "eve") == []


def test_matches_are_added_behind_the_cursor_only(social: SocialStore) -> None:
    assert social.add_matches(0, [(1, finished(1))])
    assert not social.add_matches(0, [(1, finished(1)), (2, finished(2))])
    assert social.cursor() == 1
    assert social.tallies("ann") == [Tally("thud", 1, 0, 0)]
    assert social.add_matches(1, [(2, None)])  # it is left out
    assert (social.cursor(), len(social.history(None, None, None, 9, ""))) == (2, 1)


def test_ratings_are_a_curve_whose_end_is_in_the_ladder(social: SocialStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.storage.social.MAX_CURVE", 3)
    social.add_matches(0, [(ending, finished(ending, ratings=True)) for ending in range(1, 5)])
    assert social.rating("ann", "thud") == ((1504, 300, 60), 1004)
    assert social.rating_curve("bob", "thud") == [(1002, 1498), (1003, 1497), (1004, 1496)]
    assert social.rating("eve", "thud") is None
    assert social.ladder("thud", 300) == [("ann", (1504, 300, 60), 1004), ("bob", (1496, 300, 60), 1004)]
    assert social.ladder("thud", 299) == social.ladder("clod", 300) == []
    social.erase("ann", "[deleted]")
    assert [account for account, _rating, _at in social.ladder("thud", 300)] == ["bob"]


def test_of_an_erased_account_only_the_place_of_its_lines_and_its_matches_remain(social: SocialStore) -> None:
    social.add_line("lobby", "", ANN, "hello", 1, new_key())
    social.add_challenge(challenge(1))
    social.note_direct("ann", "bob")
    assert social.access("t") == ("", set())
    for code in ("first", "second"):
        social.set_code("t", code)
    for account in ("ann", "bob", "ann"):
        social.invite("t", account)
    assert social.access("t") == ("second", {"ann", "bob"})
    social.add_matches(0, [(1, finished(1, ratings=True))])
    social.rename("ann", "Anna")
    assert [line.name for line in social.lines("lobby", "", 9)] == ["Anna"]
    assert [match.names for match in social.history("bob", None, None, 9, "")] == [("Anna", "Bob")]
    assert [each.name for each in social.open_challenges("bob", 10)] == ["Anna"]

    social.erase("ann", "gone")
    assert social.challenge("c1") is None
    assert [(line.name, line.text) for line in social.lines("lobby", "", 9)] == [("gone", "")]
    assert (social.talks_of("bob", 9), social.access("t")) == ([], ("second", {"bob"}))
    assert social.rating("ann", "thud") is None
    assert [match.names for match in social.history("bob", None, None, 9, "")] == [("gone", "Bob")]


# ---- several servers


def test_lines_of_two_servers_have_numbers_without_gaps(social: SocialStore, elsewhere: SocialStore) -> None:
    def write(store: SocialStore, name: str) -> None:
        for _ in range(10):
            store.add_line("lobby", "", (name, name), "hello", 1, new_key())

    at_once(partial(write, social, "ann"), partial(write, elsewhere, "bob"))
    assert [line.number for line in social.lines("lobby", "", 99)] == list(range(1, 21))


def test_a_line_that_comes_to_two_servers_is_stored_once(social: SocialStore, elsewhere: SocialStore) -> None:
    for _ in range(ROUNDS):
        key = new_key()
        done = at_once(*(partial(store.add_line, "lobby", "", ANN, "hello", 1, key) for store in (social, elsewhere)))
        (first, _), (second, _) = done  # type: ignore[misc]
        assert first == second
        assert sorted(is_new for _line, is_new in done) == [False, True]  # type: ignore[misc]
    assert len(social.lines("lobby", "", 99)) == ROUNDS


def test_a_talk_that_begins_at_two_servers_is_noted(social: SocialStore, elsewhere: SocialStore) -> None:
    for number in range(ROUNDS):
        other = f"eve {number}"
        done = at_once(partial(social.note_direct, "ann", other), partial(elsewhere.note_direct, other, "ann"))
        assert done == [None, None]
    assert len(social.talks_of("ann", 99)) == ROUNDS


def test_of_two_servers_one_adds_a_match(social: SocialStore, elsewhere: SocialStore) -> None:
    for ending in range(1, ROUNDS + 1):
        outcomes = [(ending, finished(ending, ratings=True))]
        done = at_once(*(partial(store.add_matches, ending - 1, outcomes) for store in (social, elsewhere)))
        assert sorted(done) == [False, True]  # type: ignore[type-var]
    assert social.tallies("ann") == [Tally("thud", ROUNDS, 0, 0)]


# ---- challenges


def challenge(number: int, account: str = "ann", other: str = "bob", changes: str = "") -> m.ChallengeInfo:
    return m.ChallengeInfo(
        challenge=f"c{number}", account=account, name=account.title(), other=other, other_name=other.title(),
        terms=m.GameTerms(game="thud", clock="days 3", player=1), made=number, ends=1000, changes=changes,
    )  # fmt: skip


def test_an_open_challenge_is_known_to_both_until_it_ends(social: SocialStore) -> None:
    for number, other in ((1, "bob"), (2, "eve"), (3, "bob")):
        social.add_challenge(challenge(number, other=other))
    assert social.open_challenges("bob", 10) == [challenge(1), challenge(3)]
    assert len(social.open_challenges("ann", 10)) == 3
    assert social.challenges_to(["ann", "bob"], 10) == [challenge(1), challenge(3)]
    assert social.open_challenges("ann", 1000) == []

    assert social.end_challenge("c1", "declined", 20)
    assert not social.end_challenge("c1", "accepted", 20)
    assert not social.end_challenge("c3", "accepted", 1000), "its time is over"

    assert social.open_challenges("bob", 30) == [challenge(3)]
    assert social.challenge("c1") == StoredChallenge(challenge(1), "declined")
    social.drop_old_challenges(20 + KEPT_MS)
    assert social.challenge("c1") is not None
    social.drop_old_challenges(21 + KEPT_MS)
    assert social.challenge("c1") is None
    assert social.challenge("c3") is not None
    social.drop_old_challenges(1001 + KEPT_MS)
    assert social.challenge("c3") is None


def test_an_accepted_challenge_is_found_until_its_table_is_made(social: SocialStore) -> None:
    social.add_challenge(challenge(1))
    social.end_challenge("c1", "accepted", 20)
    assert social.accepted_challenges(20) == []
    assert social.accepted_challenges(21) == [challenge(1)]
    social.note_made("c1")
    assert social.accepted_challenges(21) == []


def test_a_challenge_that_changes_another_one_ends_it(social: SocialStore) -> None:
    social.add_challenge(challenge(1))
    social.add_challenge(challenge(2, "bob", "ann", changes="c1"))
    assert social.open_challenges("ann", 10) == [challenge(2, "bob", "ann", changes="c1")]
    with pytest.raises(NotAdded) as refusal:
        social.add_challenge(challenge(3, "bob", "ann", changes="c1"))
    assert refusal.value.why == "over"
    assert social.challenge("c3") is None


def test_an_account_has_a_limit_of_challenges(social: SocialStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.storage.people.MAX_RECEIVED", 3)
    for number in range(3):
        social.add_challenge(challenge(number, f"ann {number}"))
    with pytest.raises(NotAdded) as refusal:
        social.add_challenge(challenge(99, "zoe"))
    assert refusal.value.why == "full"
    social.end_challenge("c0", "declined", 500)
    social.add_challenge(challenge(99, "zoe"))


def test_of_two_servers_one_ends_a_challenge(social: SocialStore, elsewhere: SocialStore) -> None:
    for number in range(ROUNDS):
        social.add_challenge(challenge(number, other=f"bob {number}"))
        done = at_once(*(partial(store.end_challenge, f"c{number}", "accepted", 10) for store in (social, elsewhere)))
        assert sorted(done) == [False, True]  # type: ignore[type-var]


# ---- relations


def test_a_player_follows_or_blocks_another_one(social: SocialStore) -> None:
    assert social.relate("ann", "bob", "follow", 1)
    assert social.relate("ann", "eve", "block", 2)
    assert social.related("ann") == {"eve": "block", "bob": "follow"}
    assert social.related("bob") == {}
    assert social.is_blocked("eve", "ann")
    assert not social.is_blocked("ann", "bob")
    assert social.relate("ann", "bob", "block", 3)
    social.unrelate("ann", "eve")
    assert social.related("ann") == {"bob": "block"}


def test_what_is_stored_of_forgotten_guests_goes_with_them(social: SocialStore) -> None:
    social.add_challenge(challenge(1))
    social.add_challenge(challenge(2, "eve", "zoe"))
    for account, other in (("ann", "eve"), ("eve", "ann"), ("eve", "zoe")):
        social.relate(account, other, "follow", 1)
    social.forget_people(["ann"])
    assert social.challenge("c1") is None
    assert social.challenge("c2") is not None
    assert social.related("eve") == {"zoe": "follow"}
    assert social.related("ann") == {}


# ---- tournaments


def to_cup(expected: int, count: int = 1, *, key: bytes | None = None, **more: Any) -> TournamentAppend:
    """Return an append of so many events, after that number, to a tournament with one player."""
    numbers = range(expected + 1, expected + count + 1)
    rows = [TournamentRow(number, key if number == expected + 1 else None, b"%d" % number) for number in numbers]
    fields: dict[str, Any] = {"is_over": False, "at": 5} | more
    return TournamentAppend(
        "t", expected, rows, entry=b"entry %d" % rows[-1].number, people=[("ann", "player")], **fields
    )


def test_of_two_appends_to_a_tournament_one_is_stored(social: SocialStore, elsewhere: SocialStore) -> None:
    assert social.append_to_tournament(to_cup(0, key=b"k"))
    assert not elsewhere.append_to_tournament(to_cup(0))
    assert elsewhere.append_to_tournament(to_cup(1, 2))
    assert not social.append_to_tournament(to_cup(1))
    assert [row.number for row in social.tournament_rows("t")] == [1, 2, 3]
    assert social.tournament_rows("t")[0] == TournamentRow(1, b"k", b"1")
    assert [row.body for row in social.tournament_rows("t", 2)] == [b"3"]
    assert social.tournament_rows("other") == []


def test_lists_know_open_and_finished_tournaments_and_the_roles_of_people(social: SocialStore) -> None:
    social.append_to_tournament(to_cup(0))
    assert (social.open_tournaments(), social.finished_tournaments(9)) == (["t"], [])
    assert (social.changed_tournaments(5), social.changed_tournaments(6)) == ({"t": 1}, {})
    social.append_to_tournament(to_cup(1, is_over=True, at=8))
    assert (social.open_tournaments(), social.finished_tournaments(9)) == ([], [("t", b"entry 2")])
    assert social.changed_tournaments(6) == {"t": 2}
    assert (social.tournaments_of("ann", "player"), social.tournaments_of("ann", "director")) == ({"t"}, set())
