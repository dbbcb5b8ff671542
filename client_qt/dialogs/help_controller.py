"""Help: the list of all keys, and what program this is."""

from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow


class HelpController(QObject):
    """Of one window. The dialogs are made when somebody wants to see them."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.action("shortcuts").triggered.connect(self.show_keys)
        window.action("about").triggered.connect(self.show_about)

    def show_keys(self) -> None:
        """All keys there are."""
        from client_qt.dialogs.shortcuts import ShortcutsDialog

        shown = self._window.findChild(ShortcutsDialog)
        if shown is None:
            shown = ShortcutsDialog(self._window.theme, self._window.menuBar(), self._window)
        shown.show()  # beside the game, which goes on
        shown.activateWindow()

    def show_about(self) -> None:
        """The program, its licences, what it runs on."""
        from client_qt.dialogs.about import AboutDialog

        AboutDialog(self._window.theme, self._window).open()
