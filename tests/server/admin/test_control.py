import json
import socket
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server.serving import new_key, raw, running, two_at_a_table
from devtools.harness.systems import is_private
from protocol import messages as m
from protocol.control.client import Client, request
from protocol.control.endpoint import Kind, connect, listen
from protocol.control.messages import CONTROL_FILE, MAX_LINE, Ambiguous, CommandError, Fields, NoServer
from server.admin.control.service import MAX_CONNECTIONS, REQUEST_S
from server.app import Serving
from tests.systems import has_unix_sockets


async def do(folder: Path, what: str, **fields: Any) -> Fields:
    """Return the answer to a request without its rows."""
    return (await trio.to_thread.run_sync(partial(request, folder / CONTROL_FILE, what, **fields)))[1]


@has_unix_sockets
async def test_the_socket_of_a_killed_server_is_replaced_and_a_stopped_one_removes_its_own(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 90) / ("y" * 90)  # longer than the name of a socket may be
    async with running(deep):
        assert (await do(deep, "status"))["data"] == str(deep)
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / CONTROL_FILE))
    with pytest.raises(NoServer):
        await do(tmp_path, "status")
    async with running(tmp_path):
        assert is_private(tmp_path / CONTROL_FILE)
        assert (await do(tmp_path, "status"))["tables"] == 0
    assert not (tmp_path / CONTROL_FILE).exists()
    with pytest.raises(NoServer, match="No server runs in"):
        await do(tmp_path, "status")


async def test_a_server_runs_without_a_control_socket_if_another_file_is_there(tmp_path: Path) -> None:
    (tmp_path / "folder" / CONTROL_FILE).mkdir(parents=True)
    (tmp_path / "file").mkdir()
    (tmp_path / "file" / CONTROL_FILE).write_text("precious")
    for name in ("folder", "file"):
        async with running(tmp_path / name) as serving:
            await raw(serving, name="Ann")
    assert (tmp_path / "folder" / CONTROL_FILE).is_dir()
    assert (tmp_path / "file" / CONTROL_FILE).read_text() == "precious"


@pytest.mark.parametrize("kind", [pytest.param("unix", marks=has_unix_sockets), "loopback"])
def test_both_kinds_of_endpoint_admit_their_owner(tmp_path: Path, kind: Kind) -> None:
    path = tmp_path / "place"
    with listen(path, kind) as place:
        assert is_private(path)
        sock, token = connect(path, kind)
        sock.close()
        assert place.admits(token)
        assert place.admits("") == (kind == "unix")
    assert not path.exists()
    with pytest.raises(NoServer):
        connect(path, kind)


async def test_loopback_requests_need_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def with_and_without() -> None:
        with Client(tmp_path / CONTROL_FILE, "loopback") as client:
            client.request("status")
            client._token = "guessed"
            with pytest.raises(CommandError, match="That is not the token of this server"):
                client.request("status")

    monkeypatch.setattr("server.admin.control.service.listen", lambda path, _kind: listen(path, "loopback"))
    async with running(tmp_path):
        await trio.to_thread.run_sync(with_and_without)


INVALID = (b"nonsense", b"[1]", b"{}", b'{"do": 1}', b'{"do": "burn"}', b"\xff", b"[" * 9999)


@has_unix_sockets
async def test_invalid_endless_and_abandoned_requests_do_no_harm(serving: Serving, tmp_path: Path) -> None:
    async with await trio.open_unix_socket(tmp_path / CONTROL_FILE) as stream:
        for line in INVALID:
            await stream.send_all(line + b"\n")
            assert list(json.loads(await stream.receive_some())) == ["error"], line
    async with await trio.open_unix_socket(tmp_path / CONTROL_FILE) as stream:
        with suppress(trio.BrokenResourceError):
            while True:
                await stream.send_all(b"x" * MAX_LINE)
    for _ in range(20):
        async with await trio.open_unix_socket(tmp_path / CONTROL_FILE) as stream:
            await stream.send_all(b'{"do": "tables"}\n' * 50)

    assert (await do(tmp_path, "status"))["connections"] == 0


@has_unix_sockets
async def test_idle_and_slow_connections_do_not_keep_others_from_the_socket(serving: Serving, tmp_path: Path) -> None:
    async with AsyncExitStack() as connections:
        for first in (b"", b'{"do": "status"}\n', b'{"do"'):  # nothing, a request before, a part of one
            for _ in range(MAX_CONNECTIONS):
                stream = await connections.enter_async_context(await trio.open_unix_socket(tmp_path / CONTROL_FILE))
                await stream.send_all(first)
        assert (await do(tmp_path, "status"))["connections"] == 0


@has_unix_sockets
async def test_a_request_that_comes_a_byte_at_a_time_has_one_limit(
    serving: Serving, tmp_path: Path, mock_clock: MockClock
) -> None:
    async with await trio.open_unix_socket(tmp_path / CONTROL_FILE) as stream:
        for letter in b'{"':
            await stream.send_all(bytes([letter]))
            await wait_all_tasks_blocked()
            mock_clock.jump(REQUEST_S / 2)
        assert await stream.receive_some() == b""


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["Ann", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
FIELDS = ("name", "hash", "reason", "minutes", "on", "guests", "revoke", "text", "token", "table")
DOS = "status tables say kick close cancel_drain user.list user.add user.passwd user.ban user.unban user.moderator"


@has_unix_sockets
@pytest.mark.slow
async def test_no_request_causes_an_unexpected_error(serving: Serving, tmp_path: Path) -> None:
    requests: list[Fields] = []

    @settings(max_examples=50, deadline=None, database=None)
    @given(st.fixed_dictionaries({"do": st.sampled_from(DOS.split())}, optional=dict.fromkeys(FIELDS, ANYTHING)))
    def collect(request: Fields) -> None:
        requests.append(request)

    collect()
    async with await trio.open_unix_socket(tmp_path / CONTROL_FILE) as stream:
        heard = bytearray()
        for request in requests:
            await stream.send_all(json.dumps(request).encode() + b"\n")
            heard.clear()
            while not heard.endswith(b"\n") or not {"ok", "error"} & set(json.loads(heard.splitlines()[-1])):
                heard += await stream.receive_some()
            assert b"made a mistake" not in heard, request


async def test_a_drain_refuses_new_tables_and_rematches_until_it_is_cancelled(serving: Serving, tmp_path: Path) -> None:
    for seconds in (-1, "5", 10**9, True):
        with pytest.raises(CommandError):
            await do(tmp_path, "drain", seconds=seconds)
    with pytest.raises(CommandError, match="is not about to stop"):
        await do(tmp_path, "cancel_drain")
    ann, bob, table = await two_at_a_table(serving)
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    await do(tmp_path, "drain", seconds=3600)
    assert (await do(tmp_path, "status"))["closed_to_new_tables"]
    orders = [m.Rematch(table=table, key=new_key(), swap=False), m.MakeTable(key=new_key(), game="clod", options={})]
    assert [(await ann.ask(order)).code for order in orders] == ["closed", "closed"]

    await do(tmp_path, "cancel_drain")

    assert [type(await ann.ask(order)) for order in orders] == [m.Done, m.Done]


async def test_one_connection_at_a_time_holds_an_idle_server(serving: Serving, tmp_path: Path) -> None:
    def hold_twice() -> list[object]:
        with Client(tmp_path / CONTROL_FILE) as first, Client(tmp_path / CONTROL_FILE) as second:
            return [client.request("hold", on=True)[1]["held"] for client in (first, second)]

    assert await trio.to_thread.run_sync(hold_twice) == [False, False], "this server does not exit by itself"
    released = trio.Event()
    serving.control.hold.on_change = lambda: None if serving.control.hold.is_held else released.set()
    assert await trio.to_thread.run_sync(hold_twice) == [True, False]
    await released.wait()


async def test_accounts_are_added_changed_and_listed(serving: Serving, tmp_path: Path) -> None:
    added = await do(tmp_path, "user.add", name="Ann", hash="x")
    assert (added["name"], added["registered"], added["moderator"]) == ("Ann", True, False)
    await raw(serving, name="Gus")
    for what, name, why in (
        ("add", "Ann", "is already registered"),
        ("add", "ANN", "is already registered"),
        ("add", "x", "A name has"),
        ("passwd", "Gus", "is a guest and has no password"),
    ):
        with pytest.raises(CommandError, match=why):
            await do(tmp_path, f"user.{what}", name=name, hash="x")
    assert (await do(tmp_path, "user.passwd", name="Ann", hash="y", revoke=True))["name"] == "Ann"

    banned = await do(tmp_path, "user.ban", name="Ann", minutes=60, reason="spam")
    assert banned["banned"] > banned["made"]
    assert banned["reason"] == "spam"
    assert (await do(tmp_path, "user.unban", name="Ann"))["banned"] is None
    assert (await do(tmp_path, "user.ban", name="Ann"))["banned"] == 0
    (row,), _more = await trio.to_thread.run_sync(request, tmp_path / CONTROL_FILE, "user.list")
    assert (row["name"], row["here"]) == ("Ann", False)


@pytest.mark.parametrize("minutes", [2**53, 10**12, 2**40, -1, 1.5])
async def test_a_ban_whose_end_has_no_date_is_refused(serving: Serving, tmp_path: Path, minutes: float) -> None:
    await do(tmp_path, "user.add", name="Ann", hash="x")

    with pytest.raises(CommandError, match="minutes"):
        await do(tmp_path, "user.ban", name="Ann", minutes=minutes)


async def test_a_name_that_two_users_have_is_asked_about(serving: Serving, tmp_path: Path) -> None:
    await raw(serving, name="Gus")
    (guest,) = (user.account for user in serving.services.lobby.users)
    member = (await do(tmp_path, "user.add", name="Gus", hash="x"))["account"]

    for what in ("kick", "user.ban", "user.delete", "user.moderator", "user.passwd", "user.rename", "user.unban"):
        with pytest.raises(Ambiguous, match=member):
            await do(tmp_path, what, name="Gus", hash="y", to="Hal")

    assert (await do(tmp_path, "user.ban", name=member, account=True))["account"] == member
    with pytest.raises(CommandError):
        await do(tmp_path, "user.ban", name="Gus", account=True)
    assert (await do(tmp_path, "kick", name=guest))["account"] == guest


async def test_an_old_name_like_an_account_never_hits_that_account(serving: Serving, tmp_path: Path) -> None:
    ann = (await do(tmp_path, "user.add", name="Ann", hash="x"))["account"]
    old = serving.services.accounts.add(ann, "x", 1)  # as servers before version 1.2.0 did

    with pytest.raises(Ambiguous) as asked:
        await do(tmp_path, "user.delete", name=ann)

    assert {ann, old} <= set(str(asked.value).split())
    assert (await do(tmp_path, "user.delete", name=ann, account=True))["account"] == ann


async def test_commands_name_a_guest_as_the_others_see_them(serving: Serving, tmp_path: Path) -> None:
    for _ in range(2):
        await raw(serving, name="Gus")
    rows, _more = await trio.to_thread.run_sync(partial(request, tmp_path / CONTROL_FILE, "user.list", guests=True))

    assert sorted(row["name"] for row in rows) == ["Gus", "Gus 2"]
    assert (await do(tmp_path, "kick", name="Gus 2"))["name"] == "Gus 2"


async def test_a_right_or_ban_that_nobody_has_cannot_be_taken_away(serving: Serving, tmp_path: Path) -> None:
    await do(tmp_path, "user.add", name="Ann", hash="x")

    for what in ("user.unban", "user.moderator"):
        with pytest.raises(CommandError, match="is not"):
            await do(tmp_path, what, name="Ann", on=False)


async def test_a_new_moderator_must_sign_in_again_and_a_banned_user_cannot(serving: Serving, tmp_path: Path) -> None:
    token = b"t" * 32
    ann = await raw(serving, name="Ann", token=token)
    assert (await do(tmp_path, "user.moderator", name="Ann", on=True))["moderator"]
    assert (await ann.push(m.Closing)).code == "kicked"
    ann = await raw(serving)
    assert (await ann.ask(m.SignIn(name="Ann", token=token))).moderator
    assert not (await do(tmp_path, "user.moderator", name="Ann", on=False))["moderator"]
    assert (await ann.push(m.Closing)).code == "kicked"

    ann = await raw(serving, name="Ann", token=token)
    await do(tmp_path, "user.ban", name="Ann", reason="spam")
    assert (await ann.push(m.Closing)).code == "banned"
    assert (await (await raw(serving)).ask(m.SignIn(name="Ann", token=token))).code == "banned"
