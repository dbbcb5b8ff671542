"""A copied data folder makes two servers with one identity. A player at one of them is never passed to the other."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.postgres import PrivatePostgres
from devtools.harness.server.serving import config, known, own_port, running_on_loopback, until
from protocol import messages as m
from protocol.client import Session, WatchEnded
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE
from server.admin.identity import new_identity
from server.app import Serving

COPIED = "games.sqlite3", "accounts.sqlite3", "social.sqlite3"


def copy_running(source: Path, target: Path) -> None:
    """Copy the folder of a server that runs, as a backup does."""
    target.mkdir()
    for name in COPIED:
        with closing(sqlite3.connect(source / name)) as old, closing(sqlite3.connect(target / name)) as new:
            old.backup(new)
    shutil.copy(source / "identity.pem", target)


@asynccontextmanager
async def session_at(*servers: Serving, name: str = "Ann") -> AsyncIterator[Session]:
    """A session that knows the addresses of these servers, which have one identity, and is online at one of them."""
    addresses = tuple(address for server in servers for address in server.addresses)
    session = Session(replace(known(servers[0]), addresses=addresses), name, None)
    async with trio.open_nursery() as nursery:
        await nursery.start(session.run)
        await until(session, lambda _: session.status == "online")
        yield session
        nursery.cancel_scope.cancel()


async def test_who_plays_at_a_server_waits_for_it_and_is_not_passed_to_its_copy(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    own_port(first)
    async with running_on_loopback(first, plain=False):
        pass
    shutil.copytree(first, second)
    own_port(second)

    with trio.fail_after(PATIENCE_S):
        async with running_on_loopback(second, plain=False) as copy:
            async with running_on_loopback(first, plain=False) as original, session_at(original) as ann:
                table = await ann.make_table("clod", {})
                ann.server = replace(ann.server, addresses=(*copy.addresses, *original.addresses))
                for peer in original.services.lobby.peers:  # a lost line: both servers answer the next try
                    peer.dismiss(m.Closing(code="lost", template="lost"))
                await until(ann, lambda _: ann.status != "online")
                await until(ann, lambda _: ann.status == "online")
                await ann.watch(table)  # the copy does not have it
                stopping = ann.server

            alone = Session(stopping, "Ann", None)
            async with trio.open_nursery() as nursery:
                await nursery.start(alone.run)
                await until(alone, lambda _: (alone.status, alone.error_code) == ("waiting", "other_instance"))
                async with running_on_loopback(first, plain=False, port=original.port):
                    await until(alone, lambda _: alone.status == "online")
                nursery.cancel_scope.cancel()
            assert not copy.services.lobby.users
    assert stopping.instance != b""


async def told_of(folder: Path) -> list[str]:
    """Wait until the status of a server names another one with its identity, and return where that is."""
    while True:
        status = (await trio.to_thread.run_sync(request, folder / CONTROL_FILE, "status"))[1]
        if status["twins"]:
            assert any(status["twins"][0] in line for line in status["warnings"])
            return list(status["twins"])


@pytest.mark.slow
async def test_both_servers_of_a_copied_folder_are_told_and_a_new_identity_ends_it(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    async with running_on_loopback(first, plain=False):
        pass
    shutil.copytree(first, second)

    with trio.fail_after(PATIENCE_S):
        async with (
            running_on_loopback(first, plain=False, announce="lo") as original,
            running_on_loopback(second, plain=False, announce="lo") as copy,
        ):
            assert await told_of(first) == [str(copy.addresses[0])]
            assert await told_of(second) == [str(original.addresses[0])]
        fingerprint, aside = new_identity(config(second))
        assert (fingerprint != original.fingerprint, aside.exists()) == (True, True)
        async with running_on_loopback(second, plain=False) as renewed:
            assert renewed.fingerprint == fingerprint


@pytest.mark.slow
async def test_a_service_and_another_one_with_its_restored_database_are_told(
    tmp_path: Path, postgres: PrivatePostgres, database: str
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    async with running_on_loopback(first, plain=False, database=database):
        pass
    shutil.copytree(first, second)
    restored = postgres.create(database)

    with trio.fail_after(PATIENCE_S):
        async with (
            running_on_loopback(first, plain=False, database=database, announce="lo") as original,
            running_on_loopback(second, plain=False, database=restored, announce="lo") as copy,
        ):
            assert await told_of(first) == [str(copy.addresses[0])]
            assert await told_of(second) == [str(original.addresses[0])]
            async with session_at(copy) as ann:
                ann.server = replace(ann.server, addresses=(*original.addresses, *copy.addresses))
                for peer in copy.services.lobby.peers:
                    peer.dismiss(m.Closing(code="lost", template="lost"))
                await until(ann, lambda _: ann.status != "online")
                await until(ann, lambda _: ann.status == "online")
                assert (len(original.services.lobby.users), len(copy.services.lobby.users)) == (0, 1)


@pytest.mark.parametrize("grows", [True, False])
async def test_a_table_of_an_older_copy_is_not_followed_on_another_course(tmp_path: Path, grows: bool) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with trio.fail_after(PATIENCE_S):
        async with running_on_loopback(first, plain=False) as original, session_at(original) as ann:
            table = await ann.make_table("clod", {}, player=0)
            await ann.watch(table)
            copy_running(first, second)
            async with session_at(original, name="Bob") as bob:
                await bob.command(table, m.TakeSeat)
            await until(ann, lambda update: getattr(update, "events", None) and update.events[-1].number >= 3)
            here = ann.server

            async with running_on_loopback(second, plain=False) as copy:
                if grows:
                    async with session_at(copy, name="Cid") as cid:
                        await cid.command(table, m.TakeSeat)
                ann.server = replace(here, addresses=copy.addresses)
                for peer in original.services.lobby.peers:
                    peer.dismiss(m.Closing(code="lost", template="lost"))
                ended = await until(ann, lambda update: isinstance(update, WatchEnded))

    assert ended.table == table
