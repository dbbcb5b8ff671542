import getpass
import io
import json
import os
import shlex
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import (
    Raw,
    config,
    new_key,
    order,
    raw,
    running,
    running_on_loopback,
    two_at_a_table,
)
from devtools.harness.server.timing import player, timed_table
from netgame import __version__
from netgame.games import GAMES
from netgame.records.reader import read_record
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from protocol.identity.fingerprint_words import words_of
from server.app import Serving
from server.cli.main import main
from server.errors import DataFolderUnusable, leaves
from server.ops.limits import Limits
from server.storage.data_folder import hold
from tests.certificates import Authority, encrypted
from tests.server.admin.conftest import Printed, here, typed
from tests.server.stored import spoil
from tests.systems import has_modes

PASSWORD = "correct horse battery"


def say_password(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text + "\n"))


async def test_tables_are_columns_or_json_and_can_be_closed(serving: Serving, tmp_path: Path, capsys: Printed) -> None:
    ann, _bob, table = await two_at_a_table(serving)
    assert await typed("tables", data=tmp_path) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.index("STATE") == line.index("playing")
    assert "Ann - Bob" in line
    assert await typed("tables", "--json", data=tmp_path) == 0
    [row] = json.loads(capsys.readouterr().out)
    assert (row["table"], row["game"], row["state"]) == (table, "clod", "playing")
    assert [player["name"] for player in row["players"]] == ["Ann", "Bob"]

    assert await typed("close", table, data=tmp_path) == 1
    assert "has started" in capsys.readouterr().err
    assert await typed("close", "--started", table, data=tmp_path) == 0
    assert "ended" in (await serving.services.store.read(table))[-1].body.decode(errors="replace")
    assert await typed("close", "--started", table, data=tmp_path) == 1
    assert "over" in capsys.readouterr().err
    waits = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}))).table
    assert await typed("close", waits, data=tmp_path) == 0
    assert f"The table {waits} is closed" in capsys.readouterr().out
    assert await typed("close", waits, data=tmp_path) == 1
    assert "the match is over" in capsys.readouterr().err


async def test_status_is_for_people_and_for_programs(tmp_path: Path, capsys: Printed) -> None:
    async with running(tmp_path, plain=False) as serving:
        await two_at_a_table(serving)
        await raw(serving)
        assert await typed("status", data=tmp_path) == 0
        shown = capsys.readouterr().out
        assert await typed("status", "--json", data=tmp_path) == 0
        status = json.loads(capsys.readouterr().out)

    for words in ("3, 2 of them signed in", serving.fingerprint, " ".join(words_of(serving.fingerprint))):
        assert words in shown
    assert (status["port"], status["signed_in"], status["tables"], status["playing"]) == (serving.port, 2, 1, 1)
    assert status["version"] == __version__


async def test_users_are_added_addressed_and_kicked(
    serving: Serving, tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await raw(serving, name="Ann")
    assert await typed("say", "Tea", "at  {five}", data=tmp_path) == 0
    notice = await ann.push(m.Notice)
    assert (notice.template, notice.args) == ("{text}", {"text": "Tea at {five}"})
    assert await typed("kick", "Ann", "--reason", "shouting", data=tmp_path) == 0
    assert capsys.readouterr().out == "Sent to 1 users.\nAnn was disconnected.\n"
    assert (await ann.push(m.Closing)).args == {"reason": "shouting"}
    assert await ann.rest() == []
    await raw(serving, name="Ann")  # may return

    for text in ("", "\x1b[2J", "x" * 10_000):
        assert await typed("say", text, data=tmp_path) == 1
    assert capsys.readouterr().err.count("visible characters") == 3
    say_password(monkeypatch, PASSWORD)
    assert await typed("user", "add", "Eve", "--stdin", data=tmp_path) == 0
    assert [await typed("kick", name, data=tmp_path) for name in ("Zoe", "Eve")] == [1, 1]
    said = capsys.readouterr().err
    assert "No account has the name Zoe" in said
    assert "Eve is not online" in said
    assert (await (await raw(serving)).ask(m.SignIn(name="Eve", password=PASSWORD))).registered


async def test_a_name_that_could_mean_two_users_has_an_exit_code(
    serving: Serving, tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    await raw(serving, name="Gus")
    say_password(monkeypatch, PASSWORD)
    assert await typed("user", "add", "Gus", "--stdin", data=tmp_path) == 0
    assert await typed("kick", "Gus", data=tmp_path) == 3

    guest = next(line for line in capsys.readouterr().err.splitlines() if line.endswith("a guest")).split()[2]

    assert await typed("kick", "--account", guest, data=tmp_path) == 0


async def test_a_server_that_answers_is_healthy_also_a_full_one(tmp_path: Path, capsys: Printed) -> None:
    async with running_on_loopback(tmp_path, limits=Limits(unauthenticated=1)) as serving:
        assert await typed("health", data=tmp_path) == 0
        assert capsys.readouterr().out.startswith(f"Healthy: Test answers on port {serving.port} in ")
        waiting = await raw(serving)
        assert await typed("health", data=tmp_path) == 0
        assert "admits no new connections for now" in capsys.readouterr().out
        assert isinstance(await waiting.ask(m.Ping()), m.Pong)


async def test_health_knows_a_server_by_its_certificate_and_connects_like_a_proxy_where_proxies_are_set(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, proxied = tmp_path / "own", tmp_path / "proxied"
    async with (
        running_on_loopback(own, plain=False),
        running_on_loopback(proxied, plain=False, proxies=("10.0.0.1",)) as other,
    ):
        assert await typed("health", data=own) == 0
        monkeypatch.setenv("NETGAME_PROXIES", "10.0.0.1")
        capsys.readouterr()
        assert await typed("health", "--json", data=proxied) == 0
        assert not json.loads(capsys.readouterr().out)["full"]

        (own / "lock").write_text(json.dumps(json.loads((own / "lock").read_text()) | {"port": other.port}))
        assert await typed("health", data=own) == 1
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


def test_a_folder_without_data_or_with_a_silent_server_is_left_alone(data: Path, capsys: Printed) -> None:
    (empty := data / "empty").mkdir()
    assert here("user", "list", data=empty) == 1
    assert "no server data" in capsys.readouterr().err
    assert list(empty.iterdir()) == []
    with hold(data):
        assert here("user", "list", data=data) == 1
    assert "takes no commands" in capsys.readouterr().err


def test_a_common_password_is_refused_and_none_is_asked_for_without_a_terminal(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    for password in ("short", "password", "aaaaaaaaaaaa", ""):
        say_password(monkeypatch, password)
        assert here("user", "add", "Ann", "--stdin", data=tmp_path) == 1
        assert "password" in capsys.readouterr().err
    say_password(monkeypatch, PASSWORD)
    assert here("user", "add", "Ann", data=tmp_path) == 1
    assert "--stdin" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "user ban Ann --for 3",
        "user ban Ann --for 0d",
        "drain --seconds x",
        "user",
        "kick",
        "kick ''",
        "close ' '",
        "user add \udcff",
        "user rename Ann \udcff",
        "say \udcff",
        "user ban --reason \udcff Ann",
    ],
)
def test_invalid_arguments_are_refused_by_the_parser(words: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(words))
    assert ended.value.code == 2


@pytest.mark.parametrize(
    "words", ["kick NAME", "say NAME", "user ban NAME", "kick --reason NAME Ann", "retry table NAME"]
)
async def test_a_word_that_is_too_long_for_a_request_is_refused_as_that(
    serving: Serving, tmp_path: Path, capsys: Printed, words: str
) -> None:
    long = "a" * 100_000
    assert await typed(*(long if word == "NAME" else word for word in words.split()), data=tmp_path) == 1
    assert "64 KiB" in capsys.readouterr().err


def test_verify_prints_its_findings_and_exits_with_1(data: Path, capsys: Printed) -> None:
    assert here("verify", data=data) == 0
    assert "all is well" in capsys.readouterr().out
    spoil(data, "DELETE FROM events WHERE place = 2 AND number = 4")
    assert here("verify", data=data) == 1
    assert capsys.readouterr().out.startswith("table on: event 5: number 4 is missing\n")
    assert here("verify", "--json", data=data) == 1
    assert json.loads(capsys.readouterr().out)["findings"][0]["number"] == 5


def test_a_backup_lists_the_files_of_the_settings_which_are_not_in_it(
    data: Path, tmp_path: Path, capsys: Printed
) -> None:
    named = [tmp_path / name for name in ("server.toml", "chain.pem", "key.pem", "password")]
    text = 'cert = "chain.pem"\nkey = "key.pem"\nmail_password_file = "password"\n'
    named[0].write_text(text)

    assert main(["backup", "--data", str(data), "--config", str(named[0]), "--json", str(tmp_path / "b.zip")]) == 0
    assert json.loads(capsys.readouterr().out)["not_included"] == list(map(str, named))
    assert main(["backup", "--data", str(data), "--config", os.devnull, "--json", str(tmp_path / "c.zip")]) == 0
    assert json.loads(capsys.readouterr().out)["not_included"] in ([], [os.devnull])


def test_names_of_any_bytes_can_be_printed_and_a_reader_may_close_the_pipe_early(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    name = "Жаба\x1b[2J"
    spoil(data, "INSERT INTO accounts (account, name, registered) VALUES ('x1', ?, 1)", name, name="accounts.sqlite3")
    assert here("user", "ban", "\udcff", data=data) == 1  # on Unix this is the byte 255
    assert capsys.readouterr().err.count("\n") == 1
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "ascii"))
    assert here("user", "list", data=data) == 0
    assert "Жаба\ufffd[2J".encode() in written.getvalue()
    assert b"\x1b" not in written.getvalue()

    names = ", ".join(f"('x{number}', 'somebody with a long name', 1)" for number in range(2, 3000))
    spoil(data, f"INSERT INTO accounts (account, name, registered) VALUES {names}", name="accounts.sqlite3")
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert here("user", "list", data=data) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("again", "code"), [(PASSWORD, 0), ("correct horse stable", 1)])
def test_at_a_terminal_a_password_is_asked_for_twice_and_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: str, code: int
) -> None:
    answers = {"Password: ": PASSWORD, "Again: ": again}
    monkeypatch.setattr(getpass, "getpass", answers.pop)  # which does not show what is typed
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert here("user", "add", "Ann", data=tmp_path) == code
    assert answers == {}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.slow
async def test_an_evening_of_an_operator(tmp_path: Path, capsys: Printed) -> None:
    """Two users play while the server is backed up and stopped; they continue; the backup is a working server."""
    data, file, again = tmp_path / "data", tmp_path / "b.zip", tmp_path / "again"
    at = ("--data", str(data))

    async def run(*words: str, code: int = 0) -> str:
        assert await trio.to_thread.run_sync(main, words) == code
        said = capsys.readouterr()
        return said.out if code == 0 else said.err

    async def play(serving: Serving, players: tuple[Raw, Raw], table: str) -> None:
        for _ in range(10):
            turn: Any = serving.services.registry.match(table).turn
            assert isinstance(await players[turn.seat].ask(order(serving, table)), m.Done)

    with trio.fail_after(PATIENCE_S):
        async with running(data, on_disk=True) as serving:
            ann, bob, table = await timed_table(serving, "none")
            assert table in await run("tables", *at)
            assert "Sent to 2 users" in await run("say", "Tea at five", *at)
            assert (await ann.push(m.Notice)).args == {"text": "Tea at five"}
            async with trio.open_nursery() as evening:
                evening.start_soon(play, serving, (ann, bob), table)
                await run("backup", str(file), *at)
            assert "all is well" in await run("verify", *at)
            await run("drain", "--seconds", "3600", "--no-wait", *at)
            assert (await ann.push(m.Notice)).args == {"seconds": 3600}
            await play(serving, (ann, bob), table)
            await run("drain", "--cancel", *at)
            assert "The server is not about to stop" in await run("drain", "--cancel", *at, code=1)
            assert "The server has stopped" in await run("drain", *at)
            with hold(data):  # the folder is free at once
                assert (await ann.push(m.Closing)).code == "stopping"
        async with running(data, on_disk=True) as serving:
            ann = await player(serving, "Ann")
            assert isinstance(await ann.ask(m.SendResign(table=table, key=new_key(), match=True)), m.Done)
            log = await serving.services.store.read(table)

    await run("restore", str(file), "--data", str(again))
    assert "(0 of them over)" in await run("verify", "--data", str(again))
    assert "(1 of them over)" in await run("verify", *at)
    await run("export", str(tmp_path / "records"), *at)
    (record,) = (tmp_path / "records").iterdir()
    assert read_record(record.read_bytes(), GAMES) == tuple(event_from_bytes(row.body) for row in log)
    assert "is not empty" in await run("restore", str(file), *at, code=1)


@has_modes
@pytest.mark.parametrize(
    ("wrong", "exit_code", "words"),
    [
        ("expired", 1, "expired on"),
        ("key unreadable", 1, "The key in {key} cannot be used (No such file or directory)"),
        ("key of another", 1, "The key in {key} cannot be used (the key belongs to another certificate)"),
        ("no key", 1, "The key in {key} cannot be used (it contains no private key)"),
        ("encrypted key", 1, "The key in {key} cannot be used (the key is encrypted with a password)"),
        ("no certificate", 1, "The certificate in {cert} cannot be used (it contains no certificate)"),
        ("key of mode 644", 0, "(mode 644)"),
        ("ends soon", 0, "ends on"),
        ("not reloaded", 0, "has changed"),
    ],
)
async def test_status_and_health_name_what_is_wrong_with_a_certificate(
    tmp_path: Path, capsys: Printed, wrong: str, exit_code: int, words: str
) -> None:
    cert, key = Authority(tmp_path).issue_apart(days={"expired": -1, "ends soon": 2}.get(wrong, 60))
    async with running_on_loopback(tmp_path / "data", plain=False, cert=cert, key=key):
        break_certificate(tmp_path, cert, key, wrong)
        assert await typed("health", data=tmp_path / "data") == exit_code
        said = capsys.readouterr()
        assert words.format(cert=cert, key=key) in said.out + said.err
        assert await typed("status", data=tmp_path / "data") == 0
        assert words.format(cert=cert, key=key) in capsys.readouterr().out


def break_certificate(folder: Path, cert: Path, key: Path, wrong: str) -> None:
    other_cert, other_key = Authority(folder / "other").issue_apart()
    match wrong:
        case "key unreadable":
            key.unlink()
        case "key of another":
            key.write_bytes(other_key.read_bytes())
        case "no key":
            key.write_bytes(cert.read_bytes())
        case "encrypted key":
            key.write_bytes(encrypted(key.read_bytes()))
        case "no certificate":
            cert.write_bytes(key.read_bytes())
        case "key of mode 644":
            key.chmod(0o644)
        case "certificate a pipe" | "key a pipe":
            file = key if wrong == "key a pipe" else cert
            file.unlink()
            os.mkfifo(file)
        case "not reloaded":
            cert.write_bytes(other_cert.read_bytes())
            key.write_bytes(other_key.read_bytes())


@has_modes
@pytest.mark.parametrize(
    "wrong",
    [
        "expired",
        "key unreadable",
        "key of another",
        "no key",
        "encrypted key",
        "no certificate",
        "key of mode 644",
        "certificate a pipe",
        "key a pipe",
    ],
)
async def test_the_check_of_the_settings_a_start_and_a_reload_name_what_is_wrong_with_a_certificate(
    tmp_path: Path, capsys: Printed, caplog: pytest.LogCaptureFixture, wrong: str
) -> None:
    works = wrong in ("expired", "key of mode 644")  # for the players who know the server by an address
    given = Authority(tmp_path).issue_apart(days=-1 if wrong == "expired" else 60)
    named = given[0] if wrong in ("expired", "no certificate", "certificate a pipe") else given[1]
    break_certificate(tmp_path, *given, wrong)

    code = 0 if wrong == "key of mode 644" else 1
    assert main(["check-config", "--cert", str(given[0]), "--key", str(given[1])]) == code
    assert str(named) in capsys.readouterr().err
    async with running_on_loopback(tmp_path / "data", plain=False) as serving:
        with nullcontext() if works else pytest.raises(DataFolderUnusable, match=str(named)):
            serving.reload(config(tmp_path / "data", plain=False, cert=given[0], key=given[1]))
    assert not works or str(named) in caplog.text
    reasons: list[str] = []
    try:
        async with running_on_loopback(tmp_path / "new", plain=False, cert=given[0], key=given[1]):
            pass
    except* DataFolderUnusable as group:
        reasons += map(str, leaves(group))
    assert [str(named) in reason for reason in reasons] == ([] if works else [True])
