"""Options: the facts that dialogs read from the fields of a game, and refused values."""

from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from netgame.errors import OptionError
from netgame.games.clod.game import Clod
from netgame.options import OptionInfo, check_options, option, options_of


@dataclass(frozen=True)
class Sample:
    """A class with options of every kind, in place of a game."""

    size: int = field(default=4, metadata=option("Size", 2, 9))
    limit: int | None = field(default=None, metadata=option("Limit", 1, 5, when=("fast", True)))
    fast: bool = field(default=False, metadata=option("Fast"))
    way: Literal["up", "down"] = field(default="up", metadata=option("Way", choices={"up": "upwards"}))


class Likeness(str):
    """A string that is equal to any other."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("up")


def test_every_kind_of_option_has_all_that_a_dialog_needs() -> None:
    assert options_of(Sample) == (
        OptionInfo("size", "Size", "int", 4, low=2, high=9),
        OptionInfo("limit", "Limit", "int", None, low=1, high=5, optional=True, when=("fast", True)),
        OptionInfo("fast", "Fast", "bool", False),
        OptionInfo("way", "Way", "choice", "up", choices=("up", "down"), choice_labels=("upwards", "down")),
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("size", 1, "size must be a whole number from 2 to 9"),
        ("size", True, "size must be a whole number from 2 to 9"),
        ("size", 4.0, "size must be a whole number from 2 to 9"),
        ("size", -(10**1000), "size must be a whole number from 2 to 9"),
        ("limit", 0, "limit must be a whole number from 1 to 5"),
        ("fast", 1, "fast must be yes or no"),
        ("way", "left", "way must be one of up, down"),
        ("way", ["up"], "way must be one of up, down"),
        ("way", Likeness("up"), "way must be one of up, down"),
        ("way", Likeness("left"), "way must be one of up, down"),
    ],
)
def test_a_wrong_value_is_refused_with_the_possible_values(name: str, value: Any, sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        check_options(Sample(**{name: value}))
    assert str(refused.value) == sentence


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(OptionError, match="Clod has no option battles"):
        Clod(battles=2)  # type: ignore[call-arg]
    with pytest.raises(OptionError, match="the options of Clod are given by name"):
        Clod("white")
