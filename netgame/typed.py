"""Text that a person typed: letters of other keyboards that look like those of a notation count as these."""

import unicodedata

from netgame.errors import NotationError

_ALIKE = str.maketrans(
    "асеорхуіјѕԁһкмтАВСЕНІЈКМОРЅТХУοναΑΒΕΖΗΙΚΜΝΟΡΤΥΧ–—−‐‑×",
    "aceopxyijsdhkmtABCEHIJKMOPSTXYovaABEZHIKMNOPTYX-----x",
)


def typed(text: str) -> str:
    """Return a typed move or position in the letters of its notation: full-width ones and those that look alike become
    Latin. Raise `NotationError` that names another letter."""
    plain = unicodedata.normalize("NFKC", text).translate(_ALIKE).strip()
    for letter in plain:
        if not letter.isascii():
            name = unicodedata.name(letter, "").capitalize() or f"U+{ord(letter):04X}"
            raise NotationError(
                "{letter} ({name}) is no letter of the notation. Is the keyboard set to another alphabet?",
                letter=letter, name=name,
            )  # fmt: skip
    return plain
