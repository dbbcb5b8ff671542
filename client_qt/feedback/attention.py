"""What one hears of a table, and how somebody who looks elsewhere is called: task bar, desktop message, sound."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from client_qt.app.main_window import MainWindow
from client_qt.feedback.sound_choice import Sound, end_sound, sound_of
from client_qt.feedback.sounds import Sounds
from client_qt.feedback.tray import Tray
from client_qt.settings.file import SettingsFile
from client_qt.table.model import Line, TableModel
from client_qt.table.offers import asked_words
from client_qt.table.status import headline, subject
from client_qt.text.rules_text import tr
from netgame.match.events import Event, Offered
from netgame.text import fill

APART_MS = 190  # between the sounds of one moment: the move, then the dice of the next
MOST_WAITING = 3  # sounds; of more at once the first ones are old
QUIET_MS = 700  # after a table was opened, before sounds are looked for: both at once would hold the window up
TALK, OFFER, TURN, END = range(4)  # what matters most in a message comes last
TICK_EACH_S = 10  # from here on each second of the own clock is heard, and one tick where it begins to be low


class Attention(QObject):
    """Of one window. At the table that is looked at one hears what happens; elsewhere only that one is waited for."""

    def __init__(
        self, window: MainWindow, settings: SettingsFile, parent: QObject | None = None, sounds: Sounds | None = None
    ) -> None:
        super().__init__(parent)
        self._window, self._settings = window, settings
        self.sounds = sounds or Sounds(self)
        self.tray = Tray(window.come_to_front, self)
        self._model: TableModel | None = None
        self._my_turn = self._over = self._online = False
        self._called: tuple[object, ...] = ()  # the turn that somebody was called for last
        self._talked = False  # a message about chat was shown since somebody looked
        self._low: int | None = None  # seconds of the own clock at the last tick
        self._waiting: list[Sound] = []
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.timeout.connect(self.sounds.prepare)
        self._gap = QTimer(self)
        self._gap.setSingleShot(True)
        self._gap.timeout.connect(self._next)
        window.table.chat.heard_line.connect(self._line)
        window.table.clock_ticker.low.connect(self._seconds)
        window.installEventFilter(self)
        self.sounds.changed.connect(self._show_sound)
        settings.follow(self._preferred)
        window.preferences.test_sound.connect(self._test)
        window.preferences.sounds_wanted.connect(self.sounds.prepare)
        self._preferred()

    # ---- what happens

    def show(self, model: TableModel | None) -> None:
        """Another table is looked at, or none: what it waits for is news, how it ended is not."""
        if self._model is not None:
            self._model.event_added.disconnect(self._told)
        self._model, self._my_turn, self._low = model, False, None
        self._waiting.clear()
        if model is None:
            return
        self._over, self._online = _is_over(model), model.status == "online"
        model.event_added.connect(self._told)
        if self._settings.value.preferences.sound:
            self._quiet.start(QUIET_MS)

    def changed(self) -> None:
        """Something became of that table: whose turn it is, whether it is over, how the connection is."""
        model = self._model
        if model is None or model.is_local:
            return
        self._connection(model.status == "online")
        my_turn, over = model.can_move, _is_over(model)
        match = model.match
        turn = (id(model), match.position, match.leg) if match is not None else ()
        if my_turn and not self._my_turn and turn != self._called:
            self._called = turn
            self.call("turn", tr("Your turn"), subject(model), TURN)
        elif over and not self._over and match is not None:
            self.call(end_sound(match, model.mine), headline(model), subject(model), END)
        self._my_turn, self._over = my_turn, over

    def call(self, sound: Sound | None, title: str, words: str = "", weight: int = OFFER) -> None:
        """Call, unless the window is in front; there only the sound is heard, where the table does not tell it."""
        if self._in_front():
            if not self._at_table():
                self._play(sound)
            return
        self._play(sound)
        if self._settings.value.preferences.notify:
            QApplication.alert(self._window)
            self.tray.send(title, words, weight)

    def close(self) -> None:
        """No sign in the corner of the desktop any more, and no sound."""
        self.tray.close()
        self.sounds.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate:
            self._talked = False
            self.tray.forget()
        return False

    # ---- inside

    def _in_front(self) -> bool:
        return self._window.isActiveWindow()

    def _at_table(self) -> bool:
        return self._in_front() and self._window.page == "table"

    def _told(self, event: object) -> None:
        """Something came just now at the table that is shown."""
        model = self._model
        if model is None or model.match is None or not isinstance(event, Event):
            return
        if self._at_table():
            self._play(sound_of(model.match, event, model.mine))
        if isinstance(event, Offered) and not model.is_local and model.mine and event.player not in model.mine:
            self.call("chat", asked_words(model.match, event, model.name_of(event.player)), subject(model), OFFER)

    def _line(self, line: Line) -> None:
        """Somebody else said something. What it was is nobody's concern who looks over a shoulder."""
        if self._at_table():
            self._play("chat")
        elif not self._talked:
            self._talked = not self._in_front()
            words = subject(self._model) if self._model is not None else ""
            self.call("chat", fill(tr("{name} wrote something"), {"name": line.name}), words, TALK)

    def _seconds(self, left: int) -> None:
        """So many seconds are left on the own clock, which is low."""
        if self._at_table() and left != self._low and (left <= TICK_EACH_S or self._low is None or self._low < left):
            self._play("low")
        self._low = left

    def _connection(self, online: bool) -> None:
        if online != self._online and self._at_table():
            self._play("back" if online else "lost")
        self._online = online

    # ---- sounds

    def _play(self, sound: Sound | None) -> None:
        """After what still waits: sounds of one moment come one after the other."""
        if sound is None or not self._settings.value.preferences.sound:
            return
        self._waiting = [*self._waiting, sound][-MOST_WAITING:]
        if not self._gap.isActive():
            self._next()

    def _next(self) -> None:
        if self._waiting:
            self.sounds.play(self._waiting.pop(0))
            self._gap.start(APART_MS)

    def _test(self) -> None:
        self.sounds.play("turn")

    def _preferred(self) -> None:
        """The preferences are these now."""
        self.sounds.set_volume(self._settings.value.preferences.volume)
        self._show_sound()

    def _show_sound(self) -> None:
        self._window.show_sound(self._settings.value.preferences.sound, self.sounds.why_not)


def _is_over(model: TableModel) -> bool:
    return model.match is not None and model.match.phase == "over"
