"""Dice that both players draw: links are checked, the host decides no roll, and a take-back changes none."""

import re
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from devtools.harness.games.match_helpers import TALLY, TableByScript, created, kinds, seated
from netgame.game import ToMove, ToRoll
from netgame.games import GAMES
from netgame.match import HOST, MatchError, replay
from netgame.match.commands import Commit, MakeOffer, Pause, Play, Resume, Reveal, Sit, Stand, Throw, Tick
from netgame.match.dice import LINKS, draw, link
from netgame.match.events import Committed, DiceHandedOver, Ended, Event, Forfeited, Moved, Player, Revealed, Rolled
from netgame.match.offers import foretells_roll
from netgame.match.state import awaited

SECRETS = (bytes(range(32)), bytes(range(32, 64)))
TIPS = (link(SECRETS[0], 0), link(SECRETS[1], 0))
PLAYERS: tuple[Player, Player] = (0, 1)


def committed(**more: Any) -> TableByScript:
    """Return a table at which both programs have committed, so the first leg has begun."""
    table = seated(dice_of="players", **more)
    for player in PLAYERS:
        table.do(Commit(TIPS[player]), player)
    return table


def next_link(table: TableByScript, player: Player) -> bytes:
    drawing = table.match.drawing
    return link(SECRETS[player], drawing.revealed[player] + 1)


def reveal(table: TableByScript) -> tuple[Event, ...]:
    """Let the awaited program reveal its link."""
    player = awaited(table.match)
    assert player is not None
    return table.do(Reveal(next_link(table, player)), player)


def to_move(table: TableByScript) -> Player:
    """Let programs reveal until a player has to move, and return that player."""
    while not isinstance(table.match.turn, ToMove):
        reveal(table)
    player = awaited(table.match)
    assert player is not None
    return player


def newest_roll(table: TableByScript) -> Rolled:
    return next(event for event in reversed(table.log) if isinstance(event, Rolled))


# ---- chains and draws


def test_each_link_is_the_hash_of_the_next_up_to_the_last() -> None:
    numbers = (0, 1, 2, 1000, LINKS - 1)
    assert all(sha256(link(SECRETS[0], k + 1)).digest() == link(SECRETS[0], k) for k in numbers)
    assert link(SECRETS[0], LINKS) == SECRETS[0]
    for number in (-1, LINKS + 1):
        with pytest.raises(ValueError, match="links 0 to"):
            link(SECRETS[0], number)


def test_dice_depend_on_both_links_both_tips_the_leg_and_the_index() -> None:
    links = (link(SECRETS[0], 1), link(SECRETS[1], 1))
    usual = draw(links, TIPS, 0, 0, 40, 6)
    others = [
        draw((links[0], TIPS[1]), TIPS, 0, 0, 40, 6),
        draw((TIPS[0], links[1]), TIPS, 0, 0, 40, 6),
        draw(links, (TIPS[1], TIPS[0]), 0, 0, 40, 6),
        draw(links, TIPS, 1, 0, 40, 6),
        draw(links, TIPS, 0, 1, 40, 6),
    ]

    assert draw(links, TIPS, 0, 0, 40, 6) == usual
    assert len({usual, *others}) == 6


def test_the_vectors_on_the_page_are_those_of_the_program() -> None:
    page = (Path(__file__).parents[3] / "docs" / "developing" / "dice.md").read_text(encoding="utf-8")
    links = (link(SECRETS[0], 1), link(SECRETS[1], 1))
    dice = (draw(links, TIPS, 0, 0, 10, 6), draw(links, TIPS, 0, 1, 10, 6), draw(links, TIPS, 1, 0, 10, 20))
    shown = re.findall(r"^\| .* \| `([0-9a-f ]+)` \|$", page, re.MULTILINE)
    bytes_shown = [value.hex() for value in (*TIPS, *links, link(SECRETS[0], 20_000))]
    assert shown == [*bytes_shown, *(" ".join(map(str, each)) for each in dice)]


@pytest.mark.parametrize("sides", [1, 2, 6, 20, 100])
def test_all_faces_of_a_die_come_about_equally_often(sides: int) -> None:
    count = 500 * sides
    faces = Counter(draw((TIPS[0], TIPS[1]), TIPS, 0, 0, count, sides))
    chi_square = sum((faces[face] - 500) ** 2 / 500 for face in range(1, sides + 1))
    assert faces.keys() == set(range(1, sides + 1))
    assert chi_square < sides + 4 * (2 * sides) ** 0.5  # four standard deviations; the sample is always the same


# ---- before the start


def test_the_match_starts_when_both_programs_have_committed_to_different_chains() -> None:
    table = seated(dice_of="players")
    table.do(Commit(TIPS[0]), 0)
    assert table.match.phase == "open"

    assert table.refused(Commit(b"short"), 1).code == "tip"
    assert table.refused(Commit(TIPS[0]), 1).code == "tip"  # a copy would let one player decide all rolls
    assert table.refused(Commit(TIPS[1]), 0).code == "committed"
    table.do(Stand(), 0)
    table.do(Sit(0, "cat", "Cat"), HOST)
    table.do(Commit(link(SECRETS[0], 5)), 0)  # a player that leaves the seat takes the chain along
    table.do(Commit(TIPS[1]), 1)
    assert table.match.phase == "playing"
    assert table.refused(Commit(TIPS[1]), 1).code == "committed"


def test_where_the_host_rolls_there_are_no_chains_and_without_dice_the_host_rolls() -> None:
    for game, dice in (("thud", "players"), ("clod", "coins")):
        with pytest.raises(MatchError, match="dice are of the host"):
            TableByScript(created(game, GAMES, dice_of=dice), GAMES)
    table = TableByScript(created())
    table.do(Sit(0, "ann", "Ann"), HOST)
    assert table.refused(Commit(TIPS[0]), 0).code == "host_rolls"
    table.do(Sit(1, "bob", "Bob"), HOST)
    for command in (Reveal(TIPS[0]), MakeOffer("host_dice"), Play(table.match.position, "+1", link=TIPS[0])):
        assert table.refused(command, 0).code == "host_rolls"


def test_the_host_rolls_only_from_where_both_agree_that_it_does() -> None:
    table = committed()
    assert table.refused(Throw((6,)), HOST).code == "no_roll"
    assert "other dice" in table.misfit(table.next_event(Rolled, player=0, index=0, dice=(6,)))
    assert "did not agree" in table.misfit(table.next_event(DiceHandedOver))
    reveal(table)
    events = table.agree("host_dice", 0)

    assert kinds(events)[:3] == ["OfferClosed", "DiceHandedOver", "Rolled"]
    assert table.refused(Reveal(link(SECRETS[0], 1)), 0).code == "host_rolls"


# ---- rolls


def test_the_player_who_rolls_reveals_last_but_not_in_a_pause_and_the_dice_follow_at_once() -> None:
    table = committed()
    assert awaited(table.match) == 1
    assert table.refused(Reveal(link(SECRETS[0], 1)), 0).code == "not_awaited"
    table.do(Pause("restart"), HOST)
    assert table.refused(Reveal(link(SECRETS[1], 1)), 1).code == "paused"
    table.do(Resume(), HOST)
    (first,) = reveal(table)
    second, dice, *_ = reveal(table)

    assert isinstance(first, Revealed)
    assert isinstance(second, Revealed)
    assert (first.player, second.player) == (1, 0)
    assert dice.dice == draw((link(SECRETS[0], 1), link(SECRETS[1], 1)), TIPS, 0, 0, 1, 6)


def test_a_move_carries_the_link_for_the_roll_of_the_other_player_or_is_followed_by_it() -> None:
    table = committed()
    mover = to_move(table)
    other = seated_copy(table)
    (moved,) = table.do(Play(table.match.position, "+1", link=next_link(table, mover)), mover)
    other.do(Play(other.match.position, "+1"), mover)

    assert isinstance(moved, Moved)
    assert (awaited(table.match), awaited(other.match)) == (1 - mover, mover)
    assert any(isinstance(event, Rolled) for event in reveal(table))


def seated_copy(table: TableByScript) -> TableByScript:
    """Return another table with the same log."""
    same = TableByScript(table.log[0])  # type: ignore[arg-type]
    same.log, same.match, same.now = [*table.log], table.match, table.now
    return same


@pytest.mark.parametrize("wrong", [bytes(32), TIPS[1], b"x", link(SECRETS[1], 2), link(SECRETS[0], 1)])
def test_only_the_next_link_of_the_own_chain_counts_alone_and_with_a_move(wrong: bytes) -> None:
    table = committed()
    assert table.refused(Reveal(wrong), 1).code == "link"
    mover = to_move(table)
    assert table.refused(Play(table.match.position, "+1", link=wrong if mover else bytes(32)), mover).code == "link"


def test_no_log_with_other_dice_or_links_is_replayed() -> None:
    table = committed()
    to_move(table)
    for number, event in enumerate(table.log):
        if isinstance(event, Rolled):
            changed: Event = replace(event, dice=(event.dice[0] % 6 + 1,))
        elif isinstance(event, Revealed):
            changed = replace(event, link=bytes(32))
        elif isinstance(event, Committed):
            changed = replace(event, tip=bytes(32))
        else:
            continue
        with pytest.raises(MatchError):
            replay([*table.log[:number], changed, *table.log[number + 1 :]], TALLY)


def test_one_pair_of_links_gives_both_rolls_of_a_turn() -> None:
    pairs = (((link(bytes([n] * 32), 1), link(SECRETS[1], 1)), (link(bytes([n] * 32), 0), TIPS[1])) for n in range(99))
    pair, tips = next((pair, tips) for pair, tips in pairs if draw(pair, tips, 0, 0, 1, 6) == (1,))
    table = seated(dice_of="players")
    for player in PLAYERS:
        table.do(Commit(tips[player]), player)
    table.do(Reveal(pair[1]), 1)
    events = table.do(Reveal(pair[0]), 0)

    dice = [event.dice for event in events if isinstance(event, Rolled)]
    assert dice == [draw(pair, tips, 0, index, 1, 6) for index in (0, 1)]


def test_after_a_forfeited_turn_the_other_player_reveals_last() -> None:
    table = committed(length=50)
    while not isinstance(table.log[-1], Forfeited):
        player = to_move(table)
        table.do(Play(table.match.position, "+1", link=next_link(table, player)), player)
        reveal(table)
    forfeited = table.log[-1]

    assert isinstance(forfeited, Forfeited)
    assert awaited(table.match) == forfeited.player


def test_a_take_back_changes_no_roll_and_hides_no_link() -> None:
    table = committed()
    mover = to_move(table)
    once = next_link(table, mover)
    table.do(Play(table.match.position, "+1", link=once), mover)
    reveal(table)
    known = newest_roll(table)
    table.agree("take_back", mover)

    assert table.refused(Play(table.match.position, "+1", link=once), mover).code == "link"
    table.do(Play(table.match.position, "+1"), mover)
    again = newest_roll(table)
    assert again.number > known.number
    assert (again.dice, again.index) == (known.dice, known.index)


def test_a_take_back_foretells_a_roll_as_soon_as_a_link_for_it_is_out() -> None:
    table = committed()
    mover = to_move(table)
    table.do(Play(table.match.position, "+1"), mover)
    number = table.offer("take_back", mover)
    offer = table.match.offers[number]
    found = [foretells_roll(table.match, offer)]
    for _ in PLAYERS:
        reveal(table)
        found.append(foretells_roll(table.match, offer))

    assert found == [False, True, True]


def test_rolls_of_an_earlier_leg_say_nothing_about_a_take_back() -> None:
    table = seated(battles=2, length=2)
    table.play("+1", "+1")
    table.make_ready()
    table.play("+1")
    number = table.offer("take_back", 1)

    assert foretells_roll(table.match, table.match.offers[number])
    table = seated(dice=False)
    table.play("+1")
    number = table.offer("take_back", 0)
    assert not foretells_roll(table.match, table.match.offers[number])


def test_a_link_comes_only_with_a_move_after_which_it_is_due() -> None:
    table = committed()
    mover = to_move(table)
    table.do(Play(table.match.position, "+1", link=next_link(table, mover)), mover)
    reveal(table)
    table.agree("take_back", mover)

    assert table.refused(Play(table.match.position, "+1", link=next_link(table, mover)), mover).code == "not_awaited"


def test_waiting_for_a_link_takes_no_time_from_the_days_for_the_next_move() -> None:
    day = 86_400_000
    table = committed(clock="days 3")
    player = awaited(table.match)
    while isinstance(table.match.turn, ToRoll):
        player = awaited(table.match)
        table.after(2 * day)
        reveal(table)

    assert player == awaited(table.match)
    assert table.match.clocks.read(table.now)[player] == 3 * day

    table = committed(clock="days 3")
    waiting = awaited(table.match)
    table.after(2 * day).offer("pause", 1)
    assert table.match.clocks.read(table.now)[waiting] == day + 30_000, "an offer is no link"
    table.agree("host_dice", 0)
    assert table.match.clocks.read(table.now)[waiting] == 3 * day

    table = committed(clock="days 3")
    mover = to_move(table)
    table.after(2 * day).agree("host_dice", 0)
    assert table.match.clocks.read(table.now)[mover] == day + 30_000  # no link was waited for; 30 seconds are free


@pytest.mark.parametrize(("rules", "left"), [(2, 60_000), (3, 50_000)])
def test_by_the_older_match_rules_the_wait_for_the_own_link_is_part_of_the_move(rules: int, left: int) -> None:
    table = committed(clock="bronstein 60+30", match_rules=rules)
    while isinstance(table.match.turn, ToRoll):
        table.after(40_000)
        reveal(table)
    table.play("+1")
    assert table.log[-1].clocks == (left, 50_000)


def test_the_clock_of_the_player_who_has_to_reveal_runs_and_gets_nothing_for_it() -> None:
    table = committed(clock="fischer 60+5")
    (flag,) = seated_copy(table).after(100_000).do(Tick(), HOST)
    start = table.match.clocks
    table.after(40_000)
    reveal(table)

    assert table.match.clocks.running == 0
    assert table.match.clocks.left == (start.left[0], start.left[1] - 10_000)  # 30 seconds are free
    assert isinstance(flag, Ended)
    assert (flag.reason, flag.winner) == ("flag", 0)
