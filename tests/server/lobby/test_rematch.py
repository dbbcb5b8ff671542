"""A rematch that is asked for once more while it is being made."""

from typing import Any

from devtools.harness.server.serving import new_key, order, two_at_a_table
from protocol import messages as m
from server.app import Serving


async def test_a_repeated_request_during_the_commit_gets_the_rematch(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving)
    await ann.ask(order(serving, table))
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    await ann.ask(m.Rematch(table=table, key=new_key()))
    for id in (101, 102, 103):
        await bob.send(m.Rematch(table=table, key=new_key()), id)
    answers: list[Any] = []
    while len(answers) < 3:
        frame = await bob.frame()
        assert frame is not None
        answers += [frame.message] if frame.id > 100 else []

    assert {type(answer) for answer in answers} == {m.Done}
    assert len({answer.table for answer in answers} | {table}) == 2
