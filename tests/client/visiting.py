"""Whole clients at a server that a test runs, and the forms of the account page."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import trio
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from client_qt.app.application import Application
from client_qt.net.session import ServerSession
from client_qt.table.remote import RemoteTable
from devtools.harness.server.serving import dial, known, move_of
from devtools.harness.window.clicks import settle, type_text
from devtools.harness.window.opponent import Opponent, opponent
from devtools.harness.window.players import served_by
from devtools.harness.window.program import press, until
from devtools.harness.window.together import host, number
from protocol.messages import SendMove
from server.app import Serving

PASSWORD, OTHER = "four green owls", "five blue elks"


async def visit(app: Application, serving: Serving) -> ServerSession:
    """Let a client know a server and sign in there."""
    session = app.servers.session_to(serving.fingerprint, serving.addresses, "Club")
    await until(lambda: session.status != "connecting")
    app.lobby_controller.follow(session)
    return session


async def sign_in_again(app: Application) -> None:
    """Leave the server and come back by the key of this computer."""
    server = link_of(app).server
    app.servers.forget_server(server.fingerprint)
    app.servers.session_to(server.fingerprint, server.addresses, "Club")
    await until(lambda: link_of(app).status != "connecting")
    app.lobby_controller.follow(link_of(app))


def link_of(app: Application) -> ServerSession:
    (link,) = app.servers.sessions.values()
    return link


@asynccontextmanager
async def eve_at(serving: Serving) -> AsyncIterator[ServerSession]:
    """A session of the window, without its widgets."""
    async with trio.open_nursery() as nursery:
        session = ServerSession(known(serving), "Eve", nursery, lambda *_: None, dial=dial)
        nursery.start_soon(session.run)
        await until(lambda: session.status == "online" and session.lobby.has_tables)
        yield session
        nursery.cancel_scope.cancel()


async def make_table(app: Application, game: str = "clod") -> RemoteTable:
    made: list[RemoteTable] = []
    link_of(app).open_table(game, {}, made.append, print, title="A table", player=0)
    await until(lambda: made)
    return made[0]


async def sit_together(ann: Application, bob: Application, game: str = "clod") -> str:
    """Let two visitors play at a table of their server; return its key."""
    table, sat = await make_table(ann, game), list[RemoteTable]()
    link_of(bob).take_seat(table.table, sat.append, print)
    await until(lambda: sat and sat[0].match is not None and sat[0].match.phase == "playing")
    for app, model in ((ann, table), (bob, sat[0])):
        app.table_controller.show(model)
    return table.table


@dataclass
class Facing:
    """A table with a window on one side, and on the other side a player without one."""

    app: Application
    serving: Serving
    other: Opponent
    table: str

    async def order(self, command: Any, **fields: Any) -> None:
        """Let the other player send a command."""
        await self.other.session.command(self.table, command, **fields)

    async def move(self) -> None:
        """Let the other player move."""
        move = move_of(self.serving.match(self.table))
        await self.order(SendMove, position=move.position, move=move.move)


async def face(app: Application, serving: Serving, other: Opponent, game: str = "clod", mine: int = 1) -> Facing:
    """Sit down opposite the other player. `mine`: 0 if the window moves first."""
    table = await other.session.make_table(game, {}, player=1 - mine, clock="sudden 600")
    link = app.servers.session_to(serving.fingerprint, serving.addresses, "Club")
    link.take_seat(table, app.table_controller.show, print)
    await until(lambda: app.window.page == "table" and number(app) >= 4)
    return Facing(app, serving, other, table)


@asynccontextmanager
async def guest(app: Application, name: str = "Bob") -> AsyncIterator[tuple[Opponent, str]]:
    """Host a table, at which a player without a window sits down. That server runs in a process of its own."""
    table = await host(app)
    async with opponent(served_by(app), name) as other:
        await other.sit_down(table)
        await until(lambda: number(app) >= 4)
        yield other, table


async def meet(serving: Serving, ann: Application, bob: Application, game: str = "clod") -> str:
    """Bring two windows to a table of a server. Ann moves first."""
    for app in (ann, bob):
        app.servers.session_to(serving.fingerprint, serving.addresses, "Club")
    return await sit_together(ann, bob, game)


def fill(app: Application, **values: str) -> None:
    for name, text in values.items():
        field = app.window.account.findChild(QLineEdit, name)
        field.clear()
        type_text(field, text)


async def shown(widget: QWidget, name: str) -> None:
    """Wait until a label is visible and has text."""
    label = widget.findChild(QLabel, name)
    await until(lambda: label.isVisible() and label.text())


async def to_account(app: Application) -> QWidget:
    app.lobby_controller.show_lobby()
    await press(app.window.lobby, "lobby_account")
    settle()
    return app.window.account


async def submit(app: Application, form: str, then: str = "account_done", **values: str) -> None:
    """Fill in and send a form of the account page, and wait for the label that answers it."""
    fill(app, **{f"{form}_{name}": text for name, text in values.items()})
    await press(app.window.account, f"{form}_go")
    await shown(app.window.account, then)


async def register(app: Application, name: str, password: str = PASSWORD) -> None:
    await to_account(app)
    await submit(app, "sign_up", name=name, password=password, again=password)
