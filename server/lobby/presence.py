"""Who is here, and what is different of the list of them since it was told last. Sync."""

from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

from server.lookalikes import skeletons
from server.names import numbered
from server.tables.commands import User

PeerT = TypeVar("PeerT", bound=Hashable)
MAX_LISTED = 500


class OnlineUsers(Generic[PeerT]):
    """The people connected, by account.

    A list names the first 500 of them, and whoever stands in it does so until he goes; then the next one has his place.
    So the list stays as it is while thousands come, and what is different of it is little.
    """

    def __init__(self) -> None:
        self._here: dict[str, tuple[PeerT, User]] = {}
        self._bones: dict[str, frozenset[str]] = {}  # skeletons of the names, by account
        self._named: dict[str, dict[str, None]] = {}  # skeleton -> the accounts with it
        self._listed: dict[str, None] = {}
        self._unlisted: dict[str, None] = {}
        self._changed: dict[str, None] = {}  # accounts that are different in the list, or not in it any more

    def __len__(self) -> int:
        return len(self._here)

    def __contains__(self, account: str) -> bool:
        return account in self._here

    def get(self, account: str) -> tuple[PeerT, User] | None:
        """The connection of somebody, and who he is."""
        return self._here.get(account)

    def values(self) -> Iterator[tuple[PeerT, User]]:
        """Of everybody."""
        return iter(self._here.values())

    def put(self, peer: PeerT, who: User) -> None:
        """Somebody has come, or is somewhere else, or has another name."""
        before = self._here.get(who.account)
        if before is not None:
            self._forget_name(who.account)
        elif len(self._listed) < MAX_LISTED:
            self._listed[who.account] = None
        else:
            self._unlisted[who.account] = None
        self._here[who.account] = (peer, who)
        self._bones[who.account] = skeletons(who.name)
        for bones in self._bones[who.account]:
            self._named.setdefault(bones, {})[who.account] = None
        self.touch(who.account)

    def take_out(self, account: str) -> None:
        """Somebody has gone."""
        del self._here[account]
        self._forget_name(account)
        self.touch(account)
        self._unlisted.pop(account, None)
        if account in self._listed:
            del self._listed[account]
            if self._unlisted:
                heir = next(iter(self._unlisted))
                del self._unlisted[heir]
                self._listed[heir] = None
                self.touch(heir)

    def touch(self, account: str) -> None:
        """Something that the list tells of somebody is different."""
        if account in self._listed:
            self._changed[account] = None

    def listed(self) -> list[User]:
        """Those that the list names; who came last stands first."""
        return sorted((self._here[account][1] for account in self._listed), key=lambda who: -who.since)

    def changes(self) -> tuple[list[User], list[str]]:
        """Of the list, since it was asked last: who is new or different in it, and who is not in it any more."""
        changed, self._changed = self._changed, {}
        new = [self._here[account][1] for account in changed if account in self._listed]
        return new, [account for account in changed if account not in self._listed]

    def unique(self, name: str, account: str, over_guests: bool = False) -> str:
        """The name, with a number behind it where another account here has it, or one that looks like it. With
        `over_guests` only the names of registered accounts count."""

        def is_taken(each: str) -> bool:
            return self.is_taken(each, account) and (
                not over_guests or any(who.registered and who.account != account for _, who in self.alike(each))
            )

        return numbered(name, is_taken)

    def is_taken(self, name: str, account: str) -> bool:
        """Whether another account here has that name, or one that looks like it. May be asked in a thread."""
        found = (self._named.get(bones, {}) for bones in skeletons(name))
        return any(len(accounts) > (account in accounts) for accounts in found)

    def alike(self, name: str) -> list[tuple[PeerT, User]]:
        """Everybody here with that name, or one that looks like it."""
        accounts = {account: None for bones in skeletons(name) for account in self._named.get(bones, ())}
        return [self._here[account] for account in accounts]

    def _forget_name(self, account: str) -> None:
        for bones in self._bones.pop(account):
            del self._named[bones][account]
            if not self._named[bones]:
                del self._named[bones]
