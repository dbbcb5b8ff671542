"""A program on a computer of the LAN tests: a server that is only announced, a browser, a real server, or a player.

Prints what it sees as JSON lines; commands come as lines: `tables N`, `look`, `stop`. Many are started, and most need
little, so each imports the rest itself.
"""

import argparse
import json
import logging
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import trio

from protocol.address import Address
from protocol.discovery.announcement import UDP_PORT, Announcement, TableBrief
from protocol.discovery.announcer import Announcer
from protocol.discovery.browser import Browser


def say(**facts: object) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def tables(number: int) -> tuple[TableBrief, ...]:
    return tuple(TableBrief(f"t{at}", f"Table {at}", "some-game") for at in range(number))


async def announce(args: argparse.Namespace) -> None:
    told = Announcement(args.fingerprint, args.name, args.port, (1, 1), "test", tables(1))

    def obey(order: str) -> None:
        nonlocal told
        told = replace(told, tables=tables(int(order.split()[1])))
        announcer.changed()

    announcer = Announcer(lambda: told, udp_port=args.udp_port)
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(announcer.run, interfaces="all"))
        say(event="ready")
        await orders(obey)
        nursery.cancel_scope.cancel()


async def browse(args: argparse.Namespace) -> None:
    browser = Browser(lambda: show(browser), udp_port=args.udp_port, remembered=map(Address, args.remembered))
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(browser.run, interfaces="all"))
        say(event="ready")
        await orders(lambda _: browser.refresh())
        nursery.cancel_scope.cancel()


async def run_server(args: argparse.Namespace) -> None:
    """Run a real server in a folder of its own."""
    from server.app import Config, serve

    with tempfile.TemporaryDirectory() as folder:
        config = Config(data=Path(folder), hosts=("0.0.0.0",), port=None, name=args.name, announce="all")
        async with trio.open_nursery() as nursery:
            serving = await nursery.start(serve, config)
            say(event="log", text=f"serving {serving.fingerprint} {serving.port}")
            await orders(lambda _: None)
            nursery.cancel_scope.cancel()


async def check_setup(args: argparse.Namespace) -> None:
    """Check this computer, with a server of its own if requested."""
    from protocol.diagnostics import Check, Finding, OwnServer, Setup, checks_for, run_checks

    def tell(check: Check, finding: Finding) -> None:
        told = {"state": finding.state, "found": str(finding.summary), "todo": str(finding.advice or "")}
        say(event="finding", key=check.key, **told, copy=finding.commands, details=finding.details)

    with tempfile.TemporaryDirectory() as folder:
        async with trio.open_nursery() as nursery:
            own = None
            if args.host:
                from server.app import Config, serve

                config = Config(data=Path(folder), hosts=("0.0.0.0",), name=args.name, announce="all")
                serving = await nursery.start(serve, config)
                own = OwnServer(serving.port, serving.fingerprint)
            known = dict([args.known.split("=")]) if args.known else {}
            subject = Setup("all", "no-such-name.local", Path(folder), own, args.friend, known)
            await run_checks(checks_for(subject), tell)
            say(event="done")
            await orders(lambda _: None)
            nursery.cancel_scope.cancel()


async def join(args: argparse.Namespace) -> None:
    """Find a server, connect, and open a table, which the list shows as well."""
    from netgame.games import GAMES
    from protocol.client import Server, Session

    browser = Browser(lambda: show(browser), udp_port=args.udp_port)
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(browser.run, interfaces="all"))
        found = await browser.until(lambda row: bool(row.addresses))
        session = Session(Server(found.fingerprint, found.addresses), args.name, None)
        await nursery.start(session.run)
        await session.make_table(next(iter(GAMES)), {}, "From afar")
        browser.refresh()
        await orders(lambda _: None)
        nursery.cancel_scope.cancel()


def show(browser: Browser) -> None:
    rows = [
        {
            "fingerprint": row.fingerprint,
            "name": row.announcement.name,
            "addresses": [str(address) for address in row.addresses],
            "means": sorted(row.methods),
            "tables": len(row.announcement.tables),
            "ping_ms": row.ping_ms,
        }
        for row in browser.found.values()
    ]
    say(event="rows", rows=rows, trouble=str(browser.problem or ""))


async def orders(obey: Callable[[str], None]) -> None:
    stdin = trio.lowlevel.FdStream(sys.stdin.fileno())
    rest = b""
    async for data in stdin:
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            if line == b"stop":
                return
            obey(line.decode())


class Lines(logging.Handler):
    """Puts the log among the JSON lines, so that a test can wait for an event that only the log shows."""

    def emit(self, record: logging.LogRecord) -> None:
        say(event="log", text=record.getMessage())


PROGRAMS = {"announce": announce, "browse": browse, "serve": run_server, "join": join, "check-setup": check_setup}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=list(PROGRAMS))
    parser.add_argument("--fingerprint", default="ab" * 32)
    parser.add_argument("--name", default="Ann")
    parser.add_argument("--port", type=int, default=4000)
    parser.add_argument("--udp-port", type=int, default=UDP_PORT)
    parser.add_argument("--remembered", nargs="*", default=[])
    parser.add_argument("--host", action="store_true", help="a server on the checked computer")
    parser.add_argument("--friend", default="", help="the address to check")
    parser.add_argument("--known", default="", help="ADDRESS=FINGERPRINT")
    parser.add_argument("--hold-tcp", type=int, help="listen at this TCP port first")
    parser.add_argument("--hold", type=int, help="take this UDP port first, and share it with nobody")
    args = parser.parse_args()
    holder = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    if args.hold:
        holder.bind(("", args.hold))
    logging.basicConfig(level=logging.INFO, handlers=[Lines()])
    listener = socket.create_server(("", args.hold_tcp)) if args.hold_tcp else holder
    with holder, listener:
        trio.run(PROGRAMS[args.what], args)


if __name__ == "__main__":
    main()
