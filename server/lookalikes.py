"""Skeletons of names: two names that share one look alike and count as the same name.

The table is confusables.txt of Unicode (UTS 39) from the package homoglyphs_fork. The relation here is wider: it
ignores case, marks and blanks, and has a few more pairs (`cl` and `d`, `vv` and `w`).
"""

import json
import unicodedata
from functools import cache, lru_cache
from importlib import metadata, resources

PACKAGE = "homoglyphs_fork"
_RULE = 2  # increase it when names get other skeletons: then the next start indexes registered names again
_SAME = str.maketrans({"i": "l", "5": "s"})  # after lower-casing: I, i, l and 1
_ASCII = {"I": "l", "1": "l", "|": "l", "0": "o"}
_MORE = {"π": "n", "ĸ": "k", "ʍ": "m"}  # the small letters п, к and м, which look like these in many fonts
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
_LRM = "\u200e"  # around right-to-left letters in the file


@lru_cache(maxsize=4096)  # many names are Guest and a number
def skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name: as written, and in lower case."""
    return frozenset((_skeleton(name, as_written=True), _skeleton(name.casefold(), as_written=False)))


@cache
def rule() -> str:
    """Return a text that changes whenever names may get other skeletons."""
    return f"{_RULE} {unicodedata.unidata_version} {metadata.version(PACKAGE)}"


def _skeleton(name: str, *, as_written: bool) -> str:
    letters = "".join(map(_prototype, _without_marks(name)))
    if as_written:
        letters = letters.replace("cl", "d")  # only small letters look alike: Clan is not Dan
    small = _without_marks(letters.casefold()).replace(" ", "")
    return small.replace("rn", "m").replace("vv", "w").translate(_SAME)


def _without_marks(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


@lru_cache(maxsize=8192)
def _prototype(char: str) -> str:
    """Map all letters that look alike to the same one."""
    if char.isascii():
        return _ASCII.get(char, char)
    found = _prototypes().get(char, char)
    named = unicodedata.name(found, "") if len(found) == 1 else ""
    if named.startswith(_SMALL_CAPITAL) and len(named) == len(_SMALL_CAPITAL) + 1:
        return named[-1].lower()
    return _MORE.get(found, found)


@cache
def _prototypes() -> dict[str, str]:
    """Return prototypes by letter: of the pairs of the package, the letter with the most pairs, or else the first."""
    text = resources.files(PACKAGE).joinpath("confusables.json").read_text("utf-8")
    pairs = {char.strip(_LRM): [other.strip(_LRM) for other in others] for char, others in json.loads(text).items()}
    found: dict[str, str] = {}
    for char, others in pairs.items():
        if len(char) == len(others) == 1:
            other = others[0]
            if len(pairs[other]) > 1 or len(other) > 1 or other < char:
                found[char] = other
    return found
