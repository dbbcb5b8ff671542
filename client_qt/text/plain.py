"""Plain text. Labels and tooltips are plain text by the style sheet; these functions escape text from outside in other
places that Qt or the desktop interprets."""

MODIFIED_MARK = "[*]"  # Qt replaces it in window titles


def literal(words: str) -> str:
    """Escape text for buttons, actions and tabs: after a single & the next letter is a mnemonic."""
    return words.replace("&", "&&")


def without_underline(words: str) -> str:
    """Return the visible text of a button or an action."""
    return words.replace("&&", "\0").replace("&", "").replace("\0", "&")


def said_by(server: str, words: str) -> str:
    """Return what a server says, with its name."""
    return f"{server}: {words}"


def dotted(*parts: str) -> str:
    """Join the parts that are not empty with dots."""
    return "  ·  ".join(filter(None, parts))


def title_text(words: str) -> str:
    """Escape text for window titles."""
    return words.replace(MODIFIED_MARK, 2 * MODIFIED_MARK)


def message_text(words: str) -> str:
    """Escape text for desktop messages: replace < by a character that looks like it.

    Some desktops interpret HTML there and others would show an escaped <; Qt does not know which.
    """
    return words.replace("<", "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}")
