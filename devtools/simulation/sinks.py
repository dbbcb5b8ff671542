"""A mail server and a program of the operator, which get the notices of a service. Now and then they refuse one."""

import re
from dataclasses import dataclass, field
from random import Random

import msgspec
from sqlalchemy import select

from devtools.simulation.world import World
from server.notices.channels import SendFailed
from server.notices.outbox import Channels
from server.storage import accounts_schema as t
from server.storage.accounts import AccountStore
from server.storage.notices import Channel, News

REFUSED, FOREVER = 0.3, 0.1  # shares of the notices, and of those the share that never gets through
CODE = re.compile(r"The code is (\S+)\.")

_news = msgspec.json.Decoder(list[News]).decode


@dataclass(frozen=True)
class Sent:
    """A notice that got through. `news` have the keys of its causes."""

    id: str
    channel: Channel
    account: str
    at: int
    news: tuple[News, ...]


@dataclass
class Sink:
    """The end of one channel, with the methods of `MailServer` and `Webhook`."""

    channel: Channel
    world: World
    accounts: AccountStore
    chance: Random
    sent: list[Sent] = field(default_factory=list)
    codes: dict[str, str] = field(default_factory=dict)  # by mail address

    def send(self, id: str, to: str | bytes, subject: str = "", text: str = "") -> None:
        """Take a notice, or the mail with a code."""
        if self.chance.random() < REFUSED:
            is_final = self.chance.random() < FOREVER
            raise SendFailed("it does not want to", is_final=is_final, is_alone=self.chance.random() < 0.5)
        c = t.notice_outbox.c
        with self.accounts._read() as db:
            row = db.execute(select(c.account, c.news).where(c.id == id)).one_or_none()
        if row is not None:
            self.sent.append(Sent(id, self.channel, row.account, self.world.now_ms(), tuple(_news(row.news))))
        elif (code := CODE.search(text)) is not None:
            self.codes[str(to)] = code[1]


class Sinks:
    """All channels of a service. Some services have only one, or none."""

    def __init__(self, world: World, accounts: AccountStore) -> None:
        chance = world.chance("notices")
        self.mail = Sink("mail", world, accounts, chance)
        self.webhook = Sink("webhook", world, accounts, chance)
        self.has_mail = chance.random() < 0.8
        self.has_any = self.has_mail or chance.random() < 0.5

    @property
    def channels(self) -> Channels:
        """The channels as a server knows them."""
        mail, webhook = self.mail if self.has_mail else None, self.webhook if self.has_any else None
        return Channels(mail, webhook)  # type: ignore[arg-type]
