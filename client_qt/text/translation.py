"""Words of the window itself. By itself, so that who has no match to tell of needs no match either."""

from PySide6.QtCore import QCoreApplication


def tr(template: str) -> str:
    """The sentence in the language of the window."""
    return QCoreApplication.translate("words", template)
