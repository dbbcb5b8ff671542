"""Verification finds problems in a data folder; export writes finished matches and tournaments as files."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from devtools.harness.server.serving import new_key, running, two_at_a_table
from netgame.games import GAMES as KNOWN
from netgame.match.events import Moved, Seated
from netgame.records.reader import read_record
from protocol import messages as m
from protocol.event_codec import event_from_bytes, event_to_bytes
from protocol.identity.device_key import DeviceKey
from server.admin.databases import AdminError, Finding
from server.admin.export import export
from server.admin.verify import verify
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE, hold
from server.storage.event_store import Append
from server.storage.sqlite_log import SqliteLog
from server.tables.commands import User
from tests.server.stored import play, spoil, store_tournament


def found(data: Path) -> list[str]:
    return [str(finding) for finding in verify(data).findings]


def test_every_match_of_every_game_is_valid_also_while_the_server_runs(data: Path) -> None:
    lengths = [play(data, f"t{game}", 3, game=game) for game in KNOWN]
    count, steps = len(KNOWN) + 2, list[tuple[int, int]]()
    with hold(data), closing(SqliteLog(data / GAMES_FILE)):
        report = verify(data, lambda done, all: steps.append((done, all)))
    assert report.findings == []
    assert (report.tables, report.over) == (count, 1)
    assert report.events > sum(lengths)
    assert steps == [(number, count) for number in range(1, count + 1)]


def test_an_event_that_was_changed_after_the_server_signed_it_is_found(data: Path) -> None:
    play(data, "signed", resign=True, host=DeviceKey.from_seed(bytes(32)))
    assert found(data) == []
    with closing(SqliteLog(data / GAMES_FILE)) as log:
        second = event_from_bytes(log.read("signed", 0)[1].body)
    assert isinstance(second, Seated)
    other = event_to_bytes(replace(second, computer="level 3"))  # which the rules allow
    place = "(SELECT place FROM tables WHERE name = 'signed')"
    spoil(data, f"UPDATE events SET body = ? WHERE number = 2 AND place = {place}", other)

    assert [finding for finding in found(data) if "signature of the server" in finding]


def test_an_illegal_move_is_found(data: Path) -> None:
    with closing(SqliteLog(data / GAMES_FILE)) as log:
        events = [event_from_bytes(row.body) for row in log.read("on", 0)]
    moved = next(event for event in events if isinstance(event, Moved))
    wrong = event_to_bytes(replace(moved, move="z99"))
    spoil(data, "UPDATE events SET body = ? WHERE place = 2 AND number = ?", wrong, moved.number)
    assert [(finding.table, finding.number) for finding in verify(data).findings] == [("on", moved.number)]


EVENT = "WHERE place = 2 AND number"
SELECTED = "FROM events WHERE place = 2 AND number"
WRONG = {
    f"UPDATE events SET body = (SELECT body {SELECTED} = 4) {EVENT} = 5": "table on: event 5: its own number is 4",
    f"UPDATE events SET body = x'00' {EVENT} = 5": "table on: event 5: ",
    f"UPDATE events SET body = x'85a174' {EVENT} = 1": "table on: event 1: ",  # unknown rules
    f"UPDATE events SET key = (SELECT key {SELECTED} = 1) WHERE place = 2 AND key IS NOT NULL": (
        "its key was used before at this table"
    ),
    "DELETE FROM events WHERE place = 2 AND number = 4": "table on: event 5: number 4 is missing",
    "DELETE FROM events WHERE place = 2": "table on: there are no events",
    "DELETE FROM tables WHERE place = 2": f"{GAMES_FILE}: 15 events belong to no table",
    "UPDATE tables SET ended = 0": "table over: the list of tables says going on, its events do not",
    "UPDATE tables SET ended = 2 WHERE place = 2": "table on: the list of tables says over, its events do not",
    "UPDATE tables SET ended = 7 WHERE place = 1": (
        f"{GAMES_FILE}: the order of ends has gaps: 1 matches are over, the last is 7"
    ),
    "UPDATE events SET digest = NULL WHERE place = 2 AND number = 1": (
        "table on: event 1: only one of the command's key and digest is stored"
    ),
    "UPDATE events SET key = x'00' WHERE place = 2 AND number = 1": (
        "table on: event 1: its key has 1 bytes instead of 16"
    ),
}


@pytest.mark.parametrize(("order", "finding"), WRONG.items())
def test_other_problems_of_the_games_are_found(data: Path, order: str, finding: str) -> None:
    spoil(data, order)
    assert any(finding in line for line in found(data))


def test_databases_that_disagree_and_one_that_is_damaged_are_found(data: Path) -> None:
    spoil(data, "UPDATE cursor SET ending = 5", name=SOCIAL_FILE)
    spoil(data, "DELETE FROM accounts WHERE account = 'b2'", name=ACCOUNTS_FILE)
    assert (before := found(data)) == [
        "table over: it is missing in the match history",
        f"{SOCIAL_FILE}: it has read up to end 5, but the last of {GAMES_FILE} is 1",
        f"{ACCOUNTS_FILE}: 1 players have no account (b2)",
    ]
    with (data / SOCIAL_FILE).open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    assert any(line.startswith(SOCIAL_FILE) for line in set(found(data)) - set(before))


def test_a_tournament_without_its_last_event_or_with_a_damaged_one_is_found(data: Path) -> None:
    cup = store_tournament(data, "t1").id
    assert found(data) == []
    spoil(data, "DELETE FROM tournament_events WHERE number = (SELECT number FROM tournaments)", name=SOCIAL_FILE)
    assert found(data)[0].startswith(f"tournament {cup}: the last of")
    spoil(data, "UPDATE tournament_events SET body = x'00' WHERE number = 2", name=SOCIAL_FILE)
    assert found(data)[0].startswith(f"tournament {cup}: ")


async def test_the_match_history_is_compared_with_the_events(tmp_path: Path) -> None:
    async with running(tmp_path, on_disk=True) as serving:
        _ann, bob, table = await two_at_a_table(serving)
        await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    async with running(tmp_path, on_disk=True):  # completes the match history at its start
        pass
    assert found(tmp_path) == []
    spoil(tmp_path, "UPDATE finished SET match = replace(match, 'b', 'c')", name=SOCIAL_FILE)
    assert found(tmp_path)[0].startswith(f"table {table}: the match history")
    spoil(tmp_path, "DELETE FROM finished", name=SOCIAL_FILE)
    assert found(tmp_path) == [f"table {table}: it is missing in the match history"]


def test_a_folder_without_games_or_of_another_version_is_refused(data: Path, tmp_path: Path) -> None:
    with pytest.raises(AdminError, match="no games"):
        verify(tmp_path)
    spoil(data, "PRAGMA user_version = 1")
    with pytest.raises(AdminError, match="older version"):
        verify(data)
    spoil(data, "PRAGMA user_version = 99")
    with pytest.raises(AdminError, match="newer version"):
        verify(data)


def test_finished_matches_become_records_with_valid_names_and_the_next_export_writes_only_new_ones(
    data: Path, tmp_path: Path
) -> None:
    done = export(data, tmp_path / "records")
    (file,) = (tmp_path / "records").iterdir()
    assert (done.written, done.existing, done.findings) == (1, 0, [])
    assert file.name == "2023-11-14-clod-ann-bob-over.netgame"
    assert len(read_record(file.read_bytes(), KNOWN)) > 5

    play(data, "odd", resign=True, people=(User("a1", "../Ann / Äö"), User("b2", "x" * 60)))
    done = export(data, tmp_path / "records")
    assert (done.written, done.existing) == (1, 1)
    assert f"2023-11-14-clod-ann-äö-{'x' * 24}-odd.netgame" in {p.name for p in (tmp_path / "records").iterdir()}


def test_a_match_that_cannot_be_exported_does_not_stop_the_others(data: Path, tmp_path: Path) -> None:
    play(data, "second", resign=True)
    spoil(data, "UPDATE events SET body = x'00' WHERE place = 1 AND number = 5")
    with closing(SqliteLog(data / GAMES_FILE)) as log:
        log.append([Append("../../evil", 0, [row.body for row in log.read("second", 0)], closes=True)])
    done = export(data, tmp_path / "records")
    assert done.written == 1
    assert [finding.table for finding in done.findings] == ["over", "../../evil"]
    assert done.findings[1] == Finding("../../evil", 0, "line 1: the table has no valid name")


def test_finished_tournaments_become_pages_and_json_beside_their_records(data: Path, tmp_path: Path) -> None:
    tournament = store_tournament(data, "cup", "Winter cup!")
    play(data, tournament.rounds[0][0].paired.table, resign=True)
    store_tournament(data, "open", is_over=False)

    done = export(data, tmp_path / "files")

    (page,), (plain,) = (list((tmp_path / "files").glob(f"*.{kind}")) for kind in ("html", "json"))
    assert (page.stem, done.tournaments, done.findings) == ("2027-01-15-winter-cup-cup", 1, [])
    (file,) = {board["record"] for boards in json.loads(plain.read_bytes())["rounds"] for board in boards}
    assert (tmp_path / "files" / file).exists()
    assert f'href="./{file}"' in page.read_text("utf-8")
    assert "<bdi>Ann</bdi>" in page.read_text("utf-8")
    assert export(data, tmp_path / "files").tournaments == 0
    plain.write_text("as before a correction")
    assert export(data, tmp_path / "files").tournaments == 1
    assert json.loads(plain.read_bytes())["title"] == "Winter cup!"


def test_a_tournament_that_cannot_be_read_does_not_stop_the_others(data: Path, tmp_path: Path) -> None:
    store_tournament(data, "a")
    store_tournament(data, "../../evil")
    store_tournament(data, "z", "../<b>")
    spoil(data, "UPDATE tournament_events SET body = x'00' WHERE tournament = 'a' AND number = 2", name=SOCIAL_FILE)
    done = export(data, tmp_path / "files")
    assert [finding.reason.split(":")[0] for finding in done.findings] == ["tournament ../../evil", "tournament a"]
    assert [path.name for path in (tmp_path / "files").glob("*.html")] == ["2027-01-15-b-z.html"]
