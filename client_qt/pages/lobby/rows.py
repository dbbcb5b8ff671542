"""The rows of the lobby: somebody who is here, a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from client_qt.pages.lobby.texts import PersonRow, TableRow
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, literal
from client_qt.widgets.labels import ElidedLabel, IconLabel
from client_qt.widgets.layouts import column, row
from client_qt.widgets.tiles import game_scene

if TYPE_CHECKING:
    from client_qt.pages.lobby.page import LobbyPage


class PersonLine(QWidget):
    """A name that leads to the profile, and whether one wants to read what they write."""

    def __init__(self, theme: Theme, who: PersonRow, lobby: LobbyPage) -> None:
        super().__init__()
        inside = row(theme, self, gap="s")
        words = column(theme, gap="xs")
        head = row(theme, gap="xs")
        name = Button(theme, literal(who.name), kind="link")
        name.setObjectName(f"profile_{who.account}")
        name.setProperty("extent", "line")
        name.setToolTip(tr("Show the profile"))
        name.clicked.connect(lambda: lobby.profile.emit(who.account))
        head.addWidget(name)
        if who.registered:
            mark = IconLabel(theme, "shield", "ok")
            mark.setToolTip(tr("Registered at this server"))
            mark.setAccessibleName(tr("registered"))
            head.addWidget(mark)
        if who.own:
            head.addWidget(ElidedLabel(tr("(you)"), "small", "muted"))
        head.addStretch(1)
        words.addLayout(head)
        note = ElidedLabel(who.note, "small", "muted")
        theme.scale(note.setContentsMargins, 0.27, 0, 0, 0)  # below the letters of the name, which is a button
        words.addWidget(note)
        inside.addLayout(words, 1)
        if not who.own:
            inside.addWidget(self._mute(theme, who, lobby))
            inside.addWidget(self._more(theme, who, lobby))

    def _more(self, theme: Theme, who: PersonRow, lobby: LobbyPage) -> QToolButton:
        more, menu = _menu_button(theme, who.account, who.name, self)
        report = menu.addAction(tr("Report ..."))
        report.setObjectName(f"report_{who.account}")
        report.triggered.connect(lambda: lobby.report.emit(who.account, who.name))
        if lobby.moderates:
            measure = menu.addAction(tr("Mute, kick, ban ..."))
            measure.setObjectName(f"measure_{who.account}")
            measure.triggered.connect(lambda: lobby.measure.emit(who.account, who.name))
        return more

    def _mute(self, theme: Theme, who: PersonRow, lobby: LobbyPage) -> Button:
        mute = Button(theme, tr("Unmute") if who.muted else tr("Mute"), kind="ghost")
        mute.setObjectName(f"mute_{who.account}")
        mute.setProperty("extent", "small")
        mute.setAccessibleName(f"{mute.text()}: {who.name}")
        mute.clicked.connect(lambda: lobby.mute.emit(who.account, not who.muted))
        return mute


class TableLine(QWidget):
    """A table with what one can do there."""

    def __init__(self, theme: Theme, what: TableRow, lobby: LobbyPage) -> None:
        super().__init__()
        self.setObjectName(f"table_{what.table}")
        inside = self._inside = row(theme, self, gap="s")
        scene = game_scene(theme, what.game, 0.5, self)
        theme.scale(scene.setFixedSize, 4.1, 3.9)
        head = row(theme, gap="xs")
        if what.locked:
            lock = IconLabel(theme, "lock", "ink_muted")
            lock.setToolTip(tr("By code or invitation only"))
            lock.setAccessibleName(tr("locked"))
            head.addWidget(lock)
        head.addWidget(ElidedLabel(what.title, "lead"), 1)
        words = column(theme, gap="xs")
        words.addLayout(head)
        words.addWidget(ElidedLabel(what.what, "small"))
        words.addWidget(ElidedLabel(what.note, "small", "muted"))
        inside.addWidget(scene)
        inside.addLayout(words, 1)
        if what.may_invite:
            invite = Button(theme, tr("Invite ..."), kind="plain")
            invite.setObjectName(f"invite_to_{what.table}")
            invite.clicked.connect(
                lambda: lobby.invitation_menu(what.table).popup(invite.mapToGlobal(invite.rect().bottomLeft()))
            )
            inside.addWidget(invite)
        if what.may_watch:
            self._add(theme, "watch", tr("Watch"), what, lobby.watch)
        if what.may_join:
            self._add(theme, "join", tr("Open") if what.own else tr("Join"), what, lobby.join)
        if what.may_close:
            more, menu = _menu_button(theme, what.table, what.title, self)
            close = menu.addAction(tr("Close the table"))
            close.setObjectName(f"close_{what.table}")
            close.triggered.connect(lambda: lobby.close_table.emit(what.table))
            inside.addWidget(more)

    def _add(self, theme: Theme, name: str, words: str, what: TableRow, signal: SignalInstance) -> None:
        button = Button(theme, words, kind="primary" if name == "join" and not what.own else "plain")
        button.setObjectName(f"{name}_{what.table}")
        button.setAccessibleName(f"{words}: {what.title}")
        button.clicked.connect(lambda: signal.emit(what.table))
        self._inside.addWidget(button)


def _menu_button(theme: Theme, id: str, name: str, parent: QWidget) -> tuple[QToolButton, QMenu]:
    """A button with three dots for that person or table, and the empty menu that it opens."""
    more, menu = QToolButton(parent), QMenu(parent)
    more.setObjectName(f"more_{id}")
    more.setToolTip(tr("More"))
    more.setAccessibleName(tr("More") + f": {name}")
    theme.bind_icon(more, "more", "ink_muted")
    more.setMenu(menu)
    more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return more, menu
