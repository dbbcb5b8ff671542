"""The language of the window: chosen or the system's, with Qt's own words and with its numbers and dates."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from client_qt.text import language
from client_qt.text.rules_text import say, tr
from netgame.text import Text


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, which speaks English again afterwards."""
    before = QLocale()
    yield qapp
    language.install(qapp, "en")
    QLocale.setDefault(before)


def test_the_languages_name_themselves() -> None:
    assert language.languages() == [("en", "English"), ("de", "Deutsch")]


def test_german_is_spoken_after_it_was_chosen(app: QApplication) -> None:
    language.install(app, "de")
    assert tr("Confirm") == "Bestätigen"
    assert tr("no such words") == "no such words"


def test_the_words_of_qt_are_of_the_same_language(app: QApplication) -> None:
    language.install(app, "de")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.button(QDialogButtonBox.StandardButton.Cancel).text() == "Abbrechen"


def test_english_takes_the_place_of_german(app: QApplication) -> None:
    language.install(app, "de")
    language.install(app, "en")
    assert tr("Confirm") == "Confirm"
    assert not app.findChildren(QTranslator)


def test_without_a_choice_it_is_the_language_of_the_system(app: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    class Austrian(QLocale):
        @staticmethod
        def system() -> QLocale:
            return QLocale("de_AT")

    monkeypatch.setattr(language, "QLocale", Austrian)
    language.install(app, "")
    assert tr("Confirm") == "Bestätigen"
    assert QLocale().name() == "de_AT"


def test_a_choice_that_is_not_there_any_more_is_as_none(app: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    class French(QLocale):
        @staticmethod
        def system() -> QLocale:
            return QLocale("fr_FR")

    monkeypatch.setattr(language, "QLocale", French)
    language.install(app, "xx")
    assert tr("Confirm") == "Confirm"


def test_numbers_and_dates_follow_the_language(app: QApplication) -> None:
    language.install(app, "de")
    assert QLocale().language() == QLocale.Language.German
    assert QLocale().toString(1234.5, "f", 1) == "1.234,5"
    assert app.layoutDirection() == Qt.LayoutDirection.LeftToRight


def test_what_sides_and_pieces_are_called_is_translated_inside_of_sentences(app: QApplication) -> None:
    language.install(app, "de")
    assert say(Text("{side} have no move left", {"side": "Dwarfs"})) == "Zwerge haben keinen Zug mehr."
    assert say(Text("there is no {piece} on {cell}", {"piece": "troll", "cell": "H6"})) == "Auf H6 steht kein Troll."


def test_the_name_of_a_player_is_never_translated(app: QApplication) -> None:
    language.install(app, "de")
    assert say(Text("{name} is missing", {"name": "Red"})) == "Red fehlt."


def test_a_reason_inside_of_a_sentence_is_translated_where_it_is_one_of_the_rules(app: QApplication) -> None:
    language.install(app, "de")
    assert (
        say(Text("line {line}: {reason}", {"line": 3, "reason": "the file is empty"})) == "Zeile 3: die Datei ist leer."
    )
    assert (
        say(Text("You are banned from this server: {reason}", {"reason": "spam"}))
        == "Du bist auf diesem Server gesperrt: spam."
    )


def test_questions_about_one_thing_and_about_many_have_their_own_words(app: QApplication) -> None:
    language.install(app, "de")
    assert tr("One table is open near you.") == "In deiner Nähe ist ein Tisch offen."
    assert tr("{count} tables are open near you.") == "In deiner Nähe sind {count} Tische offen."
