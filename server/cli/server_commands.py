"""The commands for a running server: status, health, tables, kick, close, say, drain."""

import argparse
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from server.cli.command import (
    Commands,
    Row,
    argument,
    asking,
    config_of,
    control_path,
    format_duration,
    format_time,
    named_user,
    note,
    number_in,
    request,
    say,
    say_json,
    say_pairs,
    say_result,
    say_table,
    stored,
    text,
    word,
)
from server.errors import ServerError

STOP_S = 45.0  # that a server may take to stop, after the time that was given
MAX_DRAIN_S = 24 * 3600


def add_server_commands(commands: Commands) -> None:
    """Add the commands that a running server carries out."""
    add = commands.add
    add("status", "show what the running server does", _status)
    timeout = number_in(float, 0.001, 3600, "a number of seconds, at most 3600")
    add("health", "connect to the server as a client, let it store something; exit with 0 if all works", _health,
        argument("--timeout", type=timeout, default=5.0, metavar="SECONDS", help="default: 5"))  # fmt: skip
    add("tables", "list the tables that are not over", _tables)
    add("kick", "disconnect a user, who may come back",
        asking("kick", "{name} was disconnected.", "name", "account", "reason"),
        named_user("a name as shown at the server, or an account"),
        argument("--reason", type=stored, default="", help="shown to the user"))  # fmt: skip
    add("close", "close a table that has not started",
        asking("close", "The table {table} is closed.", "table", "started"),
        argument("--started", action="store_true", help="also end a match that has started, without a result"),
        argument("table", type=word, metavar="TABLE", help="its name, as tables shows it"))  # fmt: skip
    add("retry", "try again what the server has set aside after faults; status shows it",
        asking("retry", "{items} set aside before, tried again now.", "kind", "id"),
        argument("kind", type=text, nargs="?", default="", metavar="KIND", help="such as table; default: everything"),
        argument("id", type=text, nargs="?", default="", metavar="ID", help="one of them; default: all"))  # fmt: skip
    add("say", "send a message to all users who are online", _say,
        argument("text", type=stored, nargs="+", metavar="TEXT"))  # fmt: skip
    add("clock", "show the server's time, which does not follow a clock far ahead of its last life", _clock,
        argument("--accept", action="store_true", help="believe the clock of this computer"))  # fmt: skip
    seconds = number_in(int, 0, MAX_DRAIN_S, "a whole number of seconds, at most a day")
    add("drain", "stop the server: no new tables, everybody is notified, games are kept", _drain,
        argument("--seconds", type=seconds, default=0, help="time until it stops; default: 0"),
        argument("--cancel", action="store_true", help="do not stop after all"),
        argument("--no-wait", action="store_true", help="do not wait until it has stopped"))  # fmt: skip


# what these commands need is imported when one is run, so that help starts fast


def _status(args: argparse.Namespace) -> int:
    from protocol.identity.fingerprint_words import digits_of, words_of

    status = request(args, "status")[1]
    if args.json:
        say_json(status)
        return 0
    fingerprint = status["fingerprint"]
    limited = ", ".join(f"{name} {times}" for name, times in status["limited"].items())
    shown: dict[str, object] = {
        "server": status["name"],
        "version": status["version"],
        "folder": status["data"],
        "port": status["port"],
        "fingerprint": fingerprint or "none, because it runs without TLS",
        "to compare": f"{' '.join(words_of(fingerprint))} ({digits_of(fingerprint)})" if fingerprint else "",
        "running for": f"{format_duration(status['now'] - status['since'])} (process {status['pid']})",
        "connections": f"{status['connections']}, {status['signed_in']} of them signed in",
        "tables": f"{status['tables']}, {status['playing']} of them in play",
        "memory": f"{status['memory_mib']} MiB",
        "limits reached": limited or "none",
    }
    if twins := status.get("twins"):
        shown["same identity"] = f"also at {', '.join(twins)}; see the warning"
    if status["database"]:
        shown["database"] = status["database"]
    if status["frozen"]:
        shown["frozen tables"] = f"{status['frozen']}; see the log, and 'netgame-server verify'"
    if status["closed_to_new_tables"]:
        shown["no new tables"] = status["closed_to_new_tables"]
    if status["faults"]:
        faults = ", ".join(f"{name} {times}" for name, times in status["faults"].items())
        shown["faults"] = f"{faults}; see the log"
    say_pairs(shown)
    _say_findings(status)
    if status["set_aside"]:
        note("Set aside after faults. 'netgame-server retry KIND ID' tries one again, 'retry' all:")
        rows = [(each["kind"], each["id"], format_time(each["at"]), each["reason"]) for each in status["set_aside"]]
        say_table(("KIND", "ID", "SINCE", "FAULT"), rows)
    if status["nodes"]:
        lines = [
            (
                node["address"], node["version"], node["connections"], format_duration(status["now"] - node["started"]),
                f"{node['age_ms'] / 1000:.1f} s ago", _state_of(node),
            )
            for node in status["nodes"]
        ]  # fmt: skip
        say_table(("SERVER", "VERSION", "CONNECTIONS", "RUNNING FOR", "HEARD", "STATE"), lines)
    return 0


def _say_findings(status: Mapping[str, Any]) -> None:
    """Print what is wrong with a server. One of an older version says nothing about it."""
    for kind in ("errors", "warnings"):
        for line in status.get(kind, ()):
            say(f"{kind.capitalize()[:-1]}: {line}")


def _state_of(node: Row) -> str:
    states = {
        "this one": node["this"], "draining": node["draining"], "without the database": not node["connected"],
    }  # fmt: skip
    return ", ".join(state for state, holds in states.items() if holds)


def _tables(args: argparse.Namespace) -> int:
    rows = request(args, "tables")[0]
    if args.json:
        say_json(rows)
        return 0
    lines: list[tuple[object, ...]] = []
    for row in rows:
        players = " - ".join(
            "..." if player is None else f"{player['name']}{'' if player['here'] else ' (away)'}"
            for player in row["players"]
        )
        state = f"{row['state']}, paused" if row["paused"] else row["state"]
        lines.append((
            row["table"], row["game"], players, state, row["events"], row["watching"], row["clock"],
            format_time(row["made"]), row["title"],
        ))  # fmt: skip
    say_table(("TABLE", "GAME", "PLAYERS", "STATE", "EVENTS", "WATCHING", "CLOCK", "MADE", "TITLE"), lines)
    return 0


def _clock(args: argparse.Namespace) -> int:
    times = request(args, "clock", accept=args.accept)[1]
    line = f"The server's time is {format_time(times['now'])}."
    return say_result(args, times, f"{line} {times['doubt']}".rstrip())


def _say(args: argparse.Namespace) -> int:
    sent = request(args, "say", text=" ".join(args.text))[1]
    return say_result(args, sent, f"Sent to {sent['users']} users.")


def _drain(args: argparse.Namespace) -> int:
    from protocol.control.client import Client

    if args.cancel:
        request(args, "cancel_drain")
        return say_result(args, {}, "The server will not stop.")
    with Client(control_path(config_of(args))) as client:
        answer = client.request("drain", seconds=args.seconds)[1]
        if args.no_wait:
            return say_result(args, answer, f"The server stops in {args.seconds} s.")
        if args.seconds:
            note(f"{answer['signed_in']} users were notified that the server stops in {args.seconds} s.")
        started = time.monotonic()
        try:
            client.wait_for_end(args.seconds + STOP_S)
        except KeyboardInterrupt:
            note("The server still stops; 'drain --cancel' prevents that.")
            raise
    seconds = round(time.monotonic() - started, 1)
    return say_result(args, {"stopped_after_s": seconds}, f"The server has stopped after {seconds} s.")


def _health(args: argparse.Namespace) -> int:
    from protocol.control.messages import CommandError
    from server.admin.control.health import check_health

    try:
        health = check_health(config_of(args), control_path(config_of(args)), args.timeout)
    except (ServerError, CommandError) as error:
        if args.json:
            say_json({"healthy": False, "reason": str(error)})
            return 1
        raise
    if health.full:
        line = f"Busy: the server on port {health.port} admits no new connections for now, but it answers commands."
    else:
        line = f"Healthy: {health.name} answers on port {health.port} in {health.ms} ms."
    say_result(args, {"healthy": True, **asdict(health)}, line)
    if not args.json:
        _say_findings({"warnings": health.warnings})
    return 0
