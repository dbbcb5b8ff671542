"""Access rules of tables, and when no tables are made."""

from collections.abc import Callable
from typing import Any

from msgspec import structs
from trio.testing import MockClock

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.serving import new_key, raw
from protocol import messages as m
from server.app import Serving
from server.lobby.new_tables import MEMORY_FULL
from server.lobby.table_access import TableAccess
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.storage.social import SocialStore
from tests.server.services import services_in_memory


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
    for wrong, code in (
        ({"options": {"no": 1}}, "bad_option"), ({"code": " "}, "bad_code"), ({"rated": True}, "not_registered"),
    ):  # fmt: skip
        assert (await ann.ask(structs.replace(make, key=new_key(), **wrong))).code == code
    assert serving.services.social.digests()["codes"][0] == 0
    assert isinstance(await ann.ask(make), m.Done)
    assert serving.services.social.digests()["codes"][0] == 1


async def test_no_table_is_made_while_the_memory_is_full(mock_clock: MockClock) -> None:
    async with services_in_memory(MemoryStore(), limits=Limits(memory_mib=1)) as services:
        for _ in range(2):
            assert services.new_tables.why_closed() == MEMORY_FULL
            mock_clock.jump(60)
        assert services.counters.limits["memory"] == 1  # once for the whole time
        services.policy.update(Policy())
        assert services.new_tables.why_closed() is None
