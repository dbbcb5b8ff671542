"""The rules pages are true: every board, caption and step is checked with the rules of the game."""

import re
from collections.abc import Iterator
from importlib.resources import files
from types import MappingProxyType

import pytest
from PySide6.QtCore import QLocale

from client_qt.text.rulebook import START, Figure, Rulebook, Step, book_of, options_of_book, parse_book, read, staged
from netgame.errors import RulesError
from netgame.game import ToRoll
from netgame.games import GAMES
from netgame.options import options_of

PAGES = {
    (key, page.name): parse_book(game, page.read_text(encoding="utf-8"))
    for key, game in GAMES.items()
    for page in sorted(files(game.__module__.rpartition(".")[0]).iterdir(), key=lambda page: page.name)
    if page.name.startswith("rules.") and page.name.endswith(".md")
}
FIGURES = [(key, figure) for (key, _), book in PAGES.items() for section in book.sections for figure in section.figures]
STEPS = [(key, step) for (key, _), book in PAGES.items() for step in book.steps]
TRANSLATIONS = [(key, name) for key, name in PAGES if name != "rules.md"]
CELLS_AND_MOVES = re.compile(r"\b[A-Pa-p]\d{1,2}\b|\b[dTR]?[A-P]\d{1,2}(?:[-x][A-P]\d{1,2})+")


@pytest.mark.parametrize(("key", "figure"), FIGURES, ids=[f"{key}: {figure.caption[:40]}" for key, figure in FIGURES])
def test_a_figure_is_a_position_as_its_game_writes_it_and_its_caption_is_true(key: str, figure: Figure) -> None:
    shown = staged(key, figure)
    game, state = read(key, figure.position, figure.options)

    assert figure.position in (START, game.write_position(state))
    assert [game.format(state, game.parse(state, text)) for text in figure.legal] == list(figure.legal)
    for text in figure.legal:
        game.check(state, game.parse(state, text))
    for text in figure.illegal:
        with pytest.raises(RulesError):
            game.check(state, game.parse(state, text))
    if figure.caption.split()[-1].startswith("win"):
        assert shown.game.seats[shown.over.winner].lower() in figure.caption.lower().rsplit(":", 1)[-1]


@pytest.mark.parametrize(("key", "step"), STEPS, ids=[f"{key}: {step.task[:40]}" for key, step in STEPS])
def test_what_a_step_wants_is_legal_and_not_all_that_is(key: str, step: Step) -> None:
    game, state = read(key, step.position, step.options)
    assert step.wanted
    for text in step.wanted:
        game.check(state, game.parse(state, text))


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_page_in_english_and_german_whose_notation_names_every_option(key: str) -> None:
    assert min(len(PAGES[key, name].sections) for name in ("rules.md", "rules.de.md")) >= 3
    notation = " ".join(PAGES[key, "rules.md"].sections[-1].paragraphs)
    assert [option.name for option in options_of(GAMES[key]) if f"`{option.name}`" not in notation] == []


@pytest.mark.parametrize(("key", "name"), TRANSLATIONS)
def test_a_translation_has_the_same_sections_boards_and_steps(key: str, name: str) -> None:
    english, translated = outline(PAGES[key, "rules.md"]), outline(PAGES[key, name])
    assert list(translated) == list(english)


def outline(book: Rulebook) -> Iterator[object]:
    """Yield the parts that a translation keeps: their order, the boards, and the cells and moves in sentences."""
    for section in book.sections:
        yield "section"
        for part in section.parts:
            if isinstance(part, Figure):
                yield part.position, part.options, part.picks, part.move, part.legal, part.illegal
            yield sorted(CELLS_AND_MOVES.findall(part.caption if isinstance(part, Figure) else part))
    for step in book.steps:
        yield step.position, step.options, step.wanted, step.roll
        yield [sorted(CELLS_AND_MOVES.findall(words)) for words in (step.task, step.hint, step.done)]


def test_the_page_is_in_the_language_of_the_window() -> None:
    QLocale.setDefault(QLocale("de_AT"))
    assert book_of("clod") == PAGES["clod", "rules.de.md"]


def test_a_game_without_a_page_shows_its_sides_its_board_and_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unwritten(GAMES["clod"]):
        __module__ = __name__

    monkeypatch.setattr("client_qt.text.rulebook.GAMES", MappingProxyType({"new": Unwritten}))
    book = book_of("new")

    assert book.lead
    assert book.sections[0].figures
    assert options_of_book("new")


@pytest.mark.parametrize("key", GAMES)
def test_the_dice_of_a_first_game_are_those_of_its_position(key: str) -> None:
    for step in book_of(key).steps:
        game, state = read(key, step.position, step.options)
        position = game.write_position(state).replace(f" {''.join(map(str, step.roll))} ", " - ", 1)
        before = game.read_position(position)
        waits_for_dice = isinstance(game.turn(before), ToRoll)
        assert waits_for_dice == bool(step.roll)
        assert not step.roll or game.rolled(before, step.roll) == state
