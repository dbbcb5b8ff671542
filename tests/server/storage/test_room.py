"""The room that a disk must have, on every system."""

import errno
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from server.storage.database import MIN_FREE, check_room

Usage = namedtuple("Usage", "total used free")


def test_a_disk_without_room_is_full_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(MIN_FREE, 1, MIN_FREE - 1))

    with pytest.raises(OSError, match="MiB") as caught:
        check_room(tmp_path)

    assert caught.value.errno == errno.ENOSPC
