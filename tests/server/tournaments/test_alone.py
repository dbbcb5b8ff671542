"""Tournaments at a server that is alone: stops, withdrawals during a game, and deleted players."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from devtools.harness import PATIENCE_S, raising
from devtools.harness.server.serving import Raw, new_key, running
from netgame.match import Match
from netgame.tournaments.state import Tournament
from protocol import messages as m
from server.app import Serving
from server.errors import DatabaseFailed
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
