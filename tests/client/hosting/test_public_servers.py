"""A server with a public name: typed, it proves itself; known, it is the same whatever its certificate is today."""

from dataclasses import replace
from pathlib import Path

from client_qt.net.known_servers import known_places
from client_qt.net.server_browser import Visit
from client_qt.net.table_list import Place
from client_qt.pages.join.server_trust import by_public_name, proves_itself
from client_qt.settings.file import KnownServer, SettingsFile
from protocol.address import Address

NAME, TYPED = "games.example.org", (Address("games.example.org", 7763),)
PLACE = Place("address", "ab" * 32, "Club", TYPED, public_name=NAME)


def test_a_name_that_is_proved_needs_no_comparison():
    assert proves_itself(PLACE, [])
    assert not proves_itself(replace(PLACE, public_name=""), [])
    assert not proves_itself(replace(PLACE, public_name="other.example.org"), [])


def test_a_server_with_a_key_of_its_own_that_was_there_before_is_asked_about():
    before = KnownServer("cd" * 32, "Club", (str(TYPED[0]),))

    assert not proves_itself(PLACE, [before])
    assert proves_itself(PLACE, [replace(before, public_name=NAME)])


def test_with_a_renewed_certificate_it_is_the_server_of_before():
    before = KnownServer("cd" * 32, "Club", (str(TYPED[0]),), public_name=NAME)

    assert by_public_name(Visit(PLACE, ()), [before]).place.fingerprint == before.fingerprint
    assert by_public_name(Visit(PLACE, ()), []).place.fingerprint == PLACE.fingerprint


def test_the_public_name_is_kept_and_asked_for_the_next_time(tmp_path: Path):
    file = SettingsFile(tmp_path)
    file.change(file.value.with_server(KnownServer("cd" * 32, "Club", (str(TYPED[0]),), public_name=NAME)))

    [place] = known_places(SettingsFile(tmp_path).value)

    assert (place.public_name, place.fingerprint) == (NAME, "cd" * 32)
