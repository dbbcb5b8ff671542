"""Direct messages, and which of them are unread."""

from client_qt.net.direct_messages import DirectMessages
from protocol.messages import ChatLine


def line(number: int, account: str = "bob") -> ChatLine:
    return ChatLine(number=number, at=number, account=account, name=account.title(), text="hello")


def test_lines_that_came_while_the_player_was_away_are_unread_until_they_are_read() -> None:
    direct = DirectMessages()
    direct.came_at = 10
    known = [line(1), line(2, "me"), line(3), line(4)]

    assert direct.add("bob", known, unread=2) == [line(3), line(4)]
    assert direct.add("cleo", [line(1, "cleo")]) == []
    assert direct.add("bob", known, unread=2) == [], "they come again after a reconnect"
    assert (direct.unread("bob"), direct.unread_talks()) == (2, {"bob": "Bob"})
    direct.mark_read("bob")
    assert direct.add("bob", [*known, line(11)]) == [line(11)]


def test_lines_that_both_write_at_once_are_kept_in_whatever_order_they_come() -> None:
    direct = DirectMessages()
    assert direct.add("bob", [line(2, "me")]) == []
    assert direct.add("bob", [line(1)]) == [line(1)]
    assert direct.lines("bob") == [line(1), line(2, "me")]
