"""Several servers can have one identity: `identity export` and `identity import`."""

import json
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from protocol.client import Address, Server, connect
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import FILE, make_identity
from server.cli.main import main
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, hold
from tests.server.serving import running_on_loopback
from tests.systems import is_private

Printed = pytest.CaptureFixture[str]


def here(*words: object, data: Path) -> int:
    return main(["identity", *map(str, words), "--data", str(data)])


def printed(capsys: Printed) -> dict[str, object]:
    read: dict[str, object] = json.loads(capsys.readouterr().out)
    return read


async def test_a_server_with_an_imported_identity_is_the_same_server_to_clients(tmp_path: Path) -> None:
    first = make_identity(tmp_path / "one")
    assert here("export", tmp_path / "key.pem", data=tmp_path / "one") == 0
    assert here("import", tmp_path / "key.pem", data=tmp_path / "two") == 0

    async with (
        running_on_loopback(tmp_path / "two", plain=False) as serving,
        connect(Server(first.fingerprint, (Address("127.0.0.1", serving.port),))) as connection,
    ):
        assert connection.fingerprint == first.fingerprint


async def test_a_running_server_exports_its_identity(tmp_path: Path, capsys: Printed) -> None:
    async with running_on_loopback(tmp_path / "one", plain=False) as serving:
        assert here("export", "--json", tmp_path / "key.pem", data=tmp_path / "one") == 0
        assert printed(capsys) == {"file": str(tmp_path / "key.pem"), "fingerprint": serving.fingerprint}


def test_the_key_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    make_identity(tmp_path / "one")
    here("export", tmp_path / "key.pem", data=tmp_path / "one")
    os.chmod(tmp_path / "key.pem", 0o644)
    here("import", tmp_path / "key.pem", data=tmp_path / "two")
    here("export", "--force", tmp_path / "key.pem", data=tmp_path / "one")

    for file in (tmp_path / "key.pem", tmp_path / "two" / FILE):
        assert is_private(file)


def test_an_export_replaces_a_file_only_if_it_is_forced(tmp_path: Path) -> None:
    make_identity(tmp_path / "one")
    file = tmp_path / "key.pem"
    file.write_text("precious")

    assert here("export", file, data=tmp_path / "one") == 1
    assert file.read_text() == "precious"
    assert here("export", "--force", file, data=tmp_path / "one") == 0
    assert file.read_bytes() == (tmp_path / "one" / FILE).read_bytes()


def test_an_import_keeps_another_identity_and_replaces_it_only_if_it_is_forced(tmp_path: Path, capsys: Printed) -> None:
    first, second = make_identity(tmp_path / "one"), make_identity(tmp_path / "two")
    old = (tmp_path / "two" / FILE).read_bytes()

    assert here("import", first.cert_path, data=tmp_path / "two") == 1
    assert make_identity(tmp_path / "two") == second
    assert here("import", "--force", "--json", first.cert_path, data=tmp_path / "two") == 0
    told = printed(capsys)
    assert told["fingerprint"] == make_identity(tmp_path / "two").fingerprint == first.fingerprint
    assert Path(str(told["aside"])).read_bytes() == old


def test_the_same_identity_may_be_imported_again(tmp_path: Path, capsys: Printed) -> None:
    first = make_identity(tmp_path / "one")

    for _time in range(2):
        assert here("import", "--json", first.cert_path, data=tmp_path / "two") == 0
        assert printed(capsys) == {"fingerprint": first.fingerprint, "aside": None}


def test_an_identity_is_not_imported_under_a_running_server(tmp_path: Path) -> None:
    first, second = make_identity(tmp_path / "one"), make_identity(tmp_path / "two")

    with hold(tmp_path / "two"):
        assert here("import", "--force", first.cert_path, data=tmp_path / "two") == 1
    assert make_identity(tmp_path / "two") == second


def _without_key(pem: str) -> str:
    return pem[pem.index("-----BEGIN CERTIFICATE") :]


def _without_certificate(pem: str) -> str:
    return pem[: pem.index("-----BEGIN CERTIFICATE")]


@pytest.mark.parametrize("spoil", [_without_key, _without_certificate, lambda _pem: "", lambda _pem: "\0\xff" * 99])
def test_a_file_without_key_or_certificate_is_not_imported(
    tmp_path: Path, spoil: Callable[[str], str], capsys: Printed
) -> None:
    first = make_identity(tmp_path / "one")
    (tmp_path / "bad.pem").write_text(spoil(first.cert_path.read_text()), "latin-1")

    assert here("import", tmp_path / "bad.pem", data=tmp_path / "two") == 1
    assert not (tmp_path / "two").exists()
    assert capsys.readouterr().err.count("\n") == 1


def test_a_key_of_another_certificate_is_not_imported(tmp_path: Path) -> None:
    first, second = (make_identity(tmp_path / name).cert_path.read_text() for name in ("one", "two"))
    (tmp_path / "bad.pem").write_text(_without_certificate(first) + _without_key(second))

    assert here("import", tmp_path / "bad.pem", data=tmp_path / "three") == 1


@pytest.mark.parametrize("what", ["export", "import"])
def test_a_missing_identity_is_an_error(tmp_path: Path, what: str) -> None:
    assert here(what, tmp_path / "key.pem", data=tmp_path / "nothing") == 1
    assert not (tmp_path / "key.pem").exists()
    assert not (tmp_path / "nothing").exists()


def test_the_certificate_of_a_public_name_is_copied_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = make_identity(tmp_path / "one")
    monkeypatch.setenv("NETGAME_CERT", str(own.cert_path))

    assert here("export", tmp_path / "key.pem", data=tmp_path / "one") == 1
    assert here("import", own.cert_path, data=tmp_path / "two") == 1


async def test_a_new_key_that_signs_matches_is_made_while_the_server_is_stopped(
    tmp_path: Path, capsys: Printed
) -> None:
    assert here("renew-signing-key", data=tmp_path / "none") == 1
    AccountStore(tmp_path / ACCOUNTS_FILE).close()
    with hold(tmp_path):
        assert here("renew-signing-key", data=tmp_path) == 1
    capsys.readouterr()

    assert here("renew-signing-key", "--json", data=tmp_path) == 0

    with closing(AccountStore(tmp_path / ACCOUNTS_FILE)) as accounts:
        keys = [DeviceKey.from_seed(seed).public.hex() for seed in accounts.signing_keys()]
    assert len(keys) == 2
    assert printed(capsys) == {"signing_key": keys[0]}
