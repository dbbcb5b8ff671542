"""Pages that are built when they are needed."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel

from client_qt.app.main_window import MainWindow
from client_qt.settings.preferences import Preferences
from client_qt.widgets.lazy_page import LazyPage


class Greeting(LazyPage):
    """A page with one part."""

    def _build(self) -> None:
        self.words = QLabel("Welcome", self)


@pytest.fixture
def greeting(qapp: QApplication) -> Greeting:
    return Greeting()


@pytest.mark.parametrize("first", [Greeting.show, lambda greeting: greeting.words], ids=["shown", "used"])
def test_a_page_is_built_once_when_it_is_first_shown_or_used(
    greeting: Greeting, first: Callable[[Greeting], object]
) -> None:
    assert not greeting.is_built
    first(greeting)
    greeting.show()

    assert greeting.findChildren(QLabel) == [greeting.words]
    greeting.close()


def test_work_on_the_parts_waits_until_they_are_there_and_one_that_no_page_has_is_an_error(greeting: Greeting) -> None:
    done: list[str] = []
    greeting.when_built(lambda: done.append("before"))
    assert done == []
    greeting.build()
    greeting.when_built(lambda: done.append("after"))

    assert done == ["before", "after"]
    with pytest.raises(AttributeError):
        getattr(greeting, "farewell")  # noqa: B009


def test_the_preferences_show_what_was_chosen_before_their_page_is_built(new_window: MainWindow) -> None:
    pages = new_window.preferences, new_window.here
    new_window.show_preferences(replace(Preferences(), turning=True))
    assert not any(page.is_built for page in pages)

    new_window.show_page("preferences")
    new_window.show_page("here")

    switches = [
        page.findChild(QCheckBox, name) for page, name in zip(pages, ("preference_turning", "turn_board"), strict=True)
    ]
    assert all(switch is not None and switch.isChecked() for switch in switches)
