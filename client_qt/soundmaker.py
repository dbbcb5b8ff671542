"""Makes the sounds of the program: `python -m client_qt.soundmaker`. Wood and a small bell, put together from sines.

The files lie in `resources/sounds`; a test makes them again and compares.
"""

import array
import math
import sys
import wave
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

RATE = 22_050
LOUDEST = 0.5  # of what a file can hold
SOUNDS = Path(__file__).parent / "resources" / "sounds"


@dataclass(frozen=True)
class Tone:
    """A sine that begins at once and dies away: hertz, seconds until a third is left, how loud, when it begins."""

    pitch: float
    fade: float
    loud: float = 1.0
    at: float = 0.0


def knock(pitch: float, at: float = 0.0, loud: float = 1.0) -> tuple[Tone, ...]:
    """A piece put on wood: a short low tone, and what the board adds."""
    return (
        Tone(pitch, 0.030, loud, at),
        Tone(pitch * 2.76, 0.012, 0.5 * loud, at),
        Tone(pitch * 5.4, 0.006, 0.3 * loud, at),
    )


def bell(pitch: float, at: float = 0.0, loud: float = 1.0) -> tuple[Tone, ...]:
    """A small bell."""
    return (
        Tone(pitch, 0.18, loud, at),
        Tone(pitch * 2.0, 0.10, 0.4 * loud, at),
        Tone(pitch * 3.01, 0.05, 0.2 * loud, at),
    )


MADE = {
    "turn": (*bell(660), *bell(880, 0.11)),
    "end": (*bell(660), *bell(550, 0.14), *bell(440, 0.28)),
    "news": (*knock(520), *bell(990, loud=0.6)),
}


def samples(tones: Iterable[Tone]) -> "array.array[int]":
    """The tones together, as 16-bit numbers."""
    tones = tuple(tones)
    length = max(tone.at + 6 * tone.fade for tone in tones)
    times = [number / RATE for number in range(int(length * RATE))]
    values = [sum(_at(tone, now - tone.at) for tone in tones if now >= tone.at) for now in times]
    peak = max(map(abs, values))
    made = array.array("h", (round(32767 * LOUDEST * value / peak) for value in values))
    if sys.byteorder == "big":
        made.byteswap()
    return made


def _at(tone: Tone, now: float) -> float:
    attack = min(1.0, now / 0.001)  # without it there is a click
    return tone.loud * attack * math.exp(-now / tone.fade) * math.sin(2 * math.pi * tone.pitch * now)


def wav(name: str) -> bytes:
    """That sound as a file."""
    file = BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples(MADE[name]).tobytes())
    return file.getvalue()


def main() -> None:
    """Write all of them."""
    SOUNDS.mkdir(exist_ok=True)
    for name in MADE:
        (SOUNDS / f"{name}.wav").write_bytes(wav(name))


if __name__ == "__main__":
    main()
