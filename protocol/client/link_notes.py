"""Notes on disk, written before a link for dice is revealed: see `netgame.players.dice_links`."""

import json
from collections.abc import Iterator, MutableMapping
from pathlib import Path

from protocol.files import write_whole

MOST = 1000  # notes; those of matches that were never finished must not fill the file

Note = tuple[int, bytes]


class LinkNotes(MutableMapping[str, Note]):
    """The notes of all matches in a file, the oldest first. A change is on disk when it returns; `OSError` if not.

    A file that cannot be read holds no notes: then this program trusts the logs that it is shown.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._notes: dict[str, Note] | None = None  # until it is read

    def __getitem__(self, match: str) -> Note:
        return self._read()[match]

    def __setitem__(self, match: str, note: Note) -> None:
        others = {key: old for key, old in self._read().items() if key != match}
        self._write({**dict(list(others.items())[1 - MOST :]), match: note})

    def __delitem__(self, match: str) -> None:
        notes = self._read()
        del notes[match]
        self._write(notes)

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def _read(self) -> dict[str, Note]:
        if self._notes is None:
            try:
                plain = json.loads(self._path.read_bytes())
                self._notes = {key: (int(number), bytes.fromhex(head)) for key, (number, head) in plain.items()}
            except (OSError, ValueError, TypeError, AttributeError, RecursionError):
                self._notes = {}
        return self._notes

    def _write(self, notes: dict[str, Note]) -> None:
        plain = {key: (number, head.hex()) for key, (number, head) in notes.items()}
        # without `sync`: a note must survive a crash of the program, and need not survive a power cut
        write_whole(self._path, json.dumps(plain).encode(), private=True, sync=False)
        self._notes = notes
