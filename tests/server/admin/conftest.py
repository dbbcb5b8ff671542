import shutil
from pathlib import Path

import pytest
import trio

from server.cli.main import main
from tests.server.stored import folder_of, play, spoil

PEOPLE = "INSERT INTO accounts (account, name) VALUES ('a1', 'Ann'), ('b2', 'Bob')"
Printed = pytest.CaptureFixture[str]


def here(*words: object, data: Path) -> int:
    """Run a command and return the exit code."""
    return main([*map(str, words), "--data", str(data)])


async def typed(*words: str, data: Path) -> int:
    """Run it in a thread, while the server runs."""
    return await trio.to_thread.run_sync(lambda: here(*words, data=data))


@pytest.fixture(scope="session")
def _data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = folder_of(tmp_path_factory.mktemp("admin") / "data")
    spoil(folder, PEOPLE, name="accounts.sqlite3")
    play(folder, "over", resign=True)
    play(folder, "on")
    return folder


@pytest.fixture
def data(_data: Path, tmp_path: Path) -> Path:
    """A data folder with a match that is over and one that goes on, of Ann and Bob."""
    return shutil.copytree(_data, tmp_path / "data")
