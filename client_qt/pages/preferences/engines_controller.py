"""Tries a computer player before it is added to the preferences."""

from pathlib import Path

from PySide6.QtCore import QObject

from client_qt.computer.engines import OpenEngine
from client_qt.pages.preferences.page import PreferencesPage
from client_qt.settings.preferences import OwnEngine
from client_qt.text.rules_text import say
from client_qt.trio_guest import Starts
from netgame.match.seats import computer_text
from protocol.engine import EngineError, command_of


class EnginesController(QObject):
    """Starts each wanted computer player once, to learn its name or what is wrong with it."""

    def __init__(self, page: PreferencesPage, open_engine: OpenEngine, nursery: Starts) -> None:
        super().__init__(page)
        self._page, self._open_engine, self._nursery = page, open_engine, nursery
        page.when_built(self._connect)

    def _connect(self) -> None:
        self._page.engines.wanted.connect(self._start)

    def _start(self, words: tuple[str, ...]) -> None:
        self._nursery.start_soon(self._try, words)

    async def _try(self, words: tuple[str, ...]) -> None:
        try:
            async with self._open_engine(command_of(words)) as engine:
                name = computer_text(engine.name or Path(words[0]).stem)
        except EngineError as error:
            self._page.engines.refuse(say(error.text))
        else:
            self._page.engines.accept(OwnEngine(name, words))
