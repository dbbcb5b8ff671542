"""Computer players of the user in the preferences, added and removed by clicks; each is started once before."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QLineEdit, QPushButton

from client_qt.app.application import Application
from client_qt.settings.file import SettingsFile
from client_qt.settings.preferences import OwnEngine
from client_qt.table.local import LocalTable
from protocol.engine import engine_command, join_command, split_command
from tests.client.clicks import button, click, type_text
from tests.client.engines import FakeEngines
from tests.client.program import play_here, press, until

PLAYER = "NAME = 'Snapper'\n\ndef choose(game, state, limits):\n    return next(game.moves(state))\n"
PROGRAM = "input(); print('name Robot', flush=True); input()"


async def open_list(app: Application) -> QLineEdit:
    app.window.action("preferences").trigger()
    await press(app.window.preferences, "preferences_engines")
    field: QLineEdit = app.window.preferences.findChild(QLineEdit, "engine_command")
    await until(field.isVisible)
    return field


def engines(app: Application) -> tuple[OwnEngine, ...]:
    return app.settings.value.preferences.engines


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_python_file_is_chosen_tried_kept_and_removed(ann: Application, tmp_path: Path) -> None:
    file = tmp_path / "my player.py"
    file.write_text(PLAYER, "utf-8")
    await open_list(ann)
    await press(ann.window.preferences, "engine_choose")
    dialog = await until(lambda: ann.window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(str(file))
    dialog.close()

    await until(lambda: engines(ann) == (OwnEngine("Snapper", (str(file),)),))
    await press(ann.window.preferences, "preferences_defaults")
    assert len(engines(ann)) == 1
    assert SettingsFile(ann.settings.path.parent).value.preferences.engines == engines(ann)

    await press(ann.window.preferences, "engine_remove_Snapper")
    assert engines(ann) == ()


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_player_of_ones_own_is_offered_for_a_game_and_plays_it(ann: Application, tmp_path: Path) -> None:
    file = tmp_path / "player.py"
    file.write_text(PLAYER, "utf-8")
    ann.preferences_controller.choose(engines=(OwnEngine("Snapper", (str(file),)),))
    await press(ann.window.home, "tile_computer")
    here = ann.window.here
    await press(here, "game_thud")
    box = here.findChild(QComboBox, "kind_0")
    box.setCurrentIndex(box.findData("Snapper"))
    here.findChild(QComboBox, "kind_1").setCurrentIndex(0)
    await press(here, "go")

    table = ann.window.table.model
    assert isinstance(table, LocalTable)
    await until(lambda: table.can_move)
    assert table.match is not None
    assert table.match.moved == (1, 0)
    assert table.match.seats[0] is not None
    assert table.match.seats[0].computer == "Snapper"

    ann.preferences_controller.choose(engines=())
    ann.window.action("computer").trigger()
    assert box.findData("Snapper") < 0


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_program_is_added_by_its_command_and_a_wrong_one_says_why_not(ann: Application, tmp_path: Path) -> None:
    command = join_command((sys.executable, "-c", PROGRAM))
    field = await open_list(ann)
    problem = ann.window.preferences.findChild(QLabel, "engine_problem")
    assert not button(ann.window.preferences, "engine_add").isEnabled()

    click(field)
    type_text(field, str(tmp_path / "missing"))
    QTest.keyClick(field, Qt.Key.Key_Return)
    await until(problem.isVisible)
    assert engines(ann) == ()

    field.clear()
    assert not problem.isVisible()
    field.setText(command)
    await press(ann.window.preferences, "engine_add")
    await until(lambda: [engine.name for engine in engines(ann)] == ["Robot"])
    assert field.text() == ""

    # another program with the name of one that is there
    field.setText(f"{command} again")
    await press(ann.window.preferences, "engine_add")
    await until(problem.isVisible)
    assert len(engines(ann)) == 1


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_the_chosen_player_gives_hints_and_analyses(ann: Application, fake: FakeEngines) -> None:
    ann.preferences_controller.choose(engines=(OwnEngine("Robot", ("robot", "--fast")),))
    play_here(ann, "thud", 4)
    table = ann.window.table
    for adviser, command in (("Robot", ["robot", "--fast"]), ("", engine_command())):
        await open_list(ann)
        box = ann.window.preferences.findChild(QComboBox, "preference_adviser")
        assert [box.itemData(number) for number in range(box.count())] == ["", "Robot"]
        choose(box, adviser)
        await press(ann.window.preferences, "back")
        await hint(ann)
        assert fake.commands[-1] == command

        ann.window.action("variation").trigger()
        ann.window.action("analysis").trigger()
        await until(lambda: not table.panel.analysis.findChild(QPushButton, "analysis_start").isEnabled())
        assert fake.commands[-1] == command
        ann.window.action("variation").trigger()

    await open_list(ann)
    choose(box, "Robot")
    await press(ann.window.preferences, "engine_remove_Robot")
    await press(ann.window.preferences, "back")
    await hint(ann)
    assert fake.commands[-1] == engine_command()


async def hint(app: Application) -> None:
    table = app.window.table
    app.window.action("hint").trigger()
    await until(lambda: table.suggestion is not None and table.suggestion.cells)
    table.set_suggestion(None)


def choose(box: QComboBox, value: str) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_a_command_is_split_like_in_a_shell() -> None:
    words = [sys.executable, "my file.py", "--level"]

    assert split_command(join_command(words)) == words
    assert split_command("") == split_command("'open") == []
