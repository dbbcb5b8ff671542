"""The sounds: the files, which of them something makes, and a computer that has none."""

import array
import sys
import wave
from io import BytesIO

import PySide6
import pytest
from pytestqt.qtbot import QtBot

from client_qt.feedback.sound_choice import move_sound, sound_of
from client_qt.feedback.sounds import Sounds, missing_words
from netgame.game import Piece
from netgame.games import GAMES
from netgame.match.events import Ended, Forfeited, Moved, Rolled, Started
from tests.client.play import play_on, seeded_table
from tests.tools.make_sounds import LONGEST_S, MADE, RATE, SOUNDS, wav

MINUS_12_DB = 32767 * 10 ** (-12 / 20)


def heard(data: bytes) -> "array.array[int]":
    with wave.open(BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return array.array("h", file.readframes(file.getnframes()))


# ---- the files


@pytest.mark.parametrize("name", sorted(MADE))
def test_the_files_are_what_the_script_makes(name: str) -> None:
    kept, made = heard((SOUNDS / f"{name}.wav").read_bytes()), heard(wav(name))

    assert len(kept) == len(made)
    assert max(abs(a - b) for a, b in zip(kept, made, strict=True)) <= 1  # sines differ in the last bit


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_sound_is_short_and_frightens_nobody(name: str) -> None:
    samples = heard((SOUNDS / f"{name}.wav").read_bytes())

    assert len(samples) <= LONGEST_S * RATE
    assert 0.2 * MINUS_12_DB < max(map(abs, samples)) <= MINUS_12_DB
    assert abs(samples[0]) < 300  # neither beginning nor end clicks
    assert abs(samples[-1]) < 300


def test_there_is_a_file_for_every_sound_and_no_other() -> None:
    from typing import get_args

    from client_qt.feedback.sound_choice import Sound

    assert {path.stem for path in SOUNDS.iterdir()} == set(MADE) == set(get_args(Sound))
    assert sum(path.stat().st_size for path in SOUNDS.iterdir()) < 500_000


def test_the_second_note_of_a_turn_is_a_fifth_above_the_first() -> None:
    from tests.tools.make_sounds import A4, E5

    assert abs(E5 / A4 - 3 / 2) < 0.002


# ---- which one


def test_a_move_is_heard_by_what_it_did_to_the_pieces() -> None:
    own, other, alike = Piece(0, "dwarf"), Piece(1, "troll"), Piece(None, "rock")
    game = next(kind() for kind in GAMES.values() if kind().pieces(kind().start()))

    def sound(before: dict[int, Piece], after: dict[int, Piece]) -> str:
        return move_sound(game, before, after, 0)

    assert sound({1: own, 5: other}, {2: own, 5: other}) == "move"
    assert sound({1: own, 5: other}, {5: own}) == "capture"
    assert sound({1: own, 5: other}, {1: own}) == "capture"
    assert sound({1: own, 5: other}, {1: own, 5: own}) == "conquer"
    assert sound({1: alike}, {2: alike}) == "move"
    assert sound({1: own}, {1: own, 2: own}) == "place"
    assert sound({1: own}, {1: own}) == "forfeit"


def test_stones_of_the_second_side_sound_higher() -> None:
    game = next(kind() for kind in GAMES.values() if kind().key == "clod")

    assert move_sound(game, {}, {1: Piece(0, "clod_black")}, 0) == "stone_low"
    assert move_sound(game, {}, {1: Piece(1, "clod_white")}, 1) == "stone"


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_event_of_a_game_has_the_sound_of_its_kind(key: str) -> None:
    table = seeded_table(key)
    play_on(table, 12)
    match = table.match
    assert match is not None
    found = {type(event): sound_of(match, event, table.mine) for event in table.log}

    assert found[Started] == "start"
    assert found[Moved] in ("place", "stone", "stone_low", "move", "capture", "conquer", "forfeit")
    assert str(found.get(Rolled, "dice_1")).startswith("dice_")
    assert found.get(Forfeited, "forfeit") == "forfeit"


def test_cells_that_change_sides_are_heard_in_a_game_that_has_it() -> None:
    game = GAMES["conquid"]()
    state = game.read_position(game.example)
    seat = game.turn(state).seat  # type: ignore[union-attr]
    after = game.pieces(game.play(state, game.parse(state, "C")))

    assert move_sound(game, game.pieces(state), after, seat) == "conquer"


def test_the_end_is_won_lost_or_drawn_and_an_aborted_match_is_silent() -> None:
    table = seeded_table("clod")
    match = table.match
    assert match is not None

    def end(winner: int | None, mine: set[int], reason: str = "legs") -> str | None:
        return sound_of(match, Ended(number=9, at=0, winner=winner, totals=(0, 0), reason=reason), frozenset(mine))  # type: ignore[arg-type]

    assert end(0, {0}) == "win"
    assert end(0, {1}) == "loss"
    assert end(0, {0, 1}) == "win"
    assert end(1, set()) == "win"
    assert end(None, {0}) == "draw"
    assert end(None, {0}, "aborted") is None


# ---- computers without


def test_a_computer_without_the_module_is_quiet_and_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client_qt.feedback.sounds.find_spec", lambda _name: None)
    sounds = Sounds()
    sounds.prepare()
    sounds.play("turn")
    sounds.close()

    assert f"-m pip install PySide6-Addons=={PySide6.__version__}" in sounds.why_not


def test_a_library_that_is_missing_is_found_out_beside_the_window(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("client_qt.feedback.sounds.find_spec", lambda _name: object())
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimedia", None)  # as if it could not be read in
    sounds = Sounds()
    assert sounds.why_not == ""
    with qtbot.waitSignal(sounds.changed):
        sounds.play("turn")
    sounds.close()

    assert sounds.why_not


def test_the_library_of_the_sound_service_is_named_with_the_command_that_installs_it() -> None:
    error = ImportError("libpulse.so.0: cannot open shared object file: No such file or directory")

    assert missing_words(error).endswith("sudo apt install libpulse0")
    assert "libfoo.so.1" in missing_words(ImportError("libfoo.so.1: cannot open shared object file"))


def test_without_volume_nothing_is_even_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client_qt.feedback.sounds.find_spec", lambda _name: object())
    sounds = Sounds()
    sounds.set_volume(0)
    sounds.play("turn")

    assert sounds._thread is None
