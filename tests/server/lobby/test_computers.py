"""Computer players at a server: which may sign in, how lists and seats name them, and when they are rated."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import Raw, new_key, raw, running
from netgame.match.events import Seated
from protocol import messages as m
from protocol.event_codec import event_from_plain
from server.app import Serving
from server.ops.limits import Limits
from server.storage.accounts import AccountStore

TOKEN, PASSWORD = b"c" * 32, "a long password"


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    with trio.fail_after(PATIENCE_S):
        async with running(tmp_path, computers="all") as started:
            yield started


async def computer(serving: Serving, level: int = 3, token: bytes | None = TOKEN, **fields: Any) -> Raw:
    line = await raw(serving)
    reply = await line.ask(m.SignIn(name="Robbie", token=token, computer=f"level {level}", **fields))
    assert isinstance(reply, m.SignedIn), reply
    return line


def clod(**terms: Any) -> m.MakeTable:
    return m.MakeTable(key=new_key(), **({"game": "clod", "options": {}} | terms))


def seat(made: m.Done) -> m.TakeSeat:
    return m.TakeSeat(table=made.table, key=new_key())


async def member(serving: Serving, name: str = "Ann", sign_up: bool = True, **fields: Any) -> Raw:
    line = await raw(serving)
    order = m.SignIn(name=name, password=PASSWORD, sign_up=sign_up, **fields)
    assert isinstance(await line.ask(order), m.SignedIn)
    return line


async def seats(line: Raw, table: str) -> list[str]:
    """Return what the log says of those who sat down, in order."""
    await line.ask(m.Watch(table=table))
    events = map(event_from_plain, (await line.push(m.TableEvents)).events)
    return [event.computer for event in events if isinstance(event, Seated)]


async def test_the_setting_says_where_computer_players_may_come_from(serving: Serving) -> None:
    policy = serving.services.policy
    for policy.computers, policy.behind_proxy, admits in (
        ("off", False, False), ("local", False, True), ("all", False, True),
        ("local", True, False), ("all", True, True),  # behind a proxy the server cannot tell who is on this computer
    ):  # fmt: skip
        line = await raw(serving)
        reply = await line.ask(m.SignIn(name="Robbie", computer="level 3"))
        assert line.welcome.computers == admits
        assert getattr(reply, "code", "") == ("" if admits else "no_computers")
        assert isinstance(await line.ask(m.SignIn(name="Ann")), m.Refused if admits else m.SignedIn)


async def test_an_odd_description_is_refused(serving: Serving) -> None:
    for text in ("level\n3", "Stufe ü", "x" * 41, " "):
        assert await (await raw(serving)).refusal(m.SignIn(name="Robbie", computer=text)) == "bad_computer"


async def test_the_number_of_computer_players_is_limited(tmp_path: Path) -> None:
    async with running(tmp_path, computers="all", limits=Limits(computer_players=1)) as serving:
        await computer(serving)
        assert await (await raw(serving)).refusal(m.SignIn(name="Second", computer="level 1")) == "too_many"
        assert isinstance(await (await raw(serving)).ask(m.SignIn(name="Ann")), m.SignedIn)
        await computer(serving)  # the same account comes back


async def test_lists_seats_the_history_and_a_rematch_name_the_computer_player(serving: Serving) -> None:
    ann, robbie = await raw(serving, name="Ann"), await computer(serving)
    made = await robbie.ask(clod(player=1))
    await ann.ask(seat(made))
    people = await ann.people(lambda people: len(people) == 2)
    assert {person.name: person.computer for person in people} == {"Ann": "", "Robbie": "level 3"}
    [info] = await ann.tables(lambda tables: any(table.state == "playing" for table in tables))
    assert [each.computer for each in info.seats if each is not None] == ["", "level 3"]
    assert await seats(ann, made.table) == ["level 3", ""]

    await ann.ask(m.SendResign(table=made.table, key=new_key(), match=True))
    assert [match.computers for match in (await ann.ask(m.GetHistory())).matches] == [("", "level 3")]
    await robbie.ask(m.Rematch(table=made.table, key=new_key()))
    again = await ann.ask(m.Rematch(table=made.table, key=new_key()))
    assert await seats(ann, again.table) == ["level 3", ""]


async def test_an_account_keeps_what_it_said_while_it_has_a_seat(serving: Serving) -> None:
    for first, then in (("level 3", ""), ("level 3", "level 5"), ("", "level 3")):
        line, token = await raw(serving), 2 * new_key()
        await line.ask(m.SignIn(name="Robbie", token=token, computer=first))
        made = await line.ask(clod(player=0))
        again = m.SignIn(name="Robbie", token=token, computer=then)
        assert await (await raw(serving)).refusal(again) == "other_player"
        await line.ask(m.LeaveSeat(table=made.table, key=new_key()))
        assert isinstance(await (await raw(serving)).ask(again), m.SignedIn)


async def test_only_where_the_table_says_so_registered_computers_make_and_join_rated_tables(serving: Serving) -> None:
    ann, guest, terms = await member(serving), await computer(serving), {"rated": True, "rated_computers": True}
    usual, made = await ann.ask(clod(rated=True)), await ann.ask(clod(**terms))
    assert (await guest.ask(seat(made))).code == "not_registered"
    robbie = await computer(serving, password=PASSWORD, sign_up=True)
    for order in (seat(usual), clod(rated=True)):
        assert (await robbie.ask(order)).code == "rated_computer"
    for order in (seat(made), clod(**terms)):
        assert isinstance(await robbie.ask(order), m.Done)


async def test_no_rated_rematch_with_a_player_who_is_a_computer_now(serving: Serving) -> None:
    ann, bob = await member(serving), await member(serving, "Robbie", token=TOKEN)
    made = await ann.ask(clod(rated=True))
    await bob.ask(seat(made))
    await ann.ask(m.SendLeave(table=made.table, key=new_key()))
    robbie = await computer(serving)
    assert (await robbie.ask(m.Rematch(table=made.table, key=new_key()))).code == "rated_computer"


async def test_a_computer_player_that_signs_in_while_its_account_is_read_is_not_challenged(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, robbie = await raw(serving, name="Ann"), await member(serving, "Robbie", computer="level 3")
    [account] = [person.account for person in await ann.people(lambda people: len(people) == 2) if person.computer]
    robbie.close()
    await ann.people(lambda people: len(people) == 1)
    in_thread = AccountStore.in_thread

    async def meanwhile(store: AccountStore, call: Callable[..., Any], *args: Any) -> Any:
        found = await in_thread(store, call, *args)
        if (call.__name__, args) == ("get", (account,)):
            monkeypatch.undo()
            await member(serving, "Robbie", sign_up=False, computer="level 3")
        return found

    monkeypatch.setattr(AccountStore, "in_thread", meanwhile)
    answer = await ann.ask(m.Challenge(key=new_key(), account=account, terms=m.GameTerms(game="clod")))
    assert isinstance(answer, m.Refused)
    assert answer.code == "computer"


async def test_a_rematch_that_a_computer_may_not_play_says_so(serving: Serving) -> None:
    ann, bob = await member(serving), await member(serving, "Bob")
    made = await ann.ask(clod(rated=True))
    await bob.ask(seat(made))
    await ann.ask(m.SendResign(table=made.table, key=new_key(), match=True))
    assert isinstance(await bob.ask(m.Rematch(table=made.table, key=new_key())), m.Done)
    assert isinstance(
        await (await raw(serving)).ask(m.SignIn(name="Bob", password=PASSWORD, computer="level 3")), m.SignedIn
    )

    assert await ann.refusal(m.Rematch(table=made.table, key=new_key())) == "rated_computer"
