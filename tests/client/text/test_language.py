"""The language of the window: chosen or the system's, with Qt's own words and with its numbers and dates."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from client_qt.text import language
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from devtools.words import Message, compile_to, write
from netgame.text import Text


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, which speaks English again afterwards."""
    before = QLocale()
    yield qapp
    language.install(qapp, "en")
    QLocale.setDefault(before)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Translation files of four languages with one word each."""
    folder = tmp_path_factory.mktemp("languages")
    for code, word in {"en": "Confirm", "de": "Bestätigen", "pt_BR": "Confirmar", "zh_TW": "確認"}.items():
        write(folder / f"{code}.ts", {"Confirm": Message("Confirm", (), (word,), is_finished=True)})
        compile_to(folder / f"{code}.ts", folder / f"{code}.qm")
    return folder


@pytest.mark.parametrize(
    ("code", "confirm", "cancel", "number"),
    [("de", "Bestätigen", "Abbrechen", "1.234,5"), ("en", "Confirm", "Cancel", "1,234.5")],
)
def test_a_chosen_language_replaces_the_other_in_all_texts_and_numbers(
    app: QApplication, code: str, confirm: str, cancel: str, number: str
) -> None:
    language.install(app, "en" if code == "de" else "de")
    language.install(app, code, QLocale("en_US"))
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)

    assert (tr("Confirm"), tr("no such text")) == (confirm, "no such text")
    assert box.button(QDialogButtonBox.StandardButton.Cancel).text() == cancel
    assert QLocale().toString(1234.5, "f", 1) == number
    assert app.layoutDirection() == Qt.LayoutDirection.LeftToRight


def test_languages_have_names_in_their_own_language(folder: Path) -> None:
    names = [("en", "English"), ("de", "Deutsch"), ("pt_BR", "Português (Brasil)"), ("zh_TW", "繁體中文 (台灣)")]
    assert language.languages(folder) == names


@pytest.mark.parametrize(
    ("system", "chosen", "shown"),
    [
        ("de_AT", "", "Bestätigen"),
        ("de_AT", "xx", "Bestätigen"),
        ("de_AT", "en", "Confirm"),
        ("fr_FR", "", "Confirm"),
        ("C", "", "Confirm"),
        ("pt_BR", "", "Confirmar"),
        ("pt_PT", "", "Confirm"),
        ("zh_TW", "", "確認"),
        ("en_GB", "zh_TW", "確認"),
    ],
)
def test_the_language_is_the_chosen_one_or_that_of_the_system(
    app: QApplication, folder: Path, system: str, chosen: str, shown: str
) -> None:
    language.install(app, chosen, QLocale(system), folder)
    assert tr("Confirm") == shown
    assert QLocale().name() == system or shown != "Bestätigen", "German in Austria has Austrian formats"


@pytest.mark.parametrize(
    ("text", "german"),
    [
        (Text("{side} have no move left", {"side": "Dwarfs"}), "Zwerge haben keinen Zug mehr."),
        (Text("there is no {piece} on {cell}", {"piece": "troll", "cell": "H6"}), "Auf H6 steht kein Troll."),
        (Text("{name} is missing", {"name": "Red"}), "Red fehlt."),  # the name of a player
        (Text("line {line}: {reason}", {"line": 3, "reason": "the file is empty"}), "Zeile 3: die Datei ist leer."),
        (
            Text("You are banned from this server: {reason}", {"reason": "spam"}),
            "Du bist auf diesem Server gesperrt: spam.",
        ),
    ],
)
def test_words_of_the_rules_are_translated_inside_of_sentences_and_names_never(
    app: QApplication, text: Text, german: str
) -> None:
    language.install(app, "de")
    assert translate(text) == german


@pytest.mark.parametrize(("code", "one", "many"), [("en", "1 table", "2 tables"), ("de", "1 Tisch", "2 Tische")])
def test_a_number_selects_the_plural_form(app: QApplication, code: str, one: str, many: str) -> None:
    language.install(app, code)
    assert [tr("%n table(s)", n) for n in (1, 2)] == [one, many]


def test_english_shows_where_a_translation_is_missing(app: QApplication, folder: Path, tmp_path: Path) -> None:
    for file in (folder / "de.qm", language.TRANSLATIONS / "en.qm"):
        shutil.copy(file, tmp_path)
    language.install(app, "de", folder=tmp_path)
    assert tr("%n table(s)", 2) == "2 tables"
