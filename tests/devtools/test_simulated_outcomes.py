"""The judges of simulated tournaments: each wrong pairing, loss and end has a sentence, and right ones have none."""

from typing import Any

import pytest

from devtools.simulation.checks.outcomes import wrong_outcomes
from netgame.games import GAMES
from netgame.match.create import created_event
from netgame.match.events import Ended, Player
from netgame.tournaments import events
from netgame.tournaments.events import Created, Event, Paired

AD, BC, BA, AB = (Paired(first, second, first + second) for first, second in ("ad", "bc", "ba", "ab"))
MINUTE = 60_000


def log(format: Any, *steps: tuple[type[Event], int, dict[str, Any]]) -> list[Event]:
    """Return the log of a tournament of a, b, c and d. Each step has its kind, its time and its fields."""
    begin = Created(
        number=1, at=0, by="x", tournament="cup", title="", format=format, game="clod", options={}, rounds=0,
        appear_s=60, arena_minutes=5,
    )  # fmt: skip
    entries = [(events.Entered, 0, {"account": account, "by": account}) for account in "abcd"]
    made = [kind(number=number, at=at, **fields) for number, (kind, at, fields) in enumerate([*entries, *steps], 2)]
    return [begin, *made]


def paired(at: int, round: int, *boards: Paired) -> tuple[type[Event], int, dict[str, Any]]:
    return events.RoundPaired, at, {"round": round, "boards": boards}


def result(at: int, board: int, points: tuple[int, int], **more: Any) -> tuple[type[Event], int, dict[str, Any]]:
    return events.GameFinished, at, {"round": 1, "board": board, "points": points, **more}


START: Any = (events.Started, 0, {})
D_WINS, B_WINS = result(9, 0, (0, 2)), result(9, 1, (2, 0))
A_CORRECTED: Any = (events.Corrected, 9, {"round": 1, "board": 0, "points": (2, 0), "played": True})
D_REPLAYS: Any = (events.Replayed, 9, {"round": 1, "board": 0, "game": Paired("a", "d", "again")})
ABSENT: Any = {"played": False, "cause": "absent"}
WRONG: dict[str, list[Event]] = {
    "lets a go on": log("knockout", START, paired(1, 1, AD, BC), D_WINS, B_WINS, paired(10, 2, BA)),
    "plays the decided meeting of a and d again": log(
        "knockout", START, paired(1, 1, AD, BC), D_WINS, B_WINS, paired(10, 2, AD)
    ),
    "have not lost": log("knockout", START, paired(1, 1, AD, BC), D_WINS, B_WINS, (events.Ended, 10, {})),
    "before all games are over": log("swiss", START, paired(1, 1, AD, BC), D_WINS, paired(10, 2, BA)),
    "before the time is over": log("swiss", START, paired(1, 1, AD), result(MINUTE, 0, (2, 0), **ABSENT)),
    "by absence in a pause": log(
        "swiss", START, paired(1, 1, AD), (events.Paused, 5, {}), result(2 * MINUTE, 0, (2, 0), **ABSENT)
    ),
    "59999 ms before the time is over": log(
        "swiss", START, paired(1, 1, AD), (events.Paused, 5, {}), (events.Resumed, MINUTE, {}),
        result(MINUTE + 1, 0, (2, 0), **ABSENT),
    ),
    "begins a round in a pause": log("swiss", START, (events.Paused, 5, {}), paired(6, 1, AD)),
    "has not entered again": log("arena", START, paired(1, 1, AD), D_WINS, paired(10, 2, AB)),
    "ms too early": log("arena", START, (events.Ended, 10, {})),
    "of its players 1 are left": log(
        "round_robin", START, *((events.Withdrew, 5, {"account": each}) for each in "bcd"), (events.Ended, 10, {})
    ),
    "pairs by hand, and it is no Swiss": log(
        "knockout", START, paired(1, 1, AD, BC), (events.PairedByHand, 2, {"round": 1, "boards": (AB,)})
    ),
    "lets d go on": log(
        "knockout", START, paired(1, 1, AD, BC), D_WINS, B_WINS, A_CORRECTED, paired(10, 2, Paired("d", "b", "db"))
    ),
    "begins a round before all games": log(
        "swiss", START, paired(1, 1, AD, BC), D_WINS, B_WINS, D_REPLAYS, paired(10, 2, BA)
    ),
    "pairs a, who plays": log("arena", START, paired(1, 1, AD), D_WINS, D_REPLAYS, paired(10, 2, AB)),
    "comes after the end": log("swiss", START, (events.Ended, 9, {"by": "x", "cause": "director"}), paired(10, 1, AD)),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_step_of_a_tournament_has_a_sentence(fault: str) -> None:
    assert [sentence for sentence in wrong_outcomes("cup", WRONG[fault], {}) if fault in sentence]


@pytest.mark.parametrize(
    "right",
    [
        log("knockout", START, paired(1, 1, AD, BC), D_WINS, B_WINS, paired(10, 2, Paired("d", "b", "db"))),
        log("knockout", START, paired(1, 1, AD, BC), D_WINS, B_WINS, A_CORRECTED, paired(10, 2, AB)),
        log("arena", START, paired(1, 1, AD), D_WINS, A_CORRECTED, paired(10, 2, AB)),
        log("swiss", START, paired(1, 1, AD, BC), D_WINS, B_WINS, D_REPLAYS, D_WINS, paired(10, 2, BA)),
        log(
            "swiss",
            START,
            paired(1, 1, AD, BC),
            result(2 * MINUTE, 0, (2, 0), **ABSENT),
            B_WINS,
            paired(200_000, 2, BA),
        ),
    ],
)
def test_a_right_tournament_has_no_sentence(right: list[Event]) -> None:
    assert list(wrong_outcomes("cup", right, {})) == []


@pytest.mark.parametrize(("tournament", "by", "is_wrong"), [("cup", 0, True), ("cup", None, False), ("", 1, False)])
def test_a_game_of_a_tournament_that_one_player_aborts_has_a_sentence(
    tournament: str, by: Player | None, is_wrong: bool
) -> None:
    match = [
        created_event(GAMES["thud"](), at=1, tournament=tournament),
        Ended(number=2, at=2, reason="aborted", winner=None, player=by, totals=(0, 0)),
    ]
    found = list(wrong_outcomes("cup", log("swiss", START, paired(1, 1, AD)), {"ad": match}))
    assert len(found) == is_wrong
