"""Translation of the texts that the window shows."""

from PySide6.QtCore import QCoreApplication

MOST = 2**31 - 1  # a number of Qt


def tr(template: str, n: int = -1) -> str:
    """Translate a template into the language of the window. `n` selects the plural form and replaces `%n`.

    A larger number than Qt knows, such as from a file, is shown as the largest one.
    """
    return QCoreApplication.translate("words", template, "", max(-MOST, min(n, MOST)))
