"""Rules for names and free texts, the same for the server and for forms.

A name is strict, so that two names that look the same are equal. A free text, such as a chat line or a title, stays as
it was typed.
"""

import re
import unicodedata

from netgame.text import Text
from protocol.limits import MAX_NAME

MIN_NAME = 2  # characters; one Han character or Hangul syllable is enough
# Property Variation_Selector
_SELECTORS = frozenset(map(chr, (*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
# Default_Ignorable_Code_Point that are no formats (Cf), and four that only the charts call blank: braille, Khitan,
# music, object
_IGNORABLE, _EMPTY = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0", "\u2800\U00016fe4\U0001d159\ufffc"
_BLANKS = frozenset(_IGNORABLE + _EMPTY)
_HIDDEN = dict.fromkeys(map(ord, _SELECTORS | _BLANKS))
_RESERVED = frozenset((0x2065, *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000)))  # Default_Ignorable, unassigned
_NUMBER_SIGNS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
_JOINERS = frozenset("\u200c\u200d\u180e")  # ZWNJ, ZWJ, Mongolian vowel separator
_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))  # after a black flag: the flags of England, Scotland and Wales
_FLAG = "\U0001f3f4"
_VIRAMA = 9  # combining class: a joiner after it chooses a form of the letter, also at the end of a word
_TOWER = re.compile("^m|mmmm")  # names of no script need four marks on a letter; more would cover other lines
_HIGH_TOWER = re.compile("^m|mmmmm")  # Burmese and Hebrew words have four
_SYLLABLES = ("CJK UNIFIED IDEOGRAPH-", "HANGUL SYLLABLE ")
BAD_NAME = Text("A name has {low} to {high} visible characters", {"low": MIN_NAME, "high": MAX_NAME})


class InvalidName(Exception):
    """A name is not valid; `text` says why."""

    def __init__(self, text: Text = BAD_NAME) -> None:
        super().__init__(text)
        self.text = text


# ---- names


def folded(text: str) -> str:
    """Normalize a text for comparison: NFKC, single blanks, none at the ends, no blank letters or selectors."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_HIDDEN).split())


def checked_name(text: str) -> str:
    """Return the normal form of a name; `InvalidName` if its length is wrong or it has invisible characters.

    Variation selectors are dropped, because keyboards add them to emoji.
    """
    name = folded(text)
    # `str.isprintable` refuses controls, formats, private use, unassigned characters, and blanks besides the space
    is_seen = name.isprintable() and not _TOWER.search(_marks(name)) and _BLANKS.isdisjoint(text)
    if not least_letters(name) <= len(name) <= MAX_NAME or not is_seen:
        raise InvalidName
    return name


def normalized_code(code: str) -> str:
    """Return the code of a table for comparison: case, blanks and hyphens make no difference."""
    return folded(code).replace(" ", "").replace("-", "").casefold()


def least_letters(name: str) -> int:
    """Return how many characters a name has at least: one, if it begins with a Han character or a Hangul syllable."""
    return 1 if unicodedata.name(name[:1] or " ", "").startswith(_SYLLABLES) else MIN_NAME


# ---- free texts


def cleaned(text: str) -> str:
    """Return a typed text in NFC, on one line, without blanks at its ends and without invisible characters.

    Joiners stay between letters or emoji, selectors after the character that they change. Several blanks become one.
    """
    kept: list[str] = []
    pending = ""  # a joiner whose next character is not known yet
    in_flag = False
    for char in unicodedata.normalize("NFC", text):
        before = kept[-1] if kept else " "
        in_flag = char == _FLAG or (in_flag and (char in _TAGS or char in _SELECTORS))
        if char in _JOINERS:
            if unicodedata.combining(before) == _VIRAMA:
                kept.append(char)
            elif _can_join(before):
                pending = pending or char
        elif char.isspace():
            pending = ""
            kept.append(char if unicodedata.category(char) == "Zs" else " ")
        elif char in _SELECTORS:
            if not pending and _can_vary(before):
                kept.append(char)
        elif in_flag or _is_visible(char):
            if pending and _can_join(char):
                kept.append(pending)
            pending = ""
            kept.append(char)
    return re.sub(r"\s{2,}", " ", "".join(kept)).strip()


def is_legible(text: str) -> bool:
    """Whether a typed text has something visible, at most four marks on each letter, and no control characters.

    Line ends and tabs are blanks. Other control characters are not typed by mistake.
    """
    bare = "".join(char for char in cleaned(text) if char not in _JOINERS and char not in _SELECTORS)
    has_control = any(is_control(char) and not char.isspace() for char in text)
    return bool(bare) and not has_control and not _HIGH_TOWER.search(_marks(bare))


def is_control(char: str) -> bool:
    """Whether a character is a control character, or half of a surrogate pair."""
    return unicodedata.category(char) in ("Cc", "Cs")


def _is_visible(char: str) -> bool:
    """Whether a character is shown. Unassigned ones count: newer versions of Unicode give them to letters and emoji."""
    if char in _BLANKS:
        return False
    match unicodedata.category(char):
        case "Cc" | "Cs":
            return False
        case "Cf":
            return char in _NUMBER_SIGNS
        case "Cn":
            code = ord(char)
            return code not in _RESERVED and code & 0xFFFE != 0xFFFE and not 0xFDD0 <= code <= 0xFDEF
    return True


def _can_join(char: str) -> bool:
    """Whether a joiner may be beside this character: a letter, a mark on one, a part of an emoji."""
    return char in _SELECTORS or char in _TAGS or unicodedata.category(char)[0] in "LM" or _is_emoji(char)


def _can_vary(char: str) -> bool:
    """Whether a selector may be after this character: no cased letter but the emoji of information."""
    return (
        unicodedata.category(char)[0] in "NPS" or unicodedata.category(char) in ("Lo", "Lm", "Cn") or char == "\u2139"
    )


def _is_emoji(char: str) -> bool:
    # the first are arrows of heads that shake or nod, and the colours of skin
    return char in "\u2194\u2195" or "\U0001f3fb" <= char <= "\U0001f3ff" or unicodedata.category(char) in ("So", "Cn")


def _marks(text: str) -> str:
    """Return `m` for each mark without a width of its own, `.` for other characters."""
    return "".join("m" if unicodedata.category(char) in ("Mn", "Me") else "." for char in text)
