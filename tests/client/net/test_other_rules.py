"""A program whose copy of a game computes other boards than the server, or has another version of its rules."""

import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from client_qt.net.session import ServerSession
from client_qt.net.table_list import ListedServer, from_tables
from client_qt.pages.lobby.rows import table_rows
from client_qt.table.remote import RemoteTable
from devtools.harness.server.serving import Raw, new_key, order, raw, running
from devtools.harness.window.program import until
from netgame.games.thud.game import Thud
from netgame.text import Text
from protocol import messages as m
from server.app import Serving
from tests.client.visiting import eve_at
from tests.other_rules import LosesDwarf, NewerThud, RewrittenThud, games_with

pytestmark = pytest.mark.qt_trio

LOG_LINE = re.compile(r"after event (\d+), .* server (\w+), received (\w+), program (\w+)")


def use_games(monkeypatch: pytest.MonkeyPatch, thud: type[Thud] | None) -> None:
    """Let the window have this copy of Thud, or no Thud at all. The server has the right one."""
    for module in ("client_qt.table.remote", "client_qt.net.session", "client_qt.text.rules_text",
                   "client_qt.net.table_list", "client_qt.pages.lobby.rows"):  # fmt: skip
        monkeypatch.setattr(f"{module}.GAMES", games_with(thud))


@dataclass
class Scene:
    """A server, and the session of Eve there. Ann has a table of Thud, where she plays the dwarfs."""

    serving: Serving
    eve: ServerSession
    ann: Raw
    table: str

    async def bob_joins(self) -> None:
        self.bob = await raw(self.serving, name="Bob")
        await self.bob.ask(m.TakeSeat(table=self.table, key=new_key()))

    async def play(self, count: int) -> None:
        for _ in range(count):
            match = self.serving.match(self.table)
            assert match is not None
            player = (self.ann, self.bob)[match.state.seat]
            assert isinstance(await player.ask(order(self.serving, self.table)), m.Done)

    async def eve_watches(self) -> RemoteTable:
        opened: list[RemoteTable] = []
        self.eve.watch_table(self.table, opened.append, pytest.fail)
        await until(lambda: opened and (opened[0].match or opened[0].text))
        return opened[0]

    async def eve_sits(self) -> RemoteTable:
        sat: list[RemoteTable] = []
        await until(lambda: self.eve.lobby.tables)
        self.eve.take_seat(self.table, sat.append, pytest.fail)
        await until(lambda: sat and sat[0].match is not None and sat[0].match.phase == "playing")
        return sat[0]

    async def refusal(self, ask: Callable[..., object], *words: object) -> Text:
        """Let Eve ask for something that she does not get."""
        refused: list[Text] = []
        await until(lambda: self.eve.lobby.tables)
        ask(*words, lambda model: pytest.fail(model.table), refused.append)
        return (await until(lambda: refused))[0]


@asynccontextmanager
async def scene(folder: Path, **settings: Any) -> AsyncIterator[Scene]:
    async with running(folder, plain=False, **settings) as serving, eve_at(serving) as eve:
        ann = await raw(serving, name="Ann")
        done = await ann.ask(m.MakeTable(key=new_key(), game="thud", options={}, player=0))
        yield Scene(serving, eve, ann, done.table)


# ---- other boards


async def test_other_boards_are_reported_and_shown_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    use_games(monkeypatch, LosesDwarf)
    async with scene(tmp_path) as at:
        await at.bob_joins()
        model = await at.eve_watches()
        with caplog.at_level(logging.WARNING, "server"):
            await at.play(16)
            await until(lambda: model.text is not None)

        lines = [found for record in caplog.records if (found := LOG_LINE.search(record.getMessage()))]
        assert len(lines) == 1, "it starts again once"
        number, there, received, here = lines[0].groups()
        assert there == received != here
        assert model.text is not None
        assert model.text.why.args["number"] == int(number)
        assert model.match is None, "no board is shown"
        await at.play(1)
        await until(lambda: model.text is not None and model.text.lines[-1].startswith("17. Ann: d"))
        assert at.eve.status == "online"


async def test_it_goes_on_with_the_board_when_the_second_try_fits_and_says_so(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        await at.bob_joins()
        model = await at.eve_watches()
        await at.play(10)
        await until(lambda: model.match is not None and len(model.match.history) == 11)
        assert model.match is not None
        dwarfs = model.match.state.dwarfs
        faulty = model.match.state._replace(dwarfs=dwarfs & (dwarfs - 1))
        model.match = model.match.after(model.log[-1], state=faulty)

        await at.play(6)
        await until(lambda: model.recovered is not None and model.match == at.serving.match(at.table))

        assert model.text is None
        assert model.stopped is None


async def test_a_player_who_cannot_follow_may_still_resign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with scene(tmp_path) as at:
        await at.eve_sits()
        use_games(monkeypatch, None)
        at.eve.forget(at.table)
        model = at.eve.model(at.table)
        await until(lambda: model.text is not None)
        assert model.mine == {1}

        model.resign(match=True)
        await until(lambda: model.text is not None and model.text.is_over)

        assert model.text is not None
        assert model.text.lines[-1] == "Eve resigned. Ann wins."


async def test_hostile_reports_fill_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with scene(tmp_path) as at:
        await at.bob_joins()
        report = m.ReportPosition(table=at.table, number=1, stated=b"\n", computed=b"x" * 32)
        refused = await at.ann.ask(report)
        assert refused.code == "no_table", "she does not watch it"
        await at.ann.ask(m.Watch(table=at.table))

        with caplog.at_level(logging.WARNING, "server"):
            answers = [await at.ann.ask(report) for _ in range(50)]

        taken = [answer for answer in answers if isinstance(answer, m.Done)]
        # three at once, of which the first was refused: a rate is drawn on before anything is looked up
        assert len(caplog.records) == len(taken) == 2
        assert "\n" not in caplog.text.rstrip("\n").replace("\nWARNING", "")


# ---- other versions


async def test_a_server_with_newer_rules_is_watched_as_text_and_has_no_seat_and_no_new_table(tmp_path: Path) -> None:
    async with scene(tmp_path, games=games_with(NewerThud)) as at:
        why, eve = await at.refusal(at.eve.take_seat, at.table), at.eve

        assert "update it" in why.template
        assert (why.args["theirs"], why.args["ours"]) == (NewerThud.version, Thud.version)
        assert at.serving.match(at.table).seats[1] is None
        (row,) = table_rows(eve.lobby.tables, eve.account, 0)
        assert "version 2 of the rules of Thud" in row.lines[1]
        assert [action.name for action in row.actions] == ["watch"]
        (listed,) = from_tables(ListedServer("address", "", "Test", ()), eve.lobby.tables)
        assert not listed.is_free
        assert listed.is_watchable
        await at.bob_joins()
        model = await at.eve_watches()
        assert model.match is None
        assert model.text is not None
        assert model.text.why.args == why.args
        assert model.text.title == "Thud: Ann and Bob"

        assert "update it" in (await at.refusal(eve.open_table, "thud", {})).template
        assert len(eve.lobby.tables) == 1


async def test_an_older_server_is_played_at_by_its_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_games(monkeypatch, NewerThud)
    async with scene(tmp_path) as at:
        model = await at.eve_sits()

        assert model.match.game == NewerThud(speed="usual")
        made: list[RemoteTable] = []
        at.eve.open_table("thud", {"speed": "usual"}, made.append, pytest.fail)
        await until(lambda: made and made[0].match is not None)
        assert made[0].match.created.rules == Thud.version
        why = await at.refusal(at.eve.open_table, "thud", {"speed": "fast"})
        assert "ask its operator" in why.template
        assert (why.args["theirs"], why.args["ours"]) == (Thud.version, NewerThud.version)


async def test_a_server_with_rules_of_the_past_must_be_updated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_games(monkeypatch, RewrittenThud)
    async with scene(tmp_path) as at:
        assert "operator of the server" in (await at.refusal(at.eve.take_seat, at.table)).template
        assert (await at.eve_watches()).match is None


async def test_a_game_that_only_the_server_knows_is_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_games(monkeypatch, None)
    async with scene(tmp_path) as at:
        await at.bob_joins()
        assert "thud" in str(await at.refusal(at.eve.take_seat, at.table))
        model = await at.eve_watches()
        await at.play(2)
        await until(lambda: model.text is not None and len(model.text.lines) == 5)

        assert model.text is not None
        assert [line.split(":")[0] for line in model.text.lines] == [
            "Ann sits down.", "Bob sits down.", "Battle 1", "1. Ann", "2. Bob",
        ]  # fmt: skip
        assert model.is_spectator

        await at.ann.ask(m.SendResign(table=at.table, key=new_key(), match=True))
        assert "thud" in str(await at.refusal(at.eve.fetch_finished, at.table))
