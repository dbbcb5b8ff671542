"""Translation of the texts that the window shows."""

from PySide6.QtCore import QCoreApplication


def tr(template: str, n: int = -1) -> str:
    """Translate a template into the language of the window. `n` selects the plural form and replaces `%n`."""
    return QCoreApplication.translate("words", template, "", n)
