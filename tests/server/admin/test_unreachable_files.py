"""Files that the user of the server may not reach, and `netgame-admin`, which runs commands as this user."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.identity.server_certificate import make_identity
from server.admin.backup import backup
from server.admin.databases import AdminError
from server.admin.export import export
from server.admin.identity import export_identity, import_identity
from server.admin.personal_export import export_person
from server.admin.restore import restore
from server.admin.verify import verify
from server.config.settings import Config
from tests.server.admin.conftest import Printed, here
from tests.systems import as_nobody, can_be_nobody

SCRIPT = Path(__file__).parents[3] / "deploy" / "netgame-admin"


COMMANDS: dict[str, Callable[[Path, Path], object]] = {
    "backup": lambda data, file: backup(data, file),
    "backup again": lambda data, file: backup(data, file, force=True),
    "restore": lambda data, file: restore(file, data / "new"),
    "identity export": lambda data, file: export_identity(Config(data=data), file),
    "identity import": lambda data, file: import_identity(Config(data=data), file, force=True),
    "export": lambda data, file: export(data, file),
    "user export": lambda data, file: export_person(data, "a1", file),
    "verify": lambda _data, file: verify(file.parent),
    "data": lambda _data, file: backup(file.parent, file),
}


@can_be_nobody
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_in_the_home_of_root_is_refused_with_a_folder_that_works(
    data: Path, tmp_path: Path, command: str
) -> None:
    home = tmp_path / "root"
    home.mkdir(mode=0o700)
    (data / "identity.pem").unlink()
    backup(data, home / "b.zip")  # imports what the commands need while it is allowed
    make_identity(data)

    with as_nobody(home, data), pytest.raises(AdminError, match=r"Permission denied.* install -d -m 700 -o nobody"):
        COMMANDS[command](data, home / "b.zip")


@pytest.mark.skipif(os.name == "nt", reason="files without an end are devices and named pipes")
@pytest.mark.parametrize("words", ["restore", "identity import"])
def test_a_file_without_an_end_is_refused_at_once(tmp_path: Path, capsys: Printed, words: str) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    for file in (pipe, Path(os.devnull), tmp_path):
        assert here(*words.split(), file, data=tmp_path / "data") == 1
        assert str(file) in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="a script for a service of Linux")
@pytest.mark.parametrize(
    ("words", "run"),
    [
        ("restore --data /srv/drill b.zip", "restore --data /srv/drill b.zip"),
        ("user list", "user list"),
        ("", "--help"),
        ("--version", "--version"),
        ("--port 7764", None),
        ("--data /srv/drill", None),
    ],
)
def test_netgame_admin_runs_commands_with_the_words_of_the_operator_last(
    tmp_path: Path, words: str, run: str | None
) -> None:
    fake = tmp_path / "setpriv"
    fake.write_text('#!/bin/sh\nprintf "%s " "$@"\n')
    fake.chmod(0o755)

    done = subprocess.run(
        ["/bin/sh", SCRIPT, *words.split()], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True
    )

    if run is None:
        assert done.returncode == 2
        assert done.stdout == ""
        return
    before, _, after = done.stdout.partition("/opt/netgame/bin/netgame-server ")
    assert after.strip() == run
    assert "NETGAME_DATA=/var/lib/netgame" in before
