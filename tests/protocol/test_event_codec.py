"""Events that went over the wire make the same match as the decided ones."""

import pytest

from netgame.games import GAMES
from netgame.match import HOST, Refused, act, new_match, replay
from netgame.match.commands import AnswerOffer, Command, MakeOffer, Resign, Sit, Tick
from netgame.match.create import created_event
from netgame.match.events import Event
from protocol.event_codec import event_from_bytes, event_to_bytes

ENDS: dict[str, list[tuple[Command, int | None, int]]] = {
    "agreed": [(MakeOffer("count"), 0, 5), (AnswerOffer(5, accept=True), 1, 6)],
    "resigned": [(Resign(match=True), 1, 5)],
    "flag": [(Tick(), HOST, 10**9)],
}


@pytest.mark.parametrize(
    ("clock", "end"),
    [(clock, end) for clock in ("none", "fischer 300+5") for end in ENDS if (clock, end) != ("none", "flag")],
)
def test_events_from_the_wire_make_the_same_match(clock: str, end: str) -> None:
    game = GAMES["conquid"]()
    created = created_event(game, at=0, clock=clock, absence="forfeit 60")
    log: list[Event] = [created]
    match = new_match(created, GAMES)
    seats: list[tuple[Command, int | None, int]] = [(Sit(p, f"a{p}", "Ann"), HOST, 1) for p in (0, 1)]
    for command, by, now in [*seats, *ENDS[end]]:
        acted = act(match, command, by, now, lambda count, _sides: (1,) * count)  # type: ignore[arg-type]
        assert not isinstance(acted, Refused), acted
        events, match = acted
        log += events

    told = replay([event_from_bytes(event_to_bytes(event)) for event in log], GAMES)

    assert match.ended is not None
    assert told == match
