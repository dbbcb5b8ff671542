"""Animated pictures as files. They need Pillow, which is an extra: without it everything else works."""

import importlib.util
import io
import sys
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
MOST_PIXELS = 150_000_000  # of all pictures together: half a gigabyte while they are packed
LAST_TIMES = 3  # so much longer than the others the last one stands
SAMPLES, SAMPLE_PX = 12, 320  # pictures that the colours are taken from, and how large they are for that
NEVER = 1_000_000  # pictures after which a WebP has the whole board again; usually it is every fifth one
COLOURS = 255  # of a GIF, and one for what is clear


class Cancelled(Exception):
    """Nobody wants the file any more."""


@dataclass(frozen=True)
class Frame:
    """One picture, packed: boards pack well, and there may be hundreds of them."""

    width: int
    height: int
    data: bytes

    @classmethod
    def of(cls, image: QImage) -> "Frame":
        flat = image.convertToFormat(QImage.Format.Format_RGB888)
        rows = bytes(flat.constBits())
        step, wide = flat.bytesPerLine(), 3 * flat.width()
        if step != wide:  # rows begin at multiples of four bytes
            rows = b"".join(rows[start : start + wide] for start in range(0, step * flat.height(), step))
        return cls(flat.width(), flat.height(), zlib.compress(rows, 1))


def is_possible() -> bool:
    """Is the library there?"""
    return importlib.util.find_spec("PIL") is not None


def command() -> str:
    """What installs it for this program."""
    return f'"{sys.executable}" -m pip install Pillow'


def write_animation(
    path: Path, frames: Sequence[Frame], pause_ms: int, form: AnimationForm, go_on: Callable[[int], bool]
) -> None:
    """Write them as one file, whole or not at all; it plays for ever. `go_on` hears how many are packed and says
    whether it is still wanted. `Cancelled` if not, `OSError` if the disk refuses."""
    from PIL import Image

    palette = _palette(frames) if form == "gif" else None

    def unpacked() -> "Iterator[Picture]":
        for number, frame in enumerate(frames):
            if not go_on(number):
                raise Cancelled
            picture = Image.frombytes("RGB", (frame.width, frame.height), zlib.decompress(frame.data))
            yield picture if palette is None else picture.quantize(palette=palette, dither=Image.Dither.NONE)

    pictures = unpacked()
    first, data = next(pictures), io.BytesIO()
    pauses = [pause_ms] * (len(frames) - 1) + [pause_ms * LAST_TIMES]
    more = {"disposal": 1} if form == "gif" else {"quality": 86, "method": 4, "kmin": NEVER - 1, "kmax": NEVER}
    first.save(data, form.upper(), save_all=True, append_images=pictures, duration=pauses, loop=0, **more)
    if not go_on(len(frames)):
        raise Cancelled
    write_whole(path, data.getvalue())


def _palette(frames: Sequence[Frame]) -> "Picture":
    """Colours that do for all of them: those of some, evenly from the first to the last."""
    from PIL import Image

    count = min(len(frames), SAMPLES)
    some = [frames[round(number * (len(frames) - 1) / max(1, count - 1))] for number in range(count)]
    scale = min(1.0, SAMPLE_PX / max(some[0].width, some[0].height))
    size = max(1, round(some[0].width * scale)), max(1, round(some[0].height * scale))
    sheet = Image.new("RGB", (size[0], size[1] * count))
    for number, frame in enumerate(some):
        picture = Image.frombytes("RGB", (frame.width, frame.height), zlib.decompress(frame.data))
        sheet.paste(picture.resize(size, Image.Resampling.NEAREST), (0, number * size[1]))
    return sheet.quantize(COLOURS)
