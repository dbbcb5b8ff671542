from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from devtools.harness.server.serving import running
from protocol import messages as m
from protocol.identity.device_key import DeviceKey
from server.accounts.login_throttle import SESSION, LoginThrottle
from server.app import Serving
from server.errors import RequestRefused
from server.ops.counters import Counters
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.ops.remote import Remote
from server.storage.accounts import AccountStore

PASSWORD, WRONG = "four old trolls dig", "three dwarfs throw"
HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)  # quick to check
HOME, ROUTER = Remote("192.0.2.1"), Remote("192.0.2.2")
ATTACKERS = [Remote(f"198.51.100.{number}") for number in range(10)]
NONCE = bytes(m.NONCE_BYTES)


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    async with running(tmp_path) as server:
        server.services.policy.update(replace(server.services.policy, behind_proxy=False, limits=Limits()))
        yield server


async def sign_in(
    serving: Serving, name: str, password: str, remote: Remote = HOME, device: DeviceKey | None = None, **fields: Any
) -> str:
    """Return the code of the refusal; empty if it succeeded."""
    proof = device.prove("", NONCE) if device is not None else None
    message = m.SignIn(name=name, password=password, device=proof, **fields)
    try:
        await serving.services.sign_in.sign_in(message, NONCE, "", remote)
    except RequestRefused as refusing:
        return refusing.code
    return ""


async def guess(serving: Serving, name: str = "Ann", remotes: Sequence[Remote] = ATTACKERS) -> None:
    """Each of these addresses guesses until it has to wait."""
    for remote in remotes:
        while await sign_in(serving, name, WRONG, remote) == "bad_password":
            pass


@pytest.mark.parametrize("is_known", [True, False])
async def test_an_owner_gets_in_from_a_known_or_a_new_address_while_others_guess(
    serving: Serving, is_known: bool
) -> None:
    serving.services.accounts.add("Ann", HASH)
    if is_known:
        assert await sign_in(serving, "Ann", PASSWORD) == ""
    await guess(serving)
    remotes = [HOME if is_known else Remote(f"203.0.113.{number}") for number in range(24)]
    assert [await sign_in(serving, "Ann", PASSWORD, remote) for remote in remotes] == [""] * 24


async def test_an_owner_gets_in_with_a_known_device_from_an_address_that_has_guessed(serving: Serving) -> None:
    serving.services.accounts.add("Ann", HASH)
    device = DeviceKey.new()
    assert await sign_in(serving, "Ann", PASSWORD, HOME, device) == ""
    await guess(serving)
    assert await sign_in(serving, "Ann", PASSWORD, ATTACKERS[0]) == "too_soon"
    assert await sign_in(serving, "Ann", PASSWORD, ATTACKERS[0], device) == ""


async def test_many_users_sign_in_behind_one_router_also_when_one_of_them_guesses(serving: Serving) -> None:
    names = [f"Member {number}x" for number in range(20)]
    for name in names:
        serving.services.accounts.add(name, HASH)
    assert [await sign_in(serving, name, PASSWORD, ROUTER) for name in names] == [""] * 20
    await guess(serving, names[1], [ROUTER])
    assert [await sign_in(serving, name, PASSWORD, ROUTER) for name in names[:3]] == ["", "too_soon", ""]


async def test_signing_in_between_guesses_gives_no_more_guesses_and_a_name_may_equal_an_address(
    serving: Serving,
) -> None:
    for name in ("Ann", "Eve"):
        serving.services.accounts.add(name, HASH)
    codes = []
    for _ in range(4):
        assert await sign_in(serving, "Eve", PASSWORD, ROUTER) == ""
        codes.append(await sign_in(serving, "Ann", WRONG, ROUTER))

    assert codes == ["bad_password"] * 3 + ["too_soon"]
    assert await sign_in(serving, "222.222.222.222", WRONG, Remote("222.222.222.222")) == "bad_password"


async def test_no_password_is_hashed_for_an_account_above_the_limit_of_its_address(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []

    async def hash(password: str, queue: int) -> str:
        hashed.append(password)
        return HASH

    monkeypatch.setattr(serving.services.sign_in.passwords, "hash", hash)
    serving.services.policy.update(
        replace(serving.services.policy, limits=Limits(account_burst=2, account_per_minute=1))
    )
    codes = [await sign_in(serving, name, PASSWORD, ROUTER, sign_up=True) for name in ("Ann", "Bob", "Carl", "Dora")]

    assert codes == ["", "", "too_fast", "too_fast"]
    assert len(hashed) == 2


@dataclass
class Time:
    ms: int = 10**12

    def now(self) -> int:
        return self.ms


def throttle_at(time: Time) -> LoginThrottle:
    return LoginThrottle(AccountStore(":memory:"), Policy(), time, Counters())  # type: ignore[arg-type]


async def guesses(
    throttle: LoginThrottle, time: Time, remotes: list[Remote], seconds: int, every_s: int, own: str = ""
) -> int:
    """Count the wrong passwords that are checked when each address tries every few seconds."""
    checked = 0
    for _ in range(seconds // every_s):
        for remote in remotes:
            with suppress(RequestRefused):
                async with throttle.attempt(remote, "ann", own) as attempt:
                    attempt.failed = True
                checked += 1
        time.ms += every_s * 1000
    return checked


async def test_addresses_guess_at_one_name_six_times_a_minute_at_most() -> None:
    time = Time()
    throttle = throttle_at(time)
    first, then = [await guesses(throttle, time, ATTACKERS[:5], 180, 10) for _ in range(2)]
    assert first <= 60 + 3 * 6
    assert then <= 3 * 6


@pytest.mark.parametrize(("known", "own"), [(True, ""), (False, SESSION)])
async def test_a_known_address_and_a_session_guess_no_faster_than_others(known: bool, own: str) -> None:
    time = Time()
    throttle = throttle_at(time)
    if known:
        throttle.signed_in("ann", HOME)
    first, then = [await guesses(throttle, time, [HOME], 3600, 60, own) for _ in range(2)]
    assert first <= 25
    assert then <= 12
