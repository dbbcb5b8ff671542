"""`./run faults`: a short one, and that what it compares would be found to differ if it did."""

import json
import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.faults import cluster
from devtools.faults.__main__ import main, plain
from devtools.faults.cluster import ServiceKiller
from devtools.faults.evidence import Disk, Findings, Order, Row, compare, read_disk
from devtools.faults.results import Result, Wanted
from devtools.faults.run import run_in
from devtools.harness.postgres import MISSING as POSTGRES_MISSING
from netgame.match.events import Moved, Resumed
from protocol import messages as m
from protocol.event_codec import event_from_bytes, event_to_bytes
from server.storage.social import MAX_LINES

pytestmark = [pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL"), pytest.mark.slow]

KILLS = 5
PLAYED = Wanted(seed=5, kills=KILLS, tables=2)


@dataclass
class Played:
    """A run, and what it left on disk."""

    result: Result
    disk: Disk

    def after(self, harm: Callable[[Disk], None]) -> Findings:
        """Return the findings after the disk was harmed."""
        disk = deepcopy(self.disk)
        harm(disk)
        return compare(self.result.orders, self.result.logs, self.result.registered, disk)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("faults")
    result = trio.run(run_in, folder, PLAYED, lambda _line: None)
    return Played(result, read_disk(folder / "data"))


def a_move(disk: Disk) -> tuple[list[Row], int]:
    """A log with a move that is not its last event, and where in it."""
    for log in disk.logs.values():
        for at, row in enumerate(log[:-1]):
            if row.key is not None and isinstance(event_from_bytes(row.body), Moved):
                return log, at
    raise AssertionError("nobody moved")


class Database:
    """A database that is stopped only when it runs, and started only when it does not."""

    runs, starts = True, 0

    def stop(self, _mode: str) -> None:
        assert self.runs
        self.runs = False

    def start(self) -> None:
        assert not self.runs
        self.runs, self.starts = True, self.starts + 1


async def test_the_database_is_not_stopped_again_while_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "HARMS", ("database crash",))
    monkeypatch.setattr(cluster, "PROGRESS_S", 0)
    database, nodes = Database(), [None] * 3
    async with trio.open_nursery() as nursery:
        killer: Any = ServiceKiller(nodes, database, "", None, None, 1, nursery)  # type: ignore[arg-type]
        while database.starts < 20:
            await killer.harm()


def test_nothing_is_lost_while_the_server_is_killed_again_and_again(played: Played) -> None:
    summary = plain(PLAYED, played.result)

    assert list(played.result.findings) == []
    assert played.result.kills.total() >= KILLS
    assert (summary["lost"], summary["duplicated"], summary["differing"]) == (0, 0, 0)
    assert played.result.games.total() == len(played.disk.logs)
    assert played.result.accepted > KILLS
    assert played.result.registered
    assert any(order.again and order.done for order in played.result.orders)


def forget_the_last_event(disk: Disk) -> None:
    disk.logs[next(iter(disk.logs))].pop()


def forget_a_move(disk: Disk) -> None:
    log, at = a_move(disk)
    log[at:] = [replace(row, number=row.number - 1) for row in log[at + 1 :]]


def forget_a_table(disk: Disk) -> None:
    del disk.logs[next(iter(disk.logs))]


def repeat_a_command(disk: Disk) -> None:
    log, at = a_move(disk)
    log.append(replace(log[at], number=len(log) + 1))


def repeat_a_move_without_its_key(disk: Disk) -> None:
    log, at = a_move(disk)
    moves = sum(isinstance(event_from_bytes(row.body), Moved) for row in log)
    log += [Row(len(log) + 1 + more, log[at].body) for more in range(moves + 1)]


def change_an_event(disk: Disk) -> None:
    log, at = a_move(disk)
    event = event_from_bytes(log[at].body)
    log[at] = replace(log[at], body=event_to_bytes(replace(event, at=event.at + 1)))


@pytest.mark.parametrize(
    ("harm", "kind", "words"),
    [
        (forget_the_last_event, "lost", "were told, and"),
        (forget_a_move, "lost", "not on disk"),
        (forget_a_move, "differing", ""),
        (forget_a_table, "lost", ""),
        (repeat_a_command, "duplicated", ""),
        (repeat_a_move_without_its_key, "duplicated", "moves"),
        (change_an_event, "differing", "on disk"),
        (lambda disk: disk.closed.clear(), "differing", ""),
        (lambda disk: disk.finished.clear(), "differing", ""),
        (lambda disk: disk.registered.clear(), "lost", ""),
    ],
)
def test_harm_to_the_disk_is_found(played: Played, harm: Callable[[Disk], None], kind: str, words: str) -> None:
    assert any(words in text for text in getattr(played.after(harm), kind))


@pytest.mark.parametrize(("kept", "is_other"), [("a1", False), ("a2", True)])
def test_a_move_of_a_player_on_vacation_is_the_event_after_the_resume(kept: str, is_other: bool) -> None:
    key, moved = b"k" * 16, Moved(number=2, at=1, player=0, move=kept)
    order = Order("a", m.SendMove(table="t", key=key, position=1, move="a1"), m.Done(table="t", number=1))
    rows = [Row(1, event_to_bytes(Resumed(number=1, at=1)), key), Row(2, event_to_bytes(moved))]
    texts = list(compare([order], {}, [], Disk({"t": rows})))
    assert any("is on disk as" in text for text in texts) == is_other


def test_a_line_of_chat_that_is_gone_or_there_twice_is_found(played: Played) -> None:
    say = Order("a", m.Say(key=b"k" * 16, room="table", table="t", text="hello"), m.Done(table="t", number=1))
    line = ("a", b"k" * 16, "hello")
    assert compare([say], {}, [], Disk(said=[])).lost
    assert compare([say], {}, [], Disk(said=[line, line])).duplicated
    assert not any(compare([say], {}, [], Disk(said=[line])))
    assert compare([say], {}, [], Disk(last_lines={("table", "t"): MAX_LINES})).lost
    assert not any(compare([say], {}, [], Disk(last_lines={("table", "t"): 1 + MAX_LINES})))


def test_a_refused_command_that_is_on_disk_is_found(played: Played) -> None:
    orders = [replace(order, done=None, refused="stale") if order.done else order for order in played.result.orders]
    assert any("refused" in text for text in compare(orders, played.result.logs, [], played.disk).differing)


def test_after_an_early_end_only_what_players_did_not_receive_yet_is_no_difference(played: Played) -> None:
    orders, registered = played.result.orders, played.result.registered
    shorter = {table: [log[:-1] for log in logs] for table, logs in played.result.logs.items()}
    assert compare(orders, shorter, registered, played.disk).differing
    assert not any(compare(orders, shorter, registered, played.disk, is_complete=False))


@pytest.mark.sweep
async def test_a_server_that_forgets_a_commit_now_and_then_is_found_out(tmp_path: Path) -> None:
    result = await run_in(tmp_path, Wanted(seed=6, kills=40, lossy=True), lambda _line: None)
    assert any(result.findings)


@pytest.mark.sweep
@pytest.mark.skipif(bool(POSTGRES_MISSING), reason=POSTGRES_MISSING)
async def test_each_node_of_a_service_is_upgraded_while_games_go_on(tmp_path: Path) -> None:
    result = await run_in(tmp_path, Wanted(seed=7, kills=2, tables=2, nodes=2, rolling=True), lambda _line: None)
    assert list(result.findings) == []
    assert result.stops == 2
    assert result.returns


def test_the_command_prints_one_object_for_programs(
    played: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run(wanted: Wanted, _tell: Callable[[str], None]) -> Result:
        assert wanted == PLAYED
        return played.result

    monkeypatch.setattr("devtools.faults.__main__.run", run)

    assert main(["--seed", "5", "--kills", str(KILLS), "--tables", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(plain(PLAYED, played.result)))
