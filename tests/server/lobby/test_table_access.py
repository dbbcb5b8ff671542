"""Access rules of tables in memory, while they are read from the database."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from devtools.harness.server.serving import new_key, raw
from protocol import messages as m
from server.app import Serving
from server.lobby.table_access import TableAccess
from server.storage.social import SocialStore


async def test_an_invitation_that_is_given_while_the_rule_is_read_counts() -> None:
    class Social(SocialStore):
        async def in_thread(self, call: Callable[..., Any], *args: Any) -> Any:
            found = await super().in_thread(call, *args)
            if call == self.access:
                await access.invite("t", "bob")
            return found

    social = Social(":memory:")
    social.set_code("t", "abc")
    social.invite("t", "ann")
    access = TableAccess(social)

    await access.load("t")

    assert (access.rule("t").code, access.rule("t").guests) == ("abc", {"ann", "bob"})
    social.close()


async def test_a_table_that_is_refused_leaves_no_code(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="sesame")
    for wrong in ({"options": {"no": 1}}, {"code": " "}, {"rated": True}):
        refused = await ann.ask(structs.replace(make, key=new_key(), **wrong))
        assert isinstance(refused, m.Refused)

    assert serving.services.social.digests()["codes"][0] == 0
    assert isinstance(await ann.ask(make), m.Done)
    assert serving.services.social.digests()["codes"][0] == 1
