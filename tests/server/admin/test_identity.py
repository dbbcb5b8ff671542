"""Several servers can have one identity: `identity export` and `identity import`."""

import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from devtools.harness.server.serving import running_on_loopback
from devtools.harness.systems import is_private
from protocol.client import Address, Server, connect
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import FILE, make_identity
from server.cli.main import main
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, hold

Printed = pytest.CaptureFixture[str]


def here(*words: object, data: Path) -> int:
    return main(["identity", *map(str, words), "--data", str(data)])


def printed(capsys: Printed) -> dict[str, object]:
    read: dict[str, object] = json.loads(capsys.readouterr().out)
    return read


async def test_a_server_with_the_identity_of_another_one_is_the_same_to_clients(
    tmp_path: Path, capsys: Printed
) -> None:
    file = tmp_path / "key.pem"
    async with running_on_loopback(tmp_path / "one", plain=False) as first:
        assert here("export", "--json", file, data=tmp_path / "one") == 0
        assert printed(capsys) == {"file": str(file), "fingerprint": first.fingerprint}
    assert here("import", file, data=tmp_path / "two") == 0

    async with (
        running_on_loopback(tmp_path / "two", plain=False) as serving,
        connect(Server(first.fingerprint, (Address("127.0.0.1", serving.port),))) as connection,
    ):
        assert connection.fingerprint == first.fingerprint


def test_an_export_replaces_a_file_only_if_it_is_forced_and_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    make_identity(tmp_path / "one")
    file = tmp_path / "key.pem"
    file.write_text("precious")
    os.chmod(file, 0o644)

    assert here("export", file, data=tmp_path / "one") == 1
    assert file.read_text() == "precious"
    assert here("export", "--force", file, data=tmp_path / "one") == 0
    assert file.read_bytes() == (tmp_path / "one" / FILE).read_bytes()
    assert here("import", file, data=tmp_path / "two") == 0
    assert is_private(file)
    assert is_private(tmp_path / "two" / FILE)


def test_an_import_replaces_an_identity_only_by_force_on_a_stopped_server(tmp_path: Path, capsys: Printed) -> None:
    first, second = make_identity(tmp_path / "one"), make_identity(tmp_path / "two")
    old = (tmp_path / "two" / FILE).read_bytes()

    assert here("import", first.cert_path, data=tmp_path / "two") == 1
    with hold(tmp_path / "two"):
        assert here("import", "--force", first.cert_path, data=tmp_path / "two") == 1
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


def _without_key(pem: str) -> str:
    return pem[pem.index("-----BEGIN CERTIFICATE") :]


def _without_certificate(pem: str) -> str:
    return pem[: pem.index("-----BEGIN CERTIFICATE")]


def test_only_a_key_with_its_own_certificate_is_imported(tmp_path: Path, capsys: Printed) -> None:
    one, other = (make_identity(tmp_path / name).cert_path.read_text() for name in ("one", "other"))
    mixed = _without_certificate(one) + _without_key(other)
    for bad in (_without_key(one), _without_certificate(one), mixed, "", "\0\xff" * 99):
        (tmp_path / "bad.pem").write_text(bad, "latin-1")

        assert here("import", tmp_path / "bad.pem", data=tmp_path / "two") == 1
        assert not (tmp_path / "two").exists()
        assert capsys.readouterr().err.count("\n") == 1


def test_a_missing_identity_is_an_error(tmp_path: Path) -> None:
    for what in ("export", "import"):
        assert here(what, tmp_path / "key.pem", data=tmp_path / "nothing") == 1
        assert list(tmp_path.iterdir()) == []


def test_the_certificate_of_a_public_name_is_copied_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = make_identity(tmp_path / "one")
    monkeypatch.setenv("NETGAME_CERT", str(own.cert_path))

    assert here("export", tmp_path / "key.pem", data=tmp_path / "one") == 1
    assert here("import", own.cert_path, data=tmp_path / "two") == 1


async def test_a_new_key_that_signs_matches_is_made_while_no_server_runs(tmp_path: Path, capsys: Printed) -> None:
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
