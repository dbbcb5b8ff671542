"""Questions about history: quick at any size, and while one is answered nothing else waits for it."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import new_key, order, raw, running, two_at_a_table
from devtools.harness.server.timing import event, player, timed_table
from protocol import messages as m
from server.app import Serving
from server.net.session import MAX_QUESTIONS
from server.ops.limits import Limits
from server.storage.accounts import AccountStore
from server.storage.social import FinishedMatch, Outcome, SocialStore, history_question
from tests.server.lobby.test_social import ANN, BOB, come, finished, say, sit, table_of, watching
from tests.server.stored import finished_match


class Gate:
    """Holds a method of a database, as a slow disk would, from its first call until it is `opened`."""

    def __init__(self) -> None:
        self.is_reached, self.opened = threading.Event(), threading.Event()

    async def reached(self) -> None:
        assert await trio.to_thread.run_sync(self.is_reached.wait, 60)


@contextmanager
def held(kind: type[Any], name: str) -> Iterator[Gate]:
    """That method waits at a gate."""
    gate, method = Gate(), getattr(kind, name)

    def waits(*arguments: Any, **more: Any) -> Any:
        gate.is_reached.set()
        assert gate.opened.wait(PATIENCE_S), "it was not opened"
        return method(*arguments, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, name, waits)
        try:
            yield gate
        finally:
            gate.opened.set()


def matches() -> list[tuple[FinishedMatch, bool]]:
    """Every pair of five people in two games, every third match for those who were invited only."""
    people = [f"p{n}" for n in range(5)]
    pairs = [(a, b, game) for a in people for b in people if a != b for game in ("clod", "thud")]
    return [
        (finished_match(place, accounts=(a, b), game=game, winner=(0, 1, None)[place % 3]), bool(place % 3))
        for place, (a, b, game) in enumerate(pairs, 1)
    ]


@pytest.fixture
def social(place: Path | str) -> Iterator[SocialStore]:
    made = SocialStore(place)
    made.add_matches(0, [(each.place, Outcome(each, is_open)) for each, is_open in matches()])
    yield made
    made.close()


QUESTIONS = [
    (account, game, viewer) for account in (None, "p1", "p2", "p9") for game in (None, "thud") for viewer in ("p1", "x")
]


def test_the_history_is_what_a_reader_of_all_matches_would_find(social: SocialStore) -> None:
    for (account, game, viewer), before in product(QUESTIONS, (None, 20)):
        wanted = [
            each
            for each, is_open in reversed(matches())
            if (is_open or viewer in each.accounts)
            and (account is None or account in each.accounts)
            and (game is None or each.game == game)
            and (before is None or each.place < before)
        ]
        assert social.history(account, game, before, 1000, viewer) == wanted
        assert social.history(account, game, before, 3, viewer) == wanted[:3]


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_no_question_about_history_reads_or_sorts_all_matches(social: SocialStore, tmp_path: Path) -> None:
    for account, game, viewer in QUESTIONS:
        question = f"EXPLAIN QUERY PLAN {history_question(account, game, viewer)}"
        values = {"account": account, "game": game, "viewer": viewer, "before": 20, "most": 3}
        with closing(sqlite3.connect(tmp_path / "x.sqlite3")) as db:
            plan = [row[3] for row in db.execute(question, values)]

        assert any("USING INDEX" in step for step in plan)
        # what is read without an index, or sorted, is a part that has few rows
        assert {step for step in plan if step.startswith("SCAN")} == {"SCAN part"}
        assert {before for before, step in pairwise(plan) if "TEMP B-TREE" in step} <= {"SCAN part"}
        assert account is None or not [step for step in plan if "in_public" in step]


@pytest.mark.parametrize("what", ["history", "tallies"])
async def test_while_a_question_is_answered_all_move_come_talk_and_look_on(serving: Serving, what: str) -> None:
    ann, _bob, table = await two_at_a_table(serving)
    me = next(person.account for person in await ann.people(bool) if person.name == "Ann")
    with held(SocialStore, what) as gate:
        await ann.send(m.GetHistory() if what == "history" else m.GetProfile(account=me), 1000)
        await gate.reached()
        assert isinstance(await ann.ask(order(serving, table)), m.Done)
        eve = await raw(serving, name="Eve")
        assert isinstance(await watching(eve, table), m.Done)
        assert isinstance(await say(eve, "hello"), m.Done)
        assert isinstance(await eve.push(m.Chat), m.Chat)

    assert isinstance(await ann.reply(1000), m.History | m.Profile)


async def test_so_many_questions_of_one_connection_wait_and_no_more_and_are_answered_in_order(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    ids = range(1000, 1000 + MAX_QUESTIONS)
    with held(SocialStore, "history") as gate:
        for id in ids:
            await ann.send(m.GetProfile(account="none") if id % 2 else m.GetHistory(), id)
        await ann.send(m.GetHistory(), 2000)
        await gate.reached()
        assert (await ann.reply(2000)).code == "too_fast"

    answered = list[int]()
    while len(answered) < MAX_QUESTIONS:
        frame = await ann.frame()
        assert frame is not None
        answered += [frame.id] if frame.id else []
    assert answered == list(ids)


async def test_questions_from_one_address_share_a_limit(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False, limits=Limits(question_burst=2, question_per_minute=1)) as serving:
        answers = [await line.ask(m.GetHistory()) for line in await come(serving, "Ann", "Bob", "Eve")]
        assert [getattr(answer, "code", "") for answer in answers] == ["", "", "too_fast"]
        assert serving.services.counters.limits["question"] == 1


async def test_requests_before_the_end_of_the_stream_are_answered(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    await ann.send(m.GetHistory(), 1000)
    await ann.stream.send_eof()
    assert any(isinstance(told, m.History) for told in await ann.rest())


async def test_a_move_that_came_during_the_sign_in_counts_from_its_arrival(
    serving: Serving, mock_clock: MockClock
) -> None:
    ann, bob, table = await timed_table(serving, clock="sudden 600")
    for line in (ann, bob, ann, bob):  # the first move of each is free
        await line.ask(order(serving, table))
    await ann.stream.aclose()
    with held(AccountStore, "enter") as gate:
        back = await raw(serving)
        await back.send(m.SignIn(name="Ann", token=ANN), 1000)
        await gate.reached()
        await back.send(order(serving, table), 1001)
        await wait_all_tasks_blocked()
        mock_clock.jump(4)

    assert isinstance(await back.reply(1001), m.Done)
    while (moved := await event(bob, "moved"))["player"] != 0:
        pass
    assert moved["clocks"][0] == 600_000


async def test_a_move_that_comes_while_the_server_reads_the_talk_of_the_table_is_answered(serving: Serving) -> None:
    ann, _bob, table = await two_at_a_table(serving)
    await ann.ask(m.Say(key=new_key(), room="table", table=table, text="hello"))
    with held(SocialStore, "lines") as gate:
        await ann.send(m.Watch(table=table), 1000)
        await gate.reached()
        assert isinstance(await ann.ask(order(serving, table)), m.Done)


async def test_the_history_has_a_match_whose_end_was_told_before_the_question(serving: Serving) -> None:
    ann, bob = await come(serving, "Ann", "Bob")
    with held(SocialStore, "add_matches") as gate:
        table = await finished(serving, ann, bob)
        await gate.reached()
        await ann.send(m.GetHistory(), 1000)
        await ann.ask(m.Ping())
    assert [each.table for each in (await ann.reply(1000)).matches] == [table]


async def test_alternating_sides_count_a_match_that_has_just_ended(serving: Serving) -> None:
    ann, bob = await come(serving, "Ann", "Bob")
    sides = []
    for _ in range(3):
        table = await table_of(ann, player=None, alternate=True)
        sides.append(next(seat is not None for seat in serving.match(table).seats))  # type: ignore[union-attr]
        await sit(bob, table)
        assert isinstance(await bob.ask(m.SendResign(table=table, key=new_key(), match=True)), m.Done)
    assert sides in ([True, False, True], [False, True, False])


DATABASE = [(kind, name) for kind in (SocialStore, AccountStore) for name in vars(kind) if not name.startswith("_")]


async def test_nothing_in_the_loop_touches_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop, found = threading.current_thread(), []

    def watched(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            if threading.current_thread() is loop:
                found.append(name)
            return method(*arguments, **more)

        return call

    async with running(tmp_path) as serving:
        accounts = serving.services.accounts
        for name, token in (("Ann", ANN), ("Bob", BOB)):
            accounts.register(accounts.enter(name, token).id)
        with monkeypatch.context() as patch:
            for kind, name in DATABASE:
                if callable(method := getattr(kind, name)) and name not in ("close", "in_thread"):
                    patch.setattr(kind, name, watched(f"{kind.__name__}.{name}", method))
            ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
            eve = await raw(serving, name="Eve")
            bobs = {person.name: person.account for person in (await eve.push(m.People)).people}["Bob"]
            await bob.stream.aclose()
            table = await table_of(ann, access="invited", rated=True, alternate=True, player=None)
            assert isinstance(await ann.ask(m.Invite(table=table, key=new_key(), account=bobs)), m.Done)
            bob = await player(serving, "Bob")
            assert isinstance(await sit(bob, table), m.Done)
            assert isinstance(await bob.ask(m.SendResign(table=table, key=new_key(), match=True)), m.Done)
            assert len((await ann.ask(m.GetProfile(account=bobs))).standings) == 1
            await ann.ask(m.Rematch(table=table, key=new_key()))
            assert isinstance(await bob.ask(m.Rematch(table=table, key=new_key())), m.Done)
            coded = await table_of(ann, access="code", code="abcd")
            assert isinstance(await watching(bob, coded, code="abcd"), m.Done)
            assert isinstance(await say(bob, "hello"), m.Done)

    assert found == []
