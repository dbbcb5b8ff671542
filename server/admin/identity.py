"""The identity of a server as a file, so that all servers of a service can have the same one, and its signing key."""

import time
from contextlib import closing
from pathlib import Path

from protocol.errors import IdentityError
from protocol.files import write_whole
from protocol.identity.device_key import DeviceKey
from protocol.identity.server_certificate import FILE, Fingerprint, Identity, given_fingerprint, server_context
from server.admin.databases import AdminError, hold_stopped
from server.config.settings import Config
from server.errors import reason_of
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE

REPLACED = "replaced-"  # begins the name of an identity that another one replaced


def export_identity(config: Config, file: Path, *, force: bool = False) -> Fingerprint:
    """Write certificate and key of a server into a file that only its owner may read, and return the fingerprint.

    The server may run. Replace an existing file only with `force`.
    """
    _check_own(config)
    source = config.data / FILE
    if not source.exists():
        raise AdminError(f"There is no identity in {config.data}. Start the server there once: it then makes one")
    fingerprint = _fingerprint(source)
    if file.exists() and not (force and file.is_file()):
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
    _check_own(config)
    if not file.is_file():
        raise AdminError(f"There is no file {file}")
    fingerprint = _fingerprint(file)
    target, aside = config.data / FILE, None
    try:
        with hold_stopped(config.data):
            if target.exists() and target.read_bytes() != file.read_bytes():
                if not force:
                    raise AdminError(
                        f"The server in {config.data} has another identity. Its players would be warned that this is "
                        "a new server. Replace the identity with --force"
                    )
                aside = config.data / f"{REPLACED}{time.strftime('%Y%m%d-%H%M%S')}-{FILE}"
                write_whole(aside, target.read_bytes(), private=True)
            write_whole(target, file.read_bytes(), private=True)
    except OSError as error:
        raise _unwritten(target, error) from error
    return fingerprint, aside


def renew_signing_key(config: Config) -> bytes:
    """Make a new key for logs that begin from the next start on, and return its public part.

    Logs that name an earlier key keep it. A server with a data folder must not run.
    """
    if config.database:
        return _renewed(config.database)
    if not (config.data / ACCOUNTS_FILE).exists():
        raise AdminError(f"There is no server data in {config.data}")
    with hold_stopped(config.data):
        return _renewed(config.data / ACCOUNTS_FILE)


def _renewed(where: Path | str) -> bytes:
    with closing(AccountStore(where)) as accounts:
        accounts.renew_signing_key()
        return DeviceKey.from_seed(accounts.signing_keys()[0]).public


def _check_own(config: Config) -> None:
    """Raise `AdminError` if the server shows a certificate that the operator gave it."""
    if config.cert is not None:
        raise AdminError(
            f"This server shows the certificate in {config.cert} (setting cert). Copy this file and its key instead"
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
    return AdminError(f"{file} could not be written ({reason_of(error)})")
