"""The commands for accounts, of a running server or of a stopped one: those below `user`."""

import argparse
import getpass
import re
import sys
import time
from pathlib import Path

from server.cli.command import (
    Commands,
    argument,
    asking,
    config_of,
    format_time,
    named_user,
    note,
    request,
    say_json,
    say_result,
    say_table,
    stored,
)

_MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}


def add_account_commands(commands: Commands) -> None:
    """Add the commands below `user`."""
    add, name = commands.add, named_user("a registered name, or an account")
    new = argument("name", type=stored, metavar="NAME", help="the name to register")
    stdin = argument("--stdin", action="store_true", help="read the password from standard input instead")
    add("list", "list registered and banned accounts", _list,
        argument("--guests", action="store_true", help="list guests as well"))  # fmt: skip
    add("add", "register a name and ask for its password", _add, stdin, new)
    add("passwd", "set another password, which is asked for", _passwd, stdin,
        argument("--revoke", action="store_true", help="sign out all devices of the account"), name)  # fmt: skip
    until = "such as 30m, 12h, 7d or 2w; default: until the ban is lifted"
    add("ban", "ban an account and disconnect it", _ban,
        argument("--for", dest="minutes", type=_minutes, default=0, metavar="TIME", help=until),
        argument("--reason", type=stored, default="", help="shown to the user"), name)  # fmt: skip
    add("unban", "lift a ban", asking("user.unban", "{name} is no longer banned.", "name", "account"), name)
    add("moderator", "allow an account to mute, kick and ban others", _moderator,
        argument("--off", action="store_true", help="do not allow it any longer"), name)  # fmt: skip
    renamed = "{args.name} is now {name} (account {account})."
    add("rename", "give a registered user another name, in chat and matches as well",
        asking("user.rename", renamed, "name", "account", "to"), name,
        argument("to", type=stored, metavar="NEW-NAME", help="the new name"))  # fmt: skip
    add("delete", "delete what is stored of a user; finished matches remain, without the name", _delete,
        argument("--yes", action="store_true", help="do not ask"), name)  # fmt: skip
    add("export", "write what is stored of a user into a JSON file, also while the server runs", _export,
        argument("--force", action="store_true", help="replace the file if it exists"), name,
        argument("file", type=Path, metavar="FILE", help="a new file, such as carol.json"))  # fmt: skip


def _minutes(word: str) -> int:
    found = re.fullmatch(r"([0-9]{1,5})([mhdw])", word)
    if found is None or int(found[1]) == 0:
        raise argparse.ArgumentTypeError("such as 30m, 12h, 7d or 2w")
    return int(found[1]) * _MINUTES[found[2]]


# what these commands need is imported when one is run, so that help starts fast


def _list(args: argparse.Namespace) -> int:
    rows = request(args, "user.list", guests=args.guests)[0]
    if args.json:
        say_json(rows)
        return 0
    lines: list[tuple[object, ...]] = []
    for row in rows:
        kind = "moderator" if row["moderator"] else "registered" if row["registered"] else "guest"
        lines.append((
            row["name"], row["account"], kind, "yes" if row["here"] else "", _end_of_ban(row["banned"]), row["reason"],
            format_time(row["made"]), format_time(row["seen"]),
        ))  # fmt: skip
    say_table(("NAME", "ACCOUNT", "IS", "HERE", "BANNED UNTIL", "REASON", "MADE", "LAST SEEN"), lines)
    return 0


def _end_of_ban(banned: int | None) -> str:
    """Format the end of a ban; empty if there is none, or if it is over."""
    if banned is None or 0 < banned <= time.time_ns() // 1_000_000:
        return ""
    return format_time(banned) or "it is lifted"


def _add(args: argparse.Namespace) -> int:
    row = request(args, "user.add", name=args.name, hash=_hash(args))[1]
    return say_result(args, row, f"{row['name']} is registered (account {row['account']}).")


def _passwd(args: argparse.Namespace) -> int:
    row = request(args, "user.passwd", name=args.name, account=args.account, hash=_hash(args), revoke=args.revoke)[1]
    return say_result(args, row, f"{row['name']} has a new password.")


def _hash(args: argparse.Namespace) -> str:
    """Return the hash of a password typed twice at the terminal, or read from the standard input."""
    from protocol.control.messages import CommandError
    from server.accounts.passwords import checked_password, hash_password
    from server.errors import RequestRefused

    if args.stdin:
        password = sys.stdin.readline().removeprefix("\ufeff").rstrip("\r\n")
    elif not sys.stdin.isatty():
        raise CommandError("There is no terminal to ask for the password. Give --stdin to read it from there")
    else:
        password = getpass.getpass("Password: ")
        if getpass.getpass("Again: ") != password:
            raise CommandError("The two passwords differ; nothing has changed")
    try:
        return hash_password(checked_password(password, args.name))
    except RequestRefused as refusal:
        raise CommandError(refusal.text) from refusal


def _ban(args: argparse.Namespace) -> int:
    row = request(args, "user.ban", name=args.name, account=args.account, minutes=args.minutes, reason=args.reason)[1]
    return say_result(args, row, f"{row['name']} is banned until {_end_of_ban(row['banned'])}.")


def _moderator(args: argparse.Namespace) -> int:
    row = request(args, "user.moderator", name=args.name, account=args.account, on=not args.off)[1]
    return say_result(args, row, f"{row['name']} is {'no longer ' * args.off}a moderator.")


def _delete(args: argparse.Namespace) -> int:
    from protocol.control.messages import CommandError

    if not args.yes:
        if not sys.stdin.isatty():
            raise CommandError("There is no terminal to ask whether you are sure. Give --yes")
        note(f"This deletes {args.name}. It cannot be undone: 'user export' writes what is stored.")
        if input("Type the name again: ") != args.name:
            raise CommandError("The names differ; nothing has changed")
    row = request(args, "user.delete", name=args.name, account=args.account)[1]
    line = f"{args.name} is deleted. Backups, logs and files that export wrote still have the data."
    return say_result(args, row, line)


def _export(args: argparse.Namespace) -> int:
    from server.admin.personal_export import export_person

    config = config_of(args)
    where = config.database or config.data
    known = export_person(where, args.name, args.file, is_account=args.account, force=args.force)
    line = f"{args.file} holds what is stored of {known['name']} (account {known['account']})."
    return say_result(args, {"file": str(args.file), **known}, line)
