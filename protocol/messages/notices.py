"""Messages about notices: mails about games and tournaments to a member whose program is closed."""

from typing import Annotated

from msgspec import Meta

from protocol.messages.base import (
    Message,
    Short,
)

MAX_MAIL_ADDRESS = 254  # as RFC 5321 has it

MailAddress = Annotated[str, Meta(max_length=2 * MAX_MAIL_ADDRESS)]  # the server checks it further
NoticeKinds = Annotated[list[Short], Meta(max_length=32)]


# ---- to the server


class GetNotices(Message, frozen=True, kw_only=True, tag="get_notices"):
    """Request the choice of notices of the own account. All messages here are answered by `Notices`."""


class SetAddress(Message, frozen=True, kw_only=True, tag="set_address"):
    """Mail a code to this address. It becomes that of the own account when the code is confirmed."""

    address: MailAddress


class ConfirmAddress(Message, frozen=True, kw_only=True, tag="confirm_address"):
    """Confirm the address to which that code was mailed."""

    code: Short


class RemoveAddress(Message, frozen=True, kw_only=True, tag="remove_address"):
    """Delete the address of the own account, and one that is not confirmed."""


class SetNotices(Message, frozen=True, kw_only=True, tag="set_notices"):
    """Choose the kinds of notices, and whether a program of the operator gets them too. Unknown kinds are ignored."""

    kinds: NoticeKinds
    webhook: bool = False


# ---- to the client


class Notices(Message, frozen=True, kw_only=True, tag="notices"):
    """The notices of the own account. Without an id it is news: a code could not be mailed, so `failed` is set."""

    has_mail: bool  # the server sends mails
    has_webhook: bool = False  # it can tell a program of its operator
    offered: NoticeKinds = []  # the kinds to choose from: turn, time, challenge, round
    address: MailAddress = ""  # the confirmed one
    waiting: MailAddress = ""  # the one whose code is not confirmed
    kinds: NoticeKinds = []  # the chosen ones
    webhook: bool = False  # the program of the operator gets them too
    failed: bool = False
