"""What is done about accounts by whoever runs the server: the same for a running server and for a folder."""

from protocol.messages import MAX_REASON
from server.admin.control.errors import ControlError
from server.admin.control.lines import Fields
from server.names import InvalidName, checked_name, tidy
from server.storage.accounts import FOREVER, AccountStore, Known, NameTaken


def found(accounts: AccountStore, name: str) -> Known:
    """The account with that name, or that is called so for programs; `ControlError` if there is none."""
    known = accounts.find(name)
    if known is None:
        raise ControlError(
            "Nobody has registered the name {name}. See 'user list'; guests who are not here are known by account only",
            name=name,
        )
    return known


def added(accounts: AccountStore, name: str, hash: str, now: int) -> Fields:
    """A new account with that name and hash of a password."""
    try:
        account = accounts.add(checked_name(name), hash, now)
    except InvalidName as error:
        raise ControlError(error.text) from error
    except NameTaken as error:
        raise ControlError("The name {name}, or one that looks like it, is registered already", name=name) from error
    return row_of(found(accounts, account))


def given_password(accounts: AccountStore, name: str, hash: str, revoke: bool) -> Fields:
    """Another hash; `revoke`: nobody stays signed in by a device or a token."""
    known = found(accounts, name)
    if not known.registered:
        raise ControlError("{name} is a guest and has no password", name=known.name)
    accounts.set_password(known.account, hash)
    if revoke:
        accounts.revoke_others(known.account, 0)
    return row_of(known)


def row_of(known: Known) -> Fields:
    """An account as it is shown. Times are ms since 1970; `banned` is 0 for until it is lifted."""
    return {
        "name": known.name,
        "account": known.account,
        "registered": known.registered,
        "moderator": known.moderator,
        "banned": known.banned_until,
        "reason": known.ban_reason,
        "muted": known.muted_until,
        "made": known.made,
        "seen": known.seen,
    }


def reason_of(text: str) -> str:
    """Why, as it is kept and shown."""
    return tidy(text)[:MAX_REASON]


def until(now: int, minutes: int) -> int:
    """When a ban of that many minutes ends; 0 minutes: when it is lifted."""
    return now + minutes * 60_000 if minutes else FOREVER
