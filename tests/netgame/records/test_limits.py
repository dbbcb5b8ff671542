"""Records that are long, hostile or no records at all are read, or refused, in bounded memory.

How long the reading of long records takes is a figure of `./run bench rules`.
"""

import tracemalloc
from dataclasses import replace
from typing import Any

import pytest

from devtools.bench.long_records import sitting
from devtools.harness.games.match_helpers import TALLY, created, seated
from devtools.harness.games.random_matches import random_log
from netgame.games import GAMES
from netgame.match.events import Moved, Proof
from netgame.records.event_lines import write_event, write_proof
from netgame.records.lines import MAX_EVENTS, MAX_RECORD, RecordError
from netgame.records.reader import read_record
from netgame.records.writer import write_record

MOST_MEMORY = 96 << 20

HEAD = write_record([created()]).split("\n\n")[0] + "\n\n"
STARTED = "".join(f"{line}\n" for line in write_record(seated(3).log).split("\n")[: HEAD.count("\n") + 3])


def refusal(text: str | bytes, games: Any = TALLY) -> str:
    """Return why a text is refused."""
    with pytest.raises(RecordError) as caught:
        read_record(text, games)
    assert len(str(caught.value)) < 500, "a sentence, not the file"
    return str(caught.value)


def refusal_in_memory(text: str | bytes) -> str:
    """Return why a text is refused, within the limit of memory. Measuring takes several times as long."""
    tracemalloc.start()
    try:
        reason = refusal(text)
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
    return reason


def filled(before: str, filling: str, after: str = "") -> str:
    """Return a record of the largest allowed size."""
    room = MAX_RECORD - len((before + after).encode())
    return before + filling * (room // len(filling.encode())) + after


WORST = {
    "a name without end": filled(f'{HEAD}2 +0.000 seated 0 "', "a"),
    "a name of escapes": filled(f'{HEAD}2 +0.000 seated 0 "', "\\u0041", '" account ""\n'),
    "a name": filled(f'{HEAD}2 +0.000 seated 0 "', "ü", '" account ""\n'),
    "many options": "".join([*HEAD.splitlines(True)[:3], *(f"option a{n}: 1\n" for n in range(60_000))]),
    "a long name of an option": filled("".join(HEAD.splitlines(True)[:3]) + "option ", "a", ": 1\n"),
    "a huge number": filled("".join(HEAD.splitlines(True)[:3]) + "option a: ", "9"),
    "a deep option": filled("".join(HEAD.splitlines(True)[:3]) + "option a: ", "["),
    "a title of what is not shown": HEAD.replace("A table", "\u202e" * 100_000),
    "a position": HEAD.replace("created", f"position: {'x' * 900_000}\ncreated"),
    "a year": HEAD.replace("created: ", f"created: {'1' * 900_000}"),
    "a number of an event": filled(HEAD, "9"),
    "a roll of many dice": filled(f"{STARTED}5 +0.000 rolled 0 roll 0 dice 1", "-1", "\n"),
    "a roll of a huge die": filled(f"{STARTED}5 +0.000 rolled 0 roll 0 dice ", "1", "\n"),
    "a move": filled(f"{STARTED}5 +0.000 rolled 0 roll 0 dice 3\n6 +0.000 moved 0 ", "1", "\n"),
    "a clock": filled(f"{HEAD}2 +0.000 ", "1", ".000/1.000 seated"),
    "a control": HEAD.replace("clock: none", f"clock: sudden {'9' * 900_000}"),
    "a policy": HEAD.replace("clock: none", f"clock: none\nabsence: forfeit {'9' * 900_000}"),
    "a table before": HEAD.replace("clock: none", f'clock: none\nprevious: "{chr(92) * 900_000}'),
    "a score": HEAD.replace("clock: none", f"clock: none\nscore: {'1 ' * 400_000}"),
    "a lag": filled(f"{STARTED}5 +0.000 rolled 0 roll 0 dice 3\n6 +0.000 moved 0 lag ", "1", " +1\n"),
    "ratings": filled(f"{STARTED}5 +0.000 ended left by 0 winner 1 totals 0 0", " rating 0 1.00 1.00 0.000000", "\n"),
    "more time": filled(f"{STARTED}5 +0.000 time_added 0 ", "9", ".000\n"),
    "empty lines": filled(HEAD, "\n"),
    "NUL": filled("", "\x00"),
    "a second record": filled("", write_record([created()])),
    "no ASCII": filled("", "\U0001f3b2"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WORST)
def test_the_worst_texts_of_the_longest_length_are_refused(name: str) -> None:
    text = WORST[name]
    assert len(text.encode()) <= MAX_RECORD
    assert refusal_in_memory(text.encode())


@pytest.mark.parametrize("data", [b"x" * 10_000_000, "ü" * (MAX_RECORD // 2 + 1), "\ud800" * MAX_RECORD], ids=range(3))
def test_a_text_that_is_too_long_is_not_parsed(data: str | bytes) -> None:
    assert refusal(data) == f"line 1: a record has at most {MAX_RECORD} bytes"


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_hostile_move_or_position_is_refused_by_its_line(key: str) -> None:
    lines = write_record(random_log(key, {}, seed=1, plies=1)).split("\n")
    move = next(number for number, line in enumerate(lines) if " moved " in line)
    head = next(number for number, line in enumerate(lines) if line.startswith("created: "))

    for text in ("x" * 4096, "1" * 4096, "a1 " * 1300, "A" + " a1" * 1300, "-" * 4096, "x" * 900_000):
        changed = [*lines[:move], " ".join([*lines[move].split(" ")[:4], text]), *lines[move + 1 :]]
        assert refusal("\n".join(changed), GAMES).startswith(f"line {move + 1}: ")
    for text in ("x" * 8192, "." * 8192, "1 " * 4096, "/" * 8192, "d dF1," + "dF1," * 2000):
        changed = [*lines[:head], f"position: {text}", *lines[head:]]
        assert refusal("\n".join(changed), GAMES).startswith(f"line {head + 1}: ")


@pytest.mark.slow
def test_a_match_that_a_server_allows_fits_into_a_record_with_all_its_signatures() -> None:
    first, *rest = sitting(MAX_EVENTS)
    proofs = [Proof(seen=event.number - 1, signature=bytes(64), seal=bytes(64)) for event in rest]
    log = [first, *(replace(event, proof=proof) for event, proof in zip(rest, proofs, strict=True))]
    moved = Moved(number=9, at=10**9, player=0, move="d" * 30, link=bytes(32), proof=proofs[-1])
    assert len(read_record(write_record(log), TALLY)) == MAX_EVENTS
    assert MAX_EVENTS * len("\n".join([write_event(moved, 0), *write_proof(moved.proof)])) < MAX_RECORD


@pytest.mark.slow
def test_a_record_of_more_events_is_refused_by_the_first_of_them() -> None:
    text = write_record(sitting(MAX_EVENTS))
    line = text.count("\n") - 2
    more = text.replace("\n\nresult", f'\n{MAX_EVENTS + 1} +0.000 seated 0 "x" account ""\n\nresult')
    assert refusal(more) == f"line {line}: a record has at most {MAX_EVENTS} events"
