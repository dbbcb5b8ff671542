"""The messages about who one is: signing in, registered names, devices; and those of moderators."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.messages.base import NO_KEY, Count, Key, Message, Name, Short, Table, Token
from protocol.messages.social import ChatLine

MAX_PASSWORD = 128
MAX_REASON = 400
NONCE_BYTES = 32

Nonce = Annotated[bytes, Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
PublicKey = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
Password = Annotated[str, Meta(max_length=2 * MAX_PASSWORD)]  # checked further by the server, with a sentence
Reason = Annotated[str, Meta(max_length=2 * MAX_REASON)]
ModerationAction = Literal["mute", "unmute", "kick", "ban", "unban"]


class DeviceProof(Struct, frozen=True, kw_only=True):
    """That this machine has the private half of an Ed25519 `key`: `identity.device_key` says what is signed."""

    key: PublicKey
    nonce: Nonce  # the client's own
    signature: Signature


# ---- to the server


class SignIn(Message, frozen=True, kw_only=True, tag="sign_in"):
    """Who I am, by one of several proofs.

    A `device` or a `token` the server knows is that account; one it does not know becomes a new account, a guest. Both
    together: the key is added to the account of the token. With `password` the account is that of the registered
    `name`, and a `device` is added to it. With `link`, a code shown on another machine, the device or token is added
    to the account of that machine. `sign_up`: the account's name and password from now on. `label`: what this machine
    is called in the list of devices.
    """

    name: Name
    token: Token | None = None
    device: DeviceProof | None = None
    password: Password | None = None
    link: Short | None = None
    sign_up: bool = False
    label: Short = ""


class SignUp(Message, frozen=True, kw_only=True, tag="sign_up"):
    """Register the own account under that name, so that nobody else has it here, and with that password."""

    name: Name
    password: Password


class SetPassword(Message, frozen=True, kw_only=True, tag="set_password"):
    """Change the password; all tokens and devices but this one are revoked if `others` says so."""

    old: Password
    new: Password
    others: bool = True


class MakePairingCode(Message, frozen=True, kw_only=True, tag="make_link"):
    """A code with which another machine becomes one of this account. Answered with `PairingCode`."""


class GetDevices(Message, frozen=True, kw_only=True, tag="get_devices"):
    """With what this account signs in."""


class Revoke(Message, frozen=True, kw_only=True, tag="revoke"):
    """That device or token is not this account's any more; whoever is signed in by it is signed out. 0: all others."""

    device: Count


class Report(Message, frozen=True, kw_only=True, tag="report"):
    """Tell the moderators about somebody; the last lines of the place go with it."""

    key: Key = NO_KEY
    account: Short
    table: Annotated[str, Meta(max_length=32)] = ""
    text: Reason


class GetReports(Message, frozen=True, kw_only=True, tag="get_reports"):
    """For moderators: the reports, the youngest first; `before` a number, to go on."""

    before: Count | None = None
    closed: bool = False  # those too that are dealt with


class CloseReport(Message, frozen=True, kw_only=True, tag="close_report"):
    """For moderators: that one is dealt with."""

    report: Count


class Moderate(Message, frozen=True, kw_only=True, tag="moderate"):
    """For moderators. `minutes` of a mute or ban; 0: until it is lifted. `address`: ban the address as well."""

    account: Short
    what: ModerationAction
    minutes: Annotated[int, Meta(ge=0, le=5_256_000)] = 0
    reason: Reason = ""
    address: bool = False


class CloseTable(Message, frozen=True, kw_only=True, tag="close_table"):
    """For moderators: end a table that has not started."""

    table: Table


# ---- to the client


class SignedIn(Message, frozen=True, kw_only=True, tag="signed_in"):
    account: Short
    name: Short  # as everybody sees it; " 2" may have been appended
    token: bytes = b""  # where one was used, or made; empty where the device's key is enough
    new: bool = False  # the account was made by this sign-in
    registered: bool = False  # has its name for itself, and may play rated matches
    moderator: bool = False


class PairingCode(Message, frozen=True, kw_only=True, tag="link"):
    """The code for another machine, good once and for so many seconds."""

    code: Short
    seconds: int


class Device(Struct, frozen=True, kw_only=True):
    """Something this account signs in with."""

    device: int
    kind: Literal["key", "token"]
    label: str
    made: int  # server's time, ms
    used: int
    here: bool  # by which this connection is signed in


class Devices(Message, frozen=True, kw_only=True, tag="devices"):
    devices: list[Device]


class ReportInfo(Struct, frozen=True, kw_only=True):
    """A report as moderators see it."""

    report: int
    at: int  # server's time, ms
    by: str
    by_name: str
    account: str
    name: str
    table: str
    text: str
    lines: list[ChatLine]
    closed_by: str = ""  # the name of the moderator


class Reports(Message, frozen=True, kw_only=True, tag="reports"):
    reports: list[ReportInfo]
    more: bool
