"""Messages about accounts: signing in, registration, devices, reports and moderation."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.messages.base import (
    NO_KEY,
    Count,
    Entries,
    Instance,
    Key,
    Message,
    Name,
    ServerBytes,
    Short,
    Table,
    Token,
)
from protocol.messages.social import ChatLine

MAX_PASSWORD = 128
MAX_REASON = 400
NONCE_BYTES = 32

Nonce = Annotated[bytes, Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
PublicKey = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
Password = Annotated[str, Meta(max_length=2 * MAX_PASSWORD)]  # the server checks it further
Reason = Annotated[str, Meta(max_length=2 * MAX_REASON)]
Days = Annotated[int, Meta(ge=0, le=10_000)]
ModerationAction = Literal["mute", "unmute", "kick", "ban", "unban"]


class DeviceProof(Struct, frozen=True, kw_only=True):
    """Proof that this computer has the private Ed25519 `key`; `identity.device_key` defines the signed bytes."""

    key: PublicKey
    nonce: Nonce  # the client's own
    signature: Signature


# ---- to the server


class SignIn(Message, frozen=True, kw_only=True, tag="sign_in"):
    """Sign in by one of several proofs.

    A known `device` or `token` signs in to its account; an unknown one makes a new account, a guest. With both, the key
    is added to the account of the token. `password` signs in to the account of the registered `name`, and adds a
    `device` to it. `link`, a pairing code from another computer, adds the device or token to the account there.
    `sign_up` registers the account with this name and password. `reset`, a code that `ForgotPassword` has mailed, makes
    `password` the new one of the registered `name`, signs in, and signs out all other computers. `label` names this
    computer in the list of devices. `computer` says that the player is a computer player, and which one; people leave
    it empty. `installation` is another one where the folder of the program is a copy.
    """

    name: Name
    token: Token | None = None
    device: DeviceProof | None = None
    password: Password | None = None
    link: Short | None = None
    sign_up: bool = False
    label: Short = ""
    computer: Short = ""
    reset: Short | None = None
    installation: Instance = b""


class ForgotPassword(Message, frozen=True, kw_only=True, tag="forgot_password"):
    """Mail a code for a new password to the confirmed address of a registered name. It needs no sign-in.

    The reply is `Done`, also if there is no such name or no address.
    """

    name: Name


class SignUp(Message, frozen=True, kw_only=True, tag="sign_up"):
    """Register the own account with that name and password; no other account can then use the name here."""

    name: Name
    password: Password


class SetName(Message, frozen=True, kw_only=True, tag="set_name"):
    """Change the name of a guest account. The reply has the name that this server shows."""

    name: Name


class SetPassword(Message, frozen=True, kw_only=True, tag="set_password"):
    """Change the password. `others`: revoke all other tokens and devices."""

    old: Password
    new: Password
    others: bool = True


class MakePairingCode(Message, frozen=True, kw_only=True, tag="make_link"):
    """Request a code that adds another computer to this account. The reply is `PairingCode`."""


class GetDevices(Message, frozen=True, kw_only=True, tag="get_devices"):
    """Request the keys and tokens of this account."""


class Revoke(Message, frozen=True, kw_only=True, tag="revoke"):
    """Remove a device or token and close the connections that use it. 0: all but this one."""

    device: Count


class Report(Message, frozen=True, kw_only=True, tag="report"):
    """Report a player to the moderators. The server adds the last lines of the room."""

    key: Key = NO_KEY
    account: Short
    table: Annotated[str, Meta(max_length=32)] = ""
    text: Reason


class GetReports(Message, frozen=True, kw_only=True, tag="get_reports"):
    """For moderators: request reports, the newest first. `before`: the last number known."""

    before: Count | None = None
    closed: bool = False  # include resolved reports


class CloseReport(Message, frozen=True, kw_only=True, tag="close_report"):
    """For moderators: mark a report as resolved."""

    report: Count


class Moderate(Message, frozen=True, kw_only=True, tag="moderate"):
    """For moderators: mute, kick or ban. `minutes` 0: without limit. `address`: ban the address too."""

    account: Short
    what: ModerationAction
    minutes: Annotated[int, Meta(ge=0, le=5_256_000)] = 0
    reason: Reason = ""
    address: bool = False


class CloseTable(Message, frozen=True, kw_only=True, tag="close_table"):
    """For moderators: end a table that has not started."""

    table: Table


class TakeVacation(Message, frozen=True, kw_only=True, tag="take_vacation"):
    """Go on vacation from now on, for that many days. The reply is `Vacation`."""

    days: Annotated[int, Meta(ge=1, le=60)]


class EndVacation(Message, frozen=True, kw_only=True, tag="end_vacation"):
    """End the own vacation. The reply is `Vacation`."""


class GetVacation(Message, frozen=True, kw_only=True, tag="get_vacation"):
    """Request the own vacation."""


# ---- to the client


class SignedIn(Message, frozen=True, kw_only=True, tag="signed_in"):
    account: Short
    name: Name  # as everybody sees it; " 2" may have been appended
    token: ServerBytes = b""  # empty if the device key is enough
    new: bool = False  # this sign-in made the account
    registered: bool = False  # has its own name, and may play rated matches
    moderator: bool = False


class Vacation(Message, frozen=True, kw_only=True, tag="vacation"):
    """The own vacation: its end (server's time in ms, 0: on none), and how many of `days` a year are left."""

    until: Count = 0
    left: Days
    days: Days


class PairingCode(Message, frozen=True, kw_only=True, tag="link"):
    """The code for another computer, valid once and for `seconds`."""

    code: Short
    seconds: Annotated[int, Meta(ge=0, le=86_400)]


class Device(Struct, frozen=True, kw_only=True):
    """A key or token of this account."""

    device: Count
    kind: Literal["key", "token"]
    label: Short
    made: Count  # server's time, ms
    used: Count
    here: bool  # this connection signed in with it


class Devices(Message, frozen=True, kw_only=True, tag="devices"):
    devices: Entries[Device]


class ReportLine(ChatLine, frozen=True, kw_only=True):
    """A line of chat in a report. `room` is empty in reports of older servers."""

    room: Literal["lobby", "direct", "table", ""] = ""


class ReportInfo(Struct, frozen=True, kw_only=True):
    """A report as moderators see it."""

    report: Count
    at: Count  # server's time, ms
    by: Short
    by_name: Name
    account: Short
    name: Name
    table: Short
    text: Reason
    lines: Entries[ReportLine]
    closed_by: Short = ""  # the name of the moderator
    banned: bool | None = None  # the reported player, now; None: an older server does not say


class Reports(Message, frozen=True, kw_only=True, tag="reports"):
    reports: Entries[ReportInfo]
    more: bool
