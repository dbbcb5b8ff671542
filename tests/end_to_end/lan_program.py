"""A program on a computer of the LAN tests: a server that is only announced, a browser, a real server, or a check.

Prints what it sees as JSON lines. Many are started, and most need little, so each imports the rest itself.
"""

import argparse
import json
import logging
import socket
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from protocol.address import Address
from protocol.discovery.announcement import Announcement, TableBrief
from protocol.discovery.announcer import Announcer
from protocol.discovery.browser import Browser

if TYPE_CHECKING:
    from protocol.diagnostics import OwnServer


def say(**facts: object) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


async def announce(args: argparse.Namespace) -> None:
    table = TableBrief("t1", "Tea", "some-game")
    told = Announcement(args.fingerprint, "Ann", args.port, (1, 1), "test", (table,), instance=args.instance)
    await Announcer(lambda: told).run(interfaces="all")


async def browse(args: argparse.Namespace) -> None:
    browser = Browser(lambda: show(browser), remembered=map(Address, args.remembered))
    if args.each_address:
        browser.query_each_address()
    await browser.run(interfaces="all")


async def flood(args: argparse.Namespace) -> None:
    """Announce 3,000 services that never answer, and answer each query with 250 invented servers."""
    from zeroconf import DNSOutgoing, DNSPointer  # type: ignore[attr-defined]

    from protocol.discovery.announcement import SERVICE, UDP_PORT, Query, read_datagram, write_offer
    from protocol.discovery.interfaces import local_interfaces
    from protocol.discovery.udp import READ_BYTES, responder_socket

    response, pointer, internet, hour_s = 0x8400, 12, 1, 3600
    names = DNSOutgoing(response)
    for number in range(3000):
        names.add_answer_at_time(DNSPointer(SERVICE, pointer, internet, hour_s, f"flood {number}.{SERVICE}"), 0)
    sock = responder_socket(UDP_PORT)
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(local_interfaces("all")[0].address))

    async def announce_names() -> None:
        while True:
            for packet in names.packets():
                await sock.sendto(packet, ("224.0.0.251", 5353))
            say(event="flooded")
            await trio.sleep(1)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(announce_names)
        while True:
            data, sender = await sock.recvfrom(READ_BYTES)
            if isinstance(query := read_datagram(data), Query):
                for number in range(250):
                    told = Announcement(f"{number:064x}", "Flood", args.port, (1, 1), "test")
                    await sock.sendto(write_offer(query.nonce, told), sender)


async def run_server(args: argparse.Namespace) -> None:
    """Run a real server in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        async with trio.open_nursery() as nursery:
            await start_server(nursery, Path(folder))


async def start_server(nursery: trio.Nursery, folder: Path) -> "OwnServer":
    from protocol.diagnostics import OwnServer
    from server.app import Config, serve

    config = Config(data=folder, hosts=("0.0.0.0", "::"), port=None, name="Ann", announce="all")
    serving = await nursery.start(serve, config)
    say(event="serving", fingerprint=serving.fingerprint)
    return OwnServer(serving.port, serving.fingerprint)


async def check_setup(args: argparse.Namespace) -> None:
    """Make several checks at the same time, with a server of its own if requested."""
    from protocol.diagnostics import Check, Finding, Setup, checks_for, discovery, run_checks

    discovery.LISTEN_S = args.listen

    async def run_check(name: str, friend: str, fingerprint: str = "") -> None:
        def tell(check: Check, finding: Finding) -> None:
            told = {"state": finding.state, "found": str(finding.summary), "todo": str(finding.advice or "")}
            say(event="finding", check=name, key=check.key, **told, copy=finding.commands)

        known = {friend: fingerprint} if fingerprint else {}
        await run_checks(checks_for(Setup("all", "no-such-name.local", data, own, friend, known)), tell)

    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        async with trio.open_nursery() as server:
            own = await start_server(server, data) if args.host else None
            async with trio.open_nursery() as nursery:
                for words in args.checks:
                    nursery.start_soon(run_check, *words.split("="))
            say(event="done")


def show(browser: Browser) -> None:
    rows = [
        {
            "addresses": [str(address) for address in row.addresses],
            "methods": sorted(row.methods),
            "tables": len(row.announcement.tables),
            "ping_ms": row.ping_ms,
            "has_twin": row.has_twin,
        }
        for row in browser.found.values()
    ]
    say(event="rows", rows=rows, problem=str(browser.problem or ""))


class Lines(logging.Handler):
    """Puts the log among the JSON lines, so that a test can wait for an event that only the log shows."""

    def emit(self, record: logging.LogRecord) -> None:
        say(event="log", text=record.getMessage())


PROGRAMS = {
    "announce": announce,
    "flood": flood,
    "browse": browse,
    "serve": run_server,
    "check-setup": check_setup,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=list(PROGRAMS))
    parser.add_argument("--fingerprint", default="ab" * 32)
    parser.add_argument("--port", type=int, default=4000)
    parser.add_argument("--instance", type=bytes.fromhex, default=b"")
    parser.add_argument("--remembered", nargs="*", default=[])
    parser.add_argument("--each-address", action="store_true", help="query each address of the network once")
    parser.add_argument("--host", action="store_true", help="a server on the checked computer")
    parser.add_argument("--checks", nargs="*", help="NAME=ADDRESS or NAME=ADDRESS=FINGERPRINT")
    parser.add_argument("--listen", type=float, default=4.0, help="seconds to look for servers at most")
    parser.add_argument("--hold", type=int, help="take this UDP port first, and share it with nobody")
    args = parser.parse_args()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as holder:
        if args.hold:
            holder.bind(("", args.hold))
        logging.basicConfig(level=logging.INFO, handlers=[Lines()])
        trio.run(PROGRAMS[args.what], args)


if __name__ == "__main__":
    main()
