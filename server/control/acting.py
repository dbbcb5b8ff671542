"""What the commands do: ask the server or its folder, print, and give the exit code. Problems are `ServerError`."""

import argparse
import getpass
import sys
import time
from collections.abc import Callable
from dataclasses import asdict

from server.control import folder
from server.control.client import Client, asked
from server.control.errors import ControlError
from server.control.health import health
from server.control.lines import Fields
from server.control.settings import config_of
from server.control.shown import how_long, note, say, say_json, say_pairs, say_table, when
from server.control.upkeeping import UPKEEP
from server.errors import ServerError

Namespace = argparse.Namespace
LAST_S = 45.0  # that a server may take to stop, after the time that was given


# ---- the running server


def _status(args: Namespace) -> int:
    told = asked(folder.place_of(config_of(args)), "status")[1]
    if args.json:
        say_json(told)
        return 0
    limited = ", ".join(f"{name} {times}" for name, times in told["limited"].items())
    shown: Fields = {
        "server": told["name"],
        "folder": told["data"],
        "port": told["port"],
        "fingerprint": told["fingerprint"] or "none, for it runs without TLS",
        "running for": f"{how_long(told['now'] - told['since'])} (process {told['pid']})",
        "connections": f"{told['connections']}, {told['signed_in']} of them signed in",
        "tables": f"{told['tables']}, {told['playing']} of them in play",
        "memory": f"{told['memory_mib']} MiB",
        "limits reached": limited or "none",
    }
    if told["frozen"]:
        shown["frozen tables"] = f"{told['frozen']}; see the log, and 'netgame-server verify'"
    if told["closed_to_new_tables"]:
        shown["no new tables"] = told["closed_to_new_tables"]
    say_pairs(shown)
    return 0


def _tables(args: Namespace) -> int:
    rows = asked(folder.place_of(config_of(args)), "tables")[0]
    if args.json:
        say_json(rows)
        return 0
    head = ("TABLE", "GAME", "PLAYERS", "STATE", "EVENTS", "WATCHING", "CLOCK", "MADE", "TITLE")
    say_table(head, [_table_line(row) for row in rows])
    return 0


def _table_line(row: Fields) -> tuple[object, ...]:
    players = " - ".join(
        "..." if player is None else f"{player['name']}{'' if player['here'] else ' (away)'}"
        for player in row["players"]
    )
    state = f"{row['state']}, paused" if row["paused"] else row["state"]
    return (
        row["table"], row["game"], players, state, row["events"], row["watching"], row["clock"], when(row["made"]),
        row["title"],
    )  # fmt: skip


def _kick(args: Namespace) -> int:
    row = asked(folder.place_of(config_of(args)), "kick", name=args.name, reason=args.reason)[1]
    return _said(args, row, f"{row['name']} has to go.")


def _say(args: Namespace) -> int:
    told = asked(folder.place_of(config_of(args)), "say", text=" ".join(args.text))[1]
    return _said(args, told, f"Told {told['told']} people.")


def _drain(args: Namespace) -> int:
    place = folder.place_of(config_of(args))
    if args.cancel:
        asked(place, "go_on")
        return _said(args, {}, "The server does not stop.")
    with Client(place) as client:
        told = client.ask("drain", seconds=args.seconds)[1]
        if args.no_wait:
            return _said(args, told, f"The server stops in {args.seconds} s.")
        if args.seconds:
            note(f"{told['signed_in']} people are told that the server stops in {args.seconds} s.")
        started = time.monotonic()
        client.wait_for_end(args.seconds + LAST_S)
    took = round(time.monotonic() - started, 1)
    return _said(args, {"stopped_after_s": took}, f"The server has stopped, after {took} s.")


def _health(args: Namespace) -> int:
    try:
        found = health(config_of(args), args.timeout)
    except ServerError as error:
        if args.json:
            say_json({"healthy": False, "reason": str(error)})
            return 1
        raise
    if found.full:
        text = f"Busy: the server on port {found.port} turns strangers away for now, and answers here."
    else:
        text = f"Healthy: {found.name} answers on port {found.port} in {found.ms} ms."
    return _said(args, {"healthy": True, **asdict(found)}, text)


# ---- accounts


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
    return _said(args, row, f"{row['name']} is registered (account {row['account']}).")


def _user_passwd(args: Namespace) -> int:
    row = folder.given_password(config_of(args), args.name, _password(args), args.revoke)
    return _said(args, row, f"{row['name']} has another password.")


def _user_ban(args: Namespace) -> int:
    row = folder.banned(config_of(args), args.name, args.minutes, args.reason)
    return _said(args, row, f"{row['name']} is not let in until {_until(row['banned'])}.")


def _user_unban(args: Namespace) -> int:
    row = folder.unbanned(config_of(args), args.name)
    return _said(args, row, f"{row['name']} is let in again.")


def _user_moderator(args: Namespace) -> int:
    row = folder.made_moderator(config_of(args), args.name, not args.off)
    return _said(args, row, f"{row['name']} is {'no longer ' * args.off}a moderator.")


def _password(args: Namespace) -> str:
    """The hash of a password that was read from the terminal twice, or once from standard input."""
    from server.passwords import checked_password, hashed
    from server.refusing import Refusing

    if args.stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    elif not sys.stdin.isatty():
        raise ControlError("There is no terminal to ask for the password. Say --stdin to read it from there")
    else:
        password = getpass.getpass("Password: ")
        if getpass.getpass("Again: ") != password:
            raise ControlError("That was not the same password twice; nothing has changed")
    try:
        return hashed(checked_password(password, args.name))
    except Refusing as refusing:
        raise ControlError(refusing.text) from refusing


def _said(args: Namespace, told: Fields, text: str) -> int:
    if args.json:
        say_json(told)
    else:
        say(text)
    return 0


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "status": _status,
    "tables": _tables,
    "kick": _kick,
    "say": _say,
    "drain": _drain,
    "health": _health,
    "user list": _user_list,
    "user add": _user_add,
    "user passwd": _user_passwd,
    "user ban": _user_ban,
    "user unban": _user_unban,
    "user moderator": _user_moderator,
    **UPKEEP,
}
