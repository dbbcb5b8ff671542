"""The sounds: their files, the choice of a sound, and a computer without loudspeaker."""

import array
import sys
import wave
from collections.abc import Generator
from io import BytesIO
from typing import get_args

import pytest
from pytestqt.qtbot import QtBot

from client_qt.feedback.sound_choice import Sound, move_sound, sound_of
from client_qt.feedback.sounds import RATE_HZ, Mixer, NoLoudspeaker, Sounds, samples_of
from devtools.harness.window.clicks import GUARD_MS
from devtools.harness.window.play import play_on, seeded_table
from devtools.make_sounds import LONGEST_S, MADE, RATE, SOUNDS, wav
from netgame.game import Piece
from netgame.games import GAMES
from netgame.match.events import Ended, Forfeited, Moved, Rolled, Started

MINUS_12_DB = 32767 * 10 ** (-12 / 20)


def samples(data: bytes) -> "array.array[int]":
    with wave.open(BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return array.array("h", file.readframes(file.getnframes()))


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_file_is_that_of_the_script_short_and_not_loud(name: str) -> None:
    kept, made = samples((SOUNDS / f"{name}.wav").read_bytes()), samples(wav(name))
    assert len(kept) == len(made)
    assert max(abs(a - b) for a, b in zip(kept, made, strict=True)) <= 1  # sines differ in the last bit
    assert len(kept) <= LONGEST_S * RATE
    assert 0.2 * MINUS_12_DB < max(map(abs, kept)) <= MINUS_12_DB
    assert max(abs(kept[0]), abs(kept[-1])) < 300  # neither beginning nor end clicks


def test_there_is_a_file_for_every_sound_and_no_other() -> None:
    assert RATE == RATE_HZ
    assert {path.stem for path in SOUNDS.iterdir()} == set(MADE) == set(get_args(Sound))
    assert sum(path.stat().st_size for path in SOUNDS.iterdir()) < 500_000


def test_the_sound_of_a_move_depends_on_the_pieces_that_changed() -> None:
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

    clod, game = GAMES["clod"](), GAMES["conquid"]()
    assert move_sound(clod, {}, {1: Piece(0, "clod_black")}, 0) == "stone_low"
    assert move_sound(clod, {}, {1: Piece(1, "clod_white")}, 1) == "stone"

    state = game.read_position(game.example)
    after = game.pieces(game.play(state, game.parse(state, "C")))
    assert move_sound(game, game.pieces(state), after, game.turn(state).seat) == "conquer"


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_event_of_a_game_has_the_sound_of_its_kind(key: str) -> None:
    table = seeded_table(key)
    play_on(table, 12)
    match = table.match
    found = {type(event): sound_of(match, event, table.mine) for event in table.log}

    assert found[Started] == "start"
    assert found[Moved] in ("place", "stone", "stone_low", "move", "capture", "conquer", "forfeit")
    assert str(found.get(Rolled, "dice_1")).startswith("dice_")
    assert found.get(Forfeited, "forfeit") == "forfeit"


def test_a_result_is_a_win_a_loss_or_a_draw_and_an_aborted_match_is_silent() -> None:
    table = seeded_table("clod")
    match = table.match
    assert match is not None

    def end(winner: int | None, mine: set[int], reason: str = "legs") -> str | None:
        return sound_of(match, Ended(number=9, at=0, winner=winner, totals=(0, 0), reason=reason), frozenset(mine))

    assert (end(0, {0}), end(0, {0, 1}), end(1, set())) == ("win", "win", "win")
    assert (end(0, {1}), end(None, {0}), end(None, {0}, "aborted")) == ("loss", "draw", None)


class Speaker:
    """A loudspeaker that collects what it plays."""

    def __init__(self) -> None:
        self.running = False
        self.played = b""
        self.stream: Generator[bytes, int, None] | None = None

    def __enter__(self) -> "Speaker":
        return self

    def __exit__(self, *_error: object) -> None:
        self.running = False

    def start(self, stream: Generator[bytes, int, None]) -> None:
        self.running, self.stream = True, stream

    def stop(self) -> None:
        self.running = False


def test_a_sound_reaches_the_loudspeaker_with_its_volume(qtbot: QtBot) -> None:
    speaker = Speaker()
    sounds = Sounds(open_speaker=lambda: speaker)
    sounds.set_volume(50)
    sounds.play("turn")
    qtbot.waitUntil(lambda: speaker.running, timeout=GUARD_MS)

    samples = array.array("h", speaker.stream.send(100))

    assert list(samples) == [int(sample * 0.25) for sample in samples_of("turn")[:100]]
    sounds.close()
    assert not speaker.running

    opened: list[bool] = []
    sounds = Sounds(open_speaker=lambda: opened.append(True))
    sounds.set_volume(0)
    sounds.play("turn")
    sounds.close()
    assert opened == [], "it is not opened without volume"


def test_two_sounds_are_mixed_without_overflow_and_silence_follows() -> None:
    mixer = Mixer()
    stream = mixer.stream()
    next(stream)
    mixer.add(array.array("h", [1000, 2000, 3000]), 1)
    assert stream.send(1) == array.array("h", [1000]).tobytes()
    mixer.add(array.array("h", [10, 20, 30]), 2)
    assert stream.send(5) == array.array("h", [2020, 3040, 60, 0, 0]).tobytes()

    for _ in range(3):
        mixer.add(array.array("h", [30_000, -30_000]), 1)
    assert stream.send(2) == array.array("h", [32767, -32768]).tobytes()


def test_a_computer_without_loudspeaker_and_one_that_is_unplugged_are_tried_again_later(qtbot: QtBot) -> None:
    class Unplugged(Speaker):
        def start(self, stream: Generator[bytes, int, None]) -> None:
            raise NoLoudspeaker

    def open_speaker() -> Speaker:
        speaker = outcomes.pop(0)
        if speaker is None:
            raise NoLoudspeaker
        return speaker

    for first in (None, Unplugged()):
        outcomes = [first, Speaker()]
        sounds = Sounds(open_speaker=open_speaker)
        sounds.play("turn")
        qtbot.waitUntil(lambda sounds=sounds: bool(sounds.why_not), timeout=GUARD_MS)
        with qtbot.waitSignal(sounds.changed, timeout=GUARD_MS):
            sounds.prepare()
        assert not sounds.why_not
        sounds.close()


def test_an_installation_without_the_sound_library_says_so(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "miniaudio", None)  # its import fails
    sounds = Sounds()
    with qtbot.waitSignal(sounds.changed, timeout=GUARD_MS):
        sounds.prepare()
    assert "miniaudio" in sounds.why_not
    assert sounds.is_probed
    sounds.close()


def test_sounds_come_back_by_themselves_with_the_loudspeaker(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(Speaker):
        def start(self, stream: Generator[bytes, int, None]) -> None:
            raise NoLoudspeaker

    monkeypatch.setattr("client_qt.feedback.sounds.AGAIN_S", 0.0)
    back, outcomes = Speaker(), list[Speaker]()
    outcomes += [Unplugged(), back]
    sounds = Sounds(open_speaker=lambda: outcomes.pop(0))
    sounds.play("turn")
    qtbot.waitUntil(lambda: bool(sounds.why_not), timeout=GUARD_MS)

    sounds.play("turn")

    qtbot.waitUntil(lambda: back.running and not sounds.why_not, timeout=GUARD_MS)
    sounds.close()
