"""What the commands for a running server do: ask it, print, and give the exit code. Problems are `ServerError`."""

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict

from protocol.identity.fingerprint_words import digits_of, words_of
from server.admin.control.client import Client, asked
from server.admin.control.lines import Fields
from server.admin.control.output import how_long, note, said, say_json, say_pairs, say_table, when
from server.admin.control.settings import config_of, place_of
from server.errors import ServerError

Namespace = argparse.Namespace
LAST_S = 45.0  # that a server may take to stop, after the time that was given


def _status(args: Namespace) -> int:
    told = asked(place_of(args), "status")[1]
    if args.json:
        say_json(told)
        return 0
    limited = ", ".join(f"{name} {times}" for name, times in told["limited"].items())
    shown: Fields = {
        "server": told["name"],
        "folder": told["data"],
        "port": told["port"],
        "fingerprint": told["fingerprint"] or "none, for it runs without TLS",
        "to compare": _words(told["fingerprint"]),
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


def _words(fingerprint: str) -> str:
    """By which people know the server on the telephone."""
    return f"{' '.join(words_of(fingerprint))} ({digits_of(fingerprint)})" if fingerprint else ""


def _tables(args: Namespace) -> int:
    rows = asked(place_of(args), "tables")[0]
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
    row = asked(place_of(args), "kick", name=args.name, reason=args.reason)[1]
    return said(args, row, f"{row['name']} has to go.")


def _close(args: Namespace) -> int:
    row = asked(place_of(args), "close", table=args.table)[1]
    return said(args, row, f"The table {row['table']} is closed.")


def _say(args: Namespace) -> int:
    told = asked(place_of(args), "say", text=" ".join(args.text))[1]
    return said(args, told, f"Told {told['told']} people.")


def _drain(args: Namespace) -> int:
    place = place_of(args)
    if args.cancel:
        asked(place, "go_on")
        return said(args, {}, "The server does not stop.")
    with Client(place) as client:
        told = client.ask("drain", seconds=args.seconds)[1]
        if args.no_wait:
            return said(args, told, f"The server stops in {args.seconds} s.")
        if args.seconds:
            note(f"{told['signed_in']} people are told that the server stops in {args.seconds} s.")
        started = time.monotonic()
        try:
            client.wait_for_end(args.seconds + LAST_S)
        except KeyboardInterrupt:
            note("The server stops nevertheless; 'drain --cancel' takes that back.")
            raise
    took = round(time.monotonic() - started, 1)
    return said(args, {"stopped_after_s": took}, f"The server has stopped, after {took} s.")


def _health(args: Namespace) -> int:
    from server.admin.control.health import health  # which needs the protocol, and the others do not

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
    return said(args, {"healthy": True, **asdict(found)}, text)


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "status": _status,
    "tables": _tables,
    "kick": _kick,
    "close": _close,
    "say": _say,
    "drain": _drain,
    "health": _health,
}
