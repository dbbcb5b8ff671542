"""Variations among the comments: written, read, shown as a tree, and removed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netgame.records import variations as v
from netgame.records.comments import MAX_COMMENT, comment_lines

PATHS = st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map(tuple)
TREES = st.lists(PATHS, max_size=8)


def tree(*paths: str) -> tuple[str, ...]:
    comments: tuple[str, ...] = ()
    for path in paths:
        comments = v.with_path(comments, tuple(path))
    return comments


def shown(comments: tuple[str, ...]) -> list[str]:
    """Return each variation in reading order, with a dot for every level."""
    return [f"{'.' * b.depth}{''.join(b.path[b.start :])}" for b in v.branches(v.paths_of(comments))]


def test_a_variation_is_a_comment_that_people_can_read_and_other_or_longer_ones_are_none() -> None:
    assert v.path_comment(("dE2-G4", "TJ7-J6")) == "variation: dE2-G4; TJ7-J6"
    assert v.read_path("variation: 2-5; e2; 4-4; --") == ("2-5", "e2", "4-4", "--")
    for text in ("What if: a b", "variation:", "variation: a;b", "variation: a;  b", "variation: a; ; b"):
        assert v.read_path(text) is None
        assert v.texts_of([text]) == (text,)

    assert v.path_comment(("ab",) * (MAX_COMMENT // 4 - 3)) is not None
    assert v.path_comment(("ab",) * (MAX_COMMENT // 4)) is None


def test_texts_and_variations_are_independent() -> None:
    comments = v.with_path(("A pity.",), ("a", "b"))
    assert v.texts_of(comments) == ("A pity.",)
    comments = v.with_texts(comments, ("Or not?", "Who knows."))
    assert (v.texts_of(comments), v.paths_of(comments)) == (("Or not?", "Who knows."), (("a", "b"),))


def test_branches_follow_their_variation_and_a_longer_one_replaces_its_beginning() -> None:
    comments = tree("abcd", "abe")

    assert v.paths_of(tree("ab", "x", "abc")) == (("a", "b", "c"), ("x",))
    assert v.paths_of(tree("abc", "ab")) == (("a", "b", "c"),)
    assert shown(tree("abcd", "x", "abe", "af", "abeg", "abeh")) == ["abcd", ".f", ".eg", "..h", "x"]
    assert shown(v.without_path(comments, tuple("abe"), 2)) == ["abcd"]
    assert shown(v.without_path(comments, tuple("abcd"), 2)) == ["abe"]
    assert [shown(v.without_path(comments, tuple("abcd"), at)) for at in (1, 0)] == [["a"], []]


def test_of_many_lines_the_first_are_read_and_nothing_is_lost() -> None:
    comments = tuple(f"variation: m{number}" for number in range(v.MAX_PATHS + 5))
    assert len(v.paths_of(comments)) == v.MAX_PATHS
    assert len(v.texts_of(comments)) == 5


@pytest.mark.slow
@given(TREES, PATHS)
def test_every_line_that_was_kept_is_in_the_tree(paths: list[v.Path], one: v.Path) -> None:
    comments: tuple[str, ...] = ()
    for path in [*paths, one]:
        comments = v.with_path(comments, path)

    found = v.paths_of(comments)
    assert all(any(kept[: len(path)] == path for kept in found) for path in [*paths, one])
    assert len(list(v.branches(found))) == len(found)
    assert all(comment_lines(comment) == (comment,) for comment in comments), "typed again it is the same"


@pytest.mark.slow
@given(TREES)
def test_removing_every_variation_leaves_none(paths: list[v.Path]) -> None:
    comments: tuple[str, ...] = ("Said.",)
    for path in paths:
        comments = v.with_path(comments, path)
    while found := list(v.branches(v.paths_of(comments))):
        last: v.Branch = found[-1]
        comments = v.without_path(comments, last.path, last.start)
        assert all(path[: last.start + 1] != last.path[: last.start + 1] for path in v.paths_of(comments))

    assert comments == ("Said.",)
