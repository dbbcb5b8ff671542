"""Rules for names, and the normal form of texts: two texts that look the same become the same."""

import random
import re
import unicodedata
from collections.abc import Callable

from netgame.text import Text
from protocol.messages import MAX_NAME

MIN_NAME = 3
MANY = 50  # people of one name
# `str.isprintable` refuses the general categories Cc, Cf, Cs, Co, Cn, Zl, Zp and Zs: controls, formats (those of music
# too), private use, unassigned. These are printable and paint nothing. By property, Variation_Selector:
_SELECTORS = dict.fromkeys((*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
# Default_Ignorable_Code_Point; and four that only the charts call blank: of braille, Khitan, music, and for an object
_IGNORABLE, _EMPTY = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0", "\u2800\U00016fe4\U0001d159\ufffc"
_BLANKS = dict.fromkeys(map(ord, _IGNORABLE + _EMPTY))
_HIDDEN = _SELECTORS | _BLANKS
_TOWER = re.compile("^m|mmmm")  # no script puts four marks on a letter; those that do cover the lines around them
_NUMBER = re.compile(r" [1-9][0-9]{0,3}$")
_REASON = Text("A name has {low} to {high} characters that can be seen", {"low": MIN_NAME, "high": MAX_NAME})


class InvalidName(Exception):
    """That is no name; `text` says what one is."""

    def __init__(self, text: Text = _REASON) -> None:
        super().__init__(text)
        self.text = text


def tidy(text: str) -> str:
    """NFKC, runs of blanks as one, none at the ends, nothing that does not show: texts that look the same are."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_HIDDEN).split())


def checked_name(text: str) -> str:
    """The name as others see it. `InvalidName` where it has another length, or characters that paint nothing.

    Variation selectors are dropped: keyboards add them to emoji.
    """
    name = tidy(text)
    if not MIN_NAME <= len(name) <= MAX_NAME or not is_seen(name) or any(ord(char) in _BLANKS for char in text):
        raise InvalidName
    return name


def numbered(name: str, is_taken: Callable[[str], bool]) -> str:
    """The name, with the first number behind it with which it is not taken; with any where many are."""
    free, bare, number = name, _NUMBER.sub("", name), 2
    while is_taken(free):
        tail = f" {number}"
        free = bare[: MAX_NAME - len(tail)].rstrip() + tail
        # where thousands have one name nobody counts up to the last of them
        number = number + 1 if number < MANY else random.randint(MANY, 999_999)
    return free


def is_seen(text: str) -> bool:
    """Whether a text consists of characters that can be seen, without a tower of marks on any of them."""
    return text.isprintable() and not _TOWER.search("".join(map(_kind, text)))


def _kind(char: str) -> str:
    return "m" if unicodedata.category(char) in ("Mn", "Me") else "."
