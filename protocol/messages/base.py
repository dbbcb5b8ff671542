"""Field types, limits and base classes of messages."""

from typing import Annotated, Literal, TypeVar

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
MAX_SENTENCE = 2000
MAX_LINE = 980  # characters of a line that two players try together, so that a record can have it as a comment
MAX_LINE_MOVES = 60  # fewer than an array of a frame to the server may have
MAX_ENTRIES = 500  # of a list in one message to a client
MAX_EVENTS = 20_000  # of a table; a server refuses commands some time before
MAX_TOURNAMENT_EVENTS = 2 * MAX_EVENTS  # results and the end may come after the last command
MIN_CODE, MAX_CODE = 4, 20  # letters and digits of a new code; characters
NO_KEY = b""  # a command without its key; `Session` adds one, and the server refuses a command without
TOKEN_BYTES = 32
LINK_BYTES = 32  # of a chain for dice: see netgame.match.dice
SIGNATURE_BYTES = 64  # Ed25519

T = TypeVar("T")

Name = Annotated[str, Meta(max_length=64)]  # the server checks it further, and refuses with a sentence
Title = Annotated[str, Meta(max_length=MAX_TITLE)]
Table = Annotated[str, Meta(min_length=1, max_length=32)]
Key = Annotated[bytes, Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]
Token = Annotated[bytes, Meta(min_length=TOKEN_BYTES, max_length=TOKEN_BYTES)]
Link = Annotated[bytes, Meta(min_length=LINK_BYTES, max_length=LINK_BYTES)]
Digest = Annotated[bytes, Meta(max_length=32)]  # of a position; today's have 6 bytes
INSTANCE_BYTES = 8
Instance = Annotated[bytes, Meta(max_length=INSTANCE_BYTES)]
Count = Annotated[int, Meta(ge=0, lt=2**53)]
Number = Annotated[int, Meta(gt=-(2**53), lt=2**53)]
PlayerIndex = Annotated[int, Meta(ge=0, le=1)]
Short = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=64)]  # a notation, or the name of a computer player
SentenceText = Annotated[str, Meta(max_length=MAX_SENTENCE)]
ChatText = Annotated[str, Meta(max_length=2 * MAX_CHAT)]  # the server checks it further, and refuses with a sentence
ServerBytes = Annotated[bytes, Meta(max_length=64)]  # a key, nonce or token; empty without one
Position = Annotated[str, Meta(min_length=1, max_length=MAX_POSITION)]
Line = Annotated[list[Annotated[str, Meta(min_length=1, max_length=MAX_LINE)]], Meta(max_length=MAX_LINE_MOVES)]
Code = Annotated[str, Meta(max_length=MAX_CODE)]
Access = Literal["open", "code", "invited"]
DiceSource = Literal["host", "players"]
RoomKind = Literal["lobby", "table", "spectators", "direct"]
Options = Annotated[dict[Short, Short | Number | bool | None], Meta(max_length=32)]
Entries = Annotated[list[T], Meta(max_length=MAX_ENTRIES)]


class Message(Struct, frozen=True, kw_only=True, gc=False):
    """The base of all messages. Unknown fields are ignored."""


class Sentence(Message, frozen=True, kw_only=True):
    """A message with a sentence for people: an English template, the key of translations, and what fills its slots."""

    template: SentenceText
    args: Annotated[dict[Short, SentenceText | Number], Meta(max_length=32)] = {}

    @property
    def text(self) -> Text:
        return Text(self.template, self.args)
