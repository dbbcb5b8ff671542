"""The bus between nodes of one process."""

import trio.testing

from server.cluster.bus import LocalHub
from server.cluster.messages import RelayWritten, TableChanged


async def test_a_message_reaches_the_subscribers_of_all_other_nodes() -> None:
    hub, got = LocalHub(), list[tuple[str, str]]()
    buses = {name: hub.bus() for name in ("first", "second", "third")}
    for name, bus in buses.items():
        bus.subscribe(TableChanged, lambda message, name=name: got.append((name, message.table)))

    buses["first"].send(TableChanged("t", 1))
    buses["first"].send(RelayWritten())
    await trio.testing.wait_all_tasks_blocked()

    assert got == [("second", "t"), ("third", "t")]


async def test_a_hub_can_lose_messages_and_report_a_gap() -> None:
    hub, got, gaps = LocalHub(), list[TableChanged](), list[bool]()
    first, second = hub.bus(), hub.bus()
    second.subscribe(TableChanged, got.append)
    second.on_gap.append(lambda: gaps.append(True))
    hub.loses = lambda message: message == TableChanged("t", 2)

    for number in (1, 2, 3):
        first.send(TableChanged("t", number))
    await trio.testing.wait_all_tasks_blocked()
    hub.gap()

    assert [message.number for message in got] == [1, 3]
    assert gaps == [True]
