"""Matches in files: what is written is read, what is wrong is named, nothing is half there."""

import os
import random
import re
from pathlib import Path

import pytest

from client_qt.models.local import LocalTable
from client_qt.recordfiles import FileError, export_match, formats_for, read_match, suggested_name, write_match
from netgame.games import FORMATS, GAMES
from netgame.match import replay
from tests.client.play import play_on, seeded_table


def played(key: str, turns: int = 6) -> LocalTable:
    table = seeded_table(key)
    play_on(table, turns)
    return table


def test_the_log_of_a_table_adds_up_to_its_match() -> None:
    table = played("thud")

    assert replay(table.log, GAMES) == table.match


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    table = played("clod")

    write_match(tmp_path / "a.netgame", table.log)
    kept = read_match(tmp_path / "a.netgame")

    assert list(kept.log) == table.log
    assert kept.match == table.match
    assert kept.is_record


def test_a_record_of_any_name_is_known_by_its_first_line(tmp_path: Path) -> None:
    table = played("clod")

    write_match(tmp_path / "game.json", table.log)

    assert read_match(tmp_path / "game.json").is_record


def test_a_changed_record_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "a.netgame"
    write_match(file, played("thud").log)
    lines = file.read_text().split("\n")
    number = next(number for number, line in enumerate(lines) if " moved " in line)
    lines[number] = lines[number].replace("moved 0", "moved 1")
    file.write_text("\n".join(lines))

    with pytest.raises(FileError, match=f"line {number + 1}: "):
        read_match(file)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no record"),
        (b"hello\n", "no record"),
        (b"\xff\xfe", "UTF-8"),
        (b"netgame record 1\n", "line 2"),
        (b"netgame record 1\r\n", "line 1"),
        (b"x" * (3 << 20), "too long"),
        (b"\0" * 100, "no record"),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "a.netgame"
    file.write_bytes(data)

    with pytest.raises(FileError, match=words):
        read_match(file)


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        read_match(tmp_path / "gone.netgame")
    with pytest.raises(FileError, match="no such file"):
        read_match(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes in the file system")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(FileError, match="no such file"):
        read_match(tmp_path / "pipe")


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "a.netgame"
    write_match(file, played("clod").log)
    before = file.read_bytes()

    with pytest.raises(FileError, match="cannot be written"):
        write_match(file / "b.netgame", played("clod").log)

    assert file.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.netgame"]


def test_an_exported_match_is_imported_again(tmp_path: Path) -> None:
    for key in GAMES:
        table = played(key, 8)
        assert table.match is not None
        for form in formats_for(table.match):
            file = tmp_path / f"game.{form.suffix}"
            export_match(file, form, table.match)
            kept = read_match(file)

            assert not kept.is_record
            assert kept.match.game.key == key  # a file may hold one battle of two, or no options
            assert kept.match.state == table.match.state


def test_each_format_fits_the_matches_of_some_game() -> None:
    matches = [played(key, 4).match for key in GAMES]
    fitting = {form.key for match in matches if match is not None for form in formats_for(match)}

    assert fitting == set(FORMATS)


def test_a_name_is_proposed_that_every_system_takes() -> None:
    table = seeded_table("thud")
    assert table.match is not None

    name = suggested_name(table.match, ["Ann", "B/o:b"])

    assert re.fullmatch("Thud Ann - Bob 2023-11-1[3-6]", name)  # the day is the one of this place


def test_a_match_goes_on_from_any_of_its_moves() -> None:
    chance = random.Random(3)
    for key in GAMES:
        table = played(key, 10)
        assert table.match is not None
        for step in table.match.history:
            log = table.log[: step.event.number]
            roll = lambda count, sides: tuple(chance.randint(1, sides) for _ in range(count))  # noqa: E731
            on = LocalTable.going_on(log, replay(log, GAMES), ("A", "B"), roll=roll, now=lambda: 1_900_000_000_000)
            assert on.match is not None
            before = on.match.number
            play_on(on, 2)

            assert on.match.number > before
            assert replay(on.log, GAMES) == on.match
