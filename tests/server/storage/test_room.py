"""The room that a disk must have, on every system."""

import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from devtools.harness.server.process import command
from server.cli.main import main
from server.storage.database import MIN_FREE

Usage = namedtuple("Usage", "total used free")


def test_a_start_without_free_space_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(MIN_FREE, 1, MIN_FREE - 1))

    assert main(command(tmp_path, "--port", "0", "--plain")[3:]) == 1

    said = capsys.readouterr().err
    assert "MiB of its disk are free" in said
    assert "Traceback" not in said
