"""Comments in records: below their event, read back, refused elsewhere; variations among them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.harness.games.match_helpers import TALLY
from devtools.harness.games.random_matches import random_log
from netgame.cli.json_report import match_value
from netgame.cli.text_report import match_lines
from netgame.formats.convert import LoadedMatch, write_file
from netgame.formats.registry import FORMATS
from netgame.games import GAMES
from netgame.match import replay
from netgame.match.events import Event
from netgame.records import variations as v
from netgame.records.comments import (
    MAX_COMMENT,
    Comments,
    comment_lines,
    comments_of_log,
    is_comment,
    may_have_comments,
)
from netgame.records.lines import MAX_RECORD, RecordError
from netgame.records.reader import CutRecord, load_record
from netgame.records.writer import write_record
from tests.netgame.records.test_record import RECORD, refusal, signed, story

LOG = tuple(story().log)
NOTED = {4: ("The beginning.",), 6: ("Two at once!", 'He said "why not".'), 9: ("Bad luck.",)}
PLACES = [event.number for event in LOG if may_have_comments(event)]
TEXTS = st.text(max_size=60).filter(is_comment)


def with_line(line: str, after: str = "6 +62.007 moved 0 +2") -> str:
    return RECORD.replace(f"\n{after}\n", f"\n{after}\n{line}\n", 1)


def test_comments_follow_their_event_and_read_back_beside_the_same_match() -> None:
    text = write_record(LOG, NOTED)
    lines, record = text.split("\n"), load_record(text.encode(), TALLY)

    place = lines.index("6 +62.007 moved 0 +2")
    assert lines[place + 1 : place + 3] == ['comment "Two at once!"', 'comment "He said \\"why not\\"."']
    assert (record.log, record.comments, record.match) == (LOG, NOTED, replay(LOG, TALLY))
    assert write_record(LOG, {}) == RECORD
    assert load_record(RECORD, TALLY).comments == {}


def test_only_starts_moves_and_forfeits_have_comments() -> None:
    for event in ('2 +0.000 seated 0 "Ann" account "ann"', "5 +0.000 rolled 0 roll 0 dice 3"):
        error = refusal(signed(with_line('comment "Here."', after=event)))
        assert "must follow the start of a leg, a move or a forfeited turn" in str(error.reason)
    for place in ('\n\ncomment "Before everything."\n', '\ncomment "Before everything."\n\n'):
        refusal(signed(RECORD.replace("\n\n", place, 1)))
    with pytest.raises(RecordError, match="too long"):
        write_record(LOG, {6: ("x" * MAX_COMMENT,) * (MAX_RECORD // MAX_COMMENT)})


@pytest.mark.parametrize(
    ("log", "comments", "reason"),
    [
        (LOG, {2: ("on a seat",)}, "event 2 cannot have a comment"),
        (LOG, {6: ("two\nlines",)}, "is not a line of a comment"),
        (LOG, {999: ("late",)}, "999"),
        (LOG[1:], {}, "begins with the event Created"),
        ((), {}, "begins with the event Created"),
    ],
)
def test_a_log_or_comments_that_make_no_record_are_an_error_with_a_sentence(
    log: tuple[Event, ...], comments: Comments, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        write_record(log, comments)


@given(st.dictionaries(st.sampled_from(PLACES), st.lists(TEXTS, min_size=1, max_size=3).map(tuple)))
def test_any_comments_survive_the_record(comments: dict[int, tuple[str, ...]]) -> None:
    text = write_record(LOG, comments)
    assert load_record(text.encode(), TALLY).comments == comments
    assert text.count("\n") == RECORD.count("\n") + sum(map(len, comments.values()))


@given(st.text())
def test_any_typed_text_becomes_valid_comment_lines(text: str) -> None:
    lines = comment_lines(text)
    assert all(map(is_comment, lines))
    assert comment_lines("\n".join(lines)) == lines


def test_comments_about_moves_that_are_not_in_the_log_do_not_fit() -> None:
    assert comments_of_log(NOTED, LOG[:7]) == {4: NOTED[4], 6: NOTED[6]}
    assert comments_of_log({2: ("About a seat.",), 6: ()}, LOG) == {}
    for more in (b"x", b"\n", b"\xc3"):
        with pytest.raises(RecordError) as caught:
            load_record(RECORD.encode() + more, TALLY)
        assert not isinstance(caught.value, CutRecord), "a record that is too long is not cut"


def commented(key: str) -> tuple[LoadedMatch, int]:
    """Return a match with a comment, and the number of its event."""
    log = random_log(key, {}, seed=3, plies=3)
    number = next(event.number for event in log if may_have_comments(event))
    return LoadedMatch("record", tuple(log), replay(log, GAMES), {number: ("Well begun.",)}), number


def test_the_command_line_shows_comments_under_the_moves() -> None:
    loaded, number = commented("clod")
    lines = list(match_lines(loaded))
    place = next(place for place, line in enumerate(lines) if line.startswith(f"{number:5} "))

    assert lines[place + 1] == "      # Well begun."
    assert match_value(loaded)["comments"] == [{"number": number, "lines": ["Well begun."]}]


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_of_another_program_says_that_it_has_no_comments(form: str) -> None:
    _text, left_out = write_file(commented({"conquidpy": "conquid"}.get(form, form))[0], form)
    assert any("leaves out comments" in str(text) for text in left_out)


def test_a_record_cut_anywhere_tells_its_whole_part() -> None:
    data = write_record(LOG, {**NOTED, 6: ("Zwölf!",)}).encode()
    head = data.index(b"\n\n") + 2

    for end in range(len(b"netgame record 1\n"), len(data)):
        with pytest.raises(CutRecord) as caught:
            load_record(data[:end], TALLY)
        whole = caught.value.whole
        events = [line for line in data[:end].split(b"\n\n")[1].split(b"\n")[:-1] if line] if end > head else []
        count = sum(not line.startswith(b"comment") for line in events)
        if end >= head and data[:end].count(b"\n\n") == 1:
            assert whole is not None, end
            assert whole.log == LOG[: 1 + count], end
            assert whole.match == replay(whole.log, TALLY)
        elif end < head:
            assert whole is None or whole.log == LOG[:1], end


# ---- variations


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
