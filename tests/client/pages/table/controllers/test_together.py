"""Two windows at one finished match, whose players look at it together."""

from collections.abc import Callable

import pytest
from msgspec import structs
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from client_qt.app.application import Application
from client_qt.net.session import ServerSession
from client_qt.news import NewsKey
from client_qt.pages.setup.page import SetupChoice
from client_qt.table.variation import SharedVariation
from client_qt.table.variation_rows import NO_BREAK
from client_qt.widgets.banner import Banner
from devtools.harness.window.clicks import click, settle
from devtools.harness.window.play import try_moves
from devtools.harness.window.program import press, until
from netgame.match.tries import match_after
from netgame.records.variations import MAX_PATHS, Path, paths_of
from protocol.messages import AnalysisState, SharedLine
from server.app import Serving
from server.net.session import STOPPING
from tests.client.staging import notices
from tests.client.visiting import link_of, meet, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


async def over(ann: Application, bob: Application, serving: Serving, game: str = "thud") -> None:
    """Bring both to a finished match without a move."""
    await meet(serving, ann, bob, game)
    model = ann.table_controller.model
    await until(lambda: model.match is not None and model.match.phase == "playing")
    model.resign(match=True)
    for app in (ann, bob):
        await until(lambda app=app: app.table_controller.model.match.ended is not None)
        settle()


def answers(app: Application) -> list[Banner]:
    return [banner for banner in app.window.table.findChildren(Banner) if banner.isVisible() and banner.buttons]


async def answer(app: Application, number: int = -1) -> None:
    """Press a button of the question at the table."""
    await until(lambda: answers(app))
    settle()
    click(answers(app)[0].buttons[number])


def shared(app: Application) -> SharedVariation | None:
    table = app.window.table.model
    return table if isinstance(table, SharedVariation) and app.variation_controller.partner else None


async def look(
    ann: Application, bob: Application, serving: Serving, game: str = "thud"
) -> tuple[SharedVariation, SharedVariation]:
    """The same, and Ann asks and Bob agrees."""
    await over(ann, bob, serving, game)
    await press(ann.window.table.result, "look_together")
    await answer(bob)
    return await until(lambda: shared(ann)), await until(lambda: shared(bob))


async def follows(one: SharedVariation, other: SharedVariation) -> None:
    """Wait until the other board shows what this one shows, and both windows have got that from the server."""
    wanted = one.place
    await until(lambda: one.place == other.place == wanted)
    await until(lambda: all(each.original.together.place == wanted for each in (one, other)))
    assert one.viewed_match is not None
    assert other.viewed_match is not None
    assert one.viewed_match.state == other.viewed_match.state


def listed(app: Application) -> list[str]:
    return [row.line.text for row in app.window.table.panel.moves.rows if row.line is not None]


async def test_either_player_moves_on_the_board_of_both(ann: Application, bob: Application, serving: Serving) -> None:
    hers, his = await look(ann, bob, serving)
    try_moves(hers, 2)
    await follows(hers, his)
    try_moves(his, 1)
    await follows(his, hers)
    long = hers.place
    assert (len(long.line), long.at) == (3, 3)

    ann.window.table.history.first()
    await follows(hers, his)
    assert his.place.at == 0
    ann.window.table.history.live()
    ann.window.table.undo()
    await follows(hers, his)
    try_moves(his, 1, seed=7)
    await follows(his, hers)

    for app, table in ((ann, hers), (bob, his)):
        kept = paths_of(table.original.comments[long.after])
        assert kept == (long.line, his.place.line)
        settle()
        (line,) = listed(app)
        assert line.startswith("Bob: "), "of the line that is not on the board"


@pytest.mark.parametrize("game", ["thud", "clod"])
async def test_changes_of_one_moment_end_in_one_position(
    ann: Application, bob: Application, serving: Serving, game: str
) -> None:
    hers, his = await look(ann, bob, serving, game)
    first, second = ann.table_controller.model.together, bob.table_controller.model.together
    try_moves(hers, 1, seed=1)
    try_moves(his, 1, seed=2)
    tried = {hers.place.line, his.place.line}
    await until(lambda: {line for _after, line in first.lines.authors} == tried)
    await until(lambda: first.lines.authors == second.lines.authors)
    await until(lambda: hers.place == his.place)
    assert set(paths_of(hers.original.comments[hers.place.after])) == tried


@pytest.mark.parametrize("answer_is", ["no", "withdrawn"])
async def test_a_question_ends_without_consent(
    ann: Application, bob: Application, serving: Serving, answer_is: str
) -> None:
    await over(ann, bob, serving)
    await press(ann.window.table.result, "look_together")
    await until(lambda: answers(bob))

    await answer(bob if answer_is == "no" else ann, 0)

    await until(lambda: not ann.table_controller.model.together.wanted)
    await until(lambda: not bob.table_controller.model.together.is_asked)
    assert (shared(ann), shared(bob)) == (None, None)
    settle()
    ann.window.action("look_together").trigger()
    await until(lambda: answers(bob))


async def test_the_question_comes_on_every_page(ann: Application, bob: Application, serving: Serving) -> None:
    await over(ann, bob, serving)
    bob.window.show_page("home")
    await press(ann.window.table.result, "look_together")
    await until(lambda: bob.window.banner.shown)

    await press(bob.window, "Yes")

    hers, his = await until(lambda: shared(ann)), await until(lambda: shared(bob))
    assert bob.window.page == "table"
    try_moves(his, 1)
    await follows(his, hers)
    bob.window.show_page("home")
    try_moves(hers, 1)
    await until(lambda: bob.table_controller.model.together.number == 2)
    bob.window.show_page("table")
    await follows(hers, his)


@pytest.mark.parametrize("place", ["home", "chat"])
async def test_a_yes_does_not_take_the_focus_and_is_seen(
    ann: Application, bob: Application, serving: Serving, place: str
) -> None:
    await over(ann, bob, serving)
    await press(ann.window.table.result, "look_together")
    await until(lambda: answers(bob))
    field: QWidget = ann.window.home.name_field
    if place == "home":
        ann.window.show_page("home")
    else:
        ann.window.table.body.open_tab("chat")
        field = ann.window.table.panel.chat.findChild(QLineEdit)
    settle()
    field.setFocus()
    await answer(bob)

    await until(lambda: shared(ann))

    settle()
    assert ann.window.focusWidget() is field
    assert ann.window.banner.shown == (place == "home")


@pytest.mark.parametrize("elsewhere", ["page", "table"])
async def test_a_yes_that_comes_elsewhere_leads_to_the_shared_board(
    ann: Application, bob: Application, serving: Serving, elsewhere: str
) -> None:
    await over(ann, bob, serving)
    asked = ann.table_controller.model
    await press(ann.window.table.result, "look_together")
    if elsewhere == "page":
        ann.window.show_page("home")
    else:
        ann.window.here.go.emit(SetupChoice("koom", {}))
        await until(lambda: ann.window.table.model is not asked)
    await answer(bob)
    key = NewsKey(link_of(ann).fingerprint, "together", asked.table)
    await until(lambda: ann.window.news.is_open(key))

    ann.window.news.open(key)  # a click on the message of the desktop, or on the button

    hers, his = await until(lambda: shared(ann)), await until(lambda: shared(bob))
    try_moves(his, 1)
    await follows(his, hers)
    ann.window.show_page("home")
    lose(link_of(ann), serving)
    await until(lambda: not asked.together.is_open)
    await until(lambda: asked.together.is_open)
    assert not ann.window.news.is_open(key), "she knows it"


async def test_a_yes_that_is_over_is_no_news(ann: Application, bob: Application, serving: Serving) -> None:
    await over(ann, bob, serving)
    key = NewsKey(link_of(ann).fingerprint, "together", ann.table_controller.model.table)
    await press(ann.window.table.result, "look_together")
    ann.window.show_page("home")
    await answer(bob)
    await until(lambda: ann.window.news.is_open(key))

    bob.table_controller.model.look_alone()

    await until(lambda: not ann.window.news.is_open(key))


@pytest.mark.parametrize("kind", ["look", "rematch"])
async def test_a_question_goes_with_the_player_from_page_to_page(
    ann: Application, bob: Application, serving: Serving, kind: str
) -> None:
    await over(ann, bob, serving)
    hers, his = ann.table_controller.model, bob.table_controller.model
    if kind == "look":
        hers.look_together()
        await until(lambda: his.together.is_asked)
    else:
        hers.rematch(True)
        await until(lambda: any(his.rematch_offers.offers))
    key = NewsKey(link_of(bob).fingerprint, kind, his.table)
    assert not bob.window.news.is_open(key), "the table itself asks"

    for page, is_elsewhere in (("home", True), ("table", False), ("rules", True)):
        bob.window.show_page(page)
        assert bob.window.news.is_open(key) is is_elsewhere

    bob.window.news.answer(key, "no")
    bob.window.show_page("home")
    assert not bob.window.news.is_open(key)


async def test_an_answer_that_crosses_the_end_of_a_question_is_a_new_one(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await over(ann, bob, serving)
    hers, his = ann.table_controller.model, bob.table_controller.model
    his.look_together()
    his.set_analysis(AnalysisState(table=his.table, wants=(False, False), closed="withdrawn"))  # sent before
    await until(lambda: hers.together.is_asked)
    hers.look_together()
    await until(lambda: shared(ann) and shared(bob))


async def test_a_player_who_looks_alone_still_gets_a_new_question(
    ann: Application, bob: Application, serving: Serving
) -> None:
    hers, his = await look(ann, bob, serving)
    his.original.look_alone()
    his.original.look_together()
    hers.original.look_alone()  # before she knows it

    await until(lambda: hers.original.together.is_asked)
    await answer(ann)

    await until(lambda: hers.original.together.is_open and his.original.together.is_open)


async def test_a_question_withdrawn_meanwhile_is_gone_after_a_lost_connection(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await over(ann, bob, serving)
    hers, his = ann.table_controller.model, bob.table_controller.model
    bob.window.show_page("home")
    await press(ann.window.table.result, "look_together")
    await until(lambda: bob.window.banner.shown)
    lose(link_of(bob), serving)
    await until(lambda: his.status != "online")
    hers.look_alone()

    await until(lambda: his.status == "online" and all(hers.presence))

    await until(lambda: not his.together.is_asked and not bob.window.banner.shown)


async def test_a_player_who_goes_on_alone_keeps_the_lines(ann: Application, bob: Application, serving: Serving) -> None:
    hers, his = await look(ann, bob, serving)
    try_moves(hers, 1)
    await follows(hers, his)
    await press(bob.window.table.variation_bar, "what_if_back")

    await until(lambda: not ann.variation_controller.partner)
    assert not bob.variation_controller.partner
    before = his.place
    try_moves(hers, 1)
    assert his.place == before
    assert ann.window.table.model is hers, "it is her own variation now"
    for app in (ann, bob):
        await press(app.window.table.variation_bar, "what_if_back")
        settle()
        assert len(listed(app)) == 1
    assert ann.window.table.model is ann.table_controller.model


async def test_a_line_after_an_open_roll_has_the_number_of_its_row(
    ann: Application, bob: Application, serving: Serving
) -> None:
    hers, his = await look(ann, bob, serving, "clod")
    try_moves(hers, 1)
    await follows(hers, his)
    await press(ann.window.table.variation_bar, "what_if_reset")
    (line,) = await until(lambda: listed(ann))
    assert line.startswith(f"Ann: 1.{NO_BREAK}")


async def test_a_lost_connection_brings_the_same_board_back(
    ann: Application, bob: Application, serving: Serving
) -> None:
    hers, his = await look(ann, bob, serving)
    try_moves(hers, 1)
    await follows(hers, his)
    model = bob.table_controller.model
    lose(link_of(bob), serving)
    await until(lambda: model.status != "online")
    try_moves(hers, 1)
    await until(lambda: model.together.is_open)

    await follows(hers, his)
    try_moves(his, 1)
    await follows(his, hers)


async def test_lines_tried_without_a_connection_are_kept(ann: Application, bob: Application, serving: Serving) -> None:
    _hers, his = await look(ann, bob, serving)
    model, history = his.original, bob.window.table.history
    lose(link_of(bob), serving)
    await until(lambda: model.status != "online")
    tried = list[Path]()
    for seed, leave in enumerate((his.undo, lambda: history.go(his.base), his.reset, lambda: None)):
        try_moves(his, 2, seed)
        tried.append(his.place.line)
        leave()

    assert len(set(tried)) == len(tried)
    kept = {path for comments in model.comments.values() for path in paths_of(comments)}
    assert kept >= set(tried)


def lose(session: ServerSession, serving: Serving) -> None:
    peer = serving.services.lobby.peer_of(session.account)
    assert peer is not None
    peer.dismiss(STOPPING)


@pytest.mark.parametrize("who", ["both", "bob"])
async def test_a_server_that_has_forgotten_it_begins_anew(
    ann: Application, bob: Application, serving: Serving, who: str
) -> None:
    hers, his = await look(ann, bob, serving)
    for table in (his, hers, his):
        try_moves(table, 1)
        await follows(*((table, hers) if table is his else (hers, his)))
    lost = [ann, bob] if who == "both" else [bob]
    models = [app.table_controller.model for app in lost]
    for app in lost:
        lose(link_of(app), serving)
    serving.services.analyses.forget(hers.original.table)  # before anybody asks again
    for model in models:
        await until(lambda model=model: model.status != "online")
    if who == "bob":
        hers.original.look_alone()
        await until(lambda: hers.original.together.is_asked)
        try_moves(his, 1)
        hers.original.look_together()
    for app in (ann, bob):
        await until(lambda app=app: app.table_controller.model.together.is_open)

    hers, his = await until(lambda: shared(ann)), await until(lambda: shared(bob))
    await follows(his, hers)
    try_moves(hers, 1)
    await follows(hers, his)
    try_moves(his, 1)
    await follows(his, hers)


async def test_a_window_does_not_claim_a_question_that_the_server_does_not_know(
    ann: Application, bob: Application, serving: Serving
) -> None:
    _hers, his = await look(ann, bob, serving)
    model = his.original
    serving.services.analyses.forget(model.table)
    ann.servers.forget_server(serving.fingerprint)
    await until(lambda: not all(model.presence))
    lose(link_of(bob), serving)
    await until(lambda: model.status != "online")
    await until(lambda: model.status == "online")
    await visit(ann, serving)  # as a program that was started again
    await until(lambda: model.together.is_lost and all(model.presence))

    assert notices(bob.window) == []

    ann.table_controller.show(link_of(ann).model(model.table))
    await until(lambda: ann.table_controller.model.can_ask_together)
    assert not ann.table_controller.model.together.is_asked
    ann.window.action("look_together").trigger()
    await until(lambda: shared(ann) and model.together.is_open)


async def test_a_board_without_a_connection_does_not_claim_to_be_shared(
    ann: Application, bob: Application, serving: Serving
) -> None:
    _hers, his = await look(ann, bob, serving)
    settle()
    sign = bob.window.table.variation_bar.findChild(QLabel, "what_if_sign")
    shared_sign = sign.text()
    lose(link_of(bob), serving)
    await until(lambda: his.original.status != "online")
    settle()
    assert sign.text() != shared_sign

    await until(lambda: his.original.together.is_open)

    settle()
    assert sign.text() == shared_sign


async def test_another_account_does_not_look_on(ann: Application, bob: Application, serving: Serving) -> None:
    _hers, his = await look(ann, bob, serving)
    model = his.original
    for status, account in (("connecting", ""), ("online", "another")):
        model.set_status(status, account)
        settle()
    assert not model.together.wanted
    assert not bob.variation_controller.partner


async def test_players_who_look_again_follow_each_other(ann: Application, bob: Application, serving: Serving) -> None:
    hers, his = await look(ann, bob, serving)
    try_moves(his, 2)
    await follows(his, hers)
    for at in (0, 1, 2):
        bob.window.table.history.go(hers.base + at)
        await follows(his, hers)
    ended, refused = list[object](), list[object]()
    for table in (hers, his):
        table.original.refused.connect(refused.append)
        table.original.command_ended.connect(ended.append)
        table.original.look_alone()  # in one moment
    await until(lambda: len(ended) == len((hers, his)))
    bob.window.action("look_together").trigger()
    await answer(ann)

    hers, his = await until(lambda: shared(ann)), await until(lambda: shared(bob))
    try_moves(hers, 1)
    await follows(hers, his)
    settle()
    assert [line.startswith("Bob: ") for line in listed(ann)] == [True], "who tried it the last time"
    assert not refused


async def test_moves_tried_alone_are_kept_when_both_look(ann: Application, bob: Application, serving: Serving) -> None:
    await over(ann, bob, serving)
    ann.variation_controller.start()
    table = ann.variation_controller.table
    assert table is not None
    try_moves(table, 2)
    path = table.path
    bob.window.action("look_together").trigger()
    await answer(ann)

    await until(lambda: shared(ann))

    assert paths_of(table.original.comments[table.steps()[table.anchor].event.number]) == (path,)


async def test_a_rematch_ends_it_and_says_so(ann: Application, bob: Application, serving: Serving) -> None:
    hers, _his = await look(ann, bob, serving)
    model = ann.table_controller.model
    for app in (ann, bob):
        app.table_controller.model.rematch(True)
    await until(lambda: ann.table_controller.model is not model)
    assert not ann.variation_controller.partner
    assert not hers.original.together.wanted


BAD: list[Callable[[AnalysisState], AnalysisState]] = [
    lambda state: structs.replace(state, shown=SharedLine(after=state.shown.after, moves=["nonsense"], by=[0])),
    lambda state: structs.replace(state, shown=SharedLine(after=2**50, moves=[], by=[])),
    lambda state: structs.replace(state, shown=SharedLine(after=state.shown.after, moves=["3-4"], by=[0])),
    lambda state: structs.replace(state, at=2**50),
    lambda state: structs.replace(state, at=-(2**50)),
    lambda state: structs.replace(state, lines=[SharedLine(after=1, moves=["x" * 900], by=[1])] * 500, shown=None),
]


async def test_a_hostile_server_shows_nothing_illegal(ann: Application, bob: Application, serving: Serving) -> None:
    hers, _his = await look(ann, bob, serving)
    model = ann.table_controller.model
    place = hers.place
    good = AnalysisState(
        table=model.table, wants=(True, True), number=9, by=1,
        shown=SharedLine(after=place.after, moves=[], by=[]),
    )  # fmt: skip
    for spoil in BAD:
        model.set_analysis(spoil(good))
        settle()
        assert hers.place == place
    assert not model.comments
    assert not model.together.is_open, "a server that says too much is left alone"
    model.set_analysis(good)
    assert not model.together.is_open, "without a new question"


async def test_a_server_cannot_begin_anew_without_a_question(
    ann: Application, bob: Application, serving: Serving
) -> None:
    hers, _his = await look(ann, bob, serving)
    model = hers.original
    for wants in ((True, False), (True, True)):
        model.set_analysis(AnalysisState(table=model.table, wants=wants))
    assert not model.together.is_open
    assert not ann.variation_controller.partner


async def test_a_server_cannot_fill_the_comments(ann: Application, bob: Application, serving: Serving) -> None:
    hers, _his = await look(ann, bob, serving)
    model, after = hers.original, hers.place.after
    start = match_after(model.match, 0)
    moves = [start.game.format(start.state, move) for move in start.game.moves(start.state)]
    own = tuple(f"variation: {move}" for move in moves[:MAX_PATHS])
    model.comment(after, own)
    lines = [SharedLine(after=after, moves=[move], by=[1]) for move in moves[MAX_PATHS : MAX_PATHS + 9]]
    assert lines
    model.set_analysis(AnalysisState(table=model.table, wants=(True, True), lines=lines))
    await until(lambda: not model.together.has_unchecked)
    assert model.comments[after] == own


async def test_a_question_that_was_withdrawn_meanwhile_goes_with_the_next_connection(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await over(ann, bob, serving)
    hers, his = ann.table_controller.model, bob.table_controller.model
    bob.window.show_page("home")
    key = NewsKey(link_of(bob).fingerprint, "rematch", his.table)
    hers.rematch(True)
    await until(lambda: bob.window.news.is_open(key))
    lose(link_of(bob), serving)
    await until(lambda: his.status != "online")
    hers.close_rematch()
    await until(lambda: not any(hers.rematch_offers.offers))

    await until(lambda: his.status == "online")

    await until(lambda: not bob.window.news.is_open(key))
