"""Typed text: letters of other keyboards that look like those of a notation."""

import unicodedata

import pytest

from netgame.errors import NotationError
from netgame.typed import typed


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\u0430\uff11", "a1"),
        (" \uff27\uff18\u2013F9 ", "G8-F9"),
        ("\u0422\u041d9", "TH9"),
        ("\u03bf5", "o5"),
        ("d a1", "d a1"),
    ],
)
def test_letters_that_look_alike_count_as_those_of_the_notation(text: str, plain: str) -> None:
    assert typed(text) == plain


@pytest.mark.parametrize("letter", ["\u0431", "\u0416", "\u03c9", "\u05d0", "\u00e4"])
def test_another_letter_is_named(letter: str) -> None:
    with pytest.raises(NotationError) as refused:
        typed(f"{letter}1")
    assert refused.value.text.args["letter"] == letter
    assert refused.value.text.args["name"] == unicodedata.name(letter).capitalize()
