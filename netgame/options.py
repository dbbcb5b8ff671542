"""Options of games: dataclass fields whose metadata says how dialogs show them and which values they take."""

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from netgame.errors import OptionError
from netgame.text import N_

OptionValue = str | int | bool | None


@dataclass(frozen=True)
class OptionInfo:
    """One option as a dialog or a checker needs it."""

    name: str
    label: str
    kind: Literal["choice", "bool", "int"]
    default: OptionValue
    choices: tuple[str, ...] = ()
    choice_labels: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False  # an int that may be None: "no limit", "the default of the size"
    when: tuple[str, OptionValue] | None = None  # shown only while that option has that value
    none: str = "none"  # the word for None
    offered: tuple[int, ...] = ()  # the values of an int that a dialog offers, with `choice_labels`; others stay legal
    since: int = 1  # the version of the game's rules that added this option
    older: OptionValue = None  # the value in logs of older versions


def option(
    label: str,
    low: int | None = None,
    high: int | None = None,
    when: tuple[str, OptionValue] | None = None,
    choices: Mapping[str, str] | None = None,
    none: str = "none",
    since: int = 1,
    older: OptionValue = None,
) -> dict[str, Any]:
    """Return the metadata of an option field. An int needs both bounds.

    `choices` gives words for the values of a Literal. For an int it gives the values that a dialog offers, as text, and
    their words; other values stay legal. `none` is the word for None.

    A change of the rules is a new option: raise the version of the game, give that version as `since`, and the value
    that means the rules before the change as `older`. Logs of older versions then replay as before.
    """
    words = dict(choices or {})
    return {
        "label": label, "low": low, "high": high, "when": when, "choices": words, "none": none,
        "since": since, "older": older,
    }  # fmt: skip


def options_of(game: type[Any]) -> tuple[OptionInfo, ...]:
    """Return the options of a game class in the order of its fields."""
    kind: Any = game
    return _options_of(kind)


@cache
def _options_of(game: Any) -> tuple[OptionInfo, ...]:
    hints = get_type_hints(game)
    return tuple(_info(item, hints[item.name]) for item in fields(game))


def _info(item: Field[Any], hint: Any) -> OptionInfo:
    meta = item.metadata
    base: dict[str, Any] = {"name": item.name, "default": item.default}
    base |= {key: meta[key] for key in ("label", "when", "since", "older")}
    if get_origin(hint) is Literal:
        values = get_args(hint)
        words = tuple(meta["choices"].get(value, value) for value in values)
        return OptionInfo(kind="choice", choices=values, choice_labels=words, **base)
    if hint is bool:
        return OptionInfo(kind="bool", **base)
    optional = get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint)
    if hint is not int and not (optional and set(get_args(hint)) == {int, NoneType}):
        raise ValueError(f"{item.name}: an option is a bool, an int, an int or None, or a Literal, not {hint}")
    if None in (meta["low"], meta["high"]):
        raise ValueError(f"{item.name}: an int option needs low and high")
    offered, words = tuple(int(value) for value in meta["choices"]), tuple(meta["choices"].values())
    bounds: dict[str, Any] = {"low": meta["low"], "high": meta["high"], "optional": optional, "none": meta["none"]}
    return OptionInfo(kind="int", offered=offered, choice_labels=words, **bounds, **base)


def check_options(game: Any) -> None:
    """Raise `OptionError` for a field of a game whose value its option does not take."""
    for info in options_of(type(game)):
        check_option(info, getattr(game, info.name))


def check_option(info: OptionInfo, value: OptionValue) -> None:
    """Raise `OptionError` for a value that the option does not take."""
    if info.kind == "choice" and not (type(value) is str and value in info.choices):
        raise OptionError("{option} must be one of {choices}", option=info.name, choices=", ".join(info.choices))
    if info.kind == "bool" and type(value) is not bool:
        raise OptionError("{option} must be yes or no", option=info.name)
    if info.kind == "int" and not (value is None and info.optional):
        low, high = info.low, info.high
        assert low is not None
        assert high is not None
        if type(value) is not int or not low <= value <= high:
            raise OptionError(
                "{option} must be a whole number from {low} to {high}", option=info.name, low=low, high=high
            )


def option_values(game: Any) -> dict[str, OptionValue]:
    """Return every option of a game with its value, as `created` and records hold it."""
    return {info.name: getattr(game, info.name) for info in options_of(type(game))}


def variants(kind: type[Any]) -> dict[str, dict[str, OptionValue]]:
    """Return the usual ways to play a game: each preset by its name, with every option.

    If no preset has the default options, they come first, as `usual`.
    """
    found = {name: option_values(kind(**values)) for name, values in kind.presets.items()}
    usual = option_values(kind())
    return found if usual in found.values() else {N_("usual"): usual, **found}
