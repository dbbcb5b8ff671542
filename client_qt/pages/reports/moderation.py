"""Dialog for a moderator: the action, its length, the reason."""

from PySide6.QtWidgets import QLineEdit, QWidget

from client_qt.dialogs.dialog import Dialog
from client_qt.text.translation import tr
from client_qt.theme import Theme
from client_qt.widgets.fields import CheckBox, ChoiceBox
from netgame.text import fill
from protocol.messages.accounts import MAX_REASON, Moderate, ModerationAction

MINUTES = (10, 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60, 0)  # of a mute or a ban; 0: no end
TIMED: tuple[ModerationAction, ...] = ("mute", "ban")
WITH_REASON: tuple[ModerationAction, ...] = ("kick", "ban")


class ModerationDialog(Dialog):
    """It stays open until the server has accepted what `submitted` carries, a `Moderate`."""

    def __init__(self, theme: Theme, account: str, name: str, may_unban: bool, parent: QWidget) -> None:
        title = fill(tr("Moderate {name}"), {"name": name})
        super().__init__(theme, "ask_moderation", title, parent, gap="s")
        self._account = account
        actions: dict[ModerationAction, str] = {
            "mute": tr("Mute: nobody reads their messages"),
            "kick": tr("Kick: disconnect them; they may come back"),
            "ban": tr("Ban: disconnect them and keep them out"),
            "unmute": tr("Unmute: everybody reads their messages again"),
            "unban": tr("Unban: let them in again"),
        }
        if not may_unban:
            del actions["unban"]
        self.action = ChoiceBox("moderation_action", actions, self)
        self.minutes = ChoiceBox("moderation_minutes", {minutes: minutes_words(minutes) for minutes in MINUTES}, self)
        self.reason = QLineEdit(self, maxLength=MAX_REASON)
        self.address = CheckBox("moderation_address", tr("Their address as well (others may share it)"))
        self.add_heading(title, 33)  # wide enough for the actions in German
        self.add_field(self.action, "moderation_action", tr("Action"))
        self._minutes_label = self.add_field(self.minutes, "moderation_minutes", tr("For how long"))
        self._reason_label = self.add_field(self.reason, "moderation_reason", tr("Reason (the player reads it)"))
        self.add(self.address, self.error)
        self.add_buttons([self.cancel_button()], [self.submit_button("moderation_go", tr("Apply"), "danger")])
        self.action.edited.connect(self._show_fields)
        self._show_fields()

    def _show_fields(self) -> None:
        action = self.action.value()
        for part, actions in (
            (self.minutes, TIMED), (self._minutes_label, TIMED),
            (self.reason, WITH_REASON), (self._reason_label, WITH_REASON), (self.address, ("ban",)),
        ):  # fmt: skip
            part.setVisible(action in actions)

    def value(self) -> Moderate:
        action = self.action.value()
        return Moderate(
            account=self._account,
            what=action,
            minutes=self.minutes.value() if action in TIMED else 0,
            reason=self.reason.text().strip() if action in WITH_REASON else "",
            address=action == "ban" and self.address.isChecked(),
        )


def done_words(action: ModerationAction, name: str) -> str:
    """Say what a moderator has done."""
    words: dict[ModerationAction, str] = {
        "mute": tr("{name} is muted."),
        "kick": tr("{name} is disconnected."),
        "ban": tr("{name} is banned."),
        "unmute": tr("{name} is not muted any more."),
        "unban": tr("{name} is not banned any more."),
    }
    return fill(words[action], {"name": name})


def minutes_words(minutes: int) -> str:
    if minutes == 0:
        return tr("until a moderator lifts it")
    if minutes % (24 * 60) == 0:
        return tr("%n day(s)", minutes // (24 * 60))
    return tr("%n hour(s)", minutes // 60) if minutes % 60 == 0 else tr("%n minute(s)", minutes)
