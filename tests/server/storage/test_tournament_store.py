"""The logs of tournaments, in an SQLite file and in PostgreSQL."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.storage.social import SocialStore
from server.storage.tournaments import TournamentAppend, TournamentRow


@pytest.fixture
def social(place: Path | str) -> Iterator[SocialStore]:
    with closing(SocialStore(place)) as opened:
        yield opened


def append(
    expected: int, count: int = 1, *, key: bytes | None = None, is_over: bool = False, at: int = 5
) -> TournamentAppend:
    numbers = range(expected + 1, expected + count + 1)
    rows = [TournamentRow(number, key if number == expected + 1 else None, b"%d" % number) for number in numbers]
    return TournamentAppend("t", expected, rows, b"entry %d" % rows[-1].number, is_over, at, [("ann", "player")])


def test_events_are_read_in_order_from_a_number_on(social: SocialStore) -> None:
    assert social.append_to_tournament(append(0, 2, key=b"k"))
    assert social.append_to_tournament(append(2))

    assert [row.number for row in social.tournament_rows("t")] == [1, 2, 3]
    assert social.tournament_rows("t")[0] == TournamentRow(1, b"k", b"1")
    assert [row.body for row in social.tournament_rows("t", 2)] == [b"3"]
    assert social.tournament_rows("other") == []


def test_of_two_appends_after_the_same_event_one_is_stored(social: SocialStore, place: Path | str) -> None:
    with closing(SocialStore(place)) as elsewhere:
        assert social.append_to_tournament(append(0))
        assert not elsewhere.append_to_tournament(append(0))
        assert elsewhere.append_to_tournament(append(1, 2))
        assert not social.append_to_tournament(append(1))

        assert [row.number for row in social.tournament_rows("t")] == [1, 2, 3]


def test_lists_know_open_and_finished_tournaments(social: SocialStore) -> None:
    social.append_to_tournament(append(0, at=5))
    assert (social.open_tournaments(), social.finished_tournaments(9)) == (["t"], [])
    assert (social.changed_tournaments(5), social.changed_tournaments(6)) == ({"t": 1}, {})

    social.append_to_tournament(append(1, is_over=True, at=8))

    assert (social.open_tournaments(), social.finished_tournaments(9)) == ([], [("t", b"entry 2")])
    assert social.changed_tournaments(6) == {"t": 2}


def test_people_have_roles(social: SocialStore) -> None:
    social.append_to_tournament(append(0))
    social.append_to_tournament(append(1))

    assert social.tournaments_of("ann", "player") == {"t"}
    assert social.tournaments_of("ann", "director") == set()
