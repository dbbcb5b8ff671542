"""Matches in files: written, read again, refused if they are wrong."""

import os
import random
import re
from pathlib import Path

import pytest

from client_qt.records.files import FileError, read_match, shown_name, suggested_name, write_match
from client_qt.table.local import LocalTable
from client_qt.table.local_time import LocalTime
from devtools.harness.window.play import held, play_on, played, seeded_table
from netgame.formats.convert import RECORD, forms_for
from netgame.formats.registry import FORMATS
from netgame.games import GAMES
from netgame.match import replay


def save(file: Path, table: LocalTable) -> None:
    assert table.match is not None
    write_match(file, held(table))


@pytest.mark.parametrize("name", ["a.netgame", "a.json"])  # the content says the format
def test_a_saved_match_is_read_again(tmp_path: Path, name: str) -> None:
    table = played("clod", 6)
    save(tmp_path / name, table)
    kept = read_match(tmp_path / name)
    assert list(kept.log) == table.log
    assert kept.match == table.match
    assert kept.form == RECORD


def test_a_changed_record_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "a.netgame"
    save(file, played("thud", 6))
    lines = file.read_text().split("\n")
    number = next(number for number, line in enumerate(lines) if " moved " in line)
    lines[number] = lines[number].replace("moved 0", "moved 1")
    file.write_text("\n".join(lines))
    with pytest.raises(FileError) as refusal:
        read_match(file)
    assert refusal.value.text.args["line"] == number + 1


@pytest.mark.parametrize(
    "data",
    [
        b"", b"hello\n", b"\xff\xfe", b"netgame record 1\n\xff\xfe\n", b"netgame record 1\n", b"netgame record 1\r\n",
        b"x" * (3 << 20), b"\0" * 100,
    ],
)  # fmt: skip
def test_a_file_that_is_not_a_record_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "a.netgame"
    file.write_bytes(data)
    with pytest.raises(FileError):
        read_match(file)


def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    for kind in ("missing", "folder", "pipe"):
        with pytest.raises(FileError):
            read_match(tmp_path / kind)


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "a.netgame"
    save(file, played("clod", 6))
    before = file.read_bytes()
    with pytest.raises(FileError):
        save(file / "b.netgame", played("clod", 6))
    assert file.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.netgame"]


def test_an_exported_match_is_imported_again(tmp_path: Path) -> None:
    assert {form.key for key in GAMES for form in forms_for(key)} == set(FORMATS)
    for key in GAMES:
        table = played(key, 8)
        for form in forms_for(key):
            file = tmp_path / f"game.{form.suffix}"
            write_match(file, held(table), form.key)
            kept = read_match(file)

            assert kept.form == form.key
            assert kept.match.game.key == key  # a file may hold one battle of two, or no options
            assert kept.match.state == table.match.state
            assert kept.match.created.title == "game"
            assert [seat.name for seat in kept.match.seats if seat] == ["Player 1", "Player 2"]
            assert kept.match.created.at == int(file.stat().st_mtime * 1000)


def test_a_match_that_a_format_cannot_hold_is_not_exported_and_what_is_left_out_is_reported(tmp_path: Path) -> None:
    table, file = played("conquid", 6), tmp_path / "a.json"
    text = table.match.game.write_position(table.match.state)
    placed = LocalTable.new(GAMES["conquid"], {}, ("Ann", "Bob"), position=text)
    file.write_text("old")
    with pytest.raises(FileError):
        write_match(file, held(placed), "conquidpy")
    assert file.read_text() == "old"

    table.resign(match=False)
    assert write_match(file, held(table), "conquidpy")


def test_the_suggested_name_is_valid_on_every_system_and_that_of_a_kept_match_is_shown_without_its_digits() -> None:
    table = seeded_table("thud")
    assert table.match is not None
    name = suggested_name(table.match, ["Ann", "B/o:b"])
    assert re.fullmatch("Thud Ann - Bob 2023-11-1[3-6]", name)  # the date depends on the time zone
    assert shown_name(Path("Thud Ann - Bob 2026-11-23 0a1b2c.netgame")) == "Thud Ann - Bob 2026-11-23.netgame"
    assert shown_name(Path("Final 123456.netgame")) == "Final 123456.netgame"


def test_a_match_continues_from_any_of_its_moves() -> None:
    chance = random.Random(3)
    for key in GAMES:
        table = played(key, 10)
        for step in table.match.history:
            log = table.log[: step.event.number]
            roll = lambda count, sides: tuple(chance.randint(1, sides) for _ in range(count))  # noqa: E731
            on = LocalTable(
                log, replay(log, GAMES), ("A", "B"), roll=roll, time=LocalTime(wall=lambda: 1_900_000_000_000)
            )
            before = on.match.number
            play_on(on, 2)

            assert on.match.number > before
            assert replay(on.log, GAMES) == on.match
