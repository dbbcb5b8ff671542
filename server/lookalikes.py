"""Names that look like each other: whoever calls himself as somebody present does, in other letters, is told apart."""

import unicodedata
from functools import lru_cache

_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s"})  # after small letters: I, l and 1
_PAIRS = (("rn", "m"), ("vv", "w"))


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What is left of a name for the eye: two names with one skeleton are taken for each other."""
    letters = "".join(_plain(char) for char in name)
    bare = "".join(c for c in unicodedata.normalize("NFKD", letters.casefold()) if not unicodedata.combining(c))
    bare = "".join(_plain(char) for char in bare).casefold().translate(_ALIKE)
    for pair, one in _PAIRS:
        bare = bare.replace(pair, one)
    return bare.replace(" ", "")


@lru_cache(maxsize=8192)
def _plain(char: str) -> str:
    """The Latin letter or digit that a letter is confused with, by the tables of the Unicode consortium."""
    if char.isascii():
        return char
    from confusable_homoglyphs.confusables import confusables_data  # reads 500 kB, which a start need not wait for

    for alike in confusables_data.get(char, ()):
        if alike["c"].isascii() and alike["c"].isalnum():
            return str(alike["c"])
    return char
