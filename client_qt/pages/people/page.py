"""The page of players: a search, friends, opponents of the last weeks, and whom the player blocks."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.lobby.rows import relation_actions
from client_qt.pages.titled_page import TitledPage
from client_qt.text.locale_formats import local_time, moment
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme
from client_qt.widgets.fields import line_edit
from client_qt.widgets.layouts import STRETCH, add_to, row
from client_qt.widgets.list_view import Badge, ListRow, ListView, RowAction
from netgame.text import fill
from protocol.messages import MAX_NAME, PlayerInfo


class PeoplePage(TitledPage):
    """Shows what it is given; emits what the player wants."""

    searched = Signal(str)  # the beginning of a name
    chosen = Signal(object, str)  # PlayerInfo, and the name of an action

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "players", tr("Players"), parent)

    def _build(self) -> None:
        super()._build()
        self.name_field = line_edit("player_name", "", MAX_NAME, self)
        self.name_field.setPlaceholderText(tr("The beginning of a name"))
        self.name_field.setAccessibleName(tr("The beginning of a name"))
        self.name_field.returnPressed.connect(self._search)
        find = Button(self._theme, tr("Find"), name="find_player", clicked=self._search)
        self.view = ListView(self._theme, "players_list", tr("Players"), self, clickable=True)
        self.view.triggered.connect(self._triggered)
        add_to(self._body, add_to(row(self._theme, gap="s"), (self.name_field, 1), find), self.view, STRETCH)

    def show_rows(self, rows: Sequence[ListRow], note: str = "") -> None:
        """Show players in groups, and a sentence above them."""
        self.view.setVisible(bool(rows))
        self.view.show_rows(rows)
        self.show_note(note)

    def _search(self) -> None:
        self.searched.emit(self.name_field.text().strip())

    def _triggered(self, row: ListRow, action: str) -> None:
        self.chosen.emit(row.item, action)


def player_rows(group: str, players: Sequence[PlayerInfo], account: str, relations: Mapping[str, str]) -> list[ListRow]:
    """Players as rows below a heading, those online first."""
    return [
        _row(group, player, player.account == account, relations)
        for player in sorted(players, key=lambda player: not player.online)
    ]


def _row(group: str, player: PlayerInfo, own: bool, relations: Mapping[str, str]) -> ListRow:
    seen = fill(tr("last here {time}"), {"time": moment(local_time(player.seen))}) if player.seen else ""
    played = fill(tr("last match {time}"), {"time": moment(local_time(player.played))}) if player.played else ""
    relation = relations.get(player.account, "")
    challenge, write = RowAction("challenge", tr("Challenge ...")), RowAction("write", tr("Write a message"), None)
    meeting = (challenge, *((write,) if player.online or player.registered else ())) if relation != "block" else ()
    others = (*meeting, *relation_actions(relation))
    return ListRow(
        f"{group} {player.account}",
        player.name + (" " + tr("(you)") if own else ""),
        (dotted(tr("online") if player.online else seen, played),),
        tone="accent" if player.online else "ink",
        badges=(Badge("shield", tr("Registered at this server"), "ok"),) if player.registered else (),
        actions=(RowAction("profile", tr("Show the profile"), None), *(() if own else others)),
        end="" if own else "more",
        group=group,
        item=player,
    )
