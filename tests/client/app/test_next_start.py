"""The next start of the program finds what the one before left: choices, games, records and comments."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLineEdit

from client_qt.app import application
from client_qt.app.application import Application
from client_qt.hosting.computer_players import ComputerPlayers
from client_qt.pages.table.panel.walk_bar import read_speed
from client_qt.records.files import read_match
from client_qt.settings.file import SettingsFile
from client_qt.settings.preferences import Preferences
from client_qt.settings.schema import Settings
from client_qt.table.local import LocalTable
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.theme import Theme
from devtools.harness.server.serving import known, running
from devtools.harness.window.clicks import LEFT, settle, type_text
from devtools.harness.window.engines import FakeEngines
from devtools.harness.window.opponent import Opponent, opponent
from devtools.harness.window.play import play_on
from devtools.harness.window.program import client, folders_of, press, until
from devtools.harness.window.qt_run import KeptRun
from devtools.harness.window.together import play_one
from protocol.messages import SendResign
from server.app import Serving
from tests.client.pages.test_play_computer import moves, start
from tests.client.visiting import Facing, face

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
COMMENT = "She always begins like this."


@dataclass
class Started:
    """The second start of a client: what the first one left, and what the second one showed at its beginning."""

    app: Application
    fake: FakeEngines
    left: Settings
    here: LocalTable
    computer: LocalTable
    going_on: Facing
    computers: list[Sequence[str]]  # the words of the computer players at servers that were started
    page: str
    banner: str
    title: str


async def choose(app: Application) -> None:
    app.preferences_controller.open()
    await press(app.window, "preference_board_slate")
    await press(app.window, "preferences_playing")
    await press(app.window, "preference_legal")
    app.window.action("faster").trigger()
    assert not app.window.banner.shown


async def play_at_one_screen(app: Application) -> LocalTable:
    app.window.action("here").trigger()
    type_text(app.window.here.findChild(QLineEdit, "name_0"), "Ann")
    QTest.mouseClick(app.window.here.findChild(QCheckBox, "turn_board"), LEFT)
    app.window.here.choose("thud")
    await press(app.window.here, "go")
    table = app.window.table.model
    assert isinstance(table, LocalTable)
    assert (table.name_of(0), table.name_of(1)) == ("Ann", "Player 2")
    assert app.window.action("turning").isChecked()
    play_on(table, 4)
    return table


async def play_against_the_computer(app: Application, fake: FakeEngines) -> LocalTable:
    """Leave while the computer thinks, then only watch a game."""
    table = await start(app, "thud", "", "level 3")
    play_on(table, 1)
    await until(lambda: fake.limits)
    await start(app, "clod", "level 1", "level 2")
    return table


async def play_at_a_server(app: Application, serving: Serving, bob: Opponent) -> tuple[Facing, Facing]:
    """Play two matches; the window stays at the second one, with a comment that is just being written."""
    app.window.show_page("home")
    first = await face(app, serving, bob)
    await first.move()
    await play_one(app)
    app.window.show_page("home")
    second = await face(app, serving, bob)
    await second.move()
    await until(lambda: app.window.table.builder.active)
    app.window.action("comment").trigger()
    type_text(app.window.table.panel.comment.text, COMMENT)
    tables = {first.table, second.table}  # the list of the server shows them a moment later
    (session,) = app.servers.sessions.values()
    await until(lambda: tables == {info.table for info in session.own_tables()})
    await until(lambda: tables <= {row.key for row in app.unfinished_games.rows()})
    return first, second


@pytest.fixture(scope="module")
def started(kept_run: KeptRun, _session_theme: Theme, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    home, fake, computers = tmp_path_factory.mktemp("home"), FakeEngines(), list[Sequence[str]]()
    fake.hold()

    def program(words: Sequence[str]) -> list[str]:
        computers.append(words)
        return [sys.executable, "-c", "import sys; sys.stdin.read()"]

    file = SettingsFile(folders_of(home, 1).config)
    file.change(file.value.prefer(volume=10))
    with ExitStack() as stack:
        change = stack.enter_context(pytest.MonkeyPatch.context())
        change.setattr(application, "ComputerPlayers", partial(ComputerPlayers, command=program))
        serving = stack.enter_context(kept_run.entered(running(home / "server", plain=False)))
        bob = stack.enter_context(kept_run.entered(opponent(known(serving))))
        with kept_run.entered(client(_session_theme, home, "Ann", engines=fake.engines)) as app:
            kept_run.call(lambda: choose(app))
            here = kept_run.call(lambda: play_at_one_screen(app))
            computer = kept_run.call(lambda: play_against_the_computer(app, fake))
            ended, going_on = kept_run.call(lambda: play_at_a_server(app, serving, bob))
            app.computer_players.seat(known(serving), "a table", 1)
            kept_run.call(lambda: until(lambda: computers))
        _session_theme.choose(board="auto")
        left = SettingsFile(file.path.parent).value
        plain = json.loads(file.path.read_text("utf-8"))
        plain["preferences"]["volume"] = "loud"
        file.path.write_text(json.dumps(plain))
        kept_run.call(lambda: until(lambda: serving.connections == 1))
        kept_run.call(lambda: ended.order(SendResign, match=True))

        with kept_run.entered(client(_session_theme, home, "Ann", engines=fake.engines)) as app:
            kept_run.call(lambda: until(lambda: app.waiting_games.games and app.window.banner.shown))
            window = app.window
            seen = window.page, window.banner.accessibleName(), window.windowTitle()
            yield Started(app, fake, left, here, computer, going_on, computers, *seen)
            fake.hold()
            kept_run.call(lambda: think(app, fake))
    assert not fake.running, "engines end with the window"


async def think(app: Application, fake: FakeEngines) -> None:
    await start(app, "thud", "level 1", "")
    await until(lambda: fake.running)


async def test_choices_are_kept_and_one_that_broke_meanwhile_is_told_in_the_banner(started: Started) -> None:
    window = started.app.window

    assert started.left.preferences == Preferences(board="slate", legal=False, volume=10, turning=True)
    assert started.left.window.geometry
    assert window.theme.board_name == "slate"
    assert not window.findChild(QAction, "action_legal").isChecked()
    assert window.replay.speed == 2.0
    window.findChild(QAction, "speed_played").trigger()
    assert read_speed(window.state().replay_speed) is None
    assert "volume" in started.banner
    assert "settings.broken.json" in started.banner


async def continued(app: Application, key: str) -> TableModel:
    """Continue a game from the home page."""
    app.window.action("home").trigger()
    await press(app.window.home, f"continue_{key}")
    return await until(lambda: app.window.page == "table" and app.window.table.model)


async def test_a_game_at_one_screen_goes_on_and_the_board_still_turns(started: Started) -> None:
    app = started.app
    (row,) = [row for row in app.unfinished_games.rows() if row.key == key_of(app, started.here)]
    model = await continued(app, row.key)
    settle()
    assert app.window.action("turning").isChecked(), "the switch is kept"
    assert model.match == started.here.match
    assert app.window.table.builder.active


def key_of(app: Application, before: LocalTable) -> str:
    return next(table.key for table in app.local_controller.games.tables if table.match == before.match)


async def test_a_game_against_the_computer_goes_on_with_its_move(started: Started) -> None:
    key = key_of(started.app, started.computer)
    table = await continued(started.app, key)
    assert isinstance(table, LocalTable)
    started.fake.release()
    await until(lambda: table.can_move)
    started.fake.hold()

    assert table.mine == {0}
    assert table.computer_of(1) == "level 3"
    assert (moves(table, 0), moves(table, 1)) == (1, 1)


async def test_the_last_choice_of_a_computer_player_that_was_not_only_watched_is_offered(started: Started) -> None:
    window = started.app.window
    window.action("home").trigger()
    await press(window.home, "tile_computer")
    choice = window.here.choice()
    assert (choice.game, choice.computers) == ("thud", ("", "level 3"))
    window.action("here").trigger()
    assert window.here.choice().computers == ("", "")


async def test_a_match_at_a_server_waits_and_one_that_ended_is_listed(started: Started) -> None:
    app = started.app
    (game,) = app.waiting_games.games

    assert game.table.table == started.going_on.table
    assert (started.page, started.going_on.serving.connections) == ("home", 2)
    assert started.title.startswith(game.text)
    (row,) = await until(app.recent_records.rows)
    assert read_match(Path(row.path)).match.ended is not None
    assert len(app.local_controller.games.tables) == 2, "those at this computer"


async def test_a_computer_player_at_a_server_comes_back_with_the_window(started: Started) -> None:
    await until(lambda: len(started.computers) == 2)
    first, second = started.computers
    assert "--finish" not in first
    assert "--finish" in second
    assert first[first.index("--folder") + 1] == second[second.index("--folder") + 1]


async def test_a_comment_that_was_being_written_is_there_again(started: Started) -> None:
    app = started.app
    model = await continued(app, started.going_on.table)
    assert isinstance(model, RemoteTable)
    await until(lambda: model.match is not None)
    assert list(model.comments.values()) == [(COMMENT,)]
    assert app.servers.of(model).fingerprint == started.going_on.serving.fingerprint
    await until(lambda: app.window.table.panel.comment.text.toPlainText() == COMMENT)
