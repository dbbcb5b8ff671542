"""Names of users: the rule for forms and servers, names that look like the number of an account, and free names."""

import random
import re
from collections.abc import Callable

from netgame.text import Text
from protocol import texts
from protocol.limits import MAX_NAME
from protocol.texts import InvalidName as InvalidName
from server.lookalikes import skeletons

MAX_COUNTED = 50  # users of one name; above that, numbers are random
_NUMBER = re.compile(r" [1-9][0-9]{0,3}$")
_ACCOUNT = re.compile("[0-9a-f]{16}")  # as `AccountStore` makes them
_LIKE_ACCOUNT = re.compile("[a-flos2-46-9]{16}")  # the skeletons of these: l is 1, o is 0, s is 5
LIKE_ACCOUNT = Text("That looks like the number of an account. Choose another name")


def checked_name(text: str) -> str:
    """Return the normal form of a name as `protocol.texts` does.

    `InvalidName` also if it looks like the number of an account.
    """
    name = texts.checked_name(text)
    if is_like_account(name):
        raise InvalidName(LIKE_ACCOUNT)
    return name


def is_like_account(name: str) -> bool:
    """Whether a name is, or looks like, the number of an account: an operator could mean either."""
    if _ACCOUNT.fullmatch(name.casefold().replace(" ", "")):
        return True
    return any(map(str.isdecimal, name)) and any(map(_LIKE_ACCOUNT.fullmatch, skeletons(name)))


def numbered(name: str, is_taken: Callable[[str], bool]) -> str:
    """Return the name, followed by the first number with which it is free if it is taken."""
    free, bare, number = name, _NUMBER.sub("", name), 2
    while is_taken(free) or (free != name and is_like_account(free)):
        tail = f" {number}"
        free = bare[: MAX_NAME - len(tail)].rstrip() + tail
        # do not count up where thousands have one name
        number = number + 1 if number < MAX_COUNTED else random.randint(MAX_COUNTED, 999_999)
    return free
