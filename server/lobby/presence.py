"""Users online, and what has changed in the list of them. Sync."""

from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

from server.lookalikes import skeletons
from server.names import numbered
from server.tables.commands import User

PeerT = TypeVar("PeerT", bound=Hashable)
MAX_LISTED = 500


class OnlineUsers(Generic[PeerT]):
    """Users online with their connections, by account. Those at another server have None here.

    The list names the first 500 of them. A user stays in it until they leave; then the next user takes the place. So
    the list changes little while thousands come.
    """

    def __init__(self) -> None:
        self._online: dict[str, tuple[PeerT | None, User]] = {}
        self._skeletons: dict[str, frozenset[str]] = {}  # of the names, by account
        self._by_skeleton: dict[str, dict[str, None]] = {}  # skeleton -> the accounts with it
        self._listed: dict[str, None] = {}
        self._unlisted: dict[str, None] = {}
        self._changed: dict[str, None] = {}  # accounts that have changed in the list, or left it

    def __len__(self) -> int:
        return len(self._online)

    def __contains__(self, account: str) -> bool:
        return account in self._online

    def get(self, account: str) -> tuple[PeerT | None, User] | None:
        """Return an account's connection and user."""
        return self._online.get(account)

    def values(self) -> Iterator[tuple[PeerT | None, User]]:
        """Iterate over all connections and users."""
        return iter(self._online.values())

    def put(self, peer: PeerT | None, user: User) -> None:
        """Add a user, or replace their connection or name."""
        before = self._online.get(user.account)
        if before is not None:
            self._forget_name(user.account)
        elif len(self._listed) < MAX_LISTED:
            self._listed[user.account] = None
        else:
            self._unlisted[user.account] = None
        self._online[user.account] = (peer, user)
        self._skeletons[user.account] = skeletons(user.name)
        for skeleton in self._skeletons[user.account]:
            self._by_skeleton.setdefault(skeleton, {})[user.account] = None
        self.touch(user.account)

    def remove(self, account: str) -> None:
        """Remove a user."""
        del self._online[account]
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
        """Note that the entry of an account in the list has changed."""
        if account in self._listed:
            self._changed[account] = None

    def listed(self) -> list[User]:
        """Return the users in the list, the latest first."""
        return sorted((self._online[account][1] for account in self._listed), key=lambda user: -user.since)

    def changes(self) -> tuple[list[User], list[str]]:
        """Return the new or changed users of the list since the last call, and the accounts that left it."""
        changed, self._changed = self._changed, {}
        new = [self._online[account][1] for account in changed if account in self._listed]
        return new, [account for account in changed if account not in self._listed]

    def unique(self, name: str, account: str, over_guests: bool = False) -> str:
        """Return the name, with a number behind it if the name of another user is the same or looks like it.

        With `over_guests` only the names of registered users count.
        """

        def is_taken(each: str) -> bool:
            return self.is_taken(each, account) and (
                not over_guests or any(user.registered and user.account != account for _, user in self.alike(each))
            )

        return numbered(name, is_taken)

    def is_taken(self, name: str, account: str) -> bool:
        """Tell whether another user has that name, or one that looks like it. May be called in a thread."""
        found = (self._by_skeleton.get(skeleton, {}) for skeleton in skeletons(name))
        return any(len(accounts) > (account in accounts) for accounts in found)

    def alike(self, name: str) -> list[tuple[PeerT | None, User]]:
        """Return all users with that name, or one that looks like it."""
        accounts = {account: None for skeleton in skeletons(name) for account in self._by_skeleton.get(skeleton, ())}
        return [self._online[account] for account in accounts]

    def _forget_name(self, account: str) -> None:
        for skeleton in self._skeletons.pop(account):
            del self._by_skeleton[skeleton][account]
            if not self._by_skeleton[skeleton]:
                del self._by_skeleton[skeleton]
