"""Commands about accounts: given to the server that runs, and done in its data folder where none does."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from server.admin.control import accounts as people
from server.admin.control.client import asked
from server.admin.control.errors import ControlError, NoServer
from server.admin.control.lines import Fields
from server.admin.control.settings import control_place
from server.admin.databases import check_owner
from server.config.settings import Config
from server.errors import DataFolderBusy
from server.ops.logging import security
from server.storage.accounts import AccountStore
from server.storage.files import ACCOUNTS_FILE
from server.storage.lock import hold

T = TypeVar("T")
BY = "operator"


def listed(config: Config, guests: bool) -> list[Fields]:
    """The accounts."""

    def here(accounts: AccountStore) -> list[Fields]:
        return [people.row_of(known) for known in accounts.listed(guests=guests)]

    try:
        return asked(control_place(config), "user.list", guests=guests)[0]
    except NoServer:
        return _here(config, here)


def added(config: Config, name: str, hash: str) -> Fields:
    """A new account."""

    def here(accounts: AccountStore) -> Fields:
        row = people.added(accounts, name, hash, _now())
        security("registered", account=row["account"], name=row["name"], by=BY)
        return row

    return _done(config, "user.add", here, new=True, name=name, hash=hash)


def given_password(config: Config, name: str, hash: str, revoke: bool) -> Fields:
    """Another password."""

    def here(accounts: AccountStore) -> Fields:
        row = people.given_password(accounts, name, hash, revoke)
        security("password_changed", account=row["account"], by=BY, revoked=revoke)
        return row

    return _done(config, "user.passwd", here, name=name, hash=hash, revoke=revoke)


def banned(config: Config, name: str, minutes: int, reason: str) -> Fields:
    """Somebody is not let in."""
    reason = people.reason_of(reason)

    def here(accounts: AccountStore) -> Fields:
        known = people.found(accounts, name)
        until = people.until(_now(), minutes)
        accounts.ban(known.account, until, reason)
        return _measured(accounts, "ban", known.account, until, reason)

    return _done(config, "user.ban", here, name=name, minutes=minutes, reason=reason)


def unbanned(config: Config, name: str) -> Fields:
    """Somebody is let in again."""

    def here(accounts: AccountStore) -> Fields:
        known = people.found(accounts, name)
        accounts.unban(known.account)
        return _measured(accounts, "unban", known.account, None, "")

    return _done(config, "user.unban", here, name=name)


def made_moderator(config: Config, name: str, on: bool) -> Fields:
    """Somebody may do what moderators do, or no longer."""

    def here(accounts: AccountStore) -> Fields:
        known = people.found(accounts, name)
        accounts.make_moderator(known.account, on)
        security("moderator", account=known.account, name=known.name, on=on, by=BY)
        return people.row_of(people.found(accounts, known.account))

    return _done(config, "user.moderator", here, name=name, on=on)


def _measured(accounts: AccountStore, what: str, account: str, until: int | None, reason: str) -> Fields:
    accounts.add_measure(_now(), BY, what, account, until, reason)
    row = people.row_of(people.found(accounts, account))
    security(what, account=account, name=row["name"], by=BY, until=until, reason=reason)
    return row


def _done(
    config: Config, do: str, here: Callable[[AccountStore], Fields], *, new: bool = False, **fields: object
) -> Fields:
    try:
        return asked(control_place(config), do, **fields)[1]
    except NoServer:
        return _here(config, here, new)


def _here(config: Config, work: Callable[[AccountStore], T], new: bool = False) -> T:
    """Do it in the folder. Only with `new` there may have been no server before."""
    if not new and not (config.data / ACCOUNTS_FILE).exists():
        raise ControlError("There is no server in {folder}, and there never was one", folder=str(config.data))
    check_owner(config.data)
    with _accounts(config.data) as accounts:
        return work(accounts)


@contextmanager
def _accounts(folder: Path) -> Iterator[AccountStore]:
    """The accounts of a folder that no server uses."""
    try:
        with hold(folder), closing(AccountStore(folder / ACCOUNTS_FILE)) as accounts:
            yield accounts
    except DataFolderBusy as busy:
        raise ControlError(
            "A server uses {folder} and takes no commands; it may be just starting. Try again, or look at its log",
            folder=str(folder),
        ) from busy


def _now() -> int:
    return time.time_ns() // 1_000_000
