"""Tables of a server in a whole client: watching, fetching, conditional moves and vacations."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QTextEdit

from client_qt.app.actions import SPECS
from client_qt.app.application import Application
from client_qt.pages.home.page import UnfinishedGame
from client_qt.records.files import write_match
from client_qt.settings.schema import KnownServer, LastTable
from client_qt.table.model import ReviewTable
from client_qt.table.remote import RemoteTable
from client_qt.table.variation import VariationTable
from devtools.harness.server.serving import HURRIED, running
from devtools.harness.window.clicks import button, settle
from devtools.harness.window.opponent import Opponent
from devtools.harness.window.play import held, play_on, seeded_table, try_moves
from devtools.harness.window.program import play_here, press, until
from devtools.harness.window.qt_run import KeptRun
from devtools.harness.window.together import play_one
from netgame.match.conditional import answer_of
from netgame.match.state import Match
from netgame.text import Text
from protocol.client import Session
from protocol.messages import LeaveSeat, Profile, ReadyUp, SendAnswer, SendResign
from server.app import Serving
from tests.client.net.test_other_rules import use_games
from tests.client.staging import seen
from tests.client.visiting import Facing, link_of, to_account, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]

FEW = 3  # tables that the server of these tests lets a connection follow
BACK_AND_FORTH = 5  # enough for requests to leave and to watch that could overtake each other


@pytest.fixture
def serving(kept_run: KeptRun, tmp_path: Path) -> Iterator[Serving]:
    limits = replace(HURRIED, watched=FEW)
    with kept_run.entered(running(tmp_path / "server", plain=False, limits=limits)) as made:
        yield made


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    kept_run.call(lambda: visit(ann, serving))
    return ann


@pytest.fixture
def bob(other: Opponent) -> Session:
    return other.session


async def watch(app: Application, table: str) -> RemoteTable:
    app.lobby_controller.watch(table)
    return await until(lambda: table_shown(app, table))


def table_shown(app: Application, table: str) -> RemoteTable | None:
    model = app.window.table.model
    there = app.window.page == "table" and isinstance(model, RemoteTable) and model.table == table
    return model if there and model.match is not None else None


def spectators(serving: Serving, table: str) -> int:
    return len(serving.services.lobby.watchers(table))


def choose(app: Application, entry: str) -> None:
    app.window.action(entry).trigger()


async def leave(app: Application, way: str, folder: Path) -> None:
    match way:
        case "home" | "host":
            choose(app, way)
        case "stop_watching":
            await press(app.window.table, way)
        case "rail_stop_watching":
            app.window.resize(800, 560)
            await press(app.window.table, way)
            app.window.resize(1280, 800)
        case "lobby":
            app.lobby_controller.show_lobby()
        case "rules and home":
            choose(app, "rules")
            assert app.window.page == "rules"
            choose(app, "home")
        case "record":
            table = seeded_table("clod")
            play_on(table, 4)
            write_match(folder / "a.netgame", held(table))
            app.records_controller.open_path(str(folder / "a.netgame"))
            await until(lambda: isinstance(app.window.table.model, ReviewTable))
        case "another table":
            shown = app.window.table.model
            await watch(app, next(info.table for info in link_of(app).lobby.tables if info.table != shown.table))
        case "lost line":
            app.servers.forget_server(link_of(app).fingerprint)


WAYS = (
    "stop_watching", "rail_stop_watching", "home", "lobby", "host", "record", "rules and home", "another table",
    "lost line",
)  # fmt: skip


async def test_a_spectator_may_leave_in_any_way_and_watch_another_table(
    ann: Application, serving: Serving, bob: Session, tmp_path: Path
) -> None:
    for way in WAYS:
        table = await bob.make_table("clod", {}, "A table")
        await watch(ann, table)
        assert spectators(serving, table) == 1
        await leave(ann, way, tmp_path)
        await until(lambda: spectators(serving, table) == 0)  # noqa: B023


async def test_watching_goes_on_while_the_rules_are_read(ann: Application, serving: Serving, bob: Session) -> None:
    window, table = ann.window, await bob.make_table("clod", {}, "A table")
    ann.lobby_controller.show_lobby()
    model = await watch(ann, table)
    for page, back in (("rules", window.rules.back), ("preferences", window.preferences.back)):
        choose(ann, page)
        assert window.page == page
        back.emit()
        assert (window.page, window.table.model) == ("table", model)
    assert spectators(serving, table) == 1
    await press(window.table, "stop_watching")
    assert (window.page, window.table.model) == ("lobby", None), "the page before"
    await until(lambda: spectators(serving, table) == 0)

    model = await watch(ann, table)
    choose(ann, "rules")
    model.close(Text("The server closed the table."))
    window.rules.back.emit()
    assert (window.page, window.table.model) == ("lobby", None)

    again = await watch(ann, table)
    assert again is not model
    again.close(Text("This game cannot be shown here"))
    settle()
    assert window.page == "home"
    assert (await watch(ann, table)).match is not None


async def test_a_player_finishes_more_matches_than_a_connection_may_follow(
    ann: Application, bob: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client_qt.net.session.MOST_OVER", 0)
    for _ in range(FEW + 1):
        table = await bob.make_table("clod", {}, "A table", player=0)
        ann.window.lobby.join.emit(table)
        model = await until(lambda: table_shown(ann, table))  # noqa: B023
        await until(lambda: model.mine)  # noqa: B023
        choose(ann, "home")  # a player still follows the game there
        await bob.command(table, SendResign, match=True)

        await until(lambda: model.match.phase == "over")  # noqa: B023


async def test_a_spectator_who_returns_at_once_still_watches(ann: Application, serving: Serving, bob: Session) -> None:
    table, link = await bob.make_table("clod", {}, "A table", player=0), link_of(ann)
    await watch(ann, table)
    for _ in range(BACK_AND_FORTH):
        choose(ann, "home")
        model = await watch(ann, table)
        answers: list[Profile] = []
        link.request(link.profile(link.account), answers.append, print)
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


FINGERPRINT, NOBODY = "11" * 32, "127.0.0.1:1"  # nothing listens there
TABLE = LastTable(FINGERPRINT, "t1", "thud", "Ann")


def label(app: Application, name: str) -> str:
    found = app.window.table.fetching.findChild(QLabel, f"fetching_{name}")
    return found.text() if found.isVisible() else ""


async def test_a_table_that_is_fetched_shows_no_other_game_and_is_tried_again_or_given_up(alone: Application) -> None:
    app, window, page = alone, alone.window, alone.window.table
    server = KnownServer(FINGERPRINT, "Ann's computer", addresses=(NOBODY,))
    app.settings.change(replace(app.settings.value.with_server(server), tables=(TABLE,)))
    play_here(app, "clod", 3)
    window.action("home").trigger()
    await press(window.home, "continue_t1")
    await until(lambda: window.page == "table" and label(app, "reason"))
    settle()

    assert "Thud" in label(app, "title")
    assert "Ann" in label(app, "title")
    assert "Ann's computer" in label(app, "state")
    assert NOBODY in label(app, "addresses")
    buttons = [found for found in page.findChildren(QAbstractButton) if found.isVisible()]
    assert not page.board.isVisible()
    assert {found.objectName() for found in buttons} == {"fetching_home", "fetching_remove", "fetching_retry"}
    assert not [spec.name for spec in SPECS.values() if spec.at_table and window.action(spec.name).isVisible()]
    assert not window.findChild(QLabel, "shield").isVisible()
    assert "Thud" in window.windowTitle()

    (session,) = app.servers.sessions.values()
    await until(lambda: session.status == "waiting")
    statuses: list[str] = []
    app.servers.changed.connect(lambda: statuses.append(session.status))
    await press(page, "fetching_retry")
    await until(lambda: "connecting" in statuses)
    assert button(page, "fetching_retry").isEnabled()

    await press(page, "fetching_home")
    assert (window.page, app.settings.value.tables) == ("home", (TABLE,))
    play_here(app, "clod", 1)
    settle()
    assert page.board.isVisible()
    assert page.board.hasFocus()
    assert window.action("flip").isVisible()

    window.action("home").trigger()
    await press(window.home, "continue_t1")
    await press(page, "fetching_remove")
    assert (window.page, app.settings.value.tables) == ("home", ())


DAYS = "days 3"


async def test_the_server_answers_for_the_window_and_a_vacation_stops_the_clock(
    ann: Application, serving: Serving, other: Opponent
) -> None:
    facing = Facing(ann, serving, other, await other.session.make_table("thud", {"battles": 1}, player=0, clock=DAYS))
    link_of(ann).take_seat(facing.table, ann.table_controller.show, print)
    await until(lambda: ann.window.page == "table")
    page, model = ann.window.table, ann.table_controller.model
    await until(lambda: model.match is not None and model.match.phase == "playing" and model.conditional is not None)

    page.panel.moves.bar.what_if.emit()
    variation = await until(lambda: page.model if isinstance(page.model, VariationTable) else None)
    move = variation.match.game.moves(variation.match.state)
    variation.play(next(iter(move)))  # the first one, as `Facing.move` plays
    try_moves(variation, 1)
    await press(page, "what_if_answers")
    await until(lambda: page.panel.conditional.lines)
    await facing.move()
    await until(lambda: sum(model.match.moved) == 2)
    assert model.match.history.last.event.conditional
    assert answer_of(model.match, 1, ()) is None
    await until(lambda: not page.panel.conditional.lines)
    ann.window.action("variation").trigger()

    account = await to_account(ann)
    await until(lambda: account.vacation.isVisible())
    await press(account, "begin_vacation")
    await until(lambda: any(model.vacations))
    await facing.move()
    await until(lambda: model.match.paused is not None)
    assert model.can_move
    await press(account, "end_vacation")
    await until(lambda: model.match.paused is None)
    assert model.can_move


async def test_a_pause_of_over_an_hour_takes_no_time_from_the_clocks(kept_run: KeptRun, facing: Facing) -> None:
    app, other = facing.app, facing.order

    def match() -> Match:
        return app.window.table.model.match

    for _ in range(2):
        before = match().position
        await facing.move()
        await until(lambda before=before: match().position > before)
        await play_one(app)
    await kept_run.pass_time(60)
    choose(app, "pause")
    await until(lambda: match().offers)
    await other(SendAnswer, offer=next(iter(match().offers)), accept=True)
    await until(lambda: match().paused)
    left = match().clocks.left
    await kept_run.pass_time(3700)

    await press(app.window.table, "resume")
    await until(lambda: match().ready)
    await other(ReadyUp)
    await until(lambda: not match().paused)
    assert match().clocks.left == left

    await kept_run.pass_time(60)
    await facing.move()
    await until(lambda: match().clocks.running == 1)
    assert 59_000 < left[0] - match().clocks.left[0] < 75_000
    assert match().clocks.left[1] == left[1]


async def test_an_unknown_game_is_watched(ann: Application, other: Opponent, monkeypatch: pytest.MonkeyPatch) -> None:
    use_games(monkeypatch, None)
    table = await other.session.make_table("thud", {}, title="A table")
    ann.lobby_controller.show_lobby()
    await until(lambda: "update it" in seen(ann.window.lobby))

    await press(ann.window.lobby, f"watch_{table}")
    await until(lambda: ann.window.table.text_match.isVisible())

    text = ann.window.table.text_match.findChild(QTextEdit, "text_match_moves")
    assert text.toPlainText().splitlines() == ["Bob sits down."]
    assert "thud" in ann.window.windowTitle()
    await press(ann.window.table, "text_match_stop")
    await until(lambda: ann.window.page == "lobby" and not link_of(ann).models)
