"""Sounds of the table that is shown, and calls for news: by a sound, in the task bar, on the desktop, in words."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.feedback.desktop import DesktopMessages
from client_qt.feedback.screen_reader import announce
from client_qt.feedback.sound_choice import Sound, end_sound, sound_of
from client_qt.feedback.sounds import Sounds
from client_qt.news import CHAT, END, OFFER, TURN, Call, News, NewsItem, NewsKey
from client_qt.settings.file import SettingsFile
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.table.status import headline, subject
from client_qt.text.offer_words import asked_words
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from netgame.match.events import Event, OfferClosed, Offered
from netgame.text import fill
from protocol.messages import ChatLine

GAP_MS = 190  # between the sounds of one change: the move, then the dice of the next
MAX_WAITING = 3  # sounds; older ones are dropped
PREPARE_MS = 700  # after a table was opened: the import of the sound library would delay its first paint
TABLE = "table"  # the kind of news of the table that the window has open
TICK_BELOW_S = 10  # each second of the own clock ticks from here on; above there is one tick when it becomes low


class Attention(QObject):
    """Calls the player of one window. Events of the table are heard only while it is shown in the active window."""

    sound_changed = Signal(bool, str)  # whether sounds are on; why there can be none

    def __init__(
        self,
        window: QWidget,
        is_table_shown: Callable[[], bool],
        settings: SettingsFile,
        news: News,
        desktop: DesktopMessages,
        sounds: Sounds,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._is_table_shown, self._settings = window, is_table_shown, settings
        self._news, self.desktop, self.sounds = news, desktop, sounds
        self._model: TableModel | None = None
        self._my_turn = self._over = self._online = False
        self._called_turn: tuple[object, ...] = ()
        self._low_s: int | None = None  # at the last tick
        self._waiting: list[Sound] = []
        self._prepare_timer, self._gap = QTimer(self, singleShot=True), QTimer(self, singleShot=True)
        self._prepare_timer.timeout.connect(sounds.prepare)
        self._gap.timeout.connect(self._play_next)
        sounds.changed.connect(self._emit_sound)
        settings.follow(self.apply_preferences)
        window.installEventFilter(self)
        news.told.append(self._call)
        news.changed.append(lambda: desktop.keep(news.is_open))

    def apply_preferences(self) -> None:
        """Use the volume and the sound switch of the preferences."""
        self.sounds.set_volume(self._settings.value.preferences.volume)
        self._emit_sound()

    def set_model(self, model: TableModel | None) -> None:
        """Follow another table, or none. Its turn is news; a result that it already has is not."""
        if self._model is not None:
            self._model.event_added.disconnect(self._event_added)
        self._model, self._my_turn, self._low_s = model, False, None
        self._waiting.clear()
        self._news.keep("", TABLE)
        if model is None:
            return
        self._over, self._online = _is_over(model), model.status == "online"
        model.event_added.connect(self._event_added)
        if self._settings.value.preferences.sound:
            self._prepare_timer.start(PREPARE_MS)

    def refresh(self) -> None:
        """Compare the state of the table with the last one: turn, result and connection."""
        model = self._model
        if model is None or model.shared_screen:
            return
        is_online = model.status == "online"
        if is_online != self._online and self._is_at_table():
            self._play("back" if is_online else "lost")
        my_turn, over, match = model.can_move, _is_over(model), model.match
        turn = (id(model), match.position, match.leg) if match is not None else ()
        if my_turn and not self._my_turn and turn != self._called_turn:
            self._called_turn = turn
            self._tell("turn", tr("Your turn"), "turn", TURN)
        elif over and not self._over and match is not None:
            ended = match.ended
            sound = end_sound(ended.winner, model.mine) if ended is not None and ended.reason != "aborted" else None
            self._tell("over", headline(model), sound or "", END)
        if not my_turn:
            self._news.withdraw(NewsKey("", TABLE, "turn"))
        self._my_turn, self._over, self._online = my_turn, over, is_online

    def chat_line(self, line: ChatLine) -> None:
        """Report a chat line of another person. A desktop message does not show its text."""
        if self._is_at_table():
            self._play("chat")
        else:
            self._tell("chat", fill(tr("{name} wrote something"), {"name": line.name}), "chat", CHAT)

    def _tell(self, id: str, title: str, sound: Call, weight: int) -> None:
        """Tell news of the table that is open, as a note while another page is shown."""
        model, key = self._model, NewsKey("", TABLE, id)
        about = subject(model) if model is not None else ""
        if self._is_table_shown():
            self._news.tell(NewsItem(key, about, (), title, weight, sound, place="elsewhere"))
        elif id == "over" or not isinstance(model, RemoteTable):  # `WaitingGames` tells the rest
            self._news.tell(NewsItem(key, dotted(title, about), (), "", weight, sound, place="note"))

    def _call(self, item: NewsItem) -> None:
        """Call the player. In an active window only the sound is played, and not for what the table page shows."""
        is_active = self._window.isActiveWindow()
        if item.sound and item.calls and not (item.key.kind == TABLE and self._is_at_table()):
            self._play(item.sound)
        if is_active and item.calls and item.place == "badge":
            announce(self._window, item.words)
        if is_active:
            self._news.pass_by()
        elif item.calls and self._settings.value.preferences.notify:
            QApplication.alert(self._window)
            self.desktop.show(item)

    def low_time(self, left_s: int) -> None:
        """Tick: the own clock is low and has this many seconds left."""
        is_first = self._low_s is None or self._low_s < left_s
        if self._is_at_table() and left_s != self._low_s and (left_s <= TICK_BELOW_S or is_first):
            self._play("low")
        self._low_s = left_s

    def test_sound(self) -> None:
        """Play a sound with the current volume."""
        self.sounds.play("turn")

    def close(self) -> None:
        """Withdraw all messages and stop all sounds."""
        self.desktop.close()
        self.sounds.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate:
            self._news.pass_by()
            self.desktop.keep(lambda _key: False)
        return False

    def _is_at_table(self) -> bool:
        return self._window.isActiveWindow() and self._is_table_shown()

    def _event_added(self, event: object) -> None:
        model = self._model
        if model is None or model.match is None or not isinstance(event, Event):
            return
        if self._is_at_table():
            self._play(sound_of(model.match, event, model.mine))
        if isinstance(event, Offered) and not model.shared_screen and model.mine and event.player not in model.mine:
            words = asked_words(model.match, event, model.name_of(event.player))
            self._tell(f"offer{event.number}", words, "chat", OFFER)
        elif isinstance(event, OfferClosed):
            self._news.withdraw(NewsKey("", TABLE, f"offer{event.offer}"))

    def _play(self, sound: Sound | None) -> None:
        if sound is None or not self._settings.value.preferences.sound:
            return
        self._waiting = [*self._waiting, sound][-MAX_WAITING:]
        if not self._gap.isActive():
            self._play_next()

    def _play_next(self) -> None:
        if self._waiting:
            self.sounds.play(self._waiting.pop(0))
            self._gap.start(GAP_MS)

    def _emit_sound(self) -> None:
        self.sound_changed.emit(self._settings.value.preferences.sound, self.sounds.why_not)


def _is_over(model: TableModel) -> bool:
    return model.match is not None and model.match.phase == "over"
