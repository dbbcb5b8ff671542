"""The language of the window: its words, Qt's own words, and how numbers and dates are written."""

from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

WORDS = Path(__file__).parents[1] / "resources" / "i18n"
SOURCE = "en"  # what the templates are written in


def languages() -> list[tuple[str, str]]:
    """Each language there is, by its code, with the name that it has for itself; the one of the source first."""
    found = sorted(file.stem for file in WORDS.glob("*.qm"))
    return [(code, _own_name(code)) for code in (SOURCE, *found)]


def install(app: QApplication, choice: str) -> None:
    """Speak that language from now on; "" is the one of the system, as far as there is a translation into it.

    Words that are shown already stay as they are: this comes before the first window.
    """
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.setParent(None)
    code = choice if choice in dict(languages()) else _of_system()
    if code != SOURCE:
        _load(app, Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)) / f"qtbase_{code}.qm")
        _load(app, WORDS / f"{code}.qm")
    locale = _locale(code)
    QLocale.setDefault(locale)
    app.setLayoutDirection(locale.textDirection())


def _load(app: QApplication, file: Path) -> None:
    """A file that is missing or broken leaves its words in English."""
    translator = QTranslator(app)
    if translator.load(str(file)):
        app.installTranslator(translator)


def _of_system() -> str:
    known = dict(languages())
    for wanted in QLocale.system().uiLanguages():
        code = wanted.replace("_", "-").split("-")[0]
        if code in known:
            return code
    return SOURCE


def _locale(code: str) -> QLocale:
    """Formats of the language as they are written where the computer stands, if they are anywhere there."""
    language, system = QLocale(code).language(), QLocale.system()
    nowhere = code == SOURCE and system.language() == QLocale.Language.C  # LANG=C: formats of no country
    return system if nowhere or system.language() == language else QLocale(language, system.territory())


def _own_name(code: str) -> str:
    name = QLocale(code).nativeLanguageName()
    if code == SOURCE:
        name = "English"  # and not "American English"
    return name[:1].upper() + name[1:]
