"""Servers that are new to this player: which ones prove themselves, and what is asked about the others."""

from dataclasses import replace
from pathlib import Path

import pytest

from client_qt.net.known_servers import recent_servers
from client_qt.net.server_browser import ServerReply
from client_qt.net.server_trust import (
    NO_BREAK,
    by_public_name,
    is_near,
    proves_itself,
    stranger_question,
    to_compare,
)
from client_qt.net.table_list import ListedServer
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KnownServer, Settings
from protocol.address import Address
from protocol.identity.fingerprint_words import digits_of, words_of

NEW, OLD = "ab" * 32, "cd" * 32
NAME = "games.example.org"
PLACE = ListedServer("address", NEW, "Club", (Address(NAME, 7763),), public_name=NAME)


@pytest.mark.parametrize(("host", "near"), [
    ("192.168.1.5", True), ("10.0.0.1", True), ("fe80::1", True), ("127.0.0.1", True), ("ann-laptop", True),
    ("ann.local", True), ("8.8.8.8", False), ("play.example.org", False), ("2606:4700::1111", False),
])  # fmt: skip
def test_an_address_without_the_internet_in_between_is_near(host: str, near: bool) -> None:
    assert is_near(Address(host)) is near


@pytest.mark.parametrize("host", ["192.168.1.5", "play.example.org"])
def test_a_new_server_is_asked_about_with_the_words_of_its_fingerprint_to_compare(host: str) -> None:
    question = stranger_question(ListedServer("address", NEW, "ann", (Address(host),)), [])
    shown = to_compare(NEW).replace(NO_BREAK, " ")

    assert not question.instead_of
    assert to_compare(NEW) in question.words
    assert " ".join(words_of(NEW)) in shown
    assert digits_of(NEW) in shown


def test_another_server_at_a_public_address_replaces_the_old_one_which_keeps_its_other_addresses() -> None:
    address = Address("play.example.org")
    settings = Settings().with_server(KnownServer(OLD, "club", (str(address), "192.168.1.5:7763")))
    place = ListedServer("address", NEW, "club", (address,))

    assert stranger_question(place, settings.servers.values()).instead_of == OLD
    after = settings.without_address(OLD, str(address))
    assert after.servers[OLD].addresses == ("192.168.1.5:7763",)
    assert not stranger_question(place, after.servers.values()).instead_of


def test_a_server_whose_certificate_has_the_typed_name_proves_itself_unless_another_one_has_its_address() -> None:
    before = KnownServer(OLD, "Club", (str(PLACE.addresses[0]),))

    assert proves_itself(PLACE, [])
    assert not proves_itself(replace(PLACE, public_name=""), [])
    assert not proves_itself(replace(PLACE, public_name="other.example.org"), [])
    assert not proves_itself(PLACE, [before])
    assert proves_itself(PLACE, [replace(before, public_name=NAME)])


def test_a_server_with_a_renewed_certificate_is_the_known_one_whose_public_name_is_stored(tmp_path: Path) -> None:
    before = KnownServer(OLD, "Club", (str(PLACE.addresses[0]),), public_name=NAME)
    assert by_public_name(ServerReply(PLACE, ()), [before]).server.fingerprint == OLD
    assert by_public_name(ServerReply(PLACE, ()), []).server.fingerprint == NEW

    file = SettingsFile(tmp_path)
    file.change(file.value.with_server(before))
    (place,) = recent_servers(SettingsFile(tmp_path).value)
    assert (place.public_name, place.fingerprint) == (NAME, OLD)
