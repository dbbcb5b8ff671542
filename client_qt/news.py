"""Questions and news for the player, each known by its server, its kind and its id there.

Banner, badge, desktop messages, sounds and screen reader draw from one `News`. It keeps no session and no table: what
carries out an answer looks them up at that moment.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal, NamedTuple

log = logging.getLogger(__name__)
CHAT, OFFER, TURN, END = range(4)  # weights of news
MOST = 20  # open questions of one kind from one server, which may flood; later ones wait for its next list

Answer = tuple[str, str]  # its name, and the text of its button
Place = Literal["question", "badge", "note", "elsewhere"]
Call = Literal["", "turn", "chat", "win", "loss", "draw"]  # a sound


class NewsKey(NamedTuple):
    """The identity of a piece of news."""

    server: str  # the fingerprint; empty for news of this window
    kind: str
    id: str = ""


@dataclass(frozen=True)
class NewsItem:
    """A piece of news.

    `place` is where the window shows it: as a question until it is answered, on the badge until it is withdrawn, as a
    note for a moment, or elsewhere, where something else shows it.
    """

    key: NewsKey
    words: str
    answers: tuple[Answer, ...] = ()  # beside "no"; a click on a desktop message means one named "open"
    title: str = ""  # of a desktop message, above the words
    weight: int = OFFER  # of a desktop message, and on the badge
    sound: Call = ""
    about: str = ""  # what an answer is about, if that is not the id: a table
    place: Place = "question"
    tone: Literal["turn", "danger"] = "turn"  # of a question
    calls: bool = True  # the player who looks elsewhere
    no: str = ""  # the text of the button that closes the question, if that is not "Close"
    asks_more: tuple[str, ...] = ()  # the answers after which the question stays, since they can still be cancelled

    @property
    def message(self) -> tuple[str, str]:
        """The title and the words of a desktop message."""
        return (self.title, self.words) if self.title else (self.words, "")


Act = Callable[[NewsItem, str], object]  # carries out the answer with that name


class News:
    """All news of one window. `changed` are called after each change, `told` with each item that is new."""

    def __init__(self) -> None:
        self.changed: list[Callable[[], object]] = []
        self.told: list[Callable[[NewsItem], object]] = []
        self.acts: dict[str, Act] = {}  # by kind
        self._items: dict[NewsKey, NewsItem] = {}
        self._closed: set[NewsKey] = set()  # of those; the server may list a question again that was answered

    def tell(self, item: NewsItem, *, again: bool = False) -> None:
        """Add an item. If its key is known, it only gets its new words; with `again`, one that was closed is new."""
        key = item.key
        if again and key in self._closed:
            self._drop(key)
        before = self._items.get(key)
        if before is None and sum(self.is_open(known.key) for known in self.of(key.server, key.kind)) >= MOST:
            log.warning("too much news of %s: %s", key.server[:8], key.kind)
            return
        self._items[key] = item
        if before is None:
            for told in self.told:
                told(item)
        if before != item:
            self._tell_change()

    def get(self, key: NewsKey) -> NewsItem | None:
        """Return the item with that key, also a closed one."""
        return self._items.get(key)

    def of(self, server: str, kind: str) -> list[NewsItem]:
        """Return the items of a server and a kind, the oldest first."""
        return [item for key, item in self._items.items() if key[:2] == (server, kind)]

    def is_open(self, key: NewsKey) -> bool:
        """Return whether there is an item with that key that the player has not closed."""
        return key in self._items and key not in self._closed

    @property
    def questions(self) -> list[NewsItem]:
        """The questions without an answer: those about a danger, then the oldest first."""
        found = (item for key, item in self._items.items() if item.place == "question" and self.is_open(key))
        return sorted(found, key=lambda item: item.tone != "danger")

    @property
    def badge(self) -> list[NewsItem]:
        """The items for the badge, the most important first."""
        found = (item for item in self._items.values() if item.place == "badge")
        return sorted(found, key=lambda item: -item.weight)

    def withdraw(self, key: NewsKey) -> None:
        """Forget an item that is out of date. Later it is new again."""
        if key in self._items:
            self._drop(key)
            self._tell_change()

    def keep(self, server: str, kind: str, ids: Collection[str] = ()) -> None:
        """Withdraw all items of a server and a kind that are not in its full list."""
        for item in self.of(server, kind):
            if item.key.id not in ids:
                self.withdraw(item.key)

    def leave(self, server: str) -> None:
        """Withdraw all items of a server that the player has left."""
        for key in [key for key in self._items if key.server == server]:
            self.withdraw(key)

    def pass_by(self) -> None:
        """Withdraw what was for a moment only."""
        for item in [item for item in self._items.values() if item.place in ("note", "elsewhere")]:
            self.withdraw(item.key)

    def close(self, key: NewsKey) -> None:
        """Ask a question no more, also if the server lists it again."""
        if self.is_open(key):
            self._closed.add(key)
            self._tell_change()

    def answer(self, key: NewsKey, name: str) -> None:
        """Close a question, unless the answer asks for more, and carry out the answer.

        Nothing happens if the question is out of date or has its answer.
        """
        item = self._items.get(key)
        if item is None or not self.is_open(key):
            return
        if item.place == "question" and name not in item.asks_more:
            self.close(key)
        act = self.acts.get(key.kind)
        if act is not None:
            act(item, name)

    def open(self, key: NewsKey) -> None:
        """Show what an item is about, after a click on it. A question without such an answer stays where it is."""
        item = self._items.get(key)
        if item is not None and (item.place != "question" or "open" in dict(item.answers)):
            self.answer(key, "open")

    def _drop(self, key: NewsKey) -> None:
        del self._items[key]
        self._closed.discard(key)

    def _tell_change(self) -> None:
        for changed in self.changed:
            changed()
