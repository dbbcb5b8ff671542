"""Ratings as rated tables ask for them: in memory before they are needed, and not for longer than they are."""

import random
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from devtools.harness.server.appending import append
from devtools.harness.server.memory_store import MemoryStore
from netgame.games import GAMES
from netgame.match.events import Ended, Rating, RatingChange
from netgame.match.rating import START
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from server.accounts import ratings as registry
from server.accounts.ratings import Ratings
from server.cluster.relay import Relay
from server.ops.supervision import Supervision
from server.storage.event_store import Append, Row
from server.storage.history_projection import HistoryProjection, outcome_of
from server.storage.social import Outcome, SocialStore
from server.tables.commands import Dice, User
from server.tables.table import Table

ANN, BOB = User("ann", "Ann", registered=True), User("bob", "Bob", registered=True)
PLAYERS = (ANN.account, BOB.account)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def ratings(store: MemoryStore) -> Iterator[Ratings]:
    with closing(SocialStore(":memory:")) as social:
        yield Ratings(social, store, HistoryProjection(store, social).catch_up, Relay())


def finished(ratings: Ratings) -> tuple[Table, tuple[RatingChange, RatingChange]]:
    """A rated match that Bob has resigned, and what it did."""
    table = Table("t", GAMES, Dice(random.Random(1)), ratings)
    make = m.MakeTable(key=b"1" * 16, game="clod", options={}, player=0, rated=True)
    resign = m.SendResign(table="t", key=b"3" * 16, match=True)
    for who, order in ((ANN, make), (BOB, m.TakeSeat(table="t", key=b"2" * 16)), (BOB, resign)):
        table.evolve(table.decide(who, order, 1000))
    ended = event_from_bytes(table.log[-1])
    assert isinstance(ended, Ended)
    assert ended.ratings is not None
    return table, ended.ratings


@pytest.mark.parametrize("ended", [Ratings.match_ended, Ratings.match_ended_elsewhere])
async def test_what_a_match_has_just_done_counts_in_the_next_one(
    ratings: Ratings, store: MemoryStore, ended: Callable[[Ratings, Table], None]
) -> None:
    await ratings.read(PLAYERS, "clod")
    table, first = finished(ratings)
    await append(store, Append("t", 0, table.log, closes=True))
    ended(ratings, table)
    assert ratings.lacks(PLAYERS, "clod")

    await ratings.read(PLAYERS, "clod")

    _table, second = finished(ratings)
    assert first[0].before == START
    assert [change.before for change in second] == [change.after for change in first]


async def test_ratings_that_change_while_they_are_read_are_read_again(store: MemoryStore) -> None:
    class Changing(SocialStore):
        def rating(self, account: str, game: str) -> tuple[Rating, int] | None:
            found = super().rating(account, game)
            if changes and account == BOB.account:
                self.add_matches(0, changes.pop())
                ratings.match_ended_elsewhere(table)
            return found

    changes = list[list[tuple[int, Outcome | None]]]()
    social = Changing(":memory:")
    ratings = Ratings(social, store, HistoryProjection(store, social).catch_up, Relay())
    await ratings.read(PLAYERS, "clod")
    table, first = finished(ratings)
    rows = [Row(number, body) for number, body in enumerate(table.log, 1)]
    changes.append([(1, outcome_of(1, "t", rows))])
    ratings.match_ended_elsewhere(table)

    await ratings.read(PLAYERS, "clod")

    assert not ratings.lacks(PLAYERS, "clod")
    _table, second = finished(ratings)
    assert [change.before for change in second] == [change.after for change in first]
    social.close()


async def test_ratings_are_read_once_and_those_read_longest_ago_are_dropped_first(
    ratings: Ratings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MAX_CACHED", 2)
    assert ratings.lacks(PLAYERS, "clod")
    await ratings.read(PLAYERS, "clod")
    assert not ratings.lacks(PLAYERS, "clod")
    assert ratings.lacks(PLAYERS, "thud")

    await ratings.read(("carl",), "clod")

    assert ratings.lacks([ANN.account], "clod")
    assert not ratings.lacks([BOB.account, "carl"], "clod")


async def test_a_match_without_outcome_is_set_aside_and_those_after_it_are_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def outcome(ending: int, table: str, rows: list[Row]) -> Outcome | None:
        if table == "bad":
            raise AssertionError(table)
        return outcome_of(ending, table, rows)

    store, supervision = MemoryStore(), Supervision()
    with closing(SocialStore(":memory:")) as social:
        projection = HistoryProjection(store, social, supervision=supervision)
        ratings = Ratings(social, store, projection.catch_up, Relay())
        await ratings.read(PLAYERS, "clod")
        table, _changes = finished(ratings)
        for id in ("empty", "bad", "good"):
            await append(store, Append(id, 0, table.log if id != "empty" else [b"x"], closes=True))
        store.rows["empty"].clear()
        monkeypatch.setattr("server.storage.history_projection.outcome_of", outcome)
        await projection.catch_up()

        assert [item.id for item in supervision.items] == ["2:bad"]
        assert [match.table for match in social.history(None, "clod", None, 9, "")] == ["good"]
        monkeypatch.undo()
        await projection.retry(supervision.items[0])
        assert [match.table for match in social.history(None, "clod", None, 9, "")] == ["good", "bad"]
