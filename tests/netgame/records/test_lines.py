"""The lines of a record: every event and every agreement has exactly one spelling."""

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

import pytest

from devtools.harness.games.match_helpers import TALLY, created
from netgame.match import events as e
from netgame.records.event_lines import LineError, read_event, write_event
from netgame.records.lines import RecordError
from netgame.records.reader import read_record
from netgame.records.writer import write_record

ROOT = Path(__file__).parents[3]
BEGIN = 1_000
RATINGS = (
    e.RatingChange(before=(150_000, 35_000, 60_000), after=(166_212, 29_032, 59_999)),
    e.RatingChange(before=(-5, 3_000, 60_000), after=(133_788, 29_032, 60_001)),
)
ABC, ABC_TEXT = b"abcdefghijklmnopqrstuvwxyz012345", "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXowMTIzNDU"
SPELT: list[tuple[str, type[e.Event], dict[str, Any]]] = [
    ('seated 0 "Ann" account "k3v9"', e.Seated, {"player": 0, "name": "Ann", "account": "k3v9"}),
    ('seated 1 "Bob" account "" not ready', e.Seated, {"player": 1, "name": "Bob", "account": "", "ready": False}),
    ('seated 0 "Computer" account "" computer "level 3"',
     e.Seated, {"player": 0, "name": "Computer", "account": "", "computer": "level 3"}),
    ('seated 1 "Bob" account "b" not ready computer "my \\"engine\\""',
     e.Seated, {"player": 1, "name": "Bob", "account": "b", "ready": False, "computer": 'my "engine"'}),
    ("unseated 1", e.Unseated, {"player": 1}),
    ("ready 0", e.Ready, {"player": 0}),
    ("started leg 1", e.Started, {"leg": 1}),
    ("rolled 1 roll 12 dice 6-1", e.Rolled, {"player": 1, "index": 12, "dice": (6, 1)}),
    ("moved 0 dA6-B6", e.Moved, {"player": 0, "move": "dA6-B6"}),
    ("moved 0 lag 80 dA6-B6", e.Moved, {"player": 0, "move": "dA6-B6", "lag": 80}),
    ("moved 0 queued 12 A1 B2", e.Moved, {"player": 0, "move": "A1 B2", "queued": 12}),
    ("moved 1 conditional pass", e.Moved, {"player": 1, "move": "pass", "conditional": True}),
    ("moved 1 queued 12 lag 80 pass", e.Moved, {"player": 1, "move": "pass", "queued": 12, "lag": 80}),
    ("forfeited 1", e.Forfeited, {"player": 1}),
    ("offered 1 count", e.Offered, {"player": 1, "kind": "count"}),
    ("offered 0 take_back to 17", e.Offered, {"player": 0, "kind": "take_back", "to": 17}),
    ("offer_closed 21 lapsed", e.OfferClosed, {"offer": 21, "outcome": "lapsed"}),
    ("taken_back 0 to 17", e.TakenBack, {"player": 0, "to": 17}),
    ("time_added 1 60.000", e.TimeAdded, {"player": 1, "ms": 60_000}),
    ("paused adjourned", e.Paused, {"cause": "adjourned"}),
    ("resumed", e.Resumed, {}),
    (f"rehosted {ABC_TEXT}/k3v9", e.Rehosted, {"origin": f"{ABC_TEXT}/k3v9"}),
    ("absent 1 lost", e.Absent, {"player": 1, "cause": "lost"}),
    ("returned 1", e.Returned, {"player": 1}),
    ("leg_ended leg 0 board draw scores 3 3",
     e.LegEnded, {"leg": 0, "reason": "board", "winner": None, "scores": (3, 3)}),
    ("leg_ended leg 1 resigned by 0 winner 1 scores 0 -12",
     e.LegEnded, {"leg": 1, "reason": "resigned", "winner": 1, "scores": (0, -12), "player": 0}),
    ("ended legs winner 1 totals -1 1", e.Ended, {"reason": "legs", "winner": 1, "totals": (-1, 1)}),
    (
        "ended flag by 0 winner 1 totals 0 0 rating 0 1500.00 350.00 0.060000 to 1662.12 290.32 0.059999"
        " rating 1 -0.05 30.00 0.060000 to 1337.88 290.32 0.060001",
        e.Ended,
        {"reason": "flag", "winner": 1, "totals": (0, 0), "player": 0, "ratings": RATINGS},
    ),
    (f"committed 1 {ABC_TEXT}", e.Committed, {"player": 1, "tip": ABC}),
    (f"revealed 0 {ABC_TEXT}", e.Revealed, {"player": 0, "link": ABC}),
    (f"moved 0 queued 5 link {ABC_TEXT} b4", e.Moved, {"player": 0, "queued": 5, "link": ABC, "move": "b4"}),
    ("dice_handed_over", e.DiceHandedOver, {}),
    ("offered 1 host_dice", e.Offered, {"player": 1, "kind": "host_dice"}),
    ("ended aborted draw totals 0 0", e.Ended, {"reason": "aborted", "winner": None, "totals": (0, 0)}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "values"), SPELT, ids=[text[:40] for text, _, _ in SPELT])
def test_an_event_is_written_so_and_read_so(text: str, kind: type[e.Event], values: dict[str, Any]) -> None:
    plain = kind(number=9, at=BEGIN + 62_007, **values)
    timed = replace(plain, clocks=(298_400, 0))
    assert write_event(plain, BEGIN) == f"9 +62.007 {text}"
    assert write_event(timed, BEGIN) == f"9 +62.007 298.400/0.000 {text}"
    assert read_event(f"9 +62.007 {text}", BEGIN) == plain
    assert read_event(f"9 +62.007 298.400/0.000 {text}", BEGIN) == timed


OLD = created(match_rules=1)


def test_every_kind_of_event_and_field_of_a_table_has_its_line_and_its_place_on_the_page() -> None:
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `([a-z_]+)", page[page.index("## The events") :], re.MULTILINE))
    assert {kind for _, kind, _ in SPELT} == set(e.EVENTS) - {e.Created}
    assert told == {e.kind_of(kind) for kind in e.EVENTS} - {"created"}

    named = set(re.findall(r"^\| `([a-z_]+):? ", page[: page.index("## The events")], re.MULTILINE))
    assert {field.name for field in fields(e.Created)} - {"number", "at", "clocks", "options", "proof"} <= named
    assert set(get_args(e.Access)) == {"open", "code", "invited"}, "open is left out, the others are words of the line"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("9 +1.000 1.000 moved 0 a", "begins with its number"),
        ("9 +1.000 paused napping", "write an event paused like this: paused <cause>"),
        ("9 +1.000 resumed now", "write an event resumed like this: resumed"),
        ("9 +1.000 revealed 0 abc", "write an event revealed like this: revealed <player> <link>"),
        (f"9 +1.000 revealed 0 {ABC_TEXT[:-1]}9", "is not base64url"),
        ("9 +1.000 offered 0 tea", "offered <player> <kind> [to]"),
        ("9 +1.000 taken_back 0 3", "taken_back <player> <to>"),
        ("9 +1.000 time_added 0 60", "time_added <player> <ms>"),
        ('9 +1.000 seated 0 "A" account "" ready', "seated <player> <name> <account> [ready] [computer] [key]"),
        ('9 +1.000 seated 0 "A" account "" computer "a" not ready', "[computer]"),
        ("9 +1.000 ended tired winner 0 totals 0 0", "ended <reason> [player] <winner> <totals> [ratings]"),
        ("9 +1.000 ended legs draw totals 0 0 rating 0 1.00 1.00 0.000000 to 1.00 1.00 0.000000", "[ratings]"),
    ],
)
def test_an_invalid_event_line_is_refused_with_its_form(line: str, reason: str) -> None:
    with pytest.raises(LineError) as caught:
        read_event(line, BEGIN)
    assert reason in str(caught.value)


AGREED: list[tuple[str, dict[str, Any]]] = [
    ("clock: fischer 300+5", {"clock": "fischer 300+5"}),
    ("absence: forfeit 60", {"absence": "forfeit 60"}),
    ("rated: true", {"rated": True}),
    ("rated_computers: true", {"rated_computers": True}),
    ("access: code", {"access": "code"}),
    ("access: invited", {"access": "invited"}),
    ("spectators: false", {"spectators": False}),
    ("spectator_chat: true", {"spectator_chat": True}),
    ("vacations: false", {"vacations": False}),
    ("pauses: false", {"pauses": False}),
    ("delay: 30", {"delay": 30}),
    ('previous: "k3v9"', {"previous": "k3v9"}),
    ("score: 1 0 2", {"score": (1, 0, 2)}),
]
ALL = {name: value for _, values in AGREED for name, value in values.items()}


def head(**values: Any) -> list[str]:
    return write_record([replace(OLD, **values)]).split("\n\n")[0].split("\n")


def test_a_default_table_has_only_the_line_of_the_clock() -> None:
    assert [line.split(":")[0] for line in head() if not line.startswith("option ")] == [
        "netgame record 1", "game", "rules", "clock", "title", "created", "player 0", "player 1",
    ]  # fmt: skip


@pytest.mark.parametrize(("line", "values"), AGREED, ids=[line for line, _ in AGREED])
def test_every_agreement_has_its_line_and_is_read_again(line: str, values: dict[str, Any]) -> None:
    log = (replace(OLD, **values),)
    assert line in head(**values)
    assert read_record(write_record(log), TALLY) == log


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("clock: fischer 300", "write this time control like fischer 300+5"),
        ("clock: move 0", "must be from 1 to 3600"),
        ("rated: false", "this line should read: "),
        ("absence: wait", "this line should read: "),
        ("absence: Forfeit", "write this line like: absence: forfeit 60"),
        ("absence: forfeit 5", "from 10 to 86400 seconds"),
        ("delay: 3601", "spectators can be at most 3600 seconds behind"),
        ("access: open", "write this line like: access: code"),
        ("delay: 030", "this line should read: delay: 30"),
        ("previous: k3v9", "write this line like: previous: "),
        ('previous: "\\u006b"', "this line should read: previous: "),
        ("score: 1 0", "write this line like: score: 1 0 2"),
        ("score: 0 0 0", "this line should read: "),
    ],
)
def test_any_other_spelling_is_refused_with_its_line(line: str, reason: str) -> None:
    lines = head(**ALL)
    name = line.split(":")[0]
    (place,) = (place for place, right in enumerate(lines) if right.startswith(f"{name}: "))
    text = write_record([replace(OLD, **ALL)]).replace(f"\n{lines[place]}\n", f"\n{line}\n", 1)

    with pytest.raises(RecordError) as caught:
        read_record(text, TALLY)
    assert caught.value.line == place + 1
    assert reason in str(caught.value.reason)


def test_lines_in_another_order_and_a_rated_match_from_a_position_are_refused() -> None:
    text, rated = (
        write_record([replace(OLD, **ALL)]),
        write_record([replace(OLD, rated=True)]),
    )
    changed = text.replace("rated_computers: true\naccess: invited\n", "access: invited\nrated_computers: true\n")
    placed = rated.replace("\ncreated: ", "\nposition: 1 move 6 5 5 3\ncreated: ")

    with pytest.raises(RecordError, match='should begin with "title: "'):
        read_record(changed, TALLY)
    with pytest.raises(RecordError, match="line 12: a rated match must start from the usual position"):
        read_record(placed, TALLY)
