"""Challenges in words, for the one who challenges and the one who is challenged."""

from msgspec.structs import replace

from client_qt.pages.lobby.challenge_rows import challenge_rows
from client_qt.pages.lobby.rows import person_rows
from client_qt.text.challenge_words import challenge_lines, challenge_problem, challenge_title, refusal_words
from netgame.games import GAMES
from netgame.text import Text
from protocol.messages import ChallengeInfo, GameTerms, Person

VERSIONS = {key: game.version for key, game in GAMES.items()}
INFO = ChallengeInfo(
    challenge="c1", account="a", name="Ann", other="b", other_name="Bob", made=0, ends=9,
    terms=GameTerms(game="thud", player=0, clock="days 3", rated=True),
)  # fmt: skip
UNKNOWN = replace(INFO, challenge="c2", terms=GameTerms(game="chess"))


def test_each_of_the_two_reads_the_own_side() -> None:
    mine, theirs = (GAMES["thud"].seats[player] for player in (0, 1))
    assert mine in challenge_lines(INFO, "a")[0]
    assert theirs in challenge_lines(INFO, "b")[0]
    assert "Bob" in challenge_title(INFO, "a")
    changed = replace(INFO, changes="c0")
    rematch = replace(INFO, rematch="t1")
    other_sides = replace(rematch, changes="c0")
    of_bob = (INFO, changed, rematch, other_sides)
    assert len({challenge_title(info, "b") for info in of_bob}) == len(of_bob)
    assert all("Ann" in challenge_title(info, "b") for info in of_bob)


def test_challenges_to_this_player_come_first_and_one_whose_game_is_unknown_is_only_declined() -> None:
    assert challenge_problem(INFO, VERSIONS) == ""
    assert challenge_problem(INFO, {}) != ""
    rows = challenge_rows([UNKNOWN, INFO], "b", frozenset(), VERSIONS)
    assert {row.key: [action.name for action in row.actions] for row in rows} == {
        "c1": ["accept", "change", "decline"], "c2": ["decline"],
    }  # fmt: skip
    own = replace(INFO, challenge="c0", account="b", other="a")

    assert [row.key for row in challenge_rows([own, INFO], "b", frozenset(), VERSIONS)] == ["c1", "c0"]
    assert [row.key for row in challenge_rows([own, INFO], "b", frozenset("a"), VERSIONS)] == ["c0"]
    why = Text("This server does not know the message {type}", {"type": "challenge"})

    assert refusal_words("unknown_type", why) != refusal_words("too_many", why), "an older server is the reason"


def test_friends_come_first_and_a_server_without_relations_offers_none() -> None:
    people = [Person(account=name, name=name, since=0) for name in ("ann", "bob", "cleo", "dan")]
    relations = {"dan": "follow", "bob": "block"}
    rows = person_rows(people, [], "cleo", frozenset(), 0, relations=relations)
    old = person_rows(people, [], "cleo", frozenset(), 0)

    assert [row.key for row in rows] == ["cleo", "dan", "ann", "bob"]
    offered = {row.key: {action.name for action in row.actions} for row in rows}
    assert {"unfollow", "block"} <= offered["dan"]
    assert {"follow", "block"} <= offered["ann"]
    assert "unblock" in offered["bob"]
    assert not {"follow", "block"} & {action.name for row in old for action in row.actions}
