from contextlib import nullcontext

import pytest

from server.ops.database_address import check_address, hide_password, without_password


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("", ""),
        ("postgresql:///games", "postgresql:///games"),
        ("postgresql://ann@one:5432,two/games?sslmode=require", "postgresql://ann@one:5432,two/games?sslmode=require"),
        ("postgresql://ann:sesame@[::1]/games", "postgresql://ann:***@[::1]/games"),
        ("postgresql://ann:a:b@db/games", "postgresql://ann:***@db/games"),
        ("postgresql://db/games?user=ann&password=sesame", "postgresql://db/games?user=ann&password=***"),
        ("postgresql://db/games?sslpassword=sesame#x", "postgresql://db/games?sslpassword=***"),
        ("postgresql://[ann:sesame@db/games", "***"),
    ],
)
def test_an_address_is_shown_without_its_passwords(address: str, shown: str) -> None:
    assert without_password(address) == shown


@pytest.mark.parametrize(
    ("address", "is_valid"),
    [
        ("postgresql:///games", True), ("postgresql://ann@one:5432,two,[::1]:7/games", True),
        ("postgresql://%2Frun%2Fpg/games", True), ("postgresql://ann:a:b@db:/games", True),
        ("postgresql://ann@db:x/games", False), ("postgresql://one:1,two:123456/games", False),
        ("postgresql://db", False), ("sqlite:///games", False),
    ],
)  # fmt: skip
def test_an_address_needs_a_database_and_ports_that_are_numbers(address: str, is_valid: bool) -> None:
    with nullcontext() if is_valid else pytest.raises(ValueError, match="no address"):
        check_address(address)


@pytest.mark.parametrize(
    "address", ["postgresql://ann:open%20sesame@db/games", "postgresql://db/games?password=open%20sesame"]
)
def test_a_message_of_a_library_is_shown_without_the_password(address: str) -> None:
    message = f'invalid "{address}" with open%20sesame and open sesame'
    hidden = hide_password(message, address)
    assert "sesame" not in hidden
    assert hidden.startswith("invalid")
