"""Play the sound files with miniaudio.

A thread imports the library, opens the loudspeaker and plays: the import takes a tenth of a second, and a sound service
may not answer for a long time.
"""

import logging
import math
import threading
import time
import wave
from array import array
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from itertools import zip_longest
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from client_qt.feedback.sound_choice import Sound
from client_qt.text.translation import tr

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parents[1] / "resources" / "sounds"
RATE_HZ = 22_050
BUFFER_MS = 60
LATE_S = 0.7  # a sound that could not start by then belongs to something that is over
IDLE_S = 2.0  # then the loudspeaker is stopped
AGAIN_S = 10.0  # after a loudspeaker was lost or not found, until the next sound looks for one again
CLOSE_S = 1.0  # a thread that waits longer for a sound service is abandoned


class NoLoudspeaker(Exception):
    """This computer cannot play sounds."""


class NoSoundLibrary(NoLoudspeaker):
    """miniaudio is not installed."""


class Sounds(QObject):
    """Plays sounds in a thread. `why_not` tells the player why no sounds can be played."""

    changed = Signal()  # `why_not`
    probed = Signal()  # whether the loudspeaker can be opened is known
    _opened = Signal(object)  # NoLoudspeaker, or None

    def __init__(
        self, parent: QObject | None = None, open_speaker: "Callable[[], AbstractContextManager[Any]] | None" = None
    ) -> None:
        super().__init__(parent)
        self.why_not = ""
        self.is_probed = False
        self._gain = 0.25
        self._again_at = 0.0  # when a sound may look for the loudspeaker again
        self._open_speaker = open_speaker or open_loudspeaker
        self._queue: SimpleQueue[tuple[Sound, float, float] | None] = SimpleQueue()  # name, gain, deadline
        self._thread: threading.Thread | None = None
        self._opened.connect(self._take_result, Qt.ConnectionType.QueuedConnection)

    def set_volume(self, volume: int) -> None:
        """Set the volume from 0 (silent) to 100."""
        self._gain = (volume / 100) ** 2  # half as loud is a quarter of the power

    def prepare(self) -> None:
        """Open the loudspeaker in the background, if it is not open."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="sounds", daemon=True)
            self._thread.start()

    def play(self, name: Sound) -> None:
        """Play the sound now, if possible. A loudspeaker that was lost may be back."""
        if self._gain > 0 and (not self.why_not or time.monotonic() >= self._again_at):
            self._queue.put((name, self._gain, time.monotonic() + LATE_S))
            self.prepare()

    def close(self) -> None:
        self._queue.put(None)
        if self._thread is not None:
            self._thread.join(CLOSE_S)

    def _take_result(self, error: NoLoudspeaker | None) -> None:
        why_not = ""
        if error is not None:
            self._thread = None
            self._again_at = math.inf if isinstance(error, NoSoundLibrary) else time.monotonic() + AGAIN_S
            why_not = tr("No loudspeaker was found on this computer.")
            if isinstance(error, NoSoundLibrary):
                why_not = tr("Sounds need miniaudio, which this installation of the program does not have.")
        if why_not != self.why_not:
            self.why_not = why_not
            self.changed.emit()
        self.is_probed = True
        self.probed.emit()

    def _work(self) -> None:
        try:
            with self._open_speaker() as speaker:
                self._opened.emit(None)
                self._play_queue(speaker)
        except NoLoudspeaker as error:
            log.info("no sounds: %s", error)
            self._opened.emit(error)

    def _play_queue(self, speaker: Any) -> None:
        mixer = Mixer()
        while True:
            try:
                job = self._queue.get(timeout=IDLE_S)
            except Empty:
                speaker.stop()
                job = self._queue.get()
            if job is None:
                return
            name, gain, deadline = job
            if time.monotonic() < deadline:
                mixer.add(samples_of(name), gain)
                if not speaker.running:
                    stream = mixer.stream()
                    next(stream)
                    speaker.start(stream)


class Mixer:
    """Adds sounds to what is still to be played. The loudspeaker reads from its own thread."""

    def __init__(self) -> None:
        self._samples = array("h")
        self._lock = threading.Lock()

    def add(self, samples: "array[int]", gain: float) -> None:
        """Play these samples from now on, together with what plays already."""
        with self._lock:
            both = zip_longest(self._samples, samples, fillvalue=0)
            self._samples = array("h", (max(-32768, min(32767, old + int(new * gain))) for old, new in both))

    def stream(self) -> Generator[bytes, int, None]:
        """Yield the bytes of as many samples as are sent in; silence follows after the sounds."""
        count = yield b""
        while True:
            with self._lock:
                chunk, self._samples = self._samples[:count], self._samples[count:]
            count = yield chunk.tobytes().ljust(chunk.itemsize * count, b"\0")


@cache
def samples_of(name: Sound) -> "array[int]":
    with wave.open(str(FOLDER / f"{name}.wav")) as file:
        return array("h", file.readframes(file.getnframes()))


@contextmanager
def open_loudspeaker() -> Iterator[Any]:
    """Open a playback device for the block. Raise `NoLoudspeaker`, also when it is unplugged meanwhile."""
    try:
        import miniaudio
    except ImportError as error:
        raise NoSoundLibrary(str(error)) from error
    try:
        unused = {"NULL", "CUSTOM"} if Path("/dev/snd").exists() else {"NULL", "CUSTOM", "ALSA"}  # ALSA prints errors
        with miniaudio.PlaybackDevice(
            output_format=miniaudio.SampleFormat.SIGNED16,
            nchannels=1,
            sample_rate=RATE_HZ,
            buffersize_msec=BUFFER_MS,
            backends=[backend for backend in miniaudio.Backend if backend.name not in unused],
            app_name="netgame",
        ) as device:
            yield device
    except miniaudio.MiniaudioError as error:
        raise NoLoudspeaker(str(error)) from error
