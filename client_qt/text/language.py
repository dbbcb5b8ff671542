"""The language of the window: its texts, Qt's own texts, and the formats of numbers and dates."""

from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

TRANSLATIONS = Path(__file__).parents[1] / "resources" / "i18n"
SOURCE = "en"  # the language of the templates; its file has only the plural forms


def languages(folder: Path = TRANSLATIONS) -> list[tuple[str, str]]:
    """Return the code of each language, like `de` or `pt_BR`, with its own name for itself; English first."""
    codes = sorted(file.stem for file in folder.glob("*.qm"))
    return [(code, _own_name(code)) for code in sorted(codes, key=lambda code: code != SOURCE)]


def install(app: QApplication, choice: str, system: QLocale | None = None, folder: Path = TRANSLATIONS) -> None:
    """Translate from now on into the language with this code; if there is none, into that of the system.

    Texts that are visible already do not change. English shows where a translation is missing.
    """
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.setParent(None)
    system = system or QLocale.system()
    _load(app, QLocale(SOURCE), "", folder)
    code = _load(app, QLocale(choice) if choice in dict(languages(folder)) else system, "", folder) or SOURCE
    _load(app, QLocale(code), "qtbase_", Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)))
    locale = _formats(code, system)
    QLocale.setDefault(locale)
    app.setLayoutDirection(locale.textDirection())


def _load(app: QApplication, locale: QLocale, prefix: str, folder: Path) -> str:
    """Install the file for the locale, or for its language. Return the language of the file, "" if there is none."""
    translator = QTranslator(app)
    if not translator.load(locale, prefix, "", str(folder)):
        translator.setParent(None)
        return ""
    app.installTranslator(translator)
    return translator.language()


def _formats(code: str, system: QLocale) -> QLocale:
    """Return the formats of the language in the country of the system, if it is used there."""
    own = QLocale(code)
    if "_" in code:
        return own
    no_country = code == SOURCE and system.language() == QLocale.Language.C  # LANG=C
    return system if no_country or system.language() == own.language() else QLocale(own.language(), system.territory())


def _own_name(code: str) -> str:
    if code == SOURCE:
        return "English"  # Qt says "American English"
    name = QLocale(code).nativeLanguageName()
    territory = f" ({QLocale(code).nativeTerritoryName()})" if "_" in code else ""
    return name[:1].upper() + name[1:] + territory
