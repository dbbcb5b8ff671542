"""The commands about accounts and users."""

from dataclasses import replace

from protocol.control.messages import CommandError, Fields
from protocol.messages import MAX_REASON
from protocol.texts import cleaned
from server.accounts.moderation import RIGHTS_CHANGED, Moderation
from server.admin.control.requests import Operation, ambiguous, number_field, text_field
from server.admin.personal_data import PersonalData
from server.lobby.lobby import Lobby
from server.names import InvalidName, checked_name
from server.ops.logging import security
from server.storage.accounts import FOREVER, AccountStore, Known, NameTaken
from server.tables.clock import Clock
from server.tables.users import Peer

BY = "operator"  # in the record of measures
MAX_MINUTES = 99_999 * 7 * 24 * 60  # of a ban: the longest time that the command line takes


class AccountOperations:
    """The operations by name."""

    def __init__(
        self, accounts: AccountStore, moderation: Moderation, lobby: Lobby[Peer], clock: Clock, person: PersonalData
    ) -> None:
        self._accounts, self._moderation, self._lobby, self._clock = accounts, moderation, lobby, clock
        self._person = person
        self.operations: dict[str, Operation] = {
            "kick": self._kick,
            "user.list": self._list,
            "user.add": self._add,
            "user.passwd": self._passwd,
            "user.ban": self._ban,
            "user.unban": self._unban,
            "user.moderator": self._moderator,
            "user.rename": self._rename,
            "user.delete": self._delete,
        }

    async def _kick(self, request: Fields) -> Fields:
        known = await self._find(request)
        if not self._lobby.is_online(known.account):
            raise CommandError(f"{known.name} is not online")
        await self._moderation.act("kick", known, 0, _reason_in(request), by=BY)
        return self._row(known)

    async def _list(self, request: Fields) -> list[Fields]:
        guests = bool(request.get("guests"))
        known = await self._accounts.in_thread(lambda: list(self._accounts.listed(guests=guests)))
        return [self._row(self._shown(each)) for each in known]

    async def _add(self, request: Fields) -> Fields:
        name, hash = _name_in(request, "name"), text_field(request, "hash")
        try:
            account = await self._accounts.in_thread(self._accounts.add, name, hash, self._clock.now())
        except NameTaken as error:
            raise _taken(name) from error
        known = await self._get(account)
        security("registered", account=account, name=known.name, by=BY)
        return self._row(known)

    async def _passwd(self, request: Fields) -> Fields:
        known = await self._find(request)
        account, hash, revoke = known.account, text_field(request, "hash"), bool(request.get("revoke"))
        if not known.registered:
            raise CommandError(f"{known.name} is a guest and has no password")
        await self._accounts.in_thread(self._accounts.set_password, account, hash)
        if revoke:
            await self._accounts.in_thread(self._accounts.revoke_others, account, 0)
        security("password_changed", account=account, by=BY, revoked=revoke)
        if revoke:
            self._moderation.kick(account, RIGHTS_CHANGED)
        return self._row(known)

    async def _ban(self, request: Fields) -> Fields:
        known, minutes = await self._find(request), number_field(request, "minutes", 0, MAX_MINUTES)
        until = self._clock.now() + minutes * 60_000 if minutes else FOREVER
        await self._moderation.act("ban", known, until, _reason_in(request), by=BY)
        return self._row(replace(await self._get(known.account), name=known.name))

    async def _unban(self, request: Fields) -> Fields:
        known = await self._find(request)
        if not known.is_banned(self._clock.now()):
            raise CommandError(f"{known.name} is not banned")
        await self._moderation.act("unban", known, 0, "", by=BY)
        return self._row(await self._get(known.account))

    async def _moderator(self, request: Fields) -> Fields:
        """Change the rights of an account. A user who is online must sign in again, so that it takes effect at once."""
        known, on = await self._find(request), bool(request.get("on", True))
        if not on and not known.moderator:
            raise CommandError(f"{known.name} is not a moderator")
        await self._accounts.in_thread(self._accounts.make_moderator, known.account, on)
        security("moderator", account=known.account, name=known.name, on=on, by=BY)
        if known.moderator != on:
            self._moderation.kick(known.account, RIGHTS_CHANGED)
        return self._row(await self._get(known.account))

    async def _rename(self, request: Fields) -> Fields:
        """Rename an account everywhere. If the user is online, they come back with the new name at once."""
        known = await self._find(request)
        if not known.registered:
            raise CommandError(f"{known.name} is a guest, and guests choose their names themselves")
        name = _name_in(request, "to")
        try:
            await self._person.rename(known, name)
        except NameTaken as error:
            raise _taken(name) from error
        security("renamed", account=known.account, name=name, by=BY)
        return self._row(await self._get(known.account))

    async def _delete(self, request: Fields) -> Fields:
        """Delete what is stored of an account. If this fails, the same request continues where it stopped."""
        known = await self._find(request)
        await self._person.delete(known)
        security("deleted", account=known.account, by=BY)
        return self._row(await self._get(known.account))

    async def _find(self, request: Fields) -> Known:
        """Return the account that a request names, with the name that users see now.

        `Ambiguous` if the name could mean several. With `account` it is the number of an account.
        """
        name, accounts = text_field(request, "name"), self._accounts
        online = [user.account for user in self._lobby.users if user.name == name]
        found = await accounts.in_thread(accounts.meant_by, name, online)
        if request.get("account"):
            found = [known for known in found if known.account == name]
        if not found:
            raise CommandError(
                f"No account has the name {name}. See 'user list'; guests who are offline are found by account only"
            )
        if len(found) > 1:
            raise ambiguous(name, [(known.account, self._shown(known).name, known.registered) for known in found])
        return self._shown(found[0])

    def _shown(self, known: Known) -> Known:
        """Return an account with the name that users see: guests may have a number behind the stored one."""
        user = self._lobby.user(known.account)
        return replace(known, name=user.name) if user is not None else known

    async def _get(self, account: str) -> Known:
        known = await self._accounts.in_thread(self._accounts.get, account)
        assert known is not None, "accounts are never deleted"
        return known

    def _row(self, known: Known) -> Fields:
        """Return an account as commands show it. Times are ms since 1970; `banned` is 0 until the ban is lifted."""
        return {
            "name": known.name, "account": known.account, "registered": known.registered,
            "moderator": known.moderator, "banned": known.banned_until, "reason": known.ban_reason,
            "muted": known.muted_until, "made": known.made, "seen": known.seen,
            "here": self._lobby.is_online(known.account),
        }  # fmt: skip


def _reason_in(request: Fields) -> str:
    return cleaned(text_field(request, "reason", ""))[:MAX_REASON]


def _name_in(request: Fields, field: str) -> str:
    try:
        return checked_name(text_field(request, field))
    except InvalidName as error:
        raise CommandError(error.text) from error


def _taken(name: str) -> CommandError:
    return CommandError(f"The name {name}, or one that looks like it, is already registered")
