"""The manual page and the completions contain every command and option, and man and the shells can read them."""

import argparse
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.cli import main as cli
from server.cli.main import SHELLS, completion

pytest.importorskip("argparse_manpage", reason="the manual page is of Unix; ./run setup installs its tool there")

from devtools.manual.__main__ import SHARE, manual_page, shared_files

CHECKS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}


def a_parser() -> ArgumentParser:
    """Return a parser with all difficult cases: nested commands, choices, text that looks like roff."""
    made = ArgumentParser(prog="netgame-server", description="Hosts games.")
    common = ArgumentParser(add_help=False)
    common.add_argument("--data", type=Path, metavar="FOLDER", help="the folder")
    common.add_argument("--log", choices=("debug", "info"), default="info", help="how much; default: %(default)s")
    commands = made.add_subparsers(metavar="COMMAND")
    run = commands.add_parser("run", parents=[common], help="serve")
    run.add_argument("--motd", help="a \\ and - for roff")
    run.add_argument("--secret", help=argparse.SUPPRESS)
    user = commands.add_parser("user", help="people").add_subparsers(metavar="WHAT")
    ban = user.add_parser("ban", parents=[common], help="ban an account")
    ban.add_argument("name", help="the account")
    ban.add_argument("--minutes", type=int, metavar="N", help="the duration")
    return made


def options(parser: ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if action.help != argparse.SUPPRESS and not isinstance(action, argparse._HelpAction):
            yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                if not any(isinstance(each, argparse._SubParsersAction) for each in below._actions):
                    yield below.prog
                yield from options(below)


@pytest.fixture(params=["difficult", "real"])
def parser(request: pytest.FixtureRequest) -> ArgumentParser:
    return a_parser() if request.param == "difficult" else cli.parser()


def test_every_command_and_option_is_on_the_page(parser: ArgumentParser) -> None:
    page = manual_page(parser).replace("\\-", "-")
    assert [name for name in options(parser) if name not in page] == []
    assert "--secret" not in page  # a hidden one


@pytest.mark.skipif(shutil.which("groff") is None, reason="NOT RUN: groff is missing")
def test_man_reads_the_page_without_warnings_and_shows_text_with_roff_characters_unchanged() -> None:
    groff = ["groff", "-man", "-ww", "-Tutf8", "-P-c"]
    difficult, real = [
        subprocess.run(groff, input=manual_page(parser), capture_output=True, text=True)
        for parser in (a_parser(), cli.parser())
    ]
    shown = re.sub("\x1b\\[[0-9;]*m|.\x08", "", difficult.stdout)

    assert (difficult.stderr, real.stderr, difficult.returncode, real.returncode) == ("", "", 0, 0)
    assert "a \\ and - for roff" in shown
    assert "how much; default: info" in shown


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
def test_bash_completes(tmp_path: Path) -> None:
    (tmp_path / "script").write_text(completion(a_parser(), "bash"))
    ask = f"source {tmp_path / 'script'}\ncompletes=$(complete -p netgame-server | sed 's/.*-F \\([^ ]*\\).*/\\1/')\n"
    for typed in (["r"], ["user", "''"], ["run", "--lo"], ["run", "--log", "d"]):
        ask += f"COMP_WORDS=(netgame-server {' '.join(typed)}); COMP_CWORD={len(typed)}; $completes; echo $COMPREPLY\n"
    done = subprocess.run(["bash", "--norc", "-c", ask], capture_output=True, text=True)
    assert done.stdout.split() == ["run", "ban", "--log", "debug"], done.stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fish") is None, reason="NOT RUN: fish is missing")
def test_fish_completes(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(completion(a_parser(), "fish"))
    ask = f"source {script}; complete -C 'netgame-server user b'"
    home = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(["fish", "--no-config", "-c", ask], capture_output=True, text=True, env=home)
    assert done.stdout.split("\t")[0] == "ban", done.stderr


def test_the_files_in_the_wheel_are_up_to_date() -> None:
    expected = shared_files()
    there = {path: (SHARE / path).read_text(encoding="utf-8") for path in expected}
    assert there == expected, "./run manual writes them"


def test_completion_is_a_command_and_without_shtab_an_error_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["completion", "bash"]) == 0
    assert "complete" in capsys.readouterr().out
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert cli.main(["completion", "bash"]) == 1
    assert "pip install '.[server]'" in capsys.readouterr().err
