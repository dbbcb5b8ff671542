"""The identity of a server as a file, so that all servers of a service can have the same one, and its signing key."""

from contextlib import closing
from pathlib import Path

from protocol.errors import IdentityError
from protocol.files import write_whole
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import (
    FILE,
    Fingerprint,
    Identity,
    given_fingerprint,
    make_identity,
    server_context,
)
from server.admin.databases import AdminError, check_file, exists, hold_stopped, reason_and_remedy
from server.config.settings import Config
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, put_aside


def export_identity(config: Config, file: Path, *, force: bool = False) -> Fingerprint:
    """Write certificate and key of a server into a file that only its owner may read, and return the fingerprint.

    The server may run. Replace an existing file only with `force`.
    """
    source = config.data / FILE
    if not exists(source):
        raise AdminError(f"There is no identity in {config.data}. Start the server there once: it then makes one")
    fingerprint = _fingerprint(source)
    _check_own(config, fingerprint)
    if exists(file) and not (force and file.is_file()):
        raise AdminError(f"{file} exists. Choose another name, or replace it with --force")
    try:
        write_whole(file, source.read_bytes(), private=True)
    except OSError as error:
        raise _unwritten(file, error) from error
    return fingerprint


def import_identity(config: Config, file: Path, *, force: bool = False) -> tuple[Fingerprint, Path | None]:
    """Give a server that does not run the identity in a file. Replace another identity only with `force`.

    Return the fingerprint, and the file to which another identity was moved; None if there was none.
    """
    check_file(file)
    fingerprint = _fingerprint(file)
    _check_own(config, fingerprint)
    target, aside = config.data / FILE, None
    try:
        with hold_stopped(config.data):
            if target.exists() and target.read_bytes() != file.read_bytes():
                if not force:
                    raise AdminError(
                        f"The server in {config.data} has another identity. Its players would be warned that this is "
                        "a new server. Replace the identity with --force"
                    )
                aside = put_aside(target)
            write_whole(target, file.read_bytes(), private=True)
    except OSError as error:
        raise _unwritten(target, error) from error
    return fingerprint, aside


def new_identity(config: Config) -> tuple[Fingerprint, Path]:
    """Give a server that does not run a new identity. Return its fingerprint, and the file with the one before.

    It is for a server whose data folder is a copy of that of another one, which keeps the old identity.
    """
    target = config.data / FILE
    if not exists(target):
        raise AdminError(f"There is no identity in {config.data}. The server makes one at its first start")
    _check_own(config, _fingerprint(target))
    try:
        with hold_stopped(config.data):
            aside = put_aside(target)
            target.unlink()
            return make_identity(config.data).fingerprint, aside
    except OSError as error:
        raise _unwritten(target, error) from error


def renew_signing_key(config: Config) -> bytes:
    """Make a new key for logs that begin from the next start on, and return its public part.

    Logs that name an earlier key keep it. A server with a data folder must not run.
    """
    if config.database:
        return _renewed(config.database)
    if not exists(config.data / ACCOUNTS_FILE):
        raise AdminError(f"There is no server data in {config.data}")
    with hold_stopped(config.data):
        return _renewed(config.data / ACCOUNTS_FILE)


def _renewed(where: Path | str) -> bytes:
    with closing(AccountStore(where)) as accounts:
        accounts.renew_signing_key()
        return DeviceKey.from_seed(accounts.signing_keys()[0]).public


def _check_own(config: Config, fingerprint: Fingerprint) -> None:
    """Raise `AdminError` if this identity is the certificate of `cert`: a server without an identity takes that one."""
    if config.cert is None:
        return
    try:
        if given_fingerprint(config.cert) != fingerprint:
            return
    except IdentityError as error:
        raise AdminError(str(error.text)) from error
    raise AdminError(
        f"The identity of this server is the certificate in {config.cert} (setting cert). "
        "Copy this file and its key instead"
    )


def _fingerprint(file: Path) -> Fingerprint:
    """Return the fingerprint of an identity. `AdminError` if certificate or key cannot be used."""
    try:
        fingerprint = given_fingerprint(file)
        server_context(Identity(file, file, fingerprint))
    except IdentityError as error:
        raise AdminError(
            f"{file} holds no usable identity ({error.text.args['reason']}). "
            "It has to be a file that identity export wrote"
        ) from error
    return fingerprint


def _unwritten(file: Path, error: OSError) -> AdminError:
    return AdminError(f"{file} could not be written ({reason_and_remedy(error)})")
