"""Tournaments at a server that is alone: stops, withdrawals during a game, and deleted players."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from devtools.harness import PATIENCE_S, raising
from devtools.harness.server.nodes import flowing_time
from devtools.harness.server.serving import HURRIED, Raw, new_key, raw, running
from devtools.harness.server.timing import player
from netgame.games import GAMES
from netgame.match import Match
from netgame.tournaments.due import Due, Facts, due
from netgame.tournaments.state import Tournament
from protocol import messages as m
from server.app import Serving
from server.errors import DatabaseFailed
from server.tournaments.requests import MAX_INVITATIONS
from tests.server.lobby.test_social import come


@asynccontextmanager
async def server(data: Path, **changes: Any) -> AsyncIterator[Serving]:
    with trio.fail_after(PATIENCE_S):
        async with running(data, tournaments="anybody", **changes) as serving:
            yield serving


async def make(lines: list[Raw], **terms: Any) -> str:
    """Let the first player make a tournament, all enter, and the first one start it."""
    usual: dict[str, Any] = {"title": "Cup", "format": "round_robin", "game": "thud", "options": {}}
    made = await lines[0].ask(m.MakeTournament(key=new_key(), **usual | terms))
    assert isinstance(made, m.Done), made
    for line in lines:
        assert isinstance(await line.ask(m.EnterTournament(tournament=made.table, key=new_key())), m.Done)
    assert isinstance(await lines[0].ask(m.StartTournament(tournament=made.table, key=new_key())), m.Done)
    return str(made.table)


async def make_open(director: Raw, **terms: Any) -> str:
    """Let a player make a tournament without participants."""
    usual: dict[str, Any] = {"title": "Cup", "format": "round_robin", "game": "clod", "options": {}}
    return str((await director.ask(m.MakeTournament(key=new_key(), **usual | terms))).table)


async def order(line: Raw, kind: type[m.TournamentOrder], id: str, **fields: Any) -> str:
    """Give a command to a tournament. Return the code of its refusal; "" if it was accepted."""
    reply = await line.ask(kind(tournament=id, key=new_key(), **fields))
    return reply.code if isinstance(reply, m.Refused) else ""


async def invited_to(line: Raw) -> list[str]:
    """Return the tournaments to which a player has an invitation."""
    reply = await line.ask(m.ListTournaments())
    return [each.tournament for each in reply.tournaments if each.invited]


async def until(serving: Serving, id: str, is_it: Callable[[Tournament], bool]) -> Tournament:
    while True:
        known = serving.services.tournament_logs.get(id)
        if known is not None and known.state is not None and is_it(known.state):
            return known.state
        await trio.testing.wait_all_tasks_blocked(0.001)


def has_rounds(number: int) -> Callable[[Tournament], bool]:
    return lambda tournament: len(tournament.rounds) == number or tournament.phase == "over"


async def match_at(serving: Serving, table: str) -> Match:
    return (await serving.services.registry.load(table)).table.match


async def has_table(serving: Serving, tournament: Tournament) -> str:
    """Return the table of the first board, as soon as its match has begun."""
    table = tournament.rounds[0][0].paired.table
    while serving.services.lobby.live(table) is None:
        await trio.testing.wait_all_tasks_blocked(0.001)
    return table


async def test_a_match_of_a_tournament_has_its_terms(tmp_path: Path) -> None:
    async with server(tmp_path) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        id = await make([ann, bob], clock="fischer 300+5", absence="forfeit 60")
        state = await until(serving, id, lambda t: bool(t.rounds))
        match = await match_at(serving, await has_table(serving, state))

        created = match.created
        assert (created.title, created.clock, created.absence) == ("Cup (1)", "fischer 300+5", "forfeit 60")
        assert (created.hints, created.rated, created.dice) == (False, False, "host")
        assert match.phase == "playing"
        assert [seat.name for seat in match.seats if seat is not None] == [
            "Ann" if account == state.director else "Bob" for account in state.rounds[0][0].accounts
        ]
        await bob.send(m.Bye())
        await bob.stream.send_eof()
        kinds = {type(message) for message in await bob.rest()}
        assert not kinds & {m.Tournaments, m.TournamentsDelta, m.TournamentEvents}, "an older program reads none"


async def test_a_player_who_comes_back_as_a_computer_has_not_appeared(tmp_path: Path) -> None:
    async with server(tmp_path, computers="all") as serving:
        lines = await come(serving, "Ann", "Bob", "Cleo", "Dan")
        made = await lines[0].ask(
            m.MakeTournament(key=new_key(), title="Cup", format="knockout", game="thud", options={}, appear_s=1)
        )
        for line in lines:
            await line.ask(m.EnterTournament(tournament=made.table, key=new_key()))
        robot = await raw(serving)
        await robot.ask(m.SignIn(name="Bob", token=b"b" * 32, computer="level 3"))
        await lines[0].ask(m.StartTournament(tournament=made.table, key=new_key()))

        state = await until(
            serving, made.table, lambda t: bool(t.rounds) and any(board.cause == "absent" for board in t.rounds[0])
        )
        bob = _account(serving, "Bob")
        [lost] = [board for board in state.rounds[0] if bob in board.accounts]
        [played] = [board for board in state.rounds[0] if bob not in board.accounts]
        assert lost.points == ((0, 2) if lost.paired.first == bob else (2, 0))
        assert played.is_open
        assert serving.services.lobby.live(played.paired.table) is not None
        move = await robot.ask(m.SendResign(table=lost.paired.table, key=new_key(), match=True))
        assert isinstance(move, m.Refused)


def _account(serving: Serving, name: str) -> str:
    return next(user.account for user in serving.services.lobby.users if user.name == name)


async def test_a_tournament_goes_on_after_a_stop(tmp_path: Path) -> None:
    async with server(tmp_path) as serving:
        id = await make(await come(serving, "Ann", "Bob"), format="double_round_robin")
        await until(serving, id, lambda t: bool(t.rounds))
    for number in (1, 2):
        async with server(tmp_path) as serving:
            ann, _bob = await come(serving, "Ann", "Bob")
            state = await until(serving, id, has_rounds(number))
            table = state.rounds[-1][0].paired.table
            while not isinstance(await ann.ask(m.SendResign(table=table, key=new_key(), match=True)), m.Done):
                await trio.testing.wait_all_tasks_blocked(0.001)
            await until(serving, id, has_rounds(number + 1))
    async with server(tmp_path) as serving:
        [ann] = await come(serving, "Ann")
        [entry] = (await ann.ask(m.ListTournaments())).tournaments

        assert (entry.state, entry.mine, [winner.name for winner in entry.winners]) == ("over", True, ["Bob"])


async def test_the_match_of_a_player_who_leaves_or_is_deleted_ends_without_a_rating(tmp_path: Path) -> None:
    async with server(tmp_path) as serving:
        lines = await come(serving, "Ann", "Bob", "Cleo")
        for is_deleted in (False, True):
            id = await make(lines[:2] if not is_deleted else [lines[0], lines[2]])
            state = await until(serving, id, lambda t: bool(t.rounds))
            table = await has_table(serving, state)
            other = next(account for account in state.players if account != state.director)
            if is_deleted:
                await serving.services.tournament_requests.withdraw_everywhere(other)
            else:
                assert isinstance(await lines[1].ask(m.LeaveTournament(tournament=id, key=new_key())), m.Done)

            state = await until(serving, id, lambda t: t.phase == "over")
            assert state.players[other].last_round == 1
            while (match := await match_at(serving, table)).ended is None:
                await trio.testing.wait_all_tasks_blocked(0.001)
            assert match.ended.reason == "aborted"


async def test_an_invitation_is_listed_until_its_player_enters(tmp_path: Path) -> None:
    async with server(tmp_path) as serving:
        ann, bob, cleo = await come(serving, "Ann", "Bob", "Cleo")
        id, account = await make_open(ann), _account(serving, "Bob")
        assert await invited_to(bob) == []

        assert await order(ann, m.InviteToTournament, id, account=account) == ""
        pushed = await bob.push(m.TournamentsDelta)
        assert [(each.tournament, each.invited) for each in pushed.changed] == [(id, True)]
        assert await order(ann, m.InviteToTournament, id, account=account) == "no_change"
        assert (await invited_to(bob), await invited_to(cleo)) == ([id], [])

        assert await order(bob, m.EnterTournament, id) == ""
        assert await order(ann, m.InviteToTournament, id, account=account) == "entered"
        assert await order(bob, m.LeaveTournament, id) == ""
        assert await invited_to(bob) == []

        assert await order(ann, m.InviteToTournament, id, account=account) == ""
        assert await invited_to(bob) == [id]
        assert await order(ann, m.RemoveFromTournament, id, account=account) == ""
        assert await invited_to(bob) == []


async def test_a_long_list_begins_with_the_tournaments_of_its_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(m, "MAX_TOURNAMENTS", 2)
    async with server(tmp_path) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        made = [await make_open(ann) for _ in range(4)]
        await order(ann, m.InviteToTournament, made[0], account=_account(serving, "Bob"))
        await order(bob, m.EnterTournament, made[1])

        listed = (await bob.ask(m.ListTournaments())).tournaments

    assert {each.tournament for each in listed} == set(made[:2])


@pytest.mark.parametrize("code", ["banned", "blocked", "not_registered", "started", "over", "not_director"])
async def test_an_invitation_is_refused_with_its_reason(tmp_path: Path, code: str) -> None:
    async with server(tmp_path) as serving:
        ann, bob, cleo, dan = await come(serving, "Ann", "Bob", "Cleo", "Dan")
        id, account = await make_open(ann, rated=code == "not_registered"), _account(serving, "Bob")
        match code:
            case "banned":
                known = await serving.services.accounts.in_thread(serving.services.accounts.get, account)
                await serving.services.moderation.act("ban", known, 0, "spam", by="")
            case "blocked":
                await bob.ask(m.SetRelation(account=_account(serving, "Ann"), relation="block"))
            case "started":
                for player in (cleo, dan):
                    await order(player, m.EnterTournament, id)
                await order(ann, m.StartTournament, id)
            case "over":
                await order(ann, m.CancelTournament, id)

        director = cleo if code == "not_director" else ann
        assert await order(director, m.InviteToTournament, id, account=account) == code


async def test_a_player_has_a_limited_number_of_open_invitations(tmp_path: Path) -> None:
    async with server(tmp_path) as serving:
        policy = serving.services.policy
        policy.limits = replace(policy.limits, tournaments_per_account=50, tournaments_per_address=50)
        *directors, bob = await come(serving, "Ann", "Cleo", "Dan", "Bob")
        account, made = _account(serving, "Bob"), list[tuple[Raw, str]]()
        for number in range(MAX_INVITATIONS + 1):
            director = directors[number % len(directors)]
            made.append((director, await make_open(director)))

        codes = [await order(by, m.InviteToTournament, id, account=account) for by, id in made]
        assert codes == [""] * MAX_INVITATIONS + ["too_many"]
        await order(bob, m.EnterTournament, made[0][1])
        by, id = made[-1]
        assert await order(by, m.InviteToTournament, id, account=account) == ""

        by, id = directors[-1], await make_open(directors[-1])
        assert await order(by, m.InviteToTournament, id, account=account) == "too_many"
        await bob.ask(m.SetRelation(account=_account(serving, "Ann"), relation="block"))
        assert await order(by, m.InviteToTournament, id, account=account) == "", "those of a blocked one are not seen"


@pytest.mark.parametrize("director_is_here", [True, False])
async def test_a_director_reads_of_a_ban_and_decides(tmp_path: Path, director_is_here: bool) -> None:
    async with server(tmp_path) as serving:
        lines = await come(serving, "Ann", "Bob", "Cleo")
        id = await make(lines, appear_s=60)
        bob = _account(serving, "Bob")
        if not director_is_here:
            await lines[0].stream.aclose()
        known = await serving.services.accounts.in_thread(serving.services.accounts.get, bob)
        act = serving.services.moderation.act
        await act("ban", known, serving.services.clock.now() + 600_000, "spam", by="")
        if director_is_here:
            notice = await lines[0].push(m.Notice)
            assert notice.args == {"name": "Bob", "title": "Cup"}
            assert isinstance(
                await lines[0].ask(m.RemoveFromTournament(tournament=id, account=bob, key=new_key())), m.Done
            )
        else:
            await until(serving, id, lambda t: t.players[bob].is_banned(t.at))
            await act("unban", known, 0, "", by="")
            await until(serving, id, lambda t: not t.players[bob].is_banned(t.at))

        state = await until(serving, id, lambda t: True)
        assert (bob in state.active) == (not director_is_here)


async def test_a_full_disk_loses_no_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server(tmp_path) as serving:
        [ann] = await come(serving, "Ann")
        make_cup = m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={})
        with monkeypatch.context() as full:
            fails = raising(DatabaseFailed("the disk is full"))
            full.setattr(serving.services.social, "append_to_tournament", fails)
            assert (await ann.ask(make_cup)).code == "unconfirmed"
        assert isinstance(await ann.ask(make_cup), m.Done)


async def test_guests_make_tournaments_only_where_anybody_may_and_enter_no_rated_one(tmp_path: Path) -> None:
    async with server(tmp_path) as serving:
        [ann] = await come(serving, "Ann")
        serving.services.policy.tournaments = "members"
        assert not (await ann.ask(m.ListTournaments())).may_make
        serving.services.policy.tournaments = "anybody"
        assert (await ann.ask(m.ListTournaments())).may_make
        made = await ann.ask(
            m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={}, rated=True)
        )

        refused = await ann.ask(m.EnterTournament(tournament=made.table, key=new_key()))
        assert refused.code == "not_registered"


async def test_a_tournament_of_a_game_that_is_not_known_waits_for_another_program(tmp_path: Path) -> None:
    async with server(tmp_path) as serving:
        lines = [await player(serving, name) for name in ("Ann", "Bob")]
        unknown, known = await make(lines, game="clod"), await make(lines, game="thud")
    older = {key: kind for key, kind in GAMES.items() if key != "clod"}

    async with server(tmp_path, games=older) as serving:
        supervision = serving.services.supervision
        while not supervision.items:
            await trio.testing.wait_all_tasks_blocked(0.001)
        await until(serving, known, has_rounds(1))
        assert [(item.kind, item.id) for item in supervision.items] == [("tournament", unknown)]
        ann = await player(serving, "Ann")
        supervision.retry("tournament", unknown)
        assert (await ann.push(m.Notice)).args["title"] == "Cup"
    async with server(tmp_path) as serving:
        assert not serving.services.supervision.items
        await until(serving, unknown, has_rounds(1))


@pytest.mark.parametrize("fault", [KeyError("x"), MemoryError(), ExceptionGroup("", [AssertionError()])], ids=str)
async def test_a_faulty_tournament_is_set_aside_and_the_others_go_on(
    tmp_path: Path, mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def due_of(tournament: Tournament, facts: Facts) -> Due:
        if tournament.created.title == "Bad":
            raise fault
        return due(tournament, facts)

    async with running(tmp_path, tournaments="anybody") as serving, flowing_time():
        ann, bob = await player(serving, "Ann"), await player(serving, "Bob")
        monkeypatch.setattr("server.tournaments.runner.due", due_of)
        bad, good = await make([ann, bob], title="Bad"), await make([ann, bob])
        await until(serving, good, has_rounds(1))
        assert (await ann.push(m.Notice)).args["title"] == "Bad"
        monkeypatch.undo()
    async with running(tmp_path) as serving:
        assert [(item.kind, item.id) for item in serving.services.supervision.items] == [("tournament", bad)]
        ann = await player(serving, "Ann")
        assert (await ann.push(m.Notice)).args["title"] == "Bad"
        serving.services.supervision.retry("tournament", bad)
        await until(serving, bad, has_rounds(1))


async def made_far_ahead(line: Raw, **terms: Any) -> Any:
    return await line.ask(
        m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={}, **terms)
    )


async def test_empty_tournaments_far_ahead_keep_no_place_from_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tournaments.requests.MAX_OPEN", 3)
    monkeypatch.setattr("protocol.messages.MAX_TOURNAMENTS", 3)
    async with server(tmp_path) as serving:
        ann, bob, eve = await come(serving, "Ann", "Bob", "Eve")
        squatted = [(await made_far_ahead(line)).table for line in (ann, bob, eve) for _ in range(2)]
        entered = squatted.pop()
        assert isinstance(await ann.ask(m.EnterTournament(tournament=entered, key=new_key())), m.Done)
        assert isinstance(await bob.ask(m.EnterTournament(tournament=entered, key=new_key())), m.Done)

        def of(phase: str) -> set[str]:
            states = [serving.services.tournament_logs.get(id).state for id in (entered, *squatted)]
            return {state.id for state in states if state is not None and (state.phase == "over") == (phase == "over")}

        assert of("over") == set(squatted[:3])
        assert of("open") == {entered, *squatted[3:]}
        later = (await made_far_ahead(ann)).table
        listed = (await eve.ask(m.ListTournaments())).tournaments
        assert [each.tournament for each in listed[:2]] == [entered, later]


async def test_tournaments_of_one_address_are_limited_until_they_are_over(tmp_path: Path) -> None:
    limits = replace(HURRIED, tournaments_per_address=2)
    async with server(tmp_path, plain=False, limits=limits) as serving:
        lines = [await raw(serving, name="Guest", host=host) for host in ("192.0.2.1", "192.0.2.1", "192.0.2.2")]
        made = [await made_far_ahead(line) for line in (*lines[:2], lines[0], lines[2])]
        assert [getattr(reply, "code", "") for reply in made] == ["", "", "too_many", ""]

        assert isinstance(await lines[0].ask(m.CancelTournament(tournament=made[0].table, key=new_key())), m.Done)
        assert isinstance(await made_far_ahead(lines[1]), m.Done)
