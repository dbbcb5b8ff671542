"""Commands that are sent again, because their answer was lost: the key comes before every limit."""

from dataclasses import replace
from typing import Any

from devtools.harness.server.serving import new_key, raw
from netgame.text import Text
from protocol import messages as m
from server.app import Serving
from server.ops.limits import Limits
from tests.server.accounts.test_moderation import person
from tests.server.lobby.test_social import finished

FEW = Limits(table_burst=1, table_per_minute=1, seats=1, chat_burst=1, chat_per_minute=1)


def limit(serving: Serving, limits: Limits) -> None:
    serving.services.policy.update(replace(serving.services.policy, limits=limits))


def make(**fields: Any) -> m.MakeTable:
    return m.MakeTable(key=new_key(), game="clod", options={}, **fields)


async def test_a_table_that_was_made_is_made_again_with_the_same_answer_above_every_limit(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    limit(serving, FEW)
    command = make(title="A title")
    done = await ann.ask(command)

    assert isinstance(done, m.Done)
    assert await ann.ask(command) == done
    assert (await ann.ask(m.MakeTable(key=command.key, game="thud", options={}))).code == "key_reused"
    assert (await ann.ask(make())).code == "too_many"
    limit(serving, replace(FEW, seats=50))
    assert await ann.ask(command) == done
    assert (await ann.ask(make())).code == "too_fast"
    serving.services.new_tables.closed = Text("The server stops soon")
    assert await ann.ask(command) == done
    assert (await ann.ask(make())).code == "closed"


async def test_a_seat_that_was_taken_with_a_code_is_taken_though_too_many_codes_were_tried(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    table = (await ann.ask(make(access="code", code="door", ready=False))).table
    command = m.TakeSeat(table=table, key=new_key(), code="door", ready=False)
    done = await bob.ask(command)
    await bob.ask(m.LeaveSeat(table=table, key=new_key()))
    for _ in range(6):
        await bob.ask(m.TakeSeat(table=table, key=new_key(), code="wrong"))
    assert isinstance(done, m.Done)
    assert await bob.ask(command) == done


async def test_a_line_that_was_said_is_said_though_its_writer_is_muted_or_away_by_now(serving: Serving) -> None:
    ann, moritz = await person(serving, "Ann"), await person(serving, "Moritz", moderator=True)
    table = (await moritz.ask(make())).table
    await ann.ask(m.Watch(table=table))
    line = m.Say(key=new_key(), room="spectators", table=table, text="Hello")
    done = await ann.ask(line)
    await ann.ask(m.Unwatch(table=table))
    away = await ann.ask(line)
    await moritz.ask(m.Moderate(account=ann.account, what="mute"))

    assert isinstance(done, m.Done)
    assert away == await ann.ask(line) == done


async def test_a_report_that_was_kept_is_not_sent_too_fast(serving: Serving) -> None:
    ann, bob = await person(serving, "Ann"), await person(serving, "Bob")
    reports = [m.Report(key=new_key(), account=bob.account, text="look") for _ in range(6)]
    replies = [await ann.ask(report) for report in reports]
    assert [getattr(reply, "code", "") for reply in replies] == [""] * 5 + ["too_fast"]
    assert await ann.ask(reports[0]) == replies[0]


async def test_wishes_that_were_sent_are_not_sent_too_fast(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    wish = m.Seek(key=new_key(), games=["clod"], clocks=["fischer 300+5"], within=100)
    assert [await ann.ask(wish) for _ in range(40)] == [m.Done()] * 40
    await bob.ask(m.WatchSeeks())
    while not (shown := (await bob.push(m.SeeksDelta)).changed):
        pass
    accept = m.AcceptSeek(key=new_key(), seek=shown[0].seek)
    done = await bob.ask(accept)
    assert isinstance(done, m.Done)
    assert [await bob.ask(accept) for _ in range(40)] == [done] * 40


async def test_a_rematch_that_was_declined_is_declined_again(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    table = await finished(serving, ann, bob)
    offer, close = m.Rematch(table=table, key=new_key()), m.CloseRematch(table=table, key=new_key())
    offered, closed = await ann.ask(offer), await bob.ask(close)
    assert isinstance(closed, m.Done)
    assert await bob.ask(close) == closed
    assert await ann.ask(offer) == offered
    assert (await bob.ask(m.CloseRematch(table=table, key=new_key()))).code == "no_offer"


async def test_the_key_of_an_invitation_is_not_good_for_another_one(serving: Serving) -> None:
    ann, bob, eve = [await person(serving, name) for name in ("Ann", "Bob", "Eve")]
    table = (await ann.ask(make())).table
    invite = m.Invite(table=table, key=new_key(), account=bob.account)
    done = await ann.ask(invite)
    assert isinstance(done, m.Done)
    assert await ann.ask(invite) == done
    assert (await ann.ask(m.Invite(table=table, key=invite.key, account=eve.account))).code == "key_reused"
