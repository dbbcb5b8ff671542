"""Play now: the wishes that fit, the pairs, and no needless waiting."""

import random
from itertools import combinations
from typing import Any

import pytest

from netgame.tournaments.seeks import Terms, Wish, agreements, pairs

GAMES, CLOCKS = ("clod", "thud", "blooms"), ("fischer 180+2", "fischer 600+5", "days 3")
BOTH = frozenset((False, True))


def wish(account: str = "ann", since: int = 0, games: str = "clod", clocks: str = "fischer 180+2", **more: Any) -> Wish:
    return Wish(account, since, frozenset(games.split()), frozenset(clocks.split(",")), **more)


def names(found: list[tuple[Wish, Wish]]) -> list[str]:
    return [f"{one.account} {other.account}" for one, other in found]


def fit(one: Wish, other: Wish, now: int = 0) -> bool:
    return bool(agreements(one, other, now))


@pytest.mark.parametrize(
    ("more", "fits"),
    [({}, True), ({"games": "clod thud"}, True), ({"games": "thud"}, False), ({"clocks": "days 3"}, False),
     ({"rated": frozenset((True,))}, True), ({"account": "ann"}, False)],
)  # fmt: skip
def test_games_clocks_and_rated_have_to_intersect(more: dict[str, Any], fits: bool) -> None:
    assert fit(wish(), wish(**({"account": "bob"} | more))) == fits


def test_what_may_be_rated_for_both_is_rated_and_the_two_kinds_do_not_fit() -> None:
    rated, unrated = frozenset((True,)), frozenset((False,))
    assert agreements(wish(), wish("bob"), 0) == [Terms("clod", "fischer 180+2", True)]
    assert agreements(wish(), wish("bob", rated=unrated), 0) == [Terms("clod", "fischer 180+2", False)]
    assert not fit(wish(rated=rated), wish("bob", rated=unrated))


def test_both_have_to_accept_the_rating_of_the_other_by_game_and_a_new_player_has_1500() -> None:
    ann, bob = wish(ratings={"clod": 180_000}), wish("bob", ratings={"clod": 165_000}, within=100)
    both = wish(games="clod thud", ratings={"clod": 190_000}, within=50)
    assert not fit(ann, bob)
    assert not fit(bob, ann)
    assert fit(ann, wish("bob", ratings={"clod": 165_000}, within=150))
    assert [terms.game for terms in agreements(both, wish("bob", games="clod thud"), 0)] == ["thud"]


def test_the_range_is_wider_with_time_and_a_wish_names_the_next_time_at_which_it_accepts_more() -> None:
    ann, bob = wish(within=100, ratings={"clod": 169_000}), wish("bob")
    assert [second for second in range(0, 120, 10) if fit(ann, bob, second * 1000)] == list(range(60, 120, 10))
    assert not fit(wish(within=100, ratings={"clod": 170_001}), bob, 3_600_000)

    ann = wish(within=100, computers_after_s=15)
    changes, now = [], 0
    while (change := ann.next_change(now)) is not None:
        changes.append(now := change)
    assert changes == [10_000, 15_000, 20_000, 30_000, 40_000, 50_000, 60_000]
    assert wish().next_change(0) is None


def test_a_computer_player_is_taken_only_after_the_wanted_time_unrated_and_when_no_person_waits() -> None:
    ann, robbie = wish(computers_after_s=20, rated=frozenset((True,))), wish("robbie", computer=True)
    assert not fit(ann, robbie, 19_999)
    assert agreements(ann, robbie, 20_000) == [Terms("clod", "fischer 180+2", False)]
    assert not fit(wish(), robbie, 3_600_000)
    assert not fit(wish("hal", computer=True), robbie, 3_600_000)
    assert names(pairs([robbie, wish("ann", 1, computers_after_s=20), wish("bob", 2)], 2)) == ["ann bob"]


def test_the_closest_rating_comes_first_unless_one_blocks_the_other() -> None:
    wishes = [wish("ann"), wish("bob", ratings={"clod": 190_000}), wish("cleo", ratings={"clod": 152_000})]
    assert names(pairs(wishes, 0)) == ["ann cleo"]
    wishes = [wish("ann"), wish("bob", blocks=frozenset(("ann",))), wish("cleo")]
    assert names(pairs(wishes, 0)) == ["ann cleo"]
    assert not pairs(wishes[:2], 0)


def test_the_longest_waiting_goes_first_and_at_last_before_a_closer_rating() -> None:
    far, near = wish("bob", 0, within=500, ratings={"clod": 180_000}), wish("cleo", 25_000)
    assert names(pairs([wish("ann", 25_000), far, near], 25_000, changed=["ann"])) == ["ann cleo"]
    assert names(pairs([wish("ann", 60_000), far, near], 60_000, changed=["ann"])) == ["ann cleo"]
    far = wish("bob", 0, ratings={"clod": 170_000})
    assert names(pairs([wish("ann", 60_000), far, near], 60_000, changed=["ann"])) == ["ann bob"]


def random_wish(chance: random.Random, number: int) -> Wish:
    return Wish(
        f"p{number}",
        chance.randrange(120_000),
        frozenset(chance.sample(GAMES, chance.randint(1, 3))),
        frozenset(chance.sample(CLOCKS, chance.randint(1, 3))),
        chance.choice((BOTH, frozenset((True,)), frozenset((False,)))),
        {game: chance.randrange(80_000, 250_000) for game in GAMES if chance.random() < 0.7},
        chance.choice((None, 50, 100, 300)),
        chance.choice((None, 0, 20)),
        chance.random() < 0.1,
        frozenset(f"p{chance.randrange(40)}" for _ in range(chance.choice((0, 0, 0, 5)))),
    )


@pytest.mark.parametrize("seeds", [range(60), pytest.param(range(60, 1000), marks=pytest.mark.sweep)])
def test_nobody_is_paired_twice_and_nobody_waits_while_a_fitting_wish_waits(seeds: range) -> None:
    for seed in seeds:
        check_pairs(seed)


def check_pairs(seed: int) -> None:
    chance, now = random.Random(seed), 120_000
    wishes = [random_wish(chance, number) for number in range(chance.randint(2, 40))]
    found = pairs(wishes, now)

    paired = [wish.account for pair in found for wish in pair]
    assert len(paired) == len(set(paired))
    for one, other in found:
        assert fit(one, other, now)
    for one, other in combinations([wish for wish in wishes if wish.account not in paired], 2):
        assert not fit(one, other, now)
    chance.shuffle(wishes)
    assert pairs(wishes, now) == found


@pytest.mark.parametrize("seed", range(6))
def test_it_is_enough_to_look_at_the_wishes_that_changed(seed: int) -> None:
    """Wishes come one by one, and each is looked at when it comes, and when it accepts more."""
    chance, waiting = random.Random(seed), dict[str, Wish]()
    wishes = sorted((random_wish(chance, number) for number in range(60)), key=lambda wish: wish.since)
    times = {wish.since for wish in wishes}
    for wish in wishes:
        now = wish.since
        while (change := wish.next_change(now)) is not None:
            times.add(now := change)
    for now in sorted(times):
        come = [wish for wish in wishes if wish.since == now]
        waiting |= {wish.account: wish for wish in come}
        changed = {wish.account for wish in waiting.values() if wish in come or wish.next_change(now - 1) == now}
        for one, other in pairs(waiting.values(), now, changed=changed):
            del waiting[one.account], waiting[other.account]

        assert not pairs(waiting.values(), now)
