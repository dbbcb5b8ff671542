"""Field types, limits and base classes of messages."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from netgame.text import Text
from protocol.limits import MAX_NAME as MAX_NAME

PROTOCOL = (1, 2)  # lowest and highest protocol version that this program speaks
DICE_PROTOCOL = 2  # the first one with dice of the players, and with signatures and digests in events

MAX_TITLE = 60
MAX_MOVE = 4096  # longer than any move of any game
MAX_POSITION = 8192  # the largest board takes 6,061
KEY_BYTES = 16
MAX_CHAT = 400
MAX_CODE = 20
NO_KEY = b""  # a command without its key; `Session` adds one, and the server refuses a command without
TOKEN_BYTES = 32
LINK_BYTES = 32  # of a chain for dice: see netgame.match.dice
SIGNATURE_BYTES = 64  # Ed25519

Name = Annotated[str, Meta(max_length=64)]  # the server checks it further, and refuses with a sentence
Title = Annotated[str, Meta(max_length=MAX_TITLE)]
Table = Annotated[str, Meta(min_length=1, max_length=32)]
Key = Annotated[bytes, Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]
Token = Annotated[bytes, Meta(min_length=TOKEN_BYTES, max_length=TOKEN_BYTES)]
Link = Annotated[bytes, Meta(min_length=LINK_BYTES, max_length=LINK_BYTES)]
Digest = Annotated[bytes, Meta(max_length=32)]  # of a position; today's have 6 bytes
Count = Annotated[int, Meta(ge=0, lt=2**53)]
PlayerIndex = Annotated[int, Meta(ge=0, le=1)]
Short = Annotated[str, Meta(max_length=200)]
Position = Annotated[str, Meta(min_length=1, max_length=MAX_POSITION)]
Code = Annotated[str, Meta(max_length=MAX_CODE)]
Access = Literal["open", "code", "invited"]
DiceSource = Literal["host", "players"]
RoomKind = Literal["lobby", "table", "spectators", "direct"]
Options = Annotated[dict[Short, str | int | bool | None], Meta(max_length=32)]


class Message(Struct, frozen=True, kw_only=True, gc=False):
    """The base of all messages. Unknown fields are ignored."""


class Sentence(Message, frozen=True, kw_only=True):
    """A message with a sentence for people: an English template, the key of translations, and what fills its slots."""

    template: str
    args: dict[str, str | int] = {}

    @property
    def text(self) -> Text:
        return Text(self.template, self.args)
