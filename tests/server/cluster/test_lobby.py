"""Tables, talk, moderation and ratings among users whose connections are to different nodes of a service."""

from dataclasses import replace
from typing import Any

import pytest
import trio

from devtools.harness.server.appending import append
from devtools.harness.server.nodes import Client, Service, asked_at_once
from devtools.harness.server.serving import HURRIED, new_key, order, table_of
from protocol import messages as m
from server.ops.policy import Policy
from server.storage.accounts import FOREVER
from server.storage.event_store import Append

TIME_FLOWS = True

Players = tuple[Client, Client, Service]


@pytest.fixture(params=[True, pytest.param(False, marks=pytest.mark.sweep)], ids=["without hints", "with hints"])
async def players(request: pytest.FixtureRequest, service: Service) -> Players:
    """Ann and Bob, at two nodes that know of both, and their service."""
    if request.param:
        service.hub.loses = lambda _message: True
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    for client in (ann, bob):
        await client.people(lambda people: len(people) == 2)
    return ann, bob, service


async def register(client: Client, name: str) -> None:
    assert (await client.ask(m.SignUp(name=name, password="correct horse battery"))).registered


def made_by(client: Client, **fields: Any) -> m.MakeTable:
    """Return the command that makes a table with that user as player 0."""
    return m.MakeTable(**({"key": new_key(), "game": "clod", "options": {}, "player": 0} | fields))


async def say(client: Client, text: str, **fields: Any) -> Any:
    return await client.ask(m.Say(key=new_key(), text=text, **fields))


async def heard(client: Client, room: str) -> list[str]:
    """Return the next lines that a user gets of a room."""
    while True:
        chat = await client.push(m.Chat)
        if chat.room == room:
            return [line.text for line in chat.lines]


# ---- tables and talk


async def test_all_nodes_list_a_table_until_it_is_over(players: Players) -> None:
    ann, bob, service = players
    table = (await ann.ask(made_by(ann, title="Come in"))).table
    [info] = await bob.tables(lambda tables: len(tables) == 1)
    assert (info.table, info.title, info.seats[0].name, info.seats[0].present) == (table, "Come in", "Ann", True)
    cid = await (await service.add()).connect("Cid")  # at a new node
    [info] = await cid.tables(lambda tables: len(tables) == 1)
    assert isinstance(await cid.ask(m.TakeSeat(table=info.table, key=new_key(), ready=False)), m.Done)
    await cid.ask(m.LeaveSeat(table=table, key=new_key()))

    await ann.ask(m.LeaveSeat(table=table, key=new_key()))
    await bob.tables(lambda tables: not tables)


async def test_entries_that_a_node_cannot_read_are_left_out(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    await append(service.store, Append("new", 0, [b"x"], entry=b"of a newer version"))
    ann = await service.nodes[0].connect("Ann")
    table = (await ann.ask(made_by(ann))).table
    bob = await (await service.add()).connect("Bob")
    for client in (ann, bob):
        assert [info.table for info in await client.tables(lambda tables: len(tables) == 1)] == [table]
    assert "new" in caplog.text


async def test_all_nodes_know_who_is_present_and_at_which_table(players: Players) -> None:
    ann, bob, _service = players
    table = await table_of(ann, bob)
    await bob.people(lambda people: {person.table for person in people} == {table})
    await ann.stream.aclose()
    await bob.tables(lambda tables: [seat and seat.present for info in tables for seat in info.seats] == [False, True])


async def test_seats_at_all_nodes_count_for_the_limit_of_seats(service: Service) -> None:
    first, second = service.nodes
    ann = await first.connect("Ann")
    for _ in range(first.services.policy.limits.seats):
        assert isinstance(await ann.ask(made_by(ann)), m.Done)
    await service.settled(lambda: len(second.services.lobby.listing.offered(1000)) == len(service.store.rows))
    again = await second.connect("Ann")
    assert (await again.ask(made_by(again))).code == "too_many"


async def test_spectators_at_all_nodes_are_counted_and_named(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await first.connect("Bob")
    table = await table_of(ann, bob)
    eve = await second.connect("Eve")
    await eve.ask(m.Watch(table=table))

    while not (presence := await ann.push(m.Presence)).watching:
        pass
    assert (presence.watching, presence.spectators) == (1, ["Eve"])
    await ann.tables(lambda tables: [info.watching for info in tables] == [1])
    second.kill()
    while (await ann.push(m.Presence)).watching:
        pass


async def test_only_invited_users_at_another_node_see_a_table(players: Players) -> None:
    ann, bob, service = players
    eve = await service.nodes[1].connect("Eve")
    table = (await ann.ask(made_by(ann, access="invited"))).table
    await service.settled(lambda: service.nodes[1].services.access.knows(table))
    refused = await eve.ask(m.TakeSeat(table=table, key=new_key()))
    assert isinstance(await ann.ask(m.Invite(table=table, key=new_key(), account=bob.signed_in.account)), m.Done)

    invited = await bob.push(m.Invited)
    assert isinstance(await bob.ask(m.TakeSeat(table=table, key=new_key())), m.Done), "at once"
    assert (invited.table.table, invited.name) == (table, "Ann")
    await bob.tables(lambda tables: [info.table for info in tables] == [table])
    assert refused.code == "not_invited"
    assert await eve.tables(lambda _tables: True) == []


async def test_blocking_takes_back_invitations_at_all_nodes(players: Players) -> None:
    ann, bob, _service = players
    table = (await ann.ask(made_by(ann, access="invited"))).table
    await ann.ask(m.Invite(table=table, key=new_key(), account=bob.signed_in.account))
    await bob.push(m.Invited)
    assert isinstance(await bob.ask(m.Watch(table=table)), m.Done)
    await bob.tables(lambda tables: [info.table for info in tables] == [table])

    await ann.ask(m.SetRelation(account=bob.signed_in.account, relation="block"))

    ended = await bob.push(m.WatchEnded)
    assert (ended.table, ended.code) == (table, "not_invited")
    assert (await bob.ask(m.TakeSeat(table=table, key=new_key()))).code == "not_invited"
    assert await bob.tables(lambda tables: not tables) == []


async def test_tables_of_one_address_count_until_they_are_over(service: Service) -> None:
    node = service.nodes[0]
    node.services.policy.update(Policy(limits=replace(HURRIED, tables_per_address=1)))
    ann, bob = await node.connect("Ann"), await node.connect("Bob")
    for title in ("\u2063", "\U0001d160" * 60):  # invisible, and one that grows in NFC
        assert (await ann.ask(made_by(ann, title=title))).code == "bad_title"
    while isinstance(made := await ann.ask(made_by(ann)), m.Refused):
        assert made.code == "too_many"  # until it is known that the first one was not made
    await bob.tables(lambda tables: [info.table for info in tables] == [made.table])  # without spectators
    assert (await bob.ask(made_by(bob))).code == "too_many"
    await ann.ask(m.LeaveSeat(table=made.table, key=new_key()))
    await bob.tables(lambda tables: not tables)

    assert isinstance(await bob.ask(made_by(bob)), m.Done)


async def test_a_line_and_a_notice_reach_another_node(players: Players) -> None:
    ann, bob, service = players
    assert isinstance(await say(ann, "Hello", room="direct", account=bob.signed_in.account), m.Done)
    assert await heard(bob, "direct") == ["Hello"]
    service.nodes[0].services.broadcast.announce("Cake at five")
    assert (await bob.push(m.Notice)).args == {"text": "Cake at five"}


async def test_an_offer_of_a_rematch_ends_with_the_node_of_its_player(players: Players) -> None:
    ann, bob, service = players
    table = await table_of(ann, bob)
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    await ann.until(table, "ended")
    await ann.ask(m.Rematch(table=table, key=new_key()))
    while (await bob.push(m.RematchState)).offers[0] is None:
        pass
    service.nodes[0].kill()

    while not (state := await bob.push(m.RematchState)).closed:
        pass
    assert state.closed == "left"


# ---- moderation


async def dismissed(client: Client) -> list[str]:
    """Return the codes with which a connection was closed."""
    return [message.code for message in await client.rest() if isinstance(message, m.Closing)]


async def test_a_ban_ends_the_connection_and_bans_the_address_at_another_node(service: Service) -> None:
    first, second = service.nodes
    ann = await first.connect("Ann", address="192.0.2.1")
    bob = await second.connect("Bob", address="192.0.2.2")
    await ann.people(lambda people: len(people) == 2)
    known = service.accounts.get(bob.signed_in.account)
    await first.services.moderation.act("ban", known, FOREVER, "spam", by=ann.signed_in.account, address=True)

    assert await dismissed(bob) == ["banned"]
    await service.settled(lambda: second.services.sanctions.address_ban("192.0.2.2", 0) == (0, "spam"))
    other = await second.greet("192.0.2.2")
    assert (await other.ask(m.SignIn(name="Bert", token=b"x" * 32))).code == "banned"
    await first.services.moderation.act("unban", known, 0, "", by="operator")
    await service.settled(lambda: second.services.sanctions.address_ban("192.0.2.2", 0) is None)


async def test_a_mute_and_a_kick_reach_another_node(players: Players) -> None:
    _ann, bob, service = players
    first, second = service.nodes
    known = service.accounts.get(bob.signed_in.account)
    await first.services.moderation.act("mute", known, FOREVER, "", by="operator")
    await service.settled(lambda: second.services.sanctions.is_muted(known.account, 0))
    assert (await say(bob, "But", room="lobby")).code == "muted_here"
    await first.services.moderation.act("unmute", known, 0, "", by="operator")
    await service.settled(lambda: not second.services.sanctions.is_muted(known.account, 0))
    assert isinstance(await say(bob, "Thanks", room="lobby"), m.Done)

    first.services.moderation.kick(bob.signed_in.account)
    assert await dismissed(bob) == ["kicked"]


async def test_a_moderator_closes_tables_of_another_node(players: Players) -> None:
    ann, _bob, service = players
    table = (await ann.ask(made_by(ann))).table
    await ann.ask(m.Watch(table=table))
    await service.nodes[1].services.moderation.end_table(table, by="operator")
    got = set[str]()
    while not {"events", "notice"} <= got:
        frame = await ann.frame()
        got.add(frame.message.__struct_config__.tag)
    assert (await ann.until(table, "ended"))["reason"] == "aborted"


# ---- challenges


async def challenged(ann: Client, bob: Client) -> str:
    """Let Ann challenge Bob, and return the challenge as Bob hears of it."""
    terms = m.GameTerms(game="clod")
    assert await ann.ask(m.Challenge(key=new_key(), account=bob.signed_in.account, terms=terms)) == m.Done()
    return str((await bob.push(m.ChallengeChanged)).challenge.challenge)


async def test_a_challenge_reaches_another_node_and_is_a_table_at_all_when_accepted(players: Players) -> None:
    ann, bob, _service = players
    id = await challenged(ann, bob)
    made = await bob.ask(m.AnswerChallenge(challenge=id, accept=True))
    while (news := await ann.push(m.ChallengeChanged)).state != "accepted":
        pass
    assert news.table == made.table
    await ann.tables(lambda tables: made.table in [info.table for info in tables])
    assert isinstance(await ann.ask(m.Watch(table=made.table)), m.Done)


async def test_of_two_answers_to_a_challenge_at_two_nodes_one_counts(players: Players) -> None:
    ann, bob, _service = players
    id = await challenged(ann, bob)
    accepts, withdraws = m.AnswerChallenge(challenge=id, accept=True), m.WithdrawChallenge(challenge=id)
    answers = await asked_at_once((bob, accepts), (ann, withdraws))
    assert sorted(getattr(each, "code", "done") for each in answers) == ["challenge_over", "done"]


async def test_a_challenge_ends_the_offer_of_a_rematch_at_another_node(players: Players) -> None:
    ann, bob, _service = players
    table = await table_of(ann, bob)
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    await ann.until(table, "ended")
    id = await challenged(ann, bob)
    await ann.ask(m.Rematch(table=table, key=new_key()))
    while (await bob.push(m.RematchState)).offers[0] is None:
        pass

    await bob.ask(m.AnswerChallenge(challenge=id, accept=True))

    while not (state := await ann.push(m.RematchState)).closed:
        pass
    assert state.closed == "withdrawn"


async def test_a_player_who_is_blocked_is_so_at_all_nodes(players: Players) -> None:
    ann, bob, _service = players
    anns, bobs = ann.signed_in.account, bob.signed_in.account
    assert await ann.ask(m.SetRelation(account=bobs, relation="block")) == m.Done()
    assert (await say(bob, "hello", room="direct", account=anns)).code == "blocked"
    order = m.Challenge(key=new_key(), account=anns, terms=m.GameTerms(game="clod"))
    assert (await bob.ask(order)).code == "blocked"


# ---- ratings


async def rated_tables(players: Players) -> list[str]:
    """Return two tables of both players, who are members now. Both nodes know their ratings."""
    ann, bob, service = players
    for client, name in ((ann, "Ann"), (bob, "Bob")):
        await register(client, name)
    tables = [await table_of(ann, bob, rated=True) for _ in range(2)]
    for table in tables:
        assert isinstance(await ann.ask(order(service.nodes[0], table)), m.Done)
        await bob.up_to(table, len(service.store.rows[table]))
        assert isinstance(await bob.ask(order(service.nodes[1], table)), m.Done)
    return tables


async def test_a_rating_that_changed_at_another_node_counts_for_the_next_match(players: Players) -> None:
    ann, bob, _service = players
    tables = await rated_tables(players)
    await ann.ask(m.SendResign(table=tables[0], key=new_key(), match=True))
    first = await bob.until(tables[0], "ended")
    await bob.ask(m.SendResign(table=tables[1], key=new_key(), match=True))
    second = await ann.until(tables[1], "ended")

    after = [change["after"] for change in first["ratings"]]
    assert [change["before"] for change in second["ratings"]] == after
    profile = await ann.ask(m.GetProfile(account=ann.signed_in.account))
    assert (profile.standings[0].won, profile.standings[0].lost) == (1, 1)


async def test_matches_of_one_player_that_end_at_two_nodes_at_once_both_count(players: Players) -> None:
    ann, bob, service = players
    tables = await rated_tables(players)
    links = [node.links[0] for node in service.nodes]
    for link in links:
        link.held = []
    async with trio.open_nursery() as nursery:
        for client, table in zip((ann, bob), tables, strict=True):
            nursery.start_soon(client.ask, m.SendResign(table=table, key=new_key(), match=True))
        await service.settled(lambda: all(link.held for link in links))
        for link in links:
            link.send_held()

    ends = [(await ann.until(table, "ended"))["ratings"] for table in tables]
    last, first = sorted(ends, key=lambda ratings: ratings[0]["before"] == ratings[1]["before"])
    assert [change["before"] for change in last] == [change["after"] for change in first]


# ---- the operator


async def test_a_user_is_renamed_at_tables_and_in_lists_of_all_nodes(players: Players) -> None:
    ann, bob, service = players
    first, second = service.nodes
    rename = first.services.account_operations.operations["user.rename"]
    await register(bob, "Bob")
    table = await table_of(ann, bob)
    cleo = await first.connect("Cleo")
    dora = await first.connect("Dora")
    await register(dora, "Dora")
    await table_of(cleo, dora)
    eve = await second.connect("Eve")
    await eve.ask(m.Watch(table=table))  # so that the table stays in memory there

    await rename({"name": "Bob", "to": "Robert"})
    await rename({"name": "Dora", "to": "Doris"})

    assert await dismissed(bob) == ["renamed"]
    wanted = {("Ann", "Robert"), ("Cleo", "Doris")}  # the second node never had the table of the latter in memory
    for client in (ann, eve):
        await client.tables(
            lambda tables: {tuple(seat.name for seat in info.seats if seat) for info in tables} == wanted
        )
    assert (await second.connect("Bob")).signed_in.name == "Robert"


async def test_deleting_a_user_of_another_node_ends_matches(players: Players) -> None:
    ann, bob, service = players
    await register(bob, "Bob")
    table = await table_of(ann, bob)
    await ann.ask(order(service.nodes[0], table))
    await service.nodes[0].services.account_operations.operations["user.delete"]({"name": "Bob"})
    assert await dismissed(bob) == ["revoked"]
    assert (await ann.until(table, "ended"))["winner"] == 0
    await ann.people(lambda people: [person.name for person in people] == ["Ann"])


async def test_a_report_at_one_node_has_the_lines_of_another_and_is_read_there(players: Players) -> None:
    ann, bob, service = players
    await say(bob, "Nasty", room="lobby")
    assert await heard(ann, "lobby") == ["Nasty"]
    report = m.Report(key=new_key(), account=bob.signed_in.account, text="Look at this")
    assert isinstance(await ann.ask(report), m.Done)
    eve = await service.nodes[1].connect("Eve")
    await service.nodes[0].services.account_operations.operations["user.moderator"](
        {"name": eve.signed_in.account, "on": True}
    )
    assert await dismissed(eve) == ["kicked"]
    reports = await (await service.nodes[1].connect("Eve")).ask(m.GetReports())

    assert [line.text for line in reports.reports[0].lines] == ["Nasty"]
