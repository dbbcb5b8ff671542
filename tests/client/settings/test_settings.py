"""Settings are stored between two starts: broken in parts, of another version, or written by two windows."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_qt.pages.preferences.controller import repair_words, trouble_words
from client_qt.settings.codec import VERSION, decode, encode
from client_qt.settings.file import Folders, Repair, SettingsFile
from client_qt.settings.file_lock import take
from client_qt.settings.preferences import Preferences
from client_qt.settings.schema import KEEP_TABLES, KnownServer, LastRecord, LastTable, Settings
from devtools.harness.systems import is_private
from protocol import files
from tests.project.sources import ROOT
from tests.systems import as_nobody, can_be_nobody

ANN = KnownServer("ab" * 32, "ann-laptop", ("192.168.1.5:7763",), "c0ffee", 1700000000)
BOB = KnownServer("cd" * 32, "bob-desk", ("192.168.1.6:7763",), "beef", 1700000001)
FULL = (
    Settings(name="Me", terms={"minutes": 5})
    .prefer(ui="dark", volume=30, threats=False)
    .with_server(ANN)
    .with_server(BOB)
    .with_table(LastTable(ANN.fingerprint, "t1", "thud"))
    .with_record(LastRecord("/records/a.txt", "clod"))
    .with_muted(ANN.fingerprint, "troll", True)
)
LEAVES = st.sampled_from((None, True, 7, -1, 1.5, float("nan"), "", "x", [], {}))
JSON = LEAVES | st.lists(LEAVES, max_size=2) | st.dictionaries(st.sampled_from(("name", "x")), LEAVES, max_size=2)


def stored(value: Settings) -> Any:
    """Return the content of the file with these settings."""
    return json.loads(json.dumps(encode(value)))


def written(folder: Path, plain: Any) -> SettingsFile:
    """Write a settings file with this content and read it."""
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(json.dumps(plain))
    return SettingsFile(folder)


def raw(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def test_settings_are_read_again_and_a_new_player_has_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "mareike.o'hara")
    file = SettingsFile(tmp_path)
    assert file.value.name == "mareike.o hara"
    file.change(FULL)
    assert SettingsFile(tmp_path).value == FULL
    assert is_private(file.path), "only the owner may read it"


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"a"', '{"name": ' + "[" * 100_000])
def test_a_file_that_cannot_be_parsed_becomes_a_backup(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    file = SettingsFile(tmp_path)
    assert file.value == Settings(name=file.value.name)
    assert file.repair == Repair("fresh", tmp_path / "settings.broken.json")
    assert file.repair.backup.read_text() == text
    assert not file.path.exists()


@given(st.binary(max_size=200))
def test_no_bytes_in_the_file_stop_the_program(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("settings")
    (folder / "settings.json").write_bytes(content)
    assert isinstance(SettingsFile(folder).value, Settings)


def test_all_folders_can_be_in_one_and_need_not_be_writable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NETGAME_HOME", str(tmp_path))
    assert Folders.find() == Folders(tmp_path / "config", tmp_path / "data" / "server", tmp_path / "log")
    assert Folders.find(str(tmp_path / "x")).data == tmp_path / "x" / "data" / "server"
    (tmp_path / "config").write_text("a file where the folder should be")
    file = SettingsFile(tmp_path / "config")
    file.change(replace(file.value, name="Ann"))
    assert file.value.name == "Ann"


def test_valid_parts_of_a_broken_file_are_kept(tmp_path: Path) -> None:
    plain = stored(FULL)
    plain["preferences"] |= {"volume": "loud", "board": "marble"}
    plain["servers"][0]["token"] = "no hex"
    plain["servers"].append({"name": "nobody"})
    plain["tables"].append(7)
    plain["folders"] = [*FULL.folders, 7]
    plain["terms"] = []

    file = written(tmp_path, plain)

    assert file.value == replace(FULL, terms={}).with_server(replace(ANN, token="")).prefer(volume=50)
    assert set(file.repair.names) == {
        "preferences.volume", "preferences.board", "servers.token", "servers", "tables", "folders", "terms",
    }  # fmt: skip


def test_each_repair_has_a_private_backup_of_its_own_and_is_reported_once(tmp_path: Path) -> None:
    repairs = [written(tmp_path, stored(FULL) | {"servers": 7, "name": name}).repair for name in (1, 2)]
    assert [raw(repair.backup)["name"] for repair in repairs] == [1, 2]
    assert all(is_private(repair.backup) for repair in repairs)
    again = SettingsFile(tmp_path)
    assert again.repair is None
    assert again.value == replace(FULL, servers={}, name=again.value.name)


@given(st.dictionaries(st.sampled_from(sorted(encode(FULL))), JSON))
def test_an_invalid_field_does_not_change_the_others(bad: Any) -> None:
    value, _ = decode(stored(FULL) | bad, "Me")
    for name in {"preferences", "servers", "tables", "records", "muted"} - bad.keys():
        assert getattr(value, name) == getattr(FULL, name)
    assert decode(encode(value), "Me") == (value, ())


@pytest.mark.parametrize("kind", ["fresh", "parts", "newer"])
def test_the_report_of_a_repair_names_the_backup(kind: Any) -> None:
    words = repair_words(Repair(kind, Path("/x/settings.broken.json"), ("preferences.volume", "tables")))
    assert "settings.broken.json" in words
    assert ("volume, tables" in words) == (kind == "parts")


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("ui", "pink"), ("board", None), ("pieces", ["grey"]), ("text_scale", 9), ("text_scale", True), ("motion", 1),
        ("confirm", ""), ("legal", 1), ("crosshair", "sometimes"), ("volume", 101), ("volume", -1), ("volume", 7.5),
        ("volume", True), ("notify", "yes"), ("language", 7), ("language", "x" * 99), ("on_close", "explode"),
        ("text_scale", float("nan")),
    ],
)  # fmt: skip
def test_an_invalid_preference_gets_its_default_and_is_named(name: str, bad: object) -> None:
    plain = stored(FULL)
    plain["preferences"] |= {name: bad}
    value, faults = decode(plain, "")
    assert faults == (f"preferences.{name}",)
    assert value == FULL.prefer(**{name: getattr(Preferences(), name)})


def test_preferences_of_version_1_are_kept(tmp_path: Path) -> None:
    file = written(tmp_path, {"version": 1, "name": "Me", "ui": "dark", "threats": False, "sound": False})

    now = file.value.preferences
    assert (now.ui, now.threats, now.sound, file.repair) == ("dark", False, False, None)
    file.change(replace(file.value, name="You"))
    assert raw(file.path)["version"] == VERSION
    assert "threats" not in raw(file.path)
    empty = written(tmp_path, {"version": 1, "name": "Me", "ui": ""})
    assert (empty.value.preferences.ui, empty.repair) == ("system", None)


def test_a_file_of_a_newer_program_is_backed_up_once_and_its_unknown_fields_are_kept(tmp_path: Path) -> None:
    plain = stored(FULL) | {"version": 9, "engines": {"fast": True}}
    plain["preferences"]["smell"] = "roses"
    plain["servers"][0]["mood"] = "good"
    file = written(tmp_path, plain)
    assert file.repair == Repair("newer", tmp_path / "settings.version9.json")
    assert raw(file.repair.backup) == plain
    assert SettingsFile(tmp_path).repair is None

    file.change(file.value.prefer(volume=1).with_server(replace(ANN, seen=5)))

    now = raw(file.path)
    assert (now["version"], now["engines"], now["preferences"]["smell"]) == (9, {"fast": True}, "roses")
    assert now["servers"][0] == plain["servers"][0] | {"seen": 5}
    assert now["preferences"]["volume"] == 1


CHANGES: dict[str, Callable[[Settings], Settings]] = {
    "a preference": lambda value: value.prefer(volume=5),
    "a name": lambda value: replace(value, name="You"),
    "a server more": lambda value: value.with_server(KnownServer("ef" * 32, "more")),
    "a server less": lambda value: value.without_server(BOB.fingerprint),
    "a token": lambda value: value.with_server(replace(ANN, token="feed")),
    "a table more": lambda value: value.with_table(LastTable(BOB.fingerprint, "t2", "clod")),
    "a table less": lambda value: value.without_table(ANN.fingerprint, "t1"),
    "a record": lambda value: value.with_record(LastRecord("/records/b.txt", "clod")),
    "somebody muted": lambda value: value.with_muted(BOB.fingerprint, "loud", True),
}


@pytest.fixture
def both(tmp_path: Path) -> tuple[SettingsFile, SettingsFile]:
    """The settings of two windows of one home."""
    first = SettingsFile(tmp_path)
    first.change(FULL)
    return first, SettingsFile(tmp_path)


@pytest.mark.parametrize("theirs", CHANGES)
def test_one_window_does_not_undo_what_another_changed(both: tuple[SettingsFile, SettingsFile], theirs: str) -> None:
    first, second = both
    first.change(CHANGES[theirs](first.value))
    second.change(replace(second.value, terms={"minutes": 60}))
    expected = replace(CHANGES[theirs](FULL), terms={"minutes": 60})
    assert second.value == SettingsFile(second.path.parent).value == expected

    first.change(first.value.with_server(replace(ANN, token="fade")))
    second.change(second.value.with_server(replace(second.value.servers[ANN.fingerprint], name="ann-tower")))
    both_changes = replace(ANN, token="fade", name="ann-tower")
    assert SettingsFile(first.path.parent).value.servers[ANN.fingerprint] == both_changes


def test_the_table_that_was_added_last_is_first_and_the_list_short(both: tuple[SettingsFile, SettingsFile]) -> None:
    first, second = both
    for n in range(KEEP_TABLES):
        first.change(first.value.with_table(LastTable("s", f"f{n}", "thud")))
    second.change(second.value.with_table(LastTable("s", "mine", "thud")))

    kept = SettingsFile(first.path.parent).value
    assert (kept.tables[0].table, kept.tables[1].table) == ("mine", f"f{KEEP_TABLES - 1}")
    again = LastTable("s", kept.tables[5].table, "thud", note="your turn")
    tables = kept.with_table(again).tables
    assert tables[0] == again
    assert len({table.table for table in tables}) == len(tables) == KEEP_TABLES


@pytest.mark.parametrize("when", ["with the next", "at the end", "at the end, although it is never free"])
def test_a_change_made_while_another_window_writes_is_stored_later(tmp_path: Path, when: str) -> None:
    file, other = SettingsFile(tmp_path), SettingsFile(tmp_path)
    writing = take(file.path.with_suffix(".lock"))
    assert writing is not None
    file.change(replace(file.value, name="Ann"))
    assert file.value.name == "Ann"
    if "never" not in when:
        writing.release()

    if when == "with the next":
        other.change(other.value.with_server(ANN))
        file.change(file.value.with_server(KnownServer("b")))
        assert set(SettingsFile(tmp_path).value.servers) == {ANN.fingerprint, "b"}
    else:
        file.close(0.01)
    assert SettingsFile(tmp_path).value.name == "Ann"


ADD_SERVERS = """if True:
    import sys
    from pathlib import Path
    from client_qt.settings.file import SettingsFile
    from client_qt.settings.schema import KnownServer
    file = SettingsFile(Path(sys.argv[1]))
    sys.stdin.readline()
    for number in range(60):
        file.change(file.value.with_server(KnownServer(f"{sys.argv[2]} {number}")))
    file.close()
"""


@pytest.mark.slow
def test_two_programs_that_write_at_the_same_time_lose_no_change(tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    both = [subprocess.Popen([sys.executable, "-c", ADD_SERVERS, tmp_path, who], cwd=ROOT, stdin=pipe) for who in "ab"]
    for program in both:
        program.stdin.write(b"\n")
        program.stdin.flush()
    for program in both:
        program.communicate()

    assert len(SettingsFile(tmp_path).value.servers) == 120


@pytest.mark.parametrize("junk", [b"", b"{", b'{"servers": 7}', b'{"name": "x", "servers": [7], "tables": []}'])
def test_a_file_that_broke_after_the_start_is_replaced(tmp_path: Path, junk: bytes) -> None:
    file = SettingsFile(tmp_path)
    file.change(FULL)
    file.path.write_bytes(junk)
    file.change(replace(FULL, name="You"))
    assert SettingsFile(tmp_path).value == replace(FULL, name="You")


def test_followers_are_called_after_each_change(tmp_path: Path) -> None:
    file, heard = SettingsFile(tmp_path), []
    file.follow(lambda: heard.append(file.value.name))
    for _ in range(2):
        file.change(replace(file.value, name="Ann"))
    assert heard == ["Ann"]


@can_be_nobody
@pytest.mark.parametrize("when", ["at the start", "later"])
def test_settings_that_may_not_be_read_stay_and_nothing_is_written_over_them(tmp_path: Path, when: str) -> None:
    SettingsFile(tmp_path).change(FULL)
    path = tmp_path / "settings.json"
    with as_nobody(tmp_path):
        file = SettingsFile(tmp_path) if when == "later" else None
        path.chmod(0)
        file = file or SettingsFile(tmp_path)
        file.change(file.value.prefer(volume=1))
        file.close()

        assert file.unreadable is not None
        assert file.value.preferences.volume == 1
        assert str(path) in trouble_words(file)
        assert {"settings.json", "settings.lock"} >= set(os.listdir(tmp_path))
        path.chmod(0o600)
        assert SettingsFile(tmp_path).value == FULL

        file.change(file.value.prefer(volume=2))
        assert not trouble_words(file)
        assert SettingsFile(tmp_path).value == FULL.prefer(volume=2), "what was there is kept"


def test_a_change_that_the_full_disk_refused_is_stored_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, *, private: bool) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = SettingsFile(tmp_path)
    file.change(FULL)
    with monkeypatch.context() as disk:
        disk.setattr(files, "open_new", full)
        file.change(replace(FULL, name="You"))
        assert file.value.name == "You"
        assert trouble_words(file)
    file.change(file.value.prefer(volume=1))

    assert not trouble_words(file)
    assert SettingsFile(tmp_path).value == replace(FULL, name="You").prefer(volume=1)


def test_a_broken_file_without_a_backup_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = stored(FULL) | {"servers": 7}
    monkeypatch.setattr(files, "open_new", lambda path, private: os.open(path / "no", os.O_RDWR))

    written(tmp_path, plain)

    assert raw(tmp_path / "settings.json") == plain
