"""The manual page and the completion say everything that the parser knows, and man and the shells can read them."""

import argparse
import os
import re
import shutil
import subprocess
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.cli import main as cli
from server.cli.manual import SHELLS, add_commands, completion, manual_page, shared_files
from tests.project.sources import ROOT

CHECKS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}


def a_parser() -> ArgumentParser:
    """With everything that is hard: commands below commands, choices, what looks like an order to roff."""
    made = ArgumentParser(prog="netgame-server", description="Hosts games.")
    common = ArgumentParser(add_help=False)
    common.add_argument("--data", type=Path, metavar="FOLDER", help="where everything lies")
    common.add_argument("--log", choices=("debug", "info"), default="info", help="how much; usually %(default)s")
    commands = made.add_subparsers(metavar="COMMAND")
    run = commands.add_parser("run", parents=[common], help="serve")
    run.add_argument("--motd", help=".br is no order, and a \\ no escape\n'nor this")
    run.add_argument("--secret", help=argparse.SUPPRESS)
    user = commands.add_parser("user", help="people").add_subparsers(metavar="WHAT")
    ban = user.add_parser("ban", parents=[common], help="keep somebody out")
    ban.add_argument("name", help="whom")
    ban.add_argument("--minutes", type=int, metavar="N", help="for so long")
    add_commands(commands, common)
    return made


def options(parser: ArgumentParser) -> Iterator[str]:
    """Every option and every command of a parser, found without the help of what is tested."""
    for action in parser._actions:
        if action.help != argparse.SUPPRESS:
            yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                if not any(isinstance(each, argparse._SubParsersAction) for each in below._actions):
                    yield below.prog
                yield from options(below)


@pytest.fixture(params=["one that has everything", "the real one"])
def parser(request: pytest.FixtureRequest) -> ArgumentParser:
    return a_parser() if "everything" in request.param else cli.parser()


def read(page: str) -> str:
    """As man shows it, on one line that never ends."""
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-P-c", "-rLL=1000n"], input=page, capture_output=True, text=True, check=True
    )
    return re.sub("\x1b\\[[0-9;]*m|.\x08", "", done.stdout).replace("‐", "-").replace("−", "-")


def test_every_command_and_option_is_on_the_page(parser: ArgumentParser) -> None:
    page = manual_page(parser).replace("\\-", "-")

    assert [name for name in options(parser) if name not in page] == []


def test_what_is_hidden_is_not_on_the_page() -> None:
    assert "\\-\\-secret" not in manual_page(a_parser())


@pytest.mark.skipif(shutil.which("groff") is None, reason="NOT RUN: groff is missing")
def test_man_reads_the_page_without_complaint(parser: ArgumentParser) -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-z"], input=manual_page(parser), capture_output=True, text=True, check=True
    )

    assert done.stderr == ""


@pytest.mark.skipif(shutil.which("groff") is None, reason="NOT RUN: groff is missing")
def test_what_looks_like_an_order_to_man_is_shown() -> None:
    shown = read(manual_page(a_parser()))

    assert ".br is no order, and a \\ no escape" in shown
    assert "how much; usually info" in shown
    assert "netgame-server user ban name [options]" in shown


def test_what_most_commands_know_is_said_once() -> None:
    assert manual_page(a_parser()).count("where everything lies") == 1


def test_it_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    args = a_parser().parse_args(["manual"])

    assert args.run(args) == 0
    assert capsys.readouterr().out.startswith(".TH NETGAME\\-SERVER 1")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_reads_its_completion(shell: str, parser: ArgumentParser, tmp_path: Path) -> None:
    script = completion(parser, shell)

    assert "--data" in script.replace("-l data", "--data")
    if shutil.which(shell) is None:
        pytest.skip(f"NOT RUN: {shell} is missing")
    (tmp_path / "script").write_text(script)
    done = subprocess.run([*CHECKS[shell], str(tmp_path / "script")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="NOT RUN: bash is missing")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["r"], ["run"]),
        (["user", ""], ["ban"]),
        (["run", "--lo"], ["--log"]),
        (["run", "--log", "d"], ["debug"]),
        (["completion", "z"], ["zsh"]),
    ],
)
def test_bash_completes(typed: list[str], offered: list[str], tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(completion(a_parser(), "bash"))
    words = " ".join(f"'{word}'" for word in ["netgame-server", *typed])
    ask = (
        f"source {script}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; "
        "$(complete -p netgame-server | sed 's/.*-F \\([^ ]*\\).*/\\1/'); printf '%s\\n' \"${COMPREPLY[@]}\""
    )

    done = subprocess.run(["bash", "--norc", "-c", ask], capture_output=True, text=True)

    assert done.stdout.split() == offered, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fish") is None, reason="NOT RUN: fish is missing")
def test_fish_completes(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(completion(a_parser(), "fish"))

    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script}; complete -C 'netgame-server user b'"],
        capture_output=True,
        text=True,
        env={**os.environ, "HOME": str(tmp_path)},
    )

    assert done.stdout.split("\t")[0] == "ban", done.stderr


def test_page_and_completions_are_written_where_systems_look_for_them(tmp_path: Path) -> None:
    args = a_parser().parse_args(["manual", "--to", str(tmp_path / "share")])

    assert args.run(args) == 0
    assert (tmp_path / "share/man/man1/netgame-server.1").read_text().startswith(".TH NETGAME")
    assert "compdef" in (tmp_path / "share/zsh/site-functions/_netgame-server").read_text()


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    args = a_parser().parse_args(["manual", "--to", str(tmp_path / "file")])

    assert args.run(args) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_what_comes_with_the_wheel_is_what_the_parser_says_now() -> None:
    expected = shared_files(cli.parser())
    there = {place: (ROOT / "deploy" / "share" / place).read_text(encoding="utf-8") for place in expected}

    assert there == expected, "write it anew: ./run server manual --to deploy/share"


def test_completion_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    args = a_parser().parse_args(["completion", "bash"])

    assert args.run(args) == 0
    assert "complete" in capsys.readouterr().out


def test_without_shtab_it_is_said_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "shtab", None)
    args = a_parser().parse_args(["completion", "bash"])

    assert args.run(args) == 1
    assert "pip install '.[server]'" in capsys.readouterr().err
