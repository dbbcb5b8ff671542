"""Access rules of tables in memory, while they are read from the database."""

from collections.abc import Callable
from typing import Any

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
