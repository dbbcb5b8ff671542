"""Watching tables of others: leaving the page ends it, and a table that is refused or ends can be asked for again."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from client_qt.app.application import Application
from client_qt.pages.home.page import UnfinishedGame
from client_qt.records.files import write_match
from client_qt.table.model import ReviewTable
from client_qt.table.remote import RemoteTable
from netgame.text import Text
from protocol.client import Session
from protocol.messages import LeaveSeat, Profile, SendResign
from server.app import Serving
from tests.client.clicks import settle
from tests.client.play import held, play_on, seeded_table
from tests.client.program import press, until
from tests.client.visiting import link_of, visit
from tests.qt_trio_plugin import KeptRun
from tests.server.serving import HURRIED, running
from tests.window.opponent import Opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]

FEW = 3  # tables that the server of these tests lets a connection follow
BACK_AND_FORTH = 5  # enough for requests to leave and to watch that could overtake each other

Leave = Callable[[Application, Path], Awaitable[None]]


@pytest.fixture
def serving(kept_run: KeptRun, tmp_path: Path) -> Iterator[Serving]:
    limits = replace(HURRIED, watched=FEW)
    with kept_run.entered(running(tmp_path / "server", plain=False, limits=limits)) as made:
        yield made


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    """Ann at that server; the tables are Bob's."""
    kept_run.call(lambda: visit(ann, serving))
    return ann


@pytest.fixture
def bob(other: Opponent) -> Session:
    return other.session


async def watch(app: Application, table: str) -> RemoteTable:
    app.lobby_controller.watch(table)
    return await until(lambda: table_shown(app, table))


def table_shown(app: Application, table: str) -> RemoteTable | None:
    """The model of that table, once its page shows it."""
    model = app.window.table.model
    there = app.window.page == "table" and isinstance(model, RemoteTable) and model.table == table
    return model if there and model.match is not None else None


def spectators(serving: Serving, table: str) -> int:
    return len(serving.services.lobby.watchers(table))


def choose(app: Application, entry: str) -> None:
    """An entry of the menus."""
    app.window.action(entry).trigger()


async def home(app: Application, _folder: Path) -> None:
    choose(app, "home")


async def lobby(app: Application, _folder: Path) -> None:
    app.lobby_controller.show_lobby()


async def host_form(app: Application, _folder: Path) -> None:
    choose(app, "host")


async def record(app: Application, folder: Path) -> None:
    table = seeded_table("clod")
    play_on(table, 4)
    write_match(folder / "a.netgame", held(table))
    app.records_controller.open_path(str(folder / "a.netgame"))
    await until(lambda: isinstance(app.window.table.model, ReviewTable))


async def stop_button(app: Application, _folder: Path) -> None:
    await press(app.window.table, "stop_watching")


async def stop_in_the_rail(app: Application, _folder: Path) -> None:
    app.window.resize(800, 560)
    await press(app.window.table, "rail_stop_watching")
    app.window.resize(1280, 800)


async def rules_and_home(app: Application, folder: Path) -> None:
    choose(app, "rules")
    assert app.window.page == "rules"
    await home(app, folder)


async def another_table(app: Application, _folder: Path) -> None:
    shown = app.window.table.model
    await watch(app, next(info.table for info in link_of(app).lobby.tables if info.table != shown.table))


async def lost_line(app: Application, _folder: Path) -> None:
    app.servers.forget_server(link_of(app).fingerprint)


WAYS: tuple[Leave, ...] = (
    stop_button, stop_in_the_rail, home, lobby, host_form, record, rules_and_home, another_table, lost_line,
)  # fmt: skip


async def test_a_spectator_can_watch_another_table_after_leaving_in_any_way(
    ann: Application, serving: Serving, bob: Session, tmp_path: Path
) -> None:
    for leave in WAYS:
        table = await bob.make_table("clod", {}, "A table")
        await watch(ann, table)
        assert spectators(serving, table) == 1

        await leave(ann, tmp_path)

        await until(lambda: spectators(serving, table) == 0)  # noqa: B023


async def test_after_watching_the_page_before_is_shown_again(ann: Application, serving: Serving, bob: Session) -> None:
    table = await bob.make_table("clod", {}, "A table")
    ann.lobby_controller.show_lobby()
    await watch(ann, table)

    await press(ann.window.table, "stop_watching")

    assert (ann.window.page, ann.window.table.model) == ("lobby", None)
    await until(lambda: spectators(serving, table) == 0)


async def test_reading_the_rules_does_not_end_watching_but_the_end_of_the_table_does(
    ann: Application, serving: Serving, bob: Session
) -> None:
    before = ann.window.page
    table = await bob.make_table("clod", {}, "A table")
    model = await watch(ann, table)

    for page, back in (("rules", ann.window.rules.back), ("preferences", ann.window.preferences.back)):
        choose(ann, page)
        assert ann.window.page == page
        back.emit()

        assert (ann.window.page, ann.window.table.model) == ("table", model)
    assert spectators(serving, table) == 1
    choose(ann, "rules")
    model.close(Text("The server closed the table."))
    ann.window.rules.back.emit()
    assert (ann.window.page, ann.window.table.model) == (before, None)


async def test_a_player_finishes_more_matches_than_a_connection_may_follow(
    ann: Application, bob: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client_qt.net.session.MOST_OVER", 0)
    for _ in range(FEW + 1):
        table = await bob.make_table("clod", {}, "A table", player=0)
        ann.window.lobby.join.emit(table)
        model = await until(lambda: table_shown(ann, table))  # noqa: B023
        await until(lambda: model.mine)  # noqa: B023
        await home(ann, tmp_path)  # a player still follows the game there
        await bob.command(table, SendResign, match=True)

        await until(lambda: model.match.phase == "over")  # noqa: B023


async def test_a_spectator_who_returns_at_once_still_watches(
    ann: Application, serving: Serving, bob: Session, tmp_path: Path
) -> None:
    table = await bob.make_table("clod", {}, "A table", player=0)
    await watch(ann, table)
    for _ in range(BACK_AND_FORTH):
        await home(ann, tmp_path)
        model = await watch(ann, table)
        answers: list[Profile] = []
        link_of(ann).request(link_of(ann).profile(link_of(ann).account), answers.append, print)
        await until(lambda: answers)  # noqa: B023  # the server has taken all that was sent before

        assert spectators(serving, table) == 1

    await bob.command(table, LeaveSeat)
    await until(lambda: model.match is not None and model.match.phase == "over")


async def test_a_table_that_the_server_refuses_says_so_each_time(ann: Application, serving: Serving) -> None:
    banner = ann.window.banner
    row = UnfinishedGame("nothing", "clod", "Clod against Ann", "", server=serving.fingerprint)
    for _ in range(2):
        ann.window.home.resume.emit(row)
        await until(lambda: banner.shown and ann.window.page == "home")
        await press(banner, "Close")
        assert not banner.shown


async def test_a_table_that_ended_for_this_window_is_fetched_again(ann: Application, bob: Session) -> None:
    table = await bob.make_table("clod", {}, "A table")
    first = await watch(ann, table)
    first.close(Text("This game cannot be shown here"))
    settle()
    assert ann.window.page == "home"

    again = await watch(ann, table)

    assert again is not first
    assert again.match is not None
