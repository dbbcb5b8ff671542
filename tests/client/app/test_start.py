"""Starting: what is said where no window can open, and what the command lines leave behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from client_qt.app.main_window import MainWindow
from client_qt.pages.records.controller import is_record
from client_qt.system_libraries import APT, NO_SCREEN, problem
from devtools.guide.pages import boards as boards_of_games
from devtools.guide.pages import game_pages
from devtools.guide.pictures import WINDOWS
from devtools.harness import PATIENCE_S
from devtools.screenshots.pictures import LOOKS
from devtools.screenshots.scenario import SEED, Scenario
from devtools.screenshots.staged import whole
from netgame.games import GAMES
from netgame.match.evolve import replay
from netgame.options import variants

CHECKOUT = Path(__file__).parents[3]
SCREENLESS = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}


def start(module: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        cwd=CHECKOUT,
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a screen")
@pytest.mark.slow
def test_without_a_screen_or_with_a_wrong_word_for_the_interfaces_it_says_so_and_what_else_there_is() -> None:
    done = start("client_qt", **SCREENLESS)
    assert (done.returncode, done.stderr) == (3, NO_SCREEN)
    assert problem({"QT_QPA_PLATFORM": "offscreen"}, "linux") == ""
    done = start("client_qt", NETGAME_LAN="everything")
    assert done.returncode == 2
    assert "NETGAME_LAN" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="Qt's plugin for X is a part of Linux's PySide6")
def test_a_missing_library_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_path: str) -> None:
        raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file or directory")

    monkeypatch.setattr("ctypes.CDLL", missing)

    words = problem({"DISPLAY": ":0"}, "linux")

    assert "libxcb-cursor.so.0" in words
    assert APT in words
    assert "libxcb-cursor0" in APT


@pytest.mark.sweep
@pytest.mark.slow
def test_pictures_are_painted_in_every_look_language_and_size(tmp_path: Path) -> None:
    done = start("devtools.screenshots.pictures", str(tmp_path), "--only", "table_clod_turn")
    assert done.returncode == 0, done.stderr
    made = [Path(line) for line in done.stdout.splitlines()]
    assert {file.stat().st_size > 5000 for file in made} == {True}
    views = {file.name.partition("_light_")[0] for file in made if "_light_" in file.name}
    files = {(view, look.name, size) for view in views for look in LOOKS for size in look.sizes}
    assert {f"{view}_{look}_{size[0]}x{size[1]}.png" for view, look, size in files} == {file.name for file in made}


@pytest.mark.sweep
@pytest.mark.slow
def test_the_guide_gets_pages_pictures_of_windows_and_pictures_of_boards(tmp_path: Path) -> None:
    done = start("devtools.guide", str(tmp_path), "--only", "clod", QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
    made = {Path(line) for line in done.stdout.splitlines()}
    boards = {Path(board.picture) for key, board in boards_of_games() if "clod" in key}
    assert made == boards | {Path("docs/pictures/royalclod.png")}
    assert all((tmp_path / path).is_file() for path in (*made, *game_pages()))


def test_every_scene_of_the_guide_exists_and_three_moments_of_each_board(window: MainWindow) -> None:
    shots = {name for name, _prepare in Scenario(window).shots()}
    assert {scene for scene, _look, _size in WINDOWS.values()} <= shots
    for key, kind in GAMES.items():
        for variant in variants(kind):
            words = "" if variant == "usual" else "_" + variant.replace(" ", "-")
            assert {f"table_{key}{words}_{moment}" for moment in ("start", "middle", "end")} <= shots


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, pytest.param(None, marks=pytest.mark.sweep, id="all")])
@pytest.mark.parametrize("key", list(GAMES))
def test_the_matches_of_the_pictures_come_to_their_end(key: str, most: int | None) -> None:
    for options in list(variants(GAMES[key]).values())[:most]:
        story = whole(key, tuple(options.items()), SEED)
        assert story.match.ended is not None
        assert story.match.over is not None
        assert replay(story.events, GAMES) == story.match


@pytest.mark.parametrize(
    ("what", "record"),
    [("", False), ("netgame://192.168.1.5/t", False), ("192.168.1.5", False), ("game.netgame", True), (__file__, True)],
)
def test_what_the_program_is_started_with_is_a_record_or_an_invitation(what: str, record: bool) -> None:
    assert is_record(what) == record
