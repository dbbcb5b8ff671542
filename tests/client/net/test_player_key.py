"""The key of this computer: made once, stored, replaced on request; and the fallback without it."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from client_qt.net.player_key import FILE, PlayerKey, key_id
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KnownServer
from client_qt.theme import Theme
from devtools.harness.server.serving import running
from devtools.harness.systems import is_private
from devtools.harness.window.program import client, until
from protocol.errors import KeyFileError
from protocol.identity.device_key import DeviceKey, save
from server.app import Serving
from tests.client.net.test_table_list import Network, servers_of

qt_trio = pytest.mark.qt_trio
PHRASE = "twelve green parrots"


async def public(key: PlayerKey) -> bytes:
    read = await key.ready()
    return read.public


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@qt_trio
async def test_the_window_works_while_the_key_is_read_from_a_slow_disk(theme: Theme, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    slow = tmp_path / "config" / FILE
    os.mkfifo(slow)  # opening it for reading waits for a writer
    save(DeviceKey.new(), tmp_path / "key")
    async with client(theme, tmp_path, "Ann") as ann:
        try:
            link = ann.servers.session_to("ab" * 32)
            ann.account_controller.show_at(link.fingerprint)
            assert ann.player_key.key is None
            assert link.status == "connecting"
        finally:
            await trio.to_thread.run_sync(slow.write_bytes, (tmp_path / "key").read_bytes())

        await until(lambda: ann.player_key.key is not None and link.status == "waiting")


@qt_trio
async def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    first = PlayerKey(tmp_path, "attic")
    made = await public(first)
    second = PlayerKey(tmp_path, "attic")
    assert await public(second) == made
    assert is_private(tmp_path / FILE)
    assert first.trouble is None
    assert len(key_id(second.key)) == 16


@qt_trio
async def test_a_broken_key_is_reported_once_and_not_replaced_but_healed_by_a_copy(tmp_path: Path) -> None:
    ours = PlayerKey(tmp_path / "a", "attic")
    await ours.export(tmp_path / "copy.key", PHRASE)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / FILE).write_bytes(b"no key at all")
    broken, told = PlayerKey(tmp_path / "b", "cellar"), list[str]()
    broken.unusable.connect(lambda text: told.append(str(text)))
    await broken.tell()
    assert broken.key is None
    assert len(told) == 1
    assert "no key" in told[0]
    assert (tmp_path / "b" / FILE).read_bytes() == b"no key at all"

    await broken.take(await broken.read(tmp_path / "copy.key", PHRASE))
    assert broken.trouble is None
    assert await public(broken) == await public(ours)
    assert (tmp_path / "b" / "player-1.key").read_bytes() == b"no key at all"


@qt_trio
async def test_a_copy_opens_with_its_passphrase_alone_and_becomes_the_key(tmp_path: Path) -> None:
    ours, theirs = PlayerKey(tmp_path / "a", "attic"), PlayerKey(tmp_path / "b", "cellar")
    copy = tmp_path / "copy.key"
    with pytest.raises(KeyFileError, match="characters"):
        await ours.export(copy, "short")
    assert not copy.exists()
    await ours.export(copy, PHRASE)
    assert is_private(copy)

    for wrong in ("", "another one at all"):
        with pytest.raises(KeyFileError):
            await theirs.read(copy, wrong)
    with pytest.raises(KeyFileError, match="cannot be read"):
        await theirs.read(tmp_path / "nothing", PHRASE)
    old = (tmp_path / "b" / FILE).read_bytes() if await public(theirs) else b""
    kept = await theirs.take(await theirs.read(copy, PHRASE))

    again = PlayerKey(tmp_path / "b", "cellar")
    assert await public(theirs) == await public(ours) == await public(again)
    assert (kept.name, kept.read_bytes()) == ("player-1.key", old)

    new = PlayerKey(tmp_path / "c", "attic")
    read = await new.read(copy, PHRASE)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(new.tell)
        await trio.lowlevel.checkpoint()
        kept = await new.take(read)
    assert kept == tmp_path / "c" / "player-1.key", "also while the key of before is read"
    assert await public(new) == await public(ours)


async def account_at(folder: Path, serving: Serving) -> tuple[str, KnownServer]:
    """Sign in at a server as a window with this folder does; return the account and the stored server."""
    async with trio.open_nursery() as nursery:
        session = servers_of(folder, Network(), nursery).session_to(serving.fingerprint, serving.addresses, "Club")
        await until(lambda: session.lobby.people)  # they come after the sign-in is stored
        nursery.cancel_scope.cancel()
    return session.account, SettingsFile(folder).value.servers[serving.fingerprint]


@pytest.mark.slow
@qt_trio
async def test_a_server_knows_the_player_by_the_key_and_an_account_of_a_token_gets_it(tmp_path: Path) -> None:
    config = tmp_path / "config"
    config.mkdir()
    (config / FILE).write_bytes(b"broken")
    async with running(tmp_path / "s", plain=False) as serving:
        first, known = await account_at(tmp_path / "new", serving)
        second, _ = await account_at(tmp_path / "new", serving)
        assert first == second
        assert (known.token, len(known.keyed)) == ("", 16)

        by_token, known = await account_at(config, serving)  # as before keys existed
        assert (len(known.token), known.keyed) == (64, "")
        (config / FILE).unlink()
        by_both, known = await account_at(config, serving)
        assert (len(known.token), len(known.keyed)) == (64, 16)
        settings = SettingsFile(config)
        settings.change(settings.value.with_server(replace(known, token="")))
        by_key, _ = await account_at(config, serving)

    assert by_token == by_both == by_key != first
