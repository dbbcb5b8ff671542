"""A client without any code of netgame: sockets, TLS and msgpack. It plays a match of Clod with random moves.

    python examples/plain_client.py HOST PORT           make a table, and print its name
    python examples/plain_client.py HOST PORT TABLE     take the free seat of that table

It was written from PROTOCOL.md and the rules page of Clod.
"""

import os
import random
import socket
import ssl
import sys
from typing import Any

import msgpack

GAME, RULES = "clod", 1
SIZE = 6

Body = dict[str, Any]
Cell = tuple[int, int]  # column and row, from 1


class Refused(Exception):
    """The server refused a request."""


class Connection:
    """Frames over TLS: requests with their replies, and pushes."""

    def __init__(self, host: str, port: int) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self._stream = context.wrap_socket(socket.create_connection((host, port)))
        self._pushes: list[tuple[str, Body]] = []
        self._last_id = 0

    def request(self, kind: str, **body: object) -> Body:
        """Send a request and return its reply. Keep the pushes that arrive meanwhile."""
        self._last_id += 1
        self.send(kind, self._last_id, **body)
        while True:
            reply, id, content = self._receive()
            if id != self._last_id:
                self._pushes.append((reply, content))
            elif reply == "refused":
                raise Refused(content["code"], content["template"].format_map(content["args"]))
            else:
                return content

    def push(self) -> tuple[str, Body]:
        """Return the next push."""
        if self._pushes:
            return self._pushes.pop(0)
        kind, _id, body = self._receive()
        return kind, body

    def send(self, kind: str, id: int, **body: object) -> None:
        data: bytes = msgpack.packb([kind, id, body])
        self._stream.sendall(len(data).to_bytes(4, "big") + data)

    def close(self) -> None:
        self.send("bye", 0)
        self._stream.close()

    def _receive(self) -> tuple[str, int, Body]:
        while True:
            length = int.from_bytes(self._read(4), "big")
            kind, id, body = msgpack.unpackb(self._read(length))
            if kind != "probe":
                return kind, id, body
            self.send("echo", 0, nonce=body["nonce"])  # the server measures the round-trip time

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self._stream.recv(count - len(data))
            if not part:
                raise EOFError("the server closed the connection")
            data += part
        return data


class Match:
    """The match as its events tell it."""

    def __init__(self, account: str) -> None:
        self.account = account
        self.player: int | None = None  # our own
        self.position = 0  # the number of the last event that changed the board
        self.stones: set[Cell] = set()
        self.roll: tuple[int, int, int] | None = None  # player and dice, until the move
        self.end: Body | None = None

    def apply(self, event: Body) -> None:
        """Apply the next event."""
        if event["type"] in ("started", "rolled", "moved"):
            self.position = event["number"]
        match event["type"]:
            case "seated" if event["account"] == self.account:
                self.player = event["player"]
            case "rolled":
                self.roll = (event["player"], *event["dice"])
            case "moved":
                self.stones.add(cell_of(event["move"]))
                self.roll = None
            case "ended":
                self.end = event
            case "created" | "seated" | "started" | "forfeited" | "offered" | "offer_closed" | "leg_ended":
                pass
            case unknown:
                sys.exit(f"this client needs an update: it does not know {shown(unknown)}")

    def moves(self) -> list[Cell]:
        """Return our legal moves; none if it is not our turn."""
        if self.end is not None or self.roll is None or self.roll[0] != self.player:
            return []
        _player, first, second = self.roll
        cells = set()
        for column, row in {(first, second), (second, first)}:
            if (column, row) not in self.stones:
                cells.add((column, row))
            else:
                cells |= {(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - self.stones
        return sorted(cell for cell in cells if all(1 <= place <= SIZE for place in cell))


def shown(text: str) -> str:
    """Return a text of the server for the screen: a terminal would carry out control characters."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def cell_of(name: str) -> Cell:
    return ord(name[0]) - ord("a") + 1, int(name[1:])


def name_of(cell: Cell) -> str:
    return f"{chr(ord('a') + cell[0] - 1)}{cell[1]}"


def main(host: str, port: str, table: str = "") -> None:
    connection = Connection(host, int(port))
    welcome = connection.request("hello", protocols=[1, 1], program="plain client 1.0")
    if welcome["games"].get(GAME) != RULES:
        sys.exit(f"this server does not play version {RULES} of {GAME}")
    account = connection.request("sign_in", name="Plain", token=os.urandom(32))["account"]
    if table:
        connection.request("take_seat", table=table, key=os.urandom(16))
    else:
        table = connection.request("make_table", key=os.urandom(16), game=GAME, options={})["table"]
        print(shown(table), flush=True)
    connection.request("watch", table=table)
    match = Match(account)
    while match.end is None:
        kind, body = connection.push()
        if kind == "closing":
            sys.exit(shown(body["template"].format_map(body["args"])))
        if kind == "events" and body["table"] == table:
            for event in body["events"]:
                match.apply(event)
            if moves := match.moves():
                move = name_of(random.choice(moves))
                connection.request("move", table=table, key=os.urandom(16), position=match.position, move=move)
                match.roll = None  # it is used, although the event of the move may still be on its way
    print(f"{len(match.stones)} stones, winner: {shown(str(match.end['winner']))}")
    connection.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
