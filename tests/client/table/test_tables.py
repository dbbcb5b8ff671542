"""The models of tables: at one screen and at a server, the list of moves with variations, texts."""

import random

import pytest
from pytestqt.qtbot import QtBot

from client_qt.table.commands import Command
from client_qt.table.local import LocalTable
from client_qt.table.move_rows import MoveRows, Row
from client_qt.table.remote import RemoteTable
from client_qt.table.variation import VariationTable
from client_qt.table.variation_rows import MAX_LINES, NO_BREAK, with_lines
from client_qt.text.rules_text import count_words, options_line, options_table, resign_words, translate
from devtools.harness.window.play import moves_of, play_on, played, seeded_table, try_moves
from devtools.screenshots.staged_tables import BATTLES, DICE
from netgame.game import Over
from netgame.games import GAMES
from netgame.match.events import Forfeited, Moved, Started
from netgame.text import Text
from protocol.messages import ChatLine, RematchState, ReportPosition, Say, SendMove

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_shared_screen_controls_both_players_to_the_end_and_refuses_more_with_a_sentence(qtbot: QtBot) -> None:
    table = seeded_table("thud")
    assert table.mine == {0, 1}
    assert table.can_move
    play_on(table, 1)
    assert table.can_move
    assert table.to_move == 1
    table.offer("count")
    assert table.match.legs_ended[0].reason == "agreed", "one question is enough"
    table.ready()
    assert (table.match.phase, table.match.leg, table.to_move) == ("playing", 1, 1), "the sides are swapped"

    table = played("clod", 36)
    assert table.match.phase == "over"
    with qtbot.waitSignal(table.refused) as refused:
        table.resign(match=True)
    assert isinstance(refused.args[0], Text)


def asking(here: LocalTable, events: int | None = None) -> tuple[RemoteTable, list[Command]]:
    """Return that table at a server, where the player sits, and the list of what the window asks."""
    asked: list[Command] = []
    there = RemoteTable("t1", here.match.seats[0].account, asked.append)
    there.apply_events(tuple(here.log[:events]))
    return there, asked


def test_a_table_at_a_server_follows_the_events_and_nothing_else_and_stops_while_they_cannot_be_stored() -> None:
    here = played("thud", 6)
    there, _ = asking(here, 5)
    there.apply_events(tuple(here.log[3:]))
    assert there.match == here.match

    there.stop(Text("The disk is full"))
    assert not there.can_move
    there.stop(None)
    assert there.can_move

    of_an_ended_watch = RemoteTable("t1", "ann", print)
    of_an_ended_watch.apply_events(tuple(here.log[1:]))
    assert of_an_ended_watch.match is None


def test_lines_that_both_players_write_at_once_are_shown_in_whatever_order_they_come() -> None:
    there, _ = asking(played("thud", 2))
    first, second = (ChatLine(number=number, at=number, account="a", name="Ann", text="Hello") for number in (1, 2))
    told = list[str]()
    there.chatted.connect(told.append)
    for line in (second, first, second):
        there.add_messages("table", [line])
    assert there.rooms["table"] == [first, second]
    assert told == ["table", "table"]


def test_an_offer_of_a_rematch_that_ended_while_the_network_was_lost_is_not_shown() -> None:
    there, _ = asking(played("thud", 6))
    there.set_rematch_offers(RematchState(table="t1", offers=(True, None)))
    there.restart_log(there.match.number)
    assert there.rematch_offers.offers == (None, None)
    there.set_rematch_offers(RematchState(table="t1", made="t2"))
    there.restart_log(there.match.number)
    assert there.rematch_offers.made == "t2"


def test_a_move_alone_blocks_the_board_until_its_refusal_or_its_event() -> None:
    here = played("thud", 1)
    there, asked = asking(here, -1)
    match = there.match
    move = next(match.game.moves(match.state))
    there.write("table", "Hello!")
    assert there.can_move
    asked[0].accept()

    there.play(move)
    there.write("table", "Good luck!")
    asked[2].refuse(Text("Please write more slowly."))
    there.play(move)
    assert [(command.message, command.state) for command in asked] == [
        (Say, "accepted"), (SendMove, "sent"), (Say, "refused"),
    ]  # fmt: skip
    assert (asked[1].table, asked[1].fields) == ("t1", {"position": 4, "move": match.game.format(match.state, move)})
    assert not there.can_move
    asked[1].refuse(Text("no"))
    assert there.can_move

    there.play(move)
    asked[3].accept(here.log[-1].number)
    assert there.waiting
    there.apply_events((here.log[-1],))
    assert not there.waiting


def test_an_invalid_log_is_asked_for_once_more_and_then_shown_as_text_with_the_reason() -> None:
    here, asked = seeded_table("clod"), list[ReportPosition]()
    there = RemoteTable("t1", "ann", lambda *a, **k: None)
    there.start_again = asked.append
    bad = Moved(number=2, at=here.match.created.at, player=0, move="a1")

    there.apply_events((here.match.created, bad))
    there.apply_events((bad,))  # on its way before the second try
    assert there.stopped is not None
    there.restart_log(0)
    there.apply_events((here.match.created, bad))

    assert asked == [ReportPosition(table="t1", number=2)]
    assert (there.match, there.stopped) == (None, None)
    assert there.text is not None
    assert "the match has not started yet" in str(there.text.why)
    assert there.text.log == (here.match.created, bad)


def test_the_move_list_pairs_the_moves_by_side_and_shows_the_dice() -> None:
    first, second = MoveRows().rows(played("clod", 3).steps(), 1, "")
    assert (first.number, second.number) == (1, 2)
    assert len(first.entries[0].text.split()) == 2
    assert len(second.entries[1].text.split()) == 1, "the dice are in the place of the next move"


def test_each_battle_has_its_own_heading_sides_and_numbers() -> None:
    table = played("thud", 3)
    table.resign(match=False)
    table.ready()
    play_on(table, 2)
    first, second = ("Dwarfs: Ann", "Trolls: Bob"), ("Dwarfs: Bob", "Trolls: Ann")
    rows = MoveRows().rows(table.steps(), 2, "Battle {leg}", (first, second))

    heads = [(row.heading, row.heads) for row in rows if row.heads]
    assert heads == [("Battle 1", first), ("Battle 2", second), ("", second)]
    assert rows[-1].number == 1


def test_a_grown_move_list_equals_a_new_one() -> None:
    for key in GAMES:
        table, grown = seeded_table(key), MoveRows()
        legs = table.match.game.legs
        for _ in range(60):
            grown.rows(table.steps(), legs, "Battle {leg}")
            play_on(table, 1)
        table.resign(match=False)
        if legs > 1:
            table.ready()
            play_on(table, 3)

        assert grown.rows(table.steps(), legs, "Battle {leg}") == MoveRows().rows(table.steps(), legs, "Battle {leg}")


def test_options_that_differ_what_is_resigned_and_texts_of_the_rules_become_words() -> None:
    thud, table = GAMES["thud"], seeded_table("thud")
    assert dict(options_table(thud, {"battles": 1}))["Battles"] == "1"
    assert options_line(thud, {}) != options_line(thud, {"battles": 1})
    assert resign_words(table.match, 0, whole=False) != resign_words(table.match, 0, whole=True)
    assert "Trolls" in count_words(table.match, table.agreed)
    assert translate(Text("both sides agreed to stop: it is counted")) == "Both sides agreed to stop: it is counted."
    assert translate(Text("{cell} is named twice", {"cell": "d4"})) == "d4 is named twice.", "a move stays as written"


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_line_after_any_step_of_every_game_can_be_loaded_again(key: str) -> None:
    source = played(key, 7)
    match = source.match
    chance = random.Random(7)
    for step in range(len(source.steps())):
        if isinstance(GAMES[key]().turn(source.steps()[step].state), Over):
            continue
        table = VariationTable(source, step)
        try_moves(table, 5, chance.randint(0, 99))
        again = VariationTable(source, table.anchor)
        assert again.load(table.path)
        assert [s.notation for s in again.steps()] == [s.notation for s in table.steps()]
        assert again.match.state == table.match.state
    assert source.match is match


@pytest.mark.parametrize("key", [DICE, BATTLES])
def test_lines_are_numbered_like_the_moves(key: str) -> None:
    source = seeded_table(key, seed=3)
    play_on(source, 30)
    rows = MoveRows().rows(source.steps(), 1, "")
    step = moves_of(source)[0]
    number = source.steps()[step].event.number
    path = tuple(s.notation for s in source.steps()[step + 1 :])
    source.comments = {number: (f"variation: {'; '.join(path)}",)}
    (line,) = [row.line for row in with_lines(rows, source) if row.line is not None]

    expected = " ".join(words_after(row, step) for row in rows)
    assert line.text.replace(NO_BREAK, " ").split() == expected.split()


def test_lines_between_two_battles_are_listed_at_their_battle() -> None:
    source = played(BATTLES, 5)
    source.resign(match=False)
    source.ready()
    play_on(source, 2)
    steps = source.steps()
    moves = [steps[index] for index in moves_of(source)]
    began = [step.event.number for step in steps if isinstance(step.event, Started)][1]
    source.comments = {moves[3].event.number: ("variation: a",), moves[4].event.number: ("variation: b",),
                       began: ("variation: c",)}  # fmt: skip
    rows = MoveRows().rows(steps, 2, "Battle {leg}")

    shown = with_lines(rows, source)

    words = [row.heading or (row.line.text[-1] if row.line else str(row.number)) for row in shown]
    assert words == ["Battle 1", "1", "2", "a", "3", "b", "Battle 2", "c", "1"]


def test_the_number_of_listed_lines_is_limited() -> None:
    source = played(BATTLES, 20)
    numbers = [source.steps()[index].event.number for index in moves_of(source)]
    source.comments = {number: tuple(f"variation: {a}; {number}" for a in range(90)) for number in numbers}
    shown = with_lines(MoveRows().rows(source.steps(), 1, ""), source)
    assert sum(row.line is not None for row in shown) == MAX_LINES


def words_after(row: Row, after: int) -> str:
    found = [(seat, entry) for seat, entry in enumerate(row.entries) if entry is not None and entry.step > after]
    front = f"{row.number}." if found and found[0][0] == 0 else f"{row.number}. ..."
    return " ".join([front, *(entry.text for _seat, entry in found)]) if found else ""


def test_lost_turns_are_in_a_line_of_dice() -> None:
    source = played(DICE, 400)
    steps = source.steps()
    lost = next(index for index, step in enumerate(steps) if isinstance(step.event, Forfeited))
    before = max(index for index in moves_of(source) if index < lost)
    table = VariationTable(source, before)
    assert table.load(tuple(step.notation for step in steps[before + 1 : lost + 2]))
    assert table.path[-2] == "--"
