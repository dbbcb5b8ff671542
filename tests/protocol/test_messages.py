from typing import get_args

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netgame.match.events import EVENTS, Created, Event, LegEnded, Moved, Rolled, Seated
from netgame.tournaments import events as of_tournaments
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.event_codec import (
    KINDS,
    TOURNAMENT_KINDS,
    event_from_bytes,
    event_from_plain,
    event_to_bytes,
    event_to_plain,
    tournament_codec,
)

EXAMPLES: list[Event] = [
    Created(number=1, at=5, title="x", game="g", rules=1, options={"a": None, "b": True, "c": 3, "d": "e"}),
    Seated(number=2, at=6, player=0, account="a", name="Ann"),
    Seated(number=3, at=6, player=1, account="", name="Computer", ready=False, computer="level 3"),
    Rolled(number=3, at=6, player=1, index=0, dice=(1, 6)),
    Moved(number=4, at=2**50, player=1, move="a1-b2"),
    LegEnded(number=5, at=9, leg=0, reason="board", winner=None, scores=(1, -1)),
]


def test_every_message_and_event_has_its_own_name_on_the_wire() -> None:
    for union in (m.ToServer, m.ToClient):
        tags = [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(tags) == len(set(tags))
    assert set(KINDS.values()) == set(EVENTS)
    assert set(TOURNAMENT_KINDS.values()) == set(of_tournaments.EVENTS)


def test_an_event_survives_encoding_and_the_seat_of_a_person_is_encoded_as_before_computer_players() -> None:
    for event in EXAMPLES:
        assert event_from_plain(event_to_plain(event)) == event
        assert event_from_bytes(event_to_bytes(event)) == event
        assert event_from_plain(msgpack.unpackb(event_to_bytes(event))) == event
    plain = {"type": "seated", "number": 2, "at": 6, "player": 0, "account": "a", "name": "Ann"}
    assert event_to_plain(EXAMPLES[1]) == plain


@pytest.mark.parametrize(
    "event",
    [
        of_tournaments.Created(
            number=1, at=5, by="a", tournament="t", title="Cup", format="swiss", game="clod", options={"size": 7}
        ),
        of_tournaments.RoundPaired(
            number=2, at=6, round=1, boards=(of_tournaments.Paired("a", "b", "t1"), of_tournaments.Paired("c"))
        ),
        of_tournaments.GameFinished(number=3, at=7, round=1, board=0, points=(0, 2), played=False, cause="absent"),
    ],
)
def test_an_event_of_a_tournament_survives_encoding(event: of_tournaments.Event) -> None:
    assert tournament_codec.from_plain(tournament_codec.to_plain(event)) == event
    assert tournament_codec.from_bytes(tournament_codec.to_bytes(event)) == event


@pytest.mark.parametrize(
    "change",
    [{"number": 0}, {"number": 2**60}, {"number": "4"}, {"at": -1}, {"at": 1.0}, {"player": 2}, {"player": True},
     {"move": 3}, {"colour": "red"}, {"type": "jumped"}, {"type": 4}, {"type": None}],
)  # fmt: skip
def test_nothing_about_an_event_is_ignored(change: dict[str, object]) -> None:
    with pytest.raises(ProtocolError):
        event_from_plain({"type": "moved", "number": 4, "at": 5, "player": 1, "move": "a1"} | change)


@given(st.binary(max_size=200))
def test_damaged_events_are_a_protocol_error(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        event_from_bytes(data)
