"""Ways around mutes, bans and name rules that no longer work."""

from dataclasses import replace
from typing import Any

import pytest

from devtools.harness.server.serving import Raw, new_key, raw
from protocol import messages as m
from server.app import Serving
from server.errors import DatabaseFailed
from server.lobby.lobby import Lobby
from server.lookalikes import skeletons
from server.ops.remote import Remote
from server.storage.accounts import AccountStore
from server.tables.commands import User
from tests.server.accounts.test_moderation import code, person, report


async def make(line: Raw, **fields: Any) -> Any:
    return await line.ask(m.MakeTable(key=new_key(), game="clod", options={}, **fields))


async def test_a_muted_user_plays_but_sets_no_titles_and_no_names(serving: Serving) -> None:
    token, wanted = bytes(32), "Moritz is a troll"
    ann, moritz = await person(serving, "Ann", token), await person(serving, "Moritz", moderator=True)
    await moritz.moderate(ann, "mute")

    assert code(await make(ann.line, title=wanted)) == "muted_here"
    assert isinstance(await make(ann.line), m.Done)
    order = m.SignUp(name=wanted, password="four old trolls dig")
    again = m.SignIn(name=order.name, token=token, password=order.password, sign_up=True)
    assert code(await ann.ask(order)) == "muted_here"
    assert code(await (await raw(serving)).ask(again)) == "muted_here"

    signed = await (await raw(serving)).ask(m.SignIn(name=wanted, token=token))

    assert (signed.account, signed.name) == (ann.account, "Ann")
    stored = serving.services.accounts.get(ann.account)
    assert stored is not None
    assert (stored.name, stored.registered) == ("Ann", False)


async def test_a_report_does_not_reveal_the_chat_of_a_private_table(serving: Serving) -> None:
    moritz, ann = await person(serving, "Moritz", moderator=True), await person(serving, "Ann")
    table = (await make(ann.line, access="invited", player=0)).table
    assert isinstance(await ann.ask(m.Say(key=new_key(), room="table", table=table, text="a secret")), m.Done)
    for reporter in (moritz, ann):
        await reporter.ask(report(ann.account, table=table))
    by_ann, by_moritz = await moritz.reports()

    assert [(line.room, line.text) for line in by_ann.lines] == [("table", "a secret")]
    assert (by_moritz.table, by_moritz.lines) == (table, [])


async def test_lifting_a_ban_lifts_its_address_ban(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    serving.services.policy.update(replace(serving.services.policy, behind_proxy=False))
    token = bytes(32)
    moritz, ann = await person(serving, "Moritz", moderator=True), await person(serving, "Ann", token)
    peer: Any = serving.services.lobby.peer_of(moritz.account)
    monkeypatch.setattr(peer, "remote", Remote("192.0.2.1"))
    await moritz.moderate(ann, "ban", address=True)
    assert code(await (await raw(serving)).ask(m.SignIn(name="Cid"))) == "banned"
    await moritz.moderate(ann, "unban")

    for name, proof in (("Ann", token), ("Cid", None)):
        assert isinstance(await (await raw(serving)).ask(m.SignIn(name=name, token=proof)), m.SignedIn)


@pytest.mark.parametrize(("fails", "gone"), [("add_measure", False), ("ban_address", True)])
async def test_a_ban_takes_effect_exactly_when_it_is_on_disk(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, fails: str, gone: bool
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise DatabaseFailed("database or disk is full")

    serving.services.policy.update(replace(serving.services.policy, behind_proxy=False))
    moritz, ann = await person(serving, "Moritz", moderator=True), await person(serving, "Ann")
    peer: Any = serving.services.lobby.peer_of(moritz.account)
    monkeypatch.setattr(peer, "remote", Remote("192.0.2.1"))
    monkeypatch.setattr(serving.services.accounts, fails, broken)
    reply = await moritz.ask(m.Moderate(account=ann.account, what="ban", address=True))
    known = serving.services.accounts.get(ann.account)

    assert code(reply) == "internal"
    assert known is not None
    assert known.is_banned(0) is gone
    if gone:
        assert [type(message) for message in await ann.line.rest()][-1] is m.Closing
    else:
        assert isinstance(await ann.ask(m.Ping()), m.Pong)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_the_database_lifts_address_bans_with_the_ban_of_their_account(accounts: AccountStore) -> None:
    ann, bob = accounts.enter("Ann").id, accounts.enter("Bob").id
    accounts.ban_address("192.0.2.1", 0, "enough", ann)
    accounts.ban_address("192.0.2.2", 0, "enough", bob)
    assert accounts.unban(ann) == ["192.0.2.1"]
    assert accounts.address_bans() == {"192.0.2.2": (0, "enough")}


def test_a_user_who_reconnects_during_registration_can_be_found() -> None:
    lobby: Lobby[str] = Lobby()
    lobby.enter("old line", User("ann", "Ann"))
    lobby.enter("new line", User("ann", "Ann"))
    lobby.rename("old line", "Anna", is_registered=True)
    lobby.leave("old line", "ann")
    assert lobby.peer_of("ann") == "new line"


async def test_a_guest_with_a_newly_registered_name_gets_another_with_a_number_that_nobody_has_registered(
    serving: Serving,
) -> None:
    guest = await raw(serving, name="Anna")
    token = bytes(32)
    ann = (await (await raw(serving)).ask(m.SignIn(name="Guest", token=token))).account
    serving.services.accounts.register(ann, "Anna", "a hash")
    signed = await (await raw(serving)).ask(m.SignIn(name="Guest", token=token))

    assert signed.name == "Anna"
    assert [message.code for message in await guest.rest() if isinstance(message, m.Closing)] == ["renamed"]
    serving.services.accounts.add("Anna2", "a hash")
    assert skeletons("Anna 2") == skeletons("Anna2")
    assert (await (await raw(serving)).ask(m.SignIn(name="Anna"))).name == "Anna 3"


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_an_account_id_takes_precedence_over_an_equal_name_and_the_credentials_of_an_account_are_limited(
    accounts: AccountStore,
) -> None:
    key = bytes(32)
    ann = accounts.enter("Ann", key=key)
    accounts.add(ann.id, "a hash")
    for number in range(150):
        accounts.enter("Ann", number.to_bytes(32, "big"), key, now=number)

    found, owner = accounts.find(ann.id), accounts.owner(key, None)
    assert found is not None
    assert found.name == "Ann"
    assert len(accounts.devices(ann.id, 0)) == 100
    assert owner is not None
    assert owner.account == ann.id
