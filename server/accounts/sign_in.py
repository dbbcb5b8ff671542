"""Who somebody is: signing in with a device's key, a token, a password or a code from elsewhere; and registering."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import trio

from netgame.text import Text
from protocol import messages as m
from protocol.identity.device_key import is_proof
from server.accounts.login_throttle import HERE, LoginThrottle
from server.accounts.pairing import LINK_S, PairingCode, PairingCodes
from server.accounts.passwords import Passwords, checked_password
from server.errors import RequestRefused
from server.lookalikes import skeletons
from server.names import InvalidName, checked_name, numbered, tidy
from server.ops.limits import RateLimit, RateLimiter
from server.ops.logging import security
from server.ops.policy import Remote
from server.storage.accounts import Account, Known, NameTaken, Registered
from server.tables.commands import User

if TYPE_CHECKING:
    from server.house import House

log = logging.getLogger(__name__)

T = TypeVar("T")
ARRIVE_S = 1.0  # for a sign-in under way that others wait for
MAX_LABEL = 40
CHANGES = RateLimit(20, 1 / 6)  # of what an account signs in with; each is written down
PACED = ("too_fast", "too_soon", "busy")  # refusals that the log knows as limits: there may be thousands

GUESTS_OFF = Text("This server is for registered players. Sign in with your name and password, or register")
NO_SIGN_UP = Text("Nobody can register here by himself. Ask whoever runs the server for a name")
BAD_PASSWORD = Text("There is no such name here, or that is not its password")
BAD_PROOF = Text("The signature of this device does not fit. Connect again; if that does not help, update this program")
BAD_LINK = Text("That code is not good, or not any more. Ask for a new one on the other computer")
NAME_TAKEN = Text("Somebody has registered that name, or one that looks like it. Choose another one")
TOO_FAST = Text("There were too many sign-ins from your address; wait a moment")
BANNED = Text("You are not let in here: {reason}")
NO_REASON = "the moderators do not want it"
MUTED = Text("A moderator has muted you; you cannot choose a name for now")
NO_DEVICE = Text("You have no such device")
REVOKED = Text("This device is not one of the account any more")
NOT_READ = Text("The server cannot read or write its disk; nothing has changed. Try it later")


class SignInService:
    """Belongs to a house. Each method raises `RequestRefused` where it does not do what was asked."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self.passwords = Passwords(partial(house.counters.count_limit, "password_queue"))
        self._sign_ins = RateLimiter(lambda: house.policy.limits.bucket("sign_in"))
        self._new = RateLimiter(lambda: house.policy.limits.bucket("account"))
        self._tries = LoginThrottle(house)
        self._changes = RateLimiter(CHANGES)
        self._links = PairingCodes()
        self._address_bans = house.accounts.address_bans()
        self._arriving: set[trio.Event] = set()

    # ---- signing in

    @contextmanager
    def arriving(self) -> Iterator[None]:
        """Somebody is about to be here; others may wait for it."""
        here = trio.Event()
        self._arriving.add(here)
        try:
            yield
        finally:
            self._arriving.discard(here)
            here.set()

    async def let_in(self) -> None:
        """Wait for those who are signing in at this moment, but not for long."""
        with trio.move_on_after(ARRIVE_S):
            for here in list(self._arriving):
                await here.wait()

    async def sign_in(
        self, asked: m.SignIn, nonce: bytes, fingerprint: str, remote: Remote
    ) -> tuple[Account, Known, str]:
        """The account, what is known of it, and the name it has here now."""
        try:
            kind, account = await self._sign_in(asked, nonce, fingerprint, remote)
            known, name = await self._ask(
                partial(self._settle, account, _checked_name(asked.name), self._house.clock.now())
            )
            self._check_known(known, remote)  # again: what was decided meanwhile holds
        except sqlite3.Error as error:
            log.error("the accounts: %s", error)
            self._house.counters.count_sign_in("failed")
            raise RequestRefused("internal", NOT_READ) from error
        except RequestRefused as refusal:
            self._house.counters.count_sign_in("failed")
            if refusal.code not in PACED:
                security("sign_in_failed", remote=str(remote), name=tidy(asked.name)[: m.MAX_NAME], code=refusal.code)
            raise
        self._house.counters.count_sign_in(kind)
        if known.registered:
            self._tries.came(known.account, remote)
        return account, known, name

    async def _sign_in(self, asked: m.SignIn, nonce: bytes, fingerprint: str, remote: Remote) -> tuple[str, Account]:
        now = self._house.clock.now()
        self._check_address(remote, now)
        name = _checked_name(asked.name)
        key = await self._proved(asked.device, nonce, fingerprint)
        label = tidy(asked.label)[:MAX_LABEL]
        if asked.sign_up:
            kind, account = "sign_up", await self._enter_and_sign_up(asked, key, name, label, remote)
        elif asked.password is not None:
            kind, account = "password", await self._by_password(name, asked.password, key, label, remote)
        elif asked.link is not None:
            kind, account = "link", await self._by_link(asked.link, key, label, remote)
        else:
            kind = "device" if key is not None else "token"
            account = await self._by_credential(name, asked.token, key, label, remote)
        return kind, account

    def _settle(self, account: Account, name: str, now: int) -> tuple[Known, str]:
        """What is known of somebody who has just entered, and his name: a guest has none that somebody registered."""
        accounts, lobby = self._house.accounts, self._house.lobby
        known = accounts.about(account.id)
        assert known is not None, "it has just entered"
        if not accounts.has(account.id, account.credential):  # it was revoked a moment ago
            raise RequestRefused("revoked", REVOKED)
        if account.registered and account.name:
            return known, account.name

        def is_taken(candidate: str) -> bool:
            return lobby.is_named(candidate, account.id) or accounts.is_reserved(candidate, account.id)

        return known, numbered(known.name if known.is_muted(now) else name, is_taken)

    def _check_address(self, remote: Remote, now: int) -> None:
        ban = self._address_bans.get(remote.key)
        if ban is not None and (ban[0] == 0 or now < ban[0]):
            security("banned", remote=str(remote))
            raise _banned(ban[1])
        if not self._takes(self._sign_ins, "sign_in", remote, now):
            raise RequestRefused("too_fast", TOO_FAST)

    def _takes(self, buckets: RateLimiter, limit: str, remote: Remote, now: int) -> bool:
        if self._house.policy.behind_proxy or buckets.take(remote.key, now):
            return True
        self._house.counters.count_limit(limit, remote)
        return False

    async def _proved(self, proof: m.DeviceProof | None, nonce: bytes, fingerprint: str) -> bytes | None:
        if proof is None:
            return None
        # in a thread: the library behind it takes a tenth of a second to load
        if not await trio.to_thread.run_sync(is_proof, proof, fingerprint, nonce):
            raise RequestRefused("bad_proof", BAD_PROOF)
        return proof.key

    async def _by_credential(
        self, name: str, token: bytes | None, key: bytes | None, label: str, remote: Remote
    ) -> Account:
        house = self._house
        now = house.clock.now()
        known = await self._ask(partial(self._look_up, key, token))
        if known is None:
            if not house.policy.guests:
                raise RequestRefused("guests_off", GUESTS_OFF)
            if not self._takes(self._new, "account", remote, now):
                raise RequestRefused("too_fast", TOO_FAST)
        else:
            self._check_known(known, remote)
        return await self._ask(partial(house.accounts.enter, name, token, key, label=label, now=now))

    def _look_up(self, key: bytes | None, token: bytes | None) -> Known | None:
        holder = self._house.accounts.holder(key, token)
        return self._house.accounts.about(holder) if holder is not None else None

    def _check_known(self, known: Known, remote: Remote, *, as_guest: bool = False) -> None:
        if known.is_banned(self._house.clock.now()):
            security("banned", remote=str(remote), account=known.account)
            raise _banned(known.ban_reason)
        if not known.registered and not as_guest and not self._house.policy.guests:
            raise RequestRefused("guests_off", GUESTS_OFF)

    async def _by_password(self, name: str, password: str, key: bytes | None, label: str, remote: Remote) -> Account:
        house = self._house
        queue = house.policy.limits.password_queue
        self.passwords.check_queue(queue)
        found, owner = await self._ask(partial(self._find, name, key))
        subject, kept = found if found is not None else (f"name {min(skeletons(name))}", None)
        own = key.hex() if key is not None and owner == subject else ""
        async with self._tries.turn(remote, subject, own) as each:
            each.failed = not await self.passwords.fits(kept, password, queue)
        if each.failed or found is None:
            raise RequestRefused("bad_password", BAD_PASSWORD)
        self._check_known(await self.about(found[0]), remote)
        account = await self._ask(partial(self._admit_by_password, *found, key, label, house.clock.now()))
        security("password_used", remote=str(remote), account=found[0])
        return account

    def _find(self, name: str, key: bytes | None) -> tuple[tuple[str, str] | None, str | None]:
        """The account of that name with the hash of its password, and the account of that key."""
        accounts = self._house.accounts
        return accounts.by_name(name), accounts.holder(key, None)

    def _admit_by_password(self, account: str, kept: str, key: bytes | None, label: str, now: int) -> Account:
        accounts = self._house.accounts
        if accounts.password_of(account) != kept:  # it was changed while this one was being checked
            raise RequestRefused("bad_password", BAD_PASSWORD)
        return accounts.admit(account, key, label, now)

    # ---- registering

    async def _enter_and_sign_up(
        self, asked: m.SignIn, key: bytes | None, name: str, label: str, remote: Remote
    ) -> Account:
        """Somebody new, or a guest who is so no longer. Nothing is kept where the name or password is no good."""
        house = self._house
        known = await self._ask(partial(self._look_up, key, asked.token))
        if known is not None and await self._is_signed_up(known.account, name, asked.password or "", remote):
            self._check_known(known, remote)
            now = house.clock.now()
            return await self._ask(partial(house.accounts.enter, name, asked.token, key, label=label, now=now))
        if known is not None and known.is_muted(house.clock.now()):
            raise RequestRefused("muted_here", MUTED)
        hash = await self._checked_sign_up(name, asked.password or "", remote, is_new=known is None)
        if known is not None:
            self._check_known(known, remote, as_guest=True)
        account = await self._ask(
            partial(house.accounts.enter, name, asked.token, key, label=label, now=house.clock.now())
        )
        await self._register(account.id, name, asked.password or "", hash, remote)
        return Account(account.id, account.token, account.new, True, name, account.moderator, account.credential)

    async def sign_up(self, who: User, asked: m.SignUp, remote: Remote) -> str:
        """Register an account that is signed in; its name from now on."""
        name = _checked_name(asked.name)
        if await self._is_signed_up(who.account, name, asked.password, remote):
            return name
        if self._house.moderation.is_muted(who.account, self._house.clock.now()):
            raise RequestRefused("muted_here", MUTED)
        hash = await self._checked_sign_up(name, asked.password, remote)
        await self._register(who.account, name, asked.password, hash, remote)
        self._tries.came(who.account, remote)
        return name

    async def _is_signed_up(self, account: str, name: str, password: str, remote: Remote) -> bool:
        """Whether just that was done before, and asked again since its answer was lost. `RequestRefused` for who is
        registered otherwise."""
        kept = await self._ask(partial(self._house.accounts.password_of, account))
        if kept is None:
            return False
        if (await self.about(account)).name == name:
            async with self._tries.turn(remote, account, HERE) as each:
                each.failed = not await self.passwords.fits(kept, password, self._house.policy.limits.password_queue)
            if not each.failed:
                return True
        raise RequestRefused("registered", Text("You are registered already"))

    async def _checked_sign_up(self, name: str, password: str, remote: Remote, *, is_new: bool = False) -> str:
        """The hash of the password, if one may register so."""
        if not self._house.policy.sign_up:
            raise RequestRefused("no_sign_up", NO_SIGN_UP)
        checked = checked_password(password, name)
        if await self._ask(partial(self._house.accounts.is_reserved, name, "")):
            raise RequestRefused("name_taken", NAME_TAKEN)
        if is_new and not self._takes(self._new, "account", remote, self._house.clock.now()):  # before the slow hash
            raise RequestRefused("too_fast", TOO_FAST)
        return await self.passwords.hash(checked, self._house.policy.limits.password_queue)

    async def _register(self, account: str, name: str, password: str, hash: str, remote: Remote) -> None:
        try:
            await self._ask(partial(self._house.accounts.register, account, name, hash))
        except NameTaken:
            raise RequestRefused("name_taken", NAME_TAKEN) from None
        except Registered:  # a moment ago, on another line
            await self._is_signed_up(account, name, password, remote)
            return
        security("registered", account=account, name=name)

    async def set_password(self, who: User, asked: m.SetPassword, credential: int, remote: Remote) -> None:
        """Change it; `others`: nobody stays signed in by anything but this."""
        accounts = self._house.accounts
        kept = await self._ask(partial(accounts.password_of, who.account))
        if kept is None:
            raise RequestRefused("not_registered", Text("You have no password here; register first"))
        queue, new = self._house.policy.limits.password_queue, checked_password(asked.new, who.name)
        async with self._tries.turn(remote, who.account, HERE) as each:
            if await self.passwords.fits(kept, asked.old, queue):
                hash = await self.passwords.hash(new, queue)
                await self._ask(partial(accounts.set_password, who.account, hash))
            else:  # where the new one fits it was done, and the answer was lost
                each.failed = not await self.passwords.fits(kept, new, queue)
        if each.failed:
            raise RequestRefused("bad_password", Text("That is not your password"))
        if asked.others:
            self.forget_links(who.account)
            await self._ask(partial(accounts.revoke_others, who.account, credential))
        security("password_changed", account=who.account, remote=str(remote))

    # ---- more machines of one person

    def make_link(self, who: User) -> m.PairingCode:
        """A code for another machine. One that was made before is not good any more."""
        self._check_changes(who)
        code = self._links.make(who.account, self._house.clock.now())
        security("link_made", account=who.account)
        return m.PairingCode(code=code, seconds=LINK_S)

    async def _by_link(self, code: str, key: bytes | None, label: str, remote: Remote) -> Account:
        """By the code that was shown elsewhere: good once."""
        now = self._house.clock.now()
        self._tries.check(remote)
        link = self._links.find(code, key, now)
        if link is None:
            self._tries.failed(remote)
            raise RequestRefused("bad_link", BAD_LINK)
        was_used = link.used
        link.take(key)
        try:
            self._check_known(await self.about(link.account), remote)
            account = await self._ask(partial(self._admit_by_link, link, key, label, now))
        except sqlite3.Error:
            link.used = was_used
            raise
        security("linked", account=link.account, remote=str(remote))
        return account

    def _admit_by_link(self, link: PairingCode, key: bytes | None, label: str, now: int) -> Account:
        if not link.good:  # the person has taken it back a moment ago
            raise RequestRefused("bad_link", BAD_LINK)
        return self._house.accounts.admit(link.account, key, label, now)

    def forget_links(self, account: str) -> None:
        """Codes that were shown to that account are not good any more: whoever has it shall not come back by them."""
        self._links.forget(account)

    async def devices(self, who: User, credential: int) -> m.Devices:
        """What the account signs in with."""
        found = await self._ask(partial(self._house.accounts.devices, who.account, credential))
        return m.Devices(devices=found)

    def _check_changes(self, who: User) -> None:
        if not self._changes.take(who.account, self._house.clock.now()):
            raise RequestRefused("too_fast", Text("You have changed that often; wait a moment"))

    async def revoke(self, who: User, device: int, credential: int) -> None:
        """One of them no longer; 0 is all but the one that asks."""
        accounts = self._house.accounts
        self._check_changes(who)
        self.forget_links(who.account)
        if device == 0:
            await self._ask(partial(accounts.revoke_others, who.account, credential))
        elif not await self._ask(partial(accounts.revoke, who.account, device)):
            raise RequestRefused("no_device", NO_DEVICE)
        security("revoked", account=who.account, device=device)

    async def about(self, account: str) -> Known:
        """An account that there is."""
        known = await self._ask(partial(self._house.accounts.about, account))
        assert known is not None, "accounts are never deleted"
        return known

    # ---- moderation

    def address_banned(self, key: str, until: int | None, reason: str = "") -> None:
        """Nobody from there is let in until then; None: everybody is again."""
        self._address_bans.pop(key, None)
        if until is not None:
            self._address_bans[key] = (until, reason)

    async def _ask(self, work: Callable[[], T]) -> T:
        return await self._house.accounts.in_thread(work)


def _checked_name(text: str) -> str:
    try:
        return checked_name(text)
    except InvalidName as error:
        raise RequestRefused("bad_name", error.text) from error


def _banned(reason: str) -> RequestRefused:
    return RequestRefused("banned", Text(BANNED.template, {"reason": reason or NO_REASON}))
