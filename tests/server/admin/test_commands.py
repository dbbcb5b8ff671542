"""The commands on the command line: output, questions and exit codes."""

import io
import json
import os
import random
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from netgame.games import GAMES
from netgame.match import Match, evolve, new_match, player_of
from netgame.match.events import Event
from netgame.records.reader import read_record
from protocol import messages as m
from protocol.client import Address, NewEvents, Server, Session
from protocol.identity.fingerprint_words import words_of
from server.app import Serving
from server.cli.main import main
from tests import PATIENCE_S
from tests.server.process import ROOT, ServerProcess
from tests.server.serving import new_key, raw, running, running_on_loopback, two_at_a_table
from tests.server.stored import folder_of, play, spoil
from tests.systems import WINDOWS

PASSWORD = "correct horse battery"


Printed = pytest.CaptureFixture[str]


async def typed(*words: str, data: Path) -> int:
    """Run a command in a thread, while the server runs, and return the exit code."""
    return await trio.to_thread.run_sync(partial(main, [*words, "--data", str(data)]))


def here(*words: str, data: Path) -> int:
    return main([*words, "--data", str(data)])


def say_password(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text + "\n"))


# ---- with a server


async def test_tables_are_columns_for_people_and_json_for_programs(
    serving: Serving, tmp_path: Path, capsys: Printed
) -> None:
    _ann, _bob, table = await two_at_a_table(serving)
    assert await typed("tables", data=tmp_path) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.index("STATE") == line.index("playing")
    assert "Ann - Bob" in line
    assert await typed("tables", "--json", data=tmp_path) == 0
    assert json.loads(capsys.readouterr().out)[0]["table"] == table


async def test_status_is_for_people_and_for_programs(serving: Serving, tmp_path: Path, capsys: Printed) -> None:
    await raw(serving, name="Ann")
    assert await typed("status", data=tmp_path) == 0
    assert "1, 1 of them signed in" in capsys.readouterr().out
    assert await typed("status", "--json", data=tmp_path) == 0
    assert json.loads(capsys.readouterr().out)["port"] == serving.port


async def test_a_table_is_closed_by_its_name(serving: Serving, tmp_path: Path, capsys: Printed) -> None:
    ann = await raw(serving, name="Ann")
    table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}))).table
    assert await typed("close", table, data=tmp_path) == 0
    assert f"The table {table} is closed" in capsys.readouterr().out
    assert await typed("close", table, data=tmp_path) == 1
    assert "the match is over" in capsys.readouterr().err


async def test_say_and_kick(serving: Serving, tmp_path: Path, capsys: Printed) -> None:
    ann = await raw(serving, name="Ann")
    assert await typed("say", "Tea", "at five", data=tmp_path) == 0
    assert (await ann.push(m.Notice)).args == {"text": "Tea at five"}
    assert await typed("kick", "Ann", "--reason", "shouting", data=tmp_path) == 0
    assert capsys.readouterr().out == "Sent to 1 users.\nAnn was disconnected.\n"


async def test_a_drain_can_be_cancelled(serving: Serving, tmp_path: Path, capsys: Printed) -> None:
    assert await typed("drain", "--seconds", "3600", "--no-wait", data=tmp_path) == 0
    assert await typed("drain", "--cancel", data=tmp_path) == 0
    assert await typed("drain", "--cancel", data=tmp_path) == 1
    assert "The server is not about to stop" in capsys.readouterr().err


async def test_status_names_the_words_of_the_server(tmp_path: Path, capsys: Printed) -> None:
    async with running(tmp_path, plain=False) as serving:
        assert await typed("status", data=tmp_path) == 0
        shown = capsys.readouterr().out
        assert serving.fingerprint in shown
        assert " ".join(words_of(serving.fingerprint)) in shown


@pytest.mark.parametrize("plain", [True, False])
async def test_a_server_that_answers_is_healthy(tmp_path: Path, capsys: Printed, plain: bool) -> None:
    async with running_on_loopback(tmp_path, plain=plain) as serving:
        assert await typed("health", data=tmp_path) == 0
        assert capsys.readouterr().out.startswith(f"Healthy: Test answers on port {serving.port} in ")


async def test_health_connects_like_a_proxy_where_proxies_are_set(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NETGAME_PROXIES", "10.0.0.1")
    async with running_on_loopback(tmp_path, plain=False, proxies=("10.0.0.1",)):
        assert await typed("health", "--json", data=tmp_path) == 0
        assert not json.loads(capsys.readouterr().out)["full"]


async def test_another_server_on_the_port_is_not_healthy(tmp_path: Path, capsys: Printed) -> None:
    async with (
        running_on_loopback(tmp_path / "other", plain=False) as other,
        running_on_loopback(tmp_path / "own", plain=False),
    ):
        lock = tmp_path / "own" / "lock"
        lock.write_text(json.dumps(json.loads(lock.read_text()) | {"port": other.port}))
        assert await typed("health", data=tmp_path / "own") == 1
    assert "another server answers: its fingerprint is" in capsys.readouterr().err


async def test_a_server_that_hangs_is_not_healthy(tmp_path: Path, capsys: Printed) -> None:
    (silent,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = silent.socket.getsockname()[1]
    (tmp_path / "lock").write_text(json.dumps({"pid": 1, "port": port, "fingerprint": ""}))
    async with silent:
        assert await typed("health", "--timeout", "0.05", data=tmp_path) == 1
    assert f"The server does not answer on port {port} (timed out)" in capsys.readouterr().err
    assert await typed("health", "--json", data=tmp_path) == 1
    assert not json.loads(capsys.readouterr().out)["healthy"]


async def test_a_full_server_is_healthy(tmp_path: Path, capsys: Printed) -> None:
    from server.ops.limits import Limits

    async with running_on_loopback(tmp_path, limits=Limits(unauthenticated=1)) as serving:
        waiting = await raw(serving)
        assert await typed("health", data=tmp_path) == 0
        assert "admits no new connections for now" in capsys.readouterr().out
        assert isinstance(await waiting.ask(m.Ping()), m.Pong)


@pytest.mark.slow
async def test_an_added_user_signs_in_with_the_password(
    serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_password(monkeypatch, PASSWORD)
    assert await typed("user", "add", "Ann", "--stdin", data=tmp_path) == 0
    line = await raw(serving)
    signed_in = await line.ask(m.SignIn(name="Ann", password=PASSWORD))
    assert isinstance(signed_in, m.SignedIn)
    assert signed_in.registered


# ---- without a server


@pytest.mark.parametrize("words", [["status"], ["tables"], ["say", "x"], ["kick", "x"], ["drain"], ["health"]])
def test_commands_report_that_no_server_runs(words: list[str], tmp_path: Path, capsys: Printed) -> None:
    assert here(*words, data=tmp_path) == 1
    assert f"No server runs in {tmp_path}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_accounts_of_a_stopped_server_are_changed_in_its_folder(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_password(monkeypatch, PASSWORD)
    assert here("user", "add", "Ann", "--stdin", data=tmp_path / "new") == 0
    say_password(monkeypatch, PASSWORD + "!")
    assert here("user", "passwd", "Ann", "--stdin", "--revoke", data=tmp_path / "new") == 0
    for words in (["ban", "Ann", "--for", "2h"], ["unban", "Ann"], ["moderator", "Ann"], ["ban", "ann"]):
        assert here("user", *words, data=tmp_path / "new") == 0
    capsys.readouterr()
    assert here("user", "list", "--json", data=tmp_path / "new") == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["name"], row["moderator"], row["banned"]) == ("Ann", True, 0)
    assert here("user", "list", data=tmp_path / "new") == 0
    assert "until it is lifted" not in capsys.readouterr().err


def test_a_folder_without_server_data_is_left_alone(tmp_path: Path, capsys: Printed) -> None:
    assert here("user", "list", data=tmp_path) == 1
    assert "no server data" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_use_whose_server_takes_no_commands_is_left_alone(tmp_path: Path, capsys: Printed) -> None:
    from server.storage.data_folder import hold

    folder_of(tmp_path / "data")
    with hold(tmp_path / "data"):
        assert here("user", "list", data=tmp_path / "data") == 1
    assert "takes no commands" in capsys.readouterr().err


@pytest.mark.parametrize("password", ["short", "password", "aaaaaaaaaaaa", ""])
def test_a_common_password_is_refused(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    say_password(monkeypatch, password)
    assert here("user", "add", "Ann", "--stdin", data=tmp_path) == 1
    assert "password" in capsys.readouterr().err


def test_without_a_terminal_a_password_is_not_asked_for(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_password(monkeypatch, PASSWORD)
    assert here("user", "add", "Ann", data=tmp_path) == 1
    assert "--stdin" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", ["user ban Ann --for 3", "user ban Ann --for 0d", "drain --seconds x", "user", "kick"]
)
def test_invalid_arguments_are_refused_by_the_parser(words: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2


def test_verify_prints_its_findings_and_exits_with_1(tmp_path: Path, capsys: Printed) -> None:
    data = folder_of(tmp_path / "data")
    spoil(data, "INSERT INTO accounts (account, name) VALUES ('a1', 'Ann'), ('b2', 'Bob')", name="accounts.sqlite3")
    play(data, "fine")
    assert here("verify", data=data) == 0
    assert "all is well" in capsys.readouterr().out
    spoil(data, "DELETE FROM events WHERE number = 4")
    assert here("verify", data=data) == 1
    assert capsys.readouterr().out.startswith("table fine: event 5: number 4 is missing\n")
    assert here("verify", "--json", data=data) == 1
    assert json.loads(capsys.readouterr().out)["findings"][0]["number"] == 5


# ---- as processes


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "server", *words]


@pytest.mark.slow
def test_a_reader_may_close_the_pipe_early(tmp_path: Path) -> None:
    data = folder_of(tmp_path / "data")
    names = ", ".join(f"('a{number}', 'somebody with a long name', 1)" for number in range(3000))
    spoil(data, f"INSERT INTO accounts (account, name, registered) VALUES {names}", name="accounts.sqlite3")
    process = subprocess.Popen(
        command("user", "list", "--data", str(data)), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith(b"NAME")
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


@pytest.mark.slow
def test_names_of_any_bytes_can_be_printed(tmp_path: Path) -> None:
    data = folder_of(tmp_path / "data")
    spoil(
        data,
        "INSERT INTO accounts (account, name, registered) VALUES ('x1', 'Жаба\x1b[2J', 1)",
        name="accounts.sqlite3",
    )
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    words = [*command("user", "list", "--data"), str(data)]
    listed = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, check=True).stdout
    assert "Жаба".encode() in listed
    assert b"[2J" in listed
    assert b"\x1b" not in listed
    words = [*command("user", "ban"), "\udcff", "--data", str(data)]  # on Unix this is the byte 255
    banned = subprocess.run(words, cwd=ROOT, capture_output=True, check=False)
    assert banned.returncode == 1
    assert banned.stderr.count(b"\n") == 1


@pytest.mark.skipif(WINDOWS, reason="Windows has no pseudo-terminals for Python")
@pytest.mark.slow
@pytest.mark.parametrize(("again", "code"), [(PASSWORD, 0), ("correct horse stable", 1)])
def test_at_a_terminal_a_password_is_asked_for_twice_and_not_shown(tmp_path: Path, again: str, code: int) -> None:
    import pty  # Windows has none

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command("user", "add", "Ann", "--data", str(tmp_path)),
        cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    said = ""
    try:
        for question, answer in (("Password: ", PASSWORD), ("Again: ", again)):
            while not said.endswith(question):
                said += os.read(ours, 1000).decode()
            os.write(ours, f"{answer}\n".encode())
        assert process.wait(PATIENCE_S) == code
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert PASSWORD not in said


class Thinker:
    """Plays at random, and moves only when `think` allows it."""

    def __init__(self, name: str, number: int, server: Server) -> None:
        self.session = Session(server, name, None, plain=True)
        self.number = number
        self.match: Match | None = None
        self.events: list[Event] = []
        self._done = m.Done()  # the answer to the last move
        self.ticks, self.ticked = trio.open_memory_channel[None](10_000)  # one for each acknowledged move
        self._rng = random.Random(number)
        self._may, self._told = trio.open_memory_channel[None](10_000)

    def think(self, moves: int) -> None:
        """Allow more moves."""
        for _ in range(moves):
            self._may.send_nowait(None)

    async def follow(self, table: str) -> None:
        """Apply events and answer them until the match is over."""
        async for update in self.session.updates:
            if isinstance(update, NewEvents):
                for event in update.events:
                    self.events.append(event)
                    self.match = evolve(self.match, event) if self.match else new_match(event, GAMES)  # type: ignore[arg-type]
                assert self.match is not None
                if self.match.ended:
                    return
                await self._move(table, self.match)

    async def _move(self, table: str, match: Match) -> None:
        turn: Any = match.turn
        if match.phase != "playing" or player_of(turn.seat, match.leg) != self.number:
            return
        if match.number < self._done.number:  # the event of our move comes after others
            return
        await self._told.receive()
        move = match.game.format(match.state, self._rng.choice(list(match.game.moves(match.state))))
        self._done = await self.session.command(table, m.SendMove, position=match.position, move=move)
        self.ticks.send_nowait(None)


@pytest.mark.slow
async def test_an_evening_of_an_operator(tmp_path: Path, capsys: Printed) -> None:
    """Two users play while the server is backed up and stopped; they continue; the backup is a working server."""

    async def run(*words: str, code: int = 0) -> str:
        assert await trio.to_thread.run_sync(main, words) == code
        said = capsys.readouterr()
        return said.out if code == 0 else said.err

    data, file, again = tmp_path / "data", tmp_path / "b.zip", tmp_path / "again"
    at = ("--data", str(data))
    server = await ServerProcess.start(data, "--port", "0", "--plain")
    address = Server(None, (Address("127.0.0.1", server.port),))
    ann, bob = Thinker("Ann", 0, address), Thinker("Bob", 1, address)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as sessions:
            for player in (ann, bob):
                await sessions.start(player.session.run)
            table = await ann.session.make_table("thud", {"no_capture_limit": 30, "battles": 1}, player=0)
            await bob.session.command(table, m.TakeSeat)
            for player in (ann, bob):
                await player.session.watch(table)
            async with trio.open_nursery() as playing:
                playing.start_soon(ann.follow, table)
                playing.start_soon(bob.follow, table)
                ann.think(5)
                bob.think(5)
                assert table in await run("tables", *at)
                assert "Sent to 2 users" in await run("say", "Tea at five", *at)
                assert "Healthy" in await run("health", *at)
                ann.think(10)
                bob.think(10)
                await run("backup", str(file), *at)
                await ann.ticked.receive()
                assert "all is well" in await run("verify", *at)
                assert "The server has stopped" in await run("drain", *at)
                code, log = await server.ended()
                assert code == 0, log
                server = await ServerProcess.start(data, "--port", str(server.port), "--plain")
                for player in (ann, bob):
                    player.session.retry_now()
                    player.think(1000)
            sessions.cancel_scope.cancel()
    await server.end()
    assert ann.match is not None
    assert ann.match.ended
    assert ann.events == bob.events

    await run("restore", str(file), "--data", str(again))
    assert "(0 of them over)" in await run("verify", "--data", str(again))
    assert "(1 of them over)" in await run("verify", *at)
    await run("export", str(tmp_path / "records"), *at)
    (record,) = (tmp_path / "records").iterdir()
    assert read_record(record.read_bytes(), GAMES) == tuple(ann.events)
    assert "is not empty" in await run("restore", str(file), *at, code=1)
