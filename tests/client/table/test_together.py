"""Two players look at a match together: their programs take what the server says about it."""

from collections.abc import Iterator

import pytest

from client_qt.table.commands import Command
from client_qt.table.remote import RemoteTable
from client_qt.table.together import Place, Together
from client_qt.table.variation import SharedVariation
from devtools.harness.games.random_matches import RandomTable
from devtools.harness.window.play import played, try_moves
from netgame.games import GAMES
from netgame.match.commands import Resign
from netgame.match.tries import match_after
from netgame.records.shared_lines import MAX_LINES
from netgame.records.variations import Path
from netgame.text import Text
from protocol.messages import Analyse, AnalysisState, SharedLine

TABLE = RandomTable(GAMES["thud"](), 3)


def changes(first: int) -> Iterator[AnalysisState]:
    """As many lines as the server takes, from that first move of the start position on."""
    match = TABLE.match
    start = match_after(match, 0).state
    moves = [match.game.format(start, move) for move in match.game.moves(start)][first : first + MAX_LINES]
    for number, move in enumerate(moves, 1):
        shown = SharedLine(after=match.history[0].event.number, moves=[move], by=[1])
        yield AnalysisState(table="t", wants=(True, True), shown=shown, at=1, by=1, number=number)


def test_all_lines_of_a_second_time_are_taken() -> None:
    together, match = Together(), TABLE.match
    for first in (0, MAX_LINES):
        together.wanted = True
        together.take(AnalysisState(table="t", wants=(True, True)), 0)
        for change in changes(first):
            assert together.take(change, 0)
            place = together.check_next(match)
            assert place is not None
            assert together.place == Place(place.after, place.line, 1)
            assert together.authors(place.after, place.line) == (1,)
        together.end()


def test_a_move_at_an_earlier_step_of_the_match_leaves_the_line() -> None:
    table, left = SharedVariation(played("thud", 4)), list[Path]()
    table.left.connect(left.append)
    try_moves(table, 2)
    path = table.path
    for step in (1, 0):
        table.view_step(step)
        try_moves(table, 1)
    assert left[0] == path
    assert len(left) == 2


@pytest.mark.parametrize("news", ["question", "question before the refusal", "presence"])
def test_a_question_that_came_before_the_other_player_was_back_at_the_table_is_asked_again(news: str) -> None:
    over, sent = RandomTable(GAMES["thud"](), 3), list[Command]()
    over.do(Resign(match=True), 0)
    table = RemoteTable("t", "account0", sent.append)
    table.match, table.mine = over.match, frozenset((0,))
    table.together.wanted = True
    table.together.lose()
    other_asks = AnalysisState(table="t", wants=(False, True))

    table.set_presence((True, True))
    if news == "question before the refusal":
        table.set_analysis(other_asks)
    sent[0].refuse(Text("The other player has left"), "gone")
    if news == "question":
        table.set_analysis(other_asks)
    elif news == "presence":
        table.set_presence((True, True))

    assert [command.message for command in sent] == [Analyse, Analyse]
    assert table.together.wanted
