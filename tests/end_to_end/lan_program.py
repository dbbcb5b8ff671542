"""What runs on a computer of the LAN tests: a server that is only announced, or a browser. Says what it sees as JSON
lines; orders come as lines: `tables N`, `look`, `stop`."""

import argparse
import json
import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import trio

from protocol.address import Address
from protocol.discovery import UDP_PORT, Announcement, TableBrief
from protocol.lan import Announcer, Browser


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
        await orders(lambda _: browser.look_again())
        nursery.cancel_scope.cancel()


def show(browser: Browser) -> None:
    rows = [
        {
            "fingerprint": row.fingerprint,
            "name": row.announcement.name,
            "addresses": [str(address) for address in row.addresses],
            "means": sorted(row.means),
            "tables": len(row.announcement.tables),
            "ping_ms": row.ping_ms,
        }
        for row in browser.found.values()
    ]
    say(event="rows", rows=rows, trouble=str(browser.trouble or ""))


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
    """The log among the JSON lines, so that a test can wait for what only the log says."""

    def emit(self, record: logging.LogRecord) -> None:
        say(event="log", text=record.getMessage())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["announce", "browse"])
    parser.add_argument("--fingerprint", default="ab" * 32)
    parser.add_argument("--name", default="Ann")
    parser.add_argument("--port", type=int, default=4000)
    parser.add_argument("--udp-port", type=int, default=UDP_PORT)
    parser.add_argument("--remembered", nargs="*", default=[])
    parser.add_argument("--hold", type=int, help="take this UDP port first, and share it with nobody")
    args = parser.parse_args()
    holder = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    if args.hold:
        holder.bind(("", args.hold))
    logging.basicConfig(level=logging.INFO, handlers=[Lines()])
    with holder:
        trio.run(announce if args.what == "announce" else browse, args)


if __name__ == "__main__":
    main()
