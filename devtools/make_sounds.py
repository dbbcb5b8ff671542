"""Make the sounds of the program from sines and noise: `python -m devtools.make_sounds`.

The files lie in `resources/sounds`; a test makes them again and compares. Chance comes from a seed, so that each run
makes the same.
"""

import array
import math
import random
import sys
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

RATE = 22_050
LOUDEST = 0.25  # of what a file can hold: 12 dB under it, so that nothing frightens
LONGEST_S = 0.7
END_S = 0.02  # over which a sound that is cut goes out, for a sound that stops short clicks
SILENT = 7  # so many fades are as good as silence
SOUNDS = Path(__file__).parents[1] / "client_qt" / "resources" / "sounds"


@dataclass(frozen=True)
class Tone:
    """A sine that rises at once and dies away: hertz, seconds until a third is left, how loud, when it begins, how long
    it rises, and the pitch that it glides to."""

    pitch: float
    fade: float
    loud: float = 1.0
    at: float = 0.0
    rise: float = 0.001
    to: float = 0.0

    @property
    def end(self) -> float:
        return self.at + self.rise + SILENT * self.fade

    def values(self, count: int) -> Iterator[float]:
        """So many samples of it, from where it begins."""
        bend = (self.to - self.pitch) / count if self.to else 0.0
        phase = 0.0
        for number in range(count):
            yield math.sin(phase) * _envelope(number / RATE, self.rise, self.fade)
            phase += 2 * math.pi * (self.pitch + bend * number) / RATE


@dataclass(frozen=True)
class Brush:
    """Noise between two pitches: cloth, felt, paper, and the grain in a knock."""

    low: float
    high: float
    fade: float
    loud: float = 1.0
    at: float = 0.0
    rise: float = 0.001
    to: float = 0.0  # the upper pitch at its end
    seed: int = 1

    @property
    def end(self) -> float:
        return self.at + self.rise + SILENT * self.fade

    def values(self, count: int) -> Iterator[float]:
        """So many samples of it, from where it begins: dull white noise, equally strong whatever its upper pitch."""
        chance = random.Random(self.seed)
        bend = ((self.to or self.high) - self.high) / count
        below, once, twice = 0.0, 0.0, 0.0
        least = _share(self.low)
        for number in range(count):
            share = _share(self.high + bend * number)
            once += share * (chance.uniform(-1, 1) - once)
            twice += share * (once - twice)  # once leaves a hiss
            below += least * (twice - below)
            yield (twice - below) / math.sqrt(share) * _envelope(number / RATE, self.rise, self.fade)


Part = Tone | Brush
Parts = tuple[Part, ...]


def _share(pitch: float) -> float:
    """How much of each new sample a simple filter at that pitch takes."""
    return 1 - math.exp(-2 * math.pi * pitch / RATE)


def _envelope(now: float, rise: float, fade: float) -> float:
    return now / rise if now < rise else math.exp((rise - now) / fade)


def tock(pitch: float, at: float = 0.0, loud: float = 1.0, dry: float = 1.0) -> Parts:
    """A piece put on wood: a short low tone, what the board adds, and the grain."""
    return (
        Tone(pitch, 0.030 * dry, loud, at),
        Tone(pitch * 2.76, 0.012 * dry, 0.5 * loud, at),
        Tone(pitch * 5.4, 0.006, 0.25 * loud, at),
        Brush(900, 4000, 0.004, 0.5 * loud, at, seed=round(pitch)),
    )


def pebbles(pitch: float) -> Parts:
    """Two of them, the second at once after the first."""
    first = (Tone(pitch, 0.016), Tone(pitch * 1.81, 0.010, 0.6), Tone(pitch * 3.3, 0.006, 0.4))
    second = (Tone(pitch * 1.12, 0.012, 0.6, 0.045), Tone(pitch * 2.2, 0.007, 0.4, 0.045))
    return (*first, *second, Brush(2000, 7000, 0.003, 0.5, seed=5))


def bar(pitch: float, at: float = 0.0, loud: float = 1.0, fade: float = 0.11) -> Parts:
    """A note of a marimba: its bar sounds two octaves higher as well, and the mallet is soft."""
    return (
        Tone(pitch, fade, loud, at, 0.003),
        Tone(pitch * 3.93, fade * 0.35, 0.28 * loud, at, 0.002),
        Tone(pitch * 9.2, 0.012, 0.08 * loud, at, 0.002),
        Brush(200, 1500, 0.006, 0.15 * loud, at, seed=9),
    )


def string(pitch: float, at: float = 0.0, loud: float = 1.0) -> Parts:
    """A string under a hand."""
    return tuple(Tone(pitch * n, 0.09 / n, loud / n, at, 0.002) for n in range(1, 7))


def rattle(seed: int) -> Parts:
    """Two dice on a tray: they hit, jump, and lie."""
    chance = random.Random(seed)
    gaps = [0.0, 0.06, 0.05, 0.08, 0.06, 0.05, 0.04]
    found: list[Part] = []
    at = 0.0
    for number, gap in enumerate(gaps):
        at += gap * chance.uniform(0.75, 1.3)
        loud, pitch = 0.92**number * chance.uniform(0.55, 1.0), chance.uniform(900, 1500)
        found += [
            Tone(pitch, 0.012, loud, at),
            Tone(pitch * 2.4, 0.006, 0.5 * loud, at),
            Tone(310, 0.02, 0.4 * loud, at),
        ]
        found.append(Brush(1200, 6000, 0.005, 0.6 * loud, at, seed=seed * 31 + number))
    return tuple(found)


A4, C5, D5, E5, G5 = 440.0, 523.25, 587.33, 659.26, 783.99

MADE: dict[str, Parts] = {
    "place": tock(420),
    "stone": pebbles(1500),
    "stone_low": pebbles(1050),
    "move": (Brush(150, 1300, 0.030, 1.3, rise=0.07, seed=3), *tock(330, 0.115)),
    "capture": (*tock(190, loud=1.0), Brush(400, 2600, 0.05, 1.0, 0.06, 0.05, seed=4)),
    "conquer": (Brush(250, 900, 0.09, 1.6, rise=0.12, to=5000, seed=6), Tone(300, 0.09, 0.3, 0.02, 0.1, to=600)),
    "dice_1": rattle(1),
    "dice_2": rattle(2),
    "dice_3": rattle(3),
    "forfeit": (Tone(120, 0.05), Tone(196, 0.03, 0.5), Brush(80, 500, 0.02, 0.6, seed=7)),
    "turn": (*bar(A4), *bar(E5, 0.13)),
    "low": (Tone(1250, 0.012), Tone(2900, 0.006, 0.4), Brush(900, 4000, 0.003, 0.3, seed=8)),
    "start": (*tock(240, loud=0.7), *tock(165, 0.12), Brush(200, 1800, 0.04, 0.9, 0.01, 0.05, seed=11)),
    "win": (*bar(C5), *bar(G5, 0.11), *bar(2 * E5, 0.22, 0.8)),
    "loss": (*bar(E5), *bar(C5, 0.16, fade=0.13)),
    "draw": (*bar(D5), *bar(D5, 0.2)),
    "chat": (Brush(1500, 6500, 0.012, 1.0, rise=0.008, seed=13), Brush(1500, 5500, 0.010, 0.7, 0.05, 0.006, seed=14)),
    "lost": string(220),
    "back": (*string(220), *string(293.66, 0.14)),
}
QUIET = {"low": 0.35, "chat": 0.6, "place": 0.8, "stone": 0.7, "stone_low": 0.8}  # of the loudest


def samples(name: str) -> "array.array[int]":
    """That sound, as 16-bit numbers."""
    parts = MADE[name]
    length = min(LONGEST_S, max(part.end for part in parts))
    mixed = [0.0] * int(length * RATE)
    for part in parts:
        start = int(part.at * RATE)
        count = min(len(mixed), int(part.end * RATE)) - start
        for place, value in enumerate(part.values(count), start):
            mixed[place] += part.loud * value
    _go_out(mixed)
    most = 32767 * LOUDEST * QUIET.get(name, 1.0) / max(map(abs, mixed))
    made = array.array("h", (int(most * value) for value in mixed))  # towards nothing: never above the loudest
    if sys.byteorder == "big":
        made.byteswap()
    return made


def _go_out(mixed: list[float]) -> None:
    """Let the end go out, whatever still sounds."""
    last = int(END_S * RATE)
    for place in range(last):
        mixed[-1 - place] *= place / last


def wav(name: str) -> bytes:
    """That sound as a file."""
    file = BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples(name).tobytes())
    return file.getvalue()


def main() -> None:
    """Write all of them."""
    SOUNDS.mkdir(exist_ok=True)
    for name in MADE:
        (SOUNDS / f"{name}.wav").write_bytes(wav(name))


if __name__ == "__main__":
    main()
