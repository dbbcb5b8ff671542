"""The memory of this process and of the computer."""

from pathlib import Path

import pytest

from server.ops.process import is_memory_full, memory_available_mib, memory_used_mib


def test_memory_is_known_without_the_files_of_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_such_file(path: Path, *_options: str) -> str:
        raise FileNotFoundError(2, "No such file", str(path))

    monkeypatch.setattr(Path, "read_text", no_such_file)

    assert 0 < memory_used_mib() < memory_available_mib()


def test_a_process_above_the_limit_has_no_memory_left() -> None:
    assert is_memory_full(1)
    assert not is_memory_full(1 << 22)
