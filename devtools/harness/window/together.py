"""Two whole clients in one process, brought to a table by clicks."""

from PySide6.QtWidgets import QLabel, QTextEdit, QWidget

from client_qt.app.application import Application
from devtools.harness.window.clicks import click, click_cell, list_texts, settle, type_text
from devtools.harness.window.program import press, until
from netgame.match.events import Resumed


async def host(app: Application, game: str = "clod") -> str:
    """Open a table by the form and return its key."""
    click(app.window.home.host_tile)
    await until(lambda: app.window.page == "host")
    settle()
    click(next(w for w in app.window.host.findChildren(QWidget, f"game_{game}")))
    await press(app.window.host, "go")
    await until(lambda: app.window.page == "table" and app.window.table.place.waiting.isVisible())
    return str(app.window.table.model.table)


async def join_by_address(app: Application, port: int, table: str = "") -> None:
    click(app.window.home.join_tile)
    settle()
    app.window.join.address.clear()
    type_text(app.window.join.address, f"netgame://127.0.0.1:{port}/{table}")
    await press(app.window.join, "connect")


def port_of(app: Application) -> int:
    return app.hosting.server.port


def number(app: Application) -> int:
    model = app.window.table.model
    return model.match.number if model is not None and model.match is not None else 0


def position(app: Application) -> int:
    """The number of the last event that changed the board."""
    model = app.window.table.model
    return model.match.position if model is not None and model.match is not None else 0


async def play_one(app: Application) -> None:
    """Click the first allowed cell."""
    table = app.window.table
    await until(lambda: table.builder.active)
    before = position(app)
    click_cell(table.board, min(cell for cell in table.builder.picks.next if isinstance(cell, int)))
    await until(lambda: position(app) > before)


async def mover(*apps: Application) -> Application:
    return await until(lambda: next((app for app in apps if app.window.table.builder.active), None))


def goes_on(client: Application) -> bool:
    model = client.window.table.model
    return model is not None and model.match is not None and model.match.paused is None


def was_resumed(client: Application, after: int) -> bool:
    """Whether the match was paused after that event and has been resumed."""
    model = client.window.table.model
    events = model.log if model is not None else ()
    return any(isinstance(event, Resumed) and event.number > after for event in events)


def words_in(widget: QWidget) -> str:
    """Return all texts of a widget, with the chat."""
    said = [text.toPlainText() for text in widget.findChildren(QTextEdit)]
    return " ".join([*said, *(label.text() for label in widget.findChildren(QLabel)), *list_texts(widget)])
