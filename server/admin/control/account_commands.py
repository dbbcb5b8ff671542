"""What the commands about accounts do: ask the server or its folder, print, and give the exit code."""

import argparse
import getpass
import sys
import time
from collections.abc import Callable

from server.accounts.passwords import checked_password, hash_password
from server.admin.control import folder
from server.admin.control.errors import ControlError
from server.admin.control.lines import Fields
from server.admin.control.output import said, say_json, say_table, when
from server.admin.control.settings import config_of
from server.errors import RequestRefused

Namespace = argparse.Namespace


def _user_list(args: Namespace) -> int:
    rows = folder.listed(config_of(args), args.guests)
    if args.json:
        say_json(rows)
        return 0
    head = ("NAME", "ACCOUNT", "IS", "HERE", "BANNED UNTIL", "REASON", "MADE", "LAST SEEN")
    say_table(head, [_user_line(row) for row in rows])
    return 0


def _user_line(row: Fields) -> tuple[object, ...]:
    kind = "moderator" if row["moderator"] else "registered" if row["registered"] else "guest"
    here = "yes" if row.get("here") else ""
    return (
        row["name"],
        row["account"],
        kind,
        here,
        _until(row["banned"]),
        row["reason"],
        when(row["made"]),
        when(row["seen"]),
    )


def _until(banned: int | None) -> str:
    """When a ban ends; empty without one, or when it has ended."""
    if banned is None or 0 < banned <= time.time_ns() // 1_000_000:
        return ""
    return when(banned) or "it is lifted"


def _user_add(args: Namespace) -> int:
    row = folder.added(config_of(args), args.name, _password(args))
    return said(args, row, f"{row['name']} is registered (account {row['account']}).")


def _user_passwd(args: Namespace) -> int:
    row = folder.given_password(config_of(args), args.name, _password(args), args.revoke)
    return said(args, row, f"{row['name']} has another password.")


def _user_ban(args: Namespace) -> int:
    row = folder.banned(config_of(args), args.name, args.minutes, args.reason)
    return said(args, row, f"{row['name']} is not let in until {_until(row['banned'])}.")


def _user_unban(args: Namespace) -> int:
    row = folder.unbanned(config_of(args), args.name)
    return said(args, row, f"{row['name']} is let in again.")


def _user_moderator(args: Namespace) -> int:
    row = folder.made_moderator(config_of(args), args.name, not args.off)
    return said(args, row, f"{row['name']} is {'no longer ' * args.off}a moderator.")


def _password(args: Namespace) -> str:
    """The hash of a password that was read from the terminal twice, or once from standard input."""
    if args.stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    elif not sys.stdin.isatty():
        raise ControlError("There is no terminal to ask for the password. Say --stdin to read it from there")
    else:
        password = getpass.getpass("Password: ")
        if getpass.getpass("Again: ") != password:
            raise ControlError("That was not the same password twice; nothing has changed")
    try:
        return hash_password(checked_password(password, args.name))
    except RequestRefused as refusal:
        raise ControlError(refusal.text) from refusal


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "user list": _user_list,
    "user add": _user_add,
    "user passwd": _user_passwd,
    "user ban": _user_ban,
    "user unban": _user_unban,
    "user moderator": _user_moderator,
}
