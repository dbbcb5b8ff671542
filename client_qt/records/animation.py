"""Animated pictures as files. Pillow is imported when it is needed, since that takes a tenth of a second."""

import io
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtGui import QImage

from protocol.files import write_whole

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

AnimationForm = Literal["gif", "webp"]
MOST_PIXELS = 150_000_000  # of all frames together: half a gigabyte while they are packed
LEAST_MS = 100  # shorter pauses are shown longer by many programs
LAST_TIMES = 3  # the last frame is shown this many times as long
SAMPLES, SAMPLE_PX = 12, 320  # frames that give the colours of a GIF, and their size for that
NEVER = 1_000_000  # frames between whole pictures of a WebP; the default is five
COLOURS = 255  # of a GIF, and one for transparency


class Cancelled(Exception):
    """The player cancelled the animation."""


@dataclass(frozen=True)
class Frame:
    """One picture, compressed: boards compress well, and there may be hundreds of frames."""

    width: int
    height: int
    data: bytes  # four bytes for each pixel

    @classmethod
    def of(cls, image: QImage) -> "Frame":
        pixels = image.convertToFormat(QImage.Format.Format_RGBX8888)
        return cls(pixels.width(), pixels.height(), zlib.compress(bytes(pixels.constBits()), 1))

    def picture(self) -> "Picture":
        """Return the picture for Pillow."""
        from PIL import Image

        return Image.frombytes("RGB", (self.width, self.height), zlib.decompress(self.data), "raw", "RGBX")


def pauses_ms(pause_ms: int, played: Sequence[int | None]) -> list[int]:
    """Return how long each frame is shown: as long as the next move took, or `pause_ms` if that is None."""
    return [max(LEAST_MS, pause_ms if ms is None else ms) for ms in played] + [pause_ms * LAST_TIMES]


def write_animation(
    path: Path, frames: Sequence[Frame], pauses: Sequence[int], form: AnimationForm, go_on: Callable[[int], bool]
) -> None:
    """Write the frames as one file that repeats forever, whole or not at all. `pauses` has a time in ms for each frame.

    `go_on` gets the number of packed frames; if it returns False, raise `Cancelled`. `OSError` if the disk refuses.
    """
    from PIL import Image

    palette = _palette(frames) if form == "gif" else None

    def unpacked() -> "Iterator[Picture]":
        for number, frame in enumerate(frames):
            if not go_on(number):
                raise Cancelled
            picture = frame.picture()
            yield picture if palette is None else picture.quantize(palette=palette, dither=Image.Dither.NONE)

    pictures = unpacked()
    first, data = next(pictures), io.BytesIO()
    more = {"disposal": 1} if form == "gif" else {"quality": 86, "method": 4, "kmin": NEVER - 1, "kmax": NEVER}
    first.save(data, form.upper(), save_all=True, append_images=pictures, duration=list(pauses), loop=0, **more)
    if not go_on(len(frames)):
        raise Cancelled
    write_whole(path, data.getvalue())


def _palette(frames: Sequence[Frame]) -> "Picture":
    """Return colours for all frames, taken from some of them."""
    from PIL import Image

    count = min(len(frames), SAMPLES)
    samples = [frames[round(number * (len(frames) - 1) / max(1, count - 1))] for number in range(count)]
    scale = min(1.0, SAMPLE_PX / max(samples[0].width, samples[0].height))
    width, height = max(1, round(samples[0].width * scale)), max(1, round(samples[0].height * scale))
    sheet = Image.new("RGB", (width, height * count))
    for number, frame in enumerate(samples):
        sheet.paste(frame.picture().resize((width, height), Image.Resampling.NEAREST), (0, number * height))
    return sheet.quantize(COLOURS)
