"""A client that asks for as much as it can, and reads the answers or does not. No other client may be harmed."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle

import trio

from protocol import messages as m
from protocol.client import ConnectError, Server
from protocol.client.dial import dial
from protocol.framing import encode

AT_ONCE = 50  # requests in one packet
READ_BYTES = 1 << 20


async def ask_for_much(server: Server, tables: Sequence[str], *, plain: bool, reads: bool) -> None:
    """Ask for logs, histories and lists until cancelled, or until the server ends the connection."""
    with suppress(ConnectError, trio.BrokenResourceError, trio.ClosedResourceError):
        async with (await dial(server, plain=plain)).stream as stream:
            first = [m.Hello(protocols=m.PROTOCOL, program="reader"), m.SignIn(name="Reader")]
            await stream.send_all(b"".join(encode(message, id) for id, message in enumerate(first, 1)))
            async with trio.open_nursery() as nursery:
                if reads:
                    nursery.start_soon(_read, stream)
                wanted = cycle([m.GetHistory(limit=200), m.ListTables(), *(m.Watch(table=table) for table in tables)])
                while True:
                    some = [encode(message, id) for id, message in zip(range(3, 3 + AT_ONCE), wanted, strict=False)]
                    await stream.send_all(b"".join(some))


async def _read(stream: trio.abc.Stream) -> None:
    while await stream.receive_some(READ_BYTES):
        pass
