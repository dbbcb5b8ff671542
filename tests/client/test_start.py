"""Starting: what is said where no window can open, and what the command lines leave behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from client_qt.libraries import APT, NO_SCREEN, problem
from netgame.games import GAMES

CHECKOUT = Path(__file__).parents[2]
SCREENLESS = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}


def start(module: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=CHECKOUT,
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a screen")
@pytest.mark.slow
def test_without_a_screen_it_says_so_and_what_else_there_is() -> None:
    done = start("client_qt", **SCREENLESS)

    assert done.returncode == 3
    assert "./run demo" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_wrong_word_for_the_interfaces_is_explained() -> None:
    done = start("client_qt", NETGAME_LAN="everything")

    assert done.returncode == 2
    assert "NETGAME_LAN" in done.stderr
    assert "Traceback" not in done.stderr


def test_where_there_is_no_screen_the_libraries_do_not_matter() -> None:
    assert problem(SCREENLESS, "linux") == NO_SCREEN


def test_a_screen_that_is_chosen_needs_no_other() -> None:
    assert problem({"QT_QPA_PLATFORM": "offscreen"}, "linux") == ""


def test_a_missing_library_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_path: str) -> None:
        raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file or directory")

    monkeypatch.setattr("ctypes.CDLL", missing)

    words = problem({"DISPLAY": ":0"}, "linux")

    assert "libxcb-cursor.so.0" in words
    assert APT in words
    assert "libxcb-cursor0" in APT


@pytest.mark.slow
def test_pictures_show_each_window_with_each_game(tmp_path: Path) -> None:
    done = start("client_qt.pictures", str(tmp_path))

    assert done.returncode == 0, done.stderr
    made = [Path(line).name for line in done.stdout.splitlines()]
    assert {file.stat().st_size > 5000 for file in tmp_path.iterdir()} == {True}
    for key in GAMES:
        for ui in ("light", "dark"):
            assert f"table_{key}_middle_{ui}_1280x800.png" in made
            assert f"host_{key}_{ui}_800x560.png" in made
    assert "home_light_1280x800.png" in made
    assert "join_dark_800x560.png" in made
