"""The limits of a server."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from msgspec import Meta

from server.ops.rate_limit import RateLimit

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Seconds = Annotated[int, Meta(ge=1, le=3600)]


def _limit(default: int, help: str) -> Any:
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True)
class Limits:
    """All limits of a server.

    The end of a name is its unit: `_s` seconds, `_days`, `_bytes`, `_mib`. `_burst` is the size of a token bucket and
    `_per_minute` what the bucket gains. Other names count things.
    """

    connections: Count = _limit(10_000, "connections in all")
    connections_per_address: Count = _limit(256, "connections from one address that have signed in")
    unauthenticated: Count = _limit(1024, "connections that have not signed in, in all")
    unauthenticated_per_address: Count = _limit(8, "connections from one address that have not signed in")
    unauthenticated_per_lan_address: Count = _limit(16, "the same, for an address of a private network")
    hello_s: Seconds = _limit(5, "until a connection has sent its first message")
    sign_in_s: Seconds = _limit(
        15, "until a connection has signed in, unless it only asks for the list of tables now and then"
    )
    silent_s: Annotated[int, Meta(ge=30, le=3600)] = _limit(
        65, "that a connection may be silent; clients send a ping every 20"
    )
    watching_silent_s: Annotated[int, Meta(ge=2, le=3600)] = _limit(
        4, "that a connection that watches a table may be silent; it gets a probe halfway"
    )
    outbound_bytes: Annotated[int, Meta(ge=1 << 16, le=1 << 28)] = _limit(
        1 << 20, "queued for a client that does not read"
    )
    message_burst: Count = _limit(500, "messages of one connection at once")
    message_per_minute: Count = _limit(6000, "messages of one connection")
    move_burst: Count = _limit(300, "moves and other table commands of one connection at once")
    move_per_minute: Count = _limit(3000, "moves and other table commands of one connection")
    reply_burst: Count = _limit(
        4096, "long answers (logs, pages of lists) sent to one account at once, in KiB; to one address eight times that"
    )
    reply_per_minute: Count = _limit(16_384, "long answers sent to one account, in KiB")
    list_burst: Count = _limit(
        1024, "lists of tables sent to one address at once, in KiB; an eighth of it to one connection"
    )
    list_per_minute: Count = _limit(
        8192, "lists of tables sent to one address, in KiB; an eighth of it to one connection"
    )
    # people who talk write many short lines in a row; a flood gets no more than them in a minute
    chat_burst: Count = _limit(20, "lines of chat of one account at once")
    chat_per_minute: Count = _limit(30, "lines of chat of one account")
    question_burst: Count = _limit(100, "questions about history and profiles from one address at once")
    question_per_minute: Count = _limit(600, "questions about history and profiles from one address")
    table_burst: Count = _limit(10, "tables that one account creates at once")
    table_per_minute: Count = _limit(12, "tables that one account creates")
    tables_per_address: Count = _limit(300, "unfinished tables created from one address since the server started")
    waiting_s: Annotated[int, Meta(ge=0, le=365 * 86_400)] = _limit(
        3600, "until a table that has not started is closed after its players left the server; 0: never"
    )
    guest_days: Annotated[int, Meta(ge=0, le=36_500)] = _limit(
        365, "until a guest who has not come back is forgotten, if nothing of them is needed; 0: never"
    )
    vacation_days: Annotated[int, Meta(ge=0, le=60)] = _limit(
        21, "of vacation in a year of each account, on which clocks of days per move do not run; 0: none"
    )
    sign_in_burst: Count = _limit(30, "sign-ins from one address at once, without those of known devices")
    sign_in_per_minute: Count = _limit(60, "sign-ins from one address, without those of known devices")
    password_burst: Count = _limit(5, "wrong passwords from one address at once")
    password_per_minute: Count = _limit(2, "wrong passwords from one address")
    account_burst: Count = _limit(30, "new accounts from one address at once")
    account_per_minute: Count = _limit(6, "new accounts from one address")
    password_queue: Count = _limit(32, "sign-ins with a password that wait in the queue")
    notice_after_s: Annotated[int, Meta(ge=10, le=86_400)] = _limit(
        300, "that members are offline before they get a notice"
    )
    notice_gap_s: Annotated[int, Meta(ge=10, le=86_400)] = _limit(
        900, "between two notices to one member; the later one has all news of that time"
    )
    notices_per_day: Count = _limit(12, "notices to one member in a day")
    mails_per_hour: Count = _limit(500, "mails that one server sends in an hour")
    seats: Count = _limit(50, "unfinished tables at which one account has a seat")
    computer_players: Count = _limit(20, "computer players that are signed in, if the setting `computers` allows them")
    tournaments_per_account: Count = _limit(5, "tournaments of one account that are not over")
    tournaments_per_address: Count = _limit(
        20, "tournaments that are not over made from one address since the server started"
    )
    watched: Count = _limit(100, "tables that one connection watches")
    memory_mib: Annotated[int, Meta(ge=0, le=1 << 22)] = _limit(
        0, "of memory in use above which no new tables are created; 0: nine tenths of the available memory"
    )

    def rate(self, what: str) -> RateLimit:
        """Return the rate of a limit: `chat` for `chat_burst` and `chat_per_minute`."""
        return RateLimit(getattr(self, f"{what}_burst"), getattr(self, f"{what}_per_minute") / 60)
