"""The manners of a computer player at a match: it is ready, answers offers, and resigns."""

from devtools.harness.games.match_helpers import TableByScript, created, seated
from netgame.games import GAMES
from netgame.match import HOST
from netgame.match.commands import MakeReady, Pause, Resign, Sit
from netgame.match.events import OfferKind
from netgame.match.state import to_act
from netgame.players import choose_randomly
from netgame.players.manners import SOONEST_RESIGNATION, Think, next_step, thinking_ms, transcript

HOPELESS = (-0.95,) * 8  # values of seat 0


def playing(**options: object) -> TableByScript:
    """Return a table of Tally in its first leg; Ann, player 0, has to move."""
    return seated(4, 4, 4, 4, battles=2, length=100, **options)  # type: ignore[arg-type]


def answer(table: TableByScript, kind: OfferKind, values: tuple[float, ...] = ()) -> bool:
    """Return what player 1 answers to an offer of player 0."""
    offer = table.offer(kind, 0)
    step = next_step(table.match, 1, values)
    assert step.offer == offer
    return step.accept


def test_it_is_ready_for_the_match_the_next_leg_and_after_a_pause_and_waits_otherwise() -> None:
    table = playing()
    assert isinstance(next_step(table.match, 0), Think)
    table.agree("pause", 0)
    assert next_step(table.match, 0) == MakeReady()
    table.do(MakeReady(), 0)
    assert next_step(table.match, 0) is None
    table.do(MakeReady(), 1)
    table.do(Resign(), 1)
    assert table.match.phase == "between"
    assert next_step(table.match, 0) == MakeReady()

    table = playing()
    assert next_step(table.match, 1) is None
    table.do(Pause("restart"), HOST)
    assert next_step(table.match, 0) is None


def test_it_agrees_to_pauses_more_time_take_backs_if_unrated_and_counts_no_worse_than_its_value() -> None:
    table = playing()
    table.agree("pause", 0)
    assert answer(playing(), "pause")
    assert answer(table, "adjourn")
    assert answer(playing(clock="sudden 600"), "more_time")

    for rated in (False, True):
        table = playing(rated=rated)
        table.play("+1")
        assert answer(table, "take_back") is not rated

    assert answer(playing(), "count", (0.1, -0.3)) is False
    assert answer(playing(), "count", (0.3,))
    assert answer(playing(), "count", (-0.5, 0.0))


def after_moves(key: str, moves: int) -> TableByScript:
    """Return a table at which each player has made that many random moves, and player 0 is to move."""
    table = TableByScript(created(key, GAMES), GAMES, dice=(1, 2, 3, 4, 5, 6, 2, 5, 3, 1, 6, 4) * 20)
    table.do(Sit(0, "ann", "Ann"), HOST)
    table.do(Sit(1, "bob", "Bob"), HOST)
    while min(table.match.moved) < moves or to_act(table.match) != 0:
        match = table.match
        table.play(match.game.format(match.state, choose_randomly(match.game, match.state, match.number)))
    return table


def test_it_resigns_a_game_that_was_hopeless_for_several_moves_but_not_early() -> None:
    table = after_moves("clod", SOONEST_RESIGNATION)

    assert isinstance(next_step(table.match, 0, HOPELESS[:3]), Think)
    assert isinstance(next_step(table.match, 0, (*HOPELESS, 0.0)), Think)
    assert next_step(table.match, 0, HOPELESS) == Resign()
    assert isinstance(next_step(after_moves("clod", 3).match, 0, HOPELESS), Think)
    # in Thud a resignation gives a whole army away, and the points of both battles are added
    assert isinstance(next_step(after_moves("thud", SOONEST_RESIGNATION).match, 0, HOPELESS), Think)


def test_an_engine_gets_the_lines_of_the_current_leg_without_moves_that_were_taken_back() -> None:
    table = seated(4, 1, 5, battles=2, length=3)
    table.play("+2")
    table.agree("take_back", 0)
    assert transcript(table.match) == (None, ("roll 4",))
    table.play("+2", "+3")
    assert transcript(table.match) == (None, ("roll 4", "play +2", "roll 1", "roll 5", "play +3", "roll 6"))
    table.play("+6")
    table.make_ready()

    assert table.match.leg == 1
    assert transcript(table.match) == (None, ("roll 6",))


def test_it_thinks_less_when_its_clock_is_short() -> None:
    usual = thinking_ms(playing().match, 0, 0)
    table = playing(clock="fischer 60+1")
    table.play("+1", "+1")
    start = table.now
    full, half, least = (thinking_ms(table.match, 0, start + ms) for ms in (30_000, 58_000, 60_900))

    assert usual == full > half > least > 0
    assert least <= 200
