"""A program whose copy of a game computes other boards than the server, or has another version of its rules."""

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from client_qt.net.session import ServerSession
from client_qt.net.table_list import ListedServer, from_tables
from client_qt.pages.lobby.rows import table_rows
from client_qt.table.remote import RemoteTable
from netgame.games.thud.game import Thud
from netgame.text import Text
from protocol import messages as m
from server.app import Serving
from tests.client.program import until
from tests.other_rules import LosesDwarf, NewerThud, RewrittenThud, games_with
from tests.server.serving import Raw, dial, known, new_key, order, raw, running

pytestmark = pytest.mark.qt_trio

LOG_LINE = re.compile(r"after event (\d+), .* server (\w+), received (\w+), program (\w+)")


def use_games(monkeypatch: pytest.MonkeyPatch, thud: type[Thud] | None) -> None:
    """Let the window have this copy of Thud, or no Thud at all. The server has the right one."""
    for module in ("client_qt.table.remote", "client_qt.net.session", "client_qt.text.rules_text",
                   "client_qt.net.table_list", "client_qt.pages.lobby.rows"):  # fmt: skip
        monkeypatch.setattr(f"{module}.GAMES", games_with(thud))


@asynccontextmanager
async def eve_at(serving: Serving) -> AsyncIterator[ServerSession]:
    """A session of the window, without its widgets."""
    async with trio.open_nursery() as nursery:
        session = ServerSession(known(serving), "Eve", nursery, lambda *_: None, dial=partial(dial))
        nursery.start_soon(session.run)
        await until(lambda: session.status == "online" and session.lobby.has_tables)
        yield session
        nursery.cancel_scope.cancel()


async def ann_waits(serving: Serving) -> tuple[Raw, str]:
    """Ann opens a table of Thud; she plays the dwarfs."""
    ann = await raw(serving, name="Ann")
    done = await ann.ask(m.MakeTable(key=new_key(), game="thud", options={}, player=0))
    return ann, done.table


async def bob_joins(serving: Serving, table: str) -> Raw:
    bob = await raw(serving, name="Bob")
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    return bob


async def play(serving: Serving, table: str, players: tuple[Raw, Raw], count: int) -> None:
    for _ in range(count):
        match = serving.match(table)
        assert match is not None
        assert isinstance(await players[match.state.seat].ask(order(serving, table)), m.Done)


async def watched(session: ServerSession, table: str) -> RemoteTable:
    opened: list[RemoteTable] = []
    session.watch_table(table, opened.append, pytest.fail)
    await until(lambda: opened and (opened[0].match or opened[0].text))
    return opened[0]


async def refusal_of_seat(session: ServerSession, table: str) -> Text:
    refused: list[Text] = []
    await until(lambda: any(info.table == table for info in session.lobby.tables))
    session.take_seat(table, lambda model: pytest.fail(f"took a seat at {model.table}"), refused.append)
    await until(lambda: refused)
    return refused[0]


# ---- other boards


async def test_it_tells_the_server_both_digests_starts_again_once_and_then_shows_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    use_games(monkeypatch, LosesDwarf)
    async with running(tmp_path, plain=False) as serving, eve_at(serving) as eve:
        ann, table = await ann_waits(serving)
        players = ann, await bob_joins(serving, table)
        model = await watched(eve, table)
        with caplog.at_level(logging.WARNING, "server"):
            await play(serving, table, players, 16)
            await until(lambda: model.text is not None)

        lines = [found for record in caplog.records if (found := LOG_LINE.search(record.getMessage()))]
        assert len(lines) == 1, "it starts again once"
        number, there, received, here = lines[0].groups()
        assert there == received != here
        assert model.text is not None
        assert model.text.why.args["number"] == int(number)
        assert model.match is None, "no board is shown"
        await play(serving, table, players, 1)
        await until(lambda: model.text is not None and model.text.lines[-1].startswith("17. Ann: d"))
        assert eve.status == "online"


async def test_it_goes_on_with_the_board_when_the_second_try_fits_and_says_so(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False) as serving, eve_at(serving) as eve:
        ann, table = await ann_waits(serving)
        players = ann, await bob_joins(serving, table)
        model = await watched(eve, table)
        await play(serving, table, players, 10)
        await until(lambda: model.match is not None and len(model.match.history) == 11)
        assert model.match is not None
        dwarfs = model.match.state.dwarfs
        faulty = model.match.state._replace(dwarfs=dwarfs & (dwarfs - 1))
        model.match = model.match.after(model.log[-1], state=faulty)

        await play(serving, table, players, 6)
        await until(lambda: model.recovered is not None and model.match == serving.match(table))

        assert model.text is None
        assert model.stopped is None


async def test_a_player_who_cannot_follow_may_still_resign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path, plain=False) as serving, eve_at(serving) as eve:
        _, table = await ann_waits(serving)
        sat: list[RemoteTable] = []
        await until(lambda: eve.lobby.tables)
        eve.take_seat(table, sat.append, pytest.fail)
        await until(lambda: sat and sat[0].match is not None and sat[0].match.phase == "playing")
        use_games(monkeypatch, None)
        eve.forget(table)
        model = eve.model(table)
        await until(lambda: model.text is not None)
        assert model.mine == {1}

        model.resign(match=True)
        await until(lambda: model.text is not None and model.text.is_over)

        assert model.text is not None
        assert model.text.lines[-1] == "Eve resigned. Ann wins."


async def test_hostile_reports_fill_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with running(tmp_path) as serving:
        ann, table = await ann_waits(serving)
        await bob_joins(serving, table)
        report = m.ReportPosition(table=table, number=1, stated=b"\n", computed=b"x" * 32)
        assert (await ann.ask(report)).code == "no_table", "she does not watch it"
        await ann.ask(m.Watch(table=table))

        with caplog.at_level(logging.WARNING, "server"):
            answers = [await ann.ask(report) for _ in range(50)]

        assert sum(isinstance(answer, m.Done) for answer in answers) == len(caplog.records) == 3
        assert (await ann.ask(m.ReportPosition(table=table, number=10**9))).code == "no_table"
        assert "\n" not in caplog.text.rstrip("\n").replace("\nWARNING", "")


# ---- other versions


async def test_a_server_with_newer_rules_is_watched_as_text_and_takes_no_seat(tmp_path: Path) -> None:
    async with running(tmp_path, games=games_with(NewerThud), plain=False) as serving, eve_at(serving) as eve:
        _, table = await ann_waits(serving)

        why = await refusal_of_seat(eve, table)

        assert "update it" in why.template
        assert (why.args["theirs"], why.args["ours"]) == (NewerThud.version, Thud.version)
        assert serving.match(table).seats[1] is None
        (row,) = table_rows(eve.lobby.tables, eve.account, 0)
        assert "version 2 of the rules of Thud" in row.lines[1]
        assert [action.name for action in row.actions] == ["watch"]
        (listed,) = from_tables(ListedServer("address", "", "Test", ()), eve.lobby.tables)
        assert not listed.is_free
        assert listed.is_watchable
        await bob_joins(serving, table)
        model = await watched(eve, table)
        assert model.match is None
        assert model.text is not None
        assert model.text.why.args == why.args
        assert model.text.title == "Thud: Ann and Bob"


async def test_a_table_that_the_own_program_cannot_play_is_not_made(tmp_path: Path) -> None:
    async with running(tmp_path, games=games_with(NewerThud), plain=False) as serving, eve_at(serving) as eve:
        refused: list[Text] = []

        eve.open_table("thud", {}, lambda model: pytest.fail(model.table), refused.append)
        await until(lambda: refused)

        assert "update it" in refused[0].template
        assert not eve.lobby.tables


async def test_an_older_server_is_played_at_by_its_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_games(monkeypatch, NewerThud)
    async with running(tmp_path, plain=False) as serving, eve_at(serving) as eve:
        _, table = await ann_waits(serving)
        sat: list[RemoteTable] = []
        await until(lambda: eve.lobby.tables)

        eve.take_seat(table, sat.append, pytest.fail)
        await until(lambda: sat and sat[0].match is not None and sat[0].match.phase == "playing")

        assert sat[0].match.game == NewerThud(speed="usual")
        made: list[RemoteTable] = []
        eve.open_table("thud", {"speed": "usual"}, made.append, pytest.fail)
        await until(lambda: made and made[0].match is not None)
        assert made[0].match.created.rules == Thud.version


async def test_an_older_server_is_not_asked_for_its_rules_of_tomorrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_games(monkeypatch, NewerThud)
    async with running(tmp_path, plain=False) as serving, eve_at(serving) as eve:
        refused: list[Text] = []

        eve.open_table("thud", {"speed": "fast"}, lambda model: pytest.fail(model.table), refused.append)
        await until(lambda: refused)

        assert "ask its operator" in refused[0].template
        assert (refused[0].args["theirs"], refused[0].args["ours"]) == (Thud.version, NewerThud.version)


async def test_an_older_server_whose_rules_the_program_has_no_more_must_be_updated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_games(monkeypatch, RewrittenThud)
    async with running(tmp_path, plain=False) as serving, eve_at(serving) as eve:
        _, table = await ann_waits(serving)

        why = await refusal_of_seat(eve, table)

        assert "operator of the server" in why.template
        model = await watched(eve, table)
        assert model.match is None


async def test_a_game_that_only_the_server_knows_is_watched_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_games(monkeypatch, None)
    async with running(tmp_path, plain=False) as serving, eve_at(serving) as eve:
        ann, table = await ann_waits(serving)
        players = ann, await bob_joins(serving, table)

        why = await refusal_of_seat(eve, table)
        model = await watched(eve, table)
        await play(serving, table, players, 2)
        await until(lambda: model.text is not None and len(model.text.lines) == 5)

        assert "thud" in str(why)
        assert model.text is not None
        assert [line.split(":")[0] for line in model.text.lines] == [
            "Ann sits down.", "Bob sits down.", "Battle 1", "1. Ann", "2. Bob",
        ]  # fmt: skip
        assert model.is_spectator


async def test_a_finished_match_by_other_rules_is_not_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_games(monkeypatch, None)
    async with running(tmp_path, plain=False) as serving, eve_at(serving) as eve:
        ann, table = await ann_waits(serving)
        await bob_joins(serving, table)
        await ann.ask(m.SendResign(table=table, key=new_key(), match=True))
        refused: list[Text] = []

        eve.fetch_finished(table, lambda model: pytest.fail(model.table), refused.append)
        await until(lambda: refused)

        assert "thud" in str(refused[0])
