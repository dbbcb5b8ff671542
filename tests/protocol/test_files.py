import os
import stat
import time
from pathlib import Path

import pytest

from devtools.harness.systems import is_private
from protocol.files import write_whole
from protocol.platform import make_private_folder
from tests.systems import has_access_lists, has_modes, has_symlinks


@has_modes
@pytest.mark.parametrize(("private", "mode"), [(True, 0o600), (False, 0o644)])
def test_only_a_private_file_is_closed_to_others(tmp_path: Path, private: bool, mode: int) -> None:
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "new" / "file", b"text", private=private)
    finally:
        os.umask(before)
    assert (tmp_path / "new" / "file").read_bytes() == b"text"
    assert stat.S_IMODE((tmp_path / "new" / "file").stat().st_mode) == mode


@has_access_lists
def test_only_the_owner_may_read_a_private_file_or_what_a_private_folder_has(tmp_path: Path) -> None:
    make_private_folder(tmp_path / "folder")
    (tmp_path / "folder/inside").write_bytes(b"text")
    write_whole(tmp_path / "file", b"text", private=True)
    for path in (tmp_path / "file", tmp_path / "folder", tmp_path / "folder/inside"):
        assert is_private(path)


def test_a_failed_write_or_one_without_replacement_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    write_whole(file, b"old", replace=False)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(FileExistsError):
        write_whole(file, b"new", replace=False)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, b"new")

    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


@has_modes  # Windows has no named pipes in folders
@pytest.mark.parametrize("replace", [True, False])
def test_what_is_no_file_is_not_replaced(tmp_path: Path, replace: bool) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("loop", "pipe", "folder"):
        with pytest.raises(OSError, match=r"exists|it is a|directory"):
            write_whole(tmp_path / name, b"text", replace=replace)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["folder", "loop", "pipe"]


@has_symlinks
def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", b"text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"text"


class OpenElsewhere(PermissionError):
    """The answer of Windows while another program has a file open."""

    winerror = 32


def test_a_file_that_another_program_has_open_for_a_moment_is_written_and_one_that_it_keeps_open_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[Path] = []
    replace = os.replace

    def refuse(part: Path, path: Path) -> None:
        attempts.append(path)
        if len(attempts) < 3 or path.name == "never":
            raise OpenElsewhere(13, "Access is denied")
        replace(part, path)

    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    write_whole(tmp_path / "file", b"text")
    assert (tmp_path / "file").read_bytes() == b"text"
    assert len(attempts) == 3

    with pytest.raises(PermissionError) as caught:
        write_whole(tmp_path / "never", b"text")

    assert str(tmp_path / "never") in caught.value.strerror
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]
