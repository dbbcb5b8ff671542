import os
import re
import ssl
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.harness.systems import is_private
from protocol.errors import IdentityError
from protocol.identity.fingerprint_words import digits_of, words_of
from protocol.identity.server_certificate import FILE, client_context, fingerprint_of, make_identity, server_context
from protocol.identity.wordlist import WORDS


def test_an_identity_is_made_once_for_each_server_and_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    first = make_identity(tmp_path / "a")
    assert make_identity(tmp_path / "a") == first
    assert make_identity(tmp_path / "b").fingerprint != first.fingerprint
    assert len(first.fingerprint) == 64
    assert os.listdir(tmp_path / "a") == [FILE]
    assert is_private(first.key_path)


def test_the_fingerprint_is_the_hash_of_the_shown_certificate_and_an_older_tls_is_refused(tmp_path: Path) -> None:
    identity = make_identity(tmp_path)
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2

    shown = _handshake(server_context(identity), client_context())

    assert shown.version() == "TLSv1.3"
    certificate = shown.getpeercert(binary_form=True)
    assert certificate is not None
    assert fingerprint_of(certificate) == identity.fingerprint
    with pytest.raises(ssl.SSLError):
        _handshake(server_context(identity), old)


@pytest.mark.parametrize("damage", ["", "nonsense", "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n"])
def test_an_error_names_a_damaged_file_and_leaves_it_unchanged(tmp_path: Path, damage: str) -> None:
    (tmp_path / FILE).write_text(damage)
    with pytest.raises(IdentityError, match=r"identity\.pem"):
        server_context(make_identity(tmp_path))
    assert (tmp_path / FILE).read_text() == damage


def test_a_key_of_another_certificate_is_refused(tmp_path: Path) -> None:
    marker = "-----BEGIN CERTIFICATE-----"
    (key, _own), (_other, certificate) = [
        make_identity(tmp_path / name).cert_path.read_text().split(marker) for name in "ab"
    ]
    (tmp_path / "a" / FILE).write_text(key + marker + certificate)
    with pytest.raises(IdentityError):
        server_context(make_identity(tmp_path / "a"))


def _handshake(server: ssl.SSLContext, client: ssl.SSLContext) -> ssl.SSLObject:
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours, theirs = client.wrap_bio(down, up), server.wrap_bio(up, down, server_side=True)
    for _ in range(4):
        for end in (ours, theirs):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    return ours


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


@given(st.binary(min_size=32, max_size=32).map(bytes.hex))
def test_letter_case_of_a_fingerprint_does_not_change_its_words_and_digits(fingerprint: str) -> None:
    assert set(words_of(fingerprint)) <= set(WORDS)
    assert re.fullmatch(r"\d{3} \d{3}", digits_of(fingerprint))
    assert words_of(fingerprint.upper()) == words_of(fingerprint)
