import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.identity.fingerprint_words import digits_of, words_of
from protocol.identity.wordlist import WORDS

FINGERPRINTS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@pytest.mark.parametrize(
    ("fingerprint", "words", "digits"),
    [
        ("00" * 32, ("kennel", "arrow", "focus", "hazel"), "380 050"),
        ("ff" * 32, ("shark", "letter", "hearth", "bridge"), "023 743"),
        (bytes(range(32)).hex(), ("record", "golden", "cactus", "moon"), "281 573"),
    ],
)
def test_the_examples_of_the_protocol_page_are_right(fingerprint: str, words: tuple[str, ...], digits: str) -> None:
    assert words_of(fingerprint) == words
    assert digits_of(fingerprint) == digits


def test_1024_words_differ_in_their_first_four_letters_and_are_used() -> None:
    assert len(WORDS) == len({word[:4] for word in WORDS}) == 1024
    assert list(WORDS) == sorted(WORDS)
    assert all(re.fullmatch("[a-z]{4,7}", word) for word in WORDS)
    assert {word for number in range(4000) for word in words_of(f"{number:064x}")} == set(WORDS)


@given(FINGERPRINTS)
def test_letter_case_of_a_fingerprint_does_not_change_its_words_and_digits(fingerprint: str) -> None:
    assert set(words_of(fingerprint)) <= set(WORDS)
    assert re.fullmatch(r"\d{3} \d{3}", digits_of(fingerprint))
    assert words_of(fingerprint.upper()) == words_of(fingerprint)
