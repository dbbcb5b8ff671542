import json
import os
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from devtools.harness.server.serving import known, running_on_loopback
from devtools.harness.systems import is_private
from protocol.client import connect
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import FILE, make_identity
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, hold
from tests.server.admin import conftest
from tests.server.admin.conftest import Printed

here = partial(conftest.here, "identity")


def printed(capsys: Printed) -> dict[str, object]:
    read: dict[str, object] = json.loads(capsys.readouterr().out)
    return read


async def test_a_server_with_the_identity_of_another_one_is_the_same_to_clients(
    tmp_path: Path, capsys: Printed
) -> None:
    first, file = make_identity(tmp_path / "one"), tmp_path / "key.pem"
    assert here("export", "--json", file, data=tmp_path / "one") == 0
    assert printed(capsys) == {"file": str(file), "fingerprint": first.fingerprint}
    assert here("import", file, data=tmp_path / "two") == 0
    async with running_on_loopback(tmp_path / "two", plain=False) as serving, connect(known(serving)) as connection:
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
    assert here("import", "--json", first.cert_path, data=tmp_path / "two") == 0  # the same one again
    assert printed(capsys) == {"fingerprint": first.fingerprint, "aside": None}


def test_only_a_key_with_its_own_certificate_is_imported(tmp_path: Path, capsys: Printed) -> None:
    (key, certificate), (_other_key, other) = [
        make_identity(tmp_path / name).cert_path.read_text().split("-----BEGIN CERTIFICATE") for name in "ab"
    ]
    for bad in ("-----BEGIN CERTIFICATE" + certificate, key, key + "-----BEGIN CERTIFICATE" + other, "", "\0\xff" * 99):
        (tmp_path / "bad.pem").write_text(bad, "latin-1")

        assert here("import", tmp_path / "bad.pem", data=tmp_path / "two") == 1
        assert not (tmp_path / "two").exists()
        assert capsys.readouterr().err.count("\n") == 1


def test_a_missing_identity_and_the_certificate_of_a_public_name_are_not_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for what in ("export", "import"):
        assert here(what, tmp_path / "key.pem", data=tmp_path / "nothing") == 1
        assert list(tmp_path.iterdir()) == []
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
