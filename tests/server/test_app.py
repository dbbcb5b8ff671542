"""Starting, stopping, starting again; what happens by the clock; and faults of our own."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ifaddr
import pytest
import trio

from devtools.harness.server.serving import (
    config,
    kept,
    new_key,
    order,
    raw,
    running,
    running_on_loopback,
    two_at_a_table,
)
from netgame.games import GAMES
from protocol import messages as m
from protocol.address import Address
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE
from protocol.identity.server_certificate import FILE as IDENTITY_FILE
from server.admin.logs import has_unfinished
from server.app import DataFolderBusy, DataFolderUnusable, PortTaken, ServerError, serve
from server.storage.data_folder import ACCOUNTS_FILE, DATABASE_FILE, GAMES_FILE


async def why_not(data: Path, **changes: Any) -> ServerError:
    """The sentence with which a server does not start."""
    with pytest.raises(ServerError) as caught:
        await serve(config(data, **changes))
    assert "{" not in str(caught.value)
    return caught.value


@contextmanager
def another_program(port: int = 0) -> Iterator[int]:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        yield other.getsockname()[1]


async def test_a_port_of_another_program_and_an_address_that_is_not_ours_are_named(tmp_path: Path) -> None:
    with another_program() as port:
        taken = await why_not(tmp_path, port=port)
    foreign = await why_not(tmp_path, hosts=("192.0.2.1",))
    for error, named in ((taken, str(port)), (foreign, "192.0.2.1")):
        assert isinstance(error, PortTaken)
        assert named in str(error)


async def test_a_second_server_learns_of_the_first_and_a_later_one_has_its_identity_and_its_port_if_that_is_free(
    tmp_path: Path,
) -> None:
    async with running_on_loopback(tmp_path, plain=False) as first:
        error = await why_not(tmp_path)
        assert isinstance(error, DataFolderBusy)
        assert (error.port, error.fingerprint) == (first.port, first.fingerprint)
        assert str(first.port) in str(error)

    async with running_on_loopback(tmp_path, port=None, plain=False) as second:
        assert (second.port, second.fingerprint) == (first.port, first.fingerprint)
    with another_program(first.port):
        async with running_on_loopback(tmp_path, port=None) as third:
            assert third.port != first.port


async def test_the_addresses_to_share_follow_a_new_lease(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def have(*addresses: str) -> None:
        ips = [ifaddr.IP(address, 24, "eth0") for address in addresses]
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: [ifaddr.Adapter("eth0", "eth0", ips, index=1)])

    async def shared() -> list[str]:
        answer = await trio.to_thread.run_sync(request, tmp_path / CONTROL_FILE, "status")
        return [Address.parse(text)[0].host for text in answer[1]["addresses"]]

    have("192.168.5.2")
    async with running_on_loopback(tmp_path, hosts=("0.0.0.0",)):
        before = await shared()
        have("192.168.7.3", "10.0.0.3")
        after = await shared()
        have()
        without_network = await shared()

    assert (before, after, without_network) == (["192.168.5.2"], ["192.168.7.3", "10.0.0.3"], [])


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nobody keeps root out of a folder")
async def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert isinstance(await why_not(tmp_path / "data"), DataFolderUnusable)


async def test_a_damaged_file_is_named_and_the_folder_let_go(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    error = await why_not(tmp_path / "data")  # a file in place of the folder
    assert isinstance(error, DataFolderUnusable)
    assert "data" in str(error)

    for file in (IDENTITY_FILE, GAMES_FILE, ACCOUNTS_FILE):
        (tmp_path / file).write_bytes(b"nonsense " * 200)
        assert file in str(await why_not(tmp_path))
        (tmp_path / file).unlink()
    async with running_on_loopback(tmp_path):
        pass


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes with a path")
@pytest.mark.parametrize("name", ["port", "lock", "database.txt", IDENTITY_FILE, f"{GAMES_FILE}-wal", "restore.part"])
async def test_a_pipe_in_the_folder_is_named(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    assert str(tmp_path / name) in str(await why_not(tmp_path))


async def test_a_note_of_the_database_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / DATABASE_FILE).write_bytes(b"\xff")
    assert DATABASE_FILE in str(await why_not(tmp_path))


async def test_a_folder_with_the_name_of_an_incomplete_file_is_left_there(tmp_path: Path) -> None:
    (part := tmp_path / f"{IDENTITY_FILE}.1.part").mkdir()
    async with running_on_loopback(tmp_path):
        assert part.is_dir()


async def test_an_unfinished_table_is_there_again_with_everything(tmp_path: Path) -> None:
    assert not has_unfinished(tmp_path)
    async with running(tmp_path, on_disk=True) as serving:
        ann, _bob, table = await two_at_a_table(serving, "thud")
        move = order(serving, table)
        done = await ann.ask(move)
        before = serving.match(table)
    assert has_unfinished(tmp_path)

    async with running(tmp_path, on_disk=True) as serving:
        assert serving.match(table) == before
        eve = await raw(serving, name="Eve")
        await eve.ask(m.Watch(table=table))
        assert (await eve.push(m.TableEvents)).events[-1]["number"] == done.number


async def test_a_table_that_does_not_fold_is_frozen_and_the_others_open(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        _ann, _bob, broken = await two_at_a_table(serving)
        carl = await raw(serving, name="Carl")
        whole = (await carl.ask(m.MakeTable(key=new_key(), game="clod", options={}))).table
    del kept[tmp_path].log.rows[broken][3]

    async with running(tmp_path) as serving:
        eve = await raw(serving, name="Eve")
        states = {info.table: info.state for info in (await eve.ask(m.ListTables())).tables}
        assert states == {broken: "frozen", whole: "open"}
        await eve.ask(m.Watch(table=broken))
        frozen = await eve.push(m.Frozen)
        assert frozen.args["number"] == 5
        assert isinstance(await eve.ask(m.TakeSeat(table=whole, key=new_key())), m.Done)


class Faulty(GAMES["clod"]):  # type: ignore[misc]
    """A game with a bug: every move crashes."""

    key = "faulty"

    def check(self, state: Any, move: Any) -> None:
        raise ZeroDivisionError("a bug in the rules")


async def test_a_fault_leaves_the_table_as_it_was_and_only_the_third_in_a_row_freezes_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path, games={**GAMES, "faulty": Faulty}) as faulty:
        ann, bob, table = await two_at_a_table(faulty, "faulty")
        before = faulty.match(table)
        for _ in range(4):
            assert (await ann.ask(order(faulty, table))).code == "internal"
            assert (await ann.ask(m.TakeSeat(table=table, key=new_key()))).code == "started"
        replies = [(await ann.ask(order(faulty, table))).code for _ in range(4)]

        assert replies == ["internal", "internal", "internal", "frozen"]
        assert faulty.match(table) == before
        assert (await bob.push(m.Frozen)).table == table
        assert "ZeroDivisionError" in caplog.text
        carl, _dan, other = await two_at_a_table(faulty)
        assert isinstance(await carl.ask(order(faulty, other)), m.Done)
