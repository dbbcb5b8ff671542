"""The words of notices: mails in plain English text, and the JSON for a program of the operator.

The server does not know the language of an account, so mails are in English.
"""

from collections.abc import Mapping, Sequence

import msgspec

from protocol.address import Address
from server.notices.channels import one_line
from server.ops.policy import Policy
from server.storage.notices import News, Outgoing

HOUR_MS = 3_600_000
CODE_MINUTES = 30
MAX_LINES = 30  # of news in a mail


class Letter:
    """The words of a server in mails. Without a public address among its settings, mails have no links."""

    def __init__(self, server: str, policy: Policy) -> None:
        self._server, self._policy = one_line(server), policy

    def link(self, news: News) -> str:
        """Return the link that opens the game of some news, or at least the server; empty without an address."""
        addresses = self._policy.addresses
        return Address.parse(addresses[0])[0].link(news.table or None) if addresses else ""

    def code_mail(self, name: str, code: str) -> tuple[str, str]:
        """Return subject and text of the mail with the code for an address."""
        text = (
            f"Hello {one_line(name)},\n\n"
            f"somebody, probably you, wants notices of the game server {self._server} at this address.\n"
            f"The code is {code}. Type it in the program, under Server > My account, within {CODE_MINUTES} minutes.\n\n"
            "If it was not you, do nothing: without the code this address gets no notices.\n"
        )
        return f"[{self._server}] Your code for notices", text

    def reset_mail(self, name: str, code: str) -> tuple[str, str]:
        """Return subject and text of the mail with the code for a new password."""
        text = (
            f"Hello {one_line(name)},\n\n"
            f"somebody, probably you, has forgotten your password at the game server {self._server}.\n"
            f"The code is {code}. Type it in the program, under Server > My account, with a new password, within "
            f"{CODE_MINUTES} minutes.\nThat signs out all your other computers.\n\n"
            "If it was not you, do nothing: without the code your password stays as it is.\n"
        )
        return f"[{self._server}] Your code for a new password", text

    def notice_mail(self, notice: Outgoing, now: int) -> tuple[str, str]:
        """Return subject and text of a mail with these news."""
        told = without_repeats(notice.news)
        lines = [words_of(each, notice.names, now) for each in told]
        more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
        parts = [f"Hello {one_line(notice.name)},"]
        for news, line in list(zip(told, lines, strict=True))[:MAX_LINES]:
            parts.append("\n".join(filter(None, (line, self.link(news)))))
        if len(lines) > MAX_LINES:
            parts.append(f"There are {len(lines) - MAX_LINES} more news. The program shows all of them.")
        parts.append(
            "-- \n"
            f"You get this mail because you have switched on notices at the game server {self._server}.\n"
            'To switch it off: open the program, then Server > My account. Under "Notices" each kind has a switch, and '
            '"Remove the address" ends all mails.'
        )
        return f"[{self._server}] {lines[0].rstrip('.')}{more}", "\n\n".join(parts) + "\n"

    def notice_json(self, notice: Outgoing, now: int) -> bytes:
        """Return the same for a program."""
        told = without_repeats(notice.news)
        return msgspec.json.encode(
            {
                "id": notice.id,
                "server": self._server,
                "account": notice.account,
                "name": notice.name,
                "at": notice.made,
                "text": " ".join(words_of(each, notice.names, now) for each in told),
                "news": [
                    {
                        "kind": each.kind, "title": each.title, "account": each.other,
                        "name": notice.names.get(each.other, ""), "table": each.table,
                        "deadline": each.deadline or None, "link": self.link(each),
                        "text": words_of(each, notice.names, now),
                    }
                    for each in told
                ],
            }
        )  # fmt: skip


def words_of(news: News, names: Mapping[str, str], now: int) -> str:
    """Return a sentence about some news, with the names of accounts."""
    title, name = one_line(news.title), one_line(names.get(news.other, ""))
    against = f" against {name}" if name else ""
    match news.kind:
        case "turn":
            left = f", {_left(news.deadline, now)}" if news.deadline else ""
            return f"Your turn in {title}{against}{left}."
        case "time":
            return f"Time is short in {title}{against}: {_left(news.deadline, now)}."
        case "challenge":
            return f"{name or 'Somebody'} challenges you to {title}."
    if news.deadline:
        return f"Your game in {title}{against} begins soon: {_left(news.deadline, now)}."
    return f"A round of {title} has begun" + (f". You play against {name}." if name else ".")


def _left(deadline: int, now: int) -> str:
    hours = max(0, deadline - now) // HOUR_MS
    if hours < 1:
        return "less than an hour left"
    if hours < 48:
        return "1 hour left" if hours == 1 else f"{hours} hours left"
    days, hours = divmod(round((deadline - now) / HOUR_MS), 24)  # a turn that has just begun has all of its days
    more = {0: "", 1: " and 1 hour"}.get(hours, f" and {hours} hours")
    return f"{days} days{more} left"


def without_repeats(news: Sequence[News]) -> tuple[News, ...]:
    """Return news without "your turn" at a table where time is short as well."""
    short = {each.table for each in news if each.kind == "time"}
    return tuple(each for each in news if each.kind != "turn" or each.table not in short)
