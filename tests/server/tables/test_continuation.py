"""A match of another host becomes a table here: which one, for whom, and what everybody sees."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from typing import Any

import pytest
from trio.testing import MockClock

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.serving import move_of, new_key
from devtools.harness.server.timing import pass_time
from netgame.games import GAMES
from netgame.match import Match
from netgame.match.create import created_event
from netgame.match.evolve import replay
from netgame.records.proof import origin, prove
from netgame.records.writer import write_record
from protocol import messages as m
from protocol.event_codec import event_from_bytes, event_to_plain
from protocol.identity.device_key import DeviceKey, verify
from server.app import Services
from server.errors import DatabaseFailed
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore
from server.tables.actor import CommandEnvelope
from server.tables.commands import User
from server.tables.continuation import CannotContinue, Continuations
from server.tables.host_keys import HostKeys
from tests.server.services import come, go, services_in_memory
from tests.signing import SignedTable, public

HERE = DeviceKey.from_seed(bytes(32))
ANN, BOB, EVE = (User(f"{name}1", name.title(), key=public(name)) for name in ("ann", "bob", "eve"))
AT = 1_000_000


class Here:
    """This server, and how its users reach it."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._continuations = Continuations(services.registry, services.clock, GAMES, HostKeys([HERE]))

    async def take(self, table: SignedTable, by: str = "bob") -> str:
        """Continue the match for that player, and return the table."""
        return await self.take_text(write_record(table.log), by)

    async def take_text(self, record: str, by: str = "bob") -> str:
        return await self._continuations.continue_match(record.encode(), public(by))

    async def do(self, user: User, command: type[m.TableCommand], table: str, **fields: Any) -> m.Message:
        """Return the answer to a command."""
        actor, replies = await self.services.registry.load(table), list[m.Message]()
        message = command(table=table, key=new_key(), **fields)
        actor.post(CommandEnvelope(message, self.services.clock.now(), user, on_reply=replies.append))
        await self.services.commit.quiet()
        return replies[0]

    async def sit(self, user: User, table: str) -> m.Message:
        return await self.do(user, m.TakeSeat, table)

    async def move(self, user: User, table: str) -> m.Message:
        move = move_of(self.match(table))
        return await self.do(user, m.SendMove, table, position=move.position, move=move.move)

    def match(self, table: str) -> Match:
        return self.services.registry.match(table)


@asynccontextmanager
async def here(store: MemoryStore | None = None, **options: Any) -> AsyncIterator[Here]:
    async with services_in_memory(store or MemoryStore(), at=AT, keys=HostKeys([HERE]), **options) as services:
        yield Here(services)


def old_table(moves: int = 6, game: str = "thud", **agreed: Any) -> SignedTable:
    """Return a table of another host at which Ann and Bob have signed these moves."""
    table = SignedTable(created_event(GAMES[game](), at=1_000, **agreed), games=GAMES)
    for player in (0, 1):
        table.sit(player)  # type: ignore[arg-type]
    play(table, moves)
    return table


def play(table: SignedTable, moves: int) -> None:
    for _ in range(moves):
        table.play(move_of(table.after(1_000).match).move)


async def reason(of: Here, record: str, by: str = "bob") -> str:
    with pytest.raises(CannotContinue) as caught:
        await of.take_text(record, by)
    return caught.value.text.template


async def test_the_match_goes_on_here_when_both_have_taken_their_seats_in_a_log_that_begins_with_the_old_one() -> None:
    old = old_table(clock="sudden 600")
    async with here() as server:
        table = await server.take(old)
        actor = await server.services.registry.load(table)
        log = [event_from_bytes(body) for body in actor.table.log]
        assert log[:-1] == old.log
        assert replay(log, GAMES).vacant == {0, 1}
        assert prove(log, verify).covers[public("ann")] > 0

        come(server.services, BOB)
        assert isinstance(await server.sit(BOB, table), m.Done)
        come(server.services, ANN)
        assert server.match(table).paused is not None
        assert isinstance(await server.sit(ANN, table), m.Done)
        await server.services.commit.quiet()

        match = server.match(table)
        assert match.paused is None
        assert match.origin == origin(HERE.public, table)
        assert (match.state, match.position) == (old.match.state, old.match.position)
        assert match.clocks.left == old.match.clocks.left  # type: ignore[union-attr]
        assert isinstance(await server.move(ANN, table), m.Done)


async def test_a_match_that_is_continued_twice_is_one_table_unless_it_was_given_up() -> None:
    old = old_table()
    async with here() as server:
        first = await server.take(old, "ann")
        assert await server.take(old, "bob") == first
        await server.sit(BOB, first)
        assert isinstance(await server.do(BOB, m.SendOffer, first, kind="abort"), m.Done)
        assert await server.take(old) != first


async def test_a_stranger_gets_no_seat_whatever_their_name() -> None:
    async with here() as server:
        table = await server.take(old_table())
        for user in (EVE, replace(EVE, name="Ann"), replace(ANN, key=b"")):
            reply = await server.sit(user, table)
            assert isinstance(reply, m.Refused)
            assert reply.code in ("full", "other_key")
        assert server.match(table).vacant == {0, 1}


@pytest.mark.parametrize(("access", "code"), [("open", None), ("code", "no_spectators"), ("invited", "no_spectators")])
async def test_strangers_cannot_watch_a_private_match_that_is_over_here(access: Any, code: str | None) -> None:
    async with here() as server:
        table, services = await server.take(old_table(access=access)), server.services
        for user in (ANN, BOB):
            come(services, user)
            await server.sit(user, table)
        actor = await services.registry.load(table)
        for _ in range(2):
            refused = services.access.refusal_to_watch(actor.table, EVE, "", services.clock.now())
            assert (refused.code if refused is not None else None) == code
            await server.do(ANN, m.SendResign, table, match=True)
        assert actor.table.is_over


async def test_an_invented_end_is_cut_off() -> None:
    old = old_table()
    signed = old.match.number
    old.signs.clear()
    play(old, 2)
    async with here() as server:
        table = await server.take(old)
        assert server.match(table).number == signed + 1


async def test_a_match_is_refused_that_is_over_unsigned_too_long_or_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    over, unsigned = old_table(), old_table(0)
    over.agree("abort", 0)
    unsigned.signs.clear()
    play(unsigned, 4)
    async with here() as server:
        assert await reason(server, write_record(over.log)) == "the match is over"
        assert await reason(server, write_record(unsigned.log)) == "the match has not started yet"
        assert await reason(server, write_record(old_table().log), "eve") == (
            "Only its players can continue a match, with the keys that they had there"
        )
        monkeypatch.setattr("server.tables.continuation.MOST_EVENTS", 1000 + 5)
        assert await reason(server, write_record(old_table().log)) == (
            "This match is too long to go on at another host"
        )


@pytest.mark.parametrize("change", ["game: clod", "rules: 99"])
async def test_unknown_rules_and_changed_records_are_refused(change: str) -> None:
    label = change.partition(":")[0]
    lines = [change if line.startswith(f"{label}: ") else line for line in write_record(old_table().log).split("\n")]
    async with here() as server:
        assert await reason(server, "\n".join(lines))
        assert await reason(server, "no record")
        assert await reason(server, "x" * (1 << 21))


async def test_a_match_of_this_server_goes_on_at_its_own_table() -> None:
    old = old_table()
    async with here() as server:
        table = await server.take(old)
        come(server.services, ANN)
        come(server.services, BOB)
        await server.sit(ANN, table)
        await server.sit(BOB, table)
        for user in (ANN, BOB, ANN, BOB)[old.match.moved[0] + old.match.moved[1] & 1 :]:
            await server.move(user, table)
        actor = await server.services.registry.load(table)
        record = write_record([event_from_bytes(body) for body in actor.table.log])

        assert await server.take_text(record) == table


async def test_where_the_own_table_is_an_older_copy_the_match_goes_on_from_the_record() -> None:
    async with here() as server:
        copy = await begun_here(server)
        log = [event_from_bytes(body) for body in server.services.registry.get(copy).table.log]  # type: ignore[union-attr]
        there = SignedTable(log[0], games=GAMES)  # type: ignore[arg-type]
        there.log, there.match = log, replay(log, GAMES)
        there.now = there.match.at
        play(there, 2)

        table = await server.take(there)
        assert table != copy
        actor = await server.services.registry.load(table)
        assert [event_from_bytes(body) for body in actor.table.log][:-1] == there.log


async def test_a_restart_keeps_the_continuation() -> None:
    store, old = MemoryStore(), old_table(clock="sudden 600")
    async with here(store) as server:
        table = await server.take(old)
        line = come(server.services, BOB)
        await server.sit(BOB, table)
        go(server.services, BOB, line)
        await server.services.commit.quiet()
    async with here(store) as server:
        come(server.services, BOB)
        come(server.services, ANN)
        assert server.match(table).vacant == {0}
        await server.sit(ANN, table)
        await server.services.commit.quiet()

        assert server.match(table).paused is None


async def test_a_match_that_was_by_code_and_rated_is_listed_for_its_players_who_need_no_account_here() -> None:
    old = old_table(access="code", rated=True)
    async with here() as server:
        table, services = await server.take(old), server.services
        info = services.lobby.info(services.lobby.tables[table])
        assert info.origin == old.match.created.origin
        assert (info.access, info.rated, info.state) == ("open", False, "playing")
        assert [seat and seat.name for seat in info.seats] == ["Ann", "Bob"]

        actor = await services.registry.load(table)
        for user in (BOB, EVE):
            assert (services.access.refusal_to_watch(actor.table, user, "", AT) is None) == (user == BOB)
        for user in (BOB, ANN):
            assert isinstance(await server.sit(user, table), m.Done)


async def begun_here(server: Here) -> str:
    """Return a table of this server at which Ann and Bob have moved, with signatures, and are signed in."""
    old = old_table()
    table = await server.take(old)
    for user in (ANN, BOB):
        come(server.services, user)
        await server.sit(user, table)
    await server.services.commit.quiet()
    return table


def course_of(server: Here, table: str, moves: int) -> tuple[SignedTable, m.ShowCourse]:
    """Return the match of a table as a third server goes on with it, and what a program shows of that."""
    log = [event_from_bytes(body) for body in server.services.registry.get(table).table.log]  # type: ignore[union-attr]
    there = SignedTable(log[0], games=GAMES)  # type: ignore[arg-type]
    there.log, there.match = list(log), replay(log, GAMES)
    there.now = there.match.at
    there.rehost("third", "t3")
    there.resume()
    play(there, moves)
    after = len(log)
    return there, m.ShowCourse(table=table, after=after, events=[event_to_plain(e) for e in there.log[after:]])


async def test_a_table_freezes_when_it_is_shown_a_longer_log_that_both_players_have_signed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = MemoryStore()
    with closing(AccountStore(":memory:")) as accounts, closing(SocialStore(":memory:")) as social:
        async with here(store, kept=(accounts, social)) as server:
            table = await begun_here(server)
            _there, course = course_of(server, table, moves=2)
            requests = server.services.sessions.tables
            assert (await requests.take_notice(course, EVE)).code == "no_seat"  # type: ignore[union-attr]
            assert isinstance(await requests.take_notice(course, ANN), m.Done)
            refused = await server.move(ANN, table)
            assert isinstance(refused, m.Refused)
            assert refused.code == "frozen"
            assert server.services.lobby.live(table) is None
            assert isinstance(await requests.take_notice(course, BOB), m.Done)
        async with here(store, kept=(accounts, social)) as server:
            actor = await server.services.registry.load(table)
            assert actor.table.is_elsewhere
            assert server.services.lobby.live(table) is None
    assert not [line for line in caplog.records if line.levelno >= logging.WARNING], "nothing is wrong"


async def test_a_table_is_stored_as_gone_on_elsewhere_before_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise DatabaseFailed("away")

    async with here() as server:
        table = await begun_here(server)
        _there, course = course_of(server, table, moves=2)
        accounts, requests = server.services.accounts, server.services.sessions.tables
        with monkeypatch.context() as patch:
            patch.setattr(accounts, "set_item_aside", fails)
            with pytest.raises(DatabaseFailed):
                await requests.take_notice(course, ANN)
        assert isinstance(await requests.take_notice(course, ANN), m.Done)
        assert [item.id for item in accounts.items_set_aside()] == [table]


async def test_a_table_that_waits_for_the_disk_freezes_when_it_is_shown_a_longer_log(mock_clock: MockClock) -> None:
    store = MemoryStore()
    async with here(store) as server:
        table = await begun_here(server)
        _there, course = course_of(server, table, moves=2)
        store.log.is_full = True
        assert (await server.do(ANN, m.SendOffer, table, kind="abort")).code == "unconfirmed"  # type: ignore[union-attr]
        assert isinstance(await server.services.sessions.tables.take_notice(course, ANN), m.Done)
        store.log.is_full = False
        await pass_time(mock_clock, 3)
        assert server.services.registry.get(table).table.is_elsewhere  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", ["one signs", "shorter", "invented", "strange", "no such event", "beyond"])
async def test_a_table_goes_on_unless_both_have_signed_more_elsewhere(kind: str) -> None:
    async with here() as server:
        table = await begun_here(server)
        there, course = course_of(server, table, moves=0)
        after = course.after
        if kind == "one signs":
            there.signs.discard(0)
        if kind == "invented":
            there.signs.clear()
        play(there, 0 if kind == "shorter" else 2)
        events = [event_to_plain(event) for event in there.log[after:]]
        if kind == "strange":
            events[-1]["number"] += 1
        elif kind == "no such event":
            events[-1]["type"] = "castled"
        elif kind == "beyond":
            after += 100
        shown = m.ShowCourse(table=table, after=after, events=events)
        reply = await server.services.sessions.tables.take_notice(shown, ANN)
        assert (isinstance(reply, m.Refused) and reply.code) == "not_longer"
        assert isinstance(await server.move(ANN, table), m.Done)
