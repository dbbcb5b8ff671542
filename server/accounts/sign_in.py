"""Sign-in by device key, token, password or pairing code; registration; and what an account signs in with."""

import logging
from collections.abc import Callable
from functools import partial

import trio

from netgame.text import Text
from protocol import messages as m
from protocol.identity.device_key import is_proof
from protocol.texts import cleaned, folded
from server.accounts.login_throttle import SESSION, LoginThrottle
from server.accounts.pairing import LIFETIME_S, digest_of_code, new_code, normalized
from server.accounts.passwords import Passwords, checked_password
from server.accounts.sanctions import Sanctions, ban_words
from server.errors import DatabaseFailed, RequestRefused
from server.lookalikes import skeletons
from server.names import InvalidName, checked_name, numbered
from server.ops.counters import Counters
from server.ops.limits import Limits
from server.ops.logging import security
from server.ops.policy import Policy
from server.ops.rate_limit import RateLimit, RateLimiter
from server.ops.remote import Remote
from server.storage.accounts import Account, AccountStore, Known, NameTaken, Registered
from server.tables.clock import Clock
from server.tables.commands import User

log = logging.getLogger(__name__)

MAX_LABEL = 40
LIMIT_CODES = ("too_fast", "too_soon", "busy")  # logged as limits, not as failures: there may be thousands

GUESTS_OFF = Text("This server is for registered players. Sign in with your name and password, or register")
NO_SIGN_UP = Text("Registration is closed on this server. Ask its operator for an account")
BAD_PASSWORD = Text("Wrong name or password")
BAD_PROOF = Text("The signature of this device is invalid. Connect again; if that does not help, update this program")
BAD_CODE = Text("That code is wrong or has expired. Make a new one on the other computer")
BAD_RESET = Text("That code is wrong or has expired. Ask for a new one")
SIGNED_OUT = Text("The account has a new password, set with a mailed code. Sign in with it on this computer too")
NAME_TAKEN = Text("That name, or one that looks like it, is already registered. Choose another one")
TOO_FAST = Text("Too many sign-ins from your address. Wait a moment and try again")
REGISTERED = Text("A registered account keeps its name")
MUTED = Text("A moderator has muted you; you cannot choose a name for now")
NO_DEVICE = Text("You have no such device")
REVOKED = Text("This device no longer belongs to the account")
DISK_FAILED = Text("The server cannot read or store anything at the moment. Nothing has changed. Try again later")


class SignInService:
    """Signs users in and changes their credentials. Methods raise `RequestRefused` when they do not do what was asked.

    `is_name_in_use(name, account)` tells whether another online user has that name, or one that looks like it. It is
    called in a thread.
    """

    def __init__(
        self, accounts: AccountStore, sanctions: Sanctions, is_name_in_use: Callable[[str, str], bool],
        policy: Policy, clock: Clock, counters: Counters,
    ) -> None:  # fmt: skip
        self._accounts, self._sanctions, self._is_name_in_use = accounts, sanctions, is_name_in_use
        self._policy, self._clock, self._counters = policy, clock, counters
        self.passwords = Passwords(partial(counters.count_limit, "password_queue"))
        self._throttle = LoginThrottle(accounts, policy, clock, counters)
        # by address; all users behind one come back at once when a server restarts
        self._attempt_rate = RateLimiter(lambda: _rate_of_returns(policy.limits))
        self._sign_in_rate = RateLimiter(lambda: policy.limits.rate("sign_in"))  # by address, without known devices
        self._account_rate = RateLimiter(lambda: policy.limits.rate("account"))  # by address

    # ---- signing in

    async def sign_in(
        self, request: m.SignIn, nonce: bytes, fingerprint: str, remote: Remote
    ) -> tuple[Account, Known, str]:
        """Return the account, what is stored of it, and the name it has here now."""
        try:
            kind, account, known, name = await self._authenticate(request, nonce, fingerprint, remote)
            self._check_known(known, remote, self._clock.now())  # again: it may have been banned meanwhile
        except DatabaseFailed as error:
            log.error("account database failed: %s", error)
            self._counters.sign_ins["failed"] += 1
            raise RequestRefused("internal", DISK_FAILED) from error
        except RequestRefused as refusal:
            self._counters.sign_ins["failed"] += 1
            if refusal.code not in LIMIT_CODES:
                name = folded(request.name)[: m.MAX_NAME]
                security("sign_in_failed", remote=str(remote), name=name, code=refusal.code)
            raise
        self._counters.sign_ins[kind] += 1
        if known.registered:
            self._throttle.signed_in(known.account, remote)
        return account, known, name

    async def check_again(self, account: str, credential: int, remote: Remote) -> None:
        """Raise `RequestRefused` if an account that has just come online lost that right during its sign-in."""
        known = await self._accounts.in_thread(self._accounts.holder, account, credential)
        if known is None:
            raise RequestRefused("revoked", REVOKED)
        self._check_known(known, remote, self._clock.now(), as_guest=True)
        self._sanctions.came_online(known)

    def check_address(self, remote: Remote) -> None:
        """Raise `RequestRefused` if an address is banned."""
        ban = self._sanctions.address_ban(remote.key, self._clock.now())
        if ban is not None:
            security("banned", remote=str(remote))
            raise RequestRefused("banned", ban_words(*ban))

    async def _authenticate(
        self, request: m.SignIn, nonce: bytes, fingerprint: str, remote: Remote
    ) -> tuple[str, Account, Known, str]:
        """Return the way of signing in, for the counters, then as `sign_in`."""
        now = self._clock.now()
        self.check_address(remote)
        if not self._is_within(self._attempt_rate, "sign_in", remote, now):
            raise RequestRefused("too_fast", TOO_FAST)
        name, label, proof = _checked_name(request.name), cleaned(request.label)[:MAX_LABEL], request.device
        key = proof.key if proof is not None else None
        if not request.sign_up and request.password is None and request.link is None and request.reset is None:
            kind = "device" if key is not None else "token"
            is_proved = partial(is_proof, proof, fingerprint, nonce) if proof is not None else None
            return kind, *await self._by_credential(name, request.token, key, is_proved, label, remote)
        # in a thread: the library behind it takes a tenth of a second to load
        if proof is not None and not await trio.to_thread.run_sync(is_proof, proof, fingerprint, nonce):
            raise RequestRefused("bad_proof", BAD_PROOF)
        if not self._is_within(self._sign_in_rate, "sign_in", remote, now):
            raise RequestRefused("too_fast", TOO_FAST)
        if request.reset is not None:
            reset = self._by_reset(name, request.reset, request.password or "", key, label, remote)
            kind, account = "reset", await reset
        elif request.sign_up:
            kind, account = "sign_up", await self._by_sign_up(request, key, name, label, remote)
        elif request.password is not None:
            kind, account = "password", await self._by_password(name, request.password, key, label, remote)
        else:
            kind, account = "link", await self._by_code(request.link or "", key, label, remote)
        return kind, *await self._accounts.in_thread(self._entered, account, name, self._clock.now())

    async def _by_credential(
        self, name: str, token: bytes | None, key: bytes | None, is_proved: Callable[[], bool] | None, label: str,
        remote: Remote,
    ) -> tuple[Account, Known, str]:  # fmt: skip
        """Sign in the account of a credential, or make a new one.

        All of that is one step in a thread, so the limits of new accounts are looked at before it and charged after it.
        Sign-ins of one address at the same time may exceed them, and its next one waits longer for that.
        """
        now, accounts, rates = self._clock.now(), self._accounts, (self._sign_in_rate, self._account_rate)
        places = self._policy.places(remote)
        is_limited = not all(rate.has(places, now) for rate in rates)
        may_be_new = self._policy.guests and not is_limited

        def enter() -> tuple[Account, Known, str] | RequestRefused | None:
            """Return a refusal: raised, it would undo the sign-ins that share the transaction."""
            if is_proved is not None and not is_proved():
                return RequestRefused("bad_proof", BAD_PROOF)
            known = accounts.owner(key, token)
            if known is None and accounts.take_signed_out(key, token):
                return RequestRefused("revoked", SIGNED_OUT)
            if known is None and not may_be_new:
                return None
            try:
                if known is not None:
                    self._check_known(known, remote, now)
                return self._entered(accounts.enter(name, token, key, label, now), name, now)
            except RequestRefused as refusal:
                return refusal

        found = await accounts.in_shared_transaction(enter)
        if isinstance(found, RequestRefused):
            raise found
        if found is None:
            is_within = self._is_within(self._sign_in_rate, "sign_in", remote, now)
            if is_within and not self._policy.guests:
                raise RequestRefused("guests_off", GUESTS_OFF)
            if is_within:
                self._is_within(self._account_rate, "account", remote, now)
            raise RequestRefused("too_fast", TOO_FAST)
        if found[0].new:
            for rate in rates:
                rate.charge_all(places, now)
        return found

    def _entered(self, account: Account, name: str, now: int) -> tuple[Account, Known, str]:
        """Return an account that signs in, what is stored of it, and its name: a guest gets none that is registered."""
        known = self._accounts.holder(account.id, account.credential)
        if known is None:  # it was revoked a moment ago
            raise RequestRefused("revoked", REVOKED)
        if known.registered and known.name:
            return account, known, known.name
        return account, known, self._free_name(known.name if known.is_muted(now) else name, account.id)

    def _free_name(self, name: str, account: str) -> str:
        """Return the name, with a number behind it if another player has it."""

        def is_taken(candidate: str) -> bool:
            return self._is_name_in_use(candidate, account) or self._accounts.is_reserved(candidate, account)

        return numbered(name, is_taken)

    def _is_within(self, limiter: RateLimiter, limit: str, remote: Remote, now: int) -> bool:
        """Take from the buckets of an address; False if one is empty."""
        places = self._policy.places(remote)
        if limiter.has(places, now):
            limiter.charge_all(places, now)
            return True
        self._counters.count_limit(limit, remote)
        return False

    def _check_known(self, known: Known, remote: Remote, now: int, *, as_guest: bool = False) -> None:
        """Raise `RequestRefused` if an account may not sign in. May be called in a thread."""
        if known.banned_until is not None and known.is_banned(now):
            security("banned", remote=str(remote), account=known.account)
            raise RequestRefused("banned", ban_words(known.banned_until, known.ban_reason))
        if not known.registered and not as_guest and not self._policy.guests:
            raise RequestRefused("guests_off", GUESTS_OFF)

    async def _by_password(self, name: str, password: str, key: bytes | None, label: str, remote: Remote) -> Account:
        accounts, queue = self._accounts, self._policy.limits.password_queue
        self.passwords.check_queue(queue)
        found, owner = await accounts.in_thread(lambda: (accounts.by_name(name), accounts.owner(key, None)))
        subject, hash = found if found is not None else (f"name {min(skeletons(name))}", None)
        device = key.hex() if key is not None and owner is not None and owner.account == subject else ""
        async with self._throttle.attempt(remote, subject, device) as attempt:
            attempt.failed = not await self.passwords.verify(hash, password, queue)
        if attempt.failed or found is None:
            raise RequestRefused("bad_password", BAD_PASSWORD)
        now = self._clock.now()
        self._check_known(await self._existing(subject), remote, now)
        account = await accounts.in_thread(partial(accounts.admit, subject, key, label, now, hash=hash))
        if account is None:  # the password was changed during the check
            raise RequestRefused("bad_password", BAD_PASSWORD)
        security("password_used", remote=str(remote), account=subject)
        return account

    async def _by_code(self, text: str, key: bytes | None, label: str, remote: Remote) -> Account:
        now = self._clock.now()
        await self._throttle.check(remote)
        accounts, code = self._accounts, normalized(text)
        known = await accounts.in_thread(accounts.owner_of_code, code, key, now)
        if known is None:
            await self._throttle.failed(remote)
            raise RequestRefused("bad_link", BAD_CODE)
        self._check_known(known, remote, now)
        account = await accounts.in_thread(partial(accounts.admit, known.account, key, label, now, code=code))
        if account is None:  # it was used or revoked a moment ago
            raise RequestRefused("bad_link", BAD_CODE)
        security("device_paired", account=known.account, remote=str(remote))
        return account

    async def _by_reset(
        self, name: str, text: str, password: str, key: bytes | None, label: str, remote: Remote
    ) -> Account:
        """Set a new password by a mailed code. Guesses of codes count as guesses of passwords."""
        accounts, queue, code = self._accounts, self._policy.limits.password_queue, digest_of_code(text)
        new = checked_password(password, name)
        self.passwords.check_queue(queue)
        found, owner = await accounts.in_thread(lambda: (accounts.by_name(name), accounts.owner(key, None)))
        subject, stored = found if found is not None else (f"name {min(skeletons(name))}", None)
        is_repeated = owner is not None and owner.account == subject  # and the answer before was lost
        async with self._throttle.attempt(remote, subject) as attempt:
            holds = await accounts.in_thread(accounts.holds_reset, subject, code, self._clock.now())
            if not holds:
                attempt.failed = not (await self.passwords.verify(stored, new, queue) and is_repeated)
        if attempt.failed:
            raise RequestRefused("bad_link", BAD_RESET)
        self._check_known(await self._existing(subject), remote, self._clock.now())
        if holds:
            hash = await self.passwords.hash(new, queue)
            reset = partial(accounts.reset_password, subject, code, hash, key, label, self._clock.now())
        else:
            reset = partial(accounts.admit, subject, key, label, self._clock.now(), hash=stored)
        account = await accounts.in_thread(reset)
        if account is None:  # it was used a moment ago
            raise RequestRefused("bad_link", BAD_RESET)
        security("password_reset", account=subject, remote=str(remote))
        return account

    # ---- registering

    async def _by_sign_up(self, request: m.SignIn, key: bytes | None, name: str, label: str, remote: Remote) -> Account:
        """Register a new account or a guest. Store nothing if the name or the password is refused."""
        accounts, token, password = self._accounts, request.token, request.password or ""
        known = await accounts.in_thread(accounts.owner, key, token)
        if known is not None and await self._is_signed_up(known.account, name, password, remote):
            self._check_known(known, remote, self._clock.now())
            return await accounts.in_thread(accounts.enter, name, token, key, label, self._clock.now())
        if known is not None and known.is_muted(self._clock.now()):
            raise RequestRefused("muted_here", MUTED)
        hash = await self._sign_up_hash(name, password, remote, is_new=known is None)
        if known is not None:
            self._check_known(known, remote, self._clock.now(), as_guest=True)
        account = await accounts.in_thread(accounts.enter, name, token, key, label, self._clock.now())
        await self._register(account.id, name, password, hash, remote)
        return account

    async def set_name(self, user: User, text: str) -> str:
        """Change the name of a guest. Return the name that this server shows."""
        name = _checked_name(text)
        if user.registered:
            raise RequestRefused("registered", REGISTERED)
        if self._sanctions.is_muted(user.account, self._clock.now()):
            raise RequestRefused("muted_here", MUTED)
        await self._accounts.in_thread(self._accounts.set_name, user.account, name)
        return await self._accounts.in_thread(self._free_name, name, user.account)

    async def sign_up(self, user: User, request: m.SignUp, remote: Remote) -> str:
        """Register an account that is signed in. Return its name from now on."""
        name = _checked_name(request.name)
        if await self._is_signed_up(user.account, name, request.password, remote):
            return name
        if self._sanctions.is_muted(user.account, self._clock.now()):
            raise RequestRefused("muted_here", MUTED)
        hash = await self._sign_up_hash(name, request.password, remote)
        await self._register(user.account, name, request.password, hash, remote)
        self._throttle.signed_in(user.account, remote)
        return name

    async def _is_signed_up(self, account: str, name: str, password: str, remote: Remote) -> bool:
        """Whether the same sign-up was carried out before and its answer was lost.

        Raise `RequestRefused` if the account is registered with another name or password.
        """
        hash = await self._accounts.in_thread(self._accounts.password_of, account)
        if hash is None:
            return False
        if (await self._existing(account)).name == name:
            async with self._throttle.attempt(remote, account, SESSION) as attempt:
                queue = self._policy.limits.password_queue
                attempt.failed = not await self.passwords.verify(hash, password, queue)
            if not attempt.failed:
                return True
        raise RequestRefused("registered", Text("You are already registered"))

    async def _sign_up_hash(self, name: str, password: str, remote: Remote, *, is_new: bool = False) -> str:
        """Check that a sign-up is allowed and hash its password."""
        if not self._policy.sign_up:
            raise RequestRefused("no_sign_up", NO_SIGN_UP)
        checked = checked_password(password, name)
        if await self._accounts.in_thread(self._accounts.is_reserved, name, ""):
            raise RequestRefused("name_taken", NAME_TAKEN)
        # before the slow hash
        if is_new and not self._is_within(self._account_rate, "account", remote, self._clock.now()):
            raise RequestRefused("too_fast", TOO_FAST)
        return await self.passwords.hash(checked, self._policy.limits.password_queue)

    async def _register(self, account: str, name: str, password: str, hash: str, remote: Remote) -> None:
        try:
            await self._accounts.in_thread(self._accounts.register, account, name, hash)
        except NameTaken:
            raise RequestRefused("name_taken", NAME_TAKEN) from None
        except Registered:  # a moment ago, on another connection
            await self._is_signed_up(account, name, password, remote)
            return
        security("registered", account=account, name=name)

    # ---- credentials of a user who is signed in

    async def set_password(self, user: User, request: m.SetPassword, credential: int, remote: Remote) -> None:
        """Change the password. With `others`, revoke all credentials but the one of this connection."""
        accounts = self._accounts
        stored = await accounts.in_thread(accounts.password_of, user.account)
        if stored is None:
            raise RequestRefused("not_registered", Text("You have no password here; register first"))
        queue, new = self._policy.limits.password_queue, checked_password(request.new, user.name)
        async with self._throttle.attempt(remote, user.account, SESSION) as attempt:
            if await self.passwords.verify(stored, request.old, queue):
                hash = await self.passwords.hash(new, queue)
                await accounts.in_thread(accounts.set_password, user.account, hash)
            else:  # if the new one is right, this is a repeated request whose answer was lost
                attempt.failed = not await self.passwords.verify(stored, new, queue)
        if attempt.failed:
            raise RequestRefused("bad_password", Text("The current password is wrong"))
        if request.others:
            await accounts.in_thread(accounts.revoke_others, user.account, credential)
        security("password_changed", account=user.account, remote=str(remote))

    async def make_code(self, user: User) -> m.PairingCode:
        """Make a pairing code for another computer and revoke the previous one."""
        code, now = new_code(), self._clock.now()
        until = now + LIFETIME_S * 1000
        await self._accounts.in_thread(self._accounts.set_code, user.account, normalized(code), now, until)
        security("pairing_code_made", account=user.account)
        return m.PairingCode(code=code, seconds=LIFETIME_S)

    async def devices(self, user: User, credential: int) -> m.Devices:
        """List the keys and tokens of an account."""
        found = await self._accounts.in_thread(self._accounts.devices, user.account, credential)
        return m.Devices(devices=found)

    async def revoke(self, user: User, device: int, credential: int) -> None:
        """Revoke a key or token; 0 revokes all but the one of this connection."""
        accounts = self._accounts
        if device == 0:
            await accounts.in_thread(accounts.revoke_others, user.account, credential)
        elif not await accounts.in_thread(accounts.revoke, user.account, device):
            raise RequestRefused("no_device", NO_DEVICE)
        security("revoked", account=user.account, device=device)

    async def _existing(self, account: str) -> Known:
        known = await self._accounts.in_thread(self._accounts.get, account)
        assert known is not None, "accounts are never deleted"
        return known


def _checked_name(text: str) -> str:
    try:
        return checked_name(text)
    except InvalidName as error:
        raise RequestRefused("bad_name", error.text) from error


def _rate_of_returns(limits: Limits) -> RateLimit:
    """Return the rate at which users may sign in with known devices: all of an address within a minute, or at once."""
    at_once = max(limits.connections_per_address, limits.sign_in_burst)
    return RateLimit(at_once, max(limits.connections_per_address, limits.sign_in_per_minute) / 60)
