"""Two computers use the key of one player: the later program takes over, and both people read it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import dial, known, raw, until
from protocol import messages as m
from protocol.client import Session
from protocol.identity.device_key import DeviceKey
from server.app import Serving

KEY = DeviceKey.from_seed(bytes(32))


@asynccontextmanager
async def program(serving: Serving, label: str, key: DeviceKey = KEY, **proof: str) -> AsyncIterator[Session]:
    session = Session(known(serving), "Ann", None, device=key, label=label, plain=True, dial=dial, **proof)
    async with trio.open_nursery() as nursery:
        await nursery.start(session.run)
        await until(session, lambda _: session.status == "online")
        yield session
        nursery.cancel_scope.cancel()


async def test_the_people_at_both_computers_with_one_key_are_told_and_the_first_stays_out(serving: Serving) -> None:
    with trio.fail_after(PATIENCE_S):
        async with program(serving, "desktop") as first, program(serving, "laptop") as second:
            await until(first, lambda _: first.status == "failed")
            notice = await until(second, lambda update: isinstance(update, m.Notice))
            assert (second.status, notice.args) == ("online", {"place": "desktop"})

    assert first.error is not None
    assert (first.error_code, first.error.args) == ("replaced", {"place": "laptop"})


async def test_a_copied_folder_on_the_same_computer_is_told_as_well(serving: Serving) -> None:
    first, second = await raw(serving), await raw(serving)
    for line, installation in (first, b"1"), (second, b"2"):
        await line.ask(m.SignIn(name="Ann", token=bytes(32), label="desktop", installation=installation))

    [closing] = [message for message in await first.rest() if isinstance(message, m.Closing)]
    await first.stream.aclose()
    assert closing.args == (await second.push(m.Notice)).args == {"place": "desktop"}


async def test_a_program_that_is_started_again_on_the_same_computer_is_no_copy(serving: Serving) -> None:
    with trio.fail_after(PATIENCE_S):
        async with program(serving, "desktop") as first, program(serving, "desktop"):
            await until(first, lambda _: first.status == "failed")

    assert first.error is not None
    assert (first.error_code, first.error.args) == ("replaced", {})


async def test_another_computer_of_an_account_has_a_key_of_its_own_and_is_no_copy(serving: Serving) -> None:
    with trio.fail_after(PATIENCE_S):
        async with program(serving, "desktop") as first:
            code = (await first.ask(m.MakePairingCode(), m.PairingCode)).code
            async with program(serving, "laptop", DeviceKey.from_seed(b"2" * 32), link=code):
                await until(first, lambda _: first.status == "failed")

    assert first.error is not None
    assert (first.error_code, first.error.args) == ("replaced", {})
