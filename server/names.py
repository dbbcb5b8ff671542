"""Rules for names, and the normal form of texts, so that texts that look the same are equal."""

import random
import re
import unicodedata
from collections.abc import Callable

from netgame.text import Text
from protocol.messages import MAX_NAME

MIN_NAME = 3
MAX_COUNTED = 50  # users of one name; above that, numbers are random
# `str.isprintable` refuses the general categories Cc, Cf, Cs, Co, Cn, Zl, Zp and Zs: controls, formats, private use,
# unassigned. The following are printable but invisible. Property Variation_Selector:
_SELECTORS = dict.fromkeys((*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
# Property Default_Ignorable_Code_Point, and four that only the charts call blank: braille, Khitan, music, object
_IGNORABLE, _EMPTY = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0", "\u2800\U00016fe4\U0001d159\ufffc"
_BLANKS = dict.fromkeys(map(ord, _IGNORABLE + _EMPTY))
_HIDDEN = _SELECTORS | _BLANKS
_TOWER = re.compile("^m|mmmm")  # no script needs four marks on a letter; more would cover other lines
_NUMBER = re.compile(r" [1-9][0-9]{0,3}$")
_REASON = Text("A name has {low} to {high} visible characters", {"low": MIN_NAME, "high": MAX_NAME})


class InvalidName(Exception):
    """A name is not valid; `text` says why."""

    def __init__(self, text: Text = _REASON) -> None:
        super().__init__(text)
        self.text = text


def tidy(text: str) -> str:
    """Normalize a text: NFKC, single blanks, none at the ends, no invisible characters."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_HIDDEN).split())


def checked_name(text: str) -> str:
    """Return the normal form of a name; `InvalidName` if its length is wrong or it has invisible characters.

    Variation selectors are dropped, because keyboards add them to emoji.
    """
    name = tidy(text)
    if not MIN_NAME <= len(name) <= MAX_NAME or not is_seen(name) or any(ord(char) in _BLANKS for char in text):
        raise InvalidName
    return name


def numbered(name: str, is_taken: Callable[[str], bool]) -> str:
    """Return the name, followed by the first number with which it is free if it is taken."""
    free, bare, number = name, _NUMBER.sub("", name), 2
    while is_taken(free):
        tail = f" {number}"
        free = bare[: MAX_NAME - len(tail)].rstrip() + tail
        # do not count up where thousands have one name
        number = number + 1 if number < MAX_COUNTED else random.randint(MAX_COUNTED, 999_999)
    return free


def is_seen(text: str) -> bool:
    """Whether a text has visible characters only, with at most three marks on each."""
    kinds = ("m" if unicodedata.category(char) in ("Mn", "Me") else "." for char in text)
    return text.isprintable() and not _TOWER.search("".join(kinds))
