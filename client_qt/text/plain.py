"""Text from outside where Qt or the desktop reads more than words into it. Labels and tooltips need nothing of this:
the style sheet makes all of them plain text."""

PLACE_OF_STAR = "[*]"  # where Qt puts the star of a changed document into a window title


def literal(words: str) -> str:
    """For buttons, actions and tabs: Qt underlines the letter after a single & and leaves the sign out."""
    return words.replace("&", "&&")


def without_underline(words: str) -> str:
    """The words as people read them on a button or an action."""
    return words.replace("&&", "\0").replace("&", "").replace("\0", "&")


def title_text(words: str) -> str:
    """For window titles."""
    return words.replace(PLACE_OF_STAR, 2 * PLACE_OF_STAR)


def message_text(words: str) -> str:
    """For messages of the desktop. Many desktops read HTML in them, others would show an escaped < as four letters,
    and Qt does not say which; so a sign that looks like < takes its place."""
    return words.replace("<", "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}")
