"""The models of tables: at one screen and at a server, walking, the list of moves, texts."""

import pytest
from pytestqt.qtbot import QtBot

from client_qt.pages.table.history_position import HistoryPosition
from client_qt.table.commands import Command
from client_qt.table.local import LocalTable
from client_qt.table.move_rows import MoveRows
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import count_words, options_line, options_table, resign_words, translate
from devtools.harness.window.play import play_on, played, seeded_table
from netgame.games import GAMES
from netgame.match.events import Moved
from netgame.text import Text
from protocol.messages import ReportPosition, Say, SendMove

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


def test_walking_stops_after_every_move_and_ends_at_the_present() -> None:
    table, walk = played("thud", 6), HistoryPosition()
    walk.set_model(table)

    walk.first()
    seen = 1
    while walk.at is not None:
        walk.forward()
        seen += 1
    assert seen == 7

    walk.back()
    assert isinstance(table.steps()[walk.step].event, Moved)
    walk.forward()
    assert walk.at is None


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
