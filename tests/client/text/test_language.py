"""The language of the window, chosen or the system's, with Qt's own words; dates, numbers and names by locale."""

import shutil
from collections.abc import Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Self

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from client_qt.text import language, locale_formats
from client_qt.text.locale_formats import day, local_time, moment, number, order, tenths_of, time_of_day
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
def test_a_chosen_language_is_everywhere(app: QApplication, code: str, confirm: str, cancel: str, number: str) -> None:
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


@pytest.mark.parametrize(("system", "chosen", "shown"), [
    ("de_AT", "", "Bestätigen"), ("de_AT", "xx", "Bestätigen"), ("de_AT", "en", "Confirm"), ("fr_FR", "", "Confirm"),
    ("C", "", "Confirm"), ("pt_BR", "", "Confirmar"), ("pt_PT", "", "Confirm"), ("zh_TW", "", "確認"),
    ("en_GB", "zh_TW", "確認"),
])  # fmt: skip
def test_the_system_may_say_the_language(app: QApplication, folder: Path, system: str, chosen: str, shown: str) -> None:
    language.install(app, chosen, QLocale(system), folder)
    assert tr("Confirm") == shown
    assert QLocale().name() == system or shown != "Bestätigen", "German in Austria has Austrian formats"


@pytest.mark.parametrize(("text", "german"), [
    (Text("{side} have no move left", {"side": "Dwarfs"}), "Zwerge haben keinen Zug mehr."),
    (Text("there is no {piece} on {cell}", {"piece": "troll", "cell": "H6"}), "Auf H6 steht kein Troll."),
    (Text("{name} is missing", {"name": "Red"}), "Red fehlt."),  # the name of a player
    (Text("line {line}: {reason}", {"line": 3, "reason": "the file is empty"}), "Zeile 3: die Datei ist leer."),
    (Text("You are banned from this server: {reason}", {"reason": "x"}), "Du bist auf diesem Server gesperrt: x."),
])  # fmt: skip
def test_words_of_the_rules_are_translated_in_sentences_names_never(app: QApplication, text: Text, german: str) -> None:
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


AT = datetime(2026, 5, 1, 18, 5)


def test_dates_and_times_follow_the_locale() -> None:
    written = {"C": "2026-05-01", "de_DE": "01.05.2026", "en_GB": "01/05/2026", "sv_SE": "2026-05-01"}
    for locale, date in written.items():
        expected = f"{date} 18:05"
        QLocale.setDefault(QLocale(locale))
        assert (locale, moment(AT)) == (locale, expected)
        assert f"{day(AT)} {time_of_day(AT)}" == expected


def test_a_time_is_that_of_this_computers_zone_and_an_impossible_one_the_nearest_possible_one() -> None:
    for ms in (86_400_000, 1_777_658_700_123, 1_793_000_000_000):
        assert local_time(ms) == datetime.fromtimestamp(ms / 1000)
    for ms, year in ((2**62, 9999), (-(2**62), 1970)):
        assert abs(local_time(ms).year - year) <= 1, "a time zone may change the year"
        assert moment(local_time(ms))


def test_numbers_have_no_more_decimals_than_they_need_and_names_are_sorted_as_in_a_dictionary() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    assert [number(value) for value in (0.5, 2, 1.25, 1 / 3, 1200)] == ["0,5", "2", "1,25", "0,33", "1.200"]
    assert tenths_of(123) == "12,3"
    names = ["Zug", "Tisch 12", "ähre", "Apfel", "tisch 7", "Bär"]
    assert sorted(names, key=order) == ["ähre", "Apfel", "Bär", "tisch 7", "Tisch 12", "Zug"]


def test_a_year_after_3000_is_shown_on_windows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class DatetimeOfWindows(datetime):
        @classmethod
        def fromtimestamp(cls, timestamp: float, tz: tzinfo | None = None) -> Self:
            if timestamp > 32_536_850_399:  # in the year 3001
                raise OSError(22, "Invalid argument")
            return super().fromtimestamp(timestamp, tz)

    monkeypatch.setattr(locale_formats, "datetime", DatetimeOfWindows)

    assert local_time(200_000_000_000_000).year == 8307
