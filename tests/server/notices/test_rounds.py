"""The news of a round of a tournament."""

from netgame.tournaments.commands import Start
from server.notices.rounds import Rounds
from server.notices.texts import words_of
from tests.netgame.tournaments.scripted import START_MS, Scripted


class Open:
    """The tournaments that are not over."""

    def __init__(self, cup: Scripted) -> None:
        self.open = [cup.t]


async def test_a_round_that_began_while_a_player_was_away_is_news() -> None:
    cup = Scripted(rounds=1)
    cup.enter("ann", "bob", "cy")
    cup.order(Start())
    cup.tick()
    rounds = Rounds(Open(cup))  # type: ignore[arg-type]
    board = cup.t.rounds[0][0]
    first, second = board.accounts
    found = await rounds.news_of({first: START_MS - 1, second: START_MS, "dora": START_MS - 1}, cup.now)
    [news] = found[first]

    assert (news.kind, news.title, news.other, news.table) == ("round", "Cup", second, board.paired.table)
    assert words_of(news, {second: "Bo"}, cup.now) == "A round of Cup has begun. You play against Bo."
    assert found[second] == found["dora"] == []
