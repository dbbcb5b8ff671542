"""The view of a table as a value; no window is needed."""

from dataclasses import replace
from typing import Any, Literal

import pytest

from client_qt.pages.table.view.hint import Suggestion
from client_qt.pages.table.view.notices import NoticeState, event_news
from client_qt.pages.table.view.people import people_of
from client_qt.pages.table.view.result import ResultState
from client_qt.pages.table.view.state import TurnState, table_state
from client_qt.pages.table.view.table_view import PageState, TableView, strip_order, table_view
from client_qt.table.elsewhere import Elsewhere, Found
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.table.variation import SharedVariation, VariationTable
from client_qt.text.clock_words import away_words
from client_qt.text.offer_words import absence_words, claim_words, ended_words, network_words, series_words
from client_qt.text.rules_text import translate
from devtools.harness.window.play import moves_of, play_on, played, seeded_table, try_moves
from devtools.screenshots.staged_tables import NAMES, TABLES, Staged
from netgame.game import Picks
from netgame.games import GAMES
from netgame.match import HOST, commands
from netgame.match.events import ClaimKind, Moved, OfferClosed, Offered, Returned, TimeAdded
from netgame.players.table_logs import LogCheck
from netgame.text import Text
from protocol.messages import RematchState
from tests.client.staging import ANN, ME, own_turn, turn_at

PATH = "1 " + "/".join([*["." * 14] * 3, "....a1111b....", *["." * 14] * 3])


def mine(staged: Staged) -> RemoteTable:
    return staged.seen_by(NAMES[ME])


def view_of(model: TableModel, at: int | None = None, **page: Any) -> TableView:
    state = table_state(model, at, len(model.steps()) - 1 if at is None else at)
    return table_view(state, PageState(**page))


def with_turn(model: TableModel) -> TableView:
    turn = turn_at(model)
    return view_of(model, turn=turn.state, buttons=turn.buttons)


def result_of(model: TableModel) -> ResultState:
    return view_of(model).result


def clock_of(model: TableModel, at: int | None = None) -> str:
    return view_of(model, at=at).players[ME].clock.text


def reviewed(table: LocalTable) -> ReviewTable:
    return ReviewTable(table.log, table.match, "a file")


def notice(model: TableModel) -> NoticeState:
    (found,) = view_of(model).notices
    return found


SIGNED = LogCheck(is_signed=True)
CLAIMS: tuple[ClaimKind, ...] = ("win", "draw", "adjourn")
FIRST = {"number": 1, "at": 0}


def test_the_shield_says_what_is_proven_and_what_is_not_and_a_wrong_signature_is_a_notice(staged: Staged) -> None:
    model = mine(staged)
    for found, title, proven, not_proven in (
        (SIGNED, "Signed by both players and the server", "has signed each of their moves", "Names are not signed"),
        (replace(SIGNED, unsigned=(0, 7)), "Signed by the server", "cannot show another one", "Some "),
        (LogCheck(), "Not signed", "", "The server alone says what happened"),
    ):
        model.proof = found
        view = view_of(model)
        assert (view.proof.title, view.proof.is_wrong, view.notices) == (title, False, ())
        assert proven in " ".join(view.proof.proven)
        assert not_proven in " ".join(view.proof.not_proven)

    for found, words in (
        (replace(SIGNED, wrong=7), "The server has signed another course of this match, up to event 7."),
        (replace(SIGNED, wrong=7, by=1), "has not signed what the server shows as event 7."),
        (replace(SIGNED, is_foreign=True), "names another server"),
    ):
        model.proof = found
        shown = notice(model)
        assert words in shown.text
        assert (shown.key, shown.tone, shown.actions) == ("proof", "danger", (("Save", ("save",)),))


def test_nobody_is_to_move_where_the_game_goes_on_elsewhere(staged: Staged) -> None:
    table = mine(staged)
    table.match = replace(table.match, created=replace(table.match.created, origin="server/t1"))
    assert any(player.to_move for player in view_of(table).players)

    table.elsewhere = Elsewhere(Found("ab" * 32, "t2", "Bob"))
    assert not any(player.to_move for player in view_of(table).players)


@pytest.mark.parametrize("cause", ["lost", "left"])
def test_an_absent_player_is_a_notice_that_counts_to_the_claims(staged: Staged, cause: Literal["lost", "left"]) -> None:
    table = mine(staged)
    staged.do(commands.MarkAbsent(ANN, cause), HOST)
    table.set_presence((False, True), (cause, ""))
    staged.wait(8_000)
    assert (notice(table).key, notice(table).text) == ("away0", absence_words("Ann", cause, 52_000))
    assert notice(table).actions == ()
    staged.wait(53_000)
    assert notice(table).actions == tuple((claim_words(what), ("claim", what)) for what in CLAIMS)

    staged.do(commands.MarkReturned(ANN), HOST)
    table.set_presence((True, True))
    assert view_of(table).notices == ()
    rows, _foot = people_of(table, staged.story.match, frozenset())
    assert away_words(staged.story.match, ANN, staged.now) in rows[ANN].note
    assert away_words(staged.story.match, ME, staged.now) == ""
    table.set_presence((False, True), ("", ""))  # as after a restart of the server
    assert notice(table).text == absence_words("Ann", "", None)


def test_a_network_that_is_down_is_a_notice_and_a_restart_names_the_server(staged: Staged) -> None:
    table = mine(staged)
    table.server = "annes-laptop"
    staged.do(commands.MarkAbsent(ANN, "lost"), HOST).do(commands.Pause("restart"), HOST)
    assert table.server in result_of(table).detail
    table.set_presence((False, True), ("network", ""))
    for is_here, server in ((True, ""), (False, table.server)):
        table.is_server_here = is_here
        assert (notice(table).key, notice(table).text) == ("network", network_words("Ann", server))


def test_a_lost_connection_names_the_own_budget_or_the_way_to_sign_in(staged: Staged) -> None:
    table = mine(staged)
    table.server = "annes-laptop"
    table.set_status("waiting", "", code="timeout")
    assert all(words in notice(table).text for words in ("annes-laptop", "60 s"))
    staged.wait(10_000)
    assert "50 s" in notice(table).text
    table.set_status("waiting", "", code="refused")
    assert "s." not in notice(table).text, "the server does not run"
    table.set_status("failed", "", Text("This device has been signed out"), "revoked")
    assert [do for _words, do in notice(table).actions] == [("sign_in",), ("home",)]

    table.set_status("online", "")
    staged.do(commands.Resign(match=True), ANN)
    table.set_status("waiting", "")
    assert table.own_budget() is None


def test_an_event_that_the_board_does_not_show_is_news(staged: Staged) -> None:
    model = mine(staged)
    for event, offer_by, is_news in (
        (Returned(**FIRST, player=ANN), ME, True),
        (Returned(**FIRST, player=ME), ME, False),
        (TimeAdded(**FIRST, player=ANN, ms=60_000), ME, True),
        (TimeAdded(**FIRST, player=ME, ms=60_000), ME, True),
        (OfferClosed(**FIRST, offer=5, outcome="declined"), ME, True),
        (OfferClosed(**FIRST, offer=5, outcome="lapsed"), ME, True),
        (OfferClosed(**FIRST, offer=5, outcome="withdrawn"), ANN, True),
    ):
        offer = Offered(number=5, at=0, player=offer_by, kind="pause")
        assert (bool(event_news(model, event, offer)), event) == (is_news, event)

    staged.do(commands.Resign(match=True), ANN)
    assert not event_news(model, OfferClosed(**FIRST, offer=5, outcome="lapsed"), offer), "the end shows it"


def test_before_the_start_seats_are_taken_left_and_changed() -> None:
    both, one = Staged().start(ready=False), Staged().do(commands.Sit(1, "Mareike", "Mareike"), HOST)
    for staged, name, buttons in (
        (both, NAMES[ME], ["stand", "ready"]),
        (one, NAMES[ME], ["stand", "change_sides", "ready"]),
        (one, "Bob", ["sit"]),
        (both, "Bob", []),
    ):
        result = view_of(staged.seen_by(name)).result
        assert [each.name for each in (result.buttons if result else ())] == buttons


@pytest.mark.parametrize(
    ("offers", "more", "there", "button", "notices"),
    [
        ((None, None), {}, True, ("rematch", True), []),
        ((None, None), {}, False, ("rematch", False), []),
        ((True, None), {}, True, ("rematch", True), [("rematch", [("close_rematch",), ("rematch", True)])]),
        ((None, True), {}, True, ("rematch", False), [("rematch_own", [("close_rematch",)])]),
        ((None, None), {"closed": "declined"}, True, ("rematch", True), []),
        ((None, None), {"closed": "left"}, True, ("rematch", False), []),
        ((True, True), {"made": "t2"}, True, ("to_rematch", True), []),
    ],
)
def test_a_rematch_is_offered_while_the_other_side_is_there_and_an_offer_is_a_notice(
    offers: Any, more: dict[str, str], there: bool, button: tuple[str, bool], notices: list[Any]
) -> None:
    table = mine(Staged("clod").start().play(4).do(commands.Resign(match=True), ANN))
    table.set_presence((there, True))
    table.set_rematch_offers(RematchState(table="", offers=offers, **more))
    view = view_of(table)
    assert (view.result.buttons[-1].name, view.result.buttons[-1].enabled) == button
    shown = [each for each in view.notices if each.key != "away0"]
    assert [(each.key, [do for _words, do in each.actions]) for each in shown] == notices


def test_own_offers_stand_after_the_own_move_and_name_what_is_taken_back(staged: Staged) -> None:
    if staged.mover() != ME:
        staged.play(1)
    before = [step for step in staged.story.match.history if isinstance(step.event, Moved) and step.event.player == ME][
        -1
    ]
    model, theirs = mine(staged), staged.seen_by("Ann")
    staged.do(commands.MakeOffer("count"), ME).do(commands.MakeOffer("take_back", before.event.number), ME)
    asked = [notice.text for notice in view_of(model).notices]
    draw, back = staged.story.match.offers
    staged.play(1)

    shown = {notice.key: notice for notice in view_of(model).notices}
    assert {key: notice.actions[0][1] for key, notice in shown.items()} == {
        f"offer{number}": ("withdraw", number) for number in (draw, back)
    }
    assert shown[f"offer{draw}"].text == asked[0]
    for table in (model, theirs):
        [words] = [notice.text for notice in view_of(table).notices if notice.key == f"offer{back}"]
        assert before.notation in words


def test_a_rematch_by_days_is_offered_while_the_other_side_is_away() -> None:
    table = mine(Staged("clod", clock="days 3").start().play(4).do(commands.Resign(match=True), ANN))
    table.set_presence((False, True))
    button = view_of(table).result.buttons[-1]
    assert (button.name, button.enabled) == ("rematch", True)


def test_the_result_has_its_reason_and_the_score_of_the_series() -> None:
    series = {"previous": "before", "score": (1, 0, 2)}
    staged = Staged("clod", clock="sudden 60", more=series).start().play(4).wait(300_000).do(commands.Tick(), HOST)
    table, match, names = mine(staged), staged.story.match, ("Ann", "Mareike")
    for words in (ended_words(match, match.ended, names, table.mine), series_words(match, names)):
        assert words in result_of(table).detail


def test_a_pause_stops_the_clocks_until_both_go_on_as_between_two_battles(staged: Staged) -> None:
    def ready_buttons() -> list[tuple[str, bool]]:
        return [(button.name, button.enabled) for button in result_of(table).buttons]

    table = mine(staged)
    staged.do(commands.MakeOffer("pause"), ME).do(commands.AnswerOffer(staged.story.match.number, True), ANN)
    before = [player.clock for player in view_of(table).players]
    staged.wait(30_000)
    assert [player.clock for player in view_of(table).players] == before
    assert ready_buttons() == [("resume", True)]
    staged.do(commands.MakeReady(), ME)
    assert ready_buttons() == [("resume", False)]
    staged.do(commands.MakeReady(), ANN)
    assert view_of(table).result is None

    staged.do(commands.Resign(match=False), ANN)
    before = result_of(table).detail
    staged.do(commands.MakeReady(), ANN)
    assert result_of(table).detail != before, "the other player is ready"
    assert ready_buttons() == [("ready", True)]


def test_the_hint_says_what_became_of_a_move_or_shows_a_suggestion_or_a_refusal() -> None:
    table = mine(own_turn(game="clod"))
    hints = [with_turn(table).hint.words]
    match = table.match
    table.play(next(match.game.moves(match.state)))
    hints.append(view_of(table).hint.words)
    table.set_status("waiting", "")
    hints.append(view_of(table).hint.words)
    table = mine(own_turn(game="clod"))
    table.set_status("waiting", "")
    hints.append(with_turn(table).hint.words)

    assert len(set(hints)) == 4, "one for each: to move, being sent, not sent, without a connection"
    suggestion = Suggestion(None, "Hint: f1")
    assert view_of(table, suggestion=suggestion).hint.words == "Hint: f1"
    refused = view_of(table, suggestion=suggestion, trouble="No.").hint
    assert (refused.words, refused.is_trouble) == ("No.", True)


def test_a_turn_lost_to_the_dice_is_mentioned_until_the_next_move() -> None:
    rolls = iter([(1, 1), (1, 1), (6, 6), (5, 5)])
    rows = ["BWBWBW", "WBWBWB", "BWBWBW", "WBWBWB", "BWBW..", "WBWB.."]
    table = LocalTable.new(
        GAMES["clod"], {}, ("Ann", "Bob"), roll=lambda count, sides: next(rolls), position="B - " + "/".join(rows)
    )
    turn = TurnState(Picks(frozenset(), (), hint=Text("Choose a cell.")))

    assert view_of(table, turn=turn).hint.words.endswith(" White: Choose a cell.")
    play_on(table, 1)
    assert view_of(table, turn=turn).hint.words == "Black: Choose a cell."


def test_dice_can_be_chosen_at_an_earlier_move_of_a_tried_line() -> None:
    line = SharedVariation(mine(Staged("clod").start().play(4).do(commands.Resign(match=True), ANN)))
    try_moves(line, 3)
    due = view_of(line).hint.words
    assert line.to_roll is not None

    at = moves_of(line)[-2]
    line.view_step(at)
    assert view_of(line, at=at).hint.words == due


def test_a_match_at_a_server_has_hints_if_its_terms_allow_it_and_later_at_earlier_moves_as_other_games() -> None:
    for terms, allowed in ({}, True), ({"hints": False}, False), ({"rated": True}, False):
        staged = own_turn(6, more=terms)
        table = mine(staged)
        for model in (table, VariationTable(table, len(table.steps()) - 1)):
            hint = view_of(model).hint
            assert (hint.has_ask, hint.can_ask) == (allowed, allowed)

    staged.do(commands.Resign(match=True), ANN)
    local = played("thud", 6)
    for model in (table, local, reviewed(local)):
        assert view_of(model, at=moves_of(model)[-2]).hint.can_ask


def test_the_usual_button_of_a_game_is_chosen_and_the_winning_one_is_marked() -> None:
    table = LocalTable.new(GAMES["conquid"], {"rows": 7, "columns": 14, "base": 1}, ("Ann", "Bob"), position=PATH)
    buttons = with_turn(table).hint.buttons
    assert [(each.pick, each.chosen, each.enabled, each.winning) for each in buttons] == [
        ("A", True, True, False), ("C", False, True, False), ("V", False, False, False), ("Q", False, True, True),
    ]  # fmt: skip
    play_on(table, 2)
    assert not any(button.enabled for button in view_of(table, at=moves_of(table)[0]).hint.buttons)


def test_at_one_screen_the_last_turn_is_undone_and_steps_of_a_turn_are_undone_and_redone() -> None:
    tables = played("thud", 3), seeded_table("thud"), mine(own_turn(4))
    assert [view_of(table).can_undo for table in tables] == [True, False, False]
    assert not any(view_of(table).can_redo for table in tables)

    table = LocalTable.new(GAMES["blooms"], {"side": 3}, ("Ann", "Bob"), position="2 .../a..b/..c../..../... 0-0 - -")
    turn = turn_at(table)
    turn.pick(0)
    assert view_of(table, turn=turn.state).can_undo
    turn.builder.undo()
    assert view_of(table, turn=turn.state).can_redo


def test_an_offer_that_is_open_or_was_withdrawn_cannot_be_made_again() -> None:
    staged = own_turn(0)
    table = mine(staged)
    actions = view_of(table).actions
    assert actions["stop"].tip == ""
    for name in ("abort", "leave"):
        assert actions[name].tip not in ("", actions[name].words), "it explains how the match ends"

    staged.do(commands.MakeOffer("count"), ME)
    staged.do(commands.WithdrawOffer(staged.story.match.number), ME).do(commands.MakeOffer("pause"), ME)

    actions, why = view_of(table).actions, table.refusal(commands.MakeOffer("count"), ME)
    assert (actions["stop"].possible, actions["stop"].tip) == (False, translate(why))
    assert (actions["pause"].possible, actions["adjourn"].possible) == (False, True)


def test_players_and_spectators_have_their_buttons_and_a_game_without_clocks_none_of_theirs() -> None:
    staged, local = Staged().start().play(6), played("clod", 4)
    assert view_of(mine(staged)).buttons == {"take_back", "stop", "resign", "more"}
    assert view_of(staged.seen_by("Bob")).buttons == {"stop_watching"}
    assert view_of(local).buttons == {"take_back", "resign", "more"}
    assert view_of(reviewed(local)).buttons == set()
    untimed = view_of(mine(Staged(clock="none").start().play(2)))
    assert [player.clock for player in untimed.players] == [None, None]
    assert (untimed.actions["more_time"].there, untimed.actions["pause"].there) == (False, True)


def test_the_own_player_is_below_a_board_and_sides_are_at_their_sides_of_a_wide_one() -> None:
    orders = [
        strip_order(view_of(Staged().start().seen_by(name)).state, side_by_side=False, flipped=flipped)
        for name in NAMES
        for flipped in (False, True)
    ]
    assert orders == [(1, 0), (0, 1), (0, 1), (1, 0)]  # from top to bottom
    conquid = view_of(played("conquid", 6)).state
    assert [strip_order(conquid, side_by_side=True, flipped=flipped) for flipped in (False, True)] == [(0, 1), (1, 0)]


def test_earlier_steps_show_their_clocks_only_after_the_end(staged: Staged) -> None:
    table, walked = mine(staged), list[str]()
    for _ in range(3):
        walked.append(clock_of(table))
        staged.play(1, each_ms=31_000)
    steps = moves_of(table)[-4:-1]
    assert {clock_of(table, at) for at in steps} == {clock_of(table)}

    staged.do(commands.Resign(match=True), ANN)

    assert [clock_of(table, at) for at in steps] == walked
    review = ReviewTable(staged.story.events, staged.story.match, "a.netgame")
    assert clock_of(review, steps[0]) == walked[0]
    moved = review.steps()[steps[0]].event.player
    assert not view_of(review, at=steps[0]).players[moved].to_move
    assert view_of(review, at=steps[0]).players[1 - moved].to_move


def test_a_player_on_vacation_may_move_and_the_other_side_reads_until_when() -> None:
    staged = Staged(clock="days 3").start()
    mover = staged.mover()
    staged.do(commands.Pause("vacation"))
    tables = {player: staged.seen_by(NAMES[player]) for player in (ANN, ME)}
    until = staged.now + 86_400_000
    for table in tables.values():
        table.set_presence((True, True), vacations=(until, 0) if mover == ANN else (0, until))

    other = view_of(tables[ME if mover == ANN else ANN])

    assert tables[mover].can_move
    assert view_of(tables[mover]).result is None
    assert not other.state.model.can_move
    assert NAMES[mover] in other.result.headline
    assert other.players[mover].trouble
    assert not other.players[mover].clock.running


def test_the_view_is_equal_and_keeps_its_rows_when_nothing_has_changed(staged: Staged) -> None:
    for name, stage in TABLES.items():
        table = stage()
        assert (name, view_of(table)) == (name, view_of(table))

    table = mine(staged)
    before = view_of(table)
    table.set_status("waiting", "")
    after = table_view(view_of(table).state, PageState(), before)
    assert after.moves.rows is before.moves.rows
    assert (before.moves.is_online, after.moves.is_online) == (True, False)
