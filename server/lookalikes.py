"""Skeletons of names: two names that share one look alike, and are treated as one name.

The table is confusables.txt of Unicode (UTS 39), as the package homoglyphs_fork carries it. Its relation goes beyond
that standard: it ignores case, marks and blanks, and knows a few more pairs (`cl` and `d`, `vv` and `w`).
"""

import json
import unicodedata
from functools import cache, lru_cache
from importlib import metadata, resources

PACKAGE = "homoglyphs_fork"
_RULE = 2  # raise it when a name gets other skeletons: registered names are indexed again at the next start
_SAME = str.maketrans({"i": "l", "5": "s"})  # after small letters: I, i, l and 1
_ASCII = {"I": "l", "1": "l", "|": "l", "0": "o"}
_MORE = {"π": "n", "ĸ": "k", "ʍ": "m"}  # small п, к and м, which many fonts draw like these
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
_LRM = "\u200e"  # the file has one on both sides of letters that are written from right to left


@lru_cache(maxsize=4096)  # many people are called Guest and a number
def skeletons(name: str) -> frozenset[str]:
    """Reduce a name to its looks: as written, and in small letters."""
    return frozenset((_skeleton(name, as_written=True), _skeleton(name.casefold(), as_written=False)))


def rule() -> str:
    """A text that changes when a name may have other skeletons than before."""
    return f"{_RULE} {unicodedata.unidata_version} {metadata.version(PACKAGE)}"


def _skeleton(name: str, *, as_written: bool) -> str:
    letters = "".join(map(_prototype, _without_marks(name)))
    if as_written:
        letters = letters.replace("cl", "d")  # only small letters look so: Clan is not Dan
    small = _without_marks(letters.casefold()).replace(" ", "")
    return small.replace("rn", "m").replace("vv", "w").translate(_SAME)


def _without_marks(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


@lru_cache(maxsize=8192)
def _prototype(char: str) -> str:
    """Map all letters that are confused with each other to the same one."""
    if char.isascii():
        return _ASCII.get(char, char)
    found = _prototypes().get(char, char)
    named = unicodedata.name(found, "") if len(found) == 1 else ""
    if named.startswith(_SMALL_CAPITAL) and len(named) == len(_SMALL_CAPITAL) + 1:
        return named[-1].lower()
    return _MORE.get(found, found)


@cache
def _prototypes() -> dict[str, str]:
    """By letter. The package has each pair in both directions; a prototype is the one of many, or the first of two."""
    text = resources.files(PACKAGE).joinpath("confusables.json").read_text("utf-8")
    pairs = {char.strip(_LRM): [other.strip(_LRM) for other in others] for char, others in json.loads(text).items()}
    found: dict[str, str] = {}
    for char, others in pairs.items():
        if len(char) == len(others) == 1:
            other = others[0]
            if len(pairs[other]) > 1 or len(other) > 1 or other < char:
                found[char] = other
    return found
