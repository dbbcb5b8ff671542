"""Guests who do not come back: which of them are forgotten, and when."""

from contextlib import closing

from server.lobby.lobby import Lobby
from server.lobby.old_guests import DAY_S, OldGuests
from server.ops.counters import Counters
from server.ops.limiter import Limiter
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.storage.accounts import AccountStore
from server.storage.social import Outcome, SocialStore
from server.storage.tournaments import Role, TournamentAppend, TournamentRow
from server.tables.clock import Clock
from server.tables.commands import User
from server.tables.users import Peer
from tests.server.services import Line
from tests.server.stored import finished_match


async def test_a_guest_is_forgotten_after_the_time_of_the_settings_unless_others_may_see_something_of_them() -> None:
    with closing(AccountStore(":memory:")) as accounts, closing(SocialStore(":memory:")) as social:
        clock, lobby, policy = Clock(), Lobby[Peer](), Policy(limits=Limits(guest_days=0))
        seen = clock.now()
        names = ("gone", "here", "first", "second", "talker", "listener", "writer", "invited", "entrant")
        ids = {name: accounts.enter(name, name.encode().ljust(32), now=seen).id for name in names}
        lobby.enter(Line(), User(ids["here"], "here"))
        social.add_matches(0, [(1, Outcome(finished_match(accounts=(ids["first"], ids["second"])), True))])
        social.note_direct(ids["talker"], ids["listener"])
        social.add_line("lobby", "", (ids["writer"], "writer"), "hello", 1, b"k" * 16)
        social.invite("t", ids["invited"])
        rows: list[TournamentRow] = [TournamentRow(1, None, b"")]
        people: list[tuple[str, Role]] = [(ids["entrant"], "player")]
        social.append_to_tournament(TournamentAppend("cup", 0, rows, b"", False, 1, people))
        caught_up = list[bool]()

        async def catch_up() -> None:
            caught_up.append(True)

        guests = OldGuests(accounts, social, lobby, Limiter(policy, Counters(), clock.now), catch_up)
        clock.reach(seen + 10 * DAY_S * 1000)
        await guests.forget()
        assert all(map(accounts.get, ids.values()))
        policy.update(Policy(limits=Limits(guest_days=11)))
        await guests.forget()
        assert all(map(accounts.get, ids.values()))

        policy.update(Policy(limits=Limits(guest_days=9)))
        await guests.forget()

        assert [name for name, id in ids.items() if accounts.get(id) is None] == ["gone"]
        assert caught_up
