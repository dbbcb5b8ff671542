"""Somebody who looks elsewhere is called; somebody who looks is not."""

import array
import wave
from io import BytesIO
from pathlib import Path

import pytest
from PySide6.QtGui import QAction

from client_qt.attention import Attention
from client_qt.settings import SettingsFile
from client_qt.soundmaker import MADE, SOUNDS, wav
from client_qt.sounds import Sound, Sounds
from client_qt.staged_tables import Staged
from client_qt.windows.main import MainWindow
from netgame.events import Resign
from tests.client.staging import ANN, ME, sit_down


class Heard(Sounds):
    """Sounds that note what was played."""

    def __init__(self) -> None:
        super().__init__()
        self.why_not = ""
        self.played: list[str] = []

    def play(self, name: Sound) -> None:
        self.played.append(name)


def switch(window: MainWindow) -> QAction:
    found = window.findChild(QAction, "action_sound")
    assert isinstance(found, QAction)
    return found


def attention(window: MainWindow, folder: Path, sounds: Sounds) -> Attention:
    return Attention(window, SettingsFile(folder), window, sounds)


def test_who_looks_is_not_called(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()
    calls = attention(window, tmp_path, heard)
    monkeypatch.setattr(window, "isActiveWindow", lambda: True)
    calls.call("turn", "Your turn")
    monkeypatch.setattr(window, "isActiveWindow", lambda: False)
    calls.call("end", "Ann wins")

    assert heard.played == ["end"]


def test_sounds_are_switched_off_in_the_menu_and_stay_off(window: MainWindow, tmp_path: Path) -> None:
    heard = Heard()
    calls = attention(window, tmp_path, heard)
    switch(window).trigger()
    calls.call("turn", "Your turn")

    assert heard.played == []
    assert SettingsFile(tmp_path).value.preferences.sound is False
    attention(window, tmp_path, heard)
    assert not switch(window).isChecked()


def test_where_nothing_can_be_played_the_menu_says_why(window: MainWindow, tmp_path: Path) -> None:
    silent = Heard()
    silent.why_not = "No module named 'PySide6.QtMultimedia'"
    attention(window, tmp_path, silent)

    assert not switch(window).isEnabled()
    assert "not installed" in switch(window).toolTip()


def test_a_computer_without_the_module_is_quiet_and_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "PySide6.QtMultimedia", None)
    sounds = Sounds()
    sounds.play("turn")

    assert sounds.why_not


@pytest.mark.parametrize("name", sorted(MADE))
def test_the_files_are_what_the_script_makes(name: str) -> None:
    def heard(data: bytes) -> "array.array[int]":
        with wave.open(BytesIO(data)) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22050)
            return array.array("h", file.readframes(file.getnframes()))

    kept, made = heard((SOUNDS / f"{name}.wav").read_bytes()), heard(wav(name))

    assert len(kept) == len(made)
    assert max(abs(a - b) for a, b in zip(kept, made, strict=True)) <= 1  # sines differ in the last bit
    assert 8000 < max(kept) <= 32767
    assert {path.stem for path in SOUNDS.iterdir()} == set(MADE)


def test_the_own_turn_is_called_once_and_the_end_once(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "isActiveWindow", lambda: False)
    heard = Heard()
    calls = attention(window, tmp_path, heard)
    staged = Staged(clock="none").start()
    model = sit_down(window, staged)
    calls.show(model)
    model.changed.connect(calls.changed)
    while staged.mover() == ME:
        staged.play(1)
    heard.played.clear()

    while staged.mover() != ME:
        staged.play(1)
    assert heard.played == ["turn"]
    staged.do(Resign(match=True), ANN)

    assert heard.played == ["turn", "end"]
