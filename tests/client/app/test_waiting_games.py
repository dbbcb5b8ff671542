"""Games that wait for the player while they look elsewhere: the badge, the title and the list on the home page."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from client_qt.app.application import Application
from client_qt.app.tool_bar import NewsBadge
from client_qt.app.waiting_games import WaitingGame
from client_qt.pages.home.page import stored_game
from client_qt.pages.home.unfinished_games import time_left
from client_qt.settings.schema import KnownServer, LastTable
from client_qt.table.remote import RemoteTable
from client_qt.text.plain import dotted
from client_qt.widgets.banner import Banner
from client_qt.widgets.list_view import ListRow, ListView
from devtools.harness.server.serving import known, running
from devtools.harness.window.clicks import button, choose_in_menu, click, row_action, settle, type_text
from devtools.harness.window.opponent import opponent
from devtools.harness.window.play import play_on, try_moves
from devtools.harness.window.program import play_here, press, until
from protocol.messages import SendOffer
from server.app import Serving
from tests.client.visiting import Facing, face, link_of, make_table, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
GONE = KnownServer("f" * 64, "A server that is gone", ("127.0.0.1:1",))


def badge(app: Application) -> NewsBadge | None:
    """The badge that the window shows."""
    return next((found for found in app.window.findChildren(NewsBadge) if found.isVisible()), None)


def rows(app: Application) -> list[ListRow]:
    """The unfinished games on the home page."""
    view = app.window.home.findChild(ListView, "unfinished")
    assert isinstance(view, ListView)
    return list(view.rows)


def has_rows(app: Application, count: int) -> bool:
    return len(rows(app)) == count


def first_row_says(app: Application, words: str) -> bool:
    return words in rows(app)[0].lines[0]


def table_of(app: Application) -> RemoteTable:
    model = app.window.table.model
    assert isinstance(model, RemoteTable)
    return model


async def go_home(app: Application) -> None:
    """Click the Home button of the toolbar."""
    settle()
    tools = [found for found in app.window.findChildren(QAbstractButton) if found.isVisible()]
    home = app.window.action("home")
    click(next(tool for tool in tools if home in tool.actions()))
    await until(lambda: app.window.page == "home")


async def test_moves_chat_and_offers_show_on_every_page_and_a_click_opens_the_game(facing: Facing) -> None:
    app, table = facing.app, table_of(facing.app)

    async def until_waits_for(reason: str) -> WaitingGame:
        await until(lambda: badge(app) and [game.reason for game in app.waiting_games.games] == [reason])
        (game,) = app.waiting_games.games
        assert game.table == table
        return game

    await go_home(app)
    await facing.other.session.say("table", facing.table, "Hello")
    await until_waits_for("chat")
    app.window.action("waiting").trigger()
    await until(lambda: badge(app) is None)
    await go_home(app)
    assert app.waiting_games.games == []
    assert badge(app) is None, "it was read"

    await facing.order(SendOffer, kind="adjourn")
    await until_waits_for("offer")
    await facing.move()
    game = await until_waits_for("turn")
    for page in ("rules", "host", "preferences"):
        app.window.show_page(page, "A page")
        shown = badge(app)
        assert shown is not None
        assert game.text in shown.accessibleName()
        assert app.window.windowTitle().startswith(game.text)
    play_here(app, "clod", 1)
    click(await until(lambda: badge(app) if app.window.page == "table" else None))
    await until(lambda: app.window.page == "table" and app.window.table.model is table)
    assert badge(app) is None
    assert not app.window.windowTitle().startswith(game.text)


async def test_games_at_servers_come_first_with_the_turn_and_the_time_that_is_left(facing: Facing) -> None:
    app, left = facing.app, time_left(table_of(facing.app))
    play_here(app, "clod", 2)
    await go_home(app)
    await until(partial(has_rows, app, 2))
    assert rows(app)[0].key == facing.table
    assert left
    await until(partial(first_row_says, app, left))
    before = rows(app)[0]
    assert not before.chip

    await facing.move()

    await until(lambda: rows(app)[0].chip)
    assert rows(app)[0].lines != before.lines


def keep_tables(app: Application, count: int) -> None:
    """Let a client know tables at a server that does not exist any more."""
    tables = tuple(LastTable(GONE.fingerprint, f"table{n}", "clod", "Ann", f"opened {n}") for n in range(count))
    app.settings.change(replace(app.settings.value.with_server(GONE), tables=tables))
    app.home_controller.show()


async def test_many_games_whose_server_is_gone_have_a_page_and_can_be_removed(ann: Application) -> None:
    keep_tables(ann, 15)
    await until(lambda: row_action(ann.window.home, "remove_table0"))
    assert len({row.accessible_text for row in rows(ann)}) == len(rows(ann)) == 12
    choose_in_menu(ann.window.home, "remove_table0")
    assert "table0" not in {row.key for row in rows(ann)}
    click(button(ann.window.home, "all_games"))
    page = ann.window.unfinished
    assert ann.window.page == "unfinished"
    assert len(page.view.rows) == 14

    choose_in_menu(page, "remove_table1")
    assert {row.key for row in page.view.rows} == {f"table{number}" for number in range(2, 15)}
    assert {table.table for table in ann.settings.value.tables} == {row.key for row in page.view.rows}

    ann.window.go_back()
    assert ann.window.page == "home"


async def test_in_a_small_window_the_unfinished_games_are_above_the_tiles(ann: Application) -> None:
    keep_tables(ann, 5)
    home = ann.window.home
    view = home.findChild(ListView, "unfinished")

    def top(widget: object) -> int:
        QApplication.processEvents()
        return widget.mapTo(home, widget.rect().topLeft()).y()  # type: ignore[attr-defined, no-any-return]

    ann.window.resize(1280, 800)
    settle()
    assert top(view) > top(home.here_tile)
    ann.window.resize(800, 560)
    settle()
    assert 0 < top(view) < top(home.host_tile)
    assert len(rows(ann)) == 3
    click(button(home, "all_games"))
    assert len(rows(ann)) == 5


async def test_the_first_game_is_in_the_help_menu(ann: Application) -> None:
    for _ in range(2):
        before = ann.window.rules.first_game
        ann.window.action("first_game").trigger()
        game = ann.window.rules.first_game
        assert game is not before
        assert game.isVisible()
        click(button(game, "first_game_close"))
        settle()


async def test_a_game_of_this_computer_is_deleted_after_a_question(ann: Application) -> None:
    kept, removed = play_here(ann, "clod", 2), play_here(ann, "clod", 2, seed=2)
    folder = ann.settings.path.parents[1] / "data/games"
    await until(lambda: len(list(folder.glob("*.netgame"))) == 2)
    await go_home(ann)
    await until(lambda: row_action(ann.window.home, f"remove_{removed.key}"))
    choose_in_menu(ann.window.home, f"remove_{removed.key}")
    delete = await until(lambda: ann.window.findChild(QAbstractButton, "delete_game"))
    play_on(removed, 1)  # it is being written now
    click(delete)

    await until(lambda: [row.key for row in rows(ann)] == [kept.key])
    await until(lambda: len(list(folder.glob("*.netgame"))) == 1)
    assert ann.window.table.model is None


async def test_a_game_whose_server_is_gone_has_no_turn_and_no_shield(ann: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False) as serving, opponent(known(serving)) as other:
        made = await face(ann, serving, other)
        await made.move()
        table, shield = table_of(ann), ann.window.findChild(QLabel, "shield")
        assert shield.isVisible()
        await go_home(ann)
        await until(lambda: has_rows(ann, 1) and first_row_says(ann, time_left(table)) and rows(ann)[0].chip)

    await until(lambda: link_of(ann).error is not None)
    await until(lambda: not first_row_says(ann, time_left(table)))
    settings = ann.settings.value
    stored = stored_game(settings.tables[0], settings)
    assert not rows(ann)[0].chip
    assert rows(ann)[0].lines[0].endswith(dotted(stored.state, stored.place))
    assert rows(ann)[0].lines[0] != dotted(stored.state, stored.place), "it says that the server does not answer"
    ann.window.show_page("table")
    assert not shield.isVisible()


async def test_a_game_that_waits_shows_at_another_table_of_the_same_server(facing: Facing) -> None:
    app, waiting = facing.app, table_of(facing.app)
    await go_home(app)
    await press(app.window.home, f"enter_{facing.serving.fingerprint}")
    assert app.window.page == "lobby"
    assert app.lobby_controller.current() is link_of(app)
    another = await make_table(app)
    app.table_controller.show(another)
    await until(lambda: app.window.page == "table" and app.window.table.model is another)

    await facing.move()

    await until(lambda: [game.table for game in app.waiting_games.games] == [waiting])
    assert badge(app)
    assert app.window.windowTitle().startswith(app.waiting_games.games[0].text)


async def test_the_title_says_whose_turn_it_is_while_moves_are_tried(facing: Facing) -> None:
    app = facing.app
    app.window.action("variation").trigger()
    try_moves(app.variation_controller.table, 2)
    await facing.move()
    await until(lambda: app.window.windowTitle().startswith("What if - Your turn"))
    assert facing.serving.match(facing.table).moved == (1, 0), "the opponent does not see what is tried"


async def test_a_player_hears_once_that_another_has_their_name(ann: Application, serving: Serving) -> None:
    async with opponent(known(serving), "Ann"):
        session = await visit(ann, serving)
    await until(lambda: ann.window.banner.shown)
    await until(lambda: session.name in ann.window.banner.accessibleName())

    settle()
    (news,) = [found for found in ann.window.findChildren(Banner) if found.isVisible()]
    click(news.buttons[-1])
    await until(lambda: ann.window.page == "home")
    assert ann.window.home.name_field.hasFocus()
    assert not ann.window.banner.shown
    ann.window.home.name_field.clear()
    type_text(ann.window.home.name_field, "Cleo")
    click(ann.window.home.join_tile)
    await until(lambda: session.name == "Cleo")
    assert not ann.window.banner.shown
