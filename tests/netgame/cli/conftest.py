"""A terminal for the commands of `python -m netgame`, run in this process."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from devtools.harness import PATIENCE_S
from netgame.cli import engine
from netgame.cli.main import main
from tests.project.sources import ROOT


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        """Return the one JSON document of the output."""
        assert self.out.count("\n") == 1
        assert self.out.isascii()
        return json.loads(self.out)


class Terminal:
    """A terminal that runs commands in a folder of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys, self.folder = capsys, folder

    def __call__(self, *words: object) -> Said:
        code = main([str(word) for word in words])
        return Said(code, *self.capsys.readouterr())

    def file(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.chdir(tmp_path)
    return Terminal(capsys, tmp_path)


def example(place: int = 0) -> str:
    """Return a record from the documentation."""
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    return re.findall(r"```\n(netgame .*?)```", page, re.DOTALL)[place]


@pytest.fixture
def documented(terminal: Terminal) -> Terminal:
    """Return a terminal in a folder with the files of the documentation."""
    for number, name in enumerate(("friday.txt", "rematch.txt", "signed.txt")):
        terminal.file(name, example(number))
    terminal.file("changed.txt", example().replace("TJ7-J5xJ4", "TJ7-J4"))
    return terminal


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine in this process must not end it when its input has ended."""
    monkeypatch.setattr(engine, "END_S", PATIENCE_S)
