"""Translatable sentences: templates, and arguments for their slots."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_SLOT = re.compile(r"\{(\w+)\}")

Arg = str | int


@dataclass(frozen=True)
class Text:
    """A sentence: an English template, which is also the key of its translation, and the arguments of its `{slots}`."""

    template: str
    args: Mapping[str, Arg] = field(default_factory=dict)

    def __str__(self) -> str:
        return fill(self.template, self.args)

    def __hash__(self) -> int:
        return hash((self.template, tuple(sorted(self.args.items()))))


def N_(template: str) -> str:
    """Mark a template for translation that is not written in a call of `Text`, and return it (as in `gettext`)."""
    return template


def fill(template: str, args: Mapping[str, Arg]) -> str:
    """Return the template with its `{slots}` replaced. A slot without an argument stays unchanged.

    This is not `str.format`: templates also come from other machines, and a format string can read attributes of its
    arguments.
    """
    return _SLOT.sub(lambda slot: str(args.get(slot[1], slot[0])), template)
